// Where the answers to a question lie on the landscape.

import { artHere } from './art.svelte'
import { signOf, spaceOf } from './ask'
import type { LaidTile } from './draft'
import { t } from './i18n.svelte'
import type { AskOption, Follower, Segment, Space, Spot } from './protocol'
import { figureSpots } from './regions'
import type { Loose, PlacedPiece } from './state'

export interface Lie {
  x: number // space
  y: number
  rotation: number
}
/** What marks need to know of the landscape. */
export interface Land {
  pieces: PlacedPiece[]
  followers: Follower[]
  loose: Loose[]
  ghost: LaidTile | null
  theme: string
}

export const pieceOf = (land: Land, piece: number): (LaidTile | PlacedPiece) | undefined =>
  piece < 0 ? (land.ghost ?? undefined) : land.pieces[piece]

const MIDDLE: Space = [500, 500]

/** Two roads that may lie over one space are marked beside each other. */
const sideOf = (place: Spot | undefined): number => (place?.over ? (place.over === 'n' ? -250 : 250) : 0)

/** The place of an answer, in world units; null: it is not on the landscape. */
export function pointOf(place: Spot | undefined, land: Land): { x: number; y: number } | null {
  const space = place?.space
  if (space) return { x: space[0] * 1000 + 500 + sideOf(place), y: space[1] * 1000 + 500 }
  if (place?.segment) {
    const p = pieceOf(land, place.segment.piece)
    if (!p) return null
    const [x, y] = artHere(land.theme, p, p.rotation)?.spots[place.segment.place] ?? MIDDLE
    return { x: p.x * 1000 + x, y: p.y * 1000 + y }
  }
  if (place?.figure !== undefined) {
    const at = figureSpots(land.followers, land.pieces, land.theme).find(({ f }) => f.id === place.figure)
    return at ? { x: at.x, y: at.y } : null
  }
  return null
}

/** The place that an answer's disc lies on: its own, or, if only a sign tells it from others, that of its figure. */
export function discOf(o: AskOption, land: Land): Segment | null {
  const sign = signOf(o)
  if (o.place?.segment) return sign !== undefined || !o.figures?.length ? o.place.segment : null
  const f = sign === undefined ? undefined : land.followers.find((x) => x.id === o.place?.figure)
  return f ? { piece: f.piece, place: f.place } : null
}

/**
 * Where a figure would step here from: how an arrow that points to the east is turned; null: none would. Only one that
 * the answer is called by, and that is alone of its kind, steps: of several that are alike one more is put.
 */
export function arrowTo(o: AskOption, loose: Loose[]): number | null {
  const space = spaceOf(o.place)
  const [own, ...others] = loose.filter((f) => f.kind === signOf(o) && f.at.x !== undefined)
  if (!space || !own || others.length > 0) return null
  const [dx, dy] = [space[0] - own.at.x!, space[1] - own.at.y!]
  if (Math.abs(dx) + Math.abs(dy) !== 1) return null
  return dx === 1 ? 0 : dy === 1 ? 90 : dx === -1 ? 180 : 270
}

/** The direction that an arrow turned so points to. */
export const towards = (turned: number): string =>
  t((['wind.east', 'wind.south', 'wind.west', 'wind.north'] as const)[turned / 90]!)

/** The answer that is a step into a direction. */
export const stepTowards = (options: AskOption[], loose: Loose[], [dx, dy]: [number, number]): AskOption | undefined =>
  options.find((o) => arrowTo(o, loose) === (dx > 0 ? 0 : dy > 0 ? 90 : dx < 0 ? 180 : 270))

/** How far apart the two nearest of these are, in world units; those of one tile are spread and do not count. */
export function nearest(options: AskOption[], land: Land): number {
  const at = options.flatMap((o) => {
    const p = pointOf(o.place, land)
    return p ? [{ ...p, piece: o.place?.segment?.piece }] : []
  })
  let least = Infinity
  at.forEach((a, i) => {
    for (const b of at.slice(0, i))
      if (a.piece === undefined || a.piece !== b.piece) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y))
  })
  return least
}
