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

const WAYS: [number, number][] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]
/**
 * Where a figure would step here from: how an arrow that points to the east is turned; null: none would. It steps if
 * the answers are called by it, it is alone of its kind, and all of them are beside it: else one more is put there.
 */
export function arrowTo(o: AskOption, options: AskOption[], loose: Loose[]): number | null {
  const sign = signOf(o)
  const [own, ...others] = loose.filter((f) => f.kind === sign && f.at.x !== undefined)
  const wayTo = (to: AskOption): number => {
    const [x, y] = spaceOf(to.place) ?? [NaN, NaN]
    return WAYS.findIndex(([dx, dy]) => x - dx === own?.at.x && y - dy === own.at.y)
  }
  const steps = others.length === 0 && options.every((to) => signOf(to) !== sign || wayTo(to) >= 0)
  return steps && wayTo(o) >= 0 ? wayTo(o) * 90 : null
}

/** The direction that an arrow turned so points to. */
export const towards = (turned: number): string =>
  t((['wind.east', 'wind.south', 'wind.west', 'wind.north'] as const)[turned / 90]!)

/** The answer that is a step into a direction. */
export const stepTowards = (options: AskOption[], loose: Loose[], [dx, dy]: [number, number]): AskOption | undefined =>
  options.find((o) => arrowTo(o, options, loose) === (dx > 0 ? 0 : dy > 0 ? 90 : dx < 0 ? 180 : 270))

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
