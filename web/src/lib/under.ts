// Which feature or figure is under a finger, and the award a feature belongs to.

import type { Award } from './protocol'

let canvas: CanvasRenderingContext2D | null | undefined

/** The place of a tile whose region holds the point (0..1000), or the nearest within a finger's width. */
export function placeUnder(regions: Record<string, string>, x: number, y: number): string | null {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return null
  // Roads and cloisters lie on the fields: what is smaller is asked first.
  const order = Object.keys(regions).sort((a, b) => Number(a.startsWith('field')) - Number(b.startsWith('field')))
  for (const [dx, dy] of [
    [0, 0],
    [70, 0],
    [-70, 0],
    [0, 70],
    [0, -70],
  ] as const)
    for (const place of order) if (canvas.isPointInPath(new Path2D(regions[place]), x + dx, y + dy)) return place
  return null
}

/** What this feature scores; else, for a city, what a field gets by it. */
export function awardFor(awards: Award[], piece: number, place: string): Award | null {
  const has = (segments: Award['segments']): boolean => segments.some((s) => s.piece === piece && s.place === place)
  return (
    awards.find((a) => has(a.segments)) ??
    awards.find((a) => [...(a.cities ?? []), ...(a.fields ?? [])].some((f) => has(f.segments))) ??
    null
  )
}

/** The figure nearest to a point, if a finger covers it: a spot is where its foot stands, its middle is higher. */
export function figureUnder<S extends { x: number; y: number }>(spots: S[], x: number, y: number): S | null {
  const far = (s: S): number => Math.hypot(s.x - x, s.y - 110 - y)
  return spots.filter((s) => far(s) < 190).sort((a, b) => far(a) - far(b))[0] ?? null
}
