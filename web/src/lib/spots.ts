// Discs to tap must not lie on each other: places that are too near are pushed apart, outwards from the
// middle of the tile, and kept on the tile.

import type { Space } from './protocol'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
const SPACE: Box = { left: 0, top: 0, right: 1000, bottom: 1000 }

/** @param spots points in `box`, where the tile lies  @param size diameter of a disc in the same units */
export function spreadSpots(spots: Space[], size: number, box: Box = SPACE): Space[] {
  const rim = size * 0.36
  const at = spots.map(([x, y]): Space => [x, y - size * 0.25]) // spots are feet; a disc sits on the figure
  const inside = (p: Space): void => {
    p[0] = Math.min(box.right - rim, Math.max(box.left + rim, p[0]))
    p[1] = Math.min(box.bottom - rim, Math.max(box.top + rim, p[1]))
  }
  for (const p of at) inside(p)
  for (let round = 0; round < 60; round++) {
    let moved = false
    for (let i = 0; i < at.length; i++)
      for (let j = 0; j < i; j++) {
        const a = at[i]!
        const b = at[j]!
        let dx = a[0] - b[0]
        let dy = a[1] - b[1]
        let far = Math.hypot(dx, dy)
        if (far >= size * 1.04) continue
        if (far < 1) {
          dx = 1 + i
          dy = 1 - j
          far = Math.hypot(dx, dy)
        }
        const push = (size * 1.05 - far) / 2
        a[0] += (dx / far) * push
        a[1] += (dy / far) * push
        b[0] -= (dx / far) * push
        b[1] -= (dy / far) * push
        moved = true
      }
    for (const p of at) inside(p)
    if (!moved) break
  }
  return at.map(([x, y]) => [Math.round(x), Math.round(y)])
}
