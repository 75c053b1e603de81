// Accounts: what this device is called, what stays in the browser of somebody who signs in and out.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bringSeats, deviceName, lengthOf, signIn, signOut } from './account'
import { listGames } from './api'
import { myTurn, rivals, stateOf } from './games'
import {
  dropSession,
  keepName,
  keepSeat,
  keepSession,
  keyOf,
  keyOfSeat,
  keysOf,
  myName,
  mySeat,
  mySeats,
  myTokens,
  seatsHere,
  signedIn,
} from './mine'
import type { GameSummary } from './protocol'
import { hello } from './socket'
import { emptyState, foldAll } from './state'

describe('a device', () => {
  it('is known by its browser and system', () => {
    const mozilla = 'Mozilla/5.0'
    const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
    for (const [agent, name] of [
      [`${mozilla} (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox, Linux'],
      [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/131.0`, 'Edge, Windows'],
      [`${mozilla} (Linux; Android 14; K) ${chrome} Mobile Safari/537.36`, 'Chromium, Android'],
      [
        `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Safari/604.1`,
        'Safari, iOS',
      ],
      [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.1 Safari/605.1.15`, 'Safari, macOS'],
      ['curl/8', ''],
    ])
      expect(deviceName(agent!)).toBe(name)
  })
})

describe('a passphrase', () => {
  it('is as long as the server counts it', () => {
    expect(lengthOf('café')).toBe(4)
    expect(lengthOf('cafe\u0301')).toBe(4)
    expect(lengthOf('🏰🏰')).toBe(2)
  })
})

describe('this browser', () => {
  const asked: { path: string; headers: Record<string, string>; body: unknown }[] = []
  const answers: Record<string, unknown> = {
    '/api/account/sign-in': { account: { name: 'Mila', created: '', sessions: [] }, session: 'token-of-session' },
    '/api/account/seats': { seats: 1 },
    '/api/account/sign-out': {},
    '/api/games': { games: [] },
  }
  beforeEach(() => {
    dropSession()
    for (const seat of mySeats()) keepSeat({ game: seat.game, seat: seat.seat })
    dropSession()
    keepName('')
    asked.length = 0
    vi.stubGlobal('navigator', { userAgent: 'Firefox/133.0' })
    vi.stubGlobal('fetch', (path: string, init: { headers: Record<string, string>; body?: string }) => {
      asked.push({ path, headers: init.headers, body: init.body === undefined ? undefined : JSON.parse(init.body) })
      return Promise.resolve(new Response(JSON.stringify(answers[path])))
    })
  })

  it('keeps the keys of a guest', async () => {
    keepSeat({ game: 'a', seat: 0, token: 'key' })
    expect(keyOf('a')).toBe('key')
    await listGames(myTokens())
    expect(asked[0]!.headers).toEqual({ 'x-bastide-keys': 'key' })
    expect(hello(0, keyOf('a'), signedIn()?.token)).toEqual({ type: 'hello', since: 0, key: 'key' })
  })
  it('shows the session with every call, and needs no keys of seats then', async () => {
    await signIn('mila', 'four words of mine')
    expect(asked[0]!.body).toEqual({ name: 'mila', passphrase: 'four words of mine', device: 'Firefox' })
    expect(myName()).toBe('Mila')
    keepSeat({ game: 'b', seat: 1, token: 'key', invites: [{ seat: 0, link: 'x' }] }, true)
    expect(keyOf('b')).toBeUndefined()
    expect(mySeat('b')?.invites).toHaveLength(1)
    await listGames(myTokens())
    expect(asked[1]!.headers).toEqual({ authorization: 'Bearer token-of-session' })
    expect(hello(3, keyOf('b'), signedIn()?.token)).toEqual({ type: 'hello', since: 3, session: 'token-of-session' })
  })
  it('gives its seats to the account, and has nothing of it when signed out', async () => {
    keepName('Tom')
    keepSeat({ game: 'a', seat: 0, token: 'key' })
    await signIn('Mila', 'four words of mine')
    expect(myName()).toBe('Tom')
    expect(myTokens()).toEqual(['key'])
    expect(await bringSeats()).toBe(1)
    expect(asked[1]!.headers).toMatchObject({ 'x-bastide-keys': 'key', authorization: 'Bearer token-of-session' })
    expect(myTokens()).toEqual([])
    expect(mySeat('a')).toEqual({ game: 'a', seat: 0 })
    expect(await bringSeats()).toBe(0)
    await signOut()
    expect(signedIn()).toBeNull()
    expect(mySeats()).toEqual([])
  })
  it('keeps what it had for itself when signed out', async () => {
    keepSeat({ game: 'a', seat: 0, token: 'key' })
    await signIn('Mila', 'four words of mine')
    keepSeat({ game: 'b', seat: 0, token: 'other' }, true)
    await signOut()
    expect(mySeats()).toEqual([{ game: 'a', seat: 0, token: 'key' }])
  })
})

describe('seats of people who share this device', () => {
  const here = [{ seat: 2, token: 'third' }]
  it('have a key each', () => {
    keepSeat({ game: 'a', seat: 0, token: 'first', here })
    expect([seatsHere('a'), keysOf('a')]).toEqual([
      [0, 2],
      ['first', 'third'],
    ])
    expect([keyOfSeat('a', 0), keyOfSeat('a', 2)]).toEqual(['first', 'third'])
    expect(myTokens()).toContain('third')
    const sits = { seat: 2, also: ['first'] }
    expect(hello(0, 'third', undefined, sits)).toEqual({ type: 'hello', since: 0, key: 'third', ...sits })
    keepSeat({ game: 'b', seat: 1, token: 'key' })
    expect([seatsHere('b'), keysOf('b'), keysOf('nowhere')]).toEqual([[], ['key'], []])
  })
  it('need none where they are an account’s', () => {
    keepSeat({ game: 'a', seat: 0, token: 'first', here }, true)
    expect(mySeat('a')).toEqual({ game: 'a', seat: 0, here: [{ seat: 2 }] })
    expect([seatsHere('a'), keysOf('a'), keyOfSeat('a', 2)]).toEqual([[0, 2], [], undefined])
  })
})

describe('a session that has ended elsewhere', () => {
  it("is found out where a seat is not the account's, and the key of the seat is kept", () => {
    keepSession({ token: 'old', name: 'Mila' })
    keepSeat({ game: 'c', seat: 0, token: 'key' })
    expect(signedIn()).toBeNull()
    expect(keyOf('c')).toBe('key')
  })
})

describe('a game in a list', () => {
  const seat = (n: number, name: string, kind: 'human' | 'open' = 'human'): GameSummary['seats'][number] => ({
    seat: n,
    name,
    kind,
    score: 0,
    followers: 7,
    online: false,
  })
  const game = (change: Partial<GameSummary>): GameSummary => ({
    game: 'a',
    preset: 'new',
    presetName: 'New edition',
    translations: {},
    changed: [],
    seats: [seat(0, 'Mila'), seat(1, 'Noor'), seat(2, '', 'open')],
    status: 'playing',
    turn: 1,
    turns: 71,
    toMove: 0,
    created: '',
    updated: '',
    you: [0],
    ...change,
  })
  it('says against whom it is and whose turn', () => {
    expect(rivals(game({}))).toBe('Noor and an open seat')
    expect(stateOf(game({}))).toEqual({ text: 'your turn', act: true })
    expect(stateOf(game({ toMove: 1 }))).toEqual({ text: "Noor's turn", act: false })
    expect(stateOf(game({ status: 'over', toMove: null })).text).toBe('over')
    expect([game({}), game({ toMove: 1 }), game({ status: 'waiting' })].map(myTurn)).toEqual([true, false, false])
  })
})

describe('a name that is forgotten', () => {
  it('is another one from then on', () => {
    const at = '2026-11-28T00:00:00.000Z'
    const seat = { seat: 0, name: 'Mila', kind: 'human' as const, score: 0, followers: 7, online: true }
    const state = foldAll(emptyState(), [
      { type: 'started', seq: 1, at, seats: [seat], firstSeat: 0, tiles: 72, commitment: '' },
      { type: 'renamed', seq: 2, at, seat: 0, name: 'Player 1' },
    ])
    expect(state.seats[0]!.name).toBe('Player 1')
    expect(state.seq).toBe(2)
  })
})
