// One open game: what the server told, what is tentative, what is being shown. One plain object; the functions over it:
// open.ts (the line), receive.ts (messages), queue.ts (events one after another), pace.ts (how long each is looked at),
// turn.ts (the draft of a move), told.ts (what is said).

import { allowedAt } from './aids'
import { gameAids, gameFeatures } from './api'
import { type Draft, freshDraft } from './draft'
import { t } from './i18n.svelte'
import type { RunningClock } from './clock'
import type { Aid, Award, Event, Feature, GameAids, GameSummary, Play, Tile, Turn } from './protocol'
import { settings } from './settings.svelte'
import type { Connection, Line } from './socket'
import { emptyState, type GameState } from './state'

export interface Notice {
  text: string
  kind: 'info' | 'refused'
  tile?: Tile
}

export interface Client {
  readonly id: string
  state: GameState
  summary: GameSummary | null
  you: number | null
  turn: Turn | null // what is asked, as the server sent it
  clock: RunningClock | null // null: there is none
  away: { seat: number; from: number } | null // waited for; others may go on from then, performance.now()
  back: number | null // the seat that may ask to take its last turn back
  draft: Draft // of its answer
  sending: boolean
  line: Line
  everOpen: boolean
  takenOff: string | null // the seat is one's own no more, and why
  notice: Notice | null
  show: Award | null // the award being shown
  arriving: number | null // piece on its way from its shield
  spoken: string // last sentence for the screen reader
  readonly queue: Queue
  readonly wire: Wire
}

/** What is still to be shown. This and the wire are changed in place: nothing is drawn from them. */
export interface Queue {
  pending: Event[]
  turn: Turn | null // when all of it has been shown
  running: boolean
  hurry: boolean // no more pauses
  wake: (() => void) | null // ends the pause that is on
}

export interface Wire {
  connection: Connection | null
  ref: number
  trial: number // the `try` whose answer is waited for; 0: none
  talked: number // what was said last to all; 0: nothing
  goes: boolean // the draft is sent as soon as nothing else is asked
  sent: Pick<Play, 'id' | 'moves'> | null // on its way; said again under the same name it is done once
  sitting: boolean // another one of this device's people sits down
  unsure: boolean // whether the turn counts: the server's disk failed with it
  noticeTimer: ReturnType<typeof setTimeout> | undefined
  known: { seq: number; list: Feature[] } | null // of the board
  reckoned: GameAids | null
}

export const freshClient = (id: string): Client => ({
  id,
  state: emptyState(),
  summary: null,
  you: null,
  turn: null,
  clock: null,
  away: null,
  back: null,
  draft: freshDraft(null),
  sending: false,
  line: { state: 'connecting', retryAt: 0 },
  everOpen: false,
  takenOff: null,
  notice: null,
  show: null,
  arriving: null,
  spoken: '',
  queue: { pending: [], turn: null, running: false, hurry: false, wake: null },
  wire: {
    connection: null,
    ref: 0,
    trial: 0,
    talked: 0,
    goes: false,
    sent: null,
    sitting: false,
    unsure: false,
    noticeTimer: undefined,
    known: null,
    reckoned: null,
  },
})

export const mayPlay = (c: Client): boolean => c.turn !== null && c.turn.seat === c.you && c.line.state === 'open'

export const seatName = (c: Client, seat: number): string =>
  c.summary?.seats.find((s) => s.seat === seat)?.name ??
  c.state.seats.find((s) => s.seat === seat)?.name ??
  t('common.seat', { n: seat + 1 })

/** Whether the table allows an aid now. */
export const allows = (c: Client, aid: Aid): boolean => allowedAt(c.summary, c.state.result !== null, aid)

/** Whether it is allowed, and on at this device. */
export const helps = (c: Client, aid: Aid): boolean => allows(c, aid) && settings[aid]

/** Tiles left, odds and points now, as far as the table allows them: kept until something changes. Null: no answer. */
export async function aidsFor(c: Client): Promise<GameAids | null> {
  const { wire } = c
  if (wire.reckoned?.seq !== c.state.seq) wire.reckoned = (await gameAids(c.id).catch(() => null)) ?? wire.reckoned
  return wire.reckoned?.seq === c.state.seq ? wire.reckoned : null
}

/** Every feature as it lies now: asked for when somebody wants to know whose it is, kept until something changes. */
export async function featuresOf(c: Client): Promise<Feature[]> {
  const { wire } = c
  if (!allows(c, 'owners')) return []
  if (wire.known?.seq !== c.state.seq) {
    const answer = await gameFeatures(c.id).catch(() => null)
    if (!answer) return []
    wire.known = { seq: answer.seq, list: answer.features }
  }
  return wire.known.list
}
