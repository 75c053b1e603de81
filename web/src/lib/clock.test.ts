import { describe, expect, it } from 'vitest'
import { CLOCKS, clockText, leftOf, pausedFor, timeWords, wishWords } from './clock'

describe('clocks', () => {
  it('run for who is asked, and not below nothing', () => {
    const c = { left: [5000, 9000], running: 0, since: 100 }
    expect(leftOf(c, 0, 1100)).toBe(4000)
    expect(leftOf(c, 1, 1100)).toBe(9000)
    expect(leftOf(c, 0, 99_999)).toBe(0)
    expect(leftOf({ ...c, running: null }, 0, 1100)).toBe(5000)
  })
  it('stand still as long as all wished', () => {
    const c = { left: [5000, 9000], running: 0, paused: 3000, since: 100 }
    expect([leftOf(c, 0, 2100), pausedFor(c, 2100)]).toEqual([5000, 1000])
    expect([leftOf(c, 0, 4100), pausedFor(c, 4100)]).toEqual([4000, 0])
  })
  it('are wished for in words', () => {
    expect([300, 3600, 86_400, 1_209_600].map((pause) => wishWords({ pause }))).toEqual([
      '5 minutes',
      '1 hour',
      '1 day',
      '14 days',
    ])
    expect(wishWords({ each: 259_200 })).toBe('3 days to decide')
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
