// The score track (TRACK-1): how its forms show points. The values are those of the option `track`.

export const spacesOf = (form = 'lap'): number => (form.startsWith('hundred') ? 100 : 50)

/** The cell where a score stands; below 0 it is counted back from the start. */
export const cellOf = (score: number, cells: number): number => ((score % cells) + cells) % cells

const withDice = (form: string): boolean => form.endsWith('dice')

/** From the second lap on the marker lies, where nothing beside it says how often it came round. */
export const liesDown = (form: string, score: number): boolean =>
  score >= spacesOf(form) && form !== 'counters' && !withDice(form)

// Die faces by laps: the 6 is on top before the first, and when it comes round.
const face = (laps: number): string => String.fromCodePoint(0x2680 + ((laps + 5) % 6))

/**
 * What stands beside the marker: counters for 50 and 100, or dice (HOUSE-DICE), each counting how often the one before
 * came round.
 */
export function markOf(form: string, score: number): string {
  let laps = Math.max(0, Math.floor(score / spacesOf(form)))
  if (form === 'counters') return laps > 0 ? `◉${laps * 50}` : ''
  if (!withDice(form)) return ''
  let dice = face(laps)
  while (laps >= 6) dice += face((laps = Math.floor(laps / 6)))
  return dice
}

/** Boxes of these widths, each as near to its wish as it gets: in the order of the wishes, inside, nothing overlaps. */
export function spread(wishes: { at: number; width: number }[], inside: number): number[] {
  const order = wishes.map((_, i) => i).sort((a, b) => wishes[a]!.at - wishes[b]!.at)
  // Blocks of boxes that touch; each lies where its members would, were their wishes averaged.
  const blocks: { members: number[]; width: number; start: number }[] = []
  for (const i of order) {
    const { at, width } = wishes[i]!
    blocks.push({ members: [i], width, start: at - width / 2 })
    for (let last = blocks.at(-1)!, before = blocks.at(-2); before; last = before, before = blocks.at(-2)) {
      if (before.start + before.width <= last.start) break
      const [m, n] = [before.members.length, last.members.length]
      before.start = (before.start * m + (last.start - before.width) * n) / (m + n)
      before.width += last.width
      before.members.push(...last.members)
      blocks.pop()
    }
  }
  let free = 0
  for (const b of blocks) free = (b.start = Math.max(b.start, free)) + b.width
  free = inside
  for (const b of blocks.toReversed()) free = b.start = Math.min(b.start, free - b.width)
  const centres: number[] = []
  for (const b of blocks) {
    let x = b.start
    for (const i of b.members) {
      centres[i] = x + wishes[i]!.width / 2
      x += wishes[i]!.width
    }
  }
  return centres
}

/** Where the cells of the scores have their middle, on a track so wide. */
export const cellsAt = (scores: number[], cells: number, inside: number): number[] =>
  scores.map((score) => ((cellOf(score, cells) + 0.5) / cells) * inside)

/** The markers over their cells, pushed apart as far as they need it; each with its width. */
export const shieldsAt = (cells: number[], widths: number[], inside: number): number[] =>
  spread(
    cells.map((at, i) => ({ at, width: widths[i]! })),
    inside,
  )

/**
 * Where the numbers stand: right of their shield, else left of it, else nowhere. Nothing is laid over another.
 * @param shields their middles and widths
 * @param widths of the numbers, with the gap that belongs to each
 * @returns the left edge of each number; null: there is no room
 */
export function numbersAt(
  shields: { at: number; width: number }[],
  widths: number[],
  inside: number,
): (number | null)[] {
  const found: (number | null)[] = shields.map(() => null)
  const taken = shields.map((s): [number, number] => [s.at - s.width / 2, s.at + s.width / 2])
  const free = (from: number, to: number): boolean =>
    from >= 0 && to <= inside && taken.every(([left, right]) => to <= left || from >= right)
  for (const i of shields.map((_, i) => i).sort((a, b) => shields[a]!.at - shields[b]!.at)) {
    const [left, right] = taken[i]!
    const at = [right, left - widths[i]!].find((from) => free(from, from + widths[i]!))
    if (at === undefined) continue
    found[i] = at
    taken.push([at, at + widths[i]!])
  }
  return found
}
