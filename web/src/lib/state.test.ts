import { describe, expect, it } from 'vitest'
import { inLanguage } from './language'
import type { Award, Event, Seat, Tile } from './protocol'
import {
  drawnTile,
  emptyState,
  fold,
  foldAll,
  lastPiece,
  openPiles,
  pileOf,
  pilesOf,
  raisedPieces,
  scoreCourse,
  settled,
} from './state'

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
  terms: [],
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

const did = (seat: number | null, of: string, turn: number, changes: object[], more: object = {}): object => ({
  type: 'did',
  seat,
  of,
  turn,
  text: `${of} of ${seat}.`,
  translations: {},
  changes,
  ...more,
})
const lies = (piece: number, x: number, y: number, t: Tile = tile): object => ({
  piece: { ...t, piece, x, y, rotation: 0 },
})
const drawn = (seat: number, t: Tile | null): object => ({ pile: 'drawn', seat, tiles: t ? [t] : [] })
const stands = (figure: number, seat: number, piece: number, place: string, kind: string): object => ({
  figure,
  seat,
  kind,
  at: { piece, place },
})

describe('figures of a seat beyond the plain ones', () => {
  it('are counted by name, in games of former versions under the plural of it', () => {
    const begun = (more: object): object => ({
      type: 'started',
      seats: [{ ...seat(0, 'Mila'), ...more }],
      firstSeat: 0,
      tiles: 5,
    })
    const figures = (more: object) => foldAll(emptyState(), stamp([begun(more)])).seats[0]!.figures
    const masons = [
      { sort: 'follower', have: 7, all: 7 },
      { sort: 'mason', have: 2, all: 2 },
    ]
    expect(figures({ figures: { mason: 2 } })).toEqual(masons)
    expect(figures({ masons: 2, given: 3 })).toEqual(masons)
    expect(figures({})).toEqual(masons.slice(0, 1))
  })
})

describe('a road over a space', () => {
  it('lies on its piece and is no longer in the supply; others stand on it', () => {
    const seats = [{ ...seat(0, 'Mila'), figures: { plank: 3 } }, seat(1, 'Tom')]
    const s = foldAll(
      emptyState(),
      stamp([
        { type: 'started', seats, firstSeat: 0, opening: '', tiles: 3, commitment: 'c', translations: {} },
        did(null, 'start', 0, [lies(0, 0, 0)]),
        did(0, 'build', 1, [{ figure: 20, seat: 0, kind: 'plank', at: { piece: 0, place: 'over', over: 'e' } }]),
        did(1, 'figure', 2, [{ figure: 7, seat: 1, kind: 'highwayman', at: { piece: 0, place: 'over' } }]),
      ]),
    )
    expect(s.pieces[0]!.over).toEqual({ lies: 'e', seat: 0, kind: 'plank' })
    expect(s.seats[0]!.figures).toContainEqual({ sort: 'plank', have: 2, all: 3 })
    expect(s.followers).toEqual([{ id: 7, seat: 1, piece: 0, place: 'over', kind: 'highwayman' }])
  })
})

describe('heaps, and figures that another seat keeps', () => {
  it('are not in the supply until they are home again', () => {
    const start = stamp([
      { type: 'started', seats: [seat(0, 'Mila'), seat(1, 'Noor')], firstSeat: 0, tiles: 5, commitment: 'c0ffee' },
      did(null, 'start', 0, [lies(0, 0, 0)]),
      did(0, 'floor', 1, [{ heap: 0, count: 2 }]),
      did(1, 'climb', 2, [stands(7, 1, 0, 'top', 'knight')]),
      did(0, 'capture', 3, [{ figure: 7, seat: 1, kind: 'knight', at: { keeper: 0 } }]),
      did(1, 'back', 4, [{ figure: 7, seat: 1, at: null }]),
    ])
    const after = (events: number) => foldAll(emptyState(), start.slice(0, events))
    const have = (events: number) => after(events).seats[1]!.figures[0]!.have
    expect(after(3).pieces[0]!.heap).toBe(2)
    expect(after(4).followers.map((f) => f.place)).toEqual(['top'])
    expect([have(3), have(4), have(5), have(6)]).toEqual([7, 6, 6, 7])
    expect(after(5).kept).toEqual([{ id: 7, seat: 1, kind: 'knight', keeper: 0 }])
    expect([after(5).followers, after(6).kept]).toEqual([[], []])
  })
})

describe('figures without a seat', () => {
  const moves = (figure: number, at: object | null, kind = 'giant'): object => ({ figure, seat: null, kind, at })
  const start = stamp([
    { type: 'started', seats: [seat(0, 'Mila')], firstSeat: 0, tiles: 5, commitment: 'c0ffee' },
    did(null, 'start', 0, [lies(0, 0, 0)]),
    { type: 'turn', seat: 0, turn: 1 },
    did(0, 'tile', 1, [lies(1, 1, 0), moves(90, { x: 1, y: 0 })]),
  ])
  const on = (...events: object[]): Event[] =>
    events.map((e, i) => ({ seq: start.length + i + 1, at: '2026-01-01T00:00:00Z', ...e }) as Event)
  it('stand on a space, and know where they come from', () => {
    const s = foldAll(emptyState(), [...start, ...on(did(0, 'x.step', 1, [moves(90, { x: 0, y: 0 })]))])
    expect(s.loose).toEqual([{ id: 90, seat: null, kind: 'giant', at: { x: 0, y: 0 }, was: { x: 1, y: 0 }, nth: 2 }])
    expect(s.followers).toEqual([])
    expect(s.seats[0]!.figures[0]!.have).toBe(7)
    expect(settled(s).loose[0]!.was).toBeNull()
  })
  it('stand beside a figure of a seat, which counts as before', () => {
    const s = foldAll(emptyState(), [
      ...start,
      ...on(
        did(0, 'figure', 1, [stands(1, 0, 1, 'city', 'knight')]),
        did(0, 'figure', 2, [moves(91, { piece: 1, place: 'city', beside: 1 }, 'elf')]),
      ),
    ])
    expect(s.followers.map((f) => f.id)).toEqual([1])
    expect(s.loose.map((f) => f.kind)).toEqual(['giant', 'elf'])
    expect(s.moves.map((m) => [m.piece, m.kind])).toEqual([
      [1, 'knight'],
      [-1, null],
    ])
    expect(s.moves[1]!.text).toBe('figure of 0.')
  })
  it('leave the board, and send others home', () => {
    const s = foldAll(emptyState(), [
      ...start,
      ...on(
        did(0, 'figure', 1, [stands(1, 0, 1, 'city', 'knight')]),
        did(0, 'x.step', 1, [moves(90, null), { figure: 1, seat: 0, at: null }]),
      ),
    ])
    expect(s.loose).toEqual([])
    expect(s.followers).toEqual([])
    expect(s.seats[0]!.figures[0]!.have).toBe(7)
  })
  it('tiles that nobody holds lie open, unless they are hidden or under another', () => {
    const pile = (name: string, tiles: (Tile | null)[], under?: number): object => ({
      pile: name,
      seat: null,
      tiles,
      ...(under === undefined ? {} : { under }),
    })
    const s = foldAll(emptyState(), [
      ...start,
      ...on(did(null, 'draw', 2, [pile('aside', [tile, tile]), pile('dark', [null]), pile('low', [tile], 0)])),
    ])
    expect(openPiles(s).map((p) => [p.pile, p.tiles.length])).toEqual([['aside', 2]])
  })
})

const GAME = stamp([
  { type: 'started', seats: [seat(0, 'Mila'), seat(1, 'Noor')], firstSeat: 0, tiles: 5, commitment: 'c0ffee' },
  did(null, 'start', 0, [lies(0, 0, 0)]),
  { type: 'turn', seat: 0, turn: 1 },
  did(0, 'draw', 1, [drawn(0, tile), { left: 3 }]),
  did(0, 'tile', 1, [lies(1, 0, -1), drawn(0, null)]),
  did(0, 'figure', 1, [stands(1, 0, 1, 'city', 'knight')]),
  { type: 'award', award: award(1, 1, [[0, 4]], [1]) },
  { type: 'turn', seat: 1, turn: 2 },
  did(1, 'draw', 2, [drawn(1, tile), { left: 2 }]),
  did(1, 'aside', 2, [{ aside: tile, seat: 1, back: false }, drawn(1, null)], { rule: 'DRAW-2' }),
  did(1, 'draw', 2, [drawn(1, tile), { left: 1 }]),
  did(1, 'tile', 2, [lies(2, 1, 0), drawn(1, null)]),
  did(1, 'figure', 2, [stands(2, 1, 2, 'field', 'farmer')]),
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
    const told = GAME.map((e) =>
      e.type === 'did' && (e.seq === 2 || e.seq === 12)
        ? { ...e, changes: [...e.changes, { table: e.seq === 2 ? table : moved }] }
        : e,
    ) as Event[]
    expect(emptyState().table).toBeNull()
    expect(foldAll(emptyState(), told.slice(0, 8)).table).toEqual(table)
    expect(foldAll(emptyState(), told).table).toEqual(moved)
  })
  it('changes nothing of the state it was given', () => {
    const before = foldAll(emptyState(), GAME.slice(0, 5))
    const copy = structuredClone(before)
    for (const e of GAME.slice(5)) fold(before, e)
    expect(before).toEqual(copy)
  })
  it('keeps followers in hand and on the board together', () => {
    const s = foldAll(emptyState(), GAME.slice(0, 6))
    expect(s.seats[0]?.figures[0]?.have).toBe(6)
    expect(s.followers).toHaveLength(1)
    const after = fold(s, GAME[6]!)
    expect(after.seats[0]).toMatchObject({ figures: [{ have: 7, all: 7 }], score: 4 })
    expect(after.followers).toEqual([])
  })
  it('lists moves with follower and awards, and tiles set aside', () => {
    const s = foldAll(emptyState(), GAME)
    expect(s.moves.map((m) => m.piece)).toEqual([1, -1, 2])
    expect(s.moves[0]).toMatchObject({ seat: 0, awards: [1], kind: 'knight', lost: false })
    expect(s.moves[1]).toMatchObject({ seat: 1, lost: true, text: 'aside of 1.' })
    expect(lastPiece(s)?.piece).toBe(2)
  })
  it('holds the drawn tile until it lies, and counts what is left', () => {
    const held = foldAll(emptyState(), GAME.slice(0, 4))
    expect(held).toMatchObject({ left: 3, toMove: 0, turn: 1 })
    expect(drawnTile(held)).toEqual({ seat: 0, tile })
    expect(drawnTile(fold(held, GAME[4]!))).toBeNull()
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

describe('a turn that is taken back', () => {
  const on = (from: number, events: object[]): Event[] =>
    events.map((e, i) => ({ seq: from + i, at: '2026-01-01T00:00:00Z', ...e }) as Event)
  const played = GAME.slice(0, 8)
  const asks = { type: 'takeback', seat: 0, by: 0, state: 'asked', asks: [1] }
  const back = (state: string, by = 1, more = {}): object => ({ type: 'takeback', seat: 0, by, state, ...more })
  it('leaves all as it was, but for what was said, who is called how, and who is away', () => {
    const talk = on(9, [
      { type: 'said', seat: 1, text: 'Oh' },
      asks,
      { type: 'renamed', seat: 1, name: 'Lena' },
      { type: 'standin', seat: 1, by: 0, bot: 'greedy' },
      back('agreed'),
      back('done', 1, { to: 4 }),
    ])
    const s = foldAll(emptyState(), [...played, ...talk])
    const before = foldAll(emptyState(), played.slice(0, 4))
    const { seats, said, events, seq } = before
    expect({ ...s, seats, said, events, seq }).toEqual(before)
    expect(s.seats.map((x) => [x.name, x.score, x.standIn])).toEqual([
      ['Mila', 0, undefined],
      ['Lena', 0, 'greedy'],
    ])
    expect([s.said.map((x) => x.text), s.seq, s.pieces.length, s.awards]).toEqual([['Oh'], 14, 1, []])
    // It goes on from there, and back once more.
    const on2 = on(15, [did(0, 'tile', 1, [lies(1, 1, 0), drawn(0, null)]), asks, back('done', 1, { to: 4 })])
    const again = foldAll(s, on2)
    expect(foldAll(s, on2.slice(0, 1)).pieces).toHaveLength(2)
    expect([again.pieces.length, again.said.length, again.seq]).toEqual([1, 1, 17])
  })
  it('is asked for, and answered', () => {
    const after = (...events: object[]) => foldAll(emptyState(), [...played, ...on(9, events)]).takeback
    expect(after(asks)).toEqual({ seat: 0, asks: [1], agreed: [] })
    expect(after(asks, back('agreed'))?.agreed).toEqual([1])
    for (const end of ['refused', 'withdrawn', 'ended']) expect(after(asks, back(end))).toBeNull()
  })
})

describe('another clock', () => {
  const change = (state: string, by = 0, more = {}): object => ({ type: 'clock', by, state, ...more })
  const asks = change('asked', 0, { wish: { pause: 600 }, asks: [1, 2] })
  const after = (...events: object[]) =>
    foldAll(
      emptyState(),
      events.map((e, i) => ({ seq: i + 1, at: '2026-01-01T00:00:00Z', ...e }) as Event),
    )
  it('is asked for, and answered', () => {
    expect(after(asks).clockAsk).toEqual({ seat: 0, wish: { pause: 600 }, asks: [1, 2], agreed: [] })
    expect(after(asks, change('agreed', 2)).clockAsk?.agreed).toEqual([2])
    for (const end of ['refused', 'withdrawn', 'ended', 'done']) expect(after(asks, change(end, 1)).clockAsk).toBeNull()
  })
  it('knows who would go on', () => {
    expect(after(change('ready', 1), change('ready', 0)).ready).toEqual([1, 0])
    for (const end of ['resumed', 'ended']) expect(after(change('ready', 1), change(end)).ready).toEqual([])
  })
})

describe('what changes by an answer', () => {
  const other = { ...tile, id: '20', seed: 't' }
  const begin = (more: object = {}): object => ({
    type: 'started',
    seats: [0, 1].map((n) => ({ ...seat(n, 'x'), score: 10 })),
    firstSeat: 0,
    opening: 'Chance chose Mila to begin.',
    translations: { nl: { opening: 'Het toeval koos Mila.' } },
    tiles: 9,
    commitment: '',
    ...more,
  })
  const turn = { type: 'turn', seat: 0, turn: 1 }
  const pile = (name: string, by: number | null, tiles: (Tile | null)[], more: object = {}): object => ({
    pile: name,
    seat: by,
    tiles,
    ...more,
  })

  it('is what a pile holds now: open or hidden, of a seat or of nobody', () => {
    const s = foldAll(
      emptyState(),
      stamp([
        begin(),
        did(null, 'draw', 0, [pile('hand', 0, [tile, other]), pile('hand', 1, [null, null])]),
        turn,
        did(0, 'tile', 1, [lies(1, 0, -1, other), pile('hand', 0, [tile])]),
      ]),
    )
    expect(pileOf(s, 'hand', 0)).toEqual([tile])
    expect(pileOf(s, 'hand', 1)).toEqual([null, null])
    expect([pilesOf(s, 0).length, pilesOf(s, null).length, pileOf(s, 'elsewhere', 0)]).toEqual([1, 0, []])
    const empty = fold(s, { seq: 9, at: '', ...did(0, 'tile', 2, [pile('hand', 0, [])]) } as Event)
    expect(pilesOf(empty, 0)).toEqual([])
  })
  it('may lie under a piece, hidden until the end', () => {
    const s = foldAll(emptyState(), stamp([begin(), did(0, 'x', 1, [pile('below', null, [null], { under: 3 })])]))
    expect(raisedPieces(s)).toEqual([3])
    const over = { type: 'over', ranking: [], table: [], outcome: '', translations: {}, seed: '', returned: [] }
    const revealed = [pile('below', null, [tile], { under: 3 }), pile('kept', 1, [other])]
    const end = fold(s, { seq: 9, at: '', ...over, revealed } as unknown as Event)
    expect(end.piles.map((p) => p.tiles)).toEqual([[tile], [other]])
  })
  it('is points that no award gives, and the course of the score knows them', () => {
    const s = foldAll(
      emptyState(),
      stamp([
        begin(),
        turn,
        did(1, 'ask', 1, []),
        did(0, 'pay', 1, [{ seat: 0, points: 4 }, { seat: 1, points: -4 }, pile('got', 1, [tile])], { rule: 'R-1' }),
      ]),
    )
    expect(s.seats.map((x) => x.score)).toEqual([14, 6])
    expect(s.booked).toMatchObject([
      { turn: 1, seat: 0, points: 4, text: 'pay of 0.', rule: 'R-1' },
      { turn: 1, seat: 1, points: -4 },
    ])
    expect(s.moves.map((m) => [m.seat, m.text, m.tile])).toEqual([
      [1, 'ask of 1.', null],
      [0, 'pay of 0.', tile],
    ])
    expect(scoreCourse(s)).toEqual([
      { turn: 0, scores: [0, 0] },
      { turn: 1, scores: [4, -4] },
    ])
  })
  it('is figures out, on to another place and home', () => {
    const events = stamp([
      begin(),
      turn,
      did(0, 'figure', 1, [stands(1, 0, 1, 'city', 'knight')]),
      did(1, 'x', 1, [stands(2, 1, 1, 'city', 'knight'), stands(1, 0, 2, 'road', 'highwayman')]),
      did(1, 'x', 1, [{ figure: 2, seat: 1, at: null }]),
    ])
    const s = foldAll(emptyState(), events)
    expect(s.followers).toMatchObject([{ id: 1, piece: 2, place: 'road', kind: 'highwayman' }])
    expect(s.seats.map((x) => x.figures[0]?.have)).toEqual([6, 7])
  })
  it('tells how it was found who begins, and what was said where that was asked', () => {
    const said = did(0, 'begins', 0, [], { text: 'Mila says that Noor begins.' })
    const s = foldAll(emptyState(), stamp([begin(), said, { ...turn, seat: 1, again: true }]))
    expect(s.opening.map((o) => inLanguage(o, 'en').text)).toEqual([
      'Chance chose Mila to begin.',
      'Mila says that Noor begins.',
    ])
    expect(inLanguage(s.opening[0]!, 'nl').text).toBe('Het toeval koos Mila.')
    expect([s.toMove, s.again]).toEqual([1, true])
  })
})
