// The game that is being made: its box, what is added, every option, who sits where; and what the server says of it,
// asked a moment after each change, the latest answer wins.

import { aidsOf, type Policy, policyOf } from './aids'
import { CLOCKS } from './clock'
import { ApiError, checkGame } from './api'
import { type Boxed, boxesOf, cardOfRule, houseRules, isOn, minutesOf, named, type NamedCard, switched } from './cards'
import { t } from './i18n.svelte'
import { inLanguage, setupIn } from './language'
import { HERE } from './levels'
import { keepBot, keepName, lastBot, myName, nobody, readJson, signedIn, writeJson } from './mine'
import { type Changed, changedOptions, mostSeats, presetValue, refusalText, remedies, SAID_BY_PEOPLE } from './options'
import type { Aid, Bot, Checked, GameError, NewGame, NewSeat, Preset, Setup, TimeControl } from './protocol'
import { ratable } from './ratings'
import { settings } from './settings.svelte'

const KEPT = 'bastide.box' // what was played last
const SOON_MS = 250
const USUAL = 'classic'

/** What would mend a clash, as a button. */
export interface Cure {
  words: string
  cure: () => void
}
export interface PlannedSeat {
  kind: 'me' | 'here' | 'open' | 'bot' // here: another person at this device
  bot: string // also while the seat is open: what it was
  name?: string // of who is here
}

export class Plan {
  private english: Setup | null = $state.raw(null)
  presetId = $state(USUAL)
  boxId = $state(USUAL)
  values: Record<string, string> = $state({})
  seats: PlannedSeat[] = $state([])
  name = $state(myName())
  rated = $state(false) // wished for; whether it can be, says `counts`
  open = $state(false) // listed for everybody to watch
  clock = $state('none') // one of CLOCKS
  games: 1 | 3 | 5 = $state(1) // that decide together
  tables = $state(1) // with the same tiles
  shuffles = $state(false) // each seat adds to the shuffle
  policy: Policy = $state('everything') // which aids the table allows
  ownAids: Aid[] = $state.raw(aidsOf('noOdds', [])) // where that is one's own choice
  begins = $state(0) // the seat that the host marks (START-1)
  taken: { box: Boxed; yours: string[] } | null = $state.raw(null) // what a box took out
  refused: GameError | null = $state.raw(null) // why these rules cannot be played
  checked: Checked | null = $state.raw(null)
  private readonly ours = readJson<{ preset: string; options: Record<string, string> } | null>(KEPT, null)

  readonly data: Setup | null = $derived(this.english && setupIn(this.english, settings.language))
  readonly preset: Preset | undefined = $derived(this.data?.presets.find((p) => p.id === this.presetId))
  readonly changed: Changed[] = $derived(
    this.data && this.preset ? changedOptions(this.data.options, this.preset.options, this.values) : [],
  )
  readonly house: Changed[] = $derived(this.data && this.preset ? houseRules(this.data, this.preset, this.values) : [])
  readonly most: number = $derived(
    this.data && this.preset ? mostSeats(this.data.options, this.preset, this.values) : 0,
  )
  readonly cards: NamedCard[] = $derived(
    this.data ? this.data.cards.map((c) => named(c, this.data!.options, settings.language)) : [],
  )
  readonly on: NamedCard[] = $derived(
    this.data && this.preset ? this.cards.filter((c) => isOn(c, this.data!.options, this.preset!, this.values)) : [],
  )
  readonly added: NamedCard[] = $derived(this.on.filter((c) => c.size !== 'own'))
  readonly boxes: Boxed[] = $derived(this.data ? this.boxesOf(this.data) : [])
  readonly box: Boxed | undefined = $derived(this.boxes.find((b) => b.id === this.boxId))
  /** What does not go together stands on a card, or above all if it is about none. */
  readonly culprit: NamedCard | undefined = $derived(
    this.refused && this.data
      ? (cardOfRule(this.on, this.data.options, this.refused.rule) ??
          cardOfRule(this.cards, this.data.options, this.refused.rule))
      : undefined,
  )
  readonly minutes: { base: number; more: number } = $derived(
    this.data && this.preset ? minutesOf(this.data, this.preset, this.values, this.seats.length) : { base: 0, more: 0 },
  )

  begin(setup: Setup): void {
    this.english = setup
    const bot = setup.bots.some((b) => b.id === lastBot())
      ? lastBot()
      : ((setup.bots.find((b) => b.id === 'greedy') ?? setup.bots[0])?.id ?? '')
    this.seats = [
      { kind: 'me', bot },
      { kind: 'bot', bot },
    ]
    const start = boxesOf(setup)
    this.choose(start.find((b) => b.id === this.boxId) ?? start[0]!)
  }

  private boxesOf(data: Setup): Boxed[] {
    const all = boxesOf(data)
    const own = this.ours && data.presets.find((p) => p.id === this.ours!.preset)
    const options = Object.fromEntries(
      Object.entries(this.ours?.options ?? {}).filter(([id, value]) => {
        const o = data.options.find((o) => o.id === id)
        return o && (o.values.length === 0 || o.values.some((v) => v.id === value))
      }),
    )
    if (!own || Object.keys(options).length === 0) return all
    const names = this.cards.filter((c) => isOn(c, data.options, own, options)).map((c) => c.name)
    const rules = houseRules(data, own, options).length
    const sentence = [own.name, ...names, ...(rules ? [t('new.houseCount', { count: rules })] : [])].join(', ')
    return [...all, { id: 'ours', name: t('new.ours'), sentence, preset: own, options, cards: names.length }]
  }
  tilesOf(b: Boxed): number {
    const { cards = [], options = [] } = this.data ?? {}
    return b.preset.tiles + cards.reduce((n, c) => n + (isOn(c, options, b.preset, b.options) ? c.tiles : 0), 0)
  }
  inBox(c: NamedCard): boolean {
    return !!this.data && !!this.box && isOn(c, this.data.options, this.box.preset, this.box.options)
  }
  choose(b: Boxed): void {
    const p = b.preset
    // what stands apart stays: it changes every box
    const own = this.on.filter((c) => c.size === 'own')
    const kept = own
      .flatMap((c) => [c.option, ...c.choices])
      .flatMap((id) => (this.values[id] ? [[id, this.values[id]]] : []))
    const yours = this.added.filter((c) => !isOn(c, this.data?.options ?? [], p, b.options)).map((c) => c.id)
    this.taken = yours.length ? { box: b, yours } : null
    this.boxId = b.id
    this.presetId = p.id
    this.values = { ...p.options, ...Object.fromEntries(kept), ...b.options }
    this.seats = this.seats.slice(0, p.maxSeats)
    while (this.seats.length < p.minSeats) this.addSeat()
  }
  keepYours(): void {
    if (!this.data || !this.taken) return
    for (const c of this.data.cards)
      if (this.taken.yours.includes(c.id)) this.values = switched(c, this.data.options, this.values, true)
    this.taken = null
  }
  toggle(card: NamedCard, to: boolean): void {
    if (!this.data) return
    this.taken = null
    this.values = switched(card, this.data.options, this.values, to)
  }
  set(id: string, value: string): void {
    this.values = { ...this.values, [id]: value }
  }

  addSeat(): void {
    this.seats = [...this.seats, { kind: 'open', bot: this.seats[1]?.bot ?? '' }]
  }
  removeSeat(i: number): void {
    this.seats = this.seats.filter((_, n) => n !== i)
  }
  /** @param bot empty: whoever has the link; or somebody here */
  setSeat(i: number, bot: string): void {
    const seat = (s: PlannedSeat): PlannedSeat =>
      bot === '' ? { ...s, kind: 'open' } : bot === HERE ? { ...s, kind: 'here' } : { kind: 'bot', bot }
    this.seats = this.seats.map((s, n) => (n !== i ? s : seat(s)))
  }
  botOf(s: PlannedSeat): Bot | undefined {
    return this.data?.bots.find((b) => b.id === s.bot)
  }
  /** Who begins is said by people: what that is called, and by whom. */
  readonly marks: { name: string; words: string } | null = $derived.by(() => {
    const option = this.data?.options.find((o) => o.rules.includes('START-1'))
    const value = option && this.preset ? (this.values[option.id] ?? presetValue(option, this.preset.options)) : ''
    const alone = this.seats.filter((s) => s.kind !== 'bot').length < 2 // nobody is younger than a bot
    return option && SAID_BY_PEOPLE.includes(value)
      ? { name: option.name, words: alone ? '' : (option.values.find((v) => v.id === value)?.name ?? '') }
      : null
  })

  /** A clock, a match and a shuffle by all are for games with people. */
  readonly people: boolean = $derived(this.seats.some((s) => s.kind === 'open' || s.kind === 'here'))
  readonly time: TimeControl | undefined = $derived(
    this.people ? CLOCKS.find((c) => c.id === this.clock)?.time : undefined,
  )

  readonly aids: Aid[] = $derived(aidsOf(this.policy, this.ownAids))

  readonly ratable: boolean = $derived(ratable(this.changed.length, this.seats))
  readonly counts: boolean = $derived(this.rated && this.ratable && signedIn() !== null)

  private asked(seats: NewSeat[]): NewGame {
    const options = Object.fromEntries(this.changed.map((c) => [c.option.id, c.value]))
    return {
      preset: this.presetId,
      ...(this.changed.length ? { options } : {}),
      ...(this.marks && this.begins > 0 ? { firstSeat: Math.min(this.begins, this.seats.length - 1) } : {}),
      public: this.open && this.tables === 1,
      ...(this.time ? { time: this.time } : {}),
      ...(this.counts ? { rated: true } : {}),
      ...(this.tables > 1 ? { duplicate: this.tables } : {}),
      ...(this.people && this.tables === 1 && this.games > 1 ? { bestOf: this.games } : {}),
      ...(this.people && this.tables === 1 && this.shuffles ? { together: true } : {}),
      ...(policyOf(this.aids) === 'everything' ? {} : { aids: this.aids }),
      seats,
    }
  }
  made(): NewGame {
    return this.asked(
      this.seats.map((s): NewSeat =>
        s.kind === 'me'
          ? { kind: 'me', name: this.name.trim() || nobody() }
          : s.kind === 'here'
            ? { kind: 'me', name: s.name?.trim() ?? '' }
            : s.kind === 'bot'
              ? { kind: 'bot', bot: s.bot }
              : { kind: 'open' },
      ),
    )
  }
  /** For the next time. */
  keep(): void {
    keepName(this.name.trim())
    const bot = this.seats.find((s) => s.kind === 'bot')?.bot
    if (bot) keepBot(bot)
    if (this.changed.length) writeJson(KEPT, { preset: this.presetId, options: this.made().options })
  }

  /** What the server is asked, as a text: it changes with what it is about. */
  readonly question: string = $derived(
    this.data
      ? JSON.stringify(
          this.asked(
            this.seats.map((s): NewSeat =>
              s.kind === 'bot' ? { kind: 'bot', bot: s.bot } : { kind: s.kind === 'here' ? 'me' : s.kind },
            ),
          ),
        )
      : '',
  )
  /** Asks soon whether these rules go together. Returns what gives that up. */
  ask(question: string): () => void {
    let stale = false
    const timer = setTimeout(() => {
      checkGame(JSON.parse(question) as NewGame).then(
        (c) => {
          if (stale) return
          this.refused = null
          this.checked = c
        },
        (e: unknown) => {
          if (!stale && e instanceof ApiError && e.status === 400) this.refused = e.error
        },
      )
    }, SOON_MS)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }

  refusal(e: GameError): string {
    return refusalText(inLanguage(e, settings.language))
  }
  clashOf(c: NamedCard): GameError | undefined {
    if (this.refused) return this.culprit?.id === c.id ? this.refused : undefined
    return this.checked?.clashes.find((x) => x.card === c.id)?.error
  }
  cures(c: NamedCard, e: GameError): Cure[] {
    const { data } = this
    if (!data) return []
    const add = (set: Record<string, string>): (() => void) => {
      return () => (this.values = switched(c, data.options, { ...this.values, ...set }, true))
    }
    const mends = remedies(data.options, e.expected).map((r): Cure => {
      const other = this.cards.find((x) => x.option === r.option.id && x.id !== c.id)
      const out = other && r.value === r.option.default
      return {
        words: out
          ? t('new.insteadOf', { this: c.name, other: other.name })
          : other
            ? t('new.with', { this: c.name, other: other.name })
            : r.words,
        cure: add({ [r.option.id]: r.value }),
      }
    })
    if (mends.length) return mends
    const rest = this.on.filter((x) => x.id !== c.id)
    const other = cardOfRule(rest, data.options, e.rule)
    return other
      ? [
          {
            words: t('new.insteadOf', { this: c.name, other: other.name }),
            cure: add(switched(other, data.options, {}, false)),
          },
        ]
      : []
  }
}
