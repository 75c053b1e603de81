import type { Box } from './camera'

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right - 0.01 && b.left < a.right - 0.01 && a.top < b.bottom - 0.01 && b.top < a.bottom - 0.01

/** A box moved as little as need be to cover none of those that stand there already. */
export function beside(box: Box, taken: Box[]): Box {
  if (!taken.some((other) => meet(box, other))) return box
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const reach = 3 * Math.max(width, height)
  const near = { left: box.left - reach, top: box.top - reach, right: box.right + reach, bottom: box.bottom + reach }
  const there = taken.filter((other) => meet(near, other))
  const xs = [box.left, ...there.flatMap((other) => [other.left - width, other.right])]
  const ys = [box.top, ...there.flatMap((other) => [other.top - height, other.bottom])]
  const far = (at: Box): number => Math.hypot(at.left - box.left, at.top - box.top)
  let best: Box | null = null
  for (const left of xs)
    for (const top of ys) {
      const at = { left, top, right: left + width, bottom: top + height }
      if ((!best || far(at) < far(best)) && !there.some((other) => meet(at, other))) best = at
    }
  return best ?? box
}
