// How long a person is given to see each event. Anything the player does cuts the pauses short.

import type { Client } from './client'
import type { Award, Event } from './protocol'
import type { Settings } from './settings.svelte'

export const LOOK_MS = 120
const ARRIVE_MS = 420
const ASIDE_MS = 1600
const PICK_MS = 500
const CROP_MS = 900
const NEWS_MS = 1500 // who begins: the next event may bring a note of its own

export interface Pace {
  ms: number // before the next event
  note?: { about: 'event' | 'opening'; ms: number } // what is written on the table meanwhile
}

/** For an event that has just been folded in. Awards have their own: awardMs. */
export function paceOf(event: Event, you: number | null): Pace {
  switch (event.type) {
    case 'placed':
      return { ms: event.seat === you ? 0 : ARRIVE_MS }
    case 'picked':
      return { ms: event.seat === you ? 0 : PICK_MS }
    case 'setAside':
      return { ms: ASIDE_MS, note: { about: 'event', ms: 4000 } }
    case 'started':
      return { ms: 0, note: { about: 'opening', ms: 7000 } }
    case 'begins':
      return { ms: NEWS_MS, note: { about: 'opening', ms: 7000 } }
    case 'bid':
      return event.points > 0 ? { ms: LOOK_MS, note: { about: 'event', ms: 4000 } } : { ms: 0 }
    case 'sold':
    case 'again':
    case 'extended':
      return { ms: LOOK_MS, note: { about: 'event', ms: 4000 } }
    case 'buried':
      return { ms: LOOK_MS, note: { about: 'event', ms: 5000 } }
    case 'passed':
    case 'chosen':
    case 'home':
      return ofOthers(event.seat, you)
    case 'follower':
      return event.rule === 'HALF-CROP' ? ofOthers(event.follower.seat, you) : { ms: 0 }
    case 'noFollower':
      return event.rule === 'HALF-CROP' ? ofOthers(event.seat, you) : { ms: 0 }
    default:
      return { ms: 0 }
  }
}

/** One knows what one did. */
const ofOthers = (seat: number, you: number | null): Pace =>
  seat === you ? { ms: 0 } : { ms: CROP_MS, note: { about: 'event', ms: 5000 } }

/** How long the counting of an award is shown. @param more awards follow it */
export function awardMs(award: Award, points: Settings['points'], still: boolean, more: boolean): number {
  if (points === 'off' || award.points.length === 0) return 0
  if (points === 'short') return 700
  const full = still ? 1600 : award.final ? 1300 : 2300
  return more ? full * 0.6 : full
}

/** Waits, unless the player is in a hurry or does not look. */
export function pause(c: Client, ms: number): Promise<void> {
  const { queue } = c
  if (queue.hurry || document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      queue.wake = null
      resolve()
    }
    const timer = setTimeout(done, ms)
    queue.wake = done
  })
}

/** Cuts every pause short: the board catches up with the server. */
export function skip(c: Client): void {
  c.show = null
  if (c.queue.running) hurry(c)
}

export function hurry(c: Client): void {
  c.queue.hurry = true
  c.queue.wake?.()
}
