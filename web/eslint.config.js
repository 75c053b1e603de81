// What prettier does not see. Called from the repository's root, so that the browser tests in tests/ are linted too.
import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['web/dist/', 'web/src/lib/protocol.ts'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'max-len': ['error', 120], // also what prettier does not break: comments and templates
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  { files: ['web/src/words/*.ts'], rules: { 'max-len': 'off' } }, // a sentence is a line
  { files: ['**/*.ts', '**/*.svelte'], rules: { 'no-undef': 'off' } }, // the compiler's work
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  // The pictures are the server's own.
  {
    files: ['**/ArtDefs.svelte', '**/BoardArt.svelte', '**/Over.svelte', '**/TileView.svelte'],
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
)
