// What a seat has, as signs with numbers: figures in its supply, tokens, tiles that it holds. In which order a closed
// seat shows them, and how many.

import { pileName, t } from './i18n.svelte'
import { inLanguage } from './language'
import type { PileChange } from './protocol'
import { settings } from './settings.svelte'
import type { Kept, SeatState } from './state'
import { capital, kindWord } from './text'

export interface Thing {
  id: string
  kind: 'figure' | 'token' | 'tiles'
  sign: string // person, half, tile; else a symbol of the art
  name: string
  have: number
  all: number // it may have; 0: nobody says
  owner?: number // of a figure: whose it is, if not this seat's
}

const figures = (s: SeatState): Thing[] =>
  s.figures.map(({ sort, have, all }) => ({
    ...{ id: `figure ${sort}`, kind: 'figure', name: capital(kindWord(sort)), have, all },
    sign: sort === 'follower' ? 'person' : sort,
  }))
const tiles = (piles: PileChange[]): Thing[] =>
  piles.map((p) => ({
    ...{ id: `tiles ${p.pile}`, kind: 'tiles', name: capital(pileName(p.pile)), have: p.tiles.length, all: 0 },
    sign: p.tiles.some((t) => t?.shape === 'half') ? 'half' : 'tile',
  }))

const tokens = (s: SeatState): Thing[] =>
  s.tokens.map((k) => ({
    ...{ id: `token ${k.token}`, kind: 'token', sign: k.token, have: k.count, all: 0 },
    name: capital(inLanguage(k, settings.language).name),
  }))

/** Figures of other seats that this one keeps, one thing for each kind and owner, whose they are in their names. */
export const keptBy = (kept: Kept[], seat: number, nameOf: (seat: number) => string): Thing[] => {
  const own = kept.filter((f) => f.keeper === seat)
  const alike = (a: Kept, b: Kept): boolean => a.kind === b.kind && a.seat === b.seat
  return own
    .filter((f, i) => own.findIndex((o) => alike(o, f)) === i)
    .map((f) => ({
      ...{ id: `kept ${f.kind} ${f.seat}`, kind: 'figure', sign: f.kind, owner: f.seat, all: 0 },
      ...{ name: t('seats.keptOf', { figure: capital(kindWord(f.kind)), name: nameOf(f.seat) }) },
      ...{ have: own.filter((o) => alike(o, f)).length },
    }))
}

export const thingsOf = (s: SeatState, piles: PileChange[]): Thing[] => [...figures(s), ...tokens(s), ...tiles(piles)]

/** Whether a row of figures, one drawing each, says it well enough. */
export const isSimple = (s: SeatState): boolean => s.figures.length <= 2 && s.tokens.length === 0

/** What a line of signs holds: their pixels, and those of a digit in its letters. */
export interface Room {
  width: number
  digit: number
}
const SIGN = 30 // with the gaps round it
const wide = ({ digit }: Room, n: number, sign = SIGN): number => sign + digit * String(n).length
const sum = (things: Thing[]): number => things.reduce((n, x) => n + x.have, 0)

export interface Brief {
  shown: Thing[]
  more: number
}
/**
 * Those that a closed seat has room for, and how many things are behind the rest. Without room for all, nothing is
 * shown of what it has none of.
 */
export function brief(things: Thing[], most: number, room: Room = { width: Infinity, digit: 0 }): Brief {
  const needs = (list: Thing[]): number => list.reduce((w, x) => w + wide(room, x.have), 0)
  const fits = (list: Thing[], more: number): boolean =>
    list.length <= most && needs(list) + (more ? wide(room, more, room.digit) : 0) <= room.width
  if (fits(things, 0)) return { shown: things, more: 0 }
  const had = things.filter((x, i) => i === 0 || x.have > 0)
  let shown = had
  while (shown.length > 1 && !fits(shown, sum(had) - sum(shown))) shown = shown.slice(0, -1)
  return { shown, more: sum(had) - sum(shown) }
}
