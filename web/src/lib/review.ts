// A game that is over, judged move by move: what the server says of it (GET /api/games/ID/review), and what is read
// from that.

import { t } from './i18n.svelte'
import { inLanguage } from './language'
import type { Moment } from './moments'
import type { Decision, Judged } from './protocol'
import { settings } from './settings.svelte'

/** When each was decided: the moment of the next event after that of the one before that is the same; null: none is. */
export function momentsOfDecisions(decisions: Decision[], moments: Moment[]): (number | null)[] {
  let from = 0
  return decisions.map(({ turn, seat, played }) => {
    const at = moments.findIndex(
      ({ event: e }, i) => i >= from && e?.turn === turn && e.seat === seat && e.move === played.move,
    )
    if (at < 0) return null
    from = at + 1
    return at
  })
}

export type Grade = 'best' | 'fair' | 'weaker' | 'costly'
export const gradeOf = (lost: number): Grade =>
  lost >= 5 ? 'costly' : lost >= 2 ? 'weaker' : lost <= 0.5 ? 'best' : 'fair'
export const isWeak = (d: Decision): boolean => d.lost >= 2
/** Nothing is said of what is neither good nor bad. */
export const gradeText = (grade: Grade): string =>
  grade === 'costly'
    ? t('review.costly')
    : grade === 'weaker'
      ? t('review.weaker')
      : grade === 'best'
        ? t('review.best')
        : ''

const FORM = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
/** "9.0" */
export const lostText = (lost: number): string => lost.toLocaleString(settings.language, FORM)
/** "+4.2", "−1.3" */
export function marginText(margin: number): string {
  const text = Math.abs(margin).toLocaleString(settings.language, FORM)
  return Math.round(margin * 10) === 0 ? text : `${margin < 0 ? '−' : '+'}${text}`
}

export interface Sum {
  seat: number
  lost: number
  moves: number
}
export const sumsOf = (decisions: Decision[], seats: number[]): Sum[] =>
  seats.map((seat) => {
    const own = decisions.filter((d) => d.seat === seat)
    return { seat, lost: own.reduce((sum, d) => sum + d.lost, 0), moves: own.length }
  })

export interface Point {
  moment: number
  margin: number
}
/** A seat's margin over the moves: after each of its own and, where there are but two, of the other's. */
export const courseOf = (decisions: Decision[], at: (number | null)[], seat: number, seats: number): Point[] =>
  decisions.flatMap((d, i) => {
    const moment = at[i] ?? null
    if (moment === null || (d.seat !== seat && seats !== 2)) return []
    return [{ moment, margin: d.seat === seat ? d.played.margin : -d.played.margin }]
  })

/** The played move, or one that could have been: in a row, and on the table. */
export interface Row {
  judged: Judged
  letter: string // empty: it was played
  lost: number
}
const LETTERS = ['A', 'B', 'C']
/**
 * The best up to three with the one that was played among them, best first. Those after the best were judged in fewer
 * futures: none of them is better for that.
 */
export function rowsOf(d: Decision): Row[] {
  const isPlayed = d.best.move === d.played.move && d.best.then === d.played.then
  const others = d.others
    .map((judged) => ({ ...judged, margin: Math.min(judged.margin, d.best.margin) }))
    .sort((a, b) => b.margin - a.margin)
  const rows: Row[] = [...(isPlayed ? [] : [d.best]), ...others]
    .slice(0, LETTERS.length)
    .map((judged, i) => ({ judged, letter: LETTERS[i]!, lost: d.best.margin - judged.margin }))
  const after = rows.findIndex((r, i) => (i > 0 || isPlayed) && r.judged.margin <= d.played.margin)
  const at = after < 0 ? rows.length : after
  return [...rows.slice(0, at), { judged: d.played, letter: '', lost: d.lost }, ...rows.slice(at)]
}
export const nameOfRow = (r: Row): string => r.letter || t('review.played')

/** What it does, in words. */
export function textOf(judged: Judged): string {
  const { label, space } = inLanguage(judged, settings.language)
  return label ?? (space ? t('review.tileAt', { at: `${space.x},${space.y}` }) : judged.move)
}
/** And what came with it; empty: nothing. */
export const thenOf = (judged: Judged): string => inLanguage(judged, settings.language).thenLabel ?? ''

/** A space with the rows that lay their tile there. */
export interface Frame {
  x: number
  y: number
  rows: Row[]
  played: boolean
}
export function framesOf(rows: Row[]): Frame[] {
  const frames: Frame[] = []
  for (const row of rows) {
    const { space } = row.judged
    if (!space) continue
    const same = frames.find((f) => f.x === space.x && f.y === space.y)
    if (same) same.rows.push(row)
    else frames.push({ x: space.x, y: space.y, rows: [row], played: false })
  }
  return frames.map((f) => ({ ...f, played: f.rows.some((r) => r.letter === '') }))
}
