// The tentative turn: plain values over what the server asks and what it says would come of an answer.
import { describe, expect, it } from 'vitest'
import {
  backTo,
  choose,
  chooseSpace,
  chosenOption,
  type Draft,
  draftMoves,
  freshDraft,
  ghostWay,
  hold,
  inReadingOrder,
  laidTile,
  lastTried,
  nearestWay,
  place,
  placementsOf,
  readyMoves,
  rotationOf,
  told,
  turnTile,
  undo,
} from './draft'
import type { Ask, AskOption, Tried } from './protocol'

const tile = { set: 's', id: 'A', illustration: '', seed: 'a', name: 'tile A' }
const question = (id: string, options: AskOption[], more: object = {}): Ask => ({
  id,
  of: 'tile',
  seat: 0,
  title: '',
  text: '',
  translations: {},
  options,
  ...more,
})
// 0,-1 north or south; 1,0 only west
const lay = question('tile', [
  {
    move: '{x},{y} {r}',
    pile: 'drawn',
    picture: { tile },
    spots: [
      [0, -1, 5],
      [1, 0, 8],
    ],
  },
])
const figure = question('figure', [{ move: 'road' }, { move: 'city' }], { pass: { move: '-' } })
const tried = (ask: Ask | null, moves: string[] = []): Tried => ({
  type: 'tried',
  ref: 1,
  moves,
  did: [],
  completes: [],
  ask,
})
const begin = freshDraft(lay)
/** Laid at 0,-1 north, and asked for a figure. */
const laid = (): Draft => told(place(chooseSpace(begin, 0, -1)), tried(figure))

describe('the tile', () => {
  it('is laid by the fewest turns clockwise from how it is held', () => {
    for (const [held, lies] of [
      [0, 0],
      [1, 2],
      [3, 0],
    ])
      expect(ghostWay(chooseSpace({ ...begin, rotation: held! }, 0, -1))?.rotation).toBe(lies)
    expect(nearestWay({ x: 0, y: 0, ways: [1, 3].map((rotation) => ({ rotation, move: '' })) }, 2)).toBe(1)
  })
  it('lies at once where it fits in one way, and waits where there are more', () => {
    expect(chooseSpace(begin, 1, 0).decided).toBe(true)
    expect(chooseSpace(begin, 0, -1).decided).toBe(false)
    expect(chooseSpace(begin, 5, 5)).toBe(begin)
  })
  it('turns in the hand by quarters, on a space to the next way', () => {
    expect(rotationOf(turnTile(begin, -1))).toBe(3)
    const there = chooseSpace(begin, 0, -1)
    expect([rotationOf(turnTile(there, 1)), rotationOf(turnTile(turnTile(there, 1), 1))]).toEqual([2, 0])
    const only = chooseSpace(begin, 1, 0)
    expect(turnTile(only, 1)).toBe(only)
  })
  it('keeps its turn when it is taken back', () => {
    expect(rotationOf(undo(turnTile(chooseSpace(begin, 0, -1), 1)))).toBe(2)
  })
  it('is one of several', () => {
    const two = freshDraft(question('hand', [lay.options[0]!, { ...lay.options[0]!, move: 'B {x},{y} {r}' }]))
    expect(two.held).toBe(0)
    const other = hold(two, 1)
    expect(draftMoves(chooseSpace(other, 1, 0))).toEqual(['B 1,0 w'])
    expect(hold(two, 7)).toBe(two)
    expect(placementsOf(hold(two, null))).toEqual([])
  })
})

describe('what is asked after it', () => {
  it('comes when the tile is to stay and the server has said what would be asked', () => {
    const there = chooseSpace(begin, 0, -1)
    const known = told(there, tried(figure))
    expect(known.ask).toBe(lay)
    expect(place(known).ask).toBe(figure)
    expect(place(there).ask).toBe(lay)
    expect(laid().ask).toBe(figure)
    expect(laidTile(laid())).toMatchObject({ id: 'A', x: 0, y: -1, rotation: 0 })
  })
  it('is nothing where the turn ends: then it is ready', () => {
    const there = chooseSpace(begin, 1, 0)
    expect(readyMoves(there)).toBeNull()
    expect(readyMoves(told(there, tried(null)))).toEqual(['1,0 w'])
    expect(readyMoves(told(chooseSpace(begin, 0, -1), tried(null)))).toBeNull()
  })
  it('is answered by one of its options or by none of them', () => {
    const city = choose(laid(), 'city')
    expect([draftMoves(city), readyMoves(city), chosenOption(city)?.move]).toEqual([['0,-1 n', 'city'], null, 'city'])
    expect(readyMoves(told(city, tried(null)))).toEqual(['0,-1 n', 'city'])
    expect(readyMoves(told(choose(laid(), '-'), tried(null)))).toEqual(['0,-1 n', '-'])
    const now = laid()
    expect(choose(now, 'moon')).toBe(now)
  })
  it('may be another question, and so on', () => {
    const more = question('more', [{ move: 'yes' }])
    const on = told(choose(laid(), 'road'), tried(more))
    expect([on.ask?.id, on.past.map((s) => s.move)]).toEqual(['more', ['0,-1 n', 'road']])
    expect(readyMoves(told(choose(on, 'yes'), tried(null)))).toEqual(['0,-1 n', 'road', 'yes'])
  })
  it('is only marked where one goes through many', () => {
    const marked = told(choose(laid(), 'city', false), tried(question('more', [])))
    expect([marked.ask?.id, marked.chosen]).toEqual(['figure', 'city'])
    expect(choose(marked, 'city').ask?.id).toBe('more')
  })
  it('shows what came of the last answer until there is more', () => {
    const first = tried(figure)
    const d = told(place(chooseSpace(begin, 0, -1)), first)
    expect(lastTried(d)).toBe(first)
    const second = tried(null)
    expect(lastTried(told(choose(d, 'city'), second))).toBe(second)
    expect(lastTried(begin)).toBeNull()
  })
})

describe('a step back', () => {
  it('goes from the answer to the question, to the tile as it may be turned, to the hand', () => {
    const city = told(choose(laid(), 'city'), tried(null))
    const asked = undo(city)
    expect([asked.ask?.id, asked.chosen]).toEqual(['figure', null])
    const turning = undo(asked)
    expect([turning.ask?.id, turning.decided, turning.ghost]).toEqual(['tile', false, { x: 0, y: -1, way: 0 }])
    expect(undo(turning).ghost).toBeNull()
    expect(undo(begin)).toBe(begin)
  })
  it('goes to the hand where the tile fits in one way', () => {
    const only = told(chooseSpace(begin, 1, 0), tried(figure))
    expect(only.ask?.id).toBe('figure')
    expect(undo(only)).toMatchObject({ ghost: null, past: [], rotation: 3 })
    expect(undo(told(chooseSpace(begin, 1, 0), tried(null))).ghost).toBeNull()
  })
  it('gives an earlier answer anew', () => {
    const more = question('more', [{ move: 'yes' }])
    const on = told(choose(laid(), 'road'), tried(more))
    expect(undo(on)).toMatchObject({ ask: { id: 'figure' }, chosen: null })
    expect(backTo(on, 1).ask?.id).toBe('figure')
    expect(backTo(on, 0).ask?.id).toBe('tile')
  })
})

it('goes through spaces in reading order', () => {
  const at = (x: number, y: number): { x: number; y: number; ways: [] } => ({ x, y, ways: [] })
  expect(inReadingOrder([at(1, 0), at(0, 0), at(3, -1)]).map((p) => [p.x, p.y])).toEqual([
    [3, -1],
    [0, 0],
    [1, 0],
  ])
})
