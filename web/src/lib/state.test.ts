import { describe, expect, it } from 'vitest'
import type { Language } from './language'
import type { Award, Event, Seat, Tile } from './protocol'
import { emptyState, fold, foldAll, lastPiece, scoreCourse, type GameState } from './state'
import { eventSentence } from './text'

const seat = (n: number, name: string): Seat => ({ seat: n, name, kind: 'human', score: 0, followers: 7, online: true })
const tile = { set: 'base-c1', id: '16', illustration: '', seed: 's', name: 'city on the north' }
const award = (id: number, turn: number, points: [number, number][], returned: number[], final = false): Award => ({
  id,
  turn,
  final,
  category: 'city',
  completed: !final,
  segments: [],
  spaces: [],
  tiles: 2,
  shields: 0,
  followers: [],
  owners: [],
  points: points.map(([s, p]) => ({ seat: s, points: p })),
  perSpace: [],
  title: 'City, 2 tiles',
  sum: '',
  sentence: '',
  headline: '',
  translations: {},
  rules: [],
  returned,
  reason: final ? 'field' : 'completed',
})
const stamp = (events: object[]): Event[] =>
  events.map((e, i) => ({ seq: i + 1, at: '2026-01-01T00:00:00Z', ...e }) as Event)

const GAME = stamp([
  { type: 'started', seats: [seat(0, 'Mila'), seat(1, 'Noor')], firstSeat: 0, tiles: 5, commitment: 'c0ffee' },
  { type: 'placed', piece: { ...tile, piece: 0, x: 0, y: 0, rotation: 0 }, seat: null, turn: 0 },
  { type: 'turn', seat: 0, turn: 1 },
  { type: 'drawn', seat: 0, tile, left: 3, hand: false },
  { type: 'placed', piece: { ...tile, piece: 1, x: 0, y: -1, rotation: 2 }, seat: 0, turn: 1 },
  { type: 'follower', follower: { id: 1, seat: 0, piece: 1, place: 'city', kind: 'knight' } },
  { type: 'award', award: award(1, 1, [[0, 4]], [1]) },
  { type: 'turn', seat: 1, turn: 2 },
  { type: 'drawn', seat: 1, tile, left: 2, hand: false },
  { type: 'setAside', seat: 1, tile, left: 2, rule: 'DRAW-2' },
  { type: 'drawn', seat: 1, tile, left: 1, hand: false },
  { type: 'placed', piece: { ...tile, piece: 2, x: 1, y: 0, rotation: 1 }, seat: 1, turn: 2 },
  { type: 'follower', follower: { id: 2, seat: 1, piece: 2, place: 'field', kind: 'farmer' } },
  { type: 'award', award: award(2, 2, [[1, 3]], [2], true) },
  {
    type: 'over',
    ranking: [
      { seat: 0, place: 1, points: 4 },
      { seat: 1, place: 2, points: 3 },
    ],
    table: [],
    outcome: 'Mila wins by 1',
    translations: {},
    seed: 'abc',
    returned: [2],
  },
])

describe('the fold over events', () => {
  it('is the same in one piece, event by event, and when events arrive twice', () => {
    const whole = foldAll(emptyState(), GAME)
    const first = foldAll(emptyState(), GAME.slice(0, 7))
    expect(foldAll(first, GAME.slice(7))).toEqual(whole)
    expect(foldAll(first, GAME.slice(3))).toEqual(whole)
    expect(foldAll(whole, GAME)).toEqual(whole)
  })
  it('keeps the edge of the table until it moves', () => {
    const table = { kind: 'shift', areas: [{ left: -2, top: -2, right: 2, bottom: 2 }], closes: false }
    const moved = { ...table, areas: [{ left: -1, top: -2, right: 2, bottom: 2 }] }
    const told = GAME.map((e) => (e.seq === 2 ? { ...e, table } : e.seq === 12 ? { ...e, table: moved } : e)) as Event[]
    expect(emptyState().table).toBeNull()
    expect(foldAll(emptyState(), told.slice(0, 8)).table).toEqual(table)
    expect(foldAll(emptyState(), told).table).toEqual(moved)
    expect(
      fold(foldAll(emptyState(), told), {
        type: 'extended',
        seq: 99,
        at: '',
        table,
        rule: 'TABLE-EXTEND',
        words: '',
        translations: {},
      } as Event).table,
    ).toEqual(table)
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
      { turn: 0, scores: [0, 0] },
      { turn: 1, scores: [4, 0] },
      { turn: 3, scores: [4, 3] },
    ])
  })
})

describe('tiles in hand, offers, abbots', () => {
  const other = { ...tile, id: '20', seed: 't' }
  const start = (abbots?: number): object => ({
    type: 'started',
    seats: [0, 1].map((n) => ({ ...seat(n, 'x'), score: 10, ...(abbots === undefined ? {} : { abbots }) })),
    firstSeat: 0,
    opening: 'Chance chose Mila to begin.',
    tiles: 9,
    commitment: '',
  })
  const turn = { type: 'turn', seat: 0, turn: 1 }
  const drawn = (seat: number, t: object | null, hand: boolean): object => ({
    type: 'drawn',
    seat,
    tile: t,
    left: 5,
    hand,
  })

  it('keeps open and hidden hands until their tiles are laid or set aside', () => {
    const events = stamp([
      start(),
      turn,
      drawn(0, tile, true),
      drawn(0, other, true),
      drawn(1, null, true),
      drawn(1, null, true),
      { type: 'placed', piece: { ...other, piece: 1, x: 0, y: -1, rotation: 3 }, seat: 0, turn: 1 },
      { type: 'setAside', seat: 1, tile: other, left: 5, rule: 'DRAW-3' },
    ])
    const dealt = foldAll(emptyState(), events.slice(0, 6))
    expect(dealt.seats.map((s) => s.hand)).toEqual([
      [tile, other],
      [null, null],
    ])
    expect(dealt.held).toBeNull()
    const s = foldAll(dealt, events)
    expect(s.seats.map((x) => x.hand)).toEqual([[tile], [null]])
    expect(s.moves.map((m) => m.what)).toEqual(['tile', 'back'])
  })
  it('tells how it was found who begins, and what was said where that was asked', () => {
    const begins = {
      type: 'begins',
      seat: 0,
      first: 1,
      words: 'Mila says that Noor begins.',
      translations: { nl: { words: 'Mila zegt dat Noor begint.' } },
    }
    const s = foldAll(emptyState(), stamp([start(), begins, { ...turn, seat: 1 }]))
    const told = (language: Language): string[] => s.opening.map((e) => eventSentence(e, () => '?', null, language))
    expect(told('en')).toEqual(['Chance chose Mila to begin.', 'Mila says that Noor begins.'])
    expect(told('nl')[1]).toBe('Mila zegt dat Noor begint.')
    expect(s.toMove).toBe(1)
  })
  it('moves points and the tile when one is sold, and the course of the score knows it', () => {
    const s = foldAll(
      emptyState(),
      stamp([
        start(),
        turn,
        drawn(0, tile, false),
        { type: 'bid', seat: 1, points: 4 },
        { type: 'sold', seller: 0, buyer: 1, points: 4 },
        drawn(0, other, false),
        { type: 'placed', piece: { ...other, piece: 1, x: 0, y: -1, rotation: 3 }, seat: 0, turn: 1 },
        { type: 'again', seat: 0, rule: 'HOUSE-HOLE' },
      ]),
    )
    expect(s.seats.map((x) => [x.score, x.hand])).toEqual([
      [14, []],
      [6, [tile]],
    ])
    expect(s.moves.map((m) => [m.what, m.points, m.buyer])).toEqual([
      ['bid', 4, -1],
      ['sold', 4, 1],
      ['tile', 0, -1],
      ['again', 0, -1],
    ])
    expect(lastPiece(s)?.piece).toBe(1)
    expect(scoreCourse(s)).toEqual([
      { turn: 0, scores: [0, 0] },
      { turn: 1, scores: [4, -4] },
    ])
    const laid = fold(s, {
      type: 'placed',
      seq: 9,
      at: '',
      piece: { ...tile, piece: 2, x: 1, y: 0, rotation: 0 },
      seat: 1,
      turn: 2,
    })
    expect(laid.seats[1]?.hand).toEqual([])
  })
  it('counts abbots apart from followers, out and home', () => {
    const events = stamp([
      start(1),
      turn,
      { type: 'follower', follower: { id: 3, seat: 0, piece: 0, place: 'garden', kind: 'abbot' } },
      { type: 'award', award: { ...award(1, 2, [[0, 5]], [3]), reason: 'returned', completed: false } },
    ])
    expect(foldAll(emptyState(), events.slice(0, 3)).seats[0]).toMatchObject({ followers: 7, abbots: 0, allAbbots: 1 })
    expect(foldAll(emptyState(), events).seats[0]).toMatchObject({ followers: 7, abbots: 1, score: 15 })
    expect(foldAll(emptyState(), stamp([start()])).seats[0]).toMatchObject({ allAbbots: 0 })
  })
})

describe('half tiles', () => {
  const half = (id: string): Tile => ({
    set: 'halflings-1',
    id,
    illustration: '',
    seed: `h${id}`,
    name: `half ${id}`,
    shape: 'half',
  })
  const start = (deal: 'first' | 'draft'): object => ({
    type: 'started',
    seats: [seat(0, 'Mila'), seat(1, 'Noor')],
    firstSeat: 0,
    tiles: 9,
    commitment: '',
    reserve: { size: 2, deal },
  })
  const placed = (piece: number, t: Tile, by: number, more: object = {}): object => ({
    type: 'placed',
    piece: { ...t, piece, x: 0, y: -1, rotation: 0 },
    seat: by,
    turn: 1,
    reserve: true,
    ...more,
  })
  const turn = { type: 'turn', seat: 0, turn: 1 }
  const reserves = (s: GameState): unknown => s.seats.map((x) => x.reserve.map((t) => t?.id ?? null))

  it('keeps what each seat holds, hidden or open, apart from its hand', () => {
    const s = foldAll(
      emptyState(),
      stamp([
        start('first'),
        { type: 'dealt', seat: 0, tile: half('01'), held: 1 },
        { type: 'dealt', seat: 1, tile: null, held: 1 },
        { type: 'dealt', seat: 1, tile: null, held: 2 },
        turn,
        { type: 'drawn', seat: 1, tile: null, left: 5, hand: true },
      ]),
    )
    expect(reserves(s)).toEqual([['01'], [null, null]])
    expect(s.reserve).toEqual({ size: 2, deal: 'first' })
    const laid = fold(s, { seq: 7, at: '', ...placed(1, half('07'), 1) } as Event)
    expect(reserves(laid)).toEqual([['01'], [null]])
    expect(laid.seats[1]?.hand).toEqual([null])
    expect(laid.moves.at(-1)).toMatchObject({ what: 'half', seat: 1, piece: 1 })
  })
  it('tells who picked what, in order, and shows at the end what was left', () => {
    const picked = (by: number, id: string, round: number): object => ({
      type: 'picked',
      seat: by,
      tile: half(id),
      held: round,
      round,
    })
    const s = foldAll(
      emptyState(),
      stamp([
        start('draft'),
        picked(1, '03', 1),
        picked(0, '05', 1),
        picked(1, '08', 2),
        picked(0, '02', 2),
        turn,
        placed(1, half('05'), 0),
      ]),
    )
    expect(reserves(s)).toEqual([['02'], ['03', '08']])
    expect(s.moves.map((m) => [m.what, m.seat, m.tile?.id])).toEqual([
      ['picked', 1, '03'],
      ['picked', 0, '05'],
      ['picked', 1, '08'],
      ['picked', 0, '02'],
      ['half', 0, '05'],
    ])
    const over = fold(s, {
      type: 'over',
      seq: 8,
      at: '',
      ranking: [],
      table: [],
      outcome: '',
      translations: {},
      seed: '',
      returned: [],
      reserves: [{ seat: 1, tiles: [half('08')] }],
      buried: [{ piece: 1, tile }],
    })
    expect(reserves(over)).toEqual([['02'], ['08']])
    expect(over.result?.buried).toEqual([{ piece: 1, tile }])
  })
  it('follows a hill and a crop circle: figures out, added and home', () => {
    const follower = (id: number, by: number): object => ({ id, seat: by, piece: 0, place: 'city', kind: 'knight' })
    const events = stamp([
      start('draft'),
      turn,
      { type: 'follower', follower: follower(1, 1) },
      placed(1, half('07'), 0),
      { type: 'buried', seat: 0, piece: 1, tile: null, left: 4 },
      { type: 'chosen', seat: 0, figure: 'knight', action: 'add', words: 'Everyone may add', translations: {} },
      { type: 'follower', follower: follower(2, 1), rule: 'HALF-CROP' },
      { type: 'noFollower', seat: 0, rule: 'HALF-CROP' },
      { type: 'home', seat: 1, follower: 1, rule: 'HALF-CROP' },
      { type: 'passed', seat: 1, turn: 2 },
    ])
    const before = foldAll(emptyState(), events.slice(0, 5))
    expect(before).toMatchObject({ buried: [1], left: 4 })
    const s = foldAll(before, events)
    expect(s.followers.map((f) => f.id)).toEqual([2])
    expect(s.seats[1]?.followers).toBe(6)
    expect(s.moves.map((m) => m.what)).toEqual(['half', 'chosen', 'added', 'none', 'home', 'passed'])
    expect(s.moves[0]?.follower).toBeNull()
    expect(s.moves[4]?.follower?.id).toBe(1)
  })
})
