// How strong bots are, by the figures that the server has of them: on one scale, so that they can be compared.

import { t } from './i18n.svelte'
import type { Bot } from './protocol'
import { settings } from './settings.svelte'
import { numeral } from './text'

/** In percent of the scale: where a bot is, and from where to where its error reaches. */
export interface Strength {
  at: number
  from: number
  to: number
}

const ROUND = 100 // the scale begins and ends at hundreds
const AT_ONCE = 0.05 // seconds that nobody notices

/** Where a bot is among these; null: it was not measured. */
export function strengthOf(bot: Bot, among: Bot[]): Strength | null {
  const measured = among.filter((b) => b.elo !== undefined)
  if (bot.elo === undefined) return null
  const reach = (b: Bot): [number, number] => [b.elo! - (b.elo_error ?? 0), b.elo! + (b.elo_error ?? 0)]
  const least = ROUND * (Math.ceil(Math.min(...measured.map((b) => reach(b)[0])) / ROUND) - 1)
  const most = ROUND * (Math.floor(Math.max(...measured.map((b) => reach(b)[1])) / ROUND) + 1)
  const place = (elo: number): number => (100 * (elo - least)) / (most - least)
  const [from, to] = reach(bot)
  return { at: place(bot.elo), from: place(from), to: place(to) }
}

/** "1450 ± 20 · 0.1 s a move"; empty: nothing was measured. */
export function figuresOf(bot: Bot): string {
  const think = bot.think
  return [
    ...(bot.elo === undefined ? [] : [`${numeral(bot.elo)} ± ${bot.elo_error ?? 0}`]),
    ...(think === undefined
      ? []
      : [
          think < AT_ONCE
            ? t('levels.atOnce')
            : t('levels.think', { seconds: think.toLocaleString(settings.language) }),
        ]),
  ].join(' · ')
}

/** In place of a bot: another person at this device. */
export const HERE = '@here'
