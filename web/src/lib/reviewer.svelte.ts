// The review of a game while its page is open: asked for piece by piece, until all is here or somebody stops it.

import { ApiError, gameReview } from './api'
import { t } from './i18n.svelte'
import type { Decision, Review } from './protocol'

const key = (game: string): string => `bastide.review.${game}`
/** In this tab a review was begun, and nobody has stopped it: whoever comes back finds it, and it goes on. */
export function wasBegun(game: string): boolean {
  try {
    return sessionStorage.getItem(key(game)) !== null
  } catch {
    return false
  }
}
function note(game: string, begun: boolean): void {
  try {
    if (begun) sessionStorage.setItem(key(game), '1')
    else sessionStorage.removeItem(key(game))
  } catch {
    // no storage: it is begun anew
  }
}

const BUSY = [429, 503]
const AGAIN_MS = 1500
const MOST_TRIES = 20 // of one piece
const LEAST = 4 // plies before one can say how long it takes

/** A ply takes as long as the game that is still to come after it. Null: too little was seen to say. */
export function leftOf(ms: number, from: number, done: number, plies: number): number | null {
  const area = (at: number): number => (plies - at) ** 2
  return done - from < LEAST ? null : (ms * area(done)) / (area(from) - area(done))
}

export class Reviewer {
  decisions: Decision[] = $state.raw([])
  plies = $state(0) // 0: nothing is known yet
  next: number | null = $state(0) // where to ask on from
  running = $state(false)
  error = $state('')
  readonly over: boolean = $derived(this.next === null)
  readonly done: number = $derived(this.next ?? this.plies)

  /** Milliseconds until all is here, by those since the start; null: nothing is known yet. */
  left: number | null = $state(null)

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
    note(this.game, true)
    let pace: { at: number; done: number } | null = null // since what is asked for was not known before
    try {
      while (this.next !== null) {
        const piece = await this.patiently(this.next, () => round !== this.round)
        if (round !== this.round || !piece) return
        this.plies = piece.plies
        this.decisions = [...this.decisions, ...piece.decisions]
        this.next = piece.next
        pace ??= { at: performance.now(), done: this.done }
        this.left = leftOf(performance.now() - pace.at, pace.done, this.done, this.plies)
      }
    } catch (e) {
      if (round === this.round) this.error = e instanceof ApiError ? e.message : t('common.tryLater')
    } finally {
      if (round === this.round) this.running = false
    }
  }
  /** By whoever looks at it. */
  stop(): void {
    note(this.game, false)
    this.leave()
  }
  /** The page is left. */
  leave(): void {
    this.round++
    this.running = false
    this.left = null
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
