// Making a game from this browser and remembering the seat and the links it gave.

import { askRematch, createGame, joinGame } from './api'
import { keepSeat, myName, mySeat } from './mine'
import type { NewGame } from './protocol'
import { go } from './router.svelte'

export async function start(made: NewGame): Promise<void> {
  import('../pages/Play.svelte').catch(() => undefined) // meanwhile; the page says it if that fails
  const created = await createGame(made)
  const mine = created.seats.find((s) => s.token)
  const invites = created.seats.flatMap((s) => (s.link ? [{ seat: s.seat, link: s.link }] : []))
  if (mine?.token) keepSeat({ game: created.game, seat: mine.seat, token: mine.token, invites }, created.owned)
  go(`/game/${created.game}`)
}

/** The same people and rules once more: whoever asks first makes the game, the others come in. */
export async function again(game: string): Promise<void> {
  const { game: next } = await askRematch(game)
  const joined = await joinGame(next, myName(), '', undefined, game)
  const invites = mySeat(game)?.invites // it has the same link
  const mine = { game: next, seat: joined.seat, token: joined.token }
  keepSeat(invites ? { ...mine, invites } : mine, joined.owned)
  go(`/game/${next}`)
}
