// The review of a game while its page is open: asked for piece by piece, until all is here or somebody stops it.

import { ApiError, gameReview } from './api'
import { t } from './i18n.svelte'
import type { Decision, Review } from './protocol'

const BUSY = [429, 503]
const AGAIN_MS = 1500
const MOST_TRIES = 20 // of one piece

export class Reviewer {
  decisions: Decision[] = $state.raw([])
  plies = $state(0) // 0: nothing is known yet
  next: number | null = $state(0) // where to ask on from
  running = $state(false)
  error = $state('')
  readonly over: boolean = $derived(this.next === null)
  readonly done: number = $derived(this.next ?? this.plies)

  private round = 0 // a piece of a round before this one comes too late

  constructor(
    private readonly game: string,
    private readonly ask: (game: string, from: number) => Promise<Review> = gameReview,
    private readonly wait = (): Promise<void> => new Promise((done) => setTimeout(done, AGAIN_MS)),
  ) {}

  /** Begins, or goes on where it was stopped. */
  async start(): Promise<void> {
    if (this.running || this.over) return
    const round = ++this.round
    this.running = true
    this.error = ''
    try {
      while (this.next !== null) {
        const piece = await this.patiently(this.next, () => round !== this.round)
        if (round !== this.round || !piece) return
        this.plies = piece.plies
        this.decisions = [...this.decisions, ...piece.decisions]
        this.next = piece.next
      }
    } catch (e) {
      if (round === this.round) this.error = e instanceof ApiError ? e.message : t('common.tryLater')
    } finally {
      if (round === this.round) this.running = false
    }
  }
  stop(): void {
    this.round++
    this.running = false
  }

  /** While the server has much to do, the same is asked again. */
  private async patiently(from: number, stopped: () => boolean): Promise<Review | null> {
    for (let tries = 1; ; tries++)
      try {
        return await this.ask(this.game, from)
      } catch (e) {
        if (!(e instanceof ApiError) || !BUSY.includes(e.status) || tries === MOST_TRIES) throw e
        await this.wait()
        if (stopped()) return null
      }
  }
}
