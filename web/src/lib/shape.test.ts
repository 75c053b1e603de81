import { describe, expect, it } from 'vitest'
import {
  contains,
  cornerMarks,
  frameOf,
  freeSides,
  inset,
  middleOf,
  type Outline,
  pathOf,
  roomAt,
  rounded,
  SPACE,
  turned,
} from './shape'

const HALVES: Outline[] = [
  [
    [0, 1000],
    [0, 0],
    [1000, 1000],
  ],
  [
    [0, 0],
    [1000, 0],
    [0, 1000],
  ],
  [
    [1000, 0],
    [1000, 1000],
    [0, 0],
  ],
  [
    [1000, 1000],
    [0, 1000],
    [1000, 0],
  ],
]

describe('the form of a tile', () => {
  it('holds its own points only; two halves fill a space', () => {
    for (let i = 0; i < 2; i++)
      for (const [x, y] of [
        [100, 850],
        [850, 100],
        [300, 200],
        [200, 300],
        [900, 800],
      ] as const)
        expect([contains(HALVES[i]!, x, y), contains(HALVES[i + 2]!, x, y)].filter(Boolean)).toHaveLength(1)
    expect(contains(SPACE, 500, 500)).toBe(true)
    expect(contains(SPACE, 500, 1001)).toBe(false)
  })
  it('shrinks and grows by the same distance on every side', () => {
    expect(inset(SPACE, 50)).toEqual([
      [50, 50],
      [950, 50],
      [950, 950],
      [50, 950],
    ])
    expect(inset(SPACE, -25)).toEqual([
      [-25, -25],
      [1025, -25],
      [1025, 1025],
      [-25, 1025],
    ])
    for (const half of HALVES) {
      const middle = middleOf(half)
      expect(roomAt(inset(half, 60), middle)).toBeCloseTo(roomAt(half, middle) - 60, 0)
      for (const [x, y] of inset(half, 60)) expect(contains(half, x, y)).toBe(true)
    }
  })
  it('has its middle well inside, and room for a sign there', () => {
    expect([middleOf(SPACE), roomAt(SPACE, [500, 500])]).toEqual([[500, 500], 500])
    expect(middleOf(HALVES[0]!)).toEqual([333, 667])
    expect(roomAt(HALVES[0]!, [333, 667])).toBeGreaterThan(230)
  })
  it('is written as paths', () => {
    expect(pathOf(HALVES[0]!)).toBe('M0 1000L0 0L1000 1000Z')
    expect(rounded(SPACE, 90)).toBe(
      'M0 90Q0 0 90 0L910 0Q1000 0 1000 90L1000 910Q1000 1000 910 1000L90 1000Q0 1000 0 910Z',
    )
    expect(cornerMarks(SPACE, 25, 265)).toBe(
      'M-25 240L-25 -25L240 -25M760 -25L1025 -25L1025 240M1025 760L1025 1025L760 1025M240 1025L-25 1025L-25 760',
    )
    expect(cornerMarks(HALVES[1]!, 0, 100).match(/M/g)).toHaveLength(3)
  })
  it('turns clockwise', () => {
    expect(turned(HALVES[1]!, 1)).toEqual([
      [1000, 0],
      [1000, 1000],
      [0, 0],
    ])
    expect(turned(SPACE, -3)).toEqual(turned(SPACE, 1))
    expect(turned(HALVES[0]!, 4)).toEqual(HALVES[0])
  })
  it('knows the sides that touch no other tile, whatever its form', () => {
    const at = (o: Outline, dx: number, dy: number): Outline => o.map(([x, y]) => [x + dx, y + dy])
    expect(freeSides(SPACE, [at(SPACE, 0, -1000), at(SPACE, 1000, 1000)])).toEqual([false, true, true, true])
    const [lower, upper] = [HALVES[1]!, turned(HALVES[1]!, 2)]
    expect(freeSides(lower, [upper])).toEqual([true, false, true])
  })
  it('frames free sides outside the tile, and ends before the corner of another', () => {
    expect(frameOf(SPACE, [], 30, 50)).toBe('M-30 -30L1030 -30M1030 -30L1030 1030M1030 1030L-30 1030M-30 1030L-30 -30')
    const north = SPACE.map(([x, y]): [number, number] => [x, y - 1000])
    expect(frameOf(SPACE, [north], 30, 50)).toBe('M1030 50L1030 1030M1030 1030L-30 1030M-30 1030L-30 50')
  })
})
