// Making a game from this browser and remembering the seat and the links it gave.

import { askRematch, createGame, gameSummary, joinGame } from './api'
import { keepInvite, keepSeat, myName, mySeat } from './mine'
import type { Join, Joined, NewGame } from './protocol'
import { go } from './router.svelte'

export async function start(made: NewGame): Promise<void> {
  import('../pages/Play.svelte').catch(() => undefined) // meanwhile; the page says it if that fails
  const together = made.together ? await import('./together') : null
  const shares = made.seats.map((s) => (together && s.kind === 'me' ? together.freshShare() : ''))
  const seats = made.seats.map((s, i) => (shares[i] ? { ...s, promise: together!.hashOf(shares[i]) } : s))
  const created = await createGame({ ...made, seats })
  shares.forEach((share, seat) => share && together!.keepShare({ game: created.game, seat, share }))
  const [mine, ...others] = created.seats.filter((s) => s.token)
  const here = others.map(({ seat, token }) => ({ seat, token: token! }))
  const invites = created.seats.flatMap((s) => (s.link ? [{ seat: s.seat, link: s.link }] : []))
  const kept = { game: created.game, invites, ...(here.length ? { here } : {}) }
  if (mine?.token) keepSeat({ ...kept, seat: mine.seat, token: mine.token }, created.owned)
  if (made.duplicate) keepInvite(created.game, created.invite) // its other tables have free seats, if not this one
  go(`/game/${created.game}`)
}

/**
 * The same people and rules once more: whoever asks first makes the game, the others come in.
 * @param names of those who share this device, by seat
 */
export async function again(game: string, names: string[] = []): Promise<void> {
  const { game: next } = await askRematch(game)
  const together = (await gameSummary(game)).commitment !== undefined
  const take = (name: string): Promise<Joined> => sit(next, together, { name }, game)
  const joined = await take(names[0] ?? myName())
  const here = []
  for (const name of names.slice(1)) {
    const { seat, token } = await take(name)
    here.push({ seat, token })
  }
  const invites = mySeat(game)?.invites // it has the same link
  const mine = { game: next, seat: joined.seat, token: joined.token }
  keepSeat({ ...mine, ...(invites ? { invites } : {}), ...(here.length ? { here } : {}) }, joined.owned)
  go(`/game/${next}`)
}

/**
 * Takes a seat, and keeps what it promises where all shuffle together.
 * @param before the game that this one is a rematch of
 */
export async function sit(game: string, together: boolean, join: Join, before?: string): Promise<Joined> {
  if (!together) return joinGame(game, join, before)
  const { freshShare, hashOf, keepShare } = await import('./together')
  const share = freshShare()
  const joined = await joinGame(game, { ...join, promise: hashOf(share) }, before)
  keepShare({ game, seat: joined.seat, share })
  return joined
}
