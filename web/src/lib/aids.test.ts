import { describe, expect, test } from 'vitest'
import { AIDS, aidsOf, allowedAt, POLICIES, policyOf, policySentence, policyWords } from './aids'

describe('the policy of a table', () => {
  test('has a name, and is made from it', () => {
    for (const policy of POLICIES.filter((p) => p !== 'own')) expect(policyOf(aidsOf(policy, []))).toBe(policy)
    expect(policyOf(undefined)).toBe('everything')
    expect(policyOf(aidsOf('own', ['odds', 'owners']))).toBe('own')
    expect(aidsOf('own', ['odds', 'owners'])).toEqual(['owners', 'odds'])
    expect(policyOf(aidsOf('own', ['tiles', 'effects', 'owners']))).toBe('noOdds')
    expect(policyOf(aidsOf('own', AIDS))).toBe('everything')
  })
  test('holds until the game is over', () => {
    const table = { aids: ['owners' as const], status: 'playing' as const }
    expect(allowedAt(table, false, 'owners')).toBe(true)
    expect(allowedAt(table, false, 'odds')).toBe(false)
    expect(allowedAt(table, true, 'odds')).toBe(true)
    expect(allowedAt({ ...table, status: 'over' }, false, 'odds')).toBe(true)
    expect(allowedAt({ status: 'playing' }, false, 'odds')).toBe(true)
    expect(allowedAt(null, false, 'odds')).toBe(true)
  })
  test('is said beside the name where something is missing', () => {
    expect(policyWords(undefined)).toBe('')
    expect(policyWords([])).toBe('No aids')
    expect(policyWords(['owners', 'effects', 'tiles'])).toBe('No odds')
    expect(policyWords(['owners'])).toBe('Some aids')
    expect(policySentence([])).toBe('Nothing but the game itself, until it is over.')
    expect(policySentence(AIDS.filter((a) => a !== 'odds' && a !== 'analysis'))).toBe(
      'Off until the game is over: Odds and Analysis.',
    )
    expect(policySentence(undefined)).toBe('Nothing is off.')
  })
})
