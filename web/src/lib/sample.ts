// A landscape for the first visit, before there is a game of one's own to show, and tiles that show a look well.

import type { FollowerKind } from './protocol'
import { colourOf, SEATS } from './seats'
import type { GameState } from './state'

// tile of base-c1, x, y, rotation: joined as the sides ask
const LAID: [string, number, number, number][] = [
  ['21', 0, 0, 2],
  ['21', 1, 0, 0],
  ['22', 2, 0, 1],
  ['21', 3, 0, 2],
  ['22', 4, 0, 2],
  ['22', 5, 0, 0],
  ['21', 6, 0, 1],
  ['14', 7, 0, 1],
  ['21', 0, 1, 0],
  ['22', 1, 1, 3],
  ['16', 2, 1, 1],
  ['11', 3, 1, 1],
  ['14', 4, 1, 3],
  ['19', 5, 1, 3],
  ['21', 6, 1, 3],
  ['22', 7, 1, 2],
  ['15', 0, 2, 1],
  ['09', 1, 2, 2],
  ['21', 2, 2, 1],
  ['14', 3, 2, 2],
  ['19', 4, 2, 1],
  ['19', 5, 2, 2],
  ['23', 6, 2, 3],
  ['17', 7, 2, 1],
  ['22', 0, 3, 2],
  ['16', 1, 3, 0],
  ['21', 2, 3, 0],
  ['14', 3, 3, 0],
  ['08', 4, 3, 1],
  ['02', 5, 3, 1],
  ['17', 6, 3, 3],
  ['18', 7, 3, 1],
  ['12', 0, 4, 1],
  ['06', 1, 4, 2],
  ['22', 2, 4, 1],
  ['20', 3, 4, 3],
  ['02', 4, 4, 0],
  ['07', 5, 4, 3],
  ['19', 6, 4, 1],
  ['15', 7, 4, 2],
]
const STANDING: [piece: number, place: string, kind: FollowerKind, seat: number][] = [
  [35, 'cloister', 'monk', 0],
  [20, 'cloister', 'monk', 1],
  [37, 'city', 'knight', 0],
  [33, 'city', 'knight', 1],
  [34, 'road', 'highwayman', 2],
  [25, 'city', 'knight', 3],
  [31, 'roadE', 'highwayman', 1],
]

export const SAMPLE: Pick<GameState, 'pieces' | 'followers'> = {
  pieces: LAID.map(([id, x, y, rotation], piece) => ({
    piece,
    set: 'base-c1',
    id,
    illustration: '',
    seed: `home-${piece}`,
    name: '',
    x,
    y,
    rotation,
    seat: null,
    turn: 0,
  })),
  followers: STANDING.map(([piece, place, kind, seat], id) => ({ id, piece, place, kind, seat })),
}

const LOOKS: [string, string][] = [
  ['20', '1'],
  ['02', '2'],
  ['18', '3'],
  ['06', '4'],
  ['21', '5'],
  ['09', '6'],
  ['24', '7'],
  ['19', '8'],
]
export const SAMPLE_TILES = LOOKS.map(([id, seed]) => ({ set: 'base-c1', id, illustration: '', seed, name: '' }))

/** One completed city and three farms at it: three editions, three results. */
export const example = (): string => `bastide position 1
rules original
${SEATS.slice(0, 2)
  .map((look) => `seat human ${colourOf(look)}`)
  .join('\n')}
tile 16 0,0 n
tile 22 1,0 n fieldNNW:1
tile 13 0,-1 n fieldENE:1
tile 14 0,-2 s field:2
`
