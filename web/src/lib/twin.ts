// The spaces of tiles: one, but of a double tile two.

import type { Tile } from './protocol'

type Placed = { shape?: Tile['shape'] | undefined } & { x: number; y: number; rotation: number }
const BESIDE: [number, number][] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
]

/** The second one, if there is one. */
export function secondSpace(p: Placed): { x: number; y: number } | null {
  if (p.shape !== 'twin') return null
  const [dx, dy] = BESIDE[((p.rotation % 4) + 4) % 4]!
  return { x: p.x + dx, y: p.y + dy }
}

/** Corners of the second one, as of the board, that the first has not; each with a 2 behind its name. */
export function secondCorners(p: Placed): string[] {
  const second = secondSpace(p)
  if (!second) return []
  const [dx, dy] = [second.x - p.x, second.y - p.y]
  const far = (at: number, way: number): boolean => way === 0 || at === way
  return ['nw', 'ne', 'se', 'sw']
    .filter((c) => far(c.endsWith('e') ? 1 : -1, dx) && far(c.startsWith('s') ? 1 : -1, dy))
    .map((c) => `${c}2`)
}

export function spacesOf(p: Placed): { x: number; y: number }[] {
  const second = secondSpace(p)
  return second ? [p, second] : [p]
}

export const liesIn = (p: Placed, x: number, y: number): boolean => spacesOf(p).some((s) => s.x === x && s.y === y)

/** What a tile covers, in thousandths of a space from the corner of its own. */
export function coveredBy(shape: Tile['shape'], rotation: number) {
  const spaces = spacesOf({ shape, x: 0, y: 0, rotation })
  const [xs, ys] = [spaces.map((s) => s.x), spaces.map((s) => s.y)]
  const [left, top] = [Math.min(...xs) * 1000, Math.min(...ys) * 1000]
  return { left, top, right: Math.max(...xs) * 1000 + 1000, bottom: Math.max(...ys) * 1000 + 1000 }
}
