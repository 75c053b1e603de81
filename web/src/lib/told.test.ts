import { describe, expect, it } from 'vitest'
import type { Event, Turn } from './protocol'
import { backSentence, refusedSentence, turnSentence } from './told'

const name = (seat: number): string => ['Mila', 'Noor'][seat] ?? '?'
const way = (rotation: number): object => ({ rotation })
const turn = (more: object): Turn =>
  ({ seat: 0, turn: 1, left: 3, tile: { name: 'bend' }, placements: [], ...more }) as unknown as Turn
const said = (more: object, now: object = more): string => turnSentence(turn(more), turn(now), name, 'en')
const words = { words: 'draw a tile', translations: {} }
const held = (tile: string): object => ({ tile: { name: tile }, placements: [] })

describe('that it is your turn', () => {
  it('counts the spaces, and how many fit as the tile lies', () => {
    const one = { placements: [{ ways: [way(1), way(3)] }] }
    const two = { placements: [{ ways: [way(0)] }, { ways: [way(1)] }] }
    expect(said(one)).toBe('Your turn. You drew: bend. 1 space fits, 0 as it lies.')
    expect(said(two)).toBe('Your turn. You drew: bend. 2 spaces fit, 1 as it lies.')
    expect(said({ hand: [held('bend')] }, two)).toBe('Your turn. You hold: bend. 2 spaces fit, 1 as it lies.')
  })
  it('names a hand of several', () => {
    expect(said({ hand: [held('bend'), held('fork')] })).toBe('Your turn. 2 tiles in your hand: bend; fork.')
  })
  it('names the half tiles beside the draw', () => {
    expect(said({ goOn: words, reserve: [held('hill')] })).toBe(
      'Your turn. draw a tile, or lay a half tile: you hold 1 half tile: hill.',
    )
  })
  it('asks what else there is to ask', () => {
    expect(said({ offer: { from: 1, most: 7 } })).toBe('Noor drew bend. You may offer up to 7 points for it.')
    expect(said({ begins: [] })).toBe('You rolled a standing follower: say who begins.')
    expect(said({ sale: [{ seat: 1, points: 3 }] })).toBe('Sell the tile? Noor offers 3.')
    expect(said({ pick: { pool: [1, 2, 3], round: 1, rounds: 2 } })).toBe(
      'Choose a half tile, 3 are left. Round 1 of 2.',
    )
    expect(said({ answer: words })).toBe('The crop circle: draw a tile. It is your turn to answer.')
  })
})

describe('what went on without you', () => {
  const placed = (seat: number | null): Event => ({ type: 'placed', seat }) as Event
  it('names who moved', () => {
    expect(backSentence([placed(0), placed(1)], name, 0)).toBe('Back. Noor moved while you were away.')
    expect(backSentence([placed(0)], name, 0)).toBe('Back. Nothing is lost.')
    expect(backSentence([], name, 0)).toBe('Back. Nothing is lost.')
  })
})

describe('a refusal', () => {
  it('is one sentence, with its rule', () => {
    expect(refusedSentence('It does not fit. ')).toBe(
      'Not played: It does not fit. The board is up to date: please choose again.',
    )
    expect(refusedSentence('No.', 'PLACE-1')).toMatch(/^Not played: No \(PLACE-1\)\. /)
  })
})
