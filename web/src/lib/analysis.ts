// A table laid out by hand, and what can be done with it: pure changes, each giving a new table, and the short text
// that keeps it in the address. What is possible, what fits and what it scores is the server's to say.

import type {
  AnalysisBox,
  AnalysisFigure,
  AnalysisHeld,
  AnalysisKept,
  AnalysisNeutral,
  AnalysisResult,
  AnalysisTile,
  Award,
  EnteredTable,
  FigureType,
  Follower,
  FollowerKind,
  Piece,
  Segment,
  TableProblem,
} from './protocol'
import type { Fit } from './ask'
import { IN_SECOND, isCorner, ON_OVER, ON_TOP } from './regions'
import { liesIn, secondSpace } from './twin'
import { colourOf, SEATS } from './seats'
import { openPiles, type GameState, type Loose, type PlacedPiece } from './state'

export interface Laid {
  preset: string
  options: Record<string, string>
  seats: string[]
  tiles: AnalysisTile[]
  followers: (AnalysisFigure & { figure: FigureType })[]
  neutral: AnalysisNeutral[] // figures that are no seat's
  kept?: AnalysisKept[] // figures that other seats keep, where there are any
  score: number[]
  tokens?: Record<string, number[]> // by sort, then by seat; where there are such
  held: AnalysisHeld[] // tiles beside the table, or that seats hold
  aside: string[]
}

const PLAIN: FigureType = 'follower'
// One that stands on no place, or that another seat keeps, is drawn as a knight if it is a plain follower.
const IN_THE_OPEN = 'knight'
const standsOnNoPlace = ({ place }: { place: string }): boolean => isCorner(place) || place === ON_TOP
const nameOfKind = (kind: FollowerKind): FigureType => (kind === IN_THE_OPEN ? PLAIN : kind)
const kindNamed = (figure: FigureType): FollowerKind => (figure === PLAIN ? IN_THE_OPEN : figure)

export const seatNames = (): string[] => SEATS.map(colourOf)
export const emptyTable = (
  preset = 'classic',
  seats = seatNames().slice(0, 2),
  options: Record<string, string> = {},
): Laid => ({
  preset,
  options,
  seats,
  tiles: [],
  followers: [],
  neutral: [],
  score: seats.map(() => 0),
  held: [],
  aside: [],
})

/** As the server has read it. */
export const laidFrom = (e: EnteredTable): Laid => ({
  ...e,
  followers: e.followers.map((f) => ({ ...f, figure: f.figure ?? 'follower' })),
})

/** A kind of figure that is called the same wherever it stands. */
const ownKind = (box: AnalysisBox | null, kind: string): FigureType | undefined =>
  box?.figures.find((f) => f.figure === kind && f.figure !== PLAIN)?.figure
/** What lies as a road over a space, as a figure on its place. */
const tokensOver = (pieces: PlacedPiece[]): Follower[] =>
  pieces.flatMap(({ piece, over }) =>
    over ? [{ id: -1, piece, place: ON_OVER, seat: over.seat, kind: over.kind }] : [],
  )

/** The table of a game as everybody sees it; of one that is over, as it lay before the final counting. */
export function laidFromGame(
  s: GameState,
  preset: string,
  options: Record<string, string>,
  seats: string[],
  box: AnalysisBox,
): Laid {
  const nameOf = (t: { set: string; id: string; illustration: string }): string | undefined => {
    const alike = box.kinds.filter((k) => k.picture.set === t.set && k.picture.id === t.id)
    return (alike.find((k) => k.picture.illustration === t.illustration) ?? alike[0])?.tile
  }
  const pieces = s.pieces.filter((p) => p && nameOf(p))
  const standsAs = (p: Piece, f: Follower): FigureType | undefined =>
    box.kinds
      .find((k) => k.tile === nameOf(p))
      ?.places.find((x) => x.place === f.place)
      ?.figures.find((x) => x.kind === f.kind)?.figure
  const final = (seat: number): number =>
    s.awards.flatMap((a) => (a.final ? a.points : [])).reduce((sum, p) => sum + (p.seat === seat ? p.points : 0), 0)
  return {
    preset,
    options,
    seats,
    tiles: pieces.map((p) => ({
      ...{ tile: nameOf(p)!, x: p.x, y: p.y, rotation: p.rotation },
      ...(p.heap ? { heap: p.heap } : {}),
      ...(p.over ? { over: p.over.lies } : {}),
    })),
    followers: [...s.followers, ...tokensOver(pieces)].flatMap((f) => {
      const tile = pieces.findIndex((p) => p.piece === f.piece)
      return tile < 0
        ? []
        : [
            {
              tile,
              place: f.place,
              seat: f.seat,
              figure: standsOnNoPlace(f)
                ? nameOfKind(f.kind)
                : (standsAs(pieces[tile]!, f) ?? ownKind(box, f.kind) ?? PLAIN),
            },
          ]
    }),
    neutral: s.loose.flatMap(({ seat, kind, at }) => {
      const tile = pieces.findIndex((p) => (at.piece === undefined ? liesIn(p, at.x!, at.y!) : p.piece === at.piece))
      const second = at.piece === undefined && (pieces[tile]?.x !== at.x || pieces[tile]?.y !== at.y)
      const whose = s.followers.find((f) => f.id === at.beside)?.seat
      const beside = whose === undefined ? {} : { seat: whose }
      return seat !== null || tile < 0
        ? []
        : [{ tile, place: second ? IN_SECOND : (at.place ?? ''), ...beside, figure: kind }]
    }),
    ...(s.kept.length > 0
      ? { kept: s.kept.map((f) => ({ keeper: f.keeper, seat: f.seat, figure: nameOfKind(f.kind) })) }
      : {}),
    score: seats.map((_, seat) => (s.seats.find((x) => x.seat === seat)?.score ?? 0) - final(seat)),
    ...(box.tokens
      ? {
          tokens: Object.fromEntries(
            box.tokens.map((sort) => [
              sort.token,
              seats.map(
                (_, seat) =>
                  s.seats.find((x) => x.seat === seat)?.tokens.find((k) => k.token === sort.token)?.count ?? 0,
              ),
            ]),
          ),
        }
      : {}),
    held: [...openPiles(s), ...s.piles.filter((p) => p.seat !== null)]
      .filter(({ pile, seat }) => box.piles.some((p) => p.pile === pile && (p.seats === true) === (seat !== null)))
      .flatMap(({ pile, seat, tiles }) =>
        tiles.flatMap((t) => ({ pile, tile: (t && nameOf(t)) ?? '', ...(seat === null ? {} : { seat }) })),
      )
      .filter((t) => t.tile !== ''),
    aside: [
      ...s.moves.flatMap((m) => (m.lost && m.tile ? [m.tile] : [])),
      ...s.piles.flatMap((p) => (p.under === undefined ? [] : p.tiles.flatMap((t) => t ?? []))),
    ].flatMap((t) => nameOf(t) ?? []),
  }
}

export const isEmpty = (t: Laid): boolean => t.tiles.length === 0 && t.score.every((s) => s === 0)
export const same = (a: Laid, b: Laid): boolean => encode(a) === encode(b)
/** The tiles of a space, the last one laid first. Their pictures tell which of them lie on two. */
export const tilesAt = (
  t: Laid,
  x: number,
  y: number,
  pieces: ({ shape?: 'half' | 'twin' } | undefined)[] = [],
): number[] => t.tiles.flatMap((p, i) => (liesIn({ ...p, shape: pieces[i]?.shape }, x, y) ? [i] : [])).reverse()
export const tileAt = (t: Laid, x: number, y: number): number => tilesAt(t, x, y)[0] ?? -1

export const lay = (t: Laid, tile: string, x: number, y: number, rotation: number): Laid => ({
  ...t,
  tiles: [...t.tiles, { tile, x, y, rotation }],
})

const changeTile = (t: Laid, index: number, change: Partial<AnalysisTile>): Laid => ({
  ...t,
  tiles: t.tiles.map((p, i) => (i === index ? { ...p, ...change } : p)),
})

/** To the next of the rotations that look different. */
export function turnedBy(rotation: number, by: 1 | -1, rotations: number[]): number {
  const at = rotations.indexOf(rotation)
  if (rotations.length === 0) return (rotation + by + 4) % 4
  return rotations[(at + by + rotations.length) % rotations.length] ?? rotation
}
export const turn = (t: Laid, index: number, by: 1 | -1, rotations: number[]): Laid =>
  changeTile(t, index, { rotation: turnedBy(t.tiles[index]?.rotation ?? 0, by, rotations) })
export const move = (t: Laid, index: number, x: number, y: number): Laid => changeTile(t, index, { x, y })

export function remove(t: Laid, index: number): Laid {
  const without = <F extends { tile: number }>(figures: F[]): F[] =>
    figures.filter((f) => f.tile !== index).map((f) => (f.tile > index ? { ...f, tile: f.tile - 1 } : f))
  return {
    ...t,
    tiles: t.tiles.filter((_, i) => i !== index),
    followers: without(t.followers),
    neutral: without(t.neutral),
  }
}

export const standing = (t: Laid, tile: number, place: string, seat?: number): number =>
  t.followers.findIndex((f) => f.tile === tile && f.place === place && (seat === undefined || f.seat === seat))

/** Whoever stood beside somebody who is gone stays: beside another who stands there, else on the tile. */
const staying = (t: Laid): Laid => ({
  ...t,
  neutral: t.neutral.map((n) => {
    if (n.place === '' || n.place === IN_SECOND || standing(t, n.tile, n.place, n.seat) >= 0) return n
    return { tile: n.tile, place: standing(t, n.tile, n.place) < 0 ? '' : n.place, figure: n.figure }
  }),
})

/** What lies or stands on a place of a tile; those `apart` from others share it with them. */
export const thereAs = (
  t: Laid,
  tile: number,
  place: string,
  figure: FigureType,
  apart: readonly FigureType[],
): Laid['followers'][number] | undefined =>
  t.followers.find((f) => f.tile === tile && f.place === place && apart.includes(f.figure) === apart.includes(figure))

/** Figures that lie on a tile whoever else is on their place. */
export const apartIn = (box: Pick<AnalysisBox, 'figures'> | null): FigureType[] =>
  (box?.figures ?? []).filter((f) => f.apart).map((f) => f.figure)

/** One tap on a place: the seat's figure stands there; the same figure goes again; another's makes room. */
export function stand(
  t: Laid,
  tile: number,
  place: string,
  seat: number,
  figure: FigureType,
  apart: readonly FigureType[] = [],
): Laid {
  const there = thereAs(t, tile, place, figure, apart)
  const others = t.followers.filter((f) => f !== there)
  return there && there.seat === seat && there.figure === figure
    ? staying({ ...t, followers: others })
    : { ...t, followers: [...others, { tile, place, seat, figure }] }
}
/** One tap: the seat's road lies over the tile's space; the same one goes again, with whoever stands on it. */
export function layOver(t: Laid, tile: number, seat: number, figure: FigureType, lies: 'n' | 'e'): Laid {
  const on = t.followers.filter((f) => f.tile === tile && f.place === ON_OVER)
  const own = on.find((f) => f.figure === figure)
  const goes = t.tiles[tile]?.over === lies && own?.seat === seat
  const followers = t.followers.filter((f) => (goes ? !on.includes(f) : f !== own))
  return staying({
    ...t,
    tiles: t.tiles.map((p, i) => {
      if (i !== tile) return p
      const { over: _, ...bare } = p
      return goes ? bare : { ...bare, over: lies }
    }),
    followers: goes ? followers : [...followers, { tile, place: ON_OVER, seat, figure }],
  })
}

/** One more or fewer of what is heaped on a tile; from the ground nobody stands on top. */
export function heapUp(t: Laid, tile: number, by: 1 | -1): Laid {
  const height = (t.tiles[tile]?.heap ?? 0) + by
  if (height < 0) return t
  return staying({
    ...t,
    tiles: t.tiles.map((p, i) => {
      if (i !== tile) return p
      const { heap: _, ...bare } = p
      return height > 0 ? { ...bare, heap: height } : bare
    }),
    followers: t.followers.filter((f) => height > 0 || f.tile !== tile || f.place !== ON_TOP),
  })
}

export const unstand = (t: Laid, follower: number): Laid =>
  staying({ ...t, followers: t.followers.filter((_, i) => i !== follower) })

/** One tap with a figure that is no seat's: it stands there, and goes again; of `count`, the first that stood moves. */
export function post(t: Laid, tile: number, place: string, figure: FigureType, count: number): Laid {
  const there = t.neutral.findIndex((n) => n.figure === figure && n.tile === tile && n.place === place)
  if (there >= 0) return unpost(t, there)
  const all = t.neutral.filter((n) => n.figure === figure)
  const moves = all.length >= count ? t.neutral.indexOf(all[0]!) : -1
  return { ...t, neutral: [...unpost(t, moves).neutral, { tile, place, figure }] }
}
export const unpost = (t: Laid, neutral: number): Laid => ({
  ...t,
  neutral: t.neutral.filter((_, i) => i !== neutral),
})

/** One figure more of a seat that another keeps. */
export const keep = (t: Laid, keeper: number, seat: number, figure: FigureType): Laid => ({
  ...t,
  kept: [...(t.kept ?? []), { keeper, seat, figure }],
})
export const giveBack = (t: Laid, kept: number): Laid => ({ ...t, kept: (t.kept ?? []).filter((_, i) => i !== kept) })

/** @param seat who holds it; none: it lies beside the table */
export const setApart = (t: Laid, pile: string, tile: string, seat?: number): Laid => ({
  ...t,
  held: [...t.held, { pile, tile, ...(seat === undefined ? {} : { seat }) }],
})
export const takeUp = (t: Laid, held: number): Laid => ({ ...t, held: t.held.filter((_, i) => i !== held) })

/** Other rules, names or points; figures of seats that are gone leave the table. */
export function withRules(t: Laid, change: Partial<Pick<Laid, 'preset' | 'options' | 'seats' | 'score'>>): Laid {
  const next = { ...t, ...change }
  const seats = next.seats.length
  return staying({
    ...next,
    score: next.seats.map((_, i) => next.score[i] ?? 0),
    ...(next.tokens
      ? {
          tokens: Object.fromEntries(
            Object.entries(next.tokens).map(([sort, counts]) => [sort, next.seats.map((_, i) => counts[i] ?? 0)]),
          ),
        }
      : {}),
    followers: next.followers.filter((f) => f.seat < seats),
    held: next.held.filter((h) => h.seat === undefined || h.seat < seats),
    ...(next.kept ? { kept: next.kept.filter((f) => f.seat < seats && f.keeper < seats) } : {}),
  })
}

/** Without a seat and its figures; those behind it move up. */
export function withoutSeat(t: Laid, seat: number): Laid {
  const moved = (s: number): number => (s > seat ? s - 1 : s)
  const others = <T>(list: T[]): T[] => list.filter((_, i) => i !== seat)
  return staying({
    ...t,
    seats: others(t.seats),
    score: others(t.score),
    ...(t.tokens
      ? { tokens: Object.fromEntries(Object.entries(t.tokens).map(([sort, counts]) => [sort, others(counts)])) }
      : {}),
    followers: t.followers.filter((f) => f.seat !== seat).map((f) => ({ ...f, seat: moved(f.seat) })),
    held: t.held.filter((h) => h.seat !== seat).map((h) => (h.seat === undefined ? h : { ...h, seat: moved(h.seat) })),
    neutral: t.neutral.map((n) => {
      if (n.seat === undefined) return n
      const { seat: beside, ...alone } = n
      return beside === seat ? alone : { ...n, seat: moved(beside) }
    }),
    ...(t.kept
      ? {
          kept: t.kept
            .filter((f) => f.seat !== seat && f.keeper !== seat)
            .map((f) => ({ ...f, seat: moved(f.seat), keeper: moved(f.keeper) })),
        }
      : {}),
  })
}

// In the address: version/preset/options/names/tiles/points/aside, perhaps /tokens, as SORT.N.N, and perhaps behind
// them /kept, as KEEPER.seat.FIGURE. A tile is ID.x.y.rotation, with .HEIGHT if something is heaped on it, and its
// figures *PLACE.seat, or *PLACE.seat.FIGURE beyond followers; of no seat *PLACE.-.FIGURE; what lies beside the table
// is TILE@PILE among those aside, what a seat holds TILE@PILE@SEAT. Before, such a figure's initial stood behind the
// seat, and the server knows which it is. Everything else that a name may hold is escaped.
const VERSION = '1'
const part = (s: string): string =>
  encodeURIComponent(s).replace(/[.~*!']/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const heldPart = ({ tile, pile, seat }: AnalysisHeld): string =>
  [part(tile), part(pile), ...(seat === undefined ? [] : [seat])].join('@')

export function encode(t: Laid): string {
  const options = Object.entries(t.options)
    .sort()
    .map(([k, v]) => `${part(k)}=${part(v)}`)
    .join(',')
  const tiles = t.tiles.map((p, i) => {
    const on = t.followers
      .filter((f) => f.tile === i)
      .map((f) => `*${part(f.place)}.${f.seat}${f.figure === PLAIN ? '' : `.${part(f.figure)}`}`)
    for (const n of t.neutral) if (n.tile === i) on.push(`*${part(n.place)}.-${n.seat ?? ''}.${part(n.figure)}`)
    const further = [p.heap, p.over].flatMap((x) => (x ? `.${x}` : []))
    return [part(p.tile), `.${p.x}.${p.y}.${p.rotation}`, ...further, ...on].join('')
  })
  const tokens = Object.entries(t.tokens ?? {})
    .filter(([, counts]) => counts.some((n) => n !== 0))
    .map(([sort, counts]) => `${part(sort)}.${counts.join('.')}`)
  const kept = (t.kept ?? []).map((f) => `${f.keeper}.${f.seat}.${part(f.figure)}`)
  return [
    VERSION,
    part(t.preset),
    options,
    t.seats.map(part).join(','),
    tiles.join('~'),
    t.score.join(','),
    [...t.aside.map(part), ...t.held.map(heldPart)].join(','),
    ...(tokens.length > 0 || kept.length > 0 ? [tokens.join(',')] : []),
    ...(kept.length > 0 ? [kept.join(',')] : []),
  ].join('/')
}

/** What of a link cannot be read. */
export interface LinkFault {
  at: 'version' | 'parts' | 'rules' | 'seats' | 'tile' | 'figure' | 'aside' | 'points'
  text: string
  n: number // the tile, or how many there are
}
export class BrokenLink extends Error {
  constructor(readonly fault: LinkFault) {
    super(`${fault.at}: ${fault.text}`)
  }
}

const list = (text: string, by: string): string[] => (text === '' ? [] : text.split(by))
const integer = (text: string | undefined): number => {
  if (text === undefined || !/^-?\d{1,6}$/.test(text)) throw new Error('not a number')
  return Number(text)
}
const PARTS = 7

function readFigure(text: string, tile: number, laid: Laid): void {
  const [place = '', seat, named, more] = text.split('.')
  if (more !== undefined) throw new Error()
  if (seat?.startsWith('-')) {
    const beside = seat === '-' ? {} : { seat: integer(seat.slice(1)) }
    if (beside.seat !== undefined && (beside.seat < 0 || beside.seat >= laid.seats.length)) throw new Error()
    laid.neutral.push({ tile, place: decodeURIComponent(place), ...beside, figure: decodeURIComponent(named!) })
    return
  }
  const initial = seat?.match(/[a-z]$/)?.[0]
  const whose = integer(initial ? seat!.slice(0, -1) : seat)
  if (place === '' || whose < 0 || whose >= laid.seats.length) throw new Error()
  const figure = named ? decodeURIComponent(named) : (initial ?? PLAIN)
  laid.followers.push({ tile, place: decodeURIComponent(place), seat: whose, figure })
}

/** The table of a link; throws BrokenLink. */
export function readLink(link: string): Laid {
  const attempt = <T>(at: LinkFault['at'], text: string, n: number, read: () => T): T => {
    try {
      return read()
    } catch {
      throw new BrokenLink({ at, text, n })
    }
  }
  const fail = (): never => {
    throw new Error()
  }
  const parts = link.split('/')
  if (parts[0] !== VERSION) attempt('version', parts[0]!, 0, fail)
  if (parts.length < PARTS || parts.length > PARTS + 2) attempt('parts', link.slice(-12), parts.length, fail)
  const [, preset = '', options = '', seats = '', tiles = '', score = '', aside = '', tokens = '', kept = ''] = parts
  const laid = attempt('seats', seats, 0, () =>
    emptyTable(preset, seats === '' ? fail() : list(seats, ',').map(decodeURIComponent)),
  )
  laid.preset = attempt('rules', preset, 0, () => decodeURIComponent(preset) || fail())
  for (const pair of list(options, ','))
    attempt('rules', pair, 0, () => {
      const [key, value, more] = pair.split('=').map(decodeURIComponent)
      if (!key || !value || more !== undefined) fail()
      laid.options[key!] = value!
    })
  list(tiles, '~').forEach((piece, index) => {
    const [own = '', ...figures] = piece.split('*')
    attempt('tile', own, index + 1, () => {
      const [tile, x, y, rotation, ...rest] = own.split('.')
      const over = rest.at(-1) === 'n' ? 'n' : rest.at(-1) === 'e' ? 'e' : undefined
      const [heap, more] = over ? rest.slice(0, -1) : rest
      if (more !== undefined || !tile) fail()
      laid.tiles.push({
        tile: decodeURIComponent(tile!),
        x: integer(x),
        y: integer(y),
        rotation: integer(rotation) & 3,
        ...(heap === undefined ? {} : { heap: integer(heap) }),
        ...(over ? { over } : {}),
      })
    })
    for (const figure of figures) attempt('figure', `*${figure}`, index + 1, () => readFigure(figure, index, laid))
  })
  attempt('points', score, laid.seats.length, () => {
    laid.score = list(score, ',').map(integer)
    if (laid.score.length !== laid.seats.length) fail()
  })
  for (const entry of list(aside, ','))
    attempt('aside', entry, 0, () => {
      const [tile, pile, seat] = entry.split('@').map(decodeURIComponent) as [string, string?, string?]
      if (pile === undefined) laid.aside.push(tile)
      else if (seat === undefined) laid.held.push({ pile, tile })
      else if (integer(seat) >= 0 && integer(seat) < laid.seats.length)
        laid.held.push({ pile, tile, seat: integer(seat) })
      else fail()
    })
  for (const entry of list(tokens, ','))
    attempt('points', entry, laid.seats.length, () => {
      const [sort = '', ...counts] = entry.split('.')
      if (counts.length !== laid.seats.length) fail()
      laid.tokens = { ...laid.tokens, [decodeURIComponent(sort)]: counts.map(integer) }
    })
  for (const entry of list(kept, ','))
    attempt('figure', entry, 0, () => {
      const [keeper, seat, figure, more] = entry.split('.')
      if (!figure || more !== undefined) fail()
      const one = { keeper: integer(keeper), seat: integer(seat), figure: decodeURIComponent(figure!) }
      if (Math.min(one.keeper, one.seat) < 0 || Math.max(one.keeper, one.seat) >= laid.seats.length) fail()
      laid.kept = [...(laid.kept ?? []), one]
    })
  return laid
}

/** Null where the text is none of ours. */
export function decode(text: string): Laid | null {
  try {
    return readLink(text)
  } catch {
    return null
  }
}

// What was, for undo and redo.
export interface History {
  past: Laid[]
  future: Laid[]
}
const KEPT = 200
export const noHistory = (): History => ({ past: [], future: [] })
export const remember = (h: History, was: Laid): History => ({ past: [...h.past, was].slice(-KEPT), future: [] })

/** For drawing: every tile by its number in the table. A kind that the box does not know is left out. */
export function piecesOf(t: Laid, box: AnalysisBox | null): PlacedPiece[] {
  const pictures = new Map((box?.kinds ?? []).map((k) => [k.tile, k.picture]))
  const pieces: PlacedPiece[] = []
  t.tiles.forEach((p, piece) => {
    const picture = pictures.get(p.tile)
    if (!picture) return
    pieces[piece] = { ...picture, piece, x: p.x, y: p.y, rotation: p.rotation, seat: null, turn: 0 }
    if (p.heap) pieces[piece].heap = p.heap
    const token = t.followers.find((f) => f.tile === piece && f.place === ON_OVER && !kindOnRoad(box, f.figure))
    if (p.over) pieces[piece].over = { lies: p.over, seat: token?.seat ?? 0, kind: token?.figure ?? '' }
  })
  return pieces
}

/** What a figure is called on a road; undefined: none stands there. */
const kindOnRoad = (box: AnalysisBox | null, figure: FigureType): FollowerKind | undefined =>
  box?.kinds
    .flatMap((k) => k.places)
    .find((p) => p.category === 'road')
    ?.figures.find((x) => x.figure === figure)?.kind

export function followersOf(t: Laid, box: AnalysisBox | null): Follower[] {
  return t.followers.flatMap((f, id) => {
    if (standsOnNoPlace(f)) return [{ id, seat: f.seat, piece: f.tile, place: f.place, kind: kindNamed(f.figure) }]
    const own = { id, seat: f.seat, piece: f.tile, place: f.place }
    if (f.place === ON_OVER) {
      const kind = kindOnRoad(box, f.figure)
      return kind ? [{ ...own, kind }] : [] // else it is the road
    }
    const kind = box?.kinds.find((k) => k.tile === t.tiles[f.tile]?.tile)
    const place = kind?.places.find((p) => p.place === f.place)
    if (!kind || !place) return []
    const named = place.figures.find((x) => x.figure === f.figure)?.kind ?? ownKind(box, f.figure)
    return [{ ...own, kind: named ?? place.figures[0]?.kind ?? 'farmer' }]
  })
}

/** Those that are no seat's, as a game has them; their ids go down from -1. */
export function looseOf(t: Laid, box: Pick<AnalysisBox, 'neutral' | 'kinds'> | null): Loose[] {
  return t.neutral.flatMap((n, i) => {
    const on = t.tiles[n.tile]
    if (!on) return []
    const inSpace = box?.neutral.some((b) => b.figure === n.figure && !b.beside)
    const beside = n.place ? standing(t, n.tile, n.place, n.seat) : -1
    const shape = n.place === IN_SECOND ? box?.kinds.find((k) => k.tile === on.tile)?.picture.shape : undefined
    const space = secondSpace({ shape, x: on.x, y: on.y, rotation: on.rotation }) ?? { x: on.x, y: on.y }
    const at = inSpace ? space : { piece: n.tile, ...(beside < 0 ? {} : { place: n.place, beside }) }
    return [{ id: -1 - i, seat: null, kind: n.figure, at, was: null, nth: 0 }]
  })
}

/** Awards that name the tiles by their number in the table instead of the order in which they were counted. */
export function awardsOnTable(awards: Award[], pieces: (Piece & { index: number })[]): Award[] {
  const index = new Map(pieces.map((p) => [p.piece, p.index]))
  const renamed = (segments: Segment[]): Segment[] =>
    segments.flatMap((s) => (index.has(s.piece) ? [{ ...s, piece: index.get(s.piece)! }] : []))
  return awards.map((a) => ({
    ...a,
    segments: renamed(a.segments),
    ...(a.cities ? { cities: a.cities.map((c) => ({ ...c, segments: renamed(c.segments) })) } : {}),
    ...(a.fields ? { fields: a.fields.map((c) => ({ ...c, segments: renamed(c.segments) })) } : {}),
  }))
}

/** Fitting spaces in the form in which the table shows them. */
export const placementsOf = (fits: AnalysisResult['fits']): Fit[] =>
  fits.map((f) => ({
    x: f.x,
    y: f.y,
    ways: f.rotations.map((rotation) => ({ rotation, move: '' })),
  }))

/** The fitting rotation that takes the fewest quarter turns clockwise; as it lies where none fits. */
export function rotationFor(rotations: number[], now: number): number {
  return rotations.reduce((best, r) => ((r - now + 4) % 4 < (best - now + 4) % 4 ? r : best), rotations[0] ?? now)
}

export const impossible = (problems: TableProblem[]): TableProblem[] =>
  problems.filter((p) => p.severity === 'impossible')

const SIDES = { north: [0.5, 0], east: [1, 0.5], south: [0.5, 1], west: [0, 0.5], diagonal: [0.5, 0.5] } as const
const EDGES = {
  north: 'M0 0H1000',
  east: 'M1000 0V1000',
  south: 'M0 1000H1000',
  west: 'M0 0V1000',
  diagonal: '',
} as const
const DIAGONALS = ['M0 0L1000 1000', 'M0 1000L1000 0'] // of a long side, by rotation

/** Where a problem is marked, in world units: its flag and, where a side is named, that side. Null: off the table. */
export function markOf(
  p: TableProblem,
  t: Laid,
): { x: number; y: number; left: number; top: number; edge: string | null } | null {
  const tile = t.tiles[p.tiles[0] ?? -1]
  const at = tile ? ([tile.x, tile.y] as const) : p.space
  if (!at) return null
  const [dx, dy] = p.side ? SIDES[p.side] : [0.5, 0.5]
  return {
    x: (at[0] + dx) * 1000,
    y: (at[1] + dy) * 1000,
    left: at[0] * 1000,
    top: at[1] * 1000,
    edge: p.side === 'diagonal' ? DIAGONALS[(tile?.rotation ?? 0) % 2]! : p.side ? EDGES[p.side] : null,
  }
}
