// The game as the client knows it: one plain object, a pure fold over the server's events. No rule of
// the game is written here; what an event says is taken as it is.

import type {
  Award,
  BestOf,
  Category,
  Change,
  ClockEvent,
  ClockWish,
  DidEvent,
  Event,
  FigureChange,
  Follower,
  Gone,
  Piece,
  PileChange,
  Seat,
  Standing,
  TableEdge,
  TakebackEvent,
  Tile,
  Translations,
} from './protocol'

export interface PlacedPiece extends Piece {
  seat: number | null
  turn: number
  heap?: number // how much is heaped on it
  over?: OverRoad
}

/** A road over the space of a piece. */
export interface OverRoad {
  lies: NonNullable<Standing['over']>
  seat: number
  kind: string // of the token that it is
}

/** A line of the record: what a seat did, and what came of it. */
export interface MoveLine {
  turn: number
  seat: number
  text: string // as the server says it
  translations: Translations
  piece: number // -1: no tile was laid
  tile: Tile | null // that was laid, taken or shown
  lost: boolean // it fitted nowhere
  kind: Follower['kind'] | null // of the figure that was set with it
  awards: number[] // ids
}

/** Points that no award gave. */
export interface Booked {
  turn: number
  seat: number
  points: number
  text: string
  translations: Translations
  rule: string
}

export interface Result {
  ranking: { seat: number; place: number; points: number }[]
  table: Category[]
  outcome: string // who won and by how much
  translations: Translations
  seed?: string | undefined // not before the other games with the same draws are over
  secret?: string | undefined // of the server, where the seed is made together
  match: BestOf | null // of the games that decide together
}

export interface SeatState {
  seat: number
  name: string
  kind: Seat['kind']
  score: number
  figures: Figures[]
  tokens: Tokens[]
  gone?: Gone // why it plays no more
  standIn?: string | null // the bot that plays while its person is away
}
/** Things of one sort that a seat has and that are neither tiles nor figures. */
export interface Tokens {
  token: string
  name: string
  translations?: Translations
  count: number
}
/** Figures of one sort that a seat has. */
export interface Figures {
  sort: string
  have: number // in its supply
  all: number
}

/** A figure that does not stand on a place of its seat: mostly one without a seat. */
export interface Loose {
  id: number
  seat: number | null
  kind: string
  at: Standing
  was: Standing | null // it comes from there
  nth: number // of its moves
}

/** A figure of a seat that another seat keeps: it is not in the supply. */
export interface Kept {
  id: number
  seat: number
  kind: string
  keeper: number
}

export interface GameState {
  seq: number // last event folded in
  started: boolean
  opening: Said[] // how it was found who begins, and what was said where that was asked
  seats: SeatState[]
  tiles: number // in the whole game
  left: number // still to be drawn
  turn: number
  again: boolean // another turn of the same seat
  toMove: number | null
  commitment: string
  shares: { promise: string; share: string }[] // by seat, where the seed is made together
  pieces: PlacedPiece[] // indexed by piece number
  table: TableEdge | null // null: it has no edge
  followers: Follower[] // on the board now
  loose: Loose[] // and the figures that stand otherwise
  kept: Kept[] // figures of seats that other seats keep
  piles: PileChange[] // tiles that somebody or nobody holds; none of them is empty
  awards: Award[]
  booked: Booked[]
  moves: MoveLine[]
  result: Result | null
  rematch: { game: string; seat: number } | null // a seat wishes it
  said: { seq: number; seat: number; text: string }[]
  takeback: { seat: number; asks: number[]; agreed: number[] } | null // a seat asks to take its last turn back
  clockAsk: { seat: number; wish: ClockWish; asks: number[]; agreed: number[] } | null // a seat asks for another clock
  ready: number[] // seats that would go on before the end of a pause
  events: Event[] // that this is made of: those that were taken back are not among them
}
export interface Said {
  text: string
  translations: Translations
}

export const emptyState = (): GameState => ({
  seq: 0,
  started: false,
  opening: [],
  seats: [],
  tiles: 0,
  left: 0,
  turn: 0,
  again: false,
  toMove: null,
  commitment: '',
  shares: [],
  pieces: [],
  table: null,
  followers: [],
  loose: [],
  kept: [],
  piles: [],
  awards: [],
  booked: [],
  moves: [],
  result: null,
  rematch: null,
  said: [],
  takeback: null,
  clockAsk: null,
  ready: [],
  events: [],
})

/** What a seat holds in a pile of that name. */
export const pileOf = (s: Pick<GameState, 'piles'>, pile: string, seat: number | null): (Tile | null)[] =>
  s.piles.find((p) => p.pile === pile && p.seat === seat)?.tiles ?? []
export const pilesOf = (s: Pick<GameState, 'piles'>, seat: number | null): PileChange[] =>
  s.piles.filter((p) => p.seat === seat)
/** Drawn, seen by all, not yet laid. */
export function drawnTile(s: Pick<GameState, 'piles'>): { seat: number; tile: Tile } | null {
  const drawn = s.piles.find((p) => p.pile === 'drawn')
  const tile = drawn?.tiles[0]
  return tile && drawn.seat !== null ? { seat: drawn.seat, tile } : null
}
/** Tiles that nobody holds and all see, on the table. */
export const openPiles = (s: Pick<GameState, 'piles'>): PileChange[] =>
  pilesOf(s, null).filter((p) => p.under === undefined && p.pile !== 'drawn' && p.tiles.every((t) => t !== null))
/** Pieces with tiles under them. */
export const raisedPieces = (s: Pick<GameState, 'piles'>): number[] =>
  s.piles.flatMap((p) => (p.under === undefined ? [] : [p.under]))

const changeSeat = (seats: SeatState[], seat: number, change: (s: SeatState) => Partial<SeatState>): SeatState[] =>
  seats.map((s) => (s.seat === seat ? { ...s, ...change(s) } : s))

const PLAIN = 'follower'
/** Games that began before seats had `figures` count them beside the plain ones, under the plural of their name. */
const figuresBefore = (s: Seat): Record<string, number> =>
  Object.fromEntries(
    Object.entries(s).flatMap(([key, n]): [string, number][] =>
      /^[a-z]+s$/.test(key) && key !== 'followers' && typeof n === 'number' ? [[key.slice(0, -1), n]] : [],
    ),
  )
const figuresOf = (s: Seat): Figures[] => [
  { sort: PLAIN, have: s.followers, all: s.followers },
  ...Object.entries(s.figures ?? figuresBefore(s)).flatMap(([sort, n]) => (n > 0 ? [{ sort, have: n, all: n }] : [])),
]
const sortOf = (f: Pick<Follower, 'seat' | 'kind'>, seats: SeatState[]): string =>
  seats.find((s) => s.seat === f.seat)?.figures.find((x) => x.sort === f.kind)?.sort ?? PLAIN

const withSupply = (seats: SeatState[], seat: number, sort: string, by: number): SeatState[] =>
  changeSeat(seats, seat, (s) => ({
    figures: s.figures.map((f) => (f.sort === sort ? { ...f, have: f.have + by } : f)),
  }))

const withoutFigures = (state: GameState, gone: number[]): Pick<GameState, 'followers' | 'seats' | 'kept'> => ({
  followers: state.followers.filter((f) => !gone.includes(f.id)),
  kept: state.kept.filter((f) => !gone.includes(f.id)),
  seats: [...state.followers, ...state.kept]
    .filter((f) => gone.includes(f.id))
    .reduce((seats, f) => withSupply(seats, f.seat, sortOf(f, seats), 1), state.seats),
})

const withPile = (piles: PileChange[], now: PileChange): PileChange[] => [
  ...piles.filter((p) => p.pile !== now.pile || p.seat !== now.seat || p.under !== now.under),
  ...(now.tiles.length > 0 ? [now] : []),
]

const withLastMove = (moves: MoveLine[], change: (move: MoveLine) => Partial<MoveLine>): MoveLine[] => {
  const last = moves.at(-1)
  return last ? [...moves.slice(0, -1), { ...last, ...change(last) }] : moves
}

const looseFigure = (id: number, seat: number | null, kind: string, at: Standing, before?: Loose): Loose => ({
  ...{ id, seat, kind, at },
  was: before?.at ?? null,
  nth: (before?.nth ?? 0) + 1,
})

/** A figure of a seat lies as a road over a space: on the piece that it is told of. It stays. */
function overRoad(s: GameState, c: FigureChange, seat: number, lies: OverRoad['lies']): GameState {
  const over: OverRoad = { lies, seat, kind: c.kind ?? PLAIN }
  return {
    ...s,
    pieces: s.pieces.map((p) => (p.piece === c.at?.piece ? { ...p, over } : p)),
    seats: withSupply(s.seats, seat, over.kind, -1),
  }
}

function change(s: GameState, c: Change, by: DidEvent): GameState {
  if ('piece' in c) {
    const pieces = s.pieces.slice()
    pieces[c.piece.piece] = { ...c.piece, seat: by.seat, turn: by.turn }
    return { ...s, pieces }
  }
  if ('figure' in c) {
    if (c.seat !== null && c.at?.over) return overRoad(s, c, c.seat, c.at.over)
    const home = withoutFigures(s, [c.figure])
    const before = s.loose.find((f) => f.id === c.figure)
    const loose = s.loose.filter((f) => f.id !== c.figure)
    if (!c.at || !c.kind) return { ...s, ...home, loose }
    const { piece, place, beside, keeper } = c.at
    if (c.seat !== null && keeper !== undefined) {
      const f: Kept = { id: c.figure, seat: c.seat, kind: c.kind, keeper }
      return {
        ...{ ...s, ...home, loose },
        kept: [...home.kept, f],
        seats: withSupply(home.seats, c.seat, sortOf(f, home.seats), -1),
      }
    }
    if (c.seat === null || piece === undefined || place === undefined || beside !== undefined)
      return { ...s, ...home, loose: [...loose, looseFigure(c.figure, c.seat, c.kind, c.at, before)] }
    const f: Follower = { id: c.figure, seat: c.seat, piece, place, kind: c.kind }
    const seats = withSupply(home.seats, c.seat, sortOf(f, home.seats), -1)
    return { ...s, ...home, followers: [...home.followers, f], seats, loose }
  }
  if ('pile' in c) return { ...s, piles: withPile(s.piles, c) }
  if ('points' in c) {
    const { text, translations, turn } = by
    const booked = { turn, seat: c.seat, points: c.points, text, translations, rule: by.rule ?? '' }
    return {
      ...s,
      seats: changeSeat(s.seats, c.seat, (x) => ({ score: x.score + c.points })),
      booked: [...s.booked, booked],
    }
  }
  if ('token' in c)
    return {
      ...s,
      seats: changeSeat(s.seats, c.seat, (x) => ({
        tokens: x.tokens.map((k) => (k.token === c.token ? { ...k, count: c.count } : k)),
      })),
    }
  if ('gone' in c) return { ...s, seats: changeSeat(s.seats, c.seat, () => ({ gone: c.gone })) }
  if ('left' in c) return { ...s, left: c.left }
  if ('table' in c) return { ...s, table: c.table }
  if ('heap' in c) return { ...s, pieces: s.pieces.map((p) => (p.piece === c.heap ? { ...p, heap: c.count } : p)) }
  return s
}

/** What is written into the record: the figure belongs to the tile that it is set on; others have their own line. */
function lines(s: GameState, e: DidEvent): MoveLine[] {
  if (e.seat === null || e.of === 'draw') return s.moves
  const figure = e.changes.find((c) => 'figure' in c)
  const elsewhere =
    figure && (figure.seat !== e.seat || (figure.at !== null && figure.at.piece !== s.moves.at(-1)?.piece))
  if (e.of === 'figure' && !elsewhere)
    return withLastMove(s.moves, () => ({ kind: (figure?.at && figure.kind) || null }))
  const laid = e.changes.find((c) => 'piece' in c)?.piece
  const aside = e.changes.find((c) => 'aside' in c)?.aside
  const pile = e.changes.find((c) => 'pile' in c && c.tiles.length > pileOf(s, c.pile, c.seat).length)
  const got = pile && 'pile' in pile ? pile.tiles.at(-1) : undefined
  const line: MoveLine = {
    turn: e.turn,
    seat: e.seat,
    text: e.text,
    translations: e.translations,
    piece: laid?.piece ?? -1,
    tile: laid ?? aside ?? got ?? null,
    lost: aside !== undefined,
    kind: null,
    awards: [],
  }
  return [...s.moves, line]
}

/** Before the first turn, without anything that moves: who begins was asked. */
export const isOpening = (e: DidEvent): boolean => e.turn === 0 && e.seat !== null && e.changes.length === 0

export function fold(state: GameState, event: Event): GameState {
  if (event.seq <= state.seq) return state // sent twice: a reconnect overlapped
  const s: GameState = { ...state, seq: event.seq, events: [...state.events, event] }
  switch (event.type) {
    case 'started':
      return {
        ...s,
        started: true,
        opening: event.opening ? [{ text: event.opening, translations: textsOf(event) }] : [],
        tiles: event.tiles,
        left: event.tiles,
        toMove: event.firstSeat,
        commitment: event.commitment,
        shares: event.shares ?? [],
        seats: event.seats.map((x) => ({
          seat: x.seat,
          name: x.name,
          kind: x.kind,
          score: x.score,
          figures: figuresOf(x),
          tokens: (event.tokens ?? []).map(({ token, name, translations }) => ({
            ...{ token, name, translations },
            count: x.tokens?.[token] ?? 0,
          })),
        })),
      }
    case 'did': {
      const moves = lines(s, event)
      const opening = isOpening(event) ? [...s.opening, event] : s.opening
      return event.changes.reduce<GameState>((now, c) => change(now, c, event), { ...s, moves, opening })
    }
    case 'award': {
      // The final counting leaves the figures standing: the last picture shows who held what.
      const { followers, seats } = withoutFigures(s, event.award.final ? [] : event.award.returned)
      const got = (seat: number): number =>
        event.award.points.filter((p) => p.seat === seat).reduce((sum, p) => sum + p.points, 0)
      return {
        ...s,
        followers,
        seats: seats.map((x) => ({ ...x, score: x.score + got(x.seat) })),
        awards: [...s.awards, event.award],
        moves: event.award.final ? s.moves : withLastMove(s.moves, (m) => ({ awards: [...m.awards, event.award.id] })),
      }
    }
    case 'turn':
      return { ...s, turn: event.turn, toMove: event.seat, again: event.again ?? false }
    case 'said':
      return { ...s, said: [...s.said, { seq: event.seq, seat: event.seat, text: event.text }] }
    case 'renamed':
      return { ...s, seats: s.seats.map((x) => (x.seat === event.seat ? { ...x, name: event.name } : x)) }
    case 'standin':
      return { ...s, takeback: null, seats: changeSeat(s.seats, event.seat, () => ({ standIn: event.bot })) }
    case 'takeback':
      return takenBack(s, event)
    case 'clock':
      return clockChanged(s, event)
    case 'rematch':
      return { ...s, rematch: { game: event.game, seat: event.seat } }
    case 'over':
      return {
        ...s,
        piles: (event.revealed ?? []).reduce(withPile, s.piles),
        toMove: null,
        clockAsk: null,
        result: {
          ranking: event.ranking,
          table: event.table,
          outcome: event.outcome,
          translations: event.translations,
          seed: event.seed,
          secret: event.secret,
          match: event.bestOf ?? null,
        },
      }
  }
}

/** What people say about taking a turn back. Then all is as it was, but for what does not belong to the game. */
function takenBack(s: GameState, e: TakebackEvent): GameState {
  const { seat, to } = e
  if (e.state === 'asked') return { ...s, takeback: { seat, asks: e.asks ?? [], agreed: [] } }
  if (e.state === 'agreed')
    return { ...s, takeback: s.takeback && { ...s.takeback, agreed: [...s.takeback.agreed, e.by] } }
  if (e.state !== 'done' || to === undefined) return { ...s, takeback: null }
  const stays = (x: Event): boolean => x.type !== 'takeback' && (x.seq <= to || OUTSIDE.includes(x.type))
  return { ...settled(foldAll(emptyState(), s.events.filter(stays))), seq: s.seq }
}
const OUTSIDE: Event['type'][] = ['said', 'renamed', 'standin', 'clock']

/** What people say about the clock. */
function clockChanged(s: GameState, e: ClockEvent): GameState {
  if (e.state === 'asked') return { ...s, clockAsk: { seat: e.by, wish: e.wish ?? {}, asks: e.asks ?? [], agreed: [] } }
  if (e.state === 'agreed')
    return { ...s, clockAsk: s.clockAsk && { ...s.clockAsk, agreed: [...s.clockAsk.agreed, e.by] } }
  if (e.state === 'ready') return { ...s, ready: [...s.ready, e.by] }
  return { ...s, clockAsk: null, ready: [] }
}

/** The words of the opening under the name that all sentences have. */
const textsOf = (e: { translations?: Translations }): Translations =>
  Object.fromEntries(Object.entries(e.translations ?? {}).map(([l, words]) => [l, { text: words['opening'] ?? '' }]))

/** As it is found: nothing is on its way. */
export const settled = (s: GameState): GameState => ({ ...s, loose: s.loose.map((f) => ({ ...f, was: null })) })

export const foldAll = (state: GameState, events: Event[]): GameState => events.reduce(fold, state)

export const lastPiece = (s: GameState): PlacedPiece | null => {
  const move = s.moves.findLast((m) => m.piece >= 0)
  return move ? (s.pieces[move.piece] ?? null) : null
}

/** Scores after each turn, for the chart: one row per turn that changed them, the final counting last. */
export function scoreCourse(s: GameState): { turn: number; scores: number[] }[] {
  const scores = s.seats.map(() => 0)
  const rows = [{ turn: 0, scores: scores.slice() }]
  const last = Math.max(0, ...s.moves.map((m) => m.turn))
  const changes = [
    ...s.booked.map((b) => ({ turn: b.turn, points: [b] })),
    ...s.awards.map((a) => ({ turn: a.final ? last + 1 : a.turn, points: a.points })),
  ].sort((a, b) => a.turn - b.turn)
  for (const { turn, points } of changes) {
    for (const p of points) {
      const at = s.seats.findIndex((x) => x.seat === p.seat)
      if (at >= 0) scores[at]! += p.points
    }
    const row = rows.at(-1)!
    if (row.turn === turn) row.scores = scores.slice()
    else rows.push({ turn, scores: scores.slice() })
  }
  if (rows.at(-1)!.turn < last) rows.push({ turn: last, scores: scores.slice() })
  return rows
}
