// A question of the server: which form it takes in the panel, its keys, what is heard of it. All of it from the data
// alone: nothing here knows a rule.

import { t, tileName, within } from './i18n.svelte'
import { spaceLetters } from './keyboard'
import { inLanguage, type Language } from './language'
import type { Ask, AskOption, FollowerKind, Space, Spot, Tile } from './protocol'

export type Form =
  | 'tiles' // tiles to lay: they are held, and go to a space
  | 'number'
  | 'pictures' // tiles to choose from, four a row
  | 'tray' // the same, when they are many: over the table
  | 'picker' // places that are many or near each other, one after the other
  | 'groups' // many of several sorts: a sort is opened, or the landscape shows them
  | 'rows'
  | 'none'

const ROWS_MOST = 8
export const NEAR = 30 // pixels: marks that are nearer cannot both be hit

/** A tile that may be laid, and where it fits. */
export interface Laying {
  tile: Tile
  pile: string // where it comes from
  placements: Fit[]
}
export interface Fit {
  x: number
  y: number
  ways: FitWay[] // in order of rotation
}
export interface FitWay {
  rotation: number
  move: string
}

/** What may be answered, group by group; the tiles to lay are no answers yet: a space is. */
export function answersOf(ask: Ask): AskOption[] {
  const answers = ask.options.filter((o) => !o.spots)
  const heads = [...new Set(answers.map((o) => o.group))]
  return heads.flatMap((head) => answers.filter((o) => o.group === head))
}
const KINDS = ['knight', 'highwayman', 'monk', 'farmer']
/** The kind of figure that an answer shows, or whose name its sign has. */
export const kindOf = (o: AskOption): FollowerKind | undefined =>
  o.picture?.figure ?? o.picture?.sign?.split(':').find((word) => KINDS.includes(word))
/** The name of the picture of an answer that has only a sign: that of its verb. */
export const signOf = (o: AskOption): string | undefined =>
  kindOf(o) === undefined ? o.picture?.sign?.split('.').at(-1)!.split(':')[0] : undefined
/** The space that an answer is; not one that a road is put over. */
export const spaceOf = (place: Spot | undefined): Space | undefined => (place?.over ? undefined : place?.space)
export const labelOf = (o: AskOption): string => o.label ?? (o.picture?.tile ? tileName(o.picture.tile) : '')

const SIDES = 'nesw'
const fitsOf = (o: AskOption): Fit[] =>
  (o.spots ?? []).map(([x, y, rotations]) => ({
    x,
    y,
    ways: [0, 1, 2, 3]
      .filter((r) => rotations & (1 << r))
      .map((rotation) => ({ rotation, move: filled(o.move, { x, y, r: SIDES[rotation]! }) })),
  }))
/** The move that a template stands for. */
export const filled = (template: string, values: Record<string, string | number>): string =>
  template.replace(/\{(\w)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** What an answer is called: one of the options, what is done instead, or a number. */
export function answerText(ask: Ask, move: string | null, language: Language): string {
  const option = ask.options.find((o) => o.move === move) ?? (ask.pass?.move === move ? ask.pass : undefined)
  if (option) return labelOf(inLanguage(option, language))
  if (!ask.number || move === null) return ''
  const [before, behind] = ask.number.move.split('{n}')
  return filled(inLanguage(ask.number, language).label, { n: move.slice(before!.length, move.length - behind!.length) })
}

const laid = new WeakMap<Ask, Laying[]>() // of each question once: it is asked for at every drawing
export function layingsOf(ask: Ask): Laying[] {
  const known = laid.get(ask)
  if (known) return known
  const made = ask.options.flatMap((o) =>
    o.spots && o.picture?.tile ? [{ tile: o.picture.tile, pile: o.pile ?? '', placements: fitsOf(o) }] : [],
  )
  laid.set(ask, made)
  return made
}

/** @param apart pixels between the two marks that are nearest */
export function formOf(ask: Ask, apart = Infinity): Form {
  if (layingsOf(ask).length > 0) return 'tiles'
  if (ask.number) return 'number'
  const answers = answersOf(ask)
  if (answers.length === 0) return 'none'
  if (answers.every((o) => o.picture?.tile)) return answers.length > ROWS_MOST ? 'tray' : 'pictures'
  if (answers.length > ROWS_MOST && new Set(answers.map((o) => o.group)).size > 1) return 'groups'
  if (answers.every((o) => o.place) && (answers.length > ROWS_MOST || apart < NEAR)) return 'picker'
  return 'rows'
}

/** Answers of one sort. The head is as the server wrote it: it names the sort in any language. */
export interface Group {
  head: string // empty: of no sort
  options: AskOption[]
}
export function groupsOf(ask: Ask): Group[] {
  const answers = answersOf(ask)
  return [...new Set(answers.map((o) => o.group ?? ''))].map((head) => ({
    head,
    options: answers.filter((o) => (o.group ?? '') === head),
  }))
}

/** Two plain rows whose answers can be undone are buttons: choosing goes on. */
export const asButtons = (ask: Ask): boolean =>
  !ask.final && !ask.pass && answersOf(ask).length === 2 && answersOf(ask).every((o) => o.move && !o.place && !o.note)

/** The keys of the answers: figures while they last, else the letters that spaces have. */
export const keysOf = (count: number): string[] =>
  count <= 9 ? Array.from({ length: count }, (_, i) => String(i + 1)) : spaceLetters(count).map((k) => k.toUpperCase())

/** The answer after this one, round and round. */
export function stepTo(answers: AskOption[], chosen: string | null, by: 1 | -1): string | null {
  const moves = answers.map((o) => o.move)
  if (moves.length === 0) return null
  const at = chosen === null ? -1 : moves.indexOf(chosen)
  return at < 0 ? moves.at(by > 0 ? 0 : -1)! : moves[(at + by + moves.length) % moves.length]!
}

/** The tile to begin with: the first that fits. Where one can go on without, one is taken up on purpose only. */
export function firstHeld(ask: Ask): number | null {
  const tiles = layingsOf(ask)
  if (tiles.length === 0 || ask.pass) return null
  return Math.max(
    0,
    tiles.findIndex((t) => t.placements.length > 0),
  )
}

/** Tiles of one pile after another, each with its place among all. */
export function pilesOf(tiles: Laying[]): { pile: string; tiles: { tile: Laying; nth: number }[] }[] {
  const names = [...new Set(tiles.map((t) => t.pile))]
  return names.map((pile) => ({
    pile,
    tiles: tiles.flatMap((tile, nth) => (tile.pile === pile ? [{ tile, nth }] : [])),
  }))
}

/** The question as it is spoken. @param ask in the player's language */
export function heard(ask: Ask): string {
  const n = answersOf(ask).length
  const answers = n > 0 ? t('ask.answers', { count: n }) : ''
  const pass = ask.pass && within(labelOf(ask.pass))
  const choice = pass
    ? answers
      ? t('ask.or', { answers, pass })
      : t('ask.orOnly', { pass })
    : answers && `${answers}.`
  return [ask.title, ask.text, choice].filter((s) => s !== '').join(' ')
}

/** One answer as it is spoken. @param towards the direction of a step */
export const heardOption = (o: AskOption, nth: number, of: number, towards = ''): string =>
  t('ask.heard', { label: [labelOf(o), towards, o.note].filter(Boolean).join(', '), n: nth + 1, count: of })
