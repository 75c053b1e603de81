// Lays a .gz and a .br beside every file of dist/ that gets smaller by it: the server sends those to browsers that take
// them. At build time the best quality costs nobody anything.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const SMALL = 1000 // fits in a packet as it is
const TEXT = /\.(html|js|css|svg|json|txt|webmanifest)$/

for (const entry of readdirSync(DIST, { recursive: true })) {
  if (!TEXT.test(entry)) continue
  const plain = readFileSync(join(DIST, entry))
  if (plain.length < SMALL) continue
  writeFileSync(join(DIST, `${entry}.gz`), gzipSync(plain, { level: 9 }))
  writeFileSync(
    join(DIST, `${entry}.br`),
    brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  )
}
