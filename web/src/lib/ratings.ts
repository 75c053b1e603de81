// Ratings of accounts: what is asked of the server, and how they are written.

import { call } from './api'
import { t } from './i18n.svelte'
import { inLanguage } from './language'
import type { Account, Leaderboard, Leaderboards, Rating } from './protocol'
import { settings } from './settings.svelte'
import { signed } from './text'

export const leaderboards = (): Promise<Leaderboards> => call('/api/leaderboards')
export const leaderboard = (category: string, from: number): Promise<Leaderboard> =>
  call(`/api/leaderboards/${encodeURIComponent(category)}?from=${from}`)
export const showOnBoards = (shown: boolean): Promise<Account> => call('/api/account/board', { shown })

/** "1512", or "1512?" while it is not sure. */
export const ratingText = (r: Rating): string => (r.provisional ? `${r.rating}?` : `${r.rating}`)
/** The same, spoken. */
export const ratingWords = (r: Rating): string =>
  r.provisional ? t('rating.provisional', { rating: r.rating }) : t('rating.sure', { rating: r.rating })
/** "+12", "−7" */
export const gainText = (before: Rating, after: Rating): string => signed(after.rating - before.rating)

/** "New edition, 2 players" */
export const categoryWords = (c: { presetName: string; translations: Leaderboard['translations']; seats: number }) =>
  t('rating.category', { preset: inLanguage(c, settings.language).presetName, count: c.seats })

/** Why a game cannot be rated as it is planned is for the page to say; here, whether it can. */
export const ratable = (changed: number, seats: { kind: string }[]): boolean =>
  changed === 0 && seats.length > 1 && seats.every((s, i) => s.kind === (i === 0 ? 'me' : 'open'))
