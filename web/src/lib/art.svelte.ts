// Pictures from the server: a theme's symbols and style once, each turned tile once, followers once, and
// what every piece adds to the board layer. Kept in maps that the drawing reads; a picture that is not
// there yet is asked for and appears when it comes. Regions, spots and outline are the same in every detail.

import { SvelteMap } from 'svelte/reactivity'
import { ApiError, call, gameLayers } from './api'
import { batched } from './batch'
import type { LayerArt, OverArt, Tile, TileArt, Tiles } from './protocol'
import { frameRound } from './frame'
import { headOf } from './symbols'

export interface ThemeDefs {
  svg: string
  css: string
}

const tiles = new SvelteMap<string, Drawn<TileArt>>() // each turned tile, as finely as it came; and for small scales
const layers = new SvelteMap<string, Drawn<LayerArt>>()
const defs = new SvelteMap<string, ThemeDefs>()
const figures = new SvelteMap<string, { svg: string }>()
const roads = new SvelteMap<string, OverArt>() // over spaces
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const asked = new Set<string>()

function ask<V>(
  question: string,
  key: string,
  into: SvelteMap<string, V>,
  get: () => Promise<V | null>,
  tries = 0,
): void {
  if (tries === 0 && asked.has(question)) return
  asked.add(question)
  get().then(
    (answer) => {
      if (answer !== null) into.set(key, answer)
    },
    (e: unknown) => {
      if (e instanceof ApiError && e.status >= 400 && e.status < 500) return // there is no such picture
      // The server rests: ask again a few times, then when next needed.
      if (tries < 6) setTimeout(() => ask(question, key, into, get, tries + 1), 700 * 2 ** tries)
      else asked.delete(question)
    },
  )
}

const part = encodeURIComponent

// What is asked for together comes in one answer: the pictures of a board, what its pieces add.
const MOST = 64

/** Each key's own, made when first asked for. */
function each<K extends string, V>(make: (key: K) => V): (key: K) => V {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  const made = new Map<K, V>()
  return (key) => made.get(key) ?? made.set(key, make(key)).get(key)!
}

const tilesOf = each((theme) =>
  batched<string, TileArt>(async (names) => {
    const { tiles } = await call<Tiles>(`/art/${part(theme)}/tiles.json?of=${names.map(part).join()}`)
    return tiles
  }, MOST),
)
const layersOf = each((theme) =>
  each((game) =>
    each((detail: Detail) => batched<number, LayerArt>((pieces) => gameLayers(game, theme, detail, pieces), MOST)),
  ),
)

/** How much of a picture there is to see: plain is enough under 200 pixels a tile, small under 60. */
export type Detail = 'full' | 'plain' | 'small'
const DETAILS: Detail[] = ['small', 'plain', 'full']
/** Screens with more than two device pixels to one of the page show nothing that could still be seen. */
export function detailFor(pixels: number, devicePixels: number): Detail {
  const px = pixels * Math.min(2, devicePixels)
  return px < 60 ? 'small' : px < 200 ? 'plain' : 'full'
}

interface Drawn<V> {
  art: V
  detail: Detail
}
const isEnough = (have: Drawn<unknown> | undefined, detail: Detail): boolean =>
  have !== undefined && DETAILS.indexOf(have.detail) >= DETAILS.indexOf(detail)
/** What comes late is kept only if nothing finer came meanwhile. */
const kept = <V>(have: Drawn<V> | undefined, art: V | null, detail: Detail): Drawn<V> | null =>
  have && isEnough(have, detail) ? have : art && { art, detail }

// From afar a finer drawing does not do: its walls are zippers there, its houses confetti.
const placeOf = (key: string, detail: Detail): string => (detail === 'small' ? `${key} small` : key)
const anyOf = <V>(all: SvelteMap<string, Drawn<V>>, key: string): V | undefined =>
  (all.get(key) ?? all.get(placeOf(key, 'small')))?.art

const keyOf = (theme: string, t: Tile, rotation: number): string =>
  [theme, t.set, t.id, rotation % 4, t.seed, t.illustration].join('~')

/** The picture of a tile that is here, best the one for this detail; nothing is asked for. */
export function artHere(theme: string, t: Tile, rotation: number, detail: Detail = 'full'): TileArt | undefined {
  const key = keyOf(theme, t, rotation)
  return tiles.get(placeOf(key, detail))?.art ?? anyOf(tiles, key)
}

/** The rotation of a picture of the tile that is here; best the one that is asked about. */
export function rotationHere(theme: string, t: Tile, rotation: number): number | undefined {
  const way = [0, 1, 2, 3].find((way) => artHere(theme, t, rotation + way) !== undefined)
  return way === undefined ? undefined : (rotation + way) % 4
}

/** The picture for this detail; while it is asked for, whatever is here. */
export function tileArt(theme: string, t: Tile, rotation: number, detail: Detail = 'full'): TileArt | undefined {
  const key = keyOf(theme, t, rotation)
  const at = placeOf(key, detail)
  const have = tiles.get(at)
  if (!isEnough(have, detail)) {
    const name = [t.set, t.id, rotation % 4, t.seed, t.illustration, detail].join('~')
    ask(`${key}~${detail}`, at, tiles, async () => kept(tiles.get(at), await tilesOf(theme)(name), detail))
  }
  return have?.art ?? anyOf(tiles, key)
}

export function themeDefs(theme: string): ThemeDefs | undefined {
  const url = `/art/${part(theme)}/defs.json`
  const have = defs.get(url)
  if (!have) ask(url, url, defs, () => call<ThemeDefs>(url))
  return have
}

/** A theme's style and symbols as an SVG document begins with; null while they are not here. */
export function themeHead(theme: string): string | null {
  const d = themeDefs(theme)
  return d ? `<style>${d.css}</style>${d.svg}` : null
}

export function followerDefs(theme: string): string | undefined {
  const url = `/art/${part(theme)}/followers.json`
  const have = figures.get(url)
  if (!have) ask(url, url, figures, () => call<{ svg: string }>(url))
  return have?.svg
}

/** A road over a space, as the seat's. */
export function overArt(theme: string, lies: 'n' | 'e', seat: number): string {
  const url = `/art/${part(theme)}/over.json`
  const have = roads.get(url)
  if (!have) ask(url, url, roads, () => call<OverArt>(url))
  return have?.[lies][seat] ?? ''
}

/** The first of these names that a symbol has; the first of all while none is here. */
export function drawnAs(names: string[]): string {
  const all = [...figures.values(), ...defs.values()]
  return names.find((name) => all.some(({ svg }) => svg.includes(`id="${name}"`))) ?? names[0]!
}

// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const images = new Map<string, string>()
/** A figure as an image of its own, which is cheaper to move than its parts. */
export function figureImage(theme: string, symbol: string): string | undefined {
  const all = followerDefs(theme)
  const key = `${theme} ${symbol}`
  if (!all || images.has(key)) return images.get(key)
  const from = all.indexOf(`<symbol id="${symbol}"`)
  if (from < 0) return undefined
  const box = figureBox(theme, symbol)
  const size = `width="${box[2]}" height="${box[3]}"`
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" ${size}>`
  const drawing = all.slice(from, all.indexOf('</symbol>', from) + '</symbol>'.length)
  const svg = `${open}${drawing}<use href="#${symbol}" width="100" height="120"/></svg>`
  images.set(key, `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`)
  return images.get(key)
}
/** What the drawing of a seat's figure covers, round its box of 100 x 120. */
export const FIGURE_BOX = [-14, -12, 132, 140] as const
/** The same of any figure: of one without a seat its icon says how far it reaches. */
export function figureBox(theme: string, symbol: string): readonly number[] {
  const icon = `<symbol id="${symbol.replace(/^fig-/, 'icon-')}" viewBox="`
  const [, told] = followerDefs(theme)?.split(icon) ?? []
  const box = told?.slice(0, told.indexOf('"')).split(' ').map(Number)
  return box?.length === 4 ? box : FIGURE_BOX
}

/** @param game empty: a picture that is no game's, without stitches */
export function layerArt(theme: string, game: string, piece: number, detail: Detail = 'full'): LayerArt | undefined {
  if (!game) return undefined
  const key = `${game}/${theme}/${piece}`
  const at = placeOf(key, detail)
  const have = layers.get(at)
  if (!isEnough(have, detail))
    ask(`${key}/${detail}`, at, layers, async () =>
      kept(layers.get(at), await layersOf(theme)(game)(detail)(piece), detail),
    )
  return have?.art ?? anyOf(layers, key)
}

/** A tile as a small image of its own, for pages that show several themes at once. */
export function tilePicture(theme: string, t: Tile, rotation: number): string | undefined {
  const art = tileArt(theme, t, rotation, 'plain')
  const head = themeHead(theme)
  if (!art || !head) return undefined
  const { x, y, size } = frameRound(art.outline)
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${size} ${size}" width="300" height="300">`
  const drawing = art.ground + art.tall
  const svg = `${open}${headOf(head, drawing)}${drawing}</svg>`
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}
