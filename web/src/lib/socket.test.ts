import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect, type Connection, type Line } from './socket'

/** A line on which the test answers, or does not. */
class Wire {
  static readonly OPEN = 1
  static all: Wire[] = []
  readyState = 1
  sent: string[] = []
  onopen?: () => void
  onclose?: () => void
  onmessage?: (e: { data: string }) => void
  constructor() {
    Wire.all.push(this)
  }
  send(text: string): void {
    this.sent.push((JSON.parse(text) as { type: string }).type)
  }
  close(): void {
    this.readyState = 3
  }
  answer(type: string): void {
    this.onmessage?.({ data: JSON.stringify({ type }) })
  }
}

let c: Connection
let lines: Line['state'][]
const told = (): Line['state'] | undefined => lines.at(-1)
const hears: Record<string, () => void> = {}

beforeEach(() => {
  vi.useFakeTimers()
  Wire.all = []
  lines = []
  vi.stubGlobal('WebSocket', Wire)
  vi.stubGlobal('location', { href: 'http://localhost:8080/game/g' })
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} })
  vi.stubGlobal('addEventListener', (name: string, what: () => void) => (hears[name] = what))
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('localStorage', { getItem: () => null })
  c = connect(
    'g',
    'key',
    () => 0,
    vi.fn(),
    (line) => lines.push(line.state),
  )
  Wire.all[0]!.onopen?.()
  Wire.all[0]!.answer('welcome')
})
afterEach(() => {
  c.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const move = { type: 'play', ref: 1, seq: 1, id: 'i', moves: [] } as const

it('tells within 5 s that nothing is answered, and goes on with an answer', () => {
  c.send({ ...move, moves: [] })
  vi.advanceTimersByTime(3900)
  expect(told()).toBe('open')
  vi.advanceTimersByTime(1000)
  expect(told()).toBe('lost')
  Wire.all[0]!.answer('accepted')
  expect(told()).toBe('open')
  vi.advanceTimersByTime(14000) // until the next ping nothing is waited for
  expect([told(), Wire.all.length]).toEqual(['open', 1])
})

it('asks at once whether the line holds when the device goes offline', () => {
  hears['offline']!()
  expect(Wire.all[0]!.sent).toEqual(['hello', 'ping'])
  vi.advanceTimersByTime(4900)
  expect(told()).toBe('lost')
})

it('opens another line where none answers for long', () => {
  c.send({ ...move, moves: [] })
  vi.advanceTimersByTime(13100)
  expect(Wire.all.length).toBe(2)
})

it('asks whether the line still holds when the device comes back to it, and opens no second one while it does', () => {
  hears['online']!()
  expect(Wire.all[0]!.sent).toEqual(['hello', 'ping'])
  Wire.all[0]!.answer('pong')
  vi.advanceTimersByTime(4900)
  expect([told(), Wire.all.length]).toEqual(['open', 1])
  hears['online']!()
  vi.advanceTimersByTime(13000)
  expect(Wire.all.length).toBe(2)
})
