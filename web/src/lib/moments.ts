// A game as a row of moments, each with the table as it was then: for whoever goes through it again.

import { inLanguage, type Language } from './language'
import type { Award, DidEvent, Event } from './protocol'
import { emptyState, fold, type GameState, settled } from './state'
import { awardSentence, eventSentence, type NameOf } from './text'

export interface Moment {
  state: GameState // without the events that it is made of
  turn: number
  event: DidEvent | null // what was done
  award: Award | null // or what was counted; neither: the beginning, or the end
}

/** What is no moment of its own belongs to the one before; a draw is seen when its tile is laid. */
function isMoment(e: Event): boolean {
  if (e.type === 'award' || e.type === 'over') return true
  if (e.type !== 'did' || e.of === 'draw' || (e.turn === 0 && e.seat === null)) return false
  return e.changes.length > 0 || e.text !== ''
}

/** @param events of a game, without those that were taken back */
export function momentsOf(events: Event[]): Moment[] {
  let state = emptyState()
  const moments: Moment[] = [{ state, turn: 0, event: null, award: null }]
  for (const e of events) {
    state = { ...fold(state, e), events: [] }
    if (isMoment(e)) {
      const event = e.type === 'did' ? e : null
      moments.push({ state, turn: event?.turn ?? state.turn, event, award: e.type === 'award' ? e.award : null })
    } else if (moments.length === 1) moments[0]!.state = state
    // whose turn comes next is told with the next moment: until then the table is as the last one left it
  }
  moments.at(-1)!.state = settled(state)
  return moments
}

/** What happened at it, in one sentence. */
export function sentenceOf(m: Moment, begins: string, name: NameOf, language: Language): string {
  if (m.award) return awardSentence(inLanguage(m.award, language))
  if (m.state.result) return inLanguage(m.state.result, language).outcome
  if (!m.event) return begins
  return eventSentence(m.event, name, null, language) || inLanguage(m.event, language).text
}

/** The moment that an address names; one that there is not is the last. Null: it names none. */
export function momentOf(hash: string, count: number): number | null {
  const named = /^#(\d+)$/.exec(hash)
  return named ? Math.min(Number(named[1]), count - 1) : null
}

/** The next one of these from a moment on, or back; the moment itself where there is none. */
export const nextOf = (stops: number[], from: number, by: 1 | -1): number =>
  (by > 0 ? stops.find((n) => n > from) : stops.findLast((n) => n < from)) ?? from

/** The moment at which the n-th move of the list, counted from 0, was made. */
export const momentOfMove = (moments: Moment[], n: number): number => moments.findIndex((m) => m.state.moves.length > n)

export const awardsOf = (moments: Moment[]): number[] => moments.flatMap((m, i) => (m.award ? [i] : []))

/** Over the line of the slider: one award's shield, or a number for several. */
export interface Mark {
  at: number // pixels
  moment: number // of the first
  seat: number
  count: number
}
export const NEAREST = 9 // pixels

/**
 * Awards that somebody got. Nearer than NEAREST to the one before they are one mark, in the middle of all.
 * @param width pixels from the first moment to the last
 */
export function marksOf(moments: Moment[], width: number): Mark[] {
  const step = width / Math.max(1, moments.length - 1)
  const groups: number[][] = []
  for (const moment of awardsOf(moments)) {
    if (moments[moment]!.award!.points.length === 0) continue
    const last = groups.at(-1)
    if (last && (moment - last.at(-1)!) * step < NEAREST) last.push(moment)
    else groups.push([moment])
  }
  return groups.map((all) => ({
    at: ((all[0]! + all.at(-1)!) / 2) * step,
    moment: all[0]!,
    seat: moments[all[0]!]!.award!.points[0]!.seat,
    count: all.length,
  }))
}

/** Moves in 1.6 s. */
export const SPEEDS = [0.5, 1, 2, 4] as const
export type Speed = (typeof SPEEDS)[number]
const MOVE_MS = 1600
/** How long one is looked at. */
export const delayOf = (speed: Speed): number => MOVE_MS / speed
export const nextSpeed = (speed: Speed): Speed => SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]!
export const speedText = (speed: Speed): string => (speed === 0.5 ? '½' : String(speed))
