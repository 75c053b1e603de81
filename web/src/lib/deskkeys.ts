// The analysis board by keys: a cursor that goes over the spaces, letters for where the tile fits, one key a command.

import { tilesAt } from './analysis'
import type { Desk } from './desk.svelte'
import { totalsSpoken } from './editions'
import { listWords, t } from './i18n.svelte'
import { commandOf, spaceLetters, typeLetter } from './keyboard'
import { settings } from './settings.svelte'
import { kindWord } from './text'

/** What lies on a space, in words. */
function here(desk: Desk, at: { x: number; y: number }): string {
  const { laid } = desk
  const there = tilesAt(laid, at.x, at.y, desk.pieces)
  const fits = desk.placements.some((p) => p.x === at.x && p.y === at.y)
  const where = { at: `${at.x},${at.y}` }
  if (there.length === 0) return fits ? t('board.spaceEmptyFits', where) : t('board.spaceEmpty', where)
  const told = there.map((index) => {
    const on = desk.followers
      .filter((f) => f.piece === index)
      .map((f) => t('play.figureOf', { name: desk.nameOf(f.seat), figure: kindWord(f.kind) }))
    for (const n of laid.neutral)
      if (n.tile === index) on.push(desk.neutrals.find((x) => x.figure === n.figure)?.name ?? n.figure)
    const tile = desk.nameAt(index)
    return on.length ? t('play.with', { tile, figures: listWords(on) }) : tile
  })
  const bad = desk.wrong
    .filter((p) => p.tiles.some((i) => there.includes(i)))
    .map((p) => t('board.impossible', { sentence: desk.said(p) }))
  const what = told.reduce((one, other) => t('play.besideIt', { one, other }))
  return [fits ? t('board.spaceFits', { ...where, what }) : t('play.at', { ...where, what }), ...bad].join(' ')
}
function moveCursor(desk: Desk, [dx, dy]: [number, number]): void {
  const start = desk.cursor ?? desk.laid.tiles.at(-1) ?? { x: 0, y: 0 }
  const to = desk.cursor ? { x: start.x + dx, y: start.y + dy } : { x: start.x, y: start.y }
  desk.cursor = to
  desk.sight?.reveal(to.x, to.y)
  if (!desk.sight?.focusSpace(to.x, to.y)) {
    desk.sight?.focus()
    desk.announce(here(desk, to))
  }
}
function atCursor(desk: Desk): boolean {
  const { cursor } = desk
  if (!cursor) return false
  const there = tilesAt(desk.laid, cursor.x, cursor.y, desk.pieces)
  // where two tiles share the space, Enter goes from one to the other
  const index = there[(there.indexOf(desk.selected ?? -1) + 1) % there.length]
  if (index !== undefined && !desk.placements.some((p) => p.x === cursor.x && p.y === cursor.y))
    desk.ontile(index, 500, 500)
  else if (desk.moving || desk.analyst.holding) desk.onspace(cursor.x, cursor.y)
  else return false
  return true
}
function close(desk: Desk): void {
  if (desk.why) desk.closeWhy()
  else if (desk.moving) desk.moving = false
  else if (desk.selected !== null) desk.deselect()
  else if (desk.analyst.holding) desk.analyst.hold(null)
  else desk.cursor = null
  desk.problem = null
}
function obey(desk: Desk, e: KeyboardEvent): boolean {
  const { analyst, sight, verdict } = desk
  if (e.key === 'Delete' || e.key === 'Backspace') return desk.selected !== null && (desk.removeSelected(), true)
  const c = commandOf(e, settings.letters)
  if (c === null) return false
  if (typeof c === 'object' && 'arrow' in c) return (c.pan ? sight?.panBy(...c.arrow) : moveCursor(desk, c.arrow), true)
  if (typeof c === 'object') {
    const p = desk.places?.[c.nth - 1]
    return !!p && (desk.onplace(p), desk.announce(p.label), true)
  }
  switch (c) {
    case 'turnRight':
      return (desk.turnSelected(1), true)
    case 'turnLeft':
      return (desk.turnSelected(-1), true)
    case 'enter':
      return atCursor(desk)
    case 'back':
      return (desk.undo(), true)
    case 'all':
      return (sight?.showAll(), true)
    case 'in':
      return (sight?.zoom(1.35), true)
    case 'out':
      return (sight?.zoom(1 / 1.35), true)
    case 'why':
      if (desk.why) desk.closeWhy()
      else if (verdict.awards[0]) desk.openWhy(verdict.awards[0])
      return true
    case 'tiles':
      desk.announce(t('board.leftInBox', { count: analyst.result?.leftTotal ?? desk.box?.tiles ?? 0 }))
      return true
    case 'scores':
      return (desk.announce(totalsSpoken(verdict.columns, desk.nameOf)), true)
    case 'here':
      return (desk.announce(here(desk, desk.cursor ?? { x: 0, y: 0 })), true)
    case 'help':
      return ((desk.dialog = 'help'), true)
    case 'close':
      return (close(desk), true)
    default:
      return false
  }
}
/** @returns what a key does at that desk */
export function keysOf(desk: Desk): (e: KeyboardEvent) => void {
  let typed = ''
  return (e) => {
    const target = e.target as HTMLElement
    if (desk.dialog || target.closest('input, textarea, select, dialog')) return
    if (e.key === 'Tab' || e.key.startsWith('Arrow')) desk.keyboard = true
    const control = e.ctrlKey || e.metaKey
    if (control && !e.altKey && /^[zy]$/i.test(e.key)) {
      e.preventDefault()
      if (e.key.toLowerCase() === 'y' || e.shiftKey) desk.redo()
      else desk.undo()
      return
    }
    if ((e.key === 'Enter' || e.key === ' ') && target.closest('button, a, summary')) return
    const { placements } = desk
    const letter = settings.letters && /^[a-z]$/i.test(e.key) && !control && !e.altKey
    const got = letter && placements.length && !desk.moving && typeLetter(spaceLetters(placements.length), typed, e.key)
    if (got) {
      e.preventDefault()
      desk.keyboard = true
      typed = 'typed' in got ? got.typed : ''
      if ('index' in got) desk.onspace(placements[got.index]!.x, placements[got.index]!.y)
    } else if (obey(desk, e)) {
      e.preventDefault()
      desk.keyboard = true
    }
  }
}
