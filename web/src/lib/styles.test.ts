// That styles use what there is: a custom property that nobody sets is no colour, and nobody is told.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '..')

it('every custom property that is used is set somewhere', () => {
  const texts = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|css)$/.test(file))
    .map((file) => [file, readFileSync(join(SOURCES, file), 'utf8')] as const)
  const set = new Set(texts.flatMap(([, text]) => [...text.matchAll(/(--[\w-]+)\s*[:=]/g)].map((m) => m[1]!)))
  const unset = texts.flatMap(([file, text]) =>
    [...text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)]
      .map((m) => m[1]!)
      .flatMap((name) => (set.has(name) ? [] : [`${file}: ${name}`])),
  )
  expect(set.size).toBeGreaterThan(30)
  expect(unset).toEqual([])
})
