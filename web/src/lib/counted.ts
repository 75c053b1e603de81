// What an award counted, for marking it on the landscape.

import { boxOf, type Box } from './camera'
import type { Award, FeatureCategory, Segment, Space } from './protocol'

export interface Marked {
  category: FeatureCategory
  segments: Segment[]
  spaces: Space[]
}

/** The feature, with the cities that pay for a field and the fields that are paid at a city. */
export const countedFeatures = (a: Award): Marked[] => [
  ...(a.cities ?? []).map((c) => ({ category: 'city' as const, ...c })),
  ...(a.fields ?? []).map((f) => ({ category: 'field' as const, ...f })),
  { category: a.category, segments: a.segments, spaces: a.spaces },
]

/** All of it with some land round it. */
export function awardBox(a: Award, pieces: { x: number; y: number }[]): Box {
  const spaces = [...a.spaces.map(([x, y]) => ({ x, y })), ...a.segments.flatMap((s) => pieces[s.piece] ?? [])]
  const b = boxOf(spaces)
  return { left: b.left - 700, top: b.top - 700, right: b.right + 700, bottom: b.bottom + 700 }
}
