// What each message of the server changes.

import { type Client, seatName } from './client'
import { t } from './i18n.svelte'
import { inLanguage } from './language'
import { loseSeat } from './mine'
import type { Away, ServerMessage } from './protocol'
import { catchUp, enqueue } from './queue'
import { settings } from './settings.svelte'
import { emptyState } from './state'
import { backSentence, openingOf, refusedSentence, tell } from './told'
import { forget, hearTried, sendAgain, setTurn } from './turn'

const REPLAY_MOST = 40 // more missed events than this are not replayed one by one

type Message<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>

export function receive(c: Client, m: ServerMessage): void {
  switch (m.type) {
    case 'welcome':
      welcome(c, m)
      break
    case 'update':
      if (c.wire.unsure) decided(c, m.events.length > 0)
      hearBeside(c, m)
      enqueue(c, m.events, m.turn)
      break
    case 'accepted':
      break // what it did comes as an update
    case 'waiting':
      info(c, t('told.slow'), 9000)
      break
    case 'unknown':
      c.wire.unsure = true
      info(c, t('told.unsure'), 60000)
      break
    case 'refused':
      if (m.ref !== undefined && m.ref === c.wire.talked) {
        info(c, inLanguage(m.error, settings.language).message)
        break
      }
      // An answer that was tried and is no longer marked: nothing was lost by it.
      if (m.ref !== undefined && !c.sending && m.ref !== c.wire.trial) break
      c.sending = false
      forget(c)
      setTurn(c, m.turn)
      tell(
        c,
        { kind: 'refused', text: refusedSentence(inLanguage(m.error, settings.language).message, m.error.rule) },
        9000,
      )
      break
    case 'presence':
      if (c.summary) c.summary = { ...c.summary, seats: m.seats }
      hearAway(c, m.away)
      break
    case 'freed':
      c.takenOff = inLanguage(m, settings.language).text
      loseSeat(c.id)
      c.wire.connection?.close()
      break
    case 'tried':
      hearTried(c, m)
      break
    case 'pong':
      break
  }
}

const info = (c: Client, text: string, ms?: number): void => tell(c, { kind: 'info', text }, ms)

function hearBeside(c: Client, m: Message<'welcome' | 'update'>): void {
  const wished = m.type === 'update' ? m.events.findLast((e) => e.type === 'clock' && e.state === 'done') : undefined
  if (c.summary && wished?.type === 'clock' && wished.wish?.each) c.summary = { ...c.summary, time: wished.wish }
  c.clock = m.clock ? { ...m.clock, since: performance.now() } : null
  c.back = m.back ?? null
  hearAway(c, m.away)
}

function hearAway(c: Client, away: Away | undefined): void {
  const news = away && away.seat !== c.away?.seat
  c.away = away ? { seat: away.seat, from: performance.now() + away.ms } : null
  if (news) c.spoken = t('away.gone', { name: seatName(c, away.seat) })
}

/** The line is open: for the first time, or again after it broke. */
function welcome(c: Client, m: Message<'welcome'>): void {
  const again = c.everOpen && c.state.started && !c.wire.sitting
  const unanswered = c.sending
  c.summary = m.game
  c.you = m.you
  c.sending = false
  hearBeside(c, m)
  if (c.wire.sitting && m.you !== null) info(c, t('here.plays', { name: seatName(c, m.you) }))
  c.wire.sitting = false
  // The server's database is older than what this page has seen: all events came.
  if (m.seq < c.state.seq) {
    c.state = emptyState()
    c.queue.pending = []
  }
  if (c.state.seq === 0 || m.events.length > REPLAY_MOST) {
    catchUp(c, m.events, m.turn)
    const opening = openingOf(c)
    if (c.state.moves.length === 0 && opening) info(c, opening, 7000)
    return
  }
  // The line broke between Play and its answer, and the turn counts: what lies here was played from here.
  if (unanswered && m.events.some((e) => e.type === 'did' && e.seat === m.you)) forget(c)
  enqueue(c, m.events, m.turn)
  if (again)
    info(
      c,
      backSentence(m.events, (seat) => seatName(c, seat), c.you),
    )
  // The same turn is still open: say it again.
  if (unanswered && m.events.length === 0) sendAgain(c)
}

/** The server's disk answers again. */
function decided(c: Client, counts: boolean): void {
  const text = t('told.notKept')
  if (counts) c.notice = null
  else tell(c, { kind: 'refused', text }, 9000)
  c.wire.unsure = false
}
