// The score track (TRACK-1): how its forms show points. The values are those of the option `track`.

export const spacesOf = (form = 'lap'): number => (form.startsWith('hundred') ? 100 : 50)

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
