// Texts of the server in the player's language: rules, options, presets and whatever is said of a game come in three.
// What the pages say themselves: i18n.svelte.ts.

import type { Ask, Bot, Box, Option, Preset, RuleText, Setup, Translations } from './protocol'

export type Language = 'en' | 'nl' | 'de'
export const LANGUAGES: [Language, string][] = [
  ['en', 'English'],
  ['nl', 'Nederlands'],
  ['de', 'Deutsch'],
]

/** The first of those the browser asks for that there is; else English. */
export const preferred = (asked: readonly string[]): Language =>
  asked
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .flatMap((tag) => LANGUAGES.find(([id]) => id === tag)?.[0] ?? [])[0] ?? 'en'

type Worded = { translations?: Translations }

/** The same thing with its words in that language. */
export const inLanguage = <T extends Worded>(thing: T, language: Language): T => ({
  ...thing,
  ...thing.translations?.[language],
})

/** A question with its words in that language, those of its other way out as well. */
export const askIn = (ask: Ask, language: Language): Ask => ({
  ...inLanguage(ask, language),
  ...(ask.pass ? { pass: inLanguage(ask.pass, language) } : {}),
})

/** The same, and still found by its English words. */
const searchable = <T extends Worded & { name: string; sentence: string }>(thing: T, language: Language): T => ({
  ...inLanguage(thing, language),
  translations: { ...thing.translations, en: { name: thing.name, sentence: thing.sentence } },
})

/** What a list of bots says, weakest first as it came. */
export const botsIn = (bots: Bot[], language: Language): Bot[] => bots.map((b) => inLanguage(b, language))

export const setupIn = (setup: Setup, language: Language): Setup => ({
  ...setup,
  presets: setup.presets.map((p): Preset => inLanguage(p, language)),
  boxes: setup.boxes.map((b): Box => inLanguage(b, language)),
  bots: botsIn(setup.bots, language),
  options: setup.options.map((o): Option => ({
    ...searchable(o, language),
    values: o.values.map((v) => searchable(v, language)),
  })),
})

export const rulesIn = (rules: RuleText[], language: Language): RuleText[] => rules.map((r) => inLanguage(r, language))
