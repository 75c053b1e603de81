// The shuffle in which every seat has a part. Before all are there each seat promises a share of the seed by its hash,
// then it gives the share, and only then is the seed made: whoever else knows the others' cannot choose it.
// SHA-256 is a library's, since browsers have their own only where the page came by TLS.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Client } from './client'
import { ApiError, giveShare } from './api'
import { readJson, seatsHere, writeJson } from './mine'
import type { Seat, StartedEvent } from './protocol'

/** What this browser has promised, and what all others had when it gave its share. */
interface Kept {
  game: string
  seat: number
  share: string
  commitment?: string // of the server
  promises?: string[] // by seat; empty: none
  given?: boolean // the server has it
}
const SHARES = 'bastide.shares'
const MOST = 60
const kept = (): Kept[] => readJson<Kept[]>(SHARES, [])
const find = (game: string, seat: number): Kept | undefined => kept().find((k) => k.game === game && k.seat === seat)

export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** 32 bytes of chance as hexadecimal digits. */
export const freshShare = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)))

export function keepShare(entry: Kept): void {
  writeJson(SHARES, [entry, ...kept().filter((k) => k.game !== entry.game || k.seat !== entry.seat)].slice(0, MOST))
}

/** The seats of this device whose share is waited for now. */
export function owedBy(c: Client): Seat[] {
  const { summary, you } = c
  if (!summary?.commitment || summary.status !== 'waiting' || you === null) return []
  if (summary.seats.some((s) => s.kind === 'open')) return []
  const mine = [you, ...seatsHere(c.id)]
  return summary.seats.filter((s) => mine.includes(s.seat) && s.share && !s.share.given)
}

/**
 * Gives what the seats of this device have promised. Whoever sits at another device than the one that promised says
 * that the share is lost.
 */
export async function giveShares(c: Client): Promise<void> {
  const { commitment, seats } = c.summary!
  const promises = seats.map((s) => s.share?.promise ?? '')
  for (const { seat } of owedBy(c)) {
    const mine = find(c.id, seat)
    const told = { ...(commitment ? { commitment } : {}), promises }
    if (mine) keepShare({ ...mine, ...told })
    try {
      await giveShare(c.id, seat, mine?.share ?? '')
      if (mine) keepShare({ ...mine, ...told, given: true })
    } catch (e) {
      if (!(e instanceof ApiError) || e.status === 0 || e.status >= 500) throw e // else it is not waited for any more
    }
  }
}

export type Verdict = 'mine' | 'made' | 'wrong' // with a share of this browser in it; without; not what was promised

/** Whether the seed was made of what was promised, as far as this browser knows. */
export function verdict(
  game: string,
  started: Pick<StartedEvent, 'commitment' | 'shares'>,
  over: { seed: string; secret?: string | undefined },
): Verdict {
  const shares = started.shares ?? []
  const made = hashOf([over.secret ?? '', ...shares.map((s) => s.share)].join(':')) === over.seed
  const kept = shares.every((s) => s.share === '' || hashOf(s.share) === s.promise)
  if (!made || !kept || hashOf(over.secret ?? '') !== started.commitment) return 'wrong'
  const mine = shares.flatMap((_, seat) => find(game, seat) ?? [])
  const same = mine.every(
    (m) =>
      (m.commitment ?? started.commitment) === started.commitment &&
      (m.promises ?? []).every((p, seat) => shares[seat]?.promise === p) &&
      (!m.given || shares[m.seat]?.share === m.share),
  )
  if (!same) return 'wrong'
  return mine.some((m) => shares[m.seat]?.share === m.share) ? 'mine' : 'made'
}
