// Where the answers to a question lie on the landscape.

import { tileArt } from './art.svelte'
import type { LaidTile } from './draft'
import type { AskOption, Follower, Space, Spot } from './protocol'
import { figureSpots } from './regions'
import type { PlacedPiece } from './state'

export interface Lie {
  x: number // space
  y: number
  rotation: number
}
/** What marks need to know of the landscape. */
export interface Land {
  pieces: PlacedPiece[]
  followers: Follower[]
  ghost: LaidTile | null
  theme: string
}

export const pieceOf = (land: Land, piece: number): (LaidTile | PlacedPiece) | undefined =>
  piece < 0 ? (land.ghost ?? undefined) : land.pieces[piece]

const MIDDLE: Space = [500, 500]

/** The place of an answer, in world units; null: it is not on the landscape. */
export function pointOf(place: Spot | undefined, land: Land): { x: number; y: number } | null {
  if (place?.space) return { x: place.space[0] * 1000 + 500, y: place.space[1] * 1000 + 500 }
  if (place?.segment) {
    const p = pieceOf(land, place.segment.piece)
    if (!p) return null
    const [x, y] = tileArt(land.theme, p, p.rotation)?.spots[place.segment.place] ?? MIDDLE
    return { x: p.x * 1000 + x, y: p.y * 1000 + y }
  }
  if (place?.figure !== undefined) {
    const at = figureSpots(land.followers, land.pieces, land.theme).find(({ f }) => f.id === place.figure)
    return at ? { x: at.x, y: at.y } : null
  }
  return null
}

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
