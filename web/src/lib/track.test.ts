import { describe, expect, it } from 'vitest'
import { liesDown, markOf, spacesOf } from './track'

describe('the score track', () => {
  it('has 50 spaces or 100', () => {
    expect(['lap', 'counters', 'dice', 'hundred', 'hundred-dice'].map((form) => spacesOf(form))).toEqual([
      50, 50, 50, 100, 100,
    ])
    expect(spacesOf(undefined)).toBe(50)
  })

  it('shows laps by a lying marker, counters or dice', () => {
    expect([liesDown('lap', 49), liesDown('lap', 50), liesDown('hundred', 99), liesDown('hundred', 100)]).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect([liesDown('counters', 60), liesDown('dice', 60), liesDown('hundred-dice', 160)]).toEqual([
      false,
      false,
      false,
    ])
    expect([markOf('lap', 60), markOf('counters', 40), markOf('counters', 160)]).toEqual(['', '', '◉150'])
  })

  it('turns a die from 6 to 1 with the first lap, and takes a second one when it is back at 6', () => {
    const marks = [0, 50, 299, 300, 353, 600].map((score) => markOf('dice', score))
    expect(marks).toEqual(['⚅', '⚀', '⚄', '⚅⚀', '⚀⚀', '⚅⚁'])
    expect([99, 152, 612].map((score) => markOf('hundred-dice', score))).toEqual(['⚅', '⚀', '⚅⚀'])
  })
})
