import { describe, expect, it } from 'vitest'
import { type Client, freshClient } from './client'
import type { Draft } from './draft'
import type { Placement, Turn } from './protocol'
import { fitsNote, type How, whatNow } from './say'
import type { GameState, SeatState } from './state'

const HOW: How = { keyboard: true, slow: false, effects: true, language: 'en' }
const seats = [
  { seat: 0, name: 'Mila', followers: 3, abbots: 0 },
  { seat: 1, name: 'Noor', followers: 3, abbots: 0 },
] as SeatState[]
const way = (more: object = {}): object => ({ rotation: 0, move: 'm', completes: [], places: [], ...more })
const space = (...ways: object[]): Placement => ({ x: 0, y: 1, ways }) as unknown as Placement
const turnOf = (more: object): Turn => ({ seat: 0, turn: 1, phase: 'tile', placements: [], ...more }) as unknown as Turn

/** A client whose line is open and who sits as Mila. */
function client(turn: object | null = null, more: Partial<Client> = {}, state: Partial<GameState> = {}): Client {
  const c = freshClient('g')
  Object.assign(c, { you: 0, everOpen: true, line: { state: 'open', retryAt: 0 }, turn: turn && turnOf(turn), ...more })
  c.state = { ...c.state, seats, toMove: 0, ...state }
  return c
}
const said = (c: Client, how: Partial<How> = {}): string => {
  const now = whatNow(c, { ...HOW, ...how })
  return `${now.say} | ${now.do}`
}
const ghost: Draft = { step: 'ghost', x: 0, y: 1, way: 0 }
const follower = (place: string | null | undefined): Draft => ({ step: 'follower', x: 0, y: 1, way: 0, place })

describe('what to do now', () => {
  it('comes after what is wrong, what is shown and what is on its way', () => {
    const turn = { placements: [space(way())] }
    const lost = { line: { state: 'lost', retryAt: 1 } } as const
    const show = { headline: '4 points', sum: '2 x 2 = 4', sentence: 'A city.', translations: {} } as never
    expect(said(client(turn, { ...lost, show }))).toBe('Getting the line back | Nothing is lost.')
    expect(said(client(turn, { ...lost, draft: ghost }))).toMatch(/Your tile lies where you put it\. Nothing is lost\./)
    expect(said(client(turn, { show }))).toBe('4 points | 2 x 2 = 4. A city.')
    expect(said(client(turn, { sending: true }))).toBe('Playing | Your turn is on its way.')
    expect(said(client(turn, { sending: true }), { slow: true })).toMatch(/^Sending/)
    expect(said(client(turn, {}, { result: {} as never }))).toMatch(/^The game is over/)
  })

  it('is to lay the tile, place it, choose a follower, play', () => {
    const places = [{ move: 'city', label: 'Knight' }]
    const completes = [{ category: 'city', points: [{ seat: 0, points: 4 }] }]
    const turn = { placements: [space(way({ places, completes }), way())] }
    expect(said(client(turn))).toBe('Your turn | 1 space fits. Type a letter, or Tab round them.')
    expect(said(client(turn), { keyboard: false })).toBe('Your turn | 1 space fits. Tap one, or drag the tile there.')
    expect(said(client(turn, { draft: ghost }))).toBe('Placed here? | Way 1 of 2. Turn it, move it, or place it.')
    expect(said(client(turn, { draft: follower(undefined) }))).toBe(
      'Where does your follower go? | You have 3 followers in hand.',
    )
    expect(said(client(turn, { draft: follower('city') }))).toBe('Play this? | Knight. Completes a city: +4 Mila.')
    expect(said(client(turn, { draft: follower(null) }), { effects: false })).toBe('Play this? | No follower.')
  })

  it('says when there is no follower to place, or one is the last', () => {
    const turn = { placements: [space(way())] }
    const with_ = (followers: number, abbots = 0): Partial<GameState> => ({
      seats: [{ ...seats[0]!, followers, abbots }],
    })
    expect(said(client(turn, { draft: follower(null) }, with_(0)))).toMatch(/No follower is left in your hand\.$/)
    expect(said(client(turn, { draft: follower(null) }))).toMatch(/No follower can stand on this tile\.$/)
    expect(said(client(turn, { draft: follower(undefined) }, with_(1)))).toMatch(/It is your last one\.$/)
    expect(said(client(turn, { draft: follower(undefined) }, with_(1, 1)))).toMatch(
      /You have 1 follower and your abbot in hand\.$/,
    )
  })

  it('is to choose a tile where one holds several', () => {
    const hand = [{}, {}]
    const turn = { hand, placements: [space(way())] }
    expect(said(client(turn))).toBe(
      'Your turn: play one of your tiles | For this one 1 space fits. Its number chooses another one.',
    )
    expect(said(client({ hand, reserve: [] }))).toMatch(
      /This one fits nowhere\. Its number chooses another one, H a half tile\.$/,
    )
  })

  it('is to draw or lay a half tile, and says how the one in use fits', () => {
    const goOn = (then: string): object => ({ goOn: { then, words: 'Draw', translations: {} }, reserve: [{}] })
    const up = { use: { from: 'reserve', nth: 0 } } as const
    const turned = space(way({ rotation: 1 }))
    expect(said(client(goOn('draw')))).toBe('Draw, or play a half tile | A half tile takes the place of your draw.')
    expect(said(client(goOn('newHand')))).toBe('Draw anew, or play a half tile | None of your tiles fits.')
    expect(said(client({ ...goOn('nothing'), placements: [turned] }, up))).toBe(
      'Play a half tile, or none | No tile is left for you to draw. This one fits 1 space, none as it lies.',
    )
    expect(said(client(goOn('draw'), up))).toMatch(/\| This one fits nowhere\. A half tile takes/)
    expect(said(client({ ...goOn('draw'), placements: [space(way()), space(way())] }, up))).toMatch(
      /This one fits 2 spaces, all as it lies\./,
    )
  })

  it('is to answer what is asked', () => {
    const pool = [{ move: 'a', tile: { name: 'hill' } }]
    const answer = { action: 'add', of: 1, words: 'a knight each', translations: {}, followers: [{}] }
    expect(said(client({ begins: [] }))).toMatch(/^Who begins\?/)
    expect(said(client({ offer: { from: 1, most: 3 } }))).toMatch(/^Offer for Noor's tile\?/)
    expect(said(client({ sale: [] }))).toMatch(/^Sell your tile\?/)
    expect(said(client({ pick: { pool, round: 2, rounds: 3 } }))).toMatch(/^Your second pick of three \| It leaves/)
    expect(said(client({ pick: { pool, round: 2, rounds: 3 } }, { chosen: 'a' }))).toMatch(/\| Hill\.$/)
    expect(said(client({ choice: [] }))).toMatch(/^Crop circle: you choose/)
    expect(said(client({ answer }))).toBe('Crop circle: add one? | Noor chose: a knight each.')
  })

  it('says another turn is for the hole that was filled', () => {
    const moves = [{ what: 'again' }] as GameState['moves']
    expect(said(client({ placements: [space(way())] }, {}, { moves }))).toMatch(
      /^Another turn for you \| You filled the hole\. 1 space fits\./,
    )
  })
})

describe('what another one does', () => {
  const noor = (more: object): Client => client({ seat: 1, ...more }, {}, { toMove: 1 })
  it('is said with the name', () => {
    expect(said(noor({}))).toBe('Noor is choosing | You can look around.')
    expect(said({ ...noor({}), you: null })).toBe('Noor is choosing | You are watching.')
    expect(said(noor({ phase: 'begins' }))).toMatch(/^Noor says who begins/)
    expect(said(noor({ phase: 'choice' }))).toMatch(/^Crop circle: Noor chooses/)
    expect(said(noor({ pick: { pool: [], round: 1, rounds: 3 } }))).toMatch(/^Noor picks a half tile \| Round 1 of 3\./)
    expect(said(client({ seat: 1, phase: 'offer' }))).toMatch(/^Noor may offer/)
  })
  it('is nothing before the game is there', () => {
    expect(said(client(null, { everOpen: false }, { toMove: null }))).toMatch(/^Opening the game/)
    expect(said(client(null, {}, { toMove: null }))).toMatch(/^One moment/)
    const notice = { kind: 'info', text: '', tile: {} as never } as const
    expect(said(client(null, { notice }, { toMove: null }))).toMatch(/^This tile fits nowhere/)
  })
})

describe('how a tile fits as it is turned', () => {
  it('counts what fits, and says what to do about the rest', () => {
    expect([fitsNote(0, 0), fitsNote(1, 1), fitsNote(3, 3)]).toEqual([
      '',
      'It fits as it lies.',
      'All fit as it lies now.',
    ])
    expect([fitsNote(0, 3), fitsNote(1, 3), fitsNote(2, 3)].map((s) => s.split(' as ')[0])).toEqual([
      'None fits',
      '1 fits',
      '2 fit',
    ])
  })
})
