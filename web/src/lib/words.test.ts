// That no string for people stands in only one language: the catalogues say the same things with the same gaps, and
// outside them the client has no words of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'svelte/compiler'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { words as de } from '../words/de'
import { en } from '../words/en'
import { words as nl } from '../words/nl'
import { listWords, speak, t } from './i18n.svelte'

const CATALOGUES: Record<string, Record<string, string>> = { en, nl, de }
const gaps = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!).sort()

describe('the catalogues', () => {
  it('have the same keys', () => {
    for (const words of [nl, de]) expect(Object.keys(words)).toEqual(Object.keys(en))
  })
  it('fill the same gaps; only one of something may leave out how many', () => {
    for (const [id, text] of Object.entries(en))
      for (const [language, words] of Object.entries(CATALOGUES)) {
        const needed = gaps(text).filter((gap) => !(gap === 'count' && id.endsWith('_one')))
        const there = gaps(words[id]!).filter((gap) => !(gap === 'count' && id.endsWith('_one')))
        expect(there, `${id} in ${language}`).toEqual(needed)
      }
  })
  it('have both forms of a plural, which are all that the languages know', () => {
    const of = (form: string): string[] =>
      Object.keys(en).flatMap((id) => (id.endsWith(form) ? [id.slice(0, -form.length)] : []))
    expect(of('_one')).toEqual(of('_other'))
    for (const language of Object.keys(CATALOGUES))
      expect(new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()).toEqual(['one', 'other'])
  })
  it('leave nothing empty, and no space at an end', () => {
    for (const words of Object.values(CATALOGUES))
      for (const [id, text] of Object.entries(words)) expect(text, id).toMatch(/^\S(.*\S)?$/s)
  })
  it('quote in one way, each as its language does', () => {
    const pairs = { en: '“”', nl: '“”', de: '„“' }
    for (const [language, pair] of Object.entries(pairs))
      for (const [id, text] of Object.entries(CATALOGUES[language]!))
        expect(text.match(/[“”„‘«»]/g)?.join('') ?? pair, id).toBe(pair)
  })
  it('are all used', () => {
    const code = files.map((f) => readFileSync(f, 'utf8')).join('\n')
    const named = (id: string): boolean => code.includes(`'${id}'`)
    // by the name of a thing
    const made = ['theme.', 'seats.gone.', 'colour.', 'number.', 'kind.', 'category.', 'source.']
    const ids = Object.keys(en).map((id) => id.replace(/_(one|other)$/, ''))
    expect(ids.filter((id) => !named(id) && !made.some((m) => id.startsWith(m)))).toEqual([])
  })
})

describe('a sentence', () => {
  it('is said in the language that is chosen, with its plural', async () => {
    expect(t('common.seats', { count: 1 })).toBe('1 seat')
    await speak('nl')
    expect([t('common.seats', { count: 1 }), t('common.seats', { count: 2 })]).toEqual(['1 plaats', '2 plaatsen'])
    expect(listWords(['Ann', 'Bob', 'Cid'])).toBe('Ann, Bob en Cid')
    await speak('de')
    expect(t('home.turnOfName', { name: '<b>{name} $t(common.you)' })).toBe('<b>{name} $t(common.you) ist dran')
    await speak('en')
    expect(t('play.left', { n: 3 })).toBe('3 left')
  })
})

// ---------------------------------------------------------------- words outside the catalogues

const SRC = join(import.meta.dirname, '..')
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((f) => /\.(svelte|ts)$/.test(f) && !/\.test\.ts$|^words|protocol\.ts$/.test(f))
  .map((f) => join(SRC, f))

/** The same in every language. */
const SAME = [
  'Bastide',
  'SHA-256',
  ...['Enter', 'Tab', 'Shift', 'Shift R', 'Esc'], // keys as they are written on them
  'printf %s SEED | sha256sum', // commands
  'printf %s SECRET:GIVEN:GIVEN | sha256sum',
  'bastide score',
  'bastide replay',
  'bastide import',
  'English', // languages in their own words
  'Nederlands',
  'Deutsch',
]
/** For whoever looks into the program, not for players. */
const INSIDE = ['not a number']
/** Position text: its words are the program's. */
const POSITION = /^(bastide position|rules|seat|tile|waiting|figure|aside|score) /

const wordy = (text: string): boolean => /\p{L}{2}/u.test(text)
const allowed = (text: string): boolean =>
  SAME.includes(text) ||
  INSIDE.includes(text) ||
  text.split('\n').every((line) => /^0?$/.test(line) || POSITION.test(line))

// Attributes that are read or heard, and what parts hand on to them.
const READ = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label'])

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (x: unknown): x is Node => typeof x === 'object' && x !== null && typeof (x as Node).type === 'string'

/** Words in the markup of a page. */
function inMarkup(code: string): string[] {
  const found: string[] = []
  const keep = (text: string): void => {
    const told = text.replace(/&\w+;/g, ' ').replace(/\s+/g, ' ').trim()
    if (wordy(told) && !allowed(told)) found.push(told)
  }
  const walk = (node: Node): void => {
    if (node.type === 'Text') keep(String(node['raw'] ?? node['data']))
    if (node.type === 'Attribute') {
      const value = [node['value']].flat().filter(isNode)
      if (READ.has(String(node['name']))) for (const part of value) if (part.type === 'Text') keep(String(part['data']))
      value.filter((part) => part.type !== 'Text').forEach(walk)
      return
    }
    if (node.type === 'RegularElement' && node['name'] === 'style') return
    for (const child of Object.values(node))
      if (Array.isArray(child)) child.filter(isNode).forEach(walk)
      else if (isNode(child)) walk(child)
  }
  walk(parse(code, { modern: true }).fragment as unknown as Node)
  return found
}

/** What looks like words for people in the strings of a program: two words or more, or one with a capital. */
const sentence = (text: string): boolean =>
  /^\p{Lu}?\p{Ll}+[,;:.!?]?( \S+)* \p{L}+/u.test(text.trim()) || /^\p{Lu}\p{Ll}+[.!?…]?$/u.test(text.trim())

/** No words: patterns, and names that the platform has. */
function machine(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent)) return true
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true
  if (ts.isElementAccessExpression(parent)) return true
  if (ts.isBinaryExpression(parent) && /^[!=]==?$/.test(parent.operatorToken.getText())) return true
  if (!ts.isCallExpression(parent)) return false
  return /(^|\.)(t|word|startsWith|closest|querySelector|matchMedia|media|addEventListener)$/.test(
    parent.expression.getText(),
  )
}
function inProgram(code: string): string[] {
  const source = ts.createSourceFile('a.ts', code, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const walk = (node: ts.Node): void => {
    const text = ts.isStringLiteralLike(node)
      ? node.text
      : ts.isTemplateExpression(node)
        ? [node.head, ...node.templateSpans.map((s) => s.literal)].map((p) => p.text).join('0')
        : ''
    if (sentence(text) && !allowed(text) && !machine(node)) found.push(text)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

describe('a file of the client', () => {
  it('says nothing in a language of its own', () => {
    for (const file of files) {
      const code = readFileSync(file, 'utf8')
      const svelte = file.endsWith('.svelte')
      const script = svelte ? /<script[^>]*>(.*?)<\/script>/s.exec(code)?.[1] : code
      const found = [...(svelte ? [...inMarkup(code), ...inTags(code)] : []), ...inProgram(script ?? '')]
      expect(found, file.slice(SRC.length + 1)).toEqual([])
    }
  }, 60_000) // the compilers read every file, on a machine that may be busy
  it('is looked through: markup, attributes, expressions and programs', () => {
    const page = '<p title="Look here">Some words {x ? "Other words" : ""}</p>'
    expect([...inMarkup(page), ...inTags(page)]).toEqual(['Look here', 'Some words', 'Other words'])
    expect(inProgram("const a = [`Take ${b} of them`, 'Undo', 'no-words', t('common.of')]")).toEqual([
      'Take 0 of them',
      'Undo',
    ])
  })
})

/** Words in the expressions of the markup. */
function inTags(code: string): string[] {
  const found: string[] = []
  const walk = (node: Node): void => {
    if (node.type === 'Attribute' && !READ.has(String(node['name']))) return
    if (node.type.endsWith('Directive')) return
    if (node.type === 'ExpressionTag') found.push(...inProgram(`(${code.slice(node.start + 1, node.end - 1)})`))
    for (const child of Object.values(node))
      if (Array.isArray(child)) child.filter(isNode).forEach(walk)
      else if (isNode(child)) walk(child)
  }
  walk(parse(code, { modern: true }).fragment as unknown as Node)
  return found
}
