// Pictures from the server: a theme's symbols and style once, each turned tile once, followers once, and
// what every piece adds to the board layer. Kept in maps that the drawing reads; a picture that is not
// there yet is asked for and appears when it comes.

import { SvelteMap } from 'svelte/reactivity'
import { ApiError, call } from './api'
import type { LayerArt, Tile, TileArt } from './protocol'

export interface ThemeDefs { svg: string; css: string }

const tiles = new SvelteMap<string, TileArt>()
const layers = new SvelteMap<string, LayerArt>()
const defs = new SvelteMap<string, ThemeDefs>()
const figures = new SvelteMap<string, string>()
const asked = new Set<string>()

function ask<T, V>(url: string, into: SvelteMap<string, V>, key: string, take: (answer: T) => V, tries = 0): void {
  if (tries === 0 && asked.has(url)) return
  asked.add(url)
  call<T>(url).then((answer) => into.set(key, take(answer)), (e: unknown) => {
    if (e instanceof ApiError && e.status >= 400 && e.status < 500) return // there is no such picture
    // The server rests: ask again a few times, then when next needed.
    if (tries < 6) setTimeout(() => ask(url, into, key, take, tries + 1), 700 * 2 ** tries)
    else asked.delete(url)
  })
}

const part = encodeURIComponent

export const tileUrl = (theme: string, t: Tile, rotation: number): string =>
  `/art/${part(theme)}/tile/${part(t.set)}/${part(t.id)}/${rotation % 4}/${part(t.seed)}.json?illustration=${part(t.illustration)}`

export function tileArt(theme: string, t: Tile, rotation: number): TileArt | undefined {
  const url = tileUrl(theme, t, rotation)
  const have = tiles.get(url)
  if (!have) ask<TileArt, TileArt>(url, tiles, url, (a) => a)
  return have
}

export function themeDefs(theme: string): ThemeDefs | undefined {
  const have = defs.get(theme)
  if (!have) ask<ThemeDefs, ThemeDefs>(`/art/${part(theme)}/defs.json`, defs, theme, (a) => a)
  return have
}

export function followerDefs(theme: string): string | undefined {
  const have = figures.get(theme)
  if (have === undefined) ask<{ svg: string }, string>(`/art/${part(theme)}/followers.json`, figures, theme, (a) => a.svg)
  return have
}

/** @param game empty: a picture that is no game's, without stitches */
export function layerArt(theme: string, game: string, piece: number): LayerArt | undefined {
  if (!game) return undefined
  const url = `/api/games/${part(game)}/layer/${part(theme)}/${piece}.json`
  const have = layers.get(url)
  if (!have) ask<LayerArt, LayerArt>(url, layers, url, (a) => a)
  return have
}

/** A tile as an image of its own, for pages that show several themes at once. */
export function tilePicture(theme: string, t: Tile, rotation: number): string | undefined {
  const art = tileArt(theme, t, rotation)
  const d = themeDefs(theme)
  if (!art || !d) return undefined
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="300" height="300"><style>${d.css}</style>${d.svg}${art.ground}${art.tall}</svg>`
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}
