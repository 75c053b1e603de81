// The turn that is asked for: its draft, what is in use, and sending it.

import { type Client, mayPlay, seatName } from './client'
import { type Draft, draftMoves, firstInUse, freshDraft, heldTile, inUse, type InUse, turnWith } from './draft'
import { skip } from './pace'
import type { Turn } from './protocol'
import { settings } from './settings.svelte'
import { turnSentence } from './told'

/** The turn as the server sent it, with the tile that is in use. */
function hold(c: Client, told: Turn | null, use: InUse | null): void {
  c.told = told
  c.use = use
  c.turn = turnWith(told, use)
}

/** What is asked now. The draft is kept while the step is the same. */
export function setTurn(c: Client, turn: Turn | null): void {
  const step = (t: Turn): string => [t.turn, t.seat, t.left, t.phase, t.tile?.seed, t.pick?.pool.length].join()
  if (turn && c.told && step(turn) === step(c.told)) return hold(c, turn, c.use)
  c.draft = freshDraft()
  c.chosen = null
  hold(c, turn, firstInUse(turn))
  if (turn && mayPlay(c)) c.spoken = turnSentence(turn, c.turn ?? turn, (seat) => seatName(c, seat), settings.language)
}

/** That step is over. */
export function endStep(c: Client): void {
  hold(c, null, c.use)
  c.sending = false
  c.draft = freshDraft()
}

export function setDraft(c: Client, draft: Draft): void {
  if (c.sending) return
  if (c.show) skip(c)
  c.draft = draft
  if (c.notice?.kind === 'refused') c.notice = null
  if (settings.confirm === 'once' && draft.step === 'follower' && draft.place !== undefined) playDraft(c)
}

/** Another tile of the hand or the reserve, or none; it lies nowhere yet. */
export function take(c: Client, use: InUse | null): void {
  if (c.sending || (use ? !heldTile(c.told, use) || inUse(c.use, use.from, use.nth) : c.use === null)) return
  if (c.show) skip(c)
  hold(c, c.told, use)
  c.draft = freshDraft()
}

/** Back to what is in use before a half tile is picked up. */
export const putDownHalf = (c: Client): void => take(c, firstInUse(c.told))

/** Sends the tentative turn. A second press while the first is on its way does nothing. */
export function playDraft(c: Client): void {
  const moves = c.turn ? draftMoves(c.turn, c.draft) : null
  if (moves) send(c, moves)
}

/** Sends moves that need no draft: an offer, a sale. */
export function send(c: Client, moves: string[]): void {
  if (!c.turn || c.sending) return
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
