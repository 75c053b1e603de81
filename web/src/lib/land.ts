// What a landscape's picture is put together from, bottom to top: ground of all tiles, tall things row by row from the
// north, stitches and corner towers; and how much of it is drawn.

import type { Part } from './bitmaps'
import type { Box } from './camera'
import type { LayerArt, TileArt } from './protocol'
import type { PlacedPiece } from './state'
import { secondSpace } from './twin'

export interface Item {
  part: Part
  piece: number // -1: no piece's
  x: number // space
  y: number
  also: { x: number; y: number } | null // a double tile's second one
}

// How far drawings reach over the sides of their tile (docs/art.md).
const GROUND: Box = { left: -40, top: -40, right: 1040, bottom: 1040 }
const TALL: Box = { left: -110, top: -160, right: 1110, bottom: 1110 }
const LAYER: Box = { left: -190, top: -230, right: 1190, bottom: 1190 }
export const OVER = 230

/** The box of a tile on one space, as far as this one reaches. */
function reach(p: PlacedPiece, box: Box): Box {
  const second = secondSpace(p)
  if (!second) return box
  const [dx, dy] = [(second.x - p.x) * 1000, (second.y - p.y) * 1000]
  return {
    left: box.left + Math.min(0, dx),
    top: box.top + Math.min(0, dy),
    right: box.right + Math.max(0, dx),
    bottom: box.bottom + Math.max(0, dy),
  }
}

/** @param whole stitches of a landscape that is no game's, all at once, which lie in this box */
export function itemsOf(
  theme: string,
  pieces: PlacedPiece[],
  artOf: (p: PlacedPiece) => TileArt | undefined,
  layerOf: (p: PlacedPiece) => LayerArt | undefined,
  whole: { layer: LayerArt; box: Box } | null,
): Item[] {
  const rows = [...pieces].sort((a, b) => a.y - b.y || a.x - b.x)
  const item = (p: PlacedPiece, kind: 'ground' | 'tall'): Item[] => {
    const svg = artOf(p)?.[kind]
    if (!svg) return []
    const key = [theme, kind, p.set, p.id, p.rotation, p.seed, p.illustration].join('~')
    return [{ part: { key, svg, box: reach(p, kind === 'ground' ? GROUND : TALL) }, ...at(p) }]
  }
  const at = (p: PlacedPiece): Omit<Item, 'part'> => ({ piece: p.piece, x: p.x, y: p.y, also: secondSpace(p) })
  const svgOf = (l: LayerArt): string =>
    [...l.pieces]
      .sort((a, b) => a.y - b.y)
      .map(({ svg }) => svg)
      .join('')
  const layers = whole
    ? [{ part: { key: `${theme}~all`, svg: svgOf(whole.layer), box: whole.box }, piece: -1, x: 0, y: 0, also: null }]
    : rows.flatMap((p) => {
        const layer = layerOf(p)
        if (!layer || layer.pieces.length === 0) return []
        const svg = `<g transform="translate(${-p.x * 1000} ${-p.y * 1000})">${svgOf(layer)}</g>`
        const key = [theme, 'layer', p.x, p.y, p.set, p.id, p.rotation, p.seed].join('~')
        return [{ part: { key, svg, box: reach(p, LAYER) }, ...at(p) }]
      })
  return [...rows.flatMap((p) => item(p, 'ground')), ...rows.flatMap((p) => item(p, 'tall')), ...layers]
}

/** A part of the world as it is drawn: device pixels a tile, and device pixels from the world's 0,0. */
export interface Cover {
  px: number
  left: number
  top: number
  width: number
  height: number
}
const MOST_PIXELS = 9e6

const overlap = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
})
const grown = (b: Box, by: number): Box => ({
  left: b.left - by,
  top: b.top - by,
  right: b.right + by,
  bottom: b.bottom + by,
})
const isEmpty = (b: Box): boolean => b.right <= b.left || b.bottom <= b.top

/**
 * What is drawn of a landscape of which a part is seen: all of it if that is not much more, else what is seen and some
 * round it, as there is room. Coarser than asked for only where what is seen alone would be too large.
 */
export function coverOf(land: Box, seen: Box, px: number): Cover {
  const all = grown(land, OVER)
  const pixels = (b: Box): number => (((b.right - b.left) * (b.bottom - b.top)) / 1e6) * px * px
  const side = Math.min(seen.right - seen.left, seen.bottom - seen.top)
  const boxes = [0.4, 0.2, 0.05].map((more) => overlap(all, grown(seen, more * side)))
  if (pixels(all) <= 3 * pixels(seen)) boxes.unshift(all)
  const box = boxes.find((b) => pixels(b) <= MOST_PIXELS) ?? boxes.at(-1)!
  if (isEmpty(box)) return { px, left: 0, top: 0, width: 1, height: 1 }
  const fits = Math.max(1, Math.min(px, Math.floor(px * Math.sqrt(MOST_PIXELS / pixels(box)))))
  const at = (v: number, round: (v: number) => number): number => round((v * fits) / 1000)
  const [left, top] = [at(box.left, Math.floor), at(box.top, Math.floor)]
  return { px: fits, left, top, width: at(box.right, Math.ceil) - left, height: at(box.bottom, Math.ceil) - top }
}

/** Whether all that is seen of the landscape is drawn there. */
export function covers(c: Cover, land: Box, seen: Box): boolean {
  const need = overlap(grown(land, OVER), seen)
  const k = 1000 / c.px
  return (
    isEmpty(need) ||
    (c.left * k <= need.left + 1 &&
      c.top * k <= need.top + 1 &&
      (c.left + c.width) * k >= need.right - 1 &&
      (c.top + c.height) * k >= need.bottom - 1)
  )
}

export const isWithin = (x: number, y: number, c: Cover): boolean => {
  const [left, top] = [x * c.px - c.left, y * c.px - c.top]
  return left < c.width + c.px / 4 && top < c.height + c.px / 4 && left + c.px * 1.25 > 0 && top + c.px * 1.25 > 0
}
