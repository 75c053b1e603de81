// The one table of seats: colour, emblem and name, in seating order. Shields, outlines, charts and
// (by the same order) the server's figures use it, so that a seat looks the same everywhere.
// Colours and emblems were chosen to stay apart for every kind of colour sight.

import { word } from './i18n.svelte'

export interface SeatLook {
  heraldic: string // its colour: colour.* of the words
  colour: string
  on: string // emblem and text on the colour
  emblem: string // path round 0,0 in about -12..12
  dash: string // stroke-dasharray of its chart line
  hatch: string // path in a 40 x 40 pattern, for owned features
}

export const SEATS: readonly SeatLook[] = [
  {
    heraldic: 'azure',
    colour: '#3b36b2',
    on: '#eceaff',
    dash: '',
    hatch: 'M0 10H40M0 20H40M0 30H40M0 0H40',
    emblem: 'M0-12L9 0L0 12L-9 0Z',
  },
  {
    heraldic: 'tenne',
    colour: '#cf4a0c',
    on: '#fff3df',
    dash: '7 4',
    hatch: 'M0 40L40 0M0 0H40M0 20H40',
    emblem: 'M0-12L3.2-4H11L5 1.5L7.4 10L0 5L-7.4 10L-5 1.5L-11-4H-3.2Z',
  },
  {
    heraldic: 'or',
    colour: '#f5c827',
    on: '#4a3207',
    dash: '2 4',
    hatch: 'M6 10h8M26 10h8M16 30h8',
    emblem: 'M-11 3L0-9L11 3V10L0-1L-11 10Z',
  },
  {
    heraldic: 'vert',
    colour: '#0f8a78',
    on: '#eafff6',
    dash: '10 3 2 3',
    hatch: 'M0 0L40 40M-20 0L20 40M20 0L60 40',
    emblem: 'M-10 0A10 10 0 1 1 10 0A10 10 0 1 1-10 0ZM-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z',
  },
  {
    heraldic: 'sable',
    colour: '#100c1a',
    on: '#f2efe6',
    dash: '12 4',
    hatch: 'M0 0H40M0 20H40M0 0V40M20 0V40',
    emblem: 'M-3-10H3V-3H10V3H3V10H-3V3H-10V-3H-3Z',
  },
  {
    heraldic: 'argent',
    colour: '#f4f0e6',
    on: '#2a2230',
    dash: '4 3',
    hatch: '',
    emblem: 'M-9 0A9 9 0 1 1 9 0A9 9 0 1 1-9 0Z',
  },
  {
    heraldic: 'murrey',
    colour: '#7c1a2a',
    on: '#f6dcc8',
    dash: '8 3 3 3',
    hatch: 'M0 40L40 0M0 0L40 40',
    emblem: 'M-10-8H10V-2H-10ZM-10 3H10V9H-10Z',
  },
  {
    heraldic: 'ciel',
    colour: '#58c8f2',
    on: '#10324a',
    dash: '3 3',
    hatch: 'M0 10H40M0 30H40',
    emblem: 'M5-11A12 12 0 1 0 5 11A13 13 0 0 1 5-11Z',
  },
]

export const seatLook = (seat: number): SeatLook => SEATS[seat % SEATS.length]!
/** How a player calls it. */
export const colourOf = (look: SeatLook): string => word(`colour.${look.heraldic}`, look.heraldic)
