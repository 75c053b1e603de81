// An open game without socket and page: what arrives, how it is shown, what is drafted and sent.
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Client, freshClient, mayPlay, seatName } from './client'
import { chooseFollower, chooseSpace, place } from './draft'
import { setLine } from './open'
import { hurry, skip } from './pace'
import type { ClientMessage, Event, GameSummary, Placement, ServerMessage, Tile, Turn } from './protocol'
import { receive } from './receive'
import { settings } from './settings.svelte'
import { playDraft, putDownHalf, send, setDraft, take } from './turn'

const tile: Tile = { set: 'base-c1', id: '16', illustration: '', seed: 's', name: 'city on the north' }
const seats = ['Mila', 'Noor'].map((name, seat) => ({
  seat,
  name,
  kind: 'human',
  score: 0,
  followers: 7,
  online: true,
}))
const game = { id: 'g', status: 'playing', seats, changed: [] } as unknown as GameSummary
const space = (x: number, y: number, places: string[] = []): Placement =>
  ({
    x,
    y,
    ways: [{ rotation: 0, move: `${x},${y} n`, completes: [], places: places.map((move) => ({ move, label: move })) }],
  }) as unknown as Placement
const asked = (more: object = {}): Turn =>
  ({
    seat: 0,
    turn: 1,
    phase: 'tile',
    left: 3,
    tile,
    placements: [space(0, 1, ['city']), space(1, 0)],
    ...more,
  }) as Turn
const stamp = (events: object[], from = 1): Event[] =>
  events.map((e, i) => ({ seq: from + i, at: '2026-01-01T00:00:00Z', ...e }) as Event)
const STARTED = { type: 'started', seats, firstSeat: 0, tiles: 5, commitment: 'c0ffee', opening: 'Mila begins.' }
const START_TILE = { type: 'placed', piece: { ...tile, piece: 0, x: 0, y: 0, rotation: 0 }, seat: null, turn: 0 }
const placed = (seat: number, piece: number): object => ({
  type: 'placed',
  piece: { ...tile, piece, x: 0, y: piece, rotation: 0 },
  seat,
  turn: piece,
})

interface Fake {
  c: Client
  sent: ClientMessage[]
  say: (m: object) => void
}
/** A game whose line is open and which is as far as its start tile. */
function open(turn: Turn | null = asked(), you = 0): Fake {
  const c = freshClient('g')
  const sent: ClientMessage[] = []
  c.wire.connection = { send: (m) => sent.push(m) > 0, retry: () => undefined, close: () => undefined }
  const say = (m: object): void => receive(c, m as ServerMessage)
  setLine(c, { state: 'open', retryAt: 0 })
  say({ type: 'welcome', game, you, events: stamp([STARTED, START_TILE]), turn })
  return { c, sent, say }
}
const passed = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('crypto', webcrypto)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Object.assign(settings, { confirm: 'ask', points: 'full' })
})

describe('what arrives', () => {
  it('is there at once in the beginning', () => {
    const { c } = open()
    expect([c.state.seq, c.you, c.turn?.placements.length]).toEqual([2, 0, 2])
    expect(mayPlay(c)).toBe(true)
    expect(c.notice?.text).toBe('Mila begins.')
    expect([seatName(c, 1), seatName(c, 4)]).toEqual(['Noor', 'Seat 5'])
  })
  it("shows another's tile after a look at it, and asks when all has been shown", async () => {
    const { c, say } = open(null)
    say({
      type: 'update',
      events: stamp([placed(1, 1), { type: 'turn', seat: 0, turn: 2 }], 3),
      turn: asked({ turn: 2 }),
    })
    expect([c.arriving, c.state.seq]).toEqual([1, 2])
    await passed(120)
    expect([c.state.seq, c.turn]).toEqual([3, null])
    expect(c.spoken).toBe('Noor placed city on the north at 0,1.')
    await passed(420)
    expect([c.arriving, c.state.seq, c.turn?.turn]).toEqual([null, 4, 2])
    expect(c.spoken).toBe('Your turn. You drew: city on the north. 2 spaces fit, 2 as it lies.')
  })
  it('is there at once where the player is in a hurry or does not look', async () => {
    const { c, say } = open(null)
    say({ type: 'update', events: stamp([placed(1, 1), placed(1, 2)], 3), turn: null })
    skip(c)
    await passed(0)
    expect([c.state.seq, c.queue.hurry]).toEqual([4, false])
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    say({ type: 'update', events: stamp([placed(1, 3)], 5), turn: null })
    await passed(0)
    expect(c.state.seq).toBe(5)
  })
  it('catches up when more was missed than anybody would watch', async () => {
    const { c, say } = open(null)
    say({ type: 'update', events: stamp([placed(1, 1)], 3), turn: null })
    const missed = Array.from({ length: 41 }, (_, i) => placed(i % 2, i + 2))
    say({ type: 'welcome', game, you: 0, events: stamp(missed, 4), turn: asked({ turn: 9 }) })
    expect([c.state.seq, c.arriving]).toEqual([44, null])
    await passed(600)
    expect(c.turn?.turn).toBe(9)
  })
  it('says who moved while one was away', () => {
    const { c, say } = open(null)
    say({ type: 'welcome', game, you: 0, events: stamp([placed(1, 1)], 3), turn: null })
    expect(c.notice?.text).toBe('Back. Noor moved while you were away.')
  })
  it('ends a notice after its time, a newer one later', async () => {
    const { c, say } = open()
    await passed(6000)
    say({ type: 'waiting' })
    await passed(8000)
    expect(c.notice?.text).toMatch(/slow to write/)
    await passed(1000)
    expect(c.notice).toBe(null)
  })
})

describe('awards', () => {
  const award = { id: 1, turn: 1, points: [{ seat: 1, points: 4 }], returned: [], title: 'City', sentence: '4.' }
  const given = stamp([{ type: 'award', award }], 3)
  it('are shown, then gone', async () => {
    const { c, say } = open(null)
    say({ type: 'update', events: given, turn: asked() })
    await passed(0)
    expect([c.show?.id, c.spoken, c.turn]).toEqual([1, 'City. 4.', null])
    await passed(2300)
    expect([c.show, c.turn?.turn]).toEqual([null, 1])
  })
  it('end by a press of the player', async () => {
    const { c, say } = open(null)
    say({ type: 'update', events: given, turn: asked() })
    await passed(0)
    skip(c)
    expect(c.show).toBe(null)
    await passed(0)
    expect(c.turn?.turn).toBe(1)
  })
  it('are not shown to whom they are off', async () => {
    settings.points = 'off'
    const { c, say } = open(null)
    say({ type: 'update', events: given, turn: asked() })
    await passed(0)
    expect([c.show, c.state.seats[1]?.score]).toEqual([null, 4])
  })
})

describe('the draft', () => {
  const lay = (c: Client, x: number, y: number): void =>
    setDraft(c, place(c.turn!, chooseSpace(c.turn!, c.draft, x, y)))
  it('is sent once, under a name of its own', () => {
    const { c, sent } = open()
    lay(c, 1, 0)
    playDraft(c)
    playDraft(c)
    expect(sent).toEqual([
      { type: 'play', ref: 1, seq: 2, moves: ['1,0 n'], id: expect.stringMatching(/^[0-9a-f]{24}$/) },
    ])
    expect(c.sending).toBe(true)
  })
  it('stays as it is while it is on its way', () => {
    const { c } = open()
    lay(c, 1, 0)
    playDraft(c)
    const { draft } = c
    lay(c, 0, 1)
    expect(c.draft).toBe(draft)
  })
  it('goes with the choice of the follower where one likes that', () => {
    settings.confirm = 'once'
    const { c, sent } = open()
    lay(c, 0, 1)
    expect(sent.length).toBe(0)
    setDraft(c, chooseFollower(c.draft, 'city'))
    expect(sent).toMatchObject([{ moves: ['0,1 n', 'city'] }])
  })
  it('is said again under the same name when the line broke before the answer, and not when it counted', () => {
    const { c, sent, say } = open()
    lay(c, 1, 0)
    playDraft(c)
    say({ type: 'welcome', game, you: 0, events: [], turn: asked() })
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual({ ...sent[0], ref: 2 })
    say({ type: 'welcome', game, you: 0, events: stamp([placed(0, 1)], 3), turn: null })
    expect(sent).toHaveLength(2)
  })
  it('is forgotten when it is refused; the reason stands until something else is tried', () => {
    const { c, say } = open()
    lay(c, 1, 0)
    playDraft(c)
    say({ type: 'refused', ref: 1, error: { message: 'It does not fit.', rule: 'PLACE-1' }, turn: asked() })
    expect([c.sending, c.draft.step]).toEqual([false, 'space'])
    expect(c.notice).toMatchObject({
      kind: 'refused',
      text: 'Not played: It does not fit (PLACE-1). The board is up to date: please choose again.',
    })
    lay(c, 1, 0)
    expect(c.notice).toBe(null)
  })
  it('may be lost with the disk: then one is told', async () => {
    const { c, say } = open()
    lay(c, 1, 0)
    playDraft(c)
    say({ type: 'unknown', ref: 1 })
    say({ type: 'update', events: [], turn: asked() })
    await passed(0)
    expect(c.notice?.text).toBe('The server could not keep your turn. The board is up to date: please play it again.')
    expect(c.sending).toBe(false)
  })
  it('is kept while the question is the same, and gone when it is another', () => {
    const { c, say } = open()
    lay(c, 0, 1)
    say({ type: 'update', events: [], turn: asked() })
    expect(c.draft.step).toBe('follower')
    say({ type: 'update', events: [], turn: asked({ left: 2 }) })
    expect(c.draft.step).toBe('space')
  })
  it('needs a question: nothing is sent without one', () => {
    const { c, sent } = open(null)
    send(c, ['keep'])
    expect([sent.length, c.sending, mayPlay(c)]).toEqual([0, false, false])
  })
})

describe('what is in use', () => {
  const held = (name: string, ...placements: Placement[]): object => ({ tile: { ...tile, id: name, name }, placements })
  it('is the first tile of the hand that fits, until another is taken', () => {
    const { c } = open(asked({ tile: undefined, hand: [held('a'), held('b', space(0, 1)), held('c', space(2, 2))] }))
    expect([c.turn?.tile?.name, c.turn?.placements.length]).toEqual(['b', 1])
    take(c, { from: 'hand', nth: 2 })
    expect(c.turn?.tile?.name).toBe('c')
    take(c, { from: 'hand', nth: 7 })
    expect(c.turn?.tile?.name).toBe('c')
  })
  it('is a half tile only on purpose, and what was before when it is put down', () => {
    const { c } = open(asked({ placements: [], reserve: [held('half', space(0, 1))] }))
    expect([c.use, c.turn?.placements.length]).toEqual([null, 0])
    take(c, { from: 'reserve', nth: 0 })
    expect(c.turn?.tile?.name).toBe('half')
    setDraft(c, { step: 'follower', x: 0, y: 1, way: 0, place: null })
    putDownHalf(c)
    expect([c.use, c.draft.step, c.turn?.placements.length]).toEqual([null, 'space', 0])
  })
})

describe('the line', () => {
  it('is told when it breaks, and does not flicker while it is tried again', () => {
    const { c } = open()
    setLine(c, { state: 'lost', retryAt: 5 })
    expect([c.spoken, mayPlay(c)]).toEqual(['No connection', false])
    setLine(c, { state: 'connecting', retryAt: 0 })
    expect(c.line.state).toBe('lost')
    setLine(c, { state: 'open', retryAt: 0 })
    expect(mayPlay(c)).toBe(true)
  })
  it('leaves nothing waiting when the game is left', async () => {
    const { c, say } = open(null)
    say({ type: 'update', events: stamp([placed(1, 1), placed(1, 2)], 3), turn: null })
    hurry(c)
    await passed(0)
    expect(c.state.seq).toBe(4)
  })
})
