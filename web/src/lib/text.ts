// Sentences: what is said of an event, an award, a space. Whole sentences, plain words, never more than one an event.

import type { Fit } from './ask'
import { inLanguage, type Language } from './language'
import type { Award, Completion, Event, Feature, FollowerKind, SeatPoints, Tile } from './protocol'

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

export const KIND: Record<string, string> = {
  knight: 'Knight',
  highwayman: 'Highwayman',
  monk: 'Monk',
  farmer: 'Farmer',
}
/** What a figure is called within a sentence; one of an expansion by its own name. */
export const kindWord = (kind: FollowerKind): string => KIND[kind]?.toLowerCase() ?? kind
const FIGURES: Record<string, string> = {
  road: 'highwaymen',
  city: 'knights',
  cloister: 'monks',
  field: 'farmers',
}
export const figuresOf = (category: string): string => FIGURES[category] ?? 'followers'

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

/** With the id of the rule that did it. */
const ruled = (text: string, rule?: string): string =>
  rule && !text.includes(rule) ? `${text.replace(/\.$/, '')} (${rule}).` : text

/** What is said of an event. What one chose oneself, and what is seen anyhow, is not. */
export function eventSentence(e: Event, name: NameOf, you: number | null, language: Language): string {
  switch (e.type) {
    case 'did':
      if (e.rule === undefined && (e.seat === you || e.seat === null || e.of === 'draw')) return ''
      return ruled(inLanguage(e, language).text, e.rule)
    case 'started':
      return inLanguage(e, language).opening ?? ''
    case 'turn':
      if (!e.again) return ''
      return e.seat === you
        ? 'Another turn: the hole is filled (HOUSE-HOLE).'
        : `${name(e.seat)} has another turn: the hole is filled (HOUSE-HOLE).`
    case 'over':
      return inLanguage(e, language).outcome
    default:
      return ''
  }
}

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
export function spaceSentence(p: Fit, rotation: number, tile: Tile | null): string {
  const ways = p.ways.length === 1 ? 'one way' : `${p.ways.length} ways`
  const lies = p.ways.some((w) => w.rotation === rotation) ? 'fits as it lies' : 'fits after a turn'
  return `${p.x},${p.y}: ${tile ? 'legal, ' : ''}${ways}, ${lies}.`
}
