// The shuffle in which every seat has a part: what is promised and given, and what is found out at the end.
import { webcrypto } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshClient, type Client } from './client'
import { keepSeat } from './mine'
import type { GameSummary, Seat } from './protocol'
import { freshShare, giveShares, hashOf, keepShare, owedBy, verdict } from './together'

const SECRET = 'ab'.repeat(32)
const seatOf = (seat: number, promise: string, given = false): Seat => ({
  ...{ seat, name: `seat ${seat}`, kind: 'human', score: 0, followers: 7, online: true },
  ...(promise ? { share: { promise, given } } : {}),
})
const waiting = (game: string, seats: Seat[]): Client => ({
  ...freshClient(game),
  you: 0,
  summary: { game, status: 'waiting', commitment: hashOf(SECRET), seats } as unknown as GameSummary,
})
const memory = new Map<string, string>()
const posted: { path: string; body: unknown }[] = []
let status = 200

beforeEach(() => {
  memory.clear()
  posted.length = 0
  status = 200
  vi.stubGlobal('crypto', webcrypto)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => memory.set(key, value),
  })
  vi.stubGlobal('fetch', (path: string, init: { body: string }) => {
    posted.push({ path, body: JSON.parse(init.body) })
    return Promise.resolve(
      new Response(JSON.stringify(status === 200 ? { seat: 0 } : { error: { message: 'no' } }), { status }),
    )
  })
})

describe('a share of the seed', () => {
  it('is chance, and its hash is SHA-256', () => {
    expect(freshShare()).toMatch(/^[0-9a-f]{64}$/)
    expect(freshShare()).not.toBe(freshShare())
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('is owed by the seats of this device when all are there', () => {
    keepSeat({ game: 'g', seat: 0, token: 'a', here: [{ seat: 2, token: 'b' }] })
    const seats = [seatOf(0, 'p0'), seatOf(1, 'p1'), seatOf(2, 'p2'), seatOf(3, '')]
    expect(owedBy(waiting('g', seats)).map((s) => s.seat)).toEqual([0, 2])
    expect(owedBy(waiting('g', [seatOf(0, 'p0', true), ...seats.slice(1)])).map((s) => s.seat)).toEqual([2])
    expect(owedBy(waiting('g', [seats[0]!, { ...seats[1]!, kind: 'open' }]))).toEqual([])
    expect(owedBy({ ...waiting('g', seats), you: null })).toEqual([])
  })

  it('is given once it is waited for; one that is lost is said to be', async () => {
    keepShare({ game: 'g', seat: 0, share: 'mine' })
    await giveShares(waiting('g', [seatOf(0, hashOf('mine')), seatOf(1, 'p1')]))
    await giveShares(waiting('h', [seatOf(0, hashOf('gone')), seatOf(1, 'p1')]))
    expect(posted).toEqual([
      { path: '/api/games/g/share', body: { seat: 0, share: 'mine' } },
      { path: '/api/games/h/share', body: { seat: 0, share: '' } },
    ])
  })
})

describe('at the end', () => {
  const shares = ['mine', 'hers', ''].map((share) => ({ promise: share ? hashOf(share) : '', share }))
  const started = { commitment: hashOf(SECRET), shares }
  const over = { secret: SECRET, seed: hashOf(`${SECRET}:mine:hers:`) }
  const playing = async (): Promise<void> => {
    keepShare({ game: 'g', seat: 0, share: 'mine' })
    await giveShares(
      waiting(
        'g',
        shares.map((s, seat) => seatOf(seat, s.promise)),
      ),
    )
  }

  it('the seed is found to be made of the shares, with one’s own or without', async () => {
    expect(verdict('g', started, over)).toBe('made')
    await playing()
    expect(verdict('g', started, over)).toBe('mine')
  })

  it('whatever is not as it was promised is found out', async () => {
    await playing()
    const wrong = (s: typeof started, o: typeof over): void => expect(verdict('g', s, o)).toBe('wrong')
    wrong(started, { ...over, seed: hashOf('chosen') })
    const other = 'cd'.repeat(32)
    wrong({ ...started, commitment: hashOf(other) }, { secret: other, seed: hashOf(`${other}:mine:hers:`) })
    const with1 = (share: string): typeof shares =>
      shares.map((s, i) => (i === 1 ? { promise: hashOf(share), share } : s))
    wrong({ ...started, shares: with1('chosen') }, { secret: SECRET, seed: hashOf(`${SECRET}:mine:chosen:`) })
    const without = shares.map((s, i) => (i === 0 ? { ...s, share: '' } : s))
    wrong({ ...started, shares: without }, { secret: SECRET, seed: hashOf(`${SECRET}::hers:`) })
  })

  it('a game that began without one’s own is none that was tampered with', async () => {
    status = 409
    await playing()
    const without = shares.map((s, i) => (i === 0 ? { ...s, share: '' } : s))
    expect(verdict('g', { ...started, shares: without }, { secret: SECRET, seed: hashOf(`${SECRET}::hers:`) })).toBe(
      'made',
    )
  })
})
