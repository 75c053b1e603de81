import { describe, expect, it } from 'vitest'
import { figuresOf, strengthOf } from './levels'
import type { Bot } from './protocol'

const bot = (more: Partial<Bot> = {}): Bot => ({ id: 'a', name: 'A', sentence: '', ...more })

describe('the strength of bots', () => {
  it('is on one scale, with its error', () => {
    const all = [bot({ elo: 400, elo_error: 30 }), bot({ elo: 1260, elo_error: 20 }), bot()]
    expect(strengthOf(all[0]!, all)).toEqual({ at: 10, from: 7, to: 13 })
    expect(strengthOf(all[1]!, all)).toEqual({ at: 96, from: 94, to: 98 })
  })
  it('is nothing that nobody measured', () => {
    expect(strengthOf(bot(), [bot({ elo: 400, elo_error: 30 }), bot()])).toBeNull()
    expect(figuresOf(bot())).toBe('')
  })
  it('holds where there is one alone, and below 0', () => {
    const one = bot({ elo: -200, elo_error: 0 })
    expect(strengthOf(one, [one])).toEqual({ at: 50, from: 50, to: 50 })
  })
  it('is told with the time that a move takes', () => {
    expect(figuresOf(bot({ elo: -40, elo_error: 25, think: 0.0004 }))).toBe('−40 ± 25 · at once')
    expect(figuresOf(bot({ think: 0.2 }))).toBe('0.2 s a move')
  })
})
