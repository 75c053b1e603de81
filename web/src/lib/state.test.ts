import { describe, expect, it } from 'vitest'
import type { Award, Event, Seat } from './protocol'
import { emptyState, fold, foldAll, lastPiece, scoreCourse } from './state'

const seat = (n: number, name: string): Seat => ({ seat: n, name, kind: 'human', score: 0, followers: 7, online: true })
const tile = { set: 'base-c1', id: '16', illustration: '', seed: 's', name: 'city on the north' }
const award = (id: number, turn: number, points: [number, number][], returned: number[], final = false): Award => ({
  id, turn, final, category: 'city', completed: !final, segments: [], spaces: [], tiles: 2, shields: 0, followers: [], owners: [],
  points: points.map(([s, p]) => ({ seat: s, points: p })), perSpace: [], title: 'City, 2 tiles', sum: '', sentence: '', rules: [], returned,
})
const stamp = (events: object[]): Event[] => events.map((e, i) => ({ seq: i + 1, at: '2026-01-01T00:00:00Z', ...e }) as Event)

const GAME = stamp([
  { type: 'started', seats: [seat(0, 'Mila'), seat(1, 'Noor')], firstSeat: 0, tiles: 5, commitment: 'c0ffee' },
  { type: 'placed', piece: { ...tile, piece: 0, x: 0, y: 0, rotation: 0 }, seat: null, turn: 0 },
  { type: 'turn', seat: 0, turn: 1 },
  { type: 'drawn', seat: 0, tile, left: 3 },
  { type: 'placed', piece: { ...tile, piece: 1, x: 0, y: -1, rotation: 2 }, seat: 0, turn: 1 },
  { type: 'follower', follower: { id: 1, seat: 0, piece: 1, place: 'city', kind: 'knight' } },
  { type: 'award', award: award(1, 1, [[0, 4]], [1]) },
  { type: 'turn', seat: 1, turn: 2 },
  { type: 'drawn', seat: 1, tile, left: 2 },
  { type: 'setAside', seat: 1, tile, left: 2, rule: 'DRAW-2' },
  { type: 'drawn', seat: 1, tile, left: 1 },
  { type: 'placed', piece: { ...tile, piece: 2, x: 1, y: 0, rotation: 1 }, seat: 1, turn: 2 },
  { type: 'follower', follower: { id: 2, seat: 1, piece: 2, place: 'field', kind: 'farmer' } },
  { type: 'award', award: award(2, 2, [[1, 3]], [2], true) },
  { type: 'over', ranking: [{ seat: 0, place: 1, points: 4 }, { seat: 1, place: 2, points: 3 }], table: [], seed: 'abc', returned: [2] },
])

describe('the fold over events', () => {
  it('is the same in one piece, event by event, and when events arrive twice', () => {
    const whole = foldAll(emptyState(), GAME)
    const first = foldAll(emptyState(), GAME.slice(0, 7))
    expect(foldAll(first, GAME.slice(7))).toEqual(whole)
    expect(foldAll(first, GAME.slice(3))).toEqual(whole)
    expect(foldAll(whole, GAME)).toEqual(whole)
  })
  it('changes nothing of the state it was given', () => {
    const before = foldAll(emptyState(), GAME.slice(0, 5))
    const copy = structuredClone(before)
    for (const e of GAME.slice(5)) fold(before, e)
    expect(before).toEqual(copy)
  })
  it('keeps followers in hand and on the board together', () => {
    const s = foldAll(emptyState(), GAME.slice(0, 6))
    expect(s.seats[0]?.followers).toBe(6)
    expect(s.followers).toHaveLength(1)
    const after = fold(s, GAME[6]!)
    expect(after.seats[0]).toMatchObject({ followers: 7, score: 4 })
    expect(after.followers).toEqual([])
  })
  it('lists moves with follower and awards, and tiles set aside', () => {
    const s = foldAll(emptyState(), GAME)
    expect(s.moves.map((m) => m.piece)).toEqual([1, -1, 2])
    expect(s.moves[0]).toMatchObject({ seat: 0, awards: [1], follower: { kind: 'knight' } })
    expect(lastPiece(s)?.piece).toBe(2)
  })
  it('holds the drawn tile until it lies, and counts what is left', () => {
    const drawn = foldAll(emptyState(), GAME.slice(0, 4))
    expect(drawn).toMatchObject({ held: { seat: 0 }, left: 3, toMove: 0, turn: 1 })
    expect(fold(drawn, GAME[4]!).held).toBeNull()
  })
  it('leaves the figures standing in the final picture, and adds their points', () => {
    const s = foldAll(emptyState(), GAME)
    expect(s.followers.map((f) => f.id)).toEqual([2])
    expect(s.seats.map((x) => x.score)).toEqual([4, 3])
    expect(s.result).toMatchObject({ seed: 'abc' })
    expect(s.toMove).toBeNull()
  })
  it('draws the course of the score with the final counting last', () => {
    expect(scoreCourse(foldAll(emptyState(), GAME))).toEqual([
      { turn: 0, scores: [0, 0] }, { turn: 1, scores: [4, 0] }, { turn: 3, scores: [4, 3] },
    ])
  })
})
