import { describe, expect, it } from 'vitest'
import { freshClient } from './client'
import type { Event, GameSummary } from './protocol'
import { backSentence, openingOf, refusedSentence } from './told'

const name = (seat: number): string => ['Mila', 'Noor'][seat] ?? '?'

describe('what went on without you', () => {
  const placed = (seat: number | null): Event => ({ type: 'did', seat, changes: [{ piece: {} }] }) as unknown as Event
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

describe('who begins', () => {
  const said = [{ text: 'Whoever is youngest says that Mila begins.', translations: {} }]
  const opening = (first: string, ...kinds: string[]): string => {
    const c = freshClient('g')
    c.state = { ...c.state, opening: said }
    c.summary = { options: { first }, seats: kinds.map((kind) => ({ kind })) } as unknown as GameSummary
    return openingOf(c)
  }
  it('is told, but not as said by the youngest where one plays against bots', () => {
    expect(opening('youngest-says', 'human', 'human')).toBe(said[0]!.text)
    expect(opening('youngest-says', 'human', 'bot')).toBe('')
    expect(opening('dice', 'human', 'bot')).toBe(said[0]!.text)
  })
})
