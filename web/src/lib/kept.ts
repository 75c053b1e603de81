// The tentative turn outlives a reload of the page: kept with this tab, and taken up again where the same is asked.

import type { Draft } from './draft'
import { isFresh } from './draft'
import type { Ask } from './protocol'

const key = (game: string): string => `bastide.draft.${game}`

/** What was asked first: it says whether a draft is for the turn as it is now. */
const firstAsk = (d: Draft): Ask | null => d.past[0]?.before.ask ?? d.ask

export function keepDraft(game: string, draft: Draft): void {
  try {
    if (isFresh(draft)) sessionStorage.removeItem(key(game))
    else sessionStorage.setItem(key(game), JSON.stringify(draft))
  } catch {
    // no storage, or a full one: the draft lives as long as the page
  }
}

/** The draft that was kept, if it is for this question on this board. */
export function keptDraft(game: string, ask: Ask): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key(game)) ?? 'null') as Draft | null
    return draft && JSON.stringify(firstAsk(draft)) === JSON.stringify(ask) ? draft : null
  } catch {
    return null
  }
}
