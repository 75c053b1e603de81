// Keys of the play page: what a key means, and the letters that name spaces. Letters that are commands
// are never given to a space, so that R always turns and W always explains.

export type Command =
  | 'turnRight'
  | 'turnLeft'
  | 'enter'
  | 'back'
  | 'skip'
  | 'all'
  | 'in'
  | 'out'
  | 'why'
  | 'tiles'
  | 'scores'
  | 'record'
  | 'owner'
  | 'here'
  | 'help'
  | 'close'
  | 'pass'
  | { arrow: [number, number]; pan: boolean }
  | { nth: number }

const LETTERS: Record<string, Command> = {
  r: 'turnRight',
  R: 'turnLeft',
  z: 'back',
  w: 'why',
  t: 'tiles',
  s: 'scores',
  l: 'record',
  o: 'owner',
  i: 'here',
}
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const RESERVED = 'rzwtsloi'
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'].filter((c) => !RESERVED.includes(c))

export interface Key {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

/** @param letters whether single letters act (a setting; WCAG 2.1.4) */
export function commandOf(e: Key, letters: boolean): Command | null {
  if (e.ctrlKey || e.altKey || e.metaKey) return null
  const arrow = ARROWS[e.key]
  if (arrow) return { arrow, pan: e.shiftKey }
  switch (e.key) {
    case 'Enter':
      return 'enter'
    case 'Backspace':
      return 'back'
    case ' ':
      return 'skip'
    case 'Home':
      return 'all'
    case 'Escape':
      return 'close'
  }
  if (!letters) return null
  if (e.key === '?') return 'help'
  if (e.key === '+' || e.key === '=') return 'in'
  if (e.key === '-') return 'out'
  if (e.key === '0') return 'pass'
  if (/^[1-9]$/.test(e.key)) return { nth: Number(e.key) }
  return LETTERS[e.key] ?? LETTERS[e.key === e.key.toUpperCase() && e.key !== 'R' ? e.key.toLowerCase() : e.key] ?? null
}

/** Of the page on which a game is gone through again. */
export type ReplayCommand =
  | { by: 1 | -1; awards: boolean }
  | { speed: number } // 1: the slowest
  | 'first'
  | 'last'
  | 'play'
  | 'why'
  | 'help'
  | 'close'

/** @param letters whether single letters and figures act */
export function replayCommandOf(e: Key, letters: boolean): ReplayCommand | null {
  if (e.ctrlKey || e.altKey || e.metaKey) return null
  switch (e.key) {
    case 'ArrowLeft':
      return { by: -1, awards: e.shiftKey }
    case 'ArrowRight':
      return { by: 1, awards: e.shiftKey }
    case 'Home':
      return 'first'
    case 'End':
      return 'last'
    case ' ':
      return 'play'
    case 'Escape':
      return 'close'
  }
  if (!letters) return null
  if (e.key === '?') return 'help'
  if (/^[1-4]$/.test(e.key)) return { speed: Number(e.key) }
  return e.key.toLowerCase() === 'w' ? 'why' : null
}

/** Names for n spaces: single letters while they last, then two letters whose first is no name itself. */
export function spaceLetters(n: number): string[] {
  const size = ALPHABET.length
  let prefixes = 0
  while (size - prefixes + prefixes * size < n && prefixes < size) prefixes++
  const single = ALPHABET.slice(0, size - prefixes)
  const double = ALPHABET.slice(size - prefixes).flatMap((p) => ALPHABET.map((c) => p + c))
  return [...single, ...double].slice(0, n)
}

/** What typing a letter leads to: a space, the first half of a name, or nothing. */
export function typeLetter(names: string[], typed: string, key: string): { index: number } | { typed: string } | null {
  const next = typed + key.toLowerCase()
  const index = names.indexOf(next)
  if (index >= 0) return { index }
  if (names.some((name) => name.startsWith(next))) return { typed: next }
  return typed ? typeLetter(names, '', key) : null
}
