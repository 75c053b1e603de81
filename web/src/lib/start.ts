// Making a game from this browser and remembering the seat and the links it gave.

import { askRematch, createGame, joinGame } from './api'
import { keepSeat, myName, mySeat } from './mine'
import type { NewGame } from './protocol'
import { go } from './router.svelte'

export async function start(made: NewGame): Promise<void> {
  import('../pages/Play.svelte').catch(() => undefined) // meanwhile; the page says it if that fails
  const created = await createGame(made)
  const [mine, ...others] = created.seats.filter((s) => s.token)
  const here = others.map(({ seat, token }) => ({ seat, token: token! }))
  const invites = created.seats.flatMap((s) => (s.link ? [{ seat: s.seat, link: s.link }] : []))
  const kept = { game: created.game, invites, ...(here.length ? { here } : {}) }
  if (mine?.token) keepSeat({ ...kept, seat: mine.seat, token: mine.token }, created.owned)
  go(`/game/${created.game}`)
}

/**
 * The same people and rules once more: whoever asks first makes the game, the others come in.
 * @param names of those who share this device, by seat
 */
export async function again(game: string, names: string[] = []): Promise<void> {
  const { game: next } = await askRematch(game)
  const joined = await joinGame(next, names[0] ?? myName(), '', undefined, game)
  const here = []
  for (const name of names.slice(1)) {
    const { seat, token } = await joinGame(next, name, '', undefined, game)
    here.push({ seat, token })
  }
  const invites = mySeat(game)?.invites // it has the same link
  const mine = { game: next, seat: joined.seat, token: joined.token }
  keepSeat({ ...mine, ...(invites ? { invites } : {}), ...(here.length ? { here } : {}) }, joined.owned)
  go(`/game/${next}`)
}
