// What this browser remembers: the player's name, the seats it may play (by secret token), links it may
// hand out or has followed, the bot chosen last, and who is signed in. Kept in localStorage, with a plain object where
// that is forbidden.

import { t } from './i18n.svelte'

export interface MySeat {
  game: string
  seat: number
  token?: string // none: it is the account's that is signed in
  here?: { seat: number; token?: string }[] // further seats, of people who play at this device
  invites?: { seat: number; link: string }[] // open seats of a game made here
}

const memory = new Map<string, string>()
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}
function write(key: string, value: string): void {
  memory.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // private mode: kept for this visit only
  }
}
export function readJson<T>(key: string, otherwise: T): T {
  const text = read(key)
  if (text === null) return otherwise
  try {
    return JSON.parse(text) as T
  } catch {
    return otherwise
  }
}
export const writeJson = (key: string, value: unknown): void => write(key, JSON.stringify(value))

const SEATS = 'bastide.seats'
const KEPT = 60

export const mySeats = (): MySeat[] => readJson<MySeat[]>(SEATS, [])
export const mySeat = (game: string): MySeat | undefined => mySeats().find((s) => s.game === game)
/**
 * Who is signed in needs no key of the seat, and leaves none behind.
 * @param owned the server knows it as the account's; else a session that one has is none any more
 */
export const keepSeat = (seat: MySeat, owned = false): void => {
  if (signedIn() && !owned) dropSession()
  const kept = owned ? withoutTokens(seat) : seat
  writeJson(SEATS, [kept, ...mySeats().filter((s) => s.game !== seat.game)].slice(0, KEPT))
}
const LOST = 'bastide.lost'
/** Somebody else may have the seat: its key is only shown where one asks for another seat of that game. */
export const loseSeat = (game: string): void => {
  const token = mySeat(game)?.token
  if (token) writeJson(LOST, [{ game, token }, ...lost()].slice(0, KEPT))
  writeJson(
    SEATS,
    mySeats().filter((s) => s.game !== game),
  )
}
const lost = (): { game: string; token: string }[] => readJson(LOST, [])
export const lostKeys = (game: string): string[] => lost().flatMap((s) => (s.game === game ? s.token : []))
const tokensOf = (s: MySeat): string[] => [s, ...(s.here ?? [])].flatMap((x) => x.token ?? [])
export const myTokens = (): string[] => mySeats().flatMap(tokensOf)
const withoutTokens = ({ token: _, here, ...rest }: MySeat): MySeat =>
  here ? { ...rest, here: here.map(({ seat }) => ({ seat })) } : rest
/** The seats are the account's now. */
export const giveSeatsAway = (): void => writeJson(SEATS, mySeats().map(withoutTokens))

const SESSION = 'bastide.session'
export interface Session {
  token: string
  name: string // of the account
}
export const signedIn = (): Session | null => readJson<Session | null>(SESSION, null)
export const keepSession = (session: Session): void => {
  writeJson(SESSION, session)
  if (myName() === nobody()) keepName(session.name)
}
/** Signed out: what came by the account goes, what this browser had for itself stays. */
export const dropSession = (): void => {
  writeJson(SESSION, null)
  writeJson(
    SEATS,
    mySeats().filter((s) => s.token),
  )
}

const MUTED = 'bastide.muted'
/** Names of those whom one does not want to hear. */
export const mutedNames = (): string[] => readJson<string[]>(MUTED, [])
export const muteNames = (names: string[]): void => writeJson(MUTED, names.slice(-100))

const LINKS = 'bastide.links'
/** The invite of a link one followed: it shows a game that is not for everybody. */
export const keepInvite = (game: string, invite: string): void =>
  writeJson(LINKS, [{ game, invite }, ...links().filter((l) => l.game !== game)].slice(0, KEPT))
const links = (): { game: string; invite: string }[] => readJson(LINKS, [])
/** What its link opens it with, also its other tables. */
export const inviteOf = (game: string): string | undefined =>
  mySeat(game)?.invites?.[0]?.link ?? links().find((l) => l.game === game)?.invite
/** What says that one may look at a game: its seat's token, or the invite of its link. */
export const keyOf = (game: string): string | undefined =>
  mySeat(game)?.token ?? links().find((l) => l.game === game)?.invite
/** Seats of a game whose people share this device; none where it is one's own alone. */
export const seatsHere = (game: string): number[] => {
  const mine = mySeat(game)
  return mine?.here?.length ? [mine.seat, ...mine.here.map((s) => s.seat)] : []
}
/** The keys of all of them. */
export const keysOf = (game: string): string[] => {
  const mine = mySeat(game)
  return mine?.here?.length ? tokensOf(mine) : [keyOf(game) ?? []].flat()
}
export const keyOfSeat = (game: string, seat: number): string | undefined =>
  mySeat(game)?.here?.find((s) => s.seat === seat)?.token ?? keyOf(game)

/** As whom one plays until one says a name. */
export const nobody = (): string => t('common.guest')
export const myName = (): string => readJson('bastide.name', '') || nobody()
export const keepName = (name: string): void => writeJson('bastide.name', name)
export const lastBot = (): string => readJson('bastide.bot', '')
export const keepBot = (bot: string): void => writeJson('bastide.bot', bot)
