// Events are folded one after another, with the pauses that let a person see them.

import type { Client } from './client'
import { isFresh } from './draft'
import { t } from './i18n.svelte'
import { inLanguage } from './language'
import { asideOf, awardMs, laysTile, LOOK_MS, paceOf, pause } from './pace'
import type { Award, Event, Turn } from './protocol'
import { isStill, settings } from './settings.svelte'
import { fold, foldAll, settled } from './state'
import { awardSentence } from './text'
import { openingOf, tell, toldOf } from './told'
import { endStep, setTurn } from './turn'

/** @param turn what is asked when all of them have been shown */
export function enqueue(c: Client, events: Event[], turn: Turn | null): void {
  c.queue.pending.push(...events)
  c.queue.turn = turn
  if (events.some((e) => e.type === 'started') && c.summary) c.summary = { ...c.summary, status: 'playing' }
  if (!c.queue.running) void run(c)
}

/** All at once: the beginning, or more than anybody would watch. */
export function catchUp(c: Client, events: Event[], turn: Turn | null): void {
  c.state = settled(foldAll(c.state, [...c.queue.pending, ...events]))
  c.queue.pending = []
  c.arriving = null
  if (c.queue.running) c.queue.turn = turn
  else setTurn(c, turn)
}

async function run(c: Client): Promise<void> {
  c.queue.running = true
  for (let event = c.queue.pending.shift(); event; event = c.queue.pending.shift()) {
    await before(c, event)
    if (event.type === 'did' && event.seat !== null && event.of !== 'left') {
      if (playedElsewhere(c, event.seat)) tell(c, { kind: 'refused', text: t('told.elsewhere') }, 9000)
      endStep(c)
    }
    c.state = fold(c.state, event)
    const sentence = toldOf(c, event)
    if (sentence) c.spoken = sentence
    await after(c, event)
  }
  c.queue.running = false
  c.queue.hurry = false
  c.arriving = null
  c.sending = false
  if (c.state.result && c.summary) c.summary = { ...c.summary, status: 'over' }
  setTurn(c, c.queue.turn)
}

/** This seat has played, and not here: by another window of the same person. What lay here goes. */
const playedElsewhere = (c: Client, seat: number): boolean =>
  seat === c.you && !c.sending && !isFresh(c.draft) && !c.state.seats[seat]?.standIn

async function before(c: Client, event: Event): Promise<void> {
  if (event.type !== 'did' || event.seat === c.you || !laysTile(event)) return
  c.arriving = event.changes.find((x) => 'piece' in x)?.piece.piece ?? null
  await pause(c, LOOK_MS)
}

async function after(c: Client, event: Event): Promise<void> {
  if (event.type === 'award') return showAward(c, event.award)
  const { ms, note } = paceOf(event, c.you)
  if (note) {
    const text = note.about === 'opening' ? openingOf(c) : toldOf(c, event)
    const tile = event.type === 'did' ? asideOf(event) : undefined
    if (text || tile) tell(c, { kind: 'info', text, ...(tile ? { tile } : {}) }, note.ms)
  }
  if (ms > 0) await pause(c, ms)
}

async function showAward(c: Client, award: Award): Promise<void> {
  const more = c.queue.pending.some((e) => e.type === 'award')
  const ms = awardMs(award, settings.points, isStill(), more)
  if (ms === 0 || c.queue.hurry) return
  c.show = award
  c.spoken = awardSentence(inLanguage(award, settings.language))
  await pause(c, ms)
  c.show = null
}
