// Which feature lies under a finger, and the award it belongs to.

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
