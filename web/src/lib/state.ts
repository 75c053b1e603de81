// The game as the client knows it: one plain object, a pure fold over the server's events. No rule of
// the game is written here; what an event says is taken as it is.

import type {
  Award,
  BeginsEvent,
  Category,
  Event,
  Follower,
  Piece,
  Seat,
  StartedEvent,
  TableEdge,
  Tile,
  Translations,
} from './protocol'

export interface PlacedPiece extends Piece {
  seat: number | null
  turn: number
}

export interface MoveLine {
  turn: number
  seat: number
  // aside: for good; back: into the bag; half: of the reserve; chosen to none: what a crop circle made of it
  what:
    | 'tile'
    | 'half'
    | 'aside'
    | 'back'
    | 'bid'
    | 'sold'
    | 'again'
    | 'picked'
    | 'passed'
    | 'chosen'
    | 'added'
    | 'home'
    | 'none'
  piece: number // -1: no tile was laid
  tile: Tile | null
  follower: Follower | null
  awards: number[] // ids
  points: number // offered or paid
  buyer: number // of a tile that was sold; else -1
  words: string // what was chosen
  translations: Translations
}

export interface Sale {
  turn: number
  seller: number
  buyer: number
  points: number
}

export interface Result {
  ranking: { seat: number; place: number; points: number }[]
  table: Category[]
  outcome: string // who won and by how much
  translations: Translations
  seed: string
  buried: { piece: number; tile: Tile }[] // what lay under hills
}

export interface SeatState {
  seat: number
  name: string
  kind: Seat['kind']
  score: number
  followers: number
  all: number
  abbots: number
  allAbbots: number // 0: none play
  hand: (Tile | null)[] // tiles it holds for its turns; null: hidden from us
  reserve: (Tile | null)[] // half tiles, likewise
}

export interface GameState {
  seq: number // last event folded in
  started: boolean
  opening: (StartedEvent | BeginsEvent)[] // how it was found who begins, and what was said where that was asked
  seats: SeatState[]
  tiles: number // in the whole game
  left: number // still to be drawn
  turn: number
  toMove: number | null
  commitment: string
  pieces: PlacedPiece[] // indexed by piece number
  table: TableEdge | null // null: it has no edge
  followers: Follower[] // on the board now
  reserve: StartedEvent['reserve'] // undefined: no half tiles play
  buried: number[] // pieces with a hidden tile under them (HALF-HILL)
  held: { seat: number; tile: Tile } | null // drawn, seen by all, not yet placed
  awards: Award[]
  moves: MoveLine[]
  sales: Sale[]
  result: Result | null
}

export const emptyState = (): GameState => ({
  seq: 0,
  started: false,
  opening: [],
  seats: [],
  tiles: 0,
  left: 0,
  turn: 0,
  toMove: null,
  commitment: '',
  pieces: [],
  table: null,
  followers: [],
  reserve: undefined,
  buried: [],
  held: null,
  awards: [],
  moves: [],
  sales: [],
  result: null,
})

const isAbbot = (f: Follower): boolean => f.kind === 'abbot'

const withoutReturned = (state: GameState, returned: number[]): Pick<GameState, 'followers' | 'seats'> => {
  const home = state.followers.filter((f) => returned.includes(f.id))
  const count = (seat: number, abbots: boolean): number =>
    home.filter((f) => f.seat === seat && isAbbot(f) === abbots).length
  return {
    followers: state.followers.filter((f) => !returned.includes(f.id)),
    seats: state.seats.map((s) => ({
      ...s,
      followers: s.followers + count(s.seat, false),
      abbots: s.abbots + count(s.seat, true),
    })),
  }
}

const changeSeat = (seats: SeatState[], seat: number, change: (s: SeatState) => Partial<SeatState>): SeatState[] =>
  seats.map((s) => (s.seat === seat ? { ...s, ...change(s) } : s))

/** Without the tile that was played or set aside: the very one, else one that we could not see. */
function withoutTile(hand: (Tile | null)[], tile: Tile): (Tile | null)[] {
  const same = (t: Tile | null): boolean =>
    t !== null && t.set === tile.set && t.id === tile.id && t.seed === tile.seed && t.illustration === tile.illustration
  const at = hand.some(same) ? hand.findIndex(same) : hand.indexOf(null)
  return at < 0 ? hand : hand.filter((_, i) => i !== at)
}

const line = (s: GameState, seat: number, what: MoveLine['what'], more: Partial<MoveLine> = {}): MoveLine[] => [
  ...s.moves,
  {
    turn: s.turn,
    seat,
    what,
    piece: -1,
    tile: null,
    follower: null,
    awards: [],
    points: 0,
    buyer: -1,
    words: '',
    translations: {},
    ...more,
  },
]

const withLastMove = (moves: MoveLine[], change: (move: MoveLine) => MoveLine): MoveLine[] => {
  const last = moves.at(-1)
  return last ? [...moves.slice(0, -1), change(last)] : moves
}

export function fold(state: GameState, event: Event): GameState {
  if (event.seq <= state.seq) return state // sent twice: a reconnect overlapped
  const s: GameState = { ...state, seq: event.seq }
  switch (event.type) {
    case 'started':
      return {
        ...s,
        started: true,
        opening: [event],
        tiles: event.tiles,
        left: event.tiles,
        toMove: event.firstSeat,
        commitment: event.commitment,
        reserve: event.reserve,
        seats: event.seats.map((x) => ({
          seat: x.seat,
          name: x.name,
          kind: x.kind,
          score: x.score,
          followers: x.followers,
          all: x.followers,
          abbots: x.abbots ?? 0,
          allAbbots: x.abbots ?? 0,
          hand: [],
          reserve: [],
        })),
      }
    case 'begins':
      return { ...s, opening: [...s.opening, event], toMove: event.first }
    case 'drawn':
      if (event.hand || !event.tile)
        return {
          ...s,
          left: event.left,
          seats: changeSeat(s.seats, event.seat, (x) => ({ hand: [...x.hand, event.tile] })),
        }
      return { ...s, held: { seat: event.seat, tile: event.tile }, left: event.left }
    case 'setAside':
      return {
        ...s,
        held: null,
        left: event.left,
        seats: changeSeat(s.seats, event.seat, (x) => ({ hand: withoutTile(x.hand, event.tile) })),
        moves: line(s, event.seat, event.rule === 'DRAW-3' ? 'back' : 'aside', { tile: event.tile }),
      }
    case 'placed': {
      const pieces = s.pieces.slice()
      pieces[event.piece.piece] = { ...event.piece, seat: event.seat, turn: event.turn }
      const table = event.table ?? s.table
      if (event.seat === null) return { ...s, pieces, table, left: s.left - 1 }
      return {
        ...s,
        pieces,
        table,
        held: null,
        seats: changeSeat(s.seats, event.seat, (x) =>
          event.reserve ? { reserve: withoutTile(x.reserve, event.piece) } : { hand: withoutTile(x.hand, event.piece) },
        ),
        moves: line(s, event.seat, event.reserve ? 'half' : 'tile', {
          turn: event.turn,
          piece: event.piece.piece,
          tile: event.piece,
        }),
      }
    }
    case 'bid':
      return { ...s, moves: line(s, event.seat, 'bid', { points: event.points, tile: s.held?.tile ?? null }) }
    case 'sold':
      return {
        ...s,
        held: null,
        sales: [...s.sales, { turn: s.turn, seller: event.seller, buyer: event.buyer, points: event.points }],
        seats: changeSeat(
          changeSeat(s.seats, event.seller, (x) => ({ score: x.score + event.points })),
          event.buyer,
          (x) => ({ score: x.score - event.points, hand: s.held ? [...x.hand, s.held.tile] : x.hand }),
        ),
        moves: line(s, event.seller, 'sold', { points: event.points, buyer: event.buyer, tile: s.held?.tile ?? null }),
      }
    case 'extended':
      return { ...s, table: event.table }
    case 'again':
      return { ...s, moves: line(s, event.seat, 'again') }
    case 'follower':
      return {
        ...s,
        followers: [...s.followers, event.follower],
        seats: changeSeat(s.seats, event.follower.seat, (x) =>
          isAbbot(event.follower) ? { abbots: x.abbots - 1 } : { followers: x.followers - 1 },
        ),
        moves: event.rule
          ? line(s, event.follower.seat, 'added', { follower: event.follower })
          : withLastMove(s.moves, (m) => ({ ...m, follower: event.follower })),
      }
    case 'noFollower':
      return event.rule ? { ...s, moves: line(s, event.seat, 'none') } : s
    case 'dealt':
      return { ...s, seats: changeSeat(s.seats, event.seat, (x) => ({ reserve: [...x.reserve, event.tile] })) }
    case 'picked':
      return {
        ...s,
        seats: changeSeat(s.seats, event.seat, (x) => ({ reserve: [...x.reserve, event.tile] })),
        moves: line(s, event.seat, 'picked', { tile: event.tile }),
      }
    case 'buried':
      return { ...s, left: event.left, buried: [...s.buried, event.piece] }
    case 'chosen':
      return { ...s, moves: line(s, event.seat, 'chosen', { words: event.words, translations: event.translations }) }
    case 'home': {
      const follower = s.followers.find((f) => f.id === event.follower) ?? null
      return { ...s, ...withoutReturned(s, [event.follower]), moves: line(s, event.seat, 'home', { follower }) }
    }
    case 'passed':
      return { ...s, moves: line(s, event.seat, 'passed', { turn: event.turn }) }
    case 'award': {
      // The final counting leaves the figures standing: the last picture shows who held what.
      const { followers, seats } = withoutReturned(s, event.award.final ? [] : event.award.returned)
      const got = (seat: number): number =>
        event.award.points.filter((p) => p.seat === seat).reduce((sum, p) => sum + p.points, 0)
      return {
        ...s,
        followers,
        seats: seats.map((x) => ({ ...x, score: x.score + got(x.seat) })),
        awards: [...s.awards, event.award],
        moves: event.award.final
          ? s.moves
          : withLastMove(s.moves, (m) => ({ ...m, awards: [...m.awards, event.award.id] })),
      }
    }
    case 'turn':
      return { ...s, turn: event.turn, toMove: event.seat }
    case 'over':
      return {
        ...s,
        seats: (event.reserves ?? []).reduce(
          (seats, r) => changeSeat(seats, r.seat, () => ({ reserve: r.tiles })),
          s.seats,
        ),
        toMove: null,
        held: null,
        result: {
          ranking: event.ranking,
          table: event.table,
          outcome: event.outcome,
          translations: event.translations,
          seed: event.seed,
          buried: event.buried ?? [],
        },
      }
  }
}

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
    ...s.sales.map((x) => ({
      turn: x.turn,
      points: [
        { seat: x.seller, points: x.points },
        { seat: x.buyer, points: -x.points },
      ],
    })),
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
