import { describe, expect, it } from 'vitest'
import { liesDown, markOf, shieldsAt, spacesOf, spread } from './track'

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

describe('numbers on the score track', () => {
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
    shieldsAt(scores, 50, inside, 12).map((at) => ({ at, width }))

  it('stand over their shields where there is room', () => {
    expect(holds(over([3, 20, 41], 1000, 24), 1000)).toEqual([70, 410, 830])
  })

  it('move apart where shields are near', () => {
    holds(over([87, 90, 92], 1000, 24), 1000)
    holds(over([87, 90, 92], 370, 18), 370)
    holds(over([0, 4], 370, 30), 370)
    expect(holds(over([10, 11], 1000, 40), 1000)).toEqual([200, 240])
  })

  it('stay inside at both ends', () => {
    expect(holds(over([0], 370, 20), 370)).toEqual([10])
    expect(holds(over([49], 370, 20), 370)).toEqual([360])
    holds(over([49, 48, 49, 99, 47, 0, 50, 1], 370, 24), 370)
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

  it('have shields of one cell side by side, and the others at their cell', () => {
    expect(shieldsAt([5, 55, 30], 50, 1000, 12)).toEqual([104, 116, 610])
    expect(shieldsAt([0, 0, 0], 50, 1000, 12)).toEqual([6, 18, 30])
  })

  it('are counted back from the start below 0', () => {
    expect(shieldsAt([-2, 0, -51], 50, 1000, 12)).toEqual([970, 10, 990])
  })
})
