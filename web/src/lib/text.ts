// Sentences: what is said of an event, an award, a space. Whole sentences, plain words, never more than one an event.

import type { Fit } from './ask'
import { wishWords } from './clock'
import { figureName, t, word } from './i18n.svelte'
import { inLanguage, type Language } from './language'
import type { Award, ClockWish, Completion, Event, Feature, FollowerKind, GameAids, SeatPoints, Tile } from './protocol'

export type NameOf = (seat: number) => string

export const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1)

/** What a figure is called within a sentence; one of an expansion by its own name. */
export const kindWord = (kind: FollowerKind): string => word(`kind.${kind}`, figureName(kind))
const FIGURES: Record<string, 'figures.road' | 'figures.city' | 'figures.cloister' | 'figures.field'> = {
  road: 'figures.road',
  city: 'figures.city',
  cloister: 'figures.cloister',
  field: 'figures.field',
}
export const figuresOf = (category: string, count: number): string => t(FIGURES[category] ?? 'figures.other', { count })

/** "18", "−2" */
export const numeral = (points: number): string => (points < 0 ? `−${-points}` : String(points))
/** "+18", "−2" */
export const signed = (points: number): string => (points < 0 ? numeral(points) : `+${points}`)

/** "+18 Mila, +18 Noor (tied)" */
export function pointsText(points: SeatPoints[], name: NameOf): string {
  const text = points.map((p) => `${signed(p.points)} ${name(p.seat)}`).join(', ')
  return points.length > 1 ? t('text.tied', { points: text }) : text
}

/** What an award gave, when not all its owners got the same: the most. */
export const mostPoints = (points: SeatPoints[]): number =>
  points.length === 0 ? 0 : Math.max(...points.map((p) => p.points))
export const allEqual = (points: SeatPoints[]): boolean => points.every((p) => p.points === points[0]?.points)

/** An award, spoken. @param a in the player's language */
export const awardSentence = (a: Award): string => `${a.title}. ${a.sentence}`

/** With the id of the rule that did it. */
const ruled = (text: string, rule?: string): string =>
  rule && !text.includes(rule) ? `${text.replace(/\.$/, '')} (${rule}).` : text

/** What somebody asks of the others. */
export const askedClock = (wish: ClockWish, name: string): string =>
  t(wish.pause ? 'wish.askedPause' : 'wish.askedEach', { name, what: wishWords(wish) })

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
      return e.seat === you ? t('text.again') : t('text.againName', { name: name(e.seat) })
    case 'over':
      return inLanguage(e, language).outcome
    case 'takeback': {
      const who = { name: name(e.by) }
      if (e.state === 'done') return e.seat === you ? t('back.doneYou') : t('back.done', { name: name(e.seat) })
      if (e.by === you) return ''
      if (e.state === 'asked') return t('back.asked', who)
      if (e.state === 'refused') return t('back.refused', who)
      return e.state === 'withdrawn' ? t('back.withdrawn', who) : ''
    }
    case 'clock': {
      const who = { name: name(e.by) }
      if (e.state === 'resumed') return t('wish.resumed')
      if (e.state === 'done')
        return e.wish?.pause
          ? t('wish.donePause', { what: wishWords(e.wish) })
          : t('wish.doneEach', { what: wishWords(e.wish ?? {}) })
      if (e.by === you) return ''
      if (e.state === 'asked') return askedClock(e.wish ?? {}, who.name)
      if (e.state === 'refused') return t('wish.refused', who)
      if (e.state === 'ready') return t('wish.readyName', who)
      return e.state === 'withdrawn' ? t('wish.withdrawn', who) : ''
    }
    case 'standin':
      if (e.bot === null) return e.seat === you ? t('away.backYou') : t('away.back', { name: name(e.seat) })
      return t('away.standIn', { name: name(e.seat) })
    case 'said':
      return e.seat === you || e.text.startsWith(':') ? '' : t('chat.says', { name: name(e.seat), text: e.text })
    default:
      return ''
  }
}

/** How much better than others somebody did: "+6", "−2.5", "±0". */
export const betterText = (points: number): string => {
  const tenths = Math.round(points * 10) / 10
  return tenths === 0 ? '±0' : signed(tenths)
}

/** What laying the tile so would do. */
export function effectText(completes: Completion[], name: NameOf): { plain: string; strong: string } {
  if (completes.length === 0) return { plain: t('text.completesNothing'), strong: '' }
  const parts = completes.map((c) => {
    const feature = word(`category.${c.category}`, c.category)
    return c.points.length ? `${feature}: ${pointsText(c.points, name)}` : t('text.heldByNobody', { feature })
  })
  return { plain: t('text.completes'), strong: parts.join('; ') }
}

/** Who stands on a feature: "Mila 2, Noor 1 farmer"; and what it would earn. Without what the table does not tell. */
export function ownersText(f: Feature, name: NameOf): { who: string; worth: string } {
  const points = f.points ?? 0
  if (!f.followers) return { who: '', worth: points > 0 && !f.completed ? t('text.ifNow', { points }) : '' }
  const sorted = [...f.followers].sort((a, b) => b.count - a.count)
  const owners = sorted.map((x) => `${name(x.seat)} ${x.count}`).join(', ')
  const last = sorted.at(-1)
  const all = last ? `${owners} ${figuresOf(f.category, last.count)}` : t('text.nobodyOn')
  const who = last && (f.owners?.length ?? 0) > 1 ? t('text.ownersTied', { owners: all }) : all
  const worth = f.completed ? t('text.complete') : points > 0 && last ? t('text.ifNow', { points }) : ''
  return { who, worth }
}

/** The same as a sentence for the ear. */
export function featureSentence(f: Feature, name: NameOf): string {
  const { who, worth } = ownersText(f, name)
  return [f.title, who, capital(worth)]
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ')
}

/** A legal space, spoken. */
export function spaceSentence(p: Fit, rotation: number, tile: Tile | null): string {
  const lies = p.ways.some((w) => w.rotation === rotation)
  const said = [
    ...(tile ? [t('text.legal')] : []),
    t('text.ways', { count: p.ways.length }),
    lies ? t('text.fits') : t('text.fitsTurned'),
  ]
  return `${p.x},${p.y}: ${said.join(', ')}.`
}

/** How many of the tiles left fit an empty space; nothing where that is not known. */
export function oddsSentence(known: GameAids | null, at: { x: number; y: number }): string {
  const space = known?.spaces?.find((s) => s.x === at.x && s.y === at.y)
  if (!space) return ''
  return space.tiles > 0 ? t('aids.spaceOdds', { tiles: space.tiles, count: known?.unseen ?? 0 }) : t('aids.dead')
}
