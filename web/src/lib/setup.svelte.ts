// What games can be made of: asked once a visit, and again by itself while the server rests.

import { ApiError, call } from './api'
import type { Setup } from './protocol'

export const server = $state({ resting: false })
const RETRY_MS = 2500

let once: Promise<Setup> | null = null
export function setup(): Promise<Setup> {
  once ??= ask()
  return once
}

async function ask(): Promise<Setup> {
  for (;;) {
    try {
      const answer = await call<Setup>('/api/setup')
      server.resting = false
      return answer
    } catch (e) {
      if (e instanceof ApiError && e.status >= 400 && e.status < 500) throw e
      server.resting = true
      await new Promise((r) => setTimeout(r, RETRY_MS))
    }
  }
}
