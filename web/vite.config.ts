// Builds the client into dist/, which the server carries inside its binary. In development
// the real server on port 8080 answers everything that is not a source file.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const target = process.env['BASTIDE_URL'] ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  server: { proxy: { '/api': target, '/art': target, '/ws': { target, ws: true } } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
