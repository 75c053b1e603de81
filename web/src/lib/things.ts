// What a seat has, as signs with numbers: figures in its supply, tokens, tiles that it holds. In which order a closed
// seat shows them, and how many.

import { pileName } from './i18n.svelte'
import { inLanguage } from './language'
import type { PileChange } from './protocol'
import { settings } from './settings.svelte'
import type { SeatState } from './state'
import { capital, kindWord } from './text'

export interface Thing {
  id: string
  kind: 'figure' | 'token' | 'tiles'
  sign: string // person, half, tile; else a symbol of the art
  name: string
  have: number
  all: number // it may have; 0: nobody says
}

const figures = (s: SeatState): Thing[] =>
  s.figures.map(({ sort, have, all }) => ({
    ...{ id: `figure ${sort}`, kind: 'figure', name: capital(kindWord(sort)), have, all },
    sign: sort === 'follower' ? 'person' : sort,
  }))
const tiles = (piles: PileChange[]): Thing[] =>
  piles.map((p) => ({
    ...{ id: `tiles ${p.pile}`, kind: 'tiles', name: capital(pileName(p.pile)), have: p.tiles.length, all: 0 },
    sign: p.tiles.some((t) => t?.shape) ? 'half' : 'tile',
  }))

const tokens = (s: SeatState): Thing[] =>
  s.tokens.map((k) => ({
    ...{ id: `token ${k.token}`, kind: 'token', sign: k.token, have: k.count, all: 0 },
    name: capital(inLanguage(k, settings.language).name),
  }))

export const thingsOf = (s: SeatState, piles: PileChange[]): Thing[] => [...figures(s), ...tokens(s), ...tiles(piles)]

/** Whether a row of figures, one drawing each, says it well enough. */
export const isSimple = (s: SeatState): boolean => s.figures.length <= 2 && s.tokens.length === 0

/** Those that a closed seat has room for, and how many things are behind the rest. */
export function brief(things: Thing[], most: number): { shown: Thing[]; more: number } {
  if (things.length <= most) return { shown: things, more: 0 }
  const shown = things.slice(0, most)
  return { shown, more: things.slice(most).reduce((n, x) => n + x.have, 0) }
}
