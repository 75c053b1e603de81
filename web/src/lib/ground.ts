// The table's texture comes again and again: moved by a whole number of times its size it looks as it did. So it is a
// little larger than the view, however far the land goes, and is painted once; a large one is painted anew each frame.

/** Pixels beyond the view: as far as the land may glide without a seam. */
export const BEYOND = 1300

/**
 * @param v where the start tile's corner is, on one axis
 * @param size of the texture on that axis
 * @param base what was taken off last: kept while the land glides, where a leap would be seen
 * @returns what is taken off now, a multiple of the texture's size
 */
export const baseOf = (v: number, size: number, base: number, gliding: boolean): number =>
  gliding && Math.abs(v - base) <= BEYOND ? base : Math.floor(v / size) * size
