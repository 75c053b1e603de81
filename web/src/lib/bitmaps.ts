// Drawings as bitmaps. Many become one picture at a time (a sheet), so that a theme's symbols and style are read once
// for all of them; whoever draws copies the cell of each out of its sheet.

import type { Box } from './camera'
import { headOf } from './symbols'

/** A drawing: its SVG and how far it reaches, both in thousandths of a tile from the corner of its space. */
export interface Part {
  key: string // what it shows: the same in every detail
  svg: string
  box: Box
}
export interface Look {
  head: string // style and symbols of the theme, which the keys of parts name
  small: boolean // as on tiles under 80 pixels
  px: number // device pixels a tile, whole
}
export interface Cell {
  sheet: HTMLCanvasElement
  svg: string
  small: boolean
  px: number
  x: number // in the sheet
  y: number
  left: number // from the corner of its space; these and its size in pixels
  top: number
  width: number
  height: number
}
interface Sheet {
  canvas: HTMLCanvasElement
  cells: [key: string, cell: Cell][]
  used: number
}

const MOST_WIDE = 4096
const MOST_PIXELS = 40e6 // of all sheets; those used longest ago go first

const cells = new Map<string, Cell[]>()
let sheets: Sheet[] = []
let clock = 0

export const boxInPixels = (box: Box, px: number): { left: number; top: number; width: number; height: number } => {
  const [left, top] = [Math.floor((box.left * px) / 1000), Math.floor((box.top * px) / 1000)]
  return {
    left,
    top,
    width: Math.max(1, Math.ceil((box.right * px) / 1000) - left),
    height: Math.max(1, Math.ceil((box.bottom * px) / 1000) - top),
  }
}

/** Side by side in rows, as they come. */
export function shelves(
  sizes: { width: number; height: number }[],
  most: number,
): { at: { x: number; y: number }[]; width: number; height: number } {
  let [x, y, width, high] = [0, 0, 0, 0]
  const at = sizes.map((s) => {
    if (x > 0 && x + s.width > most) [x, y, high] = [0, y + high, 0]
    const here = { x, y }
    x += s.width
    high = Math.max(high, s.height)
    width = Math.max(width, x)
    return here
  })
  return { at, width, height: y + high }
}

const isOf = (cell: Cell, part: Part, look: Look): boolean =>
  cell.px === look.px && cell.small === look.small && cell.svg === part.svg
export const hasCell = (part: Part, look: Look): boolean =>
  cells.get(part.key)?.some((c) => isOf(c, part, look)) ?? false

/** The bitmap of a drawing; until it is made, the sharpest other one of the same. */
export function cellOf(part: Part, look: Look): Cell | undefined {
  const all = cells.get(part.key)
  const cell = all?.find((c) => isOf(c, part, look)) ?? all?.reduce((best, c) => (c.px > best.px ? c : best))
  if (cell) for (const s of sheets) if (s.canvas === cell.sheet) s.used = ++clock
  return cell
}

function forget(sheet: Sheet): void {
  for (const [key, cell] of sheet.cells) {
    const left = cells.get(key)?.filter((c) => c !== cell) ?? []
    if (left.length > 0) cells.set(key, left)
    else cells.delete(key)
  }
  sheet.canvas.width = sheet.canvas.height = 0
}

function makeRoom(): void {
  let pixels = sheets.reduce((sum, { canvas }) => sum + canvas.width * canvas.height, 0)
  for (const sheet of [...sheets].sort((a, b) => a.used - b.used)) {
    if (pixels <= MOST_PIXELS || sheets.length < 2) return
    pixels -= sheet.canvas.width * sheet.canvas.height
    sheets = sheets.filter((s) => s !== sheet)
    forget(sheet)
  }
}

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

async function make(parts: Part[], look: Look): Promise<void> {
  const wanted = parts.filter((p) => !hasCell(p, look))
  if (wanted.length === 0) return
  const sizes = wanted.map((p) => boxInPixels(p.box, look.px))
  const { at, width, height } = shelves(sizes, MOST_WIDE)
  const unit = 1000 / look.px
  const body = wanted.map(({ svg }, i) => {
    const s = sizes[i]!
    const seen = [s.left, s.top, s.width, s.height].map((v) => v * unit).join(' ')
    return `<svg x="${at[i]!.x}" y="${at[i]!.y}" width="${s.width}" height="${s.height}" viewBox="${seen}">${svg}</svg>`
  })
  const drawing = `<g${look.small ? ' class="a-small"' : ''}>${body.join('')}</g>`
  const whole = `<svg ${SVG} width="${width}" height="${height}">${headOf(look.head, drawing)}${drawing}</svg>`
  const url = URL.createObjectURL(new Blob([whole], { type: 'image/svg+xml' }))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    canvas.getContext('2d')?.drawImage(image, 0, 0)
  } catch {
    // a drawing that cannot be read stays empty, and is not tried again and again
  } finally {
    URL.revokeObjectURL(url)
  }
  const sheet: Sheet = { canvas, cells: [], used: ++clock }
  wanted.forEach((part, i) => {
    const { small, px } = look
    const cell: Cell = { sheet: canvas, svg: part.svg, small, px, ...at[i]!, ...sizes[i]! }
    sheet.cells.push([part.key, cell])
    cells.set(part.key, [...(cells.get(part.key) ?? []), cell])
  })
  sheets.push(sheet)
  makeRoom()
}

let busy = Promise.resolve()
/** Makes the bitmaps of these that are not there yet. One sheet at a time, whoever asks. */
export const makeCells = (parts: Part[], look: Look): Promise<void> => (busy = busy.then(() => make(parts, look)))
