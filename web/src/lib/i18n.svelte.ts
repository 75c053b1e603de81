// What the pages say themselves, in the player's language. Sentences and plurals are i18next's; of the languages only
// the one in use is fetched, beside English, which is always there.

import i18next from 'i18next'
import { en, type Words } from '../words/en'
import type { Language } from './language'
import type { Names, Tile } from './protocol'

const FURTHER: Record<Exclude<Language, 'en'>, () => Promise<{ words: Words }>> = {
  nl: () => import('../words/nl'),
  de: () => import('../words/de'),
}

const sentences = i18next.createInstance()
void sentences.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' }, // Svelte escapes
})

let spoken: Language = $state('en')
/** Of the server, what it says in English only. Without them things keep the names they came with. */
let names: Names = $state.raw({ tiles: {}, figures: {}, piles: {} })
const fetchNames = async (language: Language): Promise<Names> =>
  (await fetch(`/api/names/${language}`)).json() as Promise<Names>

/** Everything that is shown says so in that language, as soon as its words are here. */
export async function speak(language: Language): Promise<void> {
  if (language !== 'en' && !sentences.hasResourceBundle(language, 'translation'))
    sentences.addResourceBundle(language, 'translation', (await FURTHER[language]()).words)
  spoken = language
  if (language === 'en') names = { tiles: {}, figures: {}, piles: {} }
  else
    fetchNames(language).then(
      (told) => spoken === language && (names = told),
      () => undefined,
    )
}

type Stem<K> = K extends `${infer S}_one` ? S : K extends `${string}_other` ? never : K
export type Id = Stem<keyof Words>
type English<K extends string> = (typeof en)[Extract<keyof Words, K | `${K}_one` | `${K}_other`>]
type Gaps<T> = T extends `${string}{${infer Gap}}${infer Rest}` ? Gap | Gaps<Rest> : never
type Count<K extends string> = `${K}_other` extends keyof Words ? 'count' : never
type Values<K extends string> = { [G in Gaps<English<K>> | Count<K>]: G extends 'count' ? number : string | number }

/** A sentence of words/en.ts. Its gaps must be filled; what has a plural needs `count`. */
export const t = <K extends Id>(id: K, ...[values]: keyof Values<K> extends never ? [] : [Values<K>]): string =>
  sentences.t(id, { ...values, lng: spoken })

/** The word for a thing that the server names; its name where there is none. */
export const word = (id: string, name: string): string => (id in en ? sentences.t(id, { lng: spoken }) : name)

/** A tile in words, as it lies at rotation 0. */
export const tileName = (tile: Pick<Tile, 'set' | 'id' | 'name'>): string =>
  names.tiles[`${tile.set} ${tile.id}`] ?? tile.name
/** A figure within a sentence. */
export const figureName = (kind: string): string => {
  const own = names.figures[kind]
  return own ? within(own) : kind
}
export const pileName = (pile: string): string => names.piles[pile] ?? pile

/** "Classic with 2 changes" */
export const presetWords = (preset: string, changed: number): string =>
  changed > 0 ? t('common.changed', { preset, count: changed }) : preset

/** "Ann, Bob and Cid" */
export const listWords = (words: string[]): string =>
  new Intl.ListFormat(spoken === 'en' ? 'en-GB' : spoken, { type: 'conjunction' }).format(words)

/** The beginning of a sentence or a name as it is written within one: German nouns stay as they are. */
export const within = (text: string): string =>
  spoken === 'en' ? text.toLowerCase() : spoken === 'nl' ? text.charAt(0).toLowerCase() + text.slice(1) : text
