// Games in lists: against whom, by which rules, whose turn it is.

import { policyWords } from './aids'
import { listWords, t } from './i18n.svelte'
import { inLanguage } from './language'
import type { GameSummary } from './protocol'
import { settings } from './settings.svelte'

export const rivals = (g: GameSummary): string =>
  listWords(
    g.seats.filter((s) => !g.you.includes(s.seat)).map((s) => (s.kind === 'open' ? t('home.openSeat') : s.name)),
  )
export const presetOf = (g: GameSummary): string => inLanguage(g, settings.language).presetName
/** With what its table plays without. */
export const rulesOf = (g: GameSummary): string =>
  [
    g.changed.length ? t('home.presetChanged', { preset: presetOf(g), n: g.changed.length }) : presetOf(g),
    policyWords(g.aids),
  ]
    .filter(Boolean)
    .join(' · ')
export const myTurn = (g: GameSummary): boolean =>
  g.status === 'playing' && g.toMove !== null && g.you.includes(g.toMove)
export const stateOf = (g: GameSummary): { text: string; act: boolean } => {
  if (g.status === 'over') return { text: t('home.over'), act: false }
  if (g.status === 'damaged') return { text: t('home.unreadable'), act: false }
  if (g.status === 'waiting') return { text: t('home.waiting'), act: false }
  if (myTurn(g)) return { text: t('home.yourTurn'), act: true }
  const name = g.seats.find((s) => s.seat === g.toMove)?.name
  return { text: name ? t('home.turnOfName', { name }) : t('home.theirTurn'), act: false }
}
