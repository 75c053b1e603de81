// One open game: the folded state, what is tentative, what is being shown. Events are folded one after
// another with the pauses that let a person see them; anything the player does cuts the pauses short.

import { gameFeatures } from './api'
import { type Draft, draftMoves, firstInUse, freshDraft, heldTile, inUse, type InUse, turnWith } from './draft'
import { inLanguage } from './language'
import { keyOf, mySeat, type MySeat } from './mine'
import type { Award, Event, Feature, Follower, GameSummary, Play, ServerMessage, Turn, Tile } from './protocol'
import { isStill, settings } from './settings.svelte'
import { connect, type Connection, type Line } from './socket'
import { emptyState, fold, foldAll, type GameState } from './state'
import { asideSentence, awardSentence, eventSentence, plural } from './text'

export interface Notice {
  text: string
  kind: 'info' | 'refused'
  tile?: Tile
}

const ARRIVE_MS = 420
const LOOK_MS = 120
const ASIDE_MS = 1600
const PICK_MS = 500
const CROP_MS = 900
const REPLAY_MOST = 40 // more missed events than this are not replayed one by one

export class GameClient {
  readonly id: string
  readonly mine: MySeat | undefined
  state: GameState = $state.raw(emptyState())
  summary: GameSummary | null = $state.raw(null)
  you: number | null = $state(null)
  private told: Turn | null = $state.raw(null) // as the server sent it
  use: InUse | null = $state.raw(null) // which tile of the hand or the reserve is in use
  chosen: string | null = $state(null) // a move of this step that is marked, not played: a pick, an answer
  readonly turn: Turn | null = $derived(turnWith(this.told, this.use))
  draft: Draft = $state.raw(freshDraft())
  line: Line = $state.raw({ state: 'connecting', retryAt: 0 })
  everOpen = $state(false)
  sending = $state(false)
  notice: Notice | null = $state.raw(null)
  ringed: Follower['kind'] | null = $state(null) // figures of this kind are ringed on the landscape
  show: Award | null = $state.raw(null) // the award being shown
  arriving: number | null = $state(null) // piece on its way from its shield
  spoken = $state('') // last sentence for the screen reader

  private pending: Event[] = []
  private nextTurn: Turn | null = null
  private pumping = false
  private hurry = false
  private wake: (() => void) | null = null
  private connection: Connection
  private ref = 0
  private unsure = false // whether the turn counts: the server's disk failed with it
  private sent: Pick<Play, 'id' | 'moves'> | null = null // on its way; said again under the same name it is done once
  private known: { seq: number; list: Feature[] } | null = null // of the board
  private noticeTimer: ReturnType<typeof setTimeout> | undefined

  constructor(id: string) {
    this.id = id
    this.mine = mySeat(id)
    this.connection = connect(
      id,
      keyOf(id),
      () => this.pending.at(-1)?.seq ?? this.state.seq,
      (m) => this.receive(m),
      (l) => this.setLine(l),
    )
  }

  close(): void {
    clearTimeout(this.noticeTimer)
    this.hurry = true
    this.wake?.()
    this.connection.close()
  }

  get mayPlay(): boolean {
    const t = this.turn
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
    return asked && this.line.state === 'open'
  }

  nameOf(seat: number): string {
    return (
      this.summary?.seats.find((s) => s.seat === seat)?.name ??
      this.state.seats.find((s) => s.seat === seat)?.name ??
      `Seat ${seat + 1}`
    )
  }

  /** How it was found who begins. */
  get opening(): string {
    return this.state.opening.map((e) => eventSentence(e, (s) => this.nameOf(s), this.you, settings.language)).join(' ')
  }

  retry(): void {
    this.connection.retry()
  }

  /** Cut every pause short: the board catches up with the server. */
  skip(): void {
    this.show = null
    if (this.pumping) {
      this.hurry = true
      this.wake?.()
    }
  }

  setDraft(draft: Draft): void {
    if (this.sending) return
    if (this.show) this.skip()
    this.draft = draft
    if (this.notice?.kind === 'refused') this.notice = null
    if (settings.confirm === 'once' && draft.step === 'follower' && draft.place !== undefined) this.play()
  }

  /** Another tile of the hand or the reserve, or none; it lies nowhere yet. */
  take(use: InUse | null): void {
    if (this.sending || (use ? !heldTile(this.told, use) || inUse(this.use, use.from, use.nth) : this.use === null))
      return
    if (this.show) this.skip()
    this.use = use
    this.draft = freshDraft()
  }
  /** What is in use before a half tile is picked up. */
  get unhalved(): InUse | null {
    return firstInUse(this.told)
  }

  /** Send the tentative turn. A second press while the first is on its way does nothing. */
  play(): void {
    const moves = this.turn ? draftMoves(this.turn, this.draft) : null
    if (moves) this.send(moves)
  }

  /** Send moves that need no draft: an offer, a sale. */
  send(moves: string[]): void {
    if (!this.turn || this.sending) return
    this.sent = { id: newName(), moves }
    this.say()
  }
  private say(): void {
    if (this.sent)
      this.sending = this.connection.send({ type: 'play', ref: ++this.ref, seq: this.state.seq, ...this.sent })
  }

  /** Every feature as it lies now: asked for when somebody wants to know whose it is, and kept until something changes. */
  async features(): Promise<Feature[]> {
    if (this.known?.seq !== this.state.seq) {
      const answer = await gameFeatures(this.id).catch(() => null)
      if (!answer) return []
      this.known = { seq: answer.seq, list: answer.features }
    }
    return this.known.list
  }

  tell(notice: Notice, ms = 5000): void {
    clearTimeout(this.noticeTimer)
    this.notice = notice
    this.spoken = notice.text
    this.noticeTimer = setTimeout(() => (this.notice = null), ms)
  }

  private setLine(line: Line): void {
    if (line.state === 'lost' && this.line.state !== 'lost' && this.everOpen) this.spoken = 'No connection'
    // While trying again the banner stays as it is: no flicker.
    if (line.state === 'connecting' && this.everOpen) return
    this.line = line
    if (line.state === 'open') this.everOpen = true
  }

  private receive(m: ServerMessage): void {
    switch (m.type) {
      case 'welcome': {
        const again = this.everOpen && this.state.started
        const first = this.state.seq === 0
        this.summary = m.game
        this.you = m.you
        const unanswered = this.sending
        this.sending = false
        if (first || m.events.length > REPLAY_MOST) {
          this.state = foldAll(this.state, [...this.pending, ...m.events])
          this.pending = []
          this.arriving = null
          if (!this.pumping) this.setTurn(m.turn)
          else this.nextTurn = m.turn
          if (this.state.moves.length === 0 && this.opening) this.tell({ kind: 'info', text: this.opening }, 7000)
        } else {
          this.enqueue(m.events, m.turn)
          if (again) this.welcomeBack(m.events)
          // The line broke between Play and its answer: the same turn is still open, so say it again.
          if (unanswered && m.events.length === 0) this.say()
        }
        break
      }
      case 'update':
        if (this.unsure) {
          if (m.events.length > 0) this.notice = null
          else
            this.tell(
              {
                kind: 'refused',
                text: 'The server could not keep your turn. The board is up to date: please play it again.',
              },
              9000,
            )
          this.unsure = false
        }
        this.enqueue(m.events, m.turn)
        break
      case 'accepted':
        break // what it did comes as an update
      case 'waiting':
        this.tell(
          { kind: 'info', text: 'The server is slow to write your turn down. Please wait; nothing is lost.' },
          9000,
        )
        break
      case 'unknown':
        this.unsure = true
        this.tell(
          {
            kind: 'info',
            text: 'The server’s disk does not answer: whether your turn counts is shown as soon as it does.',
          },
          60000,
        )
        break
      case 'refused':
        this.sending = false
        this.draft = freshDraft()
        this.setTurn(m.turn)
        this.tell({ kind: 'refused', text: refusal(m.error.message, m.error.rule) }, 9000)
        break
      case 'presence':
        if (this.summary) this.summary = { ...this.summary, seats: m.seats }
        break
      case 'pong':
        break
    }
  }

  private welcomeBack(events: Event[]): void {
    const mover = events.find((e) => e.type === 'placed' && e.seat !== this.you)
    const who = mover?.type === 'placed' && mover.seat !== null ? this.nameOf(mover.seat) : null
    this.tell({ kind: 'info', text: who ? `Back. ${who} moved while you were away.` : 'Back. Nothing is lost.' })
  }

  private enqueue(events: Event[], turn: Turn | null): void {
    this.pending.push(...events)
    this.nextTurn = turn
    if (events.some((e) => e.type === 'started') && this.summary) this.summary = { ...this.summary, status: 'playing' }
    if (!this.pumping) void this.pump()
  }

  private setTurn(turn: Turn | null): void {
    const step = (t: Turn): string => [t.turn, t.seat, t.left, t.phase, t.tile?.seed, t.pick?.pool.length].join()
    if (!turn || !this.told || step(turn) !== step(this.told)) {
      this.draft = freshDraft()
      this.use = firstInUse(turn)
      this.chosen = null
      this.told = turn
      if (turn && this.mayPlay) this.spoken = this.yourTurn(turn)
    } else this.told = turn
  }

  private yourTurn(turn: Turn): string {
    if (turn.offer)
      return `${this.nameOf(turn.offer.from)} drew ${turn.tile?.name ?? 'a tile'}. You may offer up to ${turn.offer.most} points for it.`
    if (turn.begins) return 'You rolled a standing follower: say who begins.'
    if (turn.sale)
      return `Sell the tile? ${turn.sale.map((o) => `${this.nameOf(o.seat)} offers ${o.points}`).join(', ')}.`
    if (turn.pick)
      return `Choose a half tile, ${turn.pick.pool.length} are left. Round ${turn.pick.round} of ${turn.pick.rounds}.`
    if (turn.choice) return 'The crop circle: choose a kind of follower and what everyone does with it.'
    if (turn.answer)
      return `The crop circle: ${inLanguage(turn.answer, settings.language).words}. It is your turn to answer.`
    if (turn.goOn)
      return `Your turn. ${inLanguage(turn.goOn, settings.language).words}, or lay a half tile: you hold ${plural(turn.reserve?.length ?? 0, 'half tile')}: ${(turn.reserve ?? []).map((t) => t.tile.name).join('; ')}.`
    if (turn.hand && turn.hand.length > 1)
      return `Your turn. ${turn.hand.length} tiles in your hand: ${turn.hand.map((t) => t.tile.name).join('; ')}.`
    const now = this.turn ?? turn
    const n = now.placements.length
    const fits = now.placements.filter((p) => p.ways.some((w) => w.rotation === 0)).length
    return `Your turn. You ${turn.hand ? 'hold' : 'drew'}: ${now.tile?.name ?? 'a tile'}. ${n === 1 ? '1 space fits' : `${n} spaces fit`}, ${fits} as it lies.`
  }

  private async pump(): Promise<void> {
    this.pumping = true
    while (this.pending.length > 0) {
      const event = this.pending.shift()!
      await this.before(event)
      const drafted = event.type === 'turn' && this.told?.phase === 'pick'
      if (drafted || ['placed', 'begins', 'bid', 'sold', 'chosen', 'passed'].includes(event.type)) {
        this.told = null // that step is over
        this.sending = false
        this.draft = freshDraft()
      }
      this.state = fold(this.state, event)
      const sentence = eventSentence(event, (s) => this.nameOf(s), this.you, settings.language)
      if (sentence) this.spoken = sentence
      await this.after(event)
    }
    this.pumping = false
    this.hurry = false
    this.arriving = null
    this.sending = false
    if (this.state.result && this.summary) this.summary = { ...this.summary, status: 'over' }
    this.setTurn(this.nextTurn)
  }

  private async before(event: Event): Promise<void> {
    if (event.type === 'placed' && event.seat !== null && event.seat !== this.you) {
      this.arriving = event.piece.piece
      await this.pause(LOOK_MS)
    }
  }

  private async after(event: Event): Promise<void> {
    if (event.type === 'placed' && event.seat !== this.you) await this.pause(ARRIVE_MS)
    else if (event.type === 'setAside') {
      this.tell({ kind: 'info', tile: event.tile, text: asideSentence(event, (s) => this.nameOf(s), this.you) }, 4000)
      await this.pause(ASIDE_MS)
    } else if (event.type === 'started' || event.type === 'begins')
      this.tell({ kind: 'info', text: this.opening }, 7000)
    else if (
      event.type === 'sold' ||
      event.type === 'again' ||
      event.type === 'extended' ||
      (event.type === 'bid' && event.points > 0)
    ) {
      this.tell({ kind: 'info', text: eventSentence(event, (s) => this.nameOf(s), this.you, settings.language) }, 4000)
      await this.pause(LOOK_MS)
    } else if (event.type === 'picked') {
      if (event.seat !== this.you) await this.pause(PICK_MS)
    } else if (
      event.type === 'buried' ||
      event.type === 'passed' ||
      event.type === 'chosen' ||
      event.type === 'home' ||
      ('rule' in event && event.rule === 'HALF-CROP')
    ) {
      const by = event.type === 'follower' ? event.follower.seat : event.seat
      if (by === this.you && event.type !== 'buried') return // one knows what one did
      this.tell({ kind: 'info', text: eventSentence(event, (s) => this.nameOf(s), this.you, settings.language) }, 5000)
      await this.pause(event.type === 'buried' ? LOOK_MS : CROP_MS)
    } else if (event.type === 'award') await this.showAward(event.award)
  }

  private async showAward(award: Award): Promise<void> {
    if (settings.points === 'off' || this.hurry || award.points.length === 0) return
    const more = this.pending.some((e) => e.type === 'award')
    const full = isStill() ? 1600 : award.final ? 1300 : 2300
    this.show = award
    this.spoken = awardSentence(inLanguage(award, settings.language))
    await this.pause(settings.points === 'short' ? 700 : more ? full * 0.6 : full)
    this.show = null
  }

  private pause(ms: number): Promise<void> {
    if (this.hurry || document.visibilityState === 'hidden') return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      const self = this
      function done(): void {
        clearTimeout(timer)
        self.wake = null
        resolve()
      }
      this.wake = done
    })
  }
}

/** For a play: no other of this seat has it. */
const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('')

const refusal = (message: string, rule?: string): string =>
  `Not played: ${message.replace(/[.\s]+$/, '')}${rule ? ` (${rule})` : ''}. The board is up to date: please choose again.`

/** The whole state of a game, once: for pictures on other pages. */
export function loadState(id: string): Promise<GameState> {
  return new Promise((resolve, reject) => {
    const give = setTimeout(() => finish(() => reject(new Error('The game did not answer in time.'))), 8000)
    const line = connect(
      id,
      keyOf(id),
      () => 0,
      (m) => {
        if (m.type === 'welcome') finish(() => resolve(foldAll(emptyState(), m.events)))
      },
      (l) => {
        if (l.state === 'lost') finish(() => reject(new Error('The game could not be loaded.')))
      },
    )
    function finish(then: () => void): void {
      clearTimeout(give)
      line.close()
      then()
    }
  })
}
