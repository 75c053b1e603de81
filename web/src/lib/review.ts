// A game that is over, judged move by move: what the server says of it (GET /api/games/ID/review), and what is read
// from that.

import { spaceOf } from './ask'
import { t } from './i18n.svelte'
import { inLanguage } from './language'
import { type Land, pointOf } from './marks'
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

/** A weak move under the course of a margin; several where they would lie on each other. */
export interface Weak {
  moment: number
  grade: Grade
}
/**
 * So that each group can be told from the next and be hit: the nearest two become one until all are so far apart.
 * @param apart moments between the middles of two groups
 */
export function groupsOf(weak: Weak[], apart: number): Weak[][] {
  const groups = weak.map((w) => [w])
  for (;;) {
    const gaps = groups.slice(1).map((g, i) => middleOf(g) - middleOf(groups[i]!))
    const least = Math.min(...gaps)
    if (!(least < apart)) return groups
    const i = gaps.indexOf(least)
    groups.splice(i, 2, [...groups[i]!, ...groups[i + 1]!])
  }
}
export const middleOf = (group: Weak[]): number => (group[0]!.moment + group.at(-1)!.moment) / 2
/** As bad as the worst. */
export const gradeOfGroup = (group: Weak[]): Grade =>
  group.some((w) => w.grade === 'costly') ? 'costly' : group[0]!.grade
/** Where a group leads: to its first, then to one after the other. */
export const intoGroup = (group: Weak[], at: number): number => (group.find((w) => w.moment > at) ?? group[0]!).moment

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

/** A space with the rows that lay their tile there, or that are about it. */
export interface Frame {
  x: number
  y: number
  rows: Row[]
  played: boolean
}
const isPlayed = (rows: Row[]): boolean => rows.some((r) => r.letter === '')
export function framesOf(rows: Row[]): Frame[] {
  const frames: Frame[] = []
  for (const row of rows) {
    const [x, y] = row.judged.space ? [row.judged.space.x, row.judged.space.y] : (spaceOf(row.judged.place) ?? [])
    if (x === undefined || y === undefined) continue
    const same = frames.find((f) => f.x === x && f.y === y)
    if (same) same.rows.push(row)
    else frames.push({ x, y, rows: [row], played: false })
  }
  return frames.map((f) => ({ ...f, played: isPlayed(f.rows) }))
}

/** A place of figures with the rows that set one there, or take it from there; in world units. */
export interface Ring {
  x: number
  y: number
  rows: Row[]
  played: boolean
}
/** @param land as it lay when that was decided */
export function ringsOf(rows: Row[], land: Land): Ring[] {
  const rings: Ring[] = []
  for (const row of rows) {
    const at = row.judged.space || spaceOf(row.judged.place) ? null : pointOf(row.judged.place, land)
    const same = rings.find((r) => r.x === at?.x && r.y === at.y)
    if (same) same.rows.push(row)
    else if (at) rings.push({ ...at, rows: [row], played: false })
  }
  return rings.map((r) => ({ ...r, played: isPlayed(r.rows) }))
}
/** Where the feet of the figure are that a row sets somewhere; null: it sets none, or nobody knows where. */
export function standOf({ judged }: Row, land: Land): { x: number; y: number } | null {
  const ghost = judged.tile && judged.space ? { ...judged.tile, ...judged.space } : null
  return judged.picture?.figure ? pointOf(judged.place, { ...land, ghost }) : null
}
