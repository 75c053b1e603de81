// What games can be made of: asked once a visit, and again by itself while the server rests.

import { ApiError, call } from './api'
import type { Setup, Start } from './protocol'

export const server = $state({ resting: false })
const RETRY_MS = 2500

let whole: Promise<Setup> | null = null
export function setup(): Promise<Setup> {
  whole ??= ask<Setup>('/api/setup')
  return whole
}

let first: Promise<Start> | null = null
/** What every page needs of it. */
export function starting(): Promise<Start> {
  first ??= ask<Start>('/api/start')
  return first
}

async function ask<T>(path: string): Promise<T> {
  for (;;) {
    try {
      const answer = await call<T>(path)
      server.resting = false
      return answer
    } catch (e) {
      if (e instanceof ApiError && e.status >= 400 && e.status < 500) throw e
      server.resting = true
      await new Promise((r) => setTimeout(r, RETRY_MS))
    }
  }
}
