// What is told: notices on the table, and sentences for the screen reader.

import { mutedNames } from './mine'
import { type Client, type Notice, seatName } from './client'
import { t } from './i18n.svelte'
import { inLanguage } from './language'
import { SAID_BY_PEOPLE } from './options'
import type { Event } from './protocol'
import { laysTile } from './pace'
import { settings } from './settings.svelte'
import { eventSentence, type NameOf } from './text'

export function tell(c: Client, notice: Notice, ms = 5000): void {
  clearTimeout(c.wire.noticeTimer)
  c.notice = notice
  c.spoken = notice.text
  c.wire.noticeTimer = setTimeout(() => (c.notice = null), ms)
}

/** An event, as this player is told of it. */
export const toldOf = (c: Client, event: Event): string =>
  event.type === 'said' && mutedNames().includes(seatName(c, event.seat))
    ? ''
    : eventSentence(event, (seat) => seatName(c, seat), c.you, settings.language)

/** How it was found who begins: nothing when people would have said it and there is but one. */
export function openingOf(c: Client): string {
  const people = c.summary?.seats.filter((s) => s.kind !== 'bot').length ?? 0
  if (people < 2 && SAID_BY_PEOPLE.includes(c.summary?.options?.['first'] ?? '')) return ''
  return c.state.opening.map((said) => inLanguage(said, settings.language).text).join(' ')
}

/** When the line is back: what was missed. */
export function backSentence(missed: Event[], name: NameOf, you: number | null): string {
  const mover = missed.find((e) => e.type === 'did' && e.seat !== you && laysTile(e))
  return mover?.type === 'did' && mover.seat !== null
    ? t('told.moved', { name: name(mover.seat) })
    : t('told.nothingLost')
}

export const refusedSentence = (message: string, rule?: string): string => {
  const why = `${message.replace(/[.\s]+$/, '')}${rule ? ` (${rule})` : ''}`
  return t('told.notPlayed', { why })
}
