// What to do now: one sentence, and a second one under it. The server's words for what is asked; the client's for how.

import { answerText, layingsOf } from './ask'
import { type Client, mayPlay, seatName } from './client'
import { ghostAt, laidTile, lastTried, placementsOf } from './draft'
import { t } from './i18n.svelte'
import { inLanguage, type Language } from './language'
import { effectText } from './text'

export interface Saying {
  say: string
  do: string
}

export interface How {
  keyboard: boolean // else by touch
  slow: boolean // sending takes long enough to be noticed
  effects: boolean // say what a tile would do
  language: Language
}

export function whatNow(c: Client, how: How): Saying {
  if (c.line.state !== 'open' && c.everOpen) {
    const lies = laidTile(c.draft) ? [t('say.lies')] : []
    return { say: t('say.lost'), do: [...lies, t('say.nothingLost')].join(' ') }
  }
  if (c.show) {
    const award = inLanguage(c.show, how.language)
    return { say: award.headline, do: `${award.sum}. ${award.sentence}` }
  }
  if (c.state.result) return { say: t('say.over'), do: t('say.overDo') }
  if (c.sending) return { say: how.slow ? t('say.sending') : t('say.playing'), do: t('say.onItsWay') }
  if (mayPlay(c) && c.draft.ask) return c.draft.ghost || c.draft.chosen !== null ? marked(c, how) : question(c, how)
  return others(c, how)
}

/** Nothing is marked yet. */
function question(c: Client, how: How): Saying {
  const ask = inLanguage(c.draft.ask!, how.language)
  const again = c.state.again && c.draft.past.length === 0 ? { say: t('say.again'), do: t('say.filled') } : null
  const { say, do: text } = again ?? { say: ask.title, do: ask.text }
  const goes = spaces(c, how)
  // Whoever lays the only tile there is knows what to do with it.
  const told = goes.length > 0 && !ask.pass && !again ? '' : text
  return { say, do: [told, ...goes].filter((t) => t !== '').join(' ') }
}

/** How the tile in the hand goes to its space. */
function spaces(c: Client, { keyboard }: How): string[] {
  const tiles = layingsOf(c.draft.ask!)
  const several = tiles.length > 1
  if (tiles.length === 0) return []
  if (c.draft.held === null) return [keyboard ? t('say.numberTakes') : t('say.tapTakes')]
  const placements = placementsOf(c.draft)
  const n = placements.length
  if (n === 0) return [t('say.fitsNowhere')]
  const fit = several ? t('say.fitThis', { count: n }) : t('say.fit', { count: n })
  const at = keyboard ? t('say.typeLetter') : t('say.tapSpace')
  const other = keyboard ? t('say.otherNumber') : t('say.otherTap')
  return [fit, several && !c.draft.ask?.pass ? other : at]
}

/** The tile lies on the board, or an answer is chosen. */
function marked(c: Client, how: How): Saying {
  const { draft } = c
  const ask = inLanguage(draft.ask!, how.language)
  if (draft.ghost && !draft.decided) {
    const ways = ghostAt(draft)?.ways.length ?? 1
    return { say: t('say.placedHere'), do: t('say.way', { n: draft.ghost.way + 1, count: ways }) }
  }
  const answer = answerText(draft.ask!, draft.chosen, how.language)
  const chosen = answer && `${answer}.`
  if (!inTurn(c)) return { say: ask.title, do: ask.text }
  if (!draft.decided) return { say: ask.title, do: chosen } // it is only marked
  const completes = lastTried(draft)?.completes ?? []
  if (!how.effects || completes.length === 0) return { say: t('say.playThis'), do: chosen || nobody(c) }
  const { plain, strong } = effectText(completes, (s) => seatName(c, s))
  return { say: t('say.playThis'), do: `${chosen} ${plain} ${strong}.`.trim() }
}

/** Why nobody is asked for a figure. */
const nobody = (c: Client): string =>
  c.state.seats.find((s) => s.seat === c.you)?.figures.every((f) => f.have === 0)
    ? t('say.noFollower')
    : t('say.noPlace')

/** A whole turn is tentative, not one answer: Play ends it. */
export const inTurn = (c: Client): boolean => c.draft.past.length > 0 || c.draft.ghost !== null

/** Somebody else is asked, or nobody. */
function others(c: Client, how: How): Saying {
  const { turn } = c
  const { toMove } = c.state
  const plain = !turn || turn.ask.of === 'tile' || turn.ask.of === 'figure'
  if (!plain && turn.seat !== c.you) {
    const { title, text } = inLanguage(turn.ask, how.language)
    return { say: title, do: text }
  }
  const mover = turn?.seat ?? toMove
  if (mover !== null && mover !== c.you) {
    const look = c.you === null ? t('say.watching') : t('say.lookAround')
    return { say: t('say.choosing', { name: seatName(c, mover) }), do: look }
  }
  if (c.notice?.tile) return { say: t('say.tileNowhere'), do: '' }
  return { say: c.everOpen ? t('say.oneMoment') : t('say.opening'), do: '' }
}

/** How a tile in the hand fits as it is turned. @param n spaces in all */
export function fitsNote(fits: number, n: number): string {
  if (fits === n) return fits === 0 ? '' : fits === 1 ? t('say.fitsAsLies') : t('say.allFit')
  return fits === 0 ? t('say.noneFits') : t('say.someFit', { count: fits })
}
