// One WebSocket to one game that comes back by itself. It asks only for what was missed (`since`), waits
// 1, 2, 4 then 8 s between tries, tries at once when the page or the network comes back. Everything that is said
// is answered: a line on which no answer comes counts as lost at once, and is given up soon after.

import { signedIn } from './mine'
import type { ClientMessage, Hello, ServerMessage } from './protocol'

export interface Line {
  state: 'connecting' | 'open' | 'lost'
  retryAt: number // when lost: time of the next try, ms
}
export interface Connection {
  send(message: ClientMessage): boolean // false: no line now
  retry(): void
  close(): void
}

const WAITS = [1000, 2000, 4000, 8000]
const PING_MS = 15000
const ANSWER_MS = 4000 // then people are told
const GIVE_UP_MS = 12000 // then another line is opened: a server under load may yet answer

export function gameUrl(base: string, game: string): string {
  const url = new URL('/ws', base)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('game', game)
  return url.href
}

/** Who of several that share this device plays now, and the keys of the others. */
export type Sits = Required<Pick<Hello, 'seat' | 'also'>>

/** What is said first. The token stands here and not in the address, which logs keep. */
export const hello = (since: number, token?: string, session?: string, sits?: Sits): Hello => ({
  type: 'hello',
  since,
  ...(token ? { key: token } : {}),
  ...(session ? { session } : {}),
  ...sits,
})

export function connect(
  game: string,
  token: string | undefined,
  since: () => number,
  onMessage: (message: ServerMessage) => void,
  onLine: (line: Line) => void,
  sits?: Sits,
): Connection {
  let socket: WebSocket | null = null
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let pinger: ReturnType<typeof setInterval> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined // until a message comes
  let silent = false // none came for so long that people were told
  let closed = false

  const open = (): void => {
    if (closed) return
    clearTimeout(timer)
    onLine({ state: 'connecting', retryAt: 0 })
    const s = new WebSocket(gameUrl(location.href, game))
    socket = s
    listen()
    s.onmessage = (e) => {
      if (s !== socket) return
      const message = JSON.parse(String(e.data)) as ServerMessage
      if (message.type === 'welcome') tries = 0
      if (message.type === 'welcome' || silent) onLine({ state: 'open', retryAt: 0 })
      hush()
      onMessage(message)
    }
    s.onopen = () => {
      say(hello(since(), token, signedIn()?.token, sits))
      clearInterval(pinger)
      pinger = setInterval(ping, PING_MS)
    }
    s.onclose = () => {
      if (s === socket) lost()
    }
  }
  const say = (message: ClientMessage): boolean => {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    listen()
    return true
  }
  const ping = (): boolean => say({ type: 'ping' })
  const listen = (): void => {
    silence ??= setTimeout(() => {
      silent = true
      onLine({ state: 'lost', retryAt: Date.now() + GIVE_UP_MS - ANSWER_MS })
      silence = setTimeout(giveUp, GIVE_UP_MS - ANSWER_MS)
    }, ANSWER_MS)
  }
  const hush = (): void => {
    clearTimeout(silence)
    silence = undefined
    silent = false
  }
  const giveUp = (): void => {
    socket?.close() // which may take it minutes
    lost()
  }
  const lost = (): void => {
    clearInterval(pinger)
    hush()
    socket = null
    if (closed) return
    const wait = WAITS[Math.min(tries++, WAITS.length - 1)]!
    onLine({ state: 'lost', retryAt: Date.now() + wait })
    timer = setTimeout(open, wait)
  }
  /** Where there is a line, it may be dead: a device that slept, or came into another network, is told of that late. */
  const retry = (): void => {
    if (silent) giveUp()
    if (!socket && !closed) open()
    else ping()
  }
  const wake = (): void => {
    if (document.visibilityState === 'visible') retry()
  }
  addEventListener('online', retry)
  addEventListener('offline', ping) // the server may be this very machine
  document.addEventListener('visibilitychange', wake)
  open()
  return {
    send: say,
    retry,
    close() {
      closed = true
      clearTimeout(timer)
      clearInterval(pinger)
      hush()
      removeEventListener('online', retry)
      removeEventListener('offline', ping)
      document.removeEventListener('visibilitychange', wake)
      socket?.close()
    },
  }
}
