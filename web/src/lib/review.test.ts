// What is read from the review of a game, and how it is asked for.
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api'
import type { Land } from './marks'
import type { Moment } from './moments'
import type { Decision, Follower, Judged, Review, Spot, Tile } from './protocol'
import {
  courseOf,
  framesOf,
  gradeOf,
  gradeOfGroup,
  groupsOf,
  intoGroup,
  lostText,
  marginText,
  middleOf,
  momentsOfDecisions,
  nameOfRow,
  ringsOf,
  type Row,
  rowsOf,
  standOf,
  sumsOf,
  textOf,
  thenOf,
  type Weak,
} from './review'
import { leftOf, Reviewer, wasBegun } from './reviewer.svelte'
import { settings } from './settings.svelte'
import type { PlacedPiece } from './state'

const judged = (move: string, margin: number, more: Partial<Judged> = {}): Judged => ({ move, margin, ...more })
const decision = (turn: number, seat: number, move: string, more: Partial<Decision> = {}): Decision => ({
  ...{ ply: turn, turn, seat, of: 'tile', played: judged(move, 1), best: judged(move, 1), others: [], lost: 0 },
  ...more,
})
const moments = (list: [number, number, string][]): Moment[] =>
  list.map(([turn, seat, move]) => ({ event: { turn, seat, move } }) as unknown as Moment)

describe('a decision', () => {
  it('belongs to the next event like it after that of the one before', () => {
    const played = moments([
      [1, 0, '0,1 n'],
      [1, 0, '-'],
      [2, 1, '1,1 n'],
      [2, 1, '-'],
      [2, 1, '-'],
    ])
    const list = [decision(1, 0, '0,1 n'), decision(1, 0, '-'), decision(2, 1, '-'), decision(2, 1, '-')]
    expect(momentsOfDecisions(list, played)).toEqual([0, 1, 3, 4])
  })
  it('has none where none is like it, and the next ones still have theirs', () => {
    const played = moments([
      [1, 0, 'a'],
      [2, 1, 'b'],
    ])
    expect(momentsOfDecisions([decision(1, 1, 'a'), decision(1, 0, 'x'), decision(2, 1, 'b')], played)).toEqual([
      ...[null, null, 1],
    ])
  })
  it('is best, weaker or costly by what it lost', () => {
    expect([0, 0.5, 0.6, 1.9, 2, 4.9, 5, 12].map(gradeOf)).toEqual([
      ...['best', 'best', 'fair', 'fair', 'weaker', 'weaker', 'costly', 'costly'],
    ])
  })
  it('is told with a sign and a decimal, as the language writes it', () => {
    expect([4.25, -1.3, 0, 0.04, -0.04].map(marginText)).toEqual(['+4.3', '−1.3', '0.0', '0.0', '0.0'])
    expect(lostText(9)).toBe('9.0')
    settings.language = 'de'
    expect([marginText(4), lostText(1.25)]).toEqual(['+4,0', '1,3'])
    settings.language = 'en'
  })
})

describe('the choices', () => {
  const at = (x: number, y: number, rotation = 0): Partial<Judged> => ({ space: { x, y, rotation } })
  const d = decision(3, 0, '2,2 n', {
    played: judged('2,2 n', 4, at(2, 2)),
    best: judged('0,1 e', 13, { ...at(0, 1, 1), then: 'cityN', thenLabel: 'Knight' }),
    others: [judged('2,2 e', 3, at(2, 2, 1)), judged('5,5 s', 12, at(5, 5, 2))],
    lost: 9,
  })
  const rows = rowsOf(d)
  it('are the best three and the one that was played, best first', () => {
    expect(rows.map((r) => [r.letter, r.judged.margin, r.lost])).toEqual([
      ['A', 13, 0],
      ['B', 12, 1],
      ['', 4, 9],
      ['C', 3, 10],
    ])
    expect(rows.map(nameOfRow)).toEqual(['A', 'B', 'played', 'C'])
  })
  it('have the best only once where it was played', () => {
    const best = judged('2,2 n', 4)
    const own = rowsOf(decision(3, 0, '2,2 n', { played: best, best, others: [judged('x', 3), judged('y', 2)] }))
    expect(own.map((r) => [r.letter, r.lost])).toEqual([
      ['', 0],
      ['A', 1],
      ['B', 2],
    ])
  })
  it('lie on the table in one frame a space', () => {
    expect(framesOf(rows).map((f) => [f.x, f.y, f.rows.map((r) => r.letter).join(), f.played])).toEqual([
      [0, 1, 'A', false],
      [5, 5, 'B', false],
      [2, 2, ',C', true],
    ])
    expect(framesOf([{ judged: judged('-', 0), letter: 'A', lost: 0 }])).toEqual([])
  })
  describe('that are no tiles', () => {
    const land: Land = {
      pieces: [{ piece: 0, x: 2, y: -1, rotation: 0 }] as PlacedPiece[],
      followers: [{ id: 7, seat: 1, kind: 'knight', piece: 0, place: 'cityN' }] as Follower[],
      loose: [],
      ghost: null,
      theme: 'summer',
    }
    const row = (letter: string, place: Spot, more: Partial<Judged> = {}): Row => ({
      ...{ letter, lost: 0, judged: judged('m', 0, { place, ...more }) },
    })
    const seen = (rows: Row[]): [number, number, string, boolean][] =>
      ringsOf(rows, land).map((r) => [r.x, r.y, r.rows.map((one) => one.letter).join(), r.played])
    it('have a frame round their space', () => {
      const frames = framesOf([row('A', { space: [3, 4] }), row('', { space: [3, 4] }), row('B', { seat: 1 })])
      expect(frames.map((f) => [f.x, f.y, f.rows.length, f.played])).toEqual([[3, 4, 2, true]])
    })
    it('have a ring where a figure is set or taken, one for all of a place', () => {
      const place = { segment: { piece: 0, place: 'roadE' } }
      expect(seen([row('A', place), row('', { figure: 7 }), row('B', place)])).toEqual([
        [2500, -500, 'A,B', false],
        [2500, -440, '', true],
      ])
      expect(seen([row('A', { figure: 8 }), row('B', { seat: 0 }), row('C', { space: [0, 0] })])).toEqual([])
      expect(seen([row('A', { segment: { piece: -1, place: 'roadE' } }, at(0, 0))])).toEqual([])
    })
    it('have a figure that stands there, also on a tile that is not laid', () => {
      const figure = { picture: { figure: 'knight', seat: 0 } }
      const own = { ...at(4, 4), tile: { set: 'base', tile: 'a' } as unknown as Tile }
      expect(standOf(row('A', { segment: { piece: -1, place: 'cityN' } }, { ...figure, ...own }), land)).toEqual({
        ...{ x: 4500, y: 4500 },
      })
      expect(standOf(row('A', { figure: 7 }, figure), land)).toEqual({ x: 2500, y: -440 })
      expect(standOf(row('A', { figure: 7 }), land)).toBe(null)
    })
  })
  it('are named by what they are called, else by where they lay', () => {
    expect([textOf(rows[0]!.judged), thenOf(rows[0]!.judged)]).toEqual(['Tile at 0,1', 'Knight'])
    expect(textOf(judged('cityN', 0, { label: 'Knight' }))).toBe('Knight')
    expect(textOf(judged('verb:3', 0))).toBe('verb:3')
    settings.language = 'nl'
    expect(textOf(judged('x', 0, { label: 'Knight', translations: { nl: { label: 'Ridder' } } }))).toBe('Ridder')
    settings.language = 'en'
  })
})

describe('weak moves', () => {
  const weak = (...moments: number[]): Weak[] => moments.map((moment) => ({ moment, grade: 'weaker' }))
  const groups = (list: Weak[], apart: number): string[] =>
    groupsOf(list, apart).map((g) => g.map((w) => w.moment).join(' '))
  it('are one mark each where there is room', () => {
    expect(groups(weak(3, 10, 17), 7)).toEqual(['3', '10', '17'])
    expect(groups([], 7)).toEqual([])
  })
  it('are one mark together where they are near, the nearest first', () => {
    expect(groups(weak(3, 10, 12, 19), 7)).toEqual(['3', '10 12', '19'])
    const all = Array.from({ length: 150 }, (_, i) => i)
    const middles = groupsOf(weak(...all), 12).map(middleOf)
    expect(middles.length).toBeGreaterThan(6)
    for (const [i, m] of middles.slice(1).entries()) expect(m - middles[i]!).toBeGreaterThanOrEqual(12)
  })
  it('together are as bad as the worst, and are gone to one after the other', () => {
    const [group] = groupsOf([...weak(10), { moment: 12, grade: 'costly' }, ...weak(13)], 9)
    expect([gradeOfGroup(group!), gradeOfGroup(weak(1, 2))]).toEqual(['costly', 'weaker'])
    expect([0, 10, 11, 12, 13, 20].map((at) => intoGroup(group!, at))).toEqual([10, 12, 12, 13, 10, 10])
  })
})

describe('over the game', () => {
  const list = [
    decision(1, 0, 'a', { played: judged('a', 3), lost: 1.5 }),
    decision(2, 1, 'b', { played: judged('b', -2), lost: 4 }),
    decision(3, 0, 'c', { played: judged('c', 6), lost: 2 }),
  ]
  it('each seat lost so much', () => {
    expect(sumsOf(list, [0, 1])).toEqual([
      { seat: 0, lost: 3.5, moves: 2 },
      { seat: 1, lost: 4, moves: 1 },
    ])
  })
  it('a margin has a course: of two seats that of one is the other of the other', () => {
    expect(courseOf(list, [1, 2, 4], 0, 2)).toEqual([
      { moment: 1, margin: 3 },
      { moment: 2, margin: 2 },
      { moment: 4, margin: 6 },
    ])
    expect(courseOf(list, [1, null, 4], 1, 2).map((p) => p.margin)).toEqual([-3, -6])
    expect(courseOf(list, [1, 2, 4], 1, 3)).toEqual([{ moment: 2, margin: -2 }])
  })
})

describe('the review', () => {
  const piece = (from: number): Review => ({
    ...{ plies: 30, next: from < 20 ? from + 10 : null, nodes: 8 },
    decisions: [decision(from, 0, 'a')],
  })
  const busy = new ApiError(503, { message: 'busy' })
  const atOnce = (): Promise<void> => Promise.resolve()

  it('is asked for piece by piece', async () => {
    const r = new Reviewer('g', async (_, from) => piece(from), atOnce)
    expect([r.done, r.over]).toEqual([0, false])
    await r.start()
    expect(r.decisions.map((d) => d.ply)).toEqual([0, 10, 20])
    expect([r.done, r.plies, r.over, r.running, r.error]).toEqual([30, 30, true, false, ''])
  })
  it('can be stopped, and goes on there; what comes too late is nothing', async () => {
    const asked: number[] = []
    const r: Reviewer = new Reviewer(
      'g',
      async (_, from) => (asked.push(from), from === 10 && r.stop(), piece(from)),
      atOnce,
    )
    await r.start()
    expect([r.decisions.length, r.done, r.running, r.over]).toEqual([1, 10, false, false])
    r.stop = () => undefined
    await r.start()
    expect(asked).toEqual([0, 10, 10, 20])
    expect(r.decisions.map((d) => d.ply)).toEqual([0, 10, 20])
  })
  it('waits while the server has much to do, but not for ever', async () => {
    let tries = 0
    const patient = new Reviewer('g', async (_, from) => (++tries % 3 ? Promise.reject(busy) : piece(from)), atOnce)
    await patient.start()
    expect([patient.decisions.length, patient.error]).toEqual([3, ''])
    const hopeless = new Reviewer('g', () => Promise.reject(busy), atOnce)
    await hopeless.start()
    expect([hopeless.decisions.length, hopeless.error, hopeless.running]).toEqual([0, 'busy', false])
  })
  it('is found again in this tab, unless somebody has stopped it', async () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    const r = new Reviewer('g', async (_, from) => piece(from), atOnce)
    expect(wasBegun('g')).toBe(false)
    void r.start()
    r.leave()
    expect([wasBegun('g'), wasBegun('other'), r.running]).toEqual([true, false, false])
    void r.start()
    r.stop()
    expect(wasBegun('g')).toBe(false)
    vi.unstubAllGlobals()
    expect(wasBegun('g')).toBe(false)
  })
  it('says how long it takes: a ply as long as what comes after it', () => {
    expect(leftOf(1000, 0, 2, 100)).toBe(null)
    expect(leftOf(3600, 0, 20, 100)).toBe(6400)
    expect(leftOf(1000, 50, 100, 100)).toBe(0)
  })
  it('says what is wrong', async () => {
    const refused = new ApiError(409, { message: 'not over' })
    const r = new Reviewer('g', () => Promise.reject(refused), atOnce)
    await r.start()
    expect([r.error, r.running]).toEqual(['not over', false])
  })
})
