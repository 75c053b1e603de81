// Games that decide together, in words.

import { t } from './i18n.svelte'
import type { BestOf } from './protocol'

export const matchWords = (of: number): string => (of === 1 ? t('match.one') : t('match.of', { of }))

/** "Game 2 of at most 3", and how it stood before: "Mila 1, Noor ½". */
export function standingWords(match: BestOf, nameOf: (seat: number) => string): string {
  const game = t('match.game', { game: match.game, of: match.of })
  const points = match.points.map((n, seat) => `${nameOf(seat)} ${pointsText(n)}`)
  return match.game > 1 ? `${game}: ${points.join(', ')}` : game
}

const pointsText = (n: number): string => (n % 1 === 0 ? String(n) : `${n > 1 ? Math.floor(n) : ''}½`)
