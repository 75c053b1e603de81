// A landscape for the first visit, before there is a game of one's own to show, and tiles that show a look well.

import type { FollowerKind } from './protocol'
import { colourOf, SEATS } from './seats'
import type { GameState } from './state'

// tile of base-c1, x, y, rotation: joined as the sides ask
const LAID: [string, number, number, number][] = [
  ['16', 0, 0, 1],
  ['11', 1, 0, 1],
  ['14', 2, 0, 3],
  ['19', 3, 0, 3],
  ['21', 4, 0, 3],
  ['22', 5, 0, 2],
  ['21', 0, 1, 1],
  ['14', 1, 1, 2],
  ['19', 2, 1, 1],
  ['19', 3, 1, 2],
  ['23', 4, 1, 3],
  ['17', 5, 1, 1],
  ['21', 0, 2, 0],
  ['14', 1, 2, 0],
  ['08', 2, 2, 1],
  ['02', 3, 2, 1],
  ['17', 4, 2, 3],
  ['18', 5, 2, 1],
  ['22', 0, 3, 1],
  ['20', 1, 3, 3],
  ['02', 2, 3, 0],
  ['07', 3, 3, 3],
  ['19', 4, 3, 1],
  ['15', 5, 3, 2],
]
const STANDING: [piece: number, place: string, kind: FollowerKind, seat: number][] = [
  [19, 'cloister', 'monk', 0],
  [8, 'cloister', 'monk', 1],
  [21, 'city', 'knight', 0],
  [18, 'road', 'highwayman', 2],
  [17, 'roadE', 'highwayman', 1],
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
