// Where answers are marked on the landscape.
import { describe, expect, it, vi } from 'vitest'
import { arrowTo, discOf, type Land, pointOf, stepTowards } from './marks'
import type { AskOption } from './protocol'
import { looseSpots } from './regions'
import type { Loose, PlacedPiece } from './state'

vi.mock('./art.svelte', () => ({ artHere: () => ({ spots: { city: [300, 400] }, outline: [] }), layerArt: () => null }))

const piece = (n: number, x: number, y: number): PlacedPiece => ({
  ...{ set: 's', id: 't', illustration: '', seed: '1', name: 'tile' },
  ...{ piece: n, x, y, rotation: 0, seat: null, turn: 0 },
})
const giant = (at: Loose['at'], was: Loose['was'] = null): Loose => ({
  ...{ id: 90, seat: null, kind: 'giant', nth: 1 },
  at,
  was,
})
const land: Land = {
  pieces: [piece(0, 0, 0), piece(1, 1, 0)],
  followers: [{ id: 4, seat: 1, piece: 1, place: 'city', kind: 'knight' }],
  loose: [],
  ghost: null,
  theme: 'summer',
}
const option = (more: object): AskOption => ({ move: 'm', ...more })

describe('marks', () => {
  it('lie on spaces, places and figures', () => {
    expect(pointOf({ space: [2, 1] }, land)).toEqual({ x: 2500, y: 1500 })
    expect(pointOf({ segment: { piece: 1, place: 'city' } }, land)).toEqual({ x: 1300, y: 400 })
    expect(pointOf({ figure: 4 }, land)).toEqual({ x: 1300, y: 400 })
    expect(pointOf({ seat: 1 }, land)).toBeNull()
  })
  it('lie beside each other for two roads over one space, to which nobody steps', () => {
    const [n, e] = (['n', 'e'] as const).map((over) => option({ move: over, place: { space: [2, 1], over } }))
    expect(pointOf(n!.place, land)).toEqual({ x: 2250, y: 1500 })
    expect(pointOf(e!.place, land)).toEqual({ x: 2750, y: 1500 })
    expect(stepTowards([n!, e!], [giant({ x: 1, y: 1 })], [1, 0])).toBeUndefined()
  })
  it('are discs where a sign tells the answer, rings where it is about figures', () => {
    const sign = { picture: { sign: 'giants.wake' } }
    expect(discOf(option({ place: { figure: 4 }, ...sign }), land)).toEqual({ piece: 1, place: 'city' })
    expect(discOf(option({ place: { figure: 4 } }), land)).toBeNull()
    expect(discOf(option({ place: { segment: { piece: 0, place: 'city' } } }), land)).not.toBeNull()
    expect(discOf(option({ place: { segment: { piece: 0, place: 'city' } }, figures: [4] }), land)).toBeNull()
    expect(
      discOf(option({ place: { segment: { piece: 0, place: 'city' } }, figures: [4], ...sign }), land),
    ).not.toBeNull()
  })
  it('have an arrow where a figure that they are called by would step to them', () => {
    const to = (x: number, y: number, sign = 'giant') => option({ place: { space: [x, y] }, picture: { sign } })
    const loose = [giant({ piece: 0, place: 'city' }), giant({ x: 0, y: 0 }), { ...giant({ x: 1, y: 1 }), kind: 'elf' }]
    const arrow = (o: AskOption, others: AskOption[] = [], among = loose): number | null =>
      arrowTo(o, [o, ...others], among)
    expect(arrow(to(1, 0))).toBe(0)
    expect(arrow(to(0, 1))).toBe(90)
    expect(arrow(to(-1, 0))).toBe(180)
    expect(arrow(to(0, -1), [to(1, 0), to(4, 4, 'seed')])).toBe(270)
    expect(arrow(to(1, 1))).toBeNull()
    expect(arrow(to(1, 0), [], [])).toBeNull()
    expect(arrow(to(1, 0, 'seed'))).toBeNull()
    expect(arrow(to(1, 0), [to(4, 4)])).toBeNull() // another one is put there
    expect(arrow(to(1, 0), [], [...loose, giant({ x: 5, y: 5 })])).toBeNull() // of several none steps
  })
})

describe('a step', () => {
  it('is found by its direction', () => {
    const options = [
      option({ move: 'east', place: { space: [3, 2] }, picture: { sign: 'giant' } }),
      option({ move: 'north', place: { space: [2, 1] }, picture: { sign: 'giant' } }),
    ]
    const loose = [giant({ x: 2, y: 2 })]
    expect(stepTowards(options, loose, [1, 0])?.move).toBe('east')
    expect(stepTowards(options, loose, [0, -1])?.move).toBe('north')
    expect(stepTowards(options, loose, [-1, 0])).toBeUndefined()
  })
})

describe('figures that stand otherwise', () => {
  const spots = (f: Loose): { x: number; y: number; dx: number; dy: number } => {
    const { x, y, dx, dy } = looseSpots([f], land.followers, land.pieces, land.theme)[0]!
    return { x, y, dx, dy }
  }
  it('have the middle of a space', () => {
    expect(spots(giant({ x: 1, y: 0 }, { x: 0, y: 0 }))).toEqual({ x: 1500, y: 640, dx: -1000, dy: 0 })
  })
  it('stand beside another figure, and stay there when it goes', () => {
    const at = { piece: 1, place: 'city', beside: 4 }
    expect(spots(giant(at))).toEqual({ x: 1490, y: 426, dx: 0, dy: 0 })
    expect(looseSpots([giant(at)], [], land.pieces, land.theme)[0]).toMatchObject({ x: 1490, y: 426 })
  })
  it('are not drawn where no tile lies', () => {
    expect(looseSpots([giant({ piece: 7 })], [], land.pieces, land.theme)).toEqual([])
  })
})
