// One WebSocket to one game that comes back by itself. It asks only for what was missed (`since`), waits
// 1, 2, 4 then 8 s between tries, tries at once when the page or the network comes back, and notices a
// dead line by an unanswered ping.

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

export function gameUrl(base: string, game: string): string {
  const url = new URL('/ws', base)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('game', game)
  return url.href
}

/** What is said first. The token stands here and not in the address, which logs keep. */
export const hello = (since: number, token?: string): Hello => ({
  type: 'hello',
  since,
  ...(token ? { key: token } : {}),
})

export function connect(
  game: string,
  token: string | undefined,
  since: () => number,
  onMessage: (message: ServerMessage) => void,
  onLine: (line: Line) => void,
): Connection {
  let socket: WebSocket | null = null
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let pinger: ReturnType<typeof setInterval> | undefined
  let heard = 0
  let closed = false

  const open = (): void => {
    if (closed) return
    clearTimeout(timer)
    onLine({ state: 'connecting', retryAt: 0 })
    const s = new WebSocket(gameUrl(location.href, game))
    socket = s
    s.onmessage = (e) => {
      if (s !== socket) return
      heard = Date.now()
      const message = JSON.parse(String(e.data)) as ServerMessage
      if (message.type === 'welcome') {
        tries = 0
        onLine({ state: 'open', retryAt: 0 })
      }
      onMessage(message)
    }
    s.onopen = () => {
      heard = Date.now()
      s.send(JSON.stringify(hello(since(), token)))
      clearInterval(pinger)
      pinger = setInterval(() => {
        if (Date.now() - heard > 2.5 * PING_MS) s.close()
        else if (s.readyState === WebSocket.OPEN) s.send(JSON.stringify({ type: 'ping' }))
      }, PING_MS)
    }
    s.onclose = () => {
      if (s === socket) lost()
    }
  }
  const lost = (): void => {
    clearInterval(pinger)
    socket = null
    if (closed) return
    const wait = WAITS[Math.min(tries++, WAITS.length - 1)]!
    onLine({ state: 'lost', retryAt: Date.now() + wait })
    timer = setTimeout(open, wait)
  }
  const retry = (): void => {
    if (!socket && !closed) open()
  }
  const wake = (): void => {
    if (document.visibilityState === 'visible') retry()
  }
  addEventListener('online', retry)
  document.addEventListener('visibilitychange', wake)
  open()
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
    retry,
    close() {
      closed = true
      clearTimeout(timer)
      clearInterval(pinger)
      removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', wake)
      socket?.close()
    },
  }
}
