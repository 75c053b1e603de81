// What the seats have left to think: what the server said, and how it runs on until it says more.

import { t } from './i18n.svelte'
import type { Clock, ClockWish, TimeControl } from './protocol'

export interface RunningClock extends Clock {
  since: number // when this was told, by performance.now()
}

export const WARNS = 30_000 // milliseconds: from here on the clock stands out

/** Milliseconds for which the clock still stands, as all wished. */
export const pausedFor = (c: RunningClock, now: number): number => Math.max(0, (c.paused ?? 0) - (now - c.since))

/** Milliseconds that a seat has left. */
export const leftOf = (c: RunningClock, seat: number, now: number): number =>
  Math.max(0, (c.left[seat] ?? 0) - (c.running === seat ? Math.max(0, now - c.since - (c.paused ?? 0)) : 0))

/** 2:05, 0:07, 1:02:30; with days in words. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)]
  if (days > 0) return t('clock.days', { days, hours: hours % 24 })
  const two = (n: number): string => String(n % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** How often what is shown changes. */
export const tickOf = (ms: number): number => (ms > 86_400_000 ? 60_000 : 250)

/** The clocks that a game can have, as the page of a new game lists them. */
export const CLOCKS: { id: string; time?: TimeControl }[] = [
  { id: 'none' },
  { id: 'quick', time: { stock: 300, increment: 10 } },
  { id: 'usual', time: { stock: 900, increment: 15 } },
  { id: 'slow', time: { stock: 2400, increment: 30 } },
  { id: 'day', time: { each: 86_400 } },
  { id: 'days', time: { each: 259_200 } },
  { id: 'week', time: { each: 604_800 } },
]

const [HOUR, DAY] = [3600, 86_400]
/** Pauses that can be asked for, in seconds: at the table, and where there are days for each decision. */
export const PAUSES = { live: [300, 900, HOUR, DAY], days: [3 * DAY, 7 * DAY, 14 * DAY, 28 * DAY] }
/** What a game can be slowed down to: seconds for each decision. */
export const SLOW = CLOCKS.flatMap((c) => c.time?.each ?? [])

/** What somebody wishes for the clock. */
export function wishWords(wish: ClockWish): string {
  const pause = wish.pause ?? 0
  if (wish.each) return timeWords(wish)
  if (pause >= DAY) return t('wish.days', { count: Math.round(pause / DAY) })
  if (pause >= HOUR) return t('wish.hours', { count: Math.round(pause / HOUR) })
  return t('wish.minutes', { count: Math.round(pause / 60) })
}

/** A clock in words. */
export function timeWords(time: TimeControl): string {
  if (time.each)
    return time.each >= 86_400
      ? t('clock.eachDays', { count: Math.round(time.each / 86_400) })
      : t('clock.eachMinutes', { count: Math.max(1, Math.round(time.each / 60)) })
  return t('clock.stock', { minutes: Math.max(1, Math.round((time.stock ?? 0) / 60)), seconds: time.increment ?? 0 })
}
