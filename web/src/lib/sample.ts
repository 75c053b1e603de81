// A small landscape for the first visit, before there is a game of one's own to show.

import type { GameState } from './state'

const TILES: [string, number, number, number][] = [] // tile of base-c1, x, y, rotation

export const SAMPLE: Pick<GameState, 'pieces' | 'followers'> = {
  pieces: TILES.map(([id, x, y, rotation], piece) => ({
    piece, set: 'base-c1', id, illustration: '', seed: `home-${piece}`, name: '', x, y, rotation, seat: null, turn: 0,
  })),
  followers: [],
}

/** Tiles that show a theme well: a town with roads, a bend, a cloister. */
export const SAMPLE_TILES = [
  { set: 'base-c1', id: '02', illustration: '', seed: '1', name: '' },
  { set: 'base-c1', id: '20', illustration: '', seed: '2', name: '' },
  { set: 'base-c1', id: '16', illustration: '', seed: '3', name: '' },
]
