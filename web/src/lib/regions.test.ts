import { describe, expect, it } from 'vitest'
import { bySpaces, regionsOf } from './regions'

const road = {
  category: 'road' as const,
  segments: [{ piece: 0, place: 'road' }],
  spaces: [[0, 0]] as [number, number][],
}
const area = {
  ...road,
  segments: [],
  spaces: [
    [0, 0],
    [1, 0],
  ] as [number, number][],
}
const nothing = (): undefined => undefined

describe('what is outlined', () => {
  it('is the spaces of a cloister, and of what has no parts of its own', () => {
    expect(bySpaces(road)).toBe(false)
    expect(bySpaces({ ...road, category: 'cloister' })).toBe(true)
    expect(bySpaces(area)).toBe(true)
    expect(regionsOf(area, 'summer', nothing).map(({ x, y }) => [x, y])).toEqual(area.spaces)
  })
  it('is a chapter itself, or all the spaces that it counts', () => {
    expect(bySpaces({ ...road, category: 'chapter' })).toBe(false)
    expect(bySpaces({ ...area, segments: road.segments, category: 'chapter' })).toBe(true)
  })
  it('is nothing where points belong to no place', () => {
    expect(regionsOf({ ...road, segments: [], spaces: [] }, 'summer', nothing)).toEqual([])
  })
})
