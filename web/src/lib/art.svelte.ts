// Pictures from the server: a theme's symbols and style once, each turned tile once, followers once, and
// what every piece adds to the board layer. Kept in maps that the drawing reads; a picture that is not
// there yet is asked for and appears when it comes.

import { SvelteMap } from 'svelte/reactivity'
import { ApiError, call, gameLayers } from './api'
import { batched } from './batch'
import type { LayerArt, Tile, TileArt, Tiles } from './protocol'

/** How much of a picture there is to see: plain under 140 pixels a tile, small under 60. */
export type Detail = 'full' | 'plain' | 'small'

export interface ThemeDefs {
  svg: string
  css: string
}

const tiles = new SvelteMap<string, TileArt>()
const layers = new SvelteMap<string, LayerArt>()
const defs = new SvelteMap<string, ThemeDefs>()
const figures = new SvelteMap<string, { svg: string }>()
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
const asked = new Set<string>()

function ask<V>(key: string, into: SvelteMap<string, V>, get: () => Promise<V | null>, tries = 0): void {
  if (tries === 0 && asked.has(key)) return
  asked.add(key)
  get().then(
    (answer) => {
      if (answer !== null) into.set(key, answer)
    },
    (e: unknown) => {
      if (e instanceof ApiError && e.status >= 400 && e.status < 500) return // there is no such picture
      // The server rests: ask again a few times, then when next needed.
      if (tries < 6) setTimeout(() => ask(key, into, get, tries + 1), 700 * 2 ** tries)
      else asked.delete(key)
    },
  )
}

const part = encodeURIComponent

// What is asked for together comes in one answer: the pictures of a board, the four ways to turn a tile.
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

export function tileArt(theme: string, t: Tile, rotation: number, detail: Detail = 'full'): TileArt | undefined {
  const name = [t.set, t.id, rotation % 4, t.seed, t.illustration, detail].join('~')
  const key = `${theme}/${name}`
  const have = tiles.get(key)
  if (!have) ask(key, tiles, () => tilesOf(theme)(name))
  return have
}

export function themeDefs(theme: string): ThemeDefs | undefined {
  const url = `/art/${part(theme)}/defs.json`
  const have = defs.get(url)
  if (!have) ask(url, defs, () => call<ThemeDefs>(url))
  return have
}

export function followerDefs(theme: string): string | undefined {
  const url = `/art/${part(theme)}/followers.json`
  const have = figures.get(url)
  if (!have) ask(url, figures, () => call<{ svg: string }>(url))
  return have?.svg
}

/** The first of these names that a symbol has; the first of all while none is here. */
export function drawnAs(names: string[]): string {
  const all = [...figures.values(), ...defs.values()]
  return names.find((name) => all.some(({ svg }) => svg.includes(`id="${name}"`))) ?? names[0]!
}

/** @param game empty: a picture that is no game's, without stitches */
export function layerArt(theme: string, game: string, piece: number, detail: Detail = 'full'): LayerArt | undefined {
  if (!game) return undefined
  const key = `${game}/${theme}/${detail}/${piece}`
  const have = layers.get(key)
  if (!have) ask(key, layers, () => layersOf(theme)(game)(detail)(piece))
  return have
}

/** A tile as an image of its own, for pages that show several themes at once. */
export function tilePicture(theme: string, t: Tile, rotation: number): string | undefined {
  const art = tileArt(theme, t, rotation)
  const d = themeDefs(theme)
  if (!art || !d) return undefined
  const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="300" height="300">'
  const svg = `${open}<style>${d.css}</style>${d.svg}${art.ground}${art.tall}</svg>`
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}
