// Where features lie on the landscape: the path of each of their parts, and which feature is under a point.

import { artHere } from './art.svelte'
import type { Marked } from './counted'
import type { Feature, FeatureCategory, Follower, Segment, Standing, Tile } from './protocol'
import { contains, middleOf, type Outline, outlineOf } from './shape'
import type { Loose, OverRoad, PlacedPiece } from './state'
import { liesIn, secondSpace, spacesOf } from './twin'

export interface Laid extends Tile {
  x: number
  y: number
  rotation: number
  over?: OverRoad
}
export interface Region {
  d: string
  x: number
  y: number
} // in units of its tile, which lies at x,y

const SQUARE = 'M0 0H1000V1000H0Z'
/** Whether it is outlined by its spaces: a cloister, what lies around something, what counts more than it lies on. */
export const bySpaces = ({ category, segments, spaces }: Marked): boolean =>
  category === 'cloister' ||
  category === 'garden' ||
  category === 'building' ||
  category === 'hut' ||
  segments.length === 0 ||
  (category === 'chapter' && spaces.length > 1)

/** The place of a road over a space, for those who stand on it; where in the space it lies. */
export const ON_OVER = 'over'
const OVER_MIDDLE: [number, number] = [500, 530]
const OVER_REGIONS = { n: 'M446 0H554V1000H446Z', e: 'M0 446H1000V554H0Z' }

/** The region of a place on its tile. */
const regionOf = (theme: string, p: Laid, place: string): string | undefined =>
  place === ON_OVER ? p.over && OVER_REGIONS[p.over.lies] : artHere(theme, p, p.rotation)?.regions[place]

/** Whole spaces, or the regions of its parts. */
export const regionsOf = (feature: Marked, theme: string, laid: (s: Segment) => Laid | undefined): Region[] =>
  bySpaces(feature)
    ? feature.spaces.map(([x, y]) => ({ d: SQUARE, x, y }))
    : feature.segments.flatMap((s) => {
        const p = laid(s)
        const d = p && regionOf(theme, p, s.place)
        return p && d ? [{ d, x: p.x, y: p.y }] : []
      })

/**
 * A figure is drawn in a box of 100 x 120; at least 15 pixels high: at 20 and more they hide the land on a phone.
 * @param scale pixels a tile
 */
export const figureScaleAt = (scale: number): number => Math.max(2.3, 15 / (scale * 0.12))

const FEET: [number, number] = [500, 560] // until the picture is there
const BESIDE = 150 // between figures on one place
/** A corner of a tile's space, however it is turned: a place of figures that stand between tiles. */
const CORNERS: Record<string, [number, number]> = { nw: [0, 60], ne: [1000, 60], se: [1000, 1060], sw: [0, 1060] }
const IN_SPACES: Record<string, [number, number]> = { ...CORNERS, [ON_OVER]: OVER_MIDDLE }
export const isCorner = (place: string): boolean =>
  place in CORNERS || (place.endsWith('2') && place.slice(0, -1) in CORNERS)

/** Floors on a tile: how high one is, and how many are drawn. */
export const HEAP = 44
export const MOST_FLOORS = 5
/** Where the figure on top of what is heaped stands. */
export const ON_TOP = 'top'
/** Of figures that stand in a space: in a double tile's second one. */
export const IN_SECOND = 'second'
export const heapFoot = (theme: string, p: PlacedPiece): [number, number] =>
  artHere(theme, p, p.rotation)?.heap ?? [500, 500]
const topOf = (theme: string, p: PlacedPiece): [number, number] => {
  const [x, y] = heapFoot(theme, p)
  return [x, y - 16 - HEAP * Math.min(p.heap ?? 0, MOST_FLOORS)]
}
/** A corner of a double tile's second space: its name with a 2 behind it. */
function inSecond(p: PlacedPiece, place: string): [number, number] | undefined {
  const second = secondSpace(p)
  const corner = place.endsWith('2') ? CORNERS[place.slice(0, -1)] : undefined
  return second && corner ? [corner[0] + (second.x - p.x) * 1000, corner[1] + (second.y - p.y) * 1000] : undefined
}
/** Where a figure's feet are on its tile. */
const feetOn = (theme: string, p: PlacedPiece, place: string): [number, number] =>
  place === ON_TOP
    ? topOf(theme, p)
    : (IN_SPACES[place] ?? artHere(theme, p, p.rotation)?.spots[place] ?? inSecond(p, place) ?? FEET)

/** Where the figures stand, in world units; those on one place stand beside each other. */
export function figureSpots(
  figures: Follower[],
  pieces: PlacedPiece[],
  theme: string,
): { f: Follower; x: number; y: number }[] {
  return figures.flatMap((f) => {
    const p = pieces[f.piece]
    if (!p) return []
    const [x, y] = feetOn(theme, p, f.place)
    const together = figures.filter((o) => o.piece === f.piece && o.place === f.place)
    return [{ f, x: p.x * 1000 + x + (together.indexOf(f) - (together.length - 1) / 2) * BESIDE, y: p.y * 1000 + y }]
  })
}

const IN_SPACE = { x: 500, y: 640 } // the feet of a figure that has a space to itself
const ASIDE = { x: 190, y: 26 } // beside another figure

/** Where the other figures stand, and by how much that is off where they were. */
export function looseSpots(
  loose: Loose[],
  figures: Follower[],
  pieces: PlacedPiece[],
  theme: string,
): { f: Loose; x: number; y: number; dx: number; dy: number }[] {
  const all = figureSpots(figures, pieces, theme)
  const spot = (at: Standing): { x: number; y: number } | null => {
    if (at.x !== undefined && at.y !== undefined) return { x: at.x * 1000 + IN_SPACE.x, y: at.y * 1000 + IN_SPACE.y }
    const friend = all.find(({ f }) => f.id === at.beside)
    if (friend) return { x: friend.x + ASIDE.x, y: friend.y + ASIDE.y }
    const p = at.piece === undefined ? undefined : pieces[at.piece]
    if (!p) return null
    const own = at.place === undefined ? undefined : feetOn(theme, p, at.place)
    const off = at.beside === undefined ? { x: 0, y: 0 } : ASIDE
    if (own) return { x: p.x * 1000 + own[0] + off.x, y: p.y * 1000 + own[1] + off.y }
    const [x, y] = middleOf(outlineOf(theme, p, p.rotation)) // alone on its tile: at the lower right
    return { x: p.x * 1000 + x + (p.shape === 'half' ? 60 : 220), y: p.y * 1000 + y + (p.shape === 'half' ? 120 : 280) }
  }
  return loose.flatMap((f) => {
    const now = spot(f.at)
    if (!now) return []
    const was = (f.was && spot(f.was)) ?? now
    return [{ f, ...now, dx: was.x - now.x, dy: was.y - now.y }]
  })
}

/** The name of a figure's picture. */
export const figureSymbol = (kind: string, seat: number | null): string =>
  seat === null ? `fig-${kind}` : `fig-${kind}-${seat}`

/** The feature that the figure drawn at a point stands on. */
export function featureOfFigure(
  features: Feature[],
  figures: Follower[],
  pieces: PlacedPiece[],
  theme: string,
  scale: number,
  x: number,
  y: number,
): Feature | null {
  const size = figureScaleAt(scale)
  const hit = figureSpots(figures, pieces, theme).find(
    (at) => Math.abs(at.x - x) < 45 * size && at.y - y < 110 * size && at.y > y,
  )?.f
  return (hit && features.find((f) => f.segments.some((s) => s.piece === hit.piece && s.place === hit.place))) ?? null
}

/** All tiles that lie in a space. */
export const piecesAt = <P extends Laid>(pieces: P[], x: number, y: number): P[] =>
  pieces.filter((p) => p && liesIn(p, x, y))

const isNear = (a: Laid, b: Laid): boolean =>
  spacesOf(a).some((s) => spacesOf(b).some((o) => Math.abs(s.x - o.x) <= 1 && Math.abs(s.y - o.y) <= 1))

/** The outlines of the tiles round a space and of others in it, as seen from it. */
export const outlinesRound = (theme: string, pieces: Laid[], at: Laid): Outline[] =>
  pieces
    .filter((p) => p && p !== at && Math.abs(p.x - at.x) <= 3 && Math.abs(p.y - at.y) <= 3 && isNear(p, at))
    .map((p) => outlineOf(theme, p, p.rotation).map(([x, y]) => [x + (p.x - at.x) * 1000, y + (p.y - at.y) * 1000]))

// What stands on something else is asked first.
const ORDER: FeatureCategory[] = [
  'garden',
  'chapter',
  'pyramid',
  'quarter',
  'trap',
  'cloister',
  'hut',
  'building',
  'road',
  'city',
  'field',
]
let pen: CanvasRenderingContext2D | null = null

/** The feature drawn at a point of the landscape (1000 a tile). */
export function featureAt(
  features: Feature[],
  pieces: PlacedPiece[],
  theme: string,
  x: number,
  y: number,
): Feature | null {
  const [sx, sy] = [Math.floor(x / 1000), Math.floor(y / 1000)]
  pen ??= document.createElement('canvas').getContext('2d')
  const road = piecesAt(pieces, sx, sy).find((p) => p.over)
  const onRoad = (p: PlacedPiece): boolean =>
    pen?.isPointInPath(new Path2D(regionOf(theme, p, ON_OVER)), x - sx * 1000, y - sy * 1000) ?? false
  if (road && onRoad(road))
    return features.find((f) => f.segments.some((s) => s.piece === road.piece && s.place === ON_OVER)) ?? null
  const at = piecesAt(pieces, sx, sy).find((p) =>
    contains(outlineOf(theme, p, p.rotation), x - p.x * 1000, y - p.y * 1000),
  )
  const regions = at && artHere(theme, at, at.rotation)?.regions
  if (!regions || !pen) return null
  for (const category of ORDER)
    for (const f of features) {
      if (f.category !== category) continue
      for (const s of f.segments) {
        const d = s.piece === at.piece ? regions[s.place] : undefined
        if (d && pen.isPointInPath(new Path2D(d), x - at.x * 1000, y - at.y * 1000)) return f
      }
    }
  return null
}
