// A data folder of its own for a test: the program's, with one more tile set and a preset that plays with it alone.
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.mjs'
import { ROOT } from './server.mjs'

/** A name as the data files have it; the same in every language. */
export const named = (text) => `{ en = "${text}", nl = "${text}", de = "${text}" }`

/** A tile with a city on its north side, field all round. */
export const cap = (id, count, more = '') => `[[tile]]
id = "${id}"
count = ${count}
${more}sides = { N = "city", E = "field", S = "field", W = "field" }
features = [
  { type = "city", sides = "N" },
  { type = "field", ports = "ENE ESE SSE SSW WSW WNW", walls = "N" },
]
`

/**
 * Runs a test on a server with such a folder.
 * @param id of tile set and preset, whose TOML `tiles` and `preset` are
 * @param files more of the folder, each in place of the program's own; null takes that one away
 * @param deal of Server.create: one in which what the test looks for comes soon
 */
export async function runWithBox(play, { id, tiles, preset, files = {}, deal }) {
  const folder = mkdtempSync(join(tmpdir(), 'bastide-box-'))
  try {
    cpSync(join(ROOT, 'data'), folder, { recursive: true })
    writeFileSync(join(folder, `tiles/${id}.toml`), tiles)
    appendFileSync(join(folder, 'presets.toml'), `\n${preset}`)
    for (const [path, text] of Object.entries(files))
      if (text === null) rmSync(join(folder, path))
      else writeFileSync(join(folder, path), text)
    await run(play, { data: folder, deal })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
