// Sentences: what is said of an event, an award, a space. Whole sentences, plain words, never more than one an event.

import { inLanguage, type Language } from './language'
import type {
  Award,
  Completion,
  CropChoice,
  Event,
  Feature,
  FollowerKind,
  Place,
  Placement,
  SeatPoints,
  SetAsideEvent,
  Tile,
} from './protocol'
import type { GameState } from './state'

export type NameOf = (seat: number) => string

export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

export function listWords(words: string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

const CATEGORY: Record<string, string> = {
  road: 'road',
  city: 'city',
  cloister: 'cloister',
  field: 'field',
  garden: 'garden',
}
export const categoryName = (c: string): string => CATEGORY[c] ?? c
export const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1)

export const KIND: Record<FollowerKind, string> = {
  knight: 'Knight',
  highwayman: 'Highwayman',
  monk: 'Monk',
  farmer: 'Farmer',
  abbot: 'Abbot',
}
const FIGURES: Record<string, string> = {
  road: 'highwaymen',
  city: 'knights',
  cloister: 'monks',
  field: 'farmers',
  garden: 'abbots',
}
export const figuresOf = (category: string): string => FIGURES[category] ?? 'followers'

const who = (seat: number, name: NameOf, you: number | null): string => (seat === you ? 'you' : name(seat))
/** "You take", "Mila takes". */
const does = (seat: number, mine: string, they: string, name: NameOf, you: number | null): string =>
  `${capital(who(seat, name, you))} ${seat === you ? mine : they}`
const kindWord = (kind: FollowerKind): string => KIND[kind].toLowerCase()

/** "+18 Mila, +18 Noor (tied)" */
export function pointsText(points: SeatPoints[], name: NameOf): string {
  const text = points.map((p) => `+${p.points} ${name(p.seat)}`).join(', ')
  return points.length > 1 ? `${text} (tied)` : text
}

/** What an award gave, when not all its owners got the same: the most. */
export const mostPoints = (points: SeatPoints[]): number => Math.max(0, ...points.map((p) => p.points))
export const allEqual = (points: SeatPoints[]): boolean => points.every((p) => p.points === points[0]?.points)

/** An award, spoken. @param a in the player's language */
export const awardSentence = (a: Award): string => `${a.title}. ${a.sentence}`

/** A tile that fits nowhere. */
export function asideSentence(e: SetAsideEvent, name: NameOf, you: number | null): string {
  const goes = e.rule === 'DRAW-3' ? 'it goes back into the bag' : 'set aside'
  return `${does(e.seat, 'have', 'has', name, you)} a tile that fits nowhere: ${goes} (${e.rule}).`
}

export function eventSentence(e: Event, name: NameOf, you: number | null, language: Language): string {
  switch (e.type) {
    case 'placed': {
      if (e.seat === null || e.seat === you) return ''
      const what = `${e.reserve ? 'a half tile: ' : ''}${e.piece.name || 'a tile'}`
      return `${name(e.seat)} placed ${what} at ${e.piece.x},${e.piece.y}.`
    }
    case 'picked':
      return `${does(e.seat, 'take', 'takes', name, you)} a half tile: ${e.tile.name}.`
    case 'buried':
      return `${does(e.seat, 'have', 'has', name, you)} the hill: a hidden tile lies under it.`
    case 'chosen': {
      const by = e.seat === you ? 'your choice' : `chosen by ${name(e.seat)}`
      return `Crop circle, ${by}: ${inLanguage(e, language).words}.`
    }
    case 'home':
      return `${does(e.seat, 'take', 'takes', name, you)} one follower back (${e.rule}).`
    case 'noFollower':
      return e.rule ? `${does(e.seat, 'add', 'adds', name, you)} no follower.` : ''
    case 'passed': {
      const without = e.seat === you ? 'do without' : 'does without'
      return `${does(e.seat, 'have', 'has', name, you)} nothing to draw and ${without} this turn.`
    }
    case 'follower': {
      const { seat, kind } = e.follower
      if (e.rule) return `${does(seat, 'add', 'adds', name, you)} a ${kindWord(kind)} (${e.rule}).`
      return seat === you ? '' : `${name(seat)} placed a ${kindWord(kind)}.`
    }
    case 'started':
      return inLanguage(e, language).opening ?? ''
    case 'begins':
      return inLanguage(e, language).words
    case 'setAside':
      return asideSentence(e, name, you)
    case 'bid':
      return e.points
        ? `${does(e.seat, 'offer', 'offers', name, you)} ${plural(e.points, 'point')}.`
        : `${does(e.seat, 'make', 'makes', name, you)} no offer.`
    case 'sold': {
      const [seller, buyer] = [capital(who(e.seller, name, you)), who(e.buyer, name, you)]
      return `${seller} sold the tile to ${buyer} for ${plural(e.points, 'point')}.`
    }
    case 'extended':
      return `${capital(inLanguage(e, language).words)} (${e.rule}).`
    case 'again':
      return e.seat === you
        ? `Another turn: the hole is filled (${e.rule}).`
        : `${name(e.seat)} has another turn: the hole is filled (${e.rule}).`
    case 'over':
      return inLanguage(e, language).outcome
    default:
      return ''
  }
}

export const seatTurnOf = (s: GameState): string => `Turn ${Math.max(1, s.turn)}`

/** What laying the tile so would do. */
export function effectText(completes: Completion[], name: NameOf): { plain: string; strong: string } {
  if (completes.length === 0) return { plain: 'Completes nothing.', strong: '' }
  const parts = completes.map(
    (c) => `a ${categoryName(c.category)}${c.points.length ? `: ${pointsText(c.points, name)}` : ', held by nobody'}`,
  )
  return { plain: 'Completes', strong: parts.join('; ') }
}

const figureWords = (category: string, count: number): string => {
  const many = figuresOf(category)
  return count === 1 ? many.replace(/men$/, 'man').replace(/s$/, '') : many
}

/** Who stands on a feature: "Mila 2, Noor 1 farmer"; and what it would earn. */
export function ownersText(f: Feature, name: NameOf): { who: string; worth: string } {
  const sorted = [...f.followers].sort((a, b) => b.count - a.count)
  const who =
    sorted.length === 0
      ? 'Nobody is on it'
      : sorted
          .map(
            (x, i) =>
              `${name(x.seat)} ${x.count}${i === sorted.length - 1 ? ` ${figureWords(f.category, x.count)}` : ''}`,
          )
          .join(', ') + (f.owners.length > 1 ? ', tied' : '')
  const worth = f.completed ? 'complete' : f.points > 0 && sorted.length > 0 ? `${f.points} if it ended now` : ''
  return { who, worth }
}

/** The same as a sentence for the ear. */
export function featureSentence(f: Feature, name: NameOf): string {
  const { who, worth } = ownersText(f, name)
  return `${f.title}. ${who}.${worth ? ` ${capital(worth)}.` : ''}`
}

/** A legal space, spoken. */
export function spaceSentence(
  p: Placement,
  rotation: number,
  tile: Tile | null,
  name: NameOf,
  language: Language,
): string {
  const ways = p.ways.length === 1 ? 'one way' : `${p.ways.length} ways`
  const lies = p.ways.some((w) => w.rotation === rotation) ? 'fits as it lies' : 'fits after a turn'
  const best = p.ways.find((w) => w.rotation === rotation) ?? p.ways[0]
  const completes = (best?.completes ?? []).map((c) =>
    [inLanguage(c, language).title, ...(c.points.length ? [pointsText(c.points, name)] : [])].join(', '),
  )
  const effect = completes.length ? ` Completes ${listWords(completes)}.` : ''
  return `${p.x},${p.y}: ${tile ? 'legal, ' : ''}${ways}, ${lies}.${effect}`
}

export function placeNote(p: Place): string {
  if (p.home) return `${plural(p.size, 'space')} counted, and it is in your hand again`
  if (p.points > 0) return `scores ${p.points} now and comes home`
  return `${plural(p.size, 'tile')} so far`
}

/** "5 tiles x 2 + 1 shield x 2 = 12" as rows that add up. */
export function sumRows(sum: string): { rows: { text: string; value: string }[]; total: string } {
  const at = sum.lastIndexOf('=')
  const left = at < 0 ? sum : sum.slice(0, at)
  const total = at < 0 ? '' : sum.slice(at + 1).trim()
  const rows = left.split(' + ').map((part) => {
    const text = part.trim().replace(/ x /g, ' × ')
    const product = /^(\d+)\D.*× (\d+)$/.exec(text)
    const single = /^(\d+)\b/.exec(text)
    const value = product
      ? String(Number(product[1]) * Number(product[2]))
      : text.includes('×')
        ? ''
        : (single?.[1] ?? '')
    return { text, value }
  })
  return { rows, total }
}

// The crop circle (HALF-CROP).
const PEOPLE: Record<CropChoice['figure'], [string, string]> = {
  knight: ['knight', 'knights'],
  highwayman: ['highwayman', 'highwaymen'],
  farmer: ['farmer', 'farmers'],
}
export const cropPeople = (figure: CropChoice['figure'], count = 2): string => PEOPLE[figure][count === 1 ? 0 : 1]
export const cropConfirm = (c: CropChoice): string =>
  `${c.action === 'add' ? 'Add' : 'Take back'} ${cropPeople(c.figure)}`
/** Who will be asked, in order: the chooser last. */
export function cropAsked(c: CropChoice, name: NameOf, you: number | null): string {
  if (c.seats.length === 0) return c.action === 'add' ? 'nobody can' : 'nobody has any'
  return listWords(c.seats.map((s) => who(s, name, you)))
}
const ORDINAL = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
]
const COUNT = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
export const ordinal = (n: number): string => ORDINAL[n - 1] ?? `${n}th`
export const countWord = (n: number): string => COUNT[n - 1] ?? String(n)
