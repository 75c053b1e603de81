// How long a person is given to see each event. Anything the player does cuts the pauses short.

import type { Client } from './client'
import type { Award, DidEvent, Event, Tile } from './protocol'
import type { Settings } from './settings.svelte'
import { isOpening } from './state'

export const LOOK_MS = 120
const ARRIVE_MS = 420
const ASIDE_MS = 1600
const DID_MS = 900 // what another seat did
const STEP_MS = 350 // one step of a figure without a seat
const NEWS_MS = 1500 // who begins: the next event may bring a note of its own

export interface Pace {
  ms: number // before the next event
  note?: { about: 'event' | 'opening'; ms: number } // what is written on the table meanwhile
}

/** For an event that has just been folded in. Awards have their own: awardMs. */
export function paceOf(event: Event, you: number | null): Pace {
  if (event.type === 'started') return { ms: 0, note: { about: 'opening', ms: 7000 } }
  if (event.type === 'turn' && event.again) return { ms: LOOK_MS, note: { about: 'event', ms: 4000 } }
  if (event.type === 'takeback' && event.state !== 'asked')
    return { ms: event.state === 'done' ? LOOK_MS : 0, note: { about: 'event', ms: 5000 } }
  if (event.type === 'clock' && !['asked', 'agreed', 'ended'].includes(event.state))
    return { ms: 0, note: { about: 'event', ms: 5000 } }
  if (event.type === 'standin') return { ms: 0, note: { about: 'event', ms: 5000 } }
  if (event.type !== 'did') return { ms: 0 }
  if (isOpening(event)) return { ms: NEWS_MS, note: { about: 'opening', ms: 7000 } }
  if (asideOf(event)) return { ms: ASIDE_MS, note: { about: 'event', ms: 4000 } }
  if (laysTile(event)) return { ms: event.seat === you ? 0 : ARRIVE_MS }
  if (stepOf(event)) return { ms: STEP_MS, ...(event.seat === you ? {} : { note: { about: 'event', ms: 5000 } }) }
  if (event.rule) return { ms: LOOK_MS, note: { about: 'event', ms: 5000 } } // nobody chose it
  // One knows what one did; a draw shows itself, and so does the figure on its tile.
  if (event.seat === you || event.seat === null || event.of === 'draw') return { ms: 0 }
  if (event.of === 'figure' && !touchesOthers(event)) return { ms: 0 }
  return { ms: DID_MS, note: { about: 'event', ms: 5000 } }
}

/** A tile that comes to lie on the table by somebody's hand. */
export const laysTile = (e: DidEvent): boolean => e.seat !== null && e.changes.some((c) => 'piece' in c)
export const asideOf = (e: DidEvent): Tile | undefined => e.changes.find((c) => 'aside' in c)?.aside

/** A figure without a seat goes to another space. */
export const stepOf = (e: DidEvent): boolean =>
  e.changes.some((c) => 'figure' in c && c.seat === null && c.at?.x !== undefined)

/** Figures move that are not those of who moves them. */
const touchesOthers = (e: DidEvent): boolean =>
  e.changes.some((c) => 'figure' in c && (c.seat === null || (c.seat !== undefined && c.seat !== e.seat)))

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
