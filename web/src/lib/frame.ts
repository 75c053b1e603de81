// What of a tile's surroundings a picture shows.

/** The square round a tile in the middle of which it lies, however it is turned: its space, of a double tile more. */
export function frameRound(o: readonly (readonly number[])[]): { x: number; y: number; size: number } {
  const [xs, ys] = [o.map(([x]) => x!), o.map(([, y]) => y!)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const size = Math.max(right - left, bottom - top)
  return { x: (left + right - size) / 2, y: (top + bottom - size) / 2, size }
}
