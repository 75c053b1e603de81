// The line of an open game.

import { type Client, freshClient } from './client'
import { t } from './i18n.svelte'
import { keyOf, keyOfSeat, keysOf, seatsHere } from './mine'
import { hurry } from './pace'
import { reactive } from './reactive.svelte'
import { receive } from './receive'
import { connect, type Line } from './socket'
import { emptyState, foldAll, type GameState } from './state'
import { endStep } from './turn'

export function openGame(id: string): Client {
  const c = reactive(freshClient(id))
  dial(c, seatsHere(id)[0])
  return c
}

function dial(c: Client, seat?: number): void {
  const key = seat === undefined ? keyOf(c.id) : keyOfSeat(c.id, seat)
  c.wire.connection = connect(
    c.id,
    key,
    () => c.queue.pending.at(-1)?.seq ?? c.state.seq,
    (m) => receive(c, m),
    (line) => setLine(c, line),
    seat === undefined ? undefined : { seat, also: keysOf(c.id).filter((other) => other !== key) },
  )
}

/**
 * Another one of those who share this device plays now.
 * @param anew nothing of what the one before saw stays
 */
export function sitDown(c: Client, seat: number, anew: boolean): void {
  c.wire.connection?.close()
  hurry(c)
  endStep(c)
  if (anew) Object.assign(c, { state: emptyState(), summary: null, you: null, turn: null, everOpen: false })
  if (anew) c.queue.pending = []
  c.wire.sitting = true
  dial(c, seat)
}

export function closeGame(c: Client): void {
  clearTimeout(c.wire.noticeTimer)
  hurry(c)
  c.wire.connection?.close()
}

export const tryNow = (c: Client): void => c.wire.connection?.retry()

export function setLine(c: Client, line: Line): void {
  if (line.state === 'lost' && c.line.state !== 'lost' && c.everOpen) c.spoken = t('common.noConnection')
  // While trying again the banner stays as it is: no flicker.
  if (line.state === 'connecting' && c.everOpen) return
  c.line = line
  if (line.state === 'open') c.everOpen = true
}

/** The whole state of a game, once: for pictures on other pages. */
export function loadState(id: string): Promise<GameState> {
  return new Promise((resolve, reject) => {
    const give = setTimeout(() => finish(() => reject(new Error(t('error.late')))), 8000)
    const line = connect(
      id,
      keyOf(id),
      () => 0,
      (m) => {
        if (m.type === 'welcome') finish(() => resolve(foldAll(emptyState(), m.events)))
      },
      (l) => {
        if (l.state === 'lost') finish(() => reject(new Error(t('error.notLoaded'))))
      },
    )
    function finish(then: () => void): void {
      clearTimeout(give)
      line.close()
      then()
    }
  })
}
