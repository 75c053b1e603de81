// A game gone through again: its moments, the awards over the line, addresses, speeds, keys.
import { describe, expect, it } from 'vitest'
import { replayCommandOf } from './keyboard'
import {
  awardsOf,
  delayOf,
  marksOf,
  momentOf,
  momentOfMove,
  momentsOf,
  nextOf,
  nextSpeed,
  sentenceOf,
  speedText,
  SPEEDS,
} from './moments'
import type { Award, Change, Event } from './protocol'

let seq = 0
const did = (of: string, changes: object[], more: object = {}): Event =>
  ({
    ...{ type: 'did', seq: ++seq, at: '', turn: 1, seat: 0, of, text: `${of} done.`, translations: {} },
    ...{ changes: changes as Change[], ...more },
  }) as Event
const tile = (piece: number): object => ({ piece: { piece, x: piece, y: 0, rotation: 0, set: 's', id: '1' } })
const award = (id: number, points: { seat: number; points: number }[], turn = 1): Event =>
  ({
    ...{ type: 'award', seq: ++seq, at: '' },
    award: { id, turn, final: false, points, returned: [], title: 'City', sentence: '4 points.' } as unknown as Award,
  }) as Event
const game = (): Event[] => {
  seq = 0
  const seats = ['Mila', 'Noor'].map((name, seat) => ({ seat, name, kind: 'human', score: 0, followers: 7 }))
  return [
    { type: 'started', seq: ++seq, at: '', seats, firstSeat: 0, tiles: 3, commitment: '' } as unknown as Event,
    did('start', [tile(0), { left: 2 }], { turn: 0, seat: null }),
    { type: 'turn', seq: ++seq, at: '', turn: 1, seat: 0 } as Event,
    did('draw', [{ pile: 'drawn', seat: 0, tiles: [{}] }, { left: 1 }]),
    did('tile', [tile(1), { pile: 'drawn', seat: 0, tiles: [] }]),
    did('figure', []),
    award(0, [{ seat: 0, points: 4 }]),
    { type: 'turn', seq: ++seq, at: '', turn: 2, seat: 1 } as Event,
    did('draw', [{ left: 0 }], { turn: 2, seat: 1 }),
    did('silent', [], { turn: 2, seat: 1, text: '' }),
    did('tile', [tile(2)], { turn: 2, seat: 1 }),
    { type: 'over', seq: ++seq, at: '', ranking: [], table: [], outcome: 'Mila wins', translations: {} } as never,
  ]
}

describe('the moments of a game', () => {
  const moments = momentsOf(game())
  it('are the beginning, what was done, what was counted, and the end; a draw is none', () => {
    expect(moments.map((m) => m.event?.of ?? (m.award ? 'award' : ''))).toEqual([
      '',
      'tile',
      'figure',
      'award',
      'tile',
      '',
    ])
    expect(moments.map((m) => m.turn)).toEqual([0, 1, 1, 1, 2, 2])
    const moves = moments.at(-1)!.state.moves
    expect(moves.map((m, n) => [m.piece, momentOfMove(moments, n)])).toEqual([
      [1, 1],
      [-1, 4], // what is no moment of its own lies in the next
      [2, 4],
    ])
  })
  it('have the table as it was then', () => {
    expect(moments.map((m) => m.state.pieces.length)).toEqual([1, 2, 2, 2, 3, 3])
    expect(moments.map((m) => m.state.seats[0]!.score)).toEqual([0, 0, 0, 4, 4, 4])
    expect(moments.map((m) => m.state.toMove)).toEqual([0, 0, 0, 0, 1, null])
    expect(moments[3]!.state.pieces).toBe(moments[2]!.state.pieces)
  })
  it('keep the result for the last, and no events', () => {
    expect(moments.map((m) => m.state.result?.outcome)).toEqual([...Array(5).fill(undefined), 'Mila wins'])
    expect(moments.every((m) => m.state.events.length === 0)).toBe(true)
  })
  it('say what happened', () => {
    const said = moments.map((m) => sentenceOf(m, 'It begins.', String, 'en'))
    expect(said).toEqual(['It begins.', 'tile done.', 'figure done.', 'City. 4 points.', 'tile done.', 'Mila wins'])
  })
  it('are one where nothing was told yet', () => {
    expect(momentsOf([])).toHaveLength(1)
  })
  it('are named by addresses', () => {
    expect([momentOf('#2', 5), momentOf('#0', 5), momentOf('#17', 5)]).toEqual([2, 0, 4])
    expect([momentOf('', 5), momentOf('#review', 5), momentOf('#-1', 5), momentOf('#2x', 5)]).toEqual(
      Array(4).fill(null),
    )
  })
})

describe('awards', () => {
  const row = (awards: (number[] | null)[]): ReturnType<typeof momentsOf> =>
    momentsOf([]).concat(
      awards.map((seats, i) => ({
        ...momentsOf([])[0]!,
        award: seats && ({ id: i, points: seats.map((seat) => ({ seat, points: 1 })) } as unknown as Award),
      })),
    )
  it('are gone through one after another, from anywhere', () => {
    const stops = awardsOf(row([null, [0], null, [1]]))
    expect(stops).toEqual([2, 4])
    expect([nextOf(stops, 0, 1), nextOf(stops, 2, 1), nextOf(stops, 4, 1)]).toEqual([2, 4, 4])
    expect([nextOf(stops, 4, -1), nextOf(stops, 3, -1), nextOf(stops, 1, -1)]).toEqual([2, 2, 1])
  })
  it('stand over the line at their moment', () => {
    expect(marksOf(row([[0], null, null, [1, 0]]), 400)).toEqual([
      { at: 100, moment: 1, seat: 0, count: 1 },
      { at: 400, moment: 4, seat: 1, count: 1 },
    ])
  })
  it('are one mark where they are nearer than 9 pixels', () => {
    expect(marksOf(row([[0], [1]]), 18).map((m) => m.count)).toEqual([1, 1])
    expect(marksOf(row([[0], [1], null, null, [1]]), 40)).toEqual([
      { at: 12, moment: 1, seat: 0, count: 2 },
      { at: 40, moment: 5, seat: 1, count: 1 },
    ])
    expect(marksOf(row(Array(10).fill([0])), 50)).toEqual([{ at: 27.5, moment: 1, seat: 0, count: 10 }])
  })
  it('that nobody got have none', () => {
    expect(marksOf(row([[]]), 100)).toEqual([])
  })
})

describe('playing', () => {
  it('takes 1.6 s a move, or twice, half, a quarter of that', () => {
    expect(SPEEDS.map(delayOf)).toEqual([3200, 1600, 800, 400])
    expect(SPEEDS.map(speedText)).toEqual(['½', '1', '2', '4'])
    expect(SPEEDS.map(nextSpeed)).toEqual([1, 2, 4, 0.5])
  })
  it('has keys', () => {
    const key = (key: string, shiftKey = false, letters = true): unknown =>
      replayCommandOf({ key, shiftKey, ctrlKey: false, altKey: false, metaKey: false }, letters)
    expect(key('ArrowLeft')).toEqual({ by: -1, awards: false })
    expect(key('ArrowRight', true)).toEqual({ by: 1, awards: true })
    expect(['Home', 'End', ' ', 'Escape', 'W', '?', 'x'].map((k) => key(k))).toEqual([
      ...['first', 'last', 'play', 'close', 'why', 'help', null],
    ])
    expect([key('1'), key('4'), key('5')]).toEqual([{ speed: 1 }, { speed: 4 }, null])
    expect([key('w', false, false), key('2', false, false), key('End', false, false)]).toEqual([null, null, 'last'])
  })
})
