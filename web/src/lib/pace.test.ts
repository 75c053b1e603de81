import { describe, expect, it } from 'vitest'
import { awardMs, paceOf } from './pace'
import type { Award, Event } from './protocol'

const award = (points: number, final = false): Award =>
  ({ final, points: points ? [{ seat: 0, points }] : [] }) as unknown as Award

const did = (seat: number | null, of: string, changes: object[] = [], more: object = {}): Event =>
  ({ type: 'did', seat, of, turn: 1, changes, text: '', translations: {}, ...more }) as Event

describe('how long events are looked at', () => {
  it('waits for what others do, not for what one did', () => {
    for (const e of [did(0, 'tile', [{ piece: {} }]), did(0, 'pick', [{ pile: 'p' }]), did(0, 'x')])
      expect(paceOf(e, 0)).toEqual({ ms: 0 })
    for (const you of [0, null]) {
      expect(paceOf(did(1, 'tile', [{ piece: {} }]), you)).toEqual({ ms: 420 })
      expect(paceOf(did(1, 'pick', [{ pile: 'p' }]), you)).toEqual({ ms: 900, note: { about: 'event', ms: 5000 } })
    }
  })
  it('does not wait for the start tile, a draw, or a figure on its tile', () => {
    expect(paceOf(did(null, 'start', [{ piece: {} }]), null)).toEqual({ ms: 0 })
    expect(paceOf(did(1, 'draw', [{ pile: 'drawn' }]), 0)).toEqual({ ms: 0 })
    expect(paceOf(did(1, 'figure', [{ figure: 1 }]), 0)).toEqual({ ms: 0 })
  })
  it('shows the steps of a figure without a seat, and what is done to the figures of others', () => {
    const step = did(1, 'x.step', [
      { figure: 9, seat: null, kind: 'giant', at: { x: 1, y: 0 } },
      { figure: 2, seat: 0 },
    ])
    expect(paceOf(step, 0)).toEqual({ ms: 350, note: { about: 'event', ms: 5000 } })
    expect(paceOf(step, 1)).toEqual({ ms: 350 })
    expect(paceOf(did(1, 'figure', [{ figure: 9, seat: null, at: { piece: 1 } }]), 0).ms).toBe(900)
    expect(paceOf(did(1, 'figure', [{ figure: 2, seat: 0, at: null }]), 0).ms).toBe(900)
    expect(paceOf(did(1, 'figure', [{ figure: 3, seat: 1, at: null }]), 0).ms).toBe(0)
  })
  it('notes what a rule did by itself, also to oneself, and a tile that fits nowhere for longer', () => {
    expect(paceOf(did(0, 'x', [], { rule: 'R-1' }), 0).note).toEqual({ about: 'event', ms: 5000 })
    expect(paceOf(did(0, 'aside', [{ aside: {} }], { rule: 'DRAW-2' }), 0).ms).toBe(1600)
    expect(paceOf({ type: 'turn', seat: 0, turn: 2, again: true } as Event, 0).note?.ms).toBe(4000)
    expect(paceOf({ type: 'turn', seat: 0, turn: 2 } as Event, 0)).toEqual({ ms: 0 })
  })
  it('gives time to read who begins, before a tile that fits nowhere is told', () => {
    const pace = { ms: 1500, note: { about: 'opening', ms: 7000 } }
    expect(paceOf(did(0, 'begins', [], { turn: 0 }), 0)).toEqual(pace)
  })
})

describe('how long an award is shown', () => {
  it('is shorter where more follow, at the end, and where one likes it short', () => {
    expect(awardMs(award(4), 'full', false, false)).toBe(2300)
    expect(awardMs(award(4), 'full', false, true)).toBe(1380)
    expect(awardMs(award(4, true), 'full', false, false)).toBe(1300)
    expect(awardMs(award(4), 'short', false, true)).toBe(700)
  })
  it('is as long at the end as before where nothing moves', () => {
    expect(awardMs(award(4, true), 'full', true, false)).toBe(awardMs(award(4), 'full', true, false))
  })
  it('is nothing without points, or where it is off', () => {
    expect([awardMs(award(0), 'full', false, false), awardMs(award(4), 'off', false, false)]).toEqual([0, 0])
  })
})
