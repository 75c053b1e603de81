// One open game: what the server told, what is tentative, what is being shown. One plain object; the functions over it:
// open.ts (the line), receive.ts (messages), queue.ts (events one after another), pace.ts (how long each is looked at),
// turn.ts (the draft of a move), told.ts (what is said).

import { gameFeatures } from './api'
import { type Draft, freshDraft, type InUse } from './draft'
import type { Award, Event, Feature, Follower, GameSummary, Play, Tile, Turn } from './protocol'
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
  told: Turn | null // as the server sent it
  use: InUse | null // which tile of the hand or the reserve is in use
  turn: Turn | null // as if that tile had been drawn
  draft: Draft
  chosen: string | null // a move of this step that is marked, not played: a pick, an answer
  sending: boolean
  line: Line
  everOpen: boolean
  notice: Notice | null
  show: Award | null // the award being shown
  arriving: number | null // piece on its way from its shield
  ringed: Follower['kind'] | null // figures of this kind are ringed on the landscape
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
  sent: Pick<Play, 'id' | 'moves'> | null // on its way; said again under the same name it is done once
  unsure: boolean // whether the turn counts: the server's disk failed with it
  noticeTimer: ReturnType<typeof setTimeout> | undefined
  known: { seq: number; list: Feature[] } | null // of the board
}

export const freshClient = (id: string): Client => ({
  id,
  state: emptyState(),
  summary: null,
  you: null,
  told: null,
  use: null,
  turn: null,
  draft: freshDraft(),
  chosen: null,
  sending: false,
  line: { state: 'connecting', retryAt: 0 },
  everOpen: false,
  notice: null,
  show: null,
  arriving: null,
  ringed: null,
  spoken: '',
  queue: { pending: [], turn: null, running: false, hurry: false, wake: null },
  wire: { connection: null, ref: 0, sent: null, unsure: false, noticeTimer: undefined, known: null },
})

export function mayPlay(c: Client): boolean {
  const t = c.turn
  const asked =
    t !== null &&
    (t.placements.length > 0 ||
      !!t.hand ||
      !!t.reserve ||
      !!t.offer ||
      !!t.sale ||
      !!t.choice ||
      !!t.begins ||
      (t.answer?.followers.length ?? 0) > 0 ||
      !!t.pick?.pool.some((p) => p.move))
  return asked && c.line.state === 'open'
}

export const seatName = (c: Client, seat: number): string =>
  c.summary?.seats.find((s) => s.seat === seat)?.name ??
  c.state.seats.find((s) => s.seat === seat)?.name ??
  `Seat ${seat + 1}`

/** Every feature as it lies now: asked for when somebody wants to know whose it is, kept until something changes. */
export async function featuresOf(c: Client): Promise<Feature[]> {
  const { wire } = c
  if (wire.known?.seq !== c.state.seq) {
    const answer = await gameFeatures(c.id).catch(() => null)
    if (!answer) return []
    wire.known = { seq: answer.seq, list: answer.features }
  }
  return wire.known.list
}
