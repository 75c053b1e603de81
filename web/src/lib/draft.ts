// The tentative turn: where the tile lies, how it is turned, where the follower goes. Nothing of it is
// sent before Play. Plain values and pure functions over the placements that the server offers.

import type { HeldTile, Place, Placement, Turn, Way } from './protocol'

export type Draft =
  | { step: 'space'; rotation: number } // choosing a space; the hand is turned so
  | { step: 'ghost'; x: number; y: number; way: number } // lies there, may be turned
  // place: a Place's move (two may stand on one place); null: none, undefined: not chosen
  | { step: 'follower'; x: number; y: number; way: number; place: string | null | undefined }

export const freshDraft = (rotation = 0): Draft => ({ step: 'space', rotation })

export const placementAt = (turn: Turn, x: number, y: number): Placement | undefined =>
  turn.placements.find((p) => p.x === x && p.y === y)

export function draftWay(turn: Turn, draft: Draft): Way | null {
  if (draft.step === 'space') return null
  return placementAt(turn, draft.x, draft.y)?.ways[draft.way] ?? null
}

export const draftRotation = (turn: Turn, draft: Draft): number =>
  draft.step === 'space' ? draft.rotation : (draftWay(turn, draft)?.rotation ?? 0)

export const fitsAsItLies = (placement: Placement, rotation: number): boolean =>
  placement.ways.some((w) => w.rotation === rotation)

/** Follower step; when no follower can be placed it is decided at once (straight to Play). */
const toFollower = (turn: Turn, x: number, y: number, way: number): Draft => {
  const places = placementAt(turn, x, y)?.ways[way]?.places ?? []
  return { step: 'follower', x, y, way, place: places.length === 0 ? null : undefined }
}

/** The way that takes the fewest quarter turns clockwise from how the tile lies now. */
export function nearestWay(placement: Placement, rotation: number): number {
  const turns = (w: Way): number => (w.rotation - rotation + 4) % 4
  return placement.ways.reduce((best, w, i) => (turns(w) < turns(placement.ways[best]!) ? i : best), 0)
}

/** Lay the tile on a space: as it lies where that fits, else by the fewest quarter turns clockwise. */
export function chooseSpace(turn: Turn, draft: Draft, x: number, y: number): Draft {
  const placement = placementAt(turn, x, y)
  if (!placement || placement.ways.length === 0) return draft
  const way = nearestWay(placement, draftRotation(turn, draft))
  return placement.ways.length === 1 ? toFollower(turn, x, y, 0) : { step: 'ghost', x, y, way }
}

/** A quarter turn in the hand; on a space, to the next way that fits. */
export function turnTile(turn: Turn, draft: Draft, by: 1 | -1): Draft {
  if (draft.step === 'space') return { step: 'space', rotation: (draft.rotation + by + 4) % 4 }
  const ways = placementAt(turn, draft.x, draft.y)?.ways.length ?? 0
  if (ways < 2) return draft
  return { step: 'ghost', x: draft.x, y: draft.y, way: (draft.way + by + ways) % ways }
}

export const place = (turn: Turn, draft: Draft): Draft =>
  draft.step === 'ghost' ? toFollower(turn, draft.x, draft.y, draft.way) : draft

export const chooseFollower = (draft: Draft, where: string | null): Draft =>
  draft.step === 'follower' ? { ...draft, place: where } : draft

/** One step back. */
export function undo(turn: Turn, draft: Draft): Draft {
  if (draft.step === 'space') return draft
  const rotation = draftRotation(turn, draft)
  const placement = placementAt(turn, draft.x, draft.y)
  if (draft.step === 'follower') {
    const hasChoice = (placement?.ways[draft.way]?.places.length ?? 0) > 0
    if (draft.place !== undefined && hasChoice) return { ...draft, place: undefined }
    if ((placement?.ways.length ?? 0) > 1) return { step: 'ghost', x: draft.x, y: draft.y, way: draft.way }
  }
  return { step: 'space', rotation }
}

/** The moves to send, or null while something is still to be decided. */
export function draftMoves(turn: Turn, draft: Draft): string[] | null {
  const way = draftWay(turn, draft)
  if (!way || draft.step !== 'follower' || draft.place === undefined) return null
  if (way.places.length === 0) return [way.move]
  if (draft.place === null) return [way.move, '-']
  const chosen = way.places.find((p) => p.move === draft.place)
  return chosen ? [way.move, chosen.move] : null
}

export const chosenPlace = (turn: Turn, draft: Draft): Place | null =>
  draft.step === 'follower' && draft.place
    ? (draftWay(turn, draft)?.places.find((p) => p.move === draft.place) ?? null)
    : null

/** A tile that is in use: one of the hand, or a half tile of the reserve. */
export interface InUse {
  from: 'hand' | 'reserve'
  nth: number
}

export const heldTile = (turn: Turn | null, use: InUse | null): HeldTile | undefined =>
  use ? turn?.[use.from]?.[use.nth] : undefined
export const inUse = (a: InUse | null, from: InUse['from'], nth: number): boolean => a?.from === from && a.nth === nth

/** The turn as if that tile had been drawn. Where nothing is in use it is the turn itself. */
export function turnWith(turn: Turn | null, use: InUse | null): Turn | null {
  const tile = heldTile(turn, use)
  return turn && tile ? { ...turn, tile: tile.tile, placements: tile.placements } : turn
}

/** Of those tiles, the first that fits somewhere. */
export const firstThatFits = (tiles: HeldTile[] | undefined): number =>
  Math.max(0, tiles?.findIndex((t) => t.placements.length > 0) ?? 0)

/** The tile to begin with. A half tile is picked up on purpose only: until then drawing is what comes next. */
export const firstInUse = (turn: Turn | null): InUse | null =>
  turn?.hand ? { from: 'hand', nth: firstThatFits(turn.hand) } : null

/** Reading order: north to south, west to east. Letters and Tab follow it. */
export const inReadingOrder = (placements: Placement[]): Placement[] =>
  [...placements].sort((a, b) => a.y - b.y || a.x - b.x)
