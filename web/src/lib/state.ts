// The game as the client knows it: one plain object, a pure fold over the server's events. No rule of
// the game is written here; what an event says is taken as it is.

import type { Award, Category, Event, Follower, Piece, Seat, Tile } from './protocol'

export interface PlacedPiece extends Piece { seat: number | null; turn: number }

export interface MoveLine {
  turn: number
  seat: number
  piece: number // -1: the tile was set aside
  tile: Tile
  follower: Follower | null
  awards: number[] // ids
}

export interface Result {
  ranking: { seat: number; place: number; points: number }[]
  table: Category[]
  seed: string
}

export interface GameState {
  seq: number // last event folded in
  started: boolean
  seats: { seat: number; name: string; kind: Seat['kind']; score: number; followers: number; all: number }[]
  tiles: number // in the whole game
  left: number // still to be drawn
  turn: number
  toMove: number | null
  commitment: string
  pieces: PlacedPiece[] // indexed by piece number
  followers: Follower[] // on the board now
  held: { seat: number; tile: Tile } | null // drawn, seen by all, not yet placed
  awards: Award[]
  moves: MoveLine[]
  result: Result | null
}

export const emptyState = (): GameState => ({
  seq: 0, started: false, seats: [], tiles: 0, left: 0, turn: 0, toMove: null, commitment: '',
  pieces: [], followers: [], held: null, awards: [], moves: [], result: null,
})

const withoutReturned = (state: GameState, returned: number[]): Pick<GameState, 'followers' | 'seats'> => {
  const home = state.followers.filter((f) => returned.includes(f.id))
  return {
    followers: state.followers.filter((f) => !returned.includes(f.id)),
    seats: state.seats.map((s) => ({ ...s, followers: s.followers + home.filter((f) => f.seat === s.seat).length })),
  }
}

const withLastMove = (moves: MoveLine[], change: (line: MoveLine) => MoveLine): MoveLine[] => {
  const last = moves.at(-1)
  return last ? [...moves.slice(0, -1), change(last)] : moves
}

export function fold(state: GameState, event: Event): GameState {
  if (event.seq <= state.seq) return state // sent twice: a reconnect overlapped
  const s: GameState = { ...state, seq: event.seq }
  switch (event.type) {
    case 'started':
      return {
        ...s, started: true, tiles: event.tiles, left: event.tiles, toMove: event.firstSeat, commitment: event.commitment,
        seats: event.seats.map((x) => ({ seat: x.seat, name: x.name, kind: x.kind, score: x.score, followers: x.followers, all: x.followers })),
      }
    case 'drawn':
      return { ...s, held: { seat: event.seat, tile: event.tile }, left: event.left }
    case 'setAside':
      return {
        ...s, held: null, left: event.left,
        moves: [...s.moves, { turn: s.turn, seat: event.seat, piece: -1, tile: event.tile, follower: null, awards: [] }],
      }
    case 'placed': {
      const pieces = s.pieces.slice()
      pieces[event.piece.piece] = { ...event.piece, seat: event.seat, turn: event.turn }
      if (event.seat === null) return { ...s, pieces, left: s.left - 1 }
      const line: MoveLine = { turn: event.turn, seat: event.seat, piece: event.piece.piece, tile: event.piece, follower: null, awards: [] }
      return { ...s, pieces, held: null, moves: [...s.moves, line] }
    }
    case 'follower':
      return {
        ...s, followers: [...s.followers, event.follower],
        seats: s.seats.map((x) => (x.seat === event.follower.seat ? { ...x, followers: x.followers - 1 } : x)),
        moves: withLastMove(s.moves, (line) => ({ ...line, follower: event.follower })),
      }
    case 'noFollower':
      return s
    case 'award': {
      // The final counting leaves the figures standing: the last picture shows who held what.
      const { followers, seats } = withoutReturned(s, event.award.final ? [] : event.award.returned)
      const got = (seat: number): number =>
        event.award.points.filter((p) => p.seat === seat).reduce((sum, p) => sum + p.points, 0)
      return {
        ...s, followers, seats: seats.map((x) => ({ ...x, score: x.score + got(x.seat) })),
        awards: [...s.awards, event.award],
        moves: event.award.final ? s.moves : withLastMove(s.moves, (line) => ({ ...line, awards: [...line.awards, event.award.id] })),
      }
    }
    case 'turn':
      return { ...s, turn: event.turn, toMove: event.seat }
    case 'over':
      return { ...s, toMove: null, held: null, result: { ranking: event.ranking, table: event.table, seed: event.seed } }
  }
}

export const foldAll = (state: GameState, events: Event[]): GameState => events.reduce(fold, state)

export const lastPiece = (s: GameState): PlacedPiece | null => {
  const line = s.moves.findLast((m) => m.piece >= 0)
  return line ? (s.pieces[line.piece] ?? null) : null
}

/** Scores after each turn, for the chart: one row per scoring turn, the final counting last. */
export function scoreCourse(s: GameState): { turn: number; scores: number[] }[] {
  const scores = s.seats.map(() => 0)
  const rows = [{ turn: 0, scores: scores.slice() }]
  const last = Math.max(0, ...s.moves.map((m) => m.turn))
  for (const award of s.awards) {
    const turn = award.final ? last + 1 : award.turn
    for (const p of award.points) {
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
