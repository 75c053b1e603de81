// What to do now: one sentence, and a second one under it.

import { type Client, mayPlay, seatName } from './client'
import { chosenPlace, draftRotation, draftWay, fitsAsItLies, placementAt } from './draft'
import { inLanguage, type Language } from './language'
import type { Turn } from './protocol'
import { capital, countWord, effectText, ordinal, plural } from './text'

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
    const lies = c.draft.step === 'space' ? '' : 'Your tile lies where you put it. '
    return { say: 'Getting the line back', do: `${lies}Nothing is lost.` }
  }
  if (c.show) {
    const award = inLanguage(c.show, how.language)
    return { say: award.headline, do: `${award.sum}. ${award.sentence}` }
  }
  if (c.state.result) return { say: 'The game is over', do: 'Look around, or open the result.' }
  if (c.sending) return { say: how.slow ? 'Sending' : 'Playing', do: 'Your turn is on its way.' }
  if (mayPlay(c) && c.turn) {
    return question(c, c.turn, how) ?? (c.draft.step === 'space' ? chooseSpace : lay)(c, c.turn, how)
  }
  return others(c, how)
}

/** What is asked besides where a tile goes. */
function question(c: Client, turn: Turn, how: How): Saying | null {
  const { offer, pick } = turn
  if (turn.begins) return { say: 'Who begins?', do: 'You were the first to roll a standing follower.' }
  if (offer) {
    const taken = 'If your offer is taken, the tile is yours next turn, in place of a draw.'
    return { say: `Offer for ${seatName(c, offer.from)}'s tile?`, do: taken }
  }
  if (turn.sale) return { say: 'Sell your tile?', do: 'Take an offer and draw again, or keep the tile.' }
  if (pick) {
    const marked = pick.pool.find((p) => p.move === c.chosen)?.tile
    const note = 'It leaves the table for everyone, and everyone sees who takes it.'
    const which = `${ordinal(pick.round)} pick of ${countWord(pick.rounds)}`
    return { say: `Your ${which}`, do: marked ? `${capital(marked.name)}.` : note }
  }
  if (turn.choice) return { say: 'Crop circle: you choose', do: 'One kind and one action, for everyone.' }
  if (turn.answer) {
    const { action, of, words } = inLanguage(turn.answer, how.language)
    const chose = `${of === c.you ? 'You' : seatName(c, of)} chose: ${words}.`
    return { say: action === 'add' ? 'Crop circle: add one?' : 'Crop circle: take one back', do: chose }
  }
  return null
}

/** The tile is in the hand. */
function chooseSpace(c: Client, turn: Turn, { keyboard }: How): Saying {
  const n = turn.placements.length
  const spaces = n === 1 ? '1 space fits' : `${n} spaces fit`
  if (turn.goOn) {
    const half = c.use?.from === 'reserve' ? [fitOfHalf(n, fitsNow(c, turn))] : [] // the one that is picked up
    if (turn.goOn.then === 'newHand')
      return { say: 'Draw anew, or play a half tile', do: ['None of your tiles fits.', ...half].join(' ') }
    if (turn.goOn.then === 'nothing')
      return { say: 'Play a half tile, or none', do: ['No tile is left for you to draw.', ...half].join(' ') }
    const draw = [...half, 'A half tile takes the place of your draw.'].join(' ')
    return { say: 'Draw, or play a half tile', do: draw }
  }
  if (turn.hand && (turn.hand.length > 1 || turn.reserve)) {
    const fits = n === 0 ? 'This one fits nowhere' : `For this one ${spaces}`
    const byKey = `Its number chooses another one${turn.reserve ? ', H a half tile' : ''}.`
    const how = keyboard ? byKey : 'Tap another one to choose it.'
    return { say: 'Your turn: play one of your tiles', do: `${fits}. ${how}` }
  }
  const again = c.state.moves.at(-1)?.what === 'again' // HOUSE-HOLE
  const how = keyboard ? 'Type a letter, or Tab round them.' : 'Tap one, or drag the tile there.'
  return {
    say: again ? 'Another turn for you' : 'Your turn',
    do: `${again ? 'You filled the hole. ' : ''}${spaces}. ${how}`,
  }
}

const fitsNow = (c: Client, turn: Turn): number =>
  turn.placements.filter((p) => fitsAsItLies(p, draftRotation(turn, c.draft))).length

function fitOfHalf(n: number, fits: number): string {
  if (n === 0) return 'This one fits nowhere.'
  const lies = fits === n ? 'all' : fits === 0 ? 'none' : fits
  return `This one fits ${plural(n, 'space')}${n > 1 || fits === 0 ? `, ${lies} as it lies` : ''}.`
}

/** The tile lies on the board. */
function lay(c: Client, turn: Turn, how: How): Saying {
  const { draft } = c
  const way = draftWay(turn, draft)
  if (draft.step === 'ghost') {
    const ways = placementAt(turn, draft.x, draft.y)?.ways.length ?? 1
    return { say: 'Placed here?', do: `Way ${draft.way + 1} of ${ways}. Turn it, move it, or place it.` }
  }
  const seat = c.state.seats.find((s) => s.seat === turn.seat)
  const followers = seat?.followers ?? 0
  const abbots = seat?.abbots ?? 0
  if (draft.step === 'follower' && draft.place === undefined) {
    const held = `You have ${plural(followers, 'follower')}${abbots > 0 ? ' and your abbot' : ''} in hand.`
    const last = followers === 1 && abbots === 0
    return { say: 'Where does your follower go?', do: last ? 'It is your last one.' : held }
  }
  const chosen = chosenPlace(turn, draft)?.label
  const none = followers === 0 ? 'No follower is left in your hand.' : 'No follower can stand on this tile.'
  const figure = chosen ? `${chosen}.` : way?.places.length ? 'No follower.' : none
  if (!how.effects || !way?.completes.length) return { say: 'Play this?', do: figure }
  const { plain, strong } = effectText(way.completes, (s) => seatName(c, s))
  return { say: 'Play this?', do: `${figure} ${plain} ${strong}.` }
}

/** Somebody else is asked, or nobody. */
function others(c: Client, how: How): Saying {
  const { turn } = c
  const { toMove } = c.state
  if (turn && turn.seat !== c.you) {
    const who = seatName(c, turn.seat)
    if (turn.phase === 'begins') return { say: `${who} says who begins`, do: 'Then the first turn is played.' }
    if (turn.pick) return { say: `${who} picks a half tile`, do: `Round ${turn.pick.round} of ${turn.pick.rounds}.` }
    if (turn.phase === 'choice')
      return { say: `Crop circle: ${who} chooses`, do: 'A kind of follower, and what everyone does with it.' }
    if (turn.answer)
      return { say: `Crop circle: ${who} answers`, do: `${inLanguage(turn.answer, how.language).words}.` }
    if (turn.seat !== toMove) return { say: `${who} may offer`, do: 'For the tile that was drawn.' }
  }
  if (toMove !== null && toMove !== c.you) {
    const look = c.you === null ? 'You are watching.' : 'You can look around.'
    return { say: `${seatName(c, toMove)} is choosing`, do: look }
  }
  if (c.notice?.tile) return { say: 'This tile fits nowhere', do: '' }
  return { say: c.everOpen ? 'One moment' : 'Opening the game', do: '' }
}

/** How a tile in the hand fits as it is turned. @param n spaces in all */
export function fitsNote(fits: number, n: number): string {
  if (fits === n) return fits === 0 ? '' : fits === 1 ? 'It fits as it lies.' : 'All fit as it lies now.'
  const some = fits === 1 ? '1 fits' : fits === 0 ? 'None fits' : `${fits} fit`
  return `${some} as it lies now. The dashed ones need a turn.`
}
