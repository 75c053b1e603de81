import { describe, expect, it } from 'vitest'
import { cellsAt, liesDown, markOf, numbersAt, shieldsAt, spacesOf, spread } from './track'

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

describe('shields on the score track', () => {
  const holds = (wishes: { at: number; width: number }[], inside: number): number[] => {
    const found = spread(wishes, inside)
    const order = wishes.map((_, i) => i).sort((a, b) => wishes[a]!.at - wishes[b]!.at)
    const boxes = order.map((i) => [found[i]! - wishes[i]!.width / 2, found[i]! + wishes[i]!.width / 2] as const)
    expect(found).toHaveLength(wishes.length)
    expect(boxes[0]![0]).toBeGreaterThanOrEqual(-1e-6)
    expect(boxes.at(-1)![1]).toBeLessThanOrEqual(inside + 1e-6)
    for (const [i, box] of boxes.slice(1).entries()) expect(box[0]).toBeGreaterThanOrEqual(boxes[i]![1] - 1e-6)
    return found
  }
  const over = (scores: number[], inside: number, width: number): { at: number; width: number }[] =>
    cellsAt(scores, 50, inside).map((at) => ({ at, width }))
  const pushed = (scores: number[], inside: number, step: number): number[] =>
    shieldsAt(
      cellsAt(scores, 50, inside),
      scores.map(() => step),
      inside,
    )

  it('stand over their cells where there is room', () => {
    expect(pushed([3, 20, 41], 1000, 17)).toEqual([70, 410, 830])
  })

  it('are pushed apart where cells are near, as little as it takes, in the order of their points', () => {
    expect(pushed([10, 11], 340, 15)).toEqual([67.3, 82.3].map((x) => expect.closeTo(x, 5)))
    expect(pushed([5, 55, 30], 1000, 17)).toEqual([101.5, 118.5, 610])
    expect(pushed([92, 90, 87], 340, 15)).toEqual([289.7, 274.7, 255].map((x) => expect.closeTo(x, 5)))
    for (const [a, b] of [pushed([87, 90, 92], 340, 15), pushed([88, 87], 340, 15)] as [number, number][])
      expect(Math.abs(a - b)).toBeGreaterThanOrEqual(15 - 1e-6)
  })

  it('stay inside at both ends', () => {
    expect(holds(over([0], 370, 20), 370)).toEqual([10])
    expect(holds(over([49], 370, 20), 370)).toEqual([360])
    holds(over([49, 48, 49, 99, 47, 0, 50, 1], 370, 24), 370)
    expect(pushed([0, 0, 0], 1000, 12)).toEqual([6, 18, 30])
  })

  it('hold for eight seats, wherever they are', () => {
    let a = 7
    const some = (n: number): number => (a = (a * 16807) % 2147483647) % n
    for (let i = 0; i < 100; i++)
      holds(
        over(
          Array.from({ length: 8 }, () => some(i % 2 ? 12 : 160)),
          340,
          12 + some(30),
        ),
        340,
      )
  })

  it('are counted back from the start below 0', () => {
    expect(pushed([-2, 0, -51], 1000, 12)).toEqual([970, 10, 990])
    expect(cellsAt([-2, 0, -51], 50, 1000)).toEqual([970, 10, 990])
  })
})

describe('numbers on the score track', () => {
  const stand = (at: number[], inside = 1000, width = 20): (number | null)[] =>
    numbersAt(
      at.map((x) => ({ at: x, width: 20 })),
      at.map(() => width),
      inside,
    )

  it('stand right of their shield, else left', () => {
    expect(stand([100, 400])).toEqual([110, 410])
    expect(stand([100, 125])).toEqual([70, 135])
    expect(stand([985])).toEqual([955])
  })

  it('are left out where there is no room', () => {
    expect(stand([100, 120, 140])).toEqual([70, null, 150])
    expect(stand([10, 30, 60], 100)).toEqual([null, null, 70])
  })

  it('never lie over a number that stands already', () => {
    expect(stand([10, 55])).toEqual([20, 65])
    expect(stand([10, 55, 76])).toEqual([20, null, 86])
  })
})
