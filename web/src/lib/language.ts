// Texts in the player's language: rules, options, presets and whatever is said of points come in three. What has no
// translation stays English.

import type { Option, Preset, RuleText, Setup, Translations } from './protocol'

export type Language = 'en' | 'nl' | 'de'
export const LANGUAGES: [Language, string][] = [
  ['en', 'English'],
  ['nl', 'Nederlands'],
  ['de', 'Deutsch'],
]

type Worded = { translations?: Translations }

/** The same thing with its words in that language. */
export const inLanguage = <T extends Worded>(thing: T, language: Language): T => ({
  ...thing,
  ...thing.translations?.[language],
})

/** The same, and still found by its English words. */
const searchable = <T extends Worded & { name: string; sentence: string }>(thing: T, language: Language): T => ({
  ...inLanguage(thing, language),
  translations: { ...thing.translations, en: { name: thing.name, sentence: thing.sentence } },
})

export const setupIn = (setup: Setup, language: Language): Setup => ({
  ...setup,
  presets: setup.presets.map((p): Preset => inLanguage(p, language)),
  options: setup.options.map((o): Option => ({
    ...searchable(o, language),
    values: o.values.map((v) => searchable(v, language)),
  })),
})

export const rulesIn = (rules: RuleText[], language: Language): RuleText[] => rules.map((r) => inLanguage(r, language))
