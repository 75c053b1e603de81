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

/** Shields stand over their cell; those of one cell stand side by side there, `step` apart. */
export function shieldsAt(scores: number[], cells: number, inside: number, step: number): number[] {
  const at = scores.map((score) => ((cellOf(score, cells) + 0.5) / cells) * inside)
  for (const cell of new Set(at)) {
    const here = at.flatMap((x, i) => (x === cell ? [i] : []))
    if (here.length < 2) continue
    const apart = spread(
      here.map(() => ({ at: cell, width: step })),
      inside,
    )
    here.forEach((i, n) => (at[i] = apart[n]!))
  }
  return at
}
