// What the seats have left to think: what the server said, and how it runs on until it says more.

import { t } from './i18n.svelte'
import type { Clock, TimeControl } from './protocol'

export interface RunningClock extends Clock {
  since: number // when this was told, by performance.now()
}

export const WARNS = 30_000 // milliseconds: from here on the clock stands out

/** Milliseconds that a seat has left. */
export const leftOf = (c: RunningClock, seat: number, now: number): number =>
  Math.max(0, (c.left[seat] ?? 0) - (c.running === seat ? now - c.since : 0))

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

/** A clock in words. */
export function timeWords(time: TimeControl): string {
  if (time.each)
    return time.each >= 86_400
      ? t('clock.eachDays', { count: Math.round(time.each / 86_400) })
      : t('clock.eachMinutes', { count: Math.max(1, Math.round(time.each / 60)) })
  return t('clock.stock', { minutes: Math.max(1, Math.round((time.stock ?? 0) / 60)), seconds: time.increment ?? 0 })
}
