// The turn that is asked for: its draft, what the server says would come of it, and sending it.

import { heard } from './ask'
import { type Client, mayPlay } from './client'
import * as drafts from './draft'
import type { Draft } from './draft'
import { keptDraft } from './kept'
import { askIn } from './language'
import { skip } from './pace'
import type { Claim, ClockChange, ClockWish, Takeback, Tried, Turn } from './protocol'
import { settings } from './settings.svelte'

/** What is asked now. The draft is kept while the question is the same. */
export function setTurn(c: Client, turn: Turn | null): void {
  const same = turn !== null && turn.ask.id === c.turn?.ask.id
  c.turn = turn
  if (same) return probe(c)
  const kept = turn && turn.seat === c.you ? keptDraft(c.id, turn.ask) : null
  c.draft = kept ?? drafts.freshDraft(turn?.ask ?? null)
  if (kept) probe(c)
  if (turn && mayPlay(c)) c.spoken = heard(askIn(turn.ask, settings.language))
}

/** The draft is given up: it was refused. */
export function forget(c: Client): void {
  c.draft = drafts.freshDraft(c.turn?.ask ?? null)
  Object.assign(c.wire, { trial: 0, goes: false })
}

/** What is being shown has answered the question: it is asked no more. */
export function endStep(c: Client): void {
  c.turn = null
  c.draft = drafts.freshDraft(null)
}

/** @param goes to be sent as soon as it is known that nothing else is asked: its button was its confirmation */
export function setDraft(c: Client, draft: Draft, goes = false): void {
  if (c.sending || draft === c.draft) return
  if (c.show) skip(c)
  const asked = c.draft.ask
  c.draft = draft
  c.wire.goes = goes
  if (c.notice?.kind === 'refused') c.notice = null
  if (draft.ask && draft.ask !== asked && draft.past.length > 0) c.spoken = heard(askIn(draft.ask, settings.language))
  probe(c)
  settle(c)
}

/** Asks what would come of what is marked. Only the last answer counts: the choice may have changed meanwhile. */
function probe(c: Client): void {
  const { wire, draft } = c
  const moves = drafts.draftMoves(draft)
  wire.trial = 0
  if (!moves || draft.tried || !mayPlay(c)) return
  if (wire.connection?.send({ type: 'try', ref: ++wire.ref, seq: c.state.seq, moves })) wire.trial = wire.ref
}

export function hearTried(c: Client, tried: Tried): void {
  if (tried.ref !== c.wire.trial) return
  c.wire.trial = 0
  const before = c.draft.ask
  c.draft = drafts.told(c.draft, tried)
  if (c.draft.ask && c.draft.ask !== before) c.spoken = heard(askIn(c.draft.ask, settings.language))
  settle(c)
}

/** Sends what needs no Play. */
function settle(c: Client): void {
  if ((c.wire.goes || settings.confirm === 'once') && drafts.readyMoves(c.draft)) playDraft(c)
}

/** Another of the tiles to lay, or none; it lies nowhere yet. */
export function take(c: Client, held: number | null): void {
  if (c.draft.held !== held) setDraft(c, drafts.hold(c.draft, held))
}

/** Marks an answer; a press of its own button sends it. */
export const answer = (c: Client, move: string, goes = false): void => setDraft(c, drafts.choose(c.draft, move), goes)

/** Sends the tentative turn. A second press while the first is on its way does nothing. */
export function playDraft(c: Client): void {
  const moves = drafts.readyMoves(c.draft)
  if (!moves || c.sending || !mayPlay(c)) return
  c.wire.goes = false
  c.wire.sent = { id: newName(), moves }
  sendAgain(c)
}

/** The same play under the same name: the server does it once. */
export function sendAgain(c: Client): void {
  const { wire } = c
  if (!wire.sent || !wire.connection) return
  c.sending = wire.connection.send({ type: 'play', ref: ++wire.ref, seq: c.state.seq, ...wire.sent })
}

/** For a play: no other of this seat has it. */
const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('')

/** What one says to all. A refusal is told where one looks. */
export function talk(c: Client, text: string): void {
  const ref = ++c.wire.ref
  if (c.wire.connection?.send({ type: 'say', ref, text })) c.wire.talked = ref
}

/** What people ask each other about the turn that was played last. */
export function takeBack(c: Client, answer: Takeback['answer']): void {
  const ref = ++c.wire.ref
  if (c.wire.connection?.send({ type: 'takeback', ref, seq: c.state.seq, answer })) c.wire.talked = ref
}

/** What people ask each other about the clock. */
export function changeClock(c: Client, answer: ClockChange['answer'], wish?: ClockWish): void {
  const ref = ++c.wire.ref
  const message = { type: 'clock' as const, ref, seq: c.state.seq, answer, ...(wish ? { wish } : {}) }
  if (c.wire.connection?.send(message)) c.wire.talked = ref
}

/** To go on without a seat that everybody waits for. */
export function claim(c: Client, seat: number, choice: Claim['choice']): void {
  const ref = ++c.wire.ref
  if (c.wire.connection?.send({ type: 'claim', ref, seat, choice })) c.wire.talked = ref
}
