// Where the landscape lies on the screen. World units: a tile is 1000 wide, the start tile's upper
// left corner is 0,0. A camera is the world point in the middle of the view and pixels per tile.

export interface Camera {
  x: number
  y: number
  scale: number
} // scale: pixels per tile
export interface Size {
  width: number
  height: number
}
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const MIN_SCALE = 18
export const MAX_SCALE = 420
const TILE = 1000

const clamp = (v: number, low: number, high: number): number => Math.min(high, Math.max(low, v))

export function boxOf(spaces: { x: number; y: number }[]): Box {
  if (spaces.length === 0) return { left: 0, top: 0, right: TILE, bottom: TILE }
  const xs = spaces.map((s) => s.x)
  const ys = spaces.map((s) => s.y)
  return {
    left: Math.min(...xs) * TILE,
    top: Math.min(...ys) * TILE,
    right: (Math.max(...xs) + 1) * TILE,
    bottom: (Math.max(...ys) + 1) * TILE,
  }
}

/** Everything in the box is seen, with a margin in pixels; never larger than `most` pixels a tile. */
export function fit(box: Box, view: Size, margin = 28, most = 120): Camera {
  const room = { w: Math.max(40, view.width - 2 * margin), h: Math.max(40, view.height - 2 * margin) }
  const scale = Math.min((room.w / (box.right - box.left)) * TILE, (room.h / (box.bottom - box.top)) * TILE, most)
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale: clamp(scale, MIN_SCALE, MAX_SCALE) }
}

export const toScreen = (c: Camera, view: Size, x: number, y: number): { x: number; y: number } => ({
  x: view.width / 2 + ((x - c.x) * c.scale) / TILE,
  y: view.height / 2 + ((y - c.y) * c.scale) / TILE,
})

export const toWorld = (c: Camera, view: Size, x: number, y: number): { x: number; y: number } => ({
  x: c.x + ((x - view.width / 2) * TILE) / c.scale,
  y: c.y + ((y - view.height / 2) * TILE) / c.scale,
})

export const pan = (c: Camera, dx: number, dy: number): Camera => ({
  ...c,
  x: c.x - (dx * TILE) / c.scale,
  y: c.y - (dy * TILE) / c.scale,
})

/** Zoom keeping the world point under the screen point where it is. */
export function zoomAt(c: Camera, view: Size, factor: number, px: number, py: number): Camera {
  const scale = clamp(c.scale * factor, MIN_SCALE, MAX_SCALE)
  const fixed = toWorld(c, view, px, py)
  return {
    scale,
    x: fixed.x - ((px - view.width / 2) * TILE) / scale,
    y: fixed.y - ((py - view.height / 2) * TILE) / scale,
  }
}

/** A whole number of device pixels a tile, as bitmaps are sharp in; hardly another scale. */
export function sharp(c: Camera, devicePixels: number): Camera {
  const scale = Math.max(1, Math.round(c.scale * devicePixels)) / devicePixels
  return scale === c.scale ? c : { ...c, scale }
}

/** Never lose the landscape: the middle of the view stays within the box, a tile beyond at most. */
export const keepInside = (c: Camera, box: Box): Camera => ({
  ...c,
  x: clamp(c.x, box.left - TILE, box.right + TILE),
  y: clamp(c.y, box.top - TILE, box.bottom + TILE),
})

/** A space that is not wholly in view is brought in by the least move, with some room round it. */
export function reveal(c: Camera, view: Size, x: number, y: number, room = 56): Camera {
  const a = toScreen(c, view, x * TILE, y * TILE)
  const b = toScreen(c, view, (x + 1) * TILE, (y + 1) * TILE)
  const shift = (low: number, high: number, size: number): number =>
    low < 0 ? room - low : high > size ? size - room - high : 0
  const dx = shift(a.x, b.x, view.width)
  const dy = shift(a.y, b.y, view.height)
  return dx || dy ? pan(c, dx, dy) : c
}

export const isSameBox = (a: Box, b: Box): boolean =>
  a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom
const holds = (a: Box, b: Box): boolean =>
  a.left <= b.left && a.top <= b.top && a.right >= b.right && a.bottom >= b.bottom

/** The world in view, in whole tiles: changes only when the view moves by a tile. */
export function areaInView(c: Camera, view: Size): Box {
  const a = toWorld(c, view, 0, 0)
  const b = toWorld(c, view, view.width, view.height)
  return {
    left: Math.floor(a.x / TILE) * TILE,
    top: Math.floor(a.y / TILE) * TILE,
    right: Math.ceil(b.x / TILE) * TILE,
    bottom: Math.ceil(b.y / TILE) * TILE,
  }
}

/** The same with half as much round it, and some tiles; another one only where the last does not do any more. */
export function areaAround(seen: Box, last: Box): Box {
  const around = (by: number): Box => {
    const tiles = (size: number): number => (Math.ceil((by * size) / TILE) + 3) * TILE
    const [dx, dy] = [tiles(seen.right - seen.left), tiles(seen.bottom - seen.top)]
    return { left: seen.left - dx, top: seen.top - dy, right: seen.right + dx, bottom: seen.bottom + dy }
  }
  return holds(last, seen) && holds(around(2), last) ? last : around(0.5)
}

/** As `fit`, with more room round it until no space lies under what stands on the table's corners (pixels). */
export function fitClear(
  box: Box,
  view: Size,
  margin: number,
  most: number,
  spaces: { x: number; y: number }[],
  corners: Box[],
): Camera {
  let best = fit(box, view, margin, most)
  for (let more = 0; more <= 3; more++) {
    const c = fit(box, view, margin + more * 22, most)
    const covered = spaces.some((s) => {
      const a = toScreen(c, view, s.x * TILE, s.y * TILE)
      return corners.some((k) => a.x < k.right && a.x + c.scale > k.left && a.y < k.bottom && a.y + c.scale > k.top)
    })
    best = c
    if (!covered) break
  }
  return best
}
