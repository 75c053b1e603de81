import { describe, expect, it } from 'vitest'
import { CLOCKS, clockText, leftOf, timeWords } from './clock'

describe('clocks', () => {
  it('run for who is asked, and not below nothing', () => {
    const c = { left: [5000, 9000], running: 0, since: 100 }
    expect(leftOf(c, 0, 1100)).toBe(4000)
    expect(leftOf(c, 1, 1100)).toBe(9000)
    expect(leftOf(c, 0, 99_999)).toBe(0)
    expect(leftOf({ ...c, running: null }, 0, 1100)).toBe(5000)
  })
  it('say what is left', () => {
    expect(clockText(125_000)).toBe('2:05')
    expect(clockText(6_001)).toBe('0:07')
    expect(clockText(0)).toBe('0:00')
    expect(clockText(3_750_000)).toBe('1:02:30')
    expect(clockText(100_800_000)).toBe('1 d 4 h')
  })
  it('are offered with words of their own', () => {
    const words = CLOCKS.flatMap((c) => (c.time ? [timeWords(c.time)] : []))
    expect(new Set(words).size).toBe(words.length)
    expect(words[0]).toBe('5 min + 10 s a turn')
  })
})
