import { describe, expect, it } from 'vitest'
import { type Client, freshClient } from './client'
import { choose, chooseSpace, freshDraft, hold, place, told } from './draft'
import type { Ask, Tried } from './protocol'
import { fitsNote, type How, whatNow } from './say'
import type { GameState, SeatState } from './state'

const HOW: How = { keyboard: true, slow: false, effects: true, language: 'en' }
const seats = [
  { seat: 0, name: 'Mila', figures: [{ sort: 'follower', have: 3, all: 7 }] },
  { seat: 1, name: 'Noor', figures: [{ sort: 'follower', have: 3, all: 7 }] },
] as SeatState[]
const tile = { set: 's', id: 'A', illustration: '', seed: 'a', name: 'tile A' }
const option = (...spots: number[][]): object => ({ move: '{x},{y} {r}', pile: 'drawn', picture: { tile }, spots })
const question = (more: object = {}): Ask =>
  ({ id: '1', of: 'tile', seat: 0, title: 'Your turn', text: '', translations: {}, options: [], ...more }) as Ask
const figure = question({
  of: 'figure',
  title: 'Who?',
  text: 'You have 3.',
  options: [{ move: 'city', label: 'Knight' }],
})
const completes = [{ category: 'city', points: [{ seat: 0, points: 4 }] }]
const tried = (ask: Ask | null, more: object = {}): Tried =>
  ({ type: 'tried', ref: 1, moves: [], did: [], completes: [], ask, ...more }) as unknown as Tried

/** A client whose line is open and who sits as Mila. */
function client(ask: Ask | null = null, more: Partial<Client> = {}, state: Partial<GameState> = {}): Client {
  const c = freshClient('g')
  const turn = ask && { seat: ask.seat, turn: 1, left: 3, ask }
  const draft = freshDraft(ask)
  Object.assign(c, { you: 0, everOpen: true, line: { state: 'open', retryAt: 0 }, turn, draft, ...more })
  c.state = { ...c.state, seats, toMove: 0, ...state }
  return c
}
const said = (c: Client, how: Partial<How> = {}): string => {
  const now = whatNow(c, { ...HOW, ...how })
  return `${now.say} | ${now.do}`
}
const lay = question({ options: [option([0, 1, 3])] })
const ghost = chooseSpace(freshDraft(lay), 0, 1)

describe('what to do now', () => {
  it('comes after what is wrong, what is shown and what is on its way', () => {
    const lost = { line: { state: 'lost', retryAt: 1 } } as const
    const show = { headline: '4 points', sum: '2 x 2 = 4', sentence: 'A city.', translations: {} } as never
    expect(said(client(lay, { ...lost, show }))).toBe('Getting the line back | Nothing is lost.')
    expect(said(client(lay, { ...lost, draft: ghost }))).toMatch(/Your tile lies where you put it\. Nothing is lost\./)
    expect(said(client(lay, { show }))).toBe('4 points | 2 x 2 = 4. A city.')
    expect(said(client(lay, { sending: true }))).toBe('Playing | Your turn is on its way.')
    expect(said(client(lay, { sending: true }), { slow: true })).toMatch(/^Sending/)
    expect(said(client(lay, {}, { result: {} as never }))).toMatch(/^The game is over/)
  })

  it('is to lay the tile, place it, answer, play', () => {
    expect(said(client(lay))).toBe('Your turn | 1 space fits. Type a letter, or Tab round them.')
    expect(said(client(lay), { keyboard: false })).toBe('Your turn | 1 space fits. Tap one, or drag the tile there.')
    expect(said(client(lay, { draft: ghost }))).toBe('Placed here? | Way 1 of 2. Turn it, move it, or place it.')
    const asked = told(place(ghost), tried(figure))
    expect(said(client(lay, { draft: asked }))).toBe('Who? | You have 3.')
    const chosen = told(choose(asked, 'city'), tried(null, { completes }))
    expect(said(client(lay, { draft: chosen }))).toBe('Play this? | Knight. Completes a city: +4 Mila.')
    expect(said(client(lay, { draft: chosen }), { effects: false })).toBe('Play this? | Knight.')
    expect(said(client(lay, { draft: choose(asked, 'city', false) }))).toBe('Who? | Knight.')
  })

  it('says when nobody can be set', () => {
    const draft = told(place(ghost), tried(null))
    const none = [{ ...seats[0]!, figures: [{ sort: 'follower', have: 0, all: 7 }] }]
    expect(said(client(lay, { draft }, { seats: none }))).toMatch(/No follower is left in your hand\.$/)
    expect(said(client(lay, { draft }))).toMatch(/No follower can stand on this tile\.$/)
  })

  it('is to choose a tile where one holds several', () => {
    const two = question({ options: [option([0, 1, 1]), option()] })
    expect(said(client(two))).toBe('Your turn | For this one 1 space fits. Its number chooses another one.')
    expect(said(client(two, { draft: hold(freshDraft(two), 1) }))).toBe('Your turn | This one fits nowhere.')
  })

  it('is to go on without, or to take one up', () => {
    const either = question({ text: 'Or draw.', options: [option([0, 1, 1])], pass: { move: 'draw', label: 'Draw' } })
    expect(said(client(either))).toBe('Your turn | Or draw. A number takes one up.')
    expect(said(client(either), { keyboard: false })).toBe('Your turn | Or draw. Tap one to take it up.')
    expect(said(client(either, { draft: hold(freshDraft(either), 0) }))).toMatch(/Or draw\. 1 space fits\./)
  })

  it('is to answer in the words of the server', () => {
    const who = question({
      of: 'x',
      title: 'Who begins?',
      text: 'You rolled.',
      options: [{ move: 'a', label: 'Mila' }],
    })
    expect(said(client(who))).toBe('Who begins? | You rolled.')
    expect(said(client(who, { draft: choose(freshDraft(who), 'a') }))).toBe('Who begins? | You rolled.')
    const dutch = { ...who, translations: { nl: { title: 'Wie begint?', text: 'Jij gooide.' } } }
    expect(said(client(dutch), { language: 'nl' })).toBe('Wie begint? | Jij gooide.')
  })

  it('says another turn is for the hole that was filled', () => {
    expect(said(client(lay, {}, { again: true }))).toMatch(
      /^Another turn for you \| You filled the hole\. 1 space fits\./,
    )
  })
})

describe('what another one does', () => {
  it('is said with the name, or in the words of the question', () => {
    const noor = question({ seat: 1 })
    expect(said(client(noor, {}, { toMove: 1 }))).toBe('Noor is choosing | You can look around.')
    expect(said(client(noor, { you: null }, { toMove: 1 }))).toBe('Noor is choosing | You are watching.')
    const asked = question({ seat: 1, of: 'x', title: 'Who begins?', text: 'Noor says who begins.' })
    expect(said(client(asked))).toBe('Who begins? | Noor says who begins.')
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
