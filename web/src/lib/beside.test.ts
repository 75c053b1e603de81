import { describe, expect, it } from 'vitest'
import { beside } from './beside'

const box = (left: number, top: number, width: number, height: number): Parameters<typeof beside>[0] => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('a number beside figures', () => {
  it('stays where nobody stands', () => {
    expect(beside(box(10, 10, 20, 10), [box(40, 10, 20, 20), box(30, 0, 5, 40)])).toEqual(box(10, 10, 20, 10))
  })

  it('goes the shortest way off a figure', () => {
    expect(beside(box(45, 10, 20, 10), [box(30, 0, 20, 40)])).toEqual(box(50, 10, 20, 10))
    expect(beside(box(30, -5, 20, 10), [box(30, 0, 20, 40)])).toEqual(box(30, -10, 20, 10))
  })

  it('does not go onto another one', () => {
    const figures = [box(30, 0, 20, 40), box(50, 0, 20, 40), box(30, -20, 20, 20)]
    expect(beside(box(36, 12, 10, 10), figures)).toEqual(box(20, 12, 10, 10))
  })
})
