import { describe, expect, it } from 'vitest'
import {
  chooseFollower,
  chooseSpace,
  chosenPlace,
  draftMoves,
  draftWay,
  firstInUse,
  firstThatFits,
  freshDraft,
  inReadingOrder,
  inUse,
  nearestWay,
  place,
  turnTile,
  turnWith,
  undo,
} from './draft'
import type { Place, Tile, Turn, Way } from './protocol'

const spot = (name: string): Place => ({
  place: name,
  move: name,
  kind: 'highwayman',
  segments: [],
  size: 1,
  points: 0,
  label: name,
})
const way = (rotation: number, places: string[]): Way => ({
  rotation,
  move: `0,-1 ${'nesw'[rotation]}`,
  completes: [],
  places: places.map(spot),
})
const turn: Turn = {
  seat: 0,
  turn: 5,
  left: 30,
  phase: 'tile',
  tile: null,
  placements: [
    { x: 0, y: -1, ways: [way(0, ['road', 'field']), way(2, ['road'])] },
    { x: 1, y: 0, ways: [way(3, ['road'])] },
    { x: 2, y: 0, ways: [way(1, [])] },
  ],
}

describe('the tentative turn', () => {
  it('lays the tile by the fewest turns clockwise from how it is held', () => {
    expect(draftWay(turn, chooseSpace(turn, freshDraft(0), 0, -1))?.rotation).toBe(0)
    expect(draftWay(turn, chooseSpace(turn, freshDraft(1), 0, -1))?.rotation).toBe(2)
    expect(draftWay(turn, chooseSpace(turn, freshDraft(3), 0, -1))?.rotation).toBe(0)
  })
  it('asks nothing that has one answer', () => {
    expect(chooseSpace(turn, freshDraft(), 1, 0)).toMatchObject({ step: 'follower', place: undefined })
    const noFollower = chooseSpace(turn, freshDraft(), 2, 0)
    expect(noFollower).toMatchObject({ step: 'follower', place: null })
    expect(draftMoves(turn, noFollower)).toEqual(['0,-1 e'])
  })
  it('ignores a space that is not offered', () => {
    expect(chooseSpace(turn, freshDraft(2), 9, 9)).toEqual(freshDraft(2))
  })
  it('turns through the ways that fit, both directions', () => {
    const ghost = chooseSpace(turn, freshDraft(), 0, -1)
    expect(draftWay(turn, turnTile(turn, ghost, 1))?.rotation).toBe(2)
    expect(draftWay(turn, turnTile(turn, turnTile(turn, ghost, 1), 1))?.rotation).toBe(0)
    expect(draftWay(turn, turnTile(turn, ghost, -1))?.rotation).toBe(2)
    expect(turnTile(turn, freshDraft(0), -1)).toEqual(freshDraft(3))
  })
  it('sends placement and follower only when both are decided', () => {
    const ghost = chooseSpace(turn, freshDraft(), 0, -1)
    expect(draftMoves(turn, ghost)).toBeNull()
    const lies = place(turn, ghost)
    expect(draftMoves(turn, lies)).toBeNull()
    expect(draftMoves(turn, chooseFollower(lies, 'field'))).toEqual(['0,-1 n', 'field'])
    expect(draftMoves(turn, chooseFollower(lies, null))).toEqual(['0,-1 n', '-'])
    expect(draftMoves(turn, chooseFollower(lies, 'garden'))).toBeNull()
  })
  it('undoes step by step back to the hand, keeping the rotation', () => {
    const chosen = chooseFollower(place(turn, chooseSpace(turn, freshDraft(2), 0, -1)), 'road')
    const open = undo(turn, chosen)
    expect(open).toMatchObject({ step: 'follower', place: undefined })
    const ghost = undo(turn, open)
    expect(ghost).toMatchObject({ step: 'ghost', x: 0, y: -1 })
    expect(undo(turn, ghost)).toEqual(freshDraft(2))
    expect(undo(turn, chooseSpace(turn, freshDraft(), 2, 0))).toEqual(freshDraft(1))
  })
  it('orders spaces as one reads', () => {
    expect(inReadingOrder([...turn.placements].reverse()).map((p) => p.x)).toEqual([0, 1, 2])
  })
  it('tells monk from abbot on one place, and takes the abbot home', () => {
    const two = [
      { ...spot('cloister'), kind: 'monk' as const },
      { ...spot('cloister'), move: 'abbot@cloister', kind: 'abbot' as const },
      { ...spot(''), move: 'abbot-home', home: true },
    ]
    const choice: Turn = { ...turn, placements: [{ x: 0, y: -1, ways: [{ ...way(0, []), places: two }] }] }
    const lies = chooseSpace(choice, freshDraft(), 0, -1)
    for (const p of two) {
      expect(draftMoves(choice, chooseFollower(lies, p.move))).toEqual(['0,-1 n', p.move])
      expect(chosenPlace(choice, chooseFollower(lies, p.move))).toBe(p)
    }
  })
  it('plays any tile of a hand as if it had been drawn', () => {
    const tile = (id: string): Tile => ({ set: 'base', id, illustration: '', seed: id, name: id })
    const hand: Turn = {
      ...turn,
      placements: [],
      hand: [
        { tile: tile('a'), placements: [] },
        { tile: tile('b'), placements: turn.placements },
      ],
    }
    expect(firstInUse(hand)).toEqual({ from: 'hand', nth: 1 })
    expect(turnWith(hand, { from: 'hand', nth: 1 })).toMatchObject({ tile: { id: 'b' }, placements: turn.placements })
    expect(turnWith(hand, { from: 'hand', nth: 0 })?.placements).toEqual([])
    expect(turnWith(turn, { from: 'hand', nth: 3 })).toBe(turn)
    expect(firstInUse(turn)).toBeNull()
  })
  it('takes up a half tile only when it is asked to', () => {
    const tile = (id: string): Tile => ({ set: 'halflings-1', id, illustration: '', seed: id, name: id })
    const asked: Turn = {
      ...turn,
      phase: 'reserve',
      tile: null,
      placements: [],
      reserve: [
        { tile: tile('01'), placements: [] },
        { tile: tile('05'), placements: turn.placements },
      ],
      goOn: { move: '-', then: 'draw', words: 'Draw a tile', translations: {} },
    }
    expect(firstInUse(asked)).toBeNull()
    expect(turnWith(asked, null)).toBe(asked)
    expect(firstThatFits(asked.reserve)).toBe(1)
    const up = turnWith(asked, { from: 'reserve', nth: 1 })!
    expect(up).toMatchObject({ tile: { id: '05' }, placements: turn.placements })
    expect(inUse({ from: 'reserve', nth: 1 }, 'reserve', 1)).toBe(true)
    expect(inUse({ from: 'reserve', nth: 1 }, 'hand', 1)).toBe(false)
    expect(inUse(null, 'hand', 0)).toBe(false)
    expect(draftMoves(up, place(up, chooseSpace(up, freshDraft(), 0, -1)))).not.toEqual([])
  })
  it('turns as little as it can', () => {
    const p = { x: 0, y: 0, ways: [0, 3].map((rotation) => ({ rotation, move: '', completes: [], places: [] })) }
    expect([0, 1, 2, 3].map((now) => nearestWay(p, now))).toEqual([0, 1, 1, 1])
  })
})
