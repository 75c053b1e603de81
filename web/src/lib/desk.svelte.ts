// What is done at the analysis board: what is in hand, what a tap on the table does, and what is said of it.

import { tick } from 'svelte'
import {
  apartIn,
  emptyTable,
  followersOf,
  impossible,
  lay,
  looseOf,
  move,
  piecesOf,
  placementsOf,
  post,
  remove,
  rotationFor,
  stand,
  turn,
  turnedBy,
  unpost,
  unstand,
  type Laid,
} from './analysis'
import { Analyst } from './analyst.svelte'
import { ApiError } from './api'
import { artHere } from './art.svelte'
import { inReadingOrder } from './draft'
import { t, tileName } from './i18n.svelte'
import { inLanguage } from './language'
import type { AnalysisBox, Award, BoxKind, BoxNeutral, Follower, TableProblem } from './protocol'
import { figureSpots, looseSpots } from './regions'
import { settings } from './settings.svelte'
import { type Stand, standsOf, standsOfNobody } from './stands'
import type { Loose, PlacedPiece } from './state'
import { capital } from './text'
import { themeOf } from './theme.svelte'
import { awardFor, figureUnder, placeUnder } from './under'
import { Verdict } from './verdict.svelte'

export type Mode = 'place' | 'erase' | 'ask'
export type Tab = 'tiles' | 'followers' | 'compare'
/** The view of the table: its camera and its focus. */
interface Sight {
  showAll(): void
  zoom(factor: number): void
  panBy(dx: number, dy: number): void
  reveal(x: number, y: number): void
  focus(): void
  focusSpace(x: number, y: number): boolean
  approach(x: number, y: number): void
  leave(): void
}

export class Desk {
  readonly analyst: Analyst
  readonly verdict: Verdict
  sight: Sight | undefined = $state.raw()
  width = $state(1200)
  height = $state(800)
  mode: Mode = $state('place')
  tab: Tab = $state('tiles')
  selected: number | null = $state(null)
  moving = $state(false)
  rotation = $state(0) // of the chosen tile
  seat = $state(0)
  other = $state('') // the figure that is put, if it is no seat's
  why: Award | null = $state.raw(null)
  problem: TableProblem | null = $state.raw(null)
  dialog: 'rules' | 'texts' | 'help' | null = $state(null)
  keyboard = $state(false)
  cursor: { x: number; y: number } | null = $state(null)
  spoken = $state('')
  told = $state('') // said on the table for a moment
  private tellTimer: ReturnType<typeof setTimeout> | undefined

  /** @param opening a game's table is on its way */
  constructor(opening: boolean) {
    this.analyst = new Analyst(opening)
    this.verdict = new Verdict(this.analyst)
  }
  get laid(): Laid {
    return this.analyst.laid
  }
  get box(): AnalysisBox | null {
    return this.analyst.box
  }
  readonly phone: boolean = $derived(this.width < 720 || (this.width < 1024 && this.height > this.width))
  readonly theme: string = $derived(settings.art === 'preset' && this.box ? this.box.theme : themeOf(this.laid.preset))
  readonly pieces: PlacedPiece[] = $derived(piecesOf(this.laid, this.box))
  readonly followers: Follower[] = $derived(followersOf(this.laid, this.box))
  readonly loose: Loose[] = $derived(looseOf(this.laid, this.box))
  readonly neutrals: BoxNeutral[] = $derived((this.box?.neutral ?? []).map((n) => inLanguage(n, settings.language)))
  readonly neutral: BoxNeutral | undefined = $derived(this.neutrals.find((n) => n.figure === this.other))
  readonly wrong: TableProblem[] = $derived.by(() => impossible(this.analyst.result?.problems ?? []))
  readonly placements = $derived.by(() =>
    this.analyst.holding && !this.why ? inReadingOrder(placementsOf(this.analyst.fits)) : [],
  )
  readonly kind: BoxKind | undefined = $derived(this.kindOf(this.selected))
  readonly showPlaces: boolean = $derived(
    this.mode === 'place' && !this.moving && (!this.phone || this.tab === 'followers'),
  )
  private readonly apart = $derived(apartIn(this.box))
  readonly places: Stand[] | null = $derived.by(() => {
    const { laid, kind, selected: tile, neutral, nameOf } = this
    if (tile === null || !kind || !this.showPlaces) return null
    const about = { laid, kind, tile, nameOf, language: settings.language }
    if (!neutral) return standsOf(about, this.seat, this.apart)
    return standsOfNobody(about, neutral, neutral.beside ? this.followers.filter((f) => f.piece === tile) : [])
  })
  /** What may be done now. */
  readonly say: string = $derived.by(() => {
    const { analyst, places } = this
    if (this.moving) return t('board.sayMoving')
    if (this.mode === 'erase') return t('board.sayErase')
    if (this.mode === 'ask') return t('board.sayAsk')
    if (places && this.neutral) return t('board.sayNeutral', { figure: this.neutral.name })
    if (places) return places.length ? t('board.sayFollower', { name: this.nameOf(this.seat) }) : t('say.noPlace')
    if (this.phone && this.tab === 'followers') return t('board.sayTileFirst')
    if (analyst.holding) {
      const n = analyst.fits.length
      return !analyst.fresh ? t('board.sayTapSpace') : n > 0 ? t('board.sayFits', { count: n }) : t('board.sayNowhere')
    }
    return this.laid.tiles.length === 0 ? t('board.sayFirst') : t('board.sayChoose')
  })

  readonly nameOf = (s: number): string => this.laid.seats[s] ?? t('common.seat', { n: s + 1 })
  private kindOf(index: number | null): BoxKind | undefined {
    return index === null ? undefined : this.kindNamed(this.laid.tiles[index]?.tile)
  }
  private kindNamed(tile: string | null | undefined): BoxKind | undefined {
    return this.box?.kinds.find((k) => k.tile === tile)
  }
  nameAt(index: number): string {
    const picture = this.kindOf(index)?.picture
    return picture ? tileName(picture) : t('board.aTile')
  }
  said(p: TableProblem): string {
    return inLanguage(p, settings.language).sentence
  }
  announce(text: string): void {
    this.spoken = text
  }
  tell(text: string): void {
    this.told = text
    this.spoken = text
    clearTimeout(this.tellTimer)
    this.tellTimer = setTimeout(() => (this.told = ''), 5000)
  }
  /** Position text onto the table; what cannot be read is told. */
  async read(text: string, done = ''): Promise<void> {
    try {
      await this.analyst.read(text)
      if (done) this.tell(done)
    } catch (e) {
      this.tell(e instanceof ApiError ? e.message : t('common.failed'))
    }
  }

  /** An outline or a marked problem is about the table as it was: a change closes it. */
  changed(): void {
    this.why = null
    this.problem = null
    if (this.selected !== null && this.selected >= this.laid.tiles.length) this.selected = null
  }
  deselect(): void {
    this.selected = null
    this.moving = false
    this.sight?.leave()
  }
  setTab(to: Tab): void {
    this.tab = to
    if (to === 'compare') this.deselect()
    if (to !== 'tiles') this.analyst.hold(null)
    const at = this.selected === null ? undefined : this.laid.tiles[this.selected]
    if (to === 'followers' && at) this.sight?.approach(at.x, at.y)
    if (to === 'tiles') this.sight?.leave()
  }
  setMode(m: Mode): void {
    this.mode = m
    this.deselect()
    this.why = null
    if (m !== 'place') this.analyst.hold(null)
  }
  pickKind(tile: string): void {
    const kind = this.kindNamed(tile)
    this.mode = 'place'
    this.why = null
    this.deselect()
    if (this.analyst.holding === tile) this.rotation = turnedBy(this.rotation, 1, kind?.rotations ?? [0])
    else {
      this.rotation = 0
      this.analyst.hold(tile)
    }
    const name = kind?.picture ? tileName(kind.picture) : tile
    this.announce(t('board.turned', { tile: capital(name), degrees: this.rotation * 90 }))
  }
  onspace(x: number, y: number): void {
    const { analyst } = this
    if (this.moving && this.selected !== null) {
      analyst.change(move(this.laid, this.selected, x, y))
      this.moving = false
      return
    }
    if (!analyst.holding) return
    const fits = analyst.fits.find((f) => f.x === x && f.y === y)?.rotations ?? []
    analyst.change(lay(this.laid, analyst.holding, x, y, rotationFor(fits, this.rotation)))
    this.selected = this.laid.tiles.length - 1
    this.cursor = { x, y }
    this.announce(t('board.laid', { at: `${x},${y}` }))
    if (this.keyboard) void tick().then(() => this.sight?.focus()) // the space's own button is gone
  }
  ontile(index: number, x: number, y: number): void {
    if (this.mode === 'erase') return this.erase(index, x, y)
    if (this.mode === 'ask') return this.ask(index, x, y)
    if (this.why) return this.closeWhy()
    if (this.moving && this.selected !== null) {
      const at = this.laid.tiles[index]!
      if (index !== this.selected) this.tell(t('board.taken', { at: `${at.x},${at.y}` }))
      return
    }
    this.select(index)
  }
  onnowhere(): void {
    if (this.why) this.closeWhy()
    else this.deselect()
  }
  private select(index: number): void {
    const at = this.laid.tiles[index]
    if (!at) return
    this.analyst.hold(null)
    this.selected = index
    this.moving = false
    this.cursor = { x: at.x, y: at.y }
    this.announce(t('board.selected', { tile: capital(this.nameAt(index)), at: `${at.x},${at.y}` }))
    void tick().then(() => {
      if (this.showPlaces) this.sight?.approach(at.x, at.y)
    })
  }
  private erase(index: number, x: number, y: number): void {
    const { laid, followers, pieces, theme } = this
    const at = laid.tiles[index]!
    const figures = [
      ...figureSpots(followers, pieces, theme)
        .filter(({ f }) => f.piece === index)
        .map((spot) => ({ ...spot, without: () => unstand(laid, spot.f.id) })),
      ...looseSpots(this.loose, followers, pieces, theme).map((spot) => ({
        ...spot,
        without: () => unpost(laid, -1 - spot.f.id),
      })),
    ]
    const figure = figureUnder(figures, at.x * 1000 + x, at.y * 1000 + y)
    this.analyst.change(figure ? figure.without() : remove(laid, index))
  }
  private ask(index: number, x: number, y: number): void {
    const piece = this.pieces[index]
    const regions = piece ? artHere(this.theme, piece, piece.rotation)?.regions : undefined
    const place = regions ? placeUnder(regions, x, y) : null
    const found = place ? awardFor(this.verdict.awards, index, place) : null
    if (found) this.openWhy(found)
    else this.tell(place ? t('board.nobodyScores') : t('board.tapNearer'))
  }
  turnSelected(by: 1 | -1): void {
    const { analyst, selected } = this
    if (selected !== null) analyst.change(turn(this.laid, selected, by, this.kind?.rotations ?? []))
    else if (analyst.holding)
      this.rotation = turnedBy(this.rotation, by, this.kindNamed(analyst.holding)?.rotations ?? [])
  }
  removeSelected(): void {
    if (this.selected === null) return
    const index = this.selected
    this.deselect()
    this.analyst.change(remove(this.laid, index))
    this.announce(t('board.tileGone'))
  }
  onplace(p: Stand): void {
    const { laid, selected, neutral } = this
    if (selected === null) return
    const figure = p.move.slice(p.move.lastIndexOf('@') + 1)
    this.analyst.change(
      neutral
        ? post(laid, selected, p.place, figure, neutral.count)
        : stand(laid, selected, p.place, this.seat, figure, this.apart),
    )
  }
  clear(): void {
    this.deselect()
    this.analyst.hold(null)
    this.analyst.change({ ...emptyTable(this.laid.preset, this.laid.seats, this.laid.options) })
    this.tell(t('board.cleared'))
  }
  undo(): void {
    this.deselect()
    this.analyst.undo()
  }
  redo(): void {
    this.deselect()
    this.analyst.redo()
  }
  openWhy(a: Award): void {
    this.deselect()
    this.analyst.hold(null)
    this.problem = null
    this.why = a
  }
  closeWhy(): void {
    this.why = null
    void tick().then(() => this.sight?.focus())
  }
  readProblem(p: TableProblem): void {
    this.deselect()
    this.problem = this.problem === p ? null : p
    if (this.problem) this.announce(this.said(p))
  }
}
