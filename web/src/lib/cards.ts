// Expansions on the set-up page, built from the server's cards alone: which are on, what a search finds, how long the
// game gets.

import { inLanguage, type Language } from './language'
import { changedOptions, presetValue, type Changed } from './options'
import type { Box, Card, Option, Preset, Setup, Translations } from './protocol'

type Values = Record<string, string>

const optionOf = (options: Option[], id: string): Option | undefined => options.find((o) => o.id === id)
const defaultOf = (options: Option[], id: string): string => optionOf(options, id)?.default ?? ''

const valueOf = (options: Option[], id: string, preset: Preset, values: Values): string => {
  const option = optionOf(options, id)
  return option ? (values[id] ?? presetValue(option, preset.options)) : ''
}

export const isOn = (card: Card, options: Option[], preset: Preset, values: Values): boolean =>
  valueOf(options, card.option, preset, values) !== defaultOf(options, card.option)

export const switched = (card: Card, options: Option[], values: Values, on: boolean): Values => ({
  ...values,
  [card.option]: on ? card.value : defaultOf(options, card.option),
})

/** What differs from a preset beyond what the cards themselves show. */
export function houseRules(setup: Setup, preset: Preset, values: Values): Changed[] {
  const shown = new Set(setup.cards.flatMap((c) => [c.option, ...c.choices]))
  return changedOptions(setup.options, preset.options, values).filter((c) => !shown.has(c.option.id))
}

/** A preset alone is a box, too. */
export interface Boxed {
  id: string
  name: string
  sentence: string
  preset: Preset
  options: Values
  cards: number // that it switches on
}
export function boxesOf(setup: Setup): Boxed[] {
  const boxed = (b: Preset | Box, preset: Preset, options: Values): Boxed => ({
    ...{ id: b.id, name: b.name, sentence: b.sentence, preset, options },
    cards: setup.cards.filter((c) => isOn(c, setup.options, preset, options)).length,
  })
  return [
    ...setup.presets.map((p) => boxed(p, p, {})),
    ...setup.boxes.flatMap((b) => {
      const preset = setup.presets.find((p) => p.id === b.preset)
      return preset ? [boxed(b, preset, b.options)] : []
    }),
  ]
}

/** About how long a game is, and how much of that what was added makes. */
export function minutesOf(setup: Setup, preset: Preset, values: Values, seats: number): { base: number; more: number } {
  const on = setup.cards.filter((c) => isOn(c, setup.options, preset, values))
  return {
    base: preset.minutes + preset.minutesMore * (seats - 2),
    more: on.reduce((sum, c) => sum + c.minutes, 0),
  }
}

const texts = (thing: { translations?: Translations }): string[] =>
  Object.values(thing.translations ?? {}).flatMap((t) => Object.values(t))

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The cards that have to do with all the words, in any language: names, sentences, figures, options, rule ids. */
export function findCards<C extends Card>(setup: Setup, cards: C[], search: string): C[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return cards
  return cards.filter((card) => {
    const options = setup.options.filter((o) => card.options.includes(o.id))
    const text = plain(
      [
        ...[card.id, card.sentence, ...texts(card), card.sign ?? '', card.tile.name],
        ...card.figures.flatMap((f) => [f.figure, f.name, ...texts(f)]),
        ...options.flatMap((o) => [o.name, o.sentence, ...texts(o), ...o.rules, ...(o.synonyms ?? [])]),
        ...options.flatMap((o) => o.values.flatMap((v) => [v.name, v.sentence, ...texts(v)])),
      ].join(' '),
    )
    return words.every((w) => text.includes(w))
  })
}

/** A text in parts, those that a search hit marked. */
export function marked(text: string, search: string): { text: string; hit: boolean }[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  // letter by letter, so that places in the plain text are places in the text
  const letters = [...text]
  const at = letters.map(plain)
  const hit = letters.map(() => false)
  for (const word of words)
    for (let i = 0; i < letters.length; i++) {
      let n = 0
      for (let found = ''; i + n < letters.length && found.length < word.length; n++) found += at[i + n]
      if (at.slice(i, i + n).join('') === word) hit.fill(true, i, i + n)
    }
  const parts: { text: string; hit: boolean }[] = []
  letters.forEach((letter, i) => {
    const last = parts.at(-1)
    if (last && last.hit === hit[i]) last.text += letter
    else parts.push({ text: letter, hit: hit[i]! })
  })
  return parts
}

/** The card that a refusal is about: by the rule, one that is on before one that is not. */
export const cardOfRule = <C extends Card>(cards: C[], options: Option[], rule: string | undefined): C | undefined =>
  cards.find((c) => options.some((o) => c.options.includes(o.id) && rule !== undefined && o.rules.includes(rule)))

/** A card with its name, in a language. */
export type NamedCard = Card & { name: string }
export const named = (card: Card, options: Option[], language: Language): NamedCard => ({
  ...inLanguage(card, language),
  figures: card.figures.map((f) => inLanguage(f, language)),
  name: optionOf(options, card.option)?.name ?? card.id,
})
