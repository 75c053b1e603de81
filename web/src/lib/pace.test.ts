import { describe, expect, it } from 'vitest'
import { awardMs, paceOf } from './pace'
import type { Award, Event } from './protocol'

const event = (e: object): Event => e as Event
const award = (points: number, final = false): Award =>
  ({ final, points: points ? [{ seat: 0, points }] : [] }) as unknown as Award

describe('how long events are looked at', () => {
  it('waits for what others do, not for what one did', () => {
    for (const type of ['placed', 'picked', 'home', 'chosen', 'passed']) {
      expect(paceOf(event({ type, seat: 0 }), 0), type).toEqual({ ms: 0 })
      expect(paceOf(event({ type, seat: 1 }), 0).ms, type).toBeGreaterThan(0)
      expect(paceOf(event({ type, seat: 1 }), null).ms, type).toBeGreaterThan(0)
    }
  })
  it('does not wait for the start tile where nobody has a seat', () => {
    expect(paceOf(event({ type: 'placed', seat: null }), null)).toEqual({ ms: 0 })
  })
  it('notes what a crop circle made of a follower, not the follower of a turn', () => {
    const follower = { type: 'follower', follower: { seat: 1 } }
    expect(paceOf(event(follower), 0)).toEqual({ ms: 0 })
    expect(paceOf(event({ ...follower, rule: 'HALF-CROP' }), 0).note).toEqual({ about: 'event', ms: 5000 })
    expect(paceOf(event({ ...follower, rule: 'HALF-CROP' }), 1)).toEqual({ ms: 0 })
  })
  it('notes an offer, and nothing where none was made', () => {
    expect(paceOf(event({ type: 'bid', seat: 1, points: 2 }), 0).note?.ms).toBe(4000)
    expect(paceOf(event({ type: 'bid', seat: 1, points: 0 }), 0)).toEqual({ ms: 0 })
  })
  it('gives time to read who begins, before a tile that fits nowhere is told', () => {
    expect(paceOf(event({ type: 'begins', first: 0 }), 0)).toEqual({ ms: 1500, note: { about: 'opening', ms: 7000 } })
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
