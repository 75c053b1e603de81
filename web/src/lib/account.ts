// What the account page asks of the server, and what it says of this device.

import { call, textOf } from './api'
import { dropSession, giveSeatsAway, keepSession, myTokens } from './mine'
import type { Account, AccountGames, BroughtSeats, SignedIn } from './protocol'

export const LEAST = 8 // characters of a passphrase
export const MOST = 200

/** How many characters the server counts. */
export const lengthOf = (passphrase: string): number => [...passphrase.normalize('NFC')].length

// The first that is found in what a browser says of itself: many name others as well.
const BROWSERS: Record<string, RegExp> = {
  Edge: /\bEdg\w*\//,
  Opera: /\bOPR\//,
  Vivaldi: /\bVivaldi\//,
  Firefox: /\b(Firefox|FxiOS)\//,
  Chromium: /(Chrome|CriOS|Chromium)\//,
  Safari: /\bSafari\//,
}
const SYSTEMS: Record<string, RegExp> = {
  Android: /\bAndroid\b/,
  iOS: /\b(iPhone|iPad)\b/,
  Windows: /\bWindows\b/,
  macOS: /\bMac OS X\b/,
  Linux: /\bLinux\b/,
}
/** "Firefox, Linux": by which somebody will know this device among others. */
export function deviceName(userAgent: string): string {
  const first = (of: Record<string, RegExp>): string[] =>
    Object.keys(of)
      .filter((name) => of[name]!.test(userAgent))
      .slice(0, 1)
  return [...first(BROWSERS), ...first(SYSTEMS)].join(', ')
}

async function enter(path: string, name: string, passphrase: string): Promise<Account> {
  const device = deviceName(navigator.userAgent)
  const { account, session } = await call<SignedIn>(path, { name, passphrase, device })
  keepSession({ token: session, name: account.name })
  return account
}
export const createAccount = (name: string, passphrase: string): Promise<Account> =>
  enter('/api/account', name, passphrase)
export const signIn = (name: string, passphrase: string): Promise<Account> =>
  enter('/api/account/sign-in', name, passphrase)
export const account = (): Promise<Account> => call('/api/account')
/** The seats of this browser become the account's, and need no key here any more. */
export async function bringSeats(): Promise<number> {
  const tokens = myTokens()
  if (tokens.length === 0) return 0
  const { seats } = await call<BroughtSeats>('/api/account/seats', {}, tokens)
  giveSeatsAway()
  return seats
}
export async function signOut(): Promise<void> {
  await call('/api/account/sign-out', {})
  dropSession()
}
/** @param session its id; none: all but this one */
export const endSessions = (session?: string): Promise<Account> =>
  call('/api/account/sessions', session === undefined ? {} : { session })
export const setPassphrase = (before: string, after: string): Promise<Account> =>
  call('/api/account/passphrase', { old: before, new: after })
export const accountGames = (from: number): Promise<AccountGames> => call(`/api/account/games?from=${from}`)
export const exportAccount = (): Promise<string> => textOf('/api/account/export')
export async function deleteAccount(passphrase: string): Promise<void> {
  await call('/api/account/delete', { passphrase })
  dropSession()
}
