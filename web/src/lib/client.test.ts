// An open game without socket and page: what arrives, how it is shown, what is drafted and sent.
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Client, freshClient, mayPlay, seatName } from './client'
import { choose, chooseSpace, hold, place, placementsOf, turnTile, undo } from './draft'
import { keepSeat, lostKeys, mySeat } from './mine'
import { setLine } from './open'
import { hurry, skip } from './pace'
import type { Ask, ClientMessage, Event, GameSummary, ServerMessage, Tile, Tried, Turn } from './protocol'
import { receive } from './receive'
import { settings } from './settings.svelte'
import { answer, changeClock, claim, playDraft, setDraft, take, takeBack } from './turn'

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
const question = (id: string, more: object = {}): Ask => ({
  id,
  of: 'tile',
  seat: 0,
  title: 'Where does the tile go?',
  text: '',
  translations: {},
  options: [],
  ...more,
})
const spots = [
  [0, 1, 1],
  [1, 0, 3],
]
const lay = (id = '1'): Ask =>
  question(id, { options: [{ move: '{x},{y} {r}', picture: { tile }, pile: 'drawn', spots }] })
const figure = question('2', {
  of: 'figure',
  title: 'Who?',
  options: [{ move: 'city' }],
  pass: { move: '-', label: 'Nobody' },
})
const asked = (ask: Ask = lay(), more: object = {}): Turn => ({ seat: 0, turn: 1, left: 3, ask, ...more })
const stamp = (events: object[], from = 1): Event[] =>
  events.map((e, i) => ({ seq: from + i, at: '2026-01-01T00:00:00Z', ...e }) as Event)
const STARTED = { type: 'started', seats, firstSeat: 0, tiles: 5, commitment: 'c0ffee', opening: 'Mila begins.' }
const START_TILE = {
  type: 'did',
  seat: null,
  of: 'start',
  turn: 0,
  text: '',
  translations: {},
  changes: [{ piece: { ...tile, piece: 0, x: 0, y: 0, rotation: 0 } }],
}
const placed = (seat: number, piece: number): object => ({
  type: 'did',
  seat,
  of: 'tile',
  turn: piece,
  text: `${seat === 1 ? 'Noor' : 'Mila'} lays a tile.`,
  translations: {},
  changes: [{ piece: { ...tile, piece, x: 0, y: piece, rotation: 0 } }],
})

interface Fake {
  c: Client
  sent: ClientMessage[]
  say: (m: object) => void
  tried: (ask: Ask | null, more?: Partial<Tried>) => void // the answer to the last try
}
/** A game whose line is open and which is as far as its start tile. */
function open(turn: Turn | null = asked(), you = 0): Fake {
  const c = freshClient('g')
  const sent: ClientMessage[] = []
  c.wire.connection = { send: (m) => sent.push(m) > 0, retry: () => undefined, close: () => undefined }
  const say = (m: object): void => receive(c, m as ServerMessage)
  setLine(c, { state: 'open', retryAt: 0 })
  say({ type: 'welcome', game, you, events: stamp([STARTED, START_TILE]), turn })
  const tried = (ask: Ask | null, more = {}): void =>
    say({ type: 'tried', ref: c.wire.ref, moves: [], did: [], completes: [], ask, ...more })
  return { c, sent, say, tried }
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
    expect([c.state.seq, c.you, placementsOf(c.draft).length]).toEqual([2, 0, 2])
    expect(mayPlay(c)).toBe(true)
    expect(c.notice?.text).toBe('Mila begins.')
    expect([seatName(c, 1), seatName(c, 4)]).toEqual(['Noor', 'Seat 5'])
  })
  it("shows another's tile after a look at it, and asks when all has been shown", async () => {
    const { c, say } = open(null)
    say({
      type: 'update',
      events: stamp([placed(1, 1), { type: 'turn', seat: 0, turn: 2 }], 3),
      turn: asked(lay('9'), { turn: 2 }),
    })
    expect([c.arriving, c.state.seq]).toEqual([1, 2])
    await passed(120)
    expect([c.state.seq, c.turn]).toEqual([3, null])
    expect(c.spoken).toBe('Noor lays a tile.')
    await passed(420)
    expect([c.arriving, c.state.seq, c.turn?.turn]).toEqual([null, 4, 2])
    expect(c.spoken).toBe('Where does the tile go?')
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
    say({ type: 'welcome', game, you: 0, events: stamp(missed, 4), turn: asked(lay('9'), { turn: 9 }) })
    expect([c.state.seq, c.arriving]).toEqual([44, null])
    await passed(600)
    expect(c.turn?.turn).toBe(9)
  })
  it('begins anew where the server knows of less', async () => {
    const { c, say } = open(null)
    say({ type: 'update', events: stamp([placed(1, 1), placed(0, 2)], 3), turn: null })
    await passed(9000)
    expect(c.state.seq).toBe(4)
    say({ type: 'welcome', game, you: 0, seq: 3, events: stamp([STARTED, START_TILE, placed(1, 7)]), turn: null })
    expect([c.state.seq, c.state.pieces.at(-1)?.y]).toEqual([3, 7])
    expect(c.queue.pending).toEqual([])
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
  it('says that a turn was played in another window, where something lay in this one', async () => {
    const played = async (c: Client, say: Fake['say'], more: object[] = []): Promise<string | undefined> => {
      say({ type: 'update', events: stamp([...more, placed(0, 1), { type: 'turn', seat: 1, turn: 2 }], 3), turn: null })
      await passed(0)
      return c.notice?.kind === 'refused' ? c.notice.text : undefined
    }
    const laid = open()
    setDraft(laid.c, chooseSpace(laid.c.draft, 0, 1))
    expect(await played(laid.c, laid.say)).toMatch(/played in another window/)
    const fresh = open()
    expect(await played(fresh.c, fresh.say)).toBe(undefined)
    const byBot = open()
    setDraft(byBot.c, chooseSpace(byBot.c.draft, 0, 1))
    expect(await played(byBot.c, byBot.say, [{ type: 'standin', seat: 0, bot: 'greedy', by: 1 }])).toBe(undefined)
    const own = open()
    setDraft(own.c, chooseSpace(own.c.draft, 0, 1))
    own.tried(null)
    playDraft(own.c)
    expect(own.c.sending).toBe(true)
    expect(await played(own.c, own.say)).toBe(undefined)
    const cut = open()
    setDraft(cut.c, chooseSpace(cut.c.draft, 0, 1))
    cut.tried(null)
    playDraft(cut.c)
    cut.say({ type: 'welcome', game, you: 0, events: stamp([placed(0, 1)], 3), turn: null })
    await passed(0)
    expect(cut.c.notice).toEqual({ kind: 'info', text: 'Back. Nothing is lost.' })
  })
})

describe('what people ask each other', () => {
  it('is sent, and a refusal is told', () => {
    const { c, sent, say } = open()
    say({ type: 'update', events: [], turn: null, back: 0 })
    expect(c.back).toBe(0)
    takeBack(c, 'ask')
    const ref = c.wire.ref
    expect(sent.at(-1)).toEqual({ type: 'takeback', ref, seq: 2, answer: 'ask' })
    say({ type: 'refused', ref, error: { message: 'It stands.' }, turn: null })
    expect(c.notice).toEqual({ kind: 'info', text: 'It stands.' })
    changeClock(c, 'ask', { pause: 600 })
    expect(sent.at(-1)).toEqual({ type: 'clock', ref: c.wire.ref, seq: 2, answer: 'ask', wish: { pause: 600 } })
    changeClock(c, 'ready')
    expect(sent.at(-1)).toEqual({ type: 'clock', ref: c.wire.ref, seq: 2, answer: 'ready' })
    claim(c, 1, 'bot')
    expect(sent.at(-1)).toEqual({ type: 'claim', ref: c.wire.ref, seat: 1, choice: 'bot' })
  })
  it('tells who took what back, and who is played for', async () => {
    const told = async (event: object): Promise<string | undefined> => {
      const { c, say } = open(null)
      say({ type: 'update', events: stamp([event], 3), turn: null })
      await passed(0)
      return c.notice?.text
    }
    const back = { type: 'takeback', seat: 1, by: 0 }
    expect(await told({ ...back, state: 'done', to: 2 })).toBe('Noor has taken the last turn back.')
    expect(await told({ ...back, seat: 0, state: 'done', to: 2 })).toMatch(/^Your turn is taken back/)
    expect(await told({ ...back, by: 1, state: 'refused' })).toMatch(/^Noor does not agree/)
    const clock = { type: 'clock', by: 1, wish: { each: 86_400 } }
    expect(await told({ ...clock, state: 'done' })).toBe('There is another clock now: 1 day to decide.')
    expect(await told({ ...clock, state: 'refused' })).toMatch(/^Noor does not agree: the clock/)
    expect(await told({ ...clock, state: 'ready' })).toBe('Noor is ready to go on.')
    const away = { type: 'standin', seat: 1, by: 0 }
    expect(await told({ ...away, bot: 'greedy' })).toMatch(/^A bot plays for Noor/)
    expect(await told({ ...away, seat: 0, by: 0, bot: null })).toMatch(/^A bot has played for you/)
  })
  it('counts until one may go on without who is away', () => {
    const { c, say } = open()
    say({ type: 'presence', seats, away: { seat: 1, ms: 4000 } })
    expect([c.away?.seat, c.away!.from - performance.now(), c.spoken]).toEqual([1, 4000, 'Noor has no connection.'])
    say({ type: 'presence', seats })
    expect(c.away).toBe(null)
  })
  it('ends with the seat that somebody is taken off, whose key is lost', () => {
    const { c, say } = open()
    keepSeat({ game: 'g', seat: 0, token: 'key' })
    say({ type: 'freed', text: 'Mila has taken you off.', translations: {} })
    expect([c.takenOff, mySeat('g'), lostKeys('g')]).toEqual(['Mila has taken you off.', undefined, ['key']])
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

const tries = (sent: ClientMessage[]): string[][] => sent.flatMap((m) => (m.type === 'try' ? [m.moves] : []))
const plays = (sent: ClientMessage[]): ClientMessage[] => sent.filter((m) => m.type === 'play')

describe('the draft', () => {
  const layAt = (c: Client, x: number, y: number): void => setDraft(c, place(chooseSpace(c.draft, x, y)))
  it('asks the server what would come of it, and goes on with what it says', () => {
    const { c, sent, tried } = open()
    setDraft(c, chooseSpace(c.draft, 1, 0))
    expect(tries(sent)).toEqual([['1,0 n']])
    tried(figure)
    expect(c.draft.ask?.id).toBe('1') // it may still be turned
    setDraft(c, place(c.draft))
    expect([c.draft.ask?.id, c.spoken]).toEqual(['2', 'Who? 1 answer, or nobody.'])
    answer(c, 'city')
    expect(tries(sent).at(-1)).toEqual(['1,0 n', 'city'])
    expect(plays(sent)).toEqual([])
  })
  it('hears only the answer to what is marked now', () => {
    const { c, say, tried } = open()
    setDraft(c, chooseSpace(c.draft, 1, 0))
    const old = c.wire.ref
    setDraft(c, turnTile(c.draft, 1))
    say({ type: 'tried', ref: old, moves: [], did: [], completes: [], ask: figure })
    expect(c.draft.tried).toBeNull()
    tried(figure)
    expect(c.draft.tried?.ask?.id).toBe('2')
    setDraft(c, undo(c.draft))
    tried(figure)
    expect([c.draft.ghost, c.draft.tried]).toEqual([null, null])
  })
  it('is sent once, under a name of its own, when nothing else is asked', () => {
    const { c, sent, tried } = open()
    layAt(c, 0, 1)
    playDraft(c)
    expect(plays(sent)).toEqual([])
    tried(null)
    playDraft(c)
    playDraft(c)
    expect(plays(sent)).toEqual([
      { type: 'play', ref: 2, seq: 2, moves: ['0,1 n'], id: expect.stringMatching(/^[0-9a-f]{24}$/) },
    ])
    expect(c.sending).toBe(true)
  })
  it('stays as it is while it is on its way', () => {
    const { c, tried } = open()
    layAt(c, 0, 1)
    tried(null)
    playDraft(c)
    const { draft } = c
    layAt(c, 1, 0)
    expect(c.draft).toBe(draft)
  })
  it('goes with its last answer where one likes that', () => {
    settings.confirm = 'once'
    const { c, sent, tried } = open()
    layAt(c, 0, 1)
    tried(figure)
    expect(plays(sent)).toEqual([])
    answer(c, 'city')
    tried(null)
    expect(plays(sent)).toMatchObject([{ moves: ['0,1 n', 'city'] }])
  })
  it('goes at once with an answer whose button was its confirmation', () => {
    const { c, sent, tried } = open(asked(question('7', { pass: { move: 'draw', label: 'Draw' } })))
    answer(c, 'draw', true)
    tried(null)
    expect(plays(sent)).toMatchObject([{ moves: ['draw'] }])
  })
  it('is said again under the same name when the line broke before the answer, and not when it counted', () => {
    const { c, sent, say, tried } = open()
    layAt(c, 0, 1)
    tried(null)
    playDraft(c)
    say({ type: 'welcome', game, you: 0, events: [], turn: asked() })
    expect(plays(sent)).toHaveLength(2)
    expect(plays(sent)[1]).toEqual({ ...plays(sent)[0], ref: 3 })
    say({ type: 'welcome', game, you: 0, events: stamp([placed(0, 1)], 3), turn: null })
    expect(plays(sent)).toHaveLength(2)
  })
  it('is asked about again when the line is back', () => {
    const { c, sent, say } = open()
    setDraft(c, chooseSpace(c.draft, 1, 0))
    setLine(c, { state: 'lost', retryAt: 5 })
    setLine(c, { state: 'open', retryAt: 0 })
    say({ type: 'welcome', game, you: 0, events: [], turn: asked() })
    expect(tries(sent)).toEqual([['1,0 n'], ['1,0 n']])
    expect(c.draft.ghost).toMatchObject({ x: 1, y: 0 })
  })
  it('is forgotten when it is refused; the reason stands until something else is tried', () => {
    const { c, say, tried } = open()
    layAt(c, 0, 1)
    tried(null)
    playDraft(c)
    say({ type: 'refused', ref: 1, error: { message: 'It does not fit.', rule: 'PLACE-1' }, turn: asked() })
    expect([c.sending, c.draft.ghost]).toEqual([false, null])
    expect(c.notice).toMatchObject({
      kind: 'refused',
      text: 'Not played: It does not fit (PLACE-1). The board is up to date: please choose again.',
    })
    layAt(c, 0, 1)
    expect(c.notice).toBe(null)
  })
  it('is not forgotten when an answer is refused that was only tried and is marked no more', () => {
    const { c, say } = open()
    setDraft(c, chooseSpace(c.draft, 1, 0))
    const old = c.wire.ref
    setDraft(c, turnTile(c.draft, 1))
    say({ type: 'refused', ref: old, error: { message: 'No.' }, turn: asked() })
    expect([c.draft.ghost?.x, c.notice?.kind]).toEqual([1, 'info'])
    say({ type: 'refused', ref: c.wire.ref, error: { message: 'No.' }, turn: asked() })
    expect([c.draft.ghost, c.notice?.kind]).toEqual([null, 'refused'])
  })
  it('may be lost with the disk: then one is told', async () => {
    const { c, say, tried } = open()
    layAt(c, 0, 1)
    tried(null)
    playDraft(c)
    say({ type: 'unknown', ref: 1 })
    say({ type: 'update', events: [], turn: asked() })
    await passed(0)
    expect(c.notice?.text).toBe('The server could not keep your turn. The board is up to date: please play it again.')
    expect(c.sending).toBe(false)
  })
  it('is kept while the question is the same, and gone when it is another', () => {
    const { c, say, tried } = open()
    layAt(c, 0, 1)
    tried(figure)
    say({ type: 'update', events: [], turn: asked() })
    expect(c.draft.ask?.id).toBe('2')
    say({ type: 'update', events: [], turn: asked(lay('3')) })
    expect([c.draft.ask?.id, c.draft.past.length]).toEqual(['3', 0])
  })
  it('needs a question to oneself: nothing is tried or sent without one', () => {
    const { c, sent } = open(null)
    answer(c, 'keep', true)
    playDraft(c)
    expect([sent.length, c.sending, mayPlay(c)]).toEqual([0, false, false])
    const noor = open(asked({ ...figure, seat: 1 }, { seat: 1 }))
    answer(noor.c, 'city')
    expect([noor.sent.length, mayPlay(noor.c)]).toEqual([0, false])
  })
})

describe('what is in use', () => {
  const option = (name: string, ...at: number[][]): object => ({
    move: `${name} {x},{y} {r}`,
    pile: 'hand',
    picture: { tile: { ...tile, id: name } },
    spots: at,
  })
  it('is the first tile that fits, until another is taken', () => {
    const { c } = open(asked(question('1', { options: [option('a'), option('b', [0, 1, 1]), option('c', [2, 2, 1])] })))
    expect(c.draft.held).toBe(1)
    take(c, 2)
    expect([c.draft.held, placementsOf(c.draft)[0]?.x]).toEqual([2, 2])
    take(c, 7)
    expect(c.draft.held).toBe(2)
  })
  it('is one on purpose only where one may go on without, and can be put down', () => {
    const pass = { move: 'draw', label: 'Draw' }
    const { c } = open(asked(question('1', { options: [option('a', [0, 1, 1])], pass })))
    expect([c.draft.held, placementsOf(c.draft)]).toEqual([null, []])
    take(c, 0)
    expect(placementsOf(c.draft)).toHaveLength(1)
    setDraft(c, hold(choose(c.draft, 'draw'), null))
    expect([c.draft.held, c.draft.chosen]).toEqual([null, null])
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
