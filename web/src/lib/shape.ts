// The form of a tile as its picture tells it: corners clockwise, in thousandths of a space. Whatever is drawn along a
// tile's edge follows these corners, so nothing here or elsewhere asks what form a tile has.

import { artHere, rotationHere } from './art.svelte'
import type { Space, Tile } from './protocol'

export type Outline = Space[]

export const SPACE: Outline = [
  [0, 0],
  [1000, 0],
  [1000, 1000],
  [0, 1000],
]

/** By a picture of any rotation that is here; until one is, the whole space. */
export function outlineOf(theme: string, tile: Tile, rotation: number): Outline {
  const from = rotationHere(theme, tile, rotation)
  const outline = from === undefined ? undefined : artHere(theme, tile, from)?.outline
  return outline ? turned(outline, rotation - from!) : SPACE
}

/** Turned clockwise about the middle of its space. */
export function turned(o: Outline, quarters: number): Outline {
  const n = ((quarters % 4) + 4) % 4
  return n === 0 ? o : turned(o, n - 1).map(([x, y]) => [1000 - y, x])
}

/** Which sides (from each corner to the next) are not shared with another tile, whose outlines lie where they lie. */
export function freeSides(o: Outline, others: Outline[]): boolean[] {
  const near = (a: Space, b: Space): boolean => Math.abs(a[0] - b[0]) < 2 && Math.abs(a[1] - b[1]) < 2
  return o.map((a, i) => {
    const b = o[(i + 1) % o.length]!
    return !others.some((other) => other.some((c, j) => near(c, b) && near(other[(j + 1) % other.length]!, a)))
  })
}

export const pathOf = (o: Outline): string => `M${o.map(([x, y]) => `${x} ${y}`).join('L')}Z`

export function contains(o: Outline, x: number, y: number): boolean {
  return o.every(([ax, ay], i) => {
    const [bx, by] = o[(i + 1) % o.length]!
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
  })
}

/** Every side moved inwards; outwards by a negative distance. */
export function inset(o: Outline, by: number): Outline {
  const lines = o.map(([ax, ay], i) => {
    const [bx, by2] = o[(i + 1) % o.length]!
    const length = Math.hypot(bx - ax, by2 - ay)
    const [ux, uy] = [(bx - ax) / length, (by2 - ay) / length]
    return { x: ax - uy * by, y: ay + ux * by, ux, uy }
  })
  return lines.map((b, i) => {
    const a = lines[(i + lines.length - 1) % lines.length]!
    if (Math.abs(a.ux * b.uy - a.uy * b.ux) < 1e-6) return [Math.round(b.x), Math.round(b.y)] // it goes straight on
    const t = ((b.x - a.x) * b.uy - (b.y - a.y) * b.ux) / (a.ux * b.uy - a.uy * b.ux)
    return [Math.round(a.x + a.ux * t), Math.round(a.y + a.uy * t)]
  })
}

const between = ([ax, ay]: Space, [bx, by]: Space, far: number): Space => {
  const t = Math.min(0.5, far / Math.hypot(bx - ax, by - ay))
  return [Math.round(ax + (bx - ax) * t), Math.round(ay + (by - ay) * t)]
}
const sidesAt = (o: Outline, i: number): [Space, Space, Space] => [
  o[(i + o.length - 1) % o.length]!,
  o[i]!,
  o[(i + 1) % o.length]!,
]

/** A line outside the sides that touch no other tile; it ends before the corner of another. */
export function frameOf(o: Outline, others: Outline[], out: number, before: number): string {
  const wide = inset(o, -out)
  const meets = ([x, y]: Space): boolean =>
    others.some((other) => other.some(([ox, oy]) => Math.abs(ox - x) < 2 && Math.abs(oy - y) < 2))
  return freeSides(o, others)
    .map((free, i) => {
      if (!free) return ''
      const j = (i + 1) % o.length
      const [a, b] = [o[i]!, o[j]!]
      const length = Math.hypot(b[0] - a[0], b[1] - a[1])
      const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
      const end = (corner: Space, corners: Space, way: number): Space =>
        meets(corner)
          ? [Math.round(corner[0] + ux * before * way + uy * out), Math.round(corner[1] + uy * before * way - ux * out)]
          : corners
      const [from, to] = [end(a, wide[i]!, 1), end(b, wide[j]!, -1)]
      return `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`
    })
    .join('')
}

/** The same with rounded corners. */
export function rounded(o: Outline, radius: number): string {
  return `${o
    .map((_, i) => {
      const [before, at, after] = sidesAt(o, i)
      const [a, b] = [between(at, before, radius), between(at, after, radius)]
      return `${i === 0 ? 'M' : 'L'}${a[0]} ${a[1]}Q${at[0]} ${at[1]} ${b[0]} ${b[1]}`
    })
    .join('')}Z`
}

/** Where two sides of a double tile go on in each other is no corner. */
const isStraight = ([ax, ay]: Space, [bx, by]: Space, [cx, cy]: Space): boolean =>
  Math.abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) < 1

/** A mark at each corner: the last tile laid. */
export function cornerMarks(o: Outline, out: number, leg: number): string {
  const wide = inset(o, -out)
  return wide
    .map((_, i) => {
      const [before, at, after] = sidesAt(wide, i)
      if (isStraight(before, at, after)) return ''
      const [a, b] = [between(at, before, leg), between(at, after, leg)]
      return `M${a[0]} ${a[1]}L${at[0]} ${at[1]}L${b[0]} ${b[1]}`
    })
    .join('')
}

/** Where a sign stands well inside. */
export const middleOf = (o: Outline): Space => [
  Math.round(o.reduce((sum, [x]) => sum + x, 0) / o.length),
  Math.round(o.reduce((sum, [, y]) => sum + y, 0) / o.length),
]

/** How far the nearest side is from there. */
export function roomAt(o: Outline, [x, y]: Space): number {
  return Math.min(
    ...o.map(([ax, ay], i) => {
      const [bx, by] = o[(i + 1) % o.length]!
      return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay)
    }),
  )
}
