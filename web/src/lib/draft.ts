// The tentative turn: the answers that were given, what is asked after them, and the answer that is marked. Nothing of
// it counts before Play; the server says what would come of it (`try`). Plain values and pure functions.

import { firstHeld, type Fit, type FitWay, type Laying, layingsOf } from './ask'
import type { Ask, AskOption, Tile, Tried } from './protocol'

/** A tile that lies there tentatively. */
export interface LaidTile extends Tile {
  x: number
  y: number
  rotation: number
}

export interface Step {
  before: Draft // as it was when this was answered: for going back
  move: string
  laid: LaidTile | null
}

export interface Draft {
  past: Step[]
  ask: Ask | null // what is asked now
  held: number | null // which of the tiles to lay is in use
  rotation: number // of that one in the hand
  ghost: { x: number; y: number; way: number } | null // it lies there
  chosen: string | null // the answer that is marked
  decided: boolean // what is marked is meant: on to the next question
  tried: Tried | null // what would come of what is marked
}

export const freshDraft = (ask: Ask | null, rotation = 0, past: Step[] = []): Draft => ({
  past,
  ask,
  held: ask ? firstHeld(ask) : null,
  rotation,
  ghost: null,
  chosen: null,
  decided: false,
  tried: null,
})

export const heldTile = (d: Draft): Laying | null =>
  d.held === null || !d.ask ? null : (layingsOf(d.ask)[d.held] ?? null)
export const placementAt = (placements: Fit[], x: number, y: number): Fit | undefined =>
  placements.find((p) => p.x === x && p.y === y)
export const placementsOf = (d: Draft): Fit[] => heldTile(d)?.placements ?? []
export const ghostAt = (d: Draft): Fit | undefined =>
  d.ghost ? placementAt(placementsOf(d), d.ghost.x, d.ghost.y) : undefined
export const ghostWay = (d: Draft): FitWay | null => (d.ghost ? (ghostAt(d)?.ways[d.ghost.way] ?? null) : null)
export const rotationOf = (d: Draft): number => ghostWay(d)?.rotation ?? d.rotation
export const canTurn = (d: Draft): boolean =>
  !d.decided && (d.ghost ? (ghostAt(d)?.ways.length ?? 0) > 1 : heldTile(d) !== null)

/** The tile that lies tentatively: the one being laid, else the last that was. */
export function laidTile(d: Draft): LaidTile | null {
  const tile = heldTile(d)?.tile
  const way = ghostWay(d)
  if (tile && way && d.ghost) return { ...tile, x: d.ghost.x, y: d.ghost.y, rotation: way.rotation }
  return d.past.findLast((s) => s.laid)?.laid ?? null
}

/** What is marked, and all that was answered before it. */
export const markedMove = (d: Draft): string | null => ghostWay(d)?.move ?? d.chosen
export function draftMoves(d: Draft): string[] | null {
  const move = markedMove(d)
  return move === null ? null : [...d.past.map((s) => s.move), move]
}

/** The moves to send, or null while something is still to be decided. */
export const readyMoves = (d: Draft): string[] | null => (d.decided && d.tried && !d.tried.ask ? draftMoves(d) : null)

export const chosenOption = (d: Draft): AskOption | null =>
  (d.chosen !== null && d.ask?.options.find((o) => o.move === d.chosen)) || null

/** The option of this question that has that move: one to choose, or what is done instead. */
export const optionOf = (d: Draft, move: string | null): AskOption | null =>
  (move !== null &&
    (d.ask?.options.find((o) => o.move === move) ?? (d.ask?.pass?.move === move ? d.ask.pass : null))) ||
  null

/** The roads over spaces that lie tentatively. */
export const laidRoads = (d: Draft): { x: number; y: number; lies: 'n' | 'e' }[] =>
  [...d.past.map((s) => optionOf(s.before, s.move)), chosenOption(d)].flatMap((o) => {
    const { space, over } = o?.place ?? {}
    return space && over ? [{ x: space[0], y: space[1], lies: over }] : []
  })

/** What would come of the turn as it lies. */
export const lastTried = (d: Draft): Tried | null => d.tried ?? d.past.at(-1)?.before.tried ?? null

export const fitsAsItLies = (placement: Fit, rotation: number): boolean =>
  placement.ways.some((w) => w.rotation === rotation)

/** The way that takes the fewest quarter turns clockwise from how the tile lies now. */
export function nearestWay(placement: Fit, rotation: number): number {
  const turns = (w: FitWay): number => (w.rotation - rotation + 4) % 4
  return placement.ways.reduce((best, w, i) => (turns(w) < turns(placement.ways[best]!) ? i : best), 0)
}

/** Another of the tiles, or none. */
export const hold = (d: Draft, held: number | null): Draft =>
  held !== null && !(d.ask && layingsOf(d.ask)[held]) ? d : { ...freshDraft(d.ask, 0, d.past), held }

/** Lay the tile on a space: as it lies where that fits, else by the fewest quarter turns clockwise. */
export function chooseSpace(d: Draft, x: number, y: number): Draft {
  const placement = placementAt(placementsOf(d), x, y)
  if (!placement || placement.ways.length === 0) return d
  const way = nearestWay(placement, rotationOf(d))
  const decided = placement.ways.length === 1
  return { ...d, rotation: rotationOf(d), ghost: { x, y, way }, decided, tried: null }
}

/** A quarter turn in the hand; on a space, to the next way that fits. */
export function turnTile(d: Draft, by: 1 | -1): Draft {
  if (!canTurn(d)) return d
  if (!d.ghost) return { ...d, rotation: (d.rotation + by + 4) % 4 }
  const ways = ghostAt(d)?.ways.length ?? 1
  return { ...d, ghost: { ...d.ghost, way: (d.ghost.way + by + ways) % ways }, tried: null }
}

/** The tile stays where it lies. */
export const place = (d: Draft): Draft => (d.ghost && !d.decided ? goOn({ ...d, decided: true }) : d)

/** @param decided else it is only marked: the next press of the arrows marks another one */
export function choose(d: Draft, move: string, decided = true): Draft {
  const known = d.ask && (d.ask.pass?.move === move || d.ask.number || d.ask.options.some((o) => o.move === move))
  if (!known) return d
  return goOn({ ...d, ghost: null, chosen: move, decided, tried: d.chosen === move && !d.ghost ? d.tried : null })
}

/** What the server said would come of what is marked. */
export const told = (d: Draft, tried: Tried): Draft => goOn({ ...d, tried })

/** The next question, where the same seat is asked again. */
function goOn(d: Draft): Draft {
  const move = markedMove(d)
  if (!d.decided || !d.tried?.ask || move === null) return d
  const laid = d.ghost ? laidTile(d) : null
  return freshDraft(d.tried.ask, rotationOf(d), [...d.past, { before: d, move, laid }])
}

/** Without what is marked. */
const unmarked = (d: Draft): Draft => ({ ...d, chosen: null, decided: false, tried: null })

/** One step back. */
export function undo(d: Draft): Draft {
  if (d.ghost) {
    const again = { ...d, decided: false }
    return d.decided && canTurn(again) ? again : { ...unmarked(d), rotation: rotationOf(d), ghost: null }
  }
  if (d.chosen !== null) return unmarked(d)
  const last = d.past.at(-1)
  if (!last) return d
  // A tile that can lie in several ways is turned once more, any other answer is given anew.
  const again = { ...last.before, decided: false }
  return last.before.ghost && canTurn(again) ? again : undo({ ...again })
}

/** Back to before a step of the trail. */
export const backTo = (d: Draft, nth: number): Draft => {
  let now = d
  while (now.past.length > nth) now = undo({ ...now, ghost: null, chosen: null })
  return now
}

/** Nothing is answered, nothing is marked. */
export const isFresh = (d: Draft): boolean => d.past.length === 0 && markedMove(d) === null

/** Reading order: north to south, west to east. Letters and Tab follow it. */
export const inReadingOrder = (placements: Fit[]): Fit[] => [...placements].sort((a, b) => a.y - b.y || a.x - b.x)
