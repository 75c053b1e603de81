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

export function spacesOf(p: Placed): { x: number; y: number }[] {
  const second = secondSpace(p)
  return second ? [p, second] : [p]
}

export const liesIn = (p: Placed, x: number, y: number): boolean => spacesOf(p).some((s) => s.x === x && s.y === y)
