// Texts in the player's language: rules, options and presets come in three. What has no translation stays English.

import type { Option, Preset, RuleText, Setup, Translations } from './protocol'

export type Language = 'en' | 'nl' | 'de'
export const LANGUAGES: [Language, string][] = [['en', 'English'], ['nl', 'Nederlands'], ['de', 'Deutsch']]

/** The same thing with its words in that language. */
export const inLanguage = <T extends { translations?: Translations }>(thing: T, language: Language): T =>
  ({ ...thing, ...thing.translations?.[language] })

export const setupIn = (setup: Setup, language: Language): Setup => ({
  ...setup,
  presets: setup.presets.map((p): Preset => inLanguage(p, language)),
  options: setup.options.map((o): Option => ({ ...inLanguage(o, language), values: o.values.map((v) => inLanguage(v, language)) })),
})

export const rulesIn = (rules: RuleText[], language: Language): RuleText[] => rules.map((r) => inLanguage(r, language))
