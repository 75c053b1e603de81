// The analysis board's working state: the table as laid out by hand with its undo, what the server says of it (asked a
// moment after each change, the latest answer wins), and where it is kept: in the address, and in this browser.

import {
  awardsOnTable,
  BrokenLink,
  decode,
  emptyTable,
  encode,
  isEmpty,
  laidFrom,
  noHistory,
  readLink,
  remember,
  same,
  tileAt,
  type History,
  type Laid,
  type LinkFault,
} from './analysis'
import type { Analysis, AnalysisBox, AnalysisResult, GameError } from './protocol'
import { ApiError, analyse, analysisBox } from './api'
import { readJson, writeJson } from './mine'

const KEY = 'bastide.board'
const SOON_MS = 90
const RETRY_MS = 2500

export const keptTable = (): Laid | null => decode(readJson(KEY, ''))
export const keepTable = (t: Laid): void => writeJson(KEY, encode(t))

export class Analyst {
  laid: Laid = $state.raw(emptyTable())
  private history: History = $state.raw(noHistory())
  holding: string | null = $state(null) // a kind of tile
  box: AnalysisBox | null = $state.raw(null)
  private answer: AnalysisResult | null = $state.raw(null)
  private answeredHolding: string | null = $state(null)
  private answered: Laid | null = $state.raw(null) // what the answer is about
  error: GameError | null = $state.raw(null) // the server cannot read the table
  lost = $state(false) // no connection; we try again by ourselves
  broken: LinkFault | GameError | null = $state.raw(null) // why the table of the address does not lie here
  readonly fresh: boolean = $derived(this.answered === this.laid)
  /** The last answer; it may still be about the table as it was a moment ago. */
  readonly result: AnalysisResult | null = $derived(this.answer)
  /** Where the chosen tile fits. While an answer is awaited, the last one, less what has been filled since. */
  readonly fits: AnalysisResult['fits'] = $derived.by(() => {
    if (!this.holding || this.answeredHolding !== this.holding) return []
    const fits = this.answer?.fits ?? []
    return this.fresh ? fits : fits.filter((f) => tileAt(this.laid, f.x, f.y) < 0)
  })
  readonly canUndo: boolean = $derived(this.history.past.length > 0)
  readonly canRedo: boolean = $derived(this.history.future.length > 0)

  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = 0
  private boxKey = ''
  private closed = false
  private linked: { table: Laid; before: Laid; history: History } | null = null // came with the address

  /** @param opening another table is on its way: nothing is asked about this one before `opened` */
  constructor(opening = false) {
    const kept = keptTable()
    if (kept) this.laid = kept
    this.fromAddress()
    this.keep()
    if (!opening) this.ask(0)
  }
  /** The table that was on its way lies here, or did not come. */
  opened(): void {
    this.ask(0)
  }
  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  change(next: Laid): void {
    if (same(next, this.laid)) return
    this.history = remember(this.history, this.laid)
    this.set(next)
  }
  undo(): void {
    const was = this.history.past.at(-1)
    if (!was) return
    this.history = { past: this.history.past.slice(0, -1), future: [this.laid, ...this.history.future] }
    this.set(was)
  }
  redo(): void {
    const next = this.history.future[0]
    if (!next) return
    this.history = { past: [...this.history.past, this.laid], future: this.history.future.slice(1) }
    this.set(next)
  }
  hold(tile: string | null): void {
    if (tile === this.holding) return
    this.holding = tile
    this.ask(0)
  }
  /** Position text; a text that cannot be read leaves the table as it is and throws the ApiError. */
  async read(text: string): Promise<void> {
    const answer = await analyse({ text })
    this.take(laidFrom(answer.entered))
  }
  /** Another table in place of this one; undo brings this one back. */
  take(next: Laid): void {
    if (isEmpty(this.laid)) this.set(next)
    else this.change(next)
  }
  /** The table of the address, if it tells one; else what lies here stays. */
  fromAddress(): void {
    const link = location.pathname === '/board' ? location.hash.slice(1) : ''
    if (link === '') return
    try {
      const table = readLink(link)
      this.broken = null
      if (same(table, this.laid)) return
      this.linked = { table, before: this.laid, history: this.history }
      this.take(table)
    } catch (e) {
      if (!(e instanceof BrokenLink)) throw e
      this.broken = e.fault
      this.keep()
    }
  }

  private set(next: Laid): void {
    this.laid = next
    this.keep()
    this.ask()
  }
  /** In this browser, and in the address while it is the board's. */
  keep(): void {
    keepTable(this.laid)
    const hash = isEmpty(this.laid) ? '' : `#${encode(this.laid)}`
    if (location.hash !== hash && location.pathname === '/board') history.replaceState(null, '', `/board${hash}`)
  }

  private ask(after = SOON_MS): void {
    if (this.closed) return
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.send(), after)
  }
  private async send(): Promise<void> {
    const about = this.laid
    const mine = ++this.asked
    const latest = (): boolean => mine === this.asked && this.laid === about && !this.closed
    try {
      await this.askBox(about)
      const holding = this.holding
      const question: Analysis = { ...about, ...(holding ? { holding } : {}) }
      const answer = await analyse(question)
      if (!latest()) return
      const editions = answer.editions.map((e) => ({ ...e, awards: awardsOnTable(e.awards, answer.pieces) }))
      const rulings = answer.rulings?.map((e) => ({ ...e, awards: awardsOnTable(e.awards, answer.pieces) }))
      this.answer = {
        ...answer,
        editions,
        ...(rulings ? { rulings } : {}),
        result: { ...answer.result, awards: awardsOnTable(answer.result.awards, answer.pieces) },
      }
      // Places are named by the rotation, and of rotations that look the same by the first: the server says which.
      const read = laidFrom(answer.entered)
      if (!same(read, about)) this.laid = read
      this.answered = this.laid
      this.answeredHolding = holding
      this.error = null
      this.lost = false
    } catch (e) {
      if (!latest()) return
      if (e instanceof ApiError && e.status >= 400 && e.status < 500 && this.linked?.table === about) {
        this.broken = e.error
        this.history = this.linked.history
        this.set(this.linked.before)
      } else if (e instanceof ApiError && e.status >= 400 && e.status < 500) {
        this.error = e.error
        this.answer = null
        this.answered = about
        this.lost = false
      } else {
        this.lost = true
        this.ask(RETRY_MS)
      }
    }
  }
  private async askBox(about: Laid): Promise<void> {
    const rules = { preset: about.preset, options: about.options, seats: about.seats.length }
    const key = JSON.stringify(rules)
    if (key === this.boxKey) return
    const box = await analysisBox(rules)
    if (this.laid !== about) return
    this.box = box
    this.boxKey = key
    if (this.holding && !box.kinds.some((k) => k.tile === this.holding)) this.holding = null
  }
}
