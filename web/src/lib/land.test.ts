import { describe, expect, it } from 'vitest'
import { boxInPixels, shelves } from './bitmaps'
import { coverOf, covers, isWithin, itemsOf } from './land'
import type { TileArt } from './protocol'
import type { PlacedPiece } from './state'

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })
const piece = (n: number, x: number, y: number): PlacedPiece => ({
  ...{ piece: n, set: 's', id: `${n}`, illustration: '', seed: 'a', name: '' },
  ...{ x, y, rotation: 0, seat: null, turn: 0 },
})
const art = (n: number): TileArt => ({
  ground: `g${n}`,
  tall: n === 1 ? '' : `t${n}`,
  regions: {},
  spots: {},
  outline: [],
})

describe('itemsOf', () => {
  it('lays ground below all that stands, which goes row by row, below what lies across sides', () => {
    const pieces = [piece(0, 0, 1), piece(1, 1, 0), piece(2, 0, 0)]
    const layer = {
      pieces: [
        { y: 9, svg: 'b' },
        { y: 3, svg: 'a' },
      ],
    }
    const items = itemsOf(
      'summer',
      pieces,
      (p) => art(p.piece),
      (p) => (p.piece === 0 ? layer : undefined),
      null,
    )
    expect(items.map((i) => i.part.svg)).toEqual([
      ...['g2', 'g1', 'g0', 't2', 't0'],
      '<g transform="translate(0 -1000)">ab</g>',
    ])
  })
  it('has nothing of what is not here yet', () => {
    const none = (): undefined => undefined
    expect(itemsOf('summer', [piece(0, 0, 0)], none, none, null)).toEqual([])
  })
})

describe('coverOf', () => {
  const land = box(0, 0, 8000, 6000)
  it('is all of a landscape that is not much larger than what is seen', () => {
    const seen = box(-1000, -1000, 9000, 7000)
    const all = coverOf(land, seen, 100)
    expect(all).toEqual({ px: 100, left: -23, top: -23, width: 846, height: 646 })
    expect(covers(all, land, seen)).toBe(true)
    expect(covers(all, land, box(5000, 5000, 15000, 15000))).toBe(true) // there is no land
  })
  it('is what is seen and some round it of a large one, and no larger than a canvas may be', () => {
    const large = box(0, 0, 40000, 40000)
    const seen = box(10000, 10000, 15000, 14000)
    const part = coverOf(large, seen, 200)
    expect(part.width).toBeLessThan(1800)
    expect(covers(part, large, seen)).toBe(true)
    expect(covers(part, large, box(11000, 11000, 16000, 15000))).toBe(true)
    expect(covers(part, large, box(14000, 11000, 19000, 15000))).toBe(false)
    expect(isWithin(10, 10, part)).toBe(true)
    expect(isWithin(20, 10, part)).toBe(false)
    const far = coverOf(large, large, 400)
    expect(far.px).toBeLessThan(400)
    expect(far.width * far.height).toBeLessThan(9.1e6)
  })
})

describe('sheets', () => {
  it('put cells side by side in rows', () => {
    const sizes = [5, 4, 3].map((width, i) => ({ width, height: 2 + i }))
    expect(shelves(sizes, 9)).toEqual({
      at: [
        { x: 0, y: 0 },
        { x: 5, y: 0 },
        { x: 0, y: 3 },
      ],
      width: 9,
      height: 7,
    })
  })
  it('give each drawing whole pixels', () => {
    expect(boxInPixels(box(-40, -160, 1040, 1110), 67)).toEqual({ left: -3, top: -11, width: 73, height: 86 })
  })
})
