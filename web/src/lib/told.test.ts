import { describe, expect, it } from 'vitest'
import type { Event } from './protocol'
import { backSentence, refusedSentence } from './told'

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
