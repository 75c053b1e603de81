// Writes src/lib/protocol.ts from the schema that the server validates with: `npm run protocol`. With --check it
// only tells whether that file still is what the schema says (part of `npm run check`).
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const schema = JSON.parse(readFileSync(new URL('../../src/server/protocol.schema.json', import.meta.url), 'utf8'))
// Every definition is wanted, also those that only HTTP uses: make all of them reachable from one root.
const root = {
  title: 'Protocol',
  description: 'All shapes that pass between server and client.',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.keys(schema.definitions).map((name) => [name, { $ref: `#/definitions/${name}` }]),
  ),
  definitions: schema.definitions,
}
const text = await compile(root, 'Protocol', {
  additionalProperties: false,
  bannerComment: '// Generated from src/server/protocol.schema.json by `npm run protocol`; do not edit.',
  style: { semi: false, singleQuote: true, printWidth: 120 },
})
const file = new URL('../src/lib/protocol.ts', import.meta.url)
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('src/lib/protocol.ts is not what src/server/protocol.schema.json says: run `npm run protocol`')
  process.exit(1)
}
