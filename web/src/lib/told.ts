// What is told: notices on the table, and sentences for the screen reader.

import { type Client, type Notice, seatName } from './client'
import { inLanguage, type Language } from './language'
import type { Event, Turn } from './protocol'
import { settings } from './settings.svelte'
import { eventSentence, type NameOf, plural } from './text'

export function tell(c: Client, notice: Notice, ms = 5000): void {
  clearTimeout(c.wire.noticeTimer)
  c.notice = notice
  c.spoken = notice.text
  c.wire.noticeTimer = setTimeout(() => (c.notice = null), ms)
}

/** An event, as this player is told of it. */
export const toldOf = (c: Client, event: Event): string =>
  eventSentence(event, (seat) => seatName(c, seat), c.you, settings.language)

/** How it was found who begins. */
export const openingOf = (c: Client): string => c.state.opening.map((event) => toldOf(c, event)).join(' ')

/** When the line is back: what was missed. */
export function backSentence(missed: Event[], name: NameOf, you: number | null): string {
  const mover = missed.find((e) => e.type === 'placed' && e.seat !== you)
  return mover?.type === 'placed' && mover.seat !== null
    ? `Back. ${name(mover.seat)} moved while you were away.`
    : 'Back. Nothing is lost.'
}

export const refusedSentence = (message: string, rule?: string): string => {
  const why = `${message.replace(/[.\s]+$/, '')}${rule ? ` (${rule})` : ''}`
  return `Not played: ${why}. The board is up to date: please choose again.`
}

/** That it is one's turn, and to do what. @param now the turn as if the tile in use had been drawn */
export function turnSentence(turn: Turn, now: Turn, name: NameOf, language: Language): string {
  const { offer, sale, pick, answer, goOn, hand } = turn
  if (offer)
    return `${name(offer.from)} drew ${turn.tile?.name ?? 'a tile'}. You may offer up to ${offer.most} points for it.`
  if (turn.begins) return 'You rolled a standing follower: say who begins.'
  if (sale) return `Sell the tile? ${sale.map((o) => `${name(o.seat)} offers ${o.points}`).join(', ')}.`
  if (pick) return `Choose a half tile, ${pick.pool.length} are left. Round ${pick.round} of ${pick.rounds}.`
  if (turn.choice) return 'The crop circle: choose a kind of follower and what everyone does with it.'
  if (answer) return `The crop circle: ${inLanguage(answer, language).words}. It is your turn to answer.`
  if (goOn) {
    const halves = turn.reserve ?? []
    const held = `${plural(halves.length, 'half tile')}: ${halves.map((t) => t.tile.name).join('; ')}`
    return `Your turn. ${inLanguage(goOn, language).words}, or lay a half tile: you hold ${held}.`
  }
  if (hand && hand.length > 1)
    return `Your turn. ${hand.length} tiles in your hand: ${hand.map((t) => t.tile.name).join('; ')}.`
  const n = now.placements.length
  const fits = now.placements.filter((p) => p.ways.some((w) => w.rotation === 0)).length
  const spaces = n === 1 ? '1 space fits' : `${n} spaces fit`
  return `Your turn. You ${hand ? 'hold' : 'drew'}: ${now.tile?.name ?? 'a tile'}. ${spaces}, ${fits} as it lies.`
}
