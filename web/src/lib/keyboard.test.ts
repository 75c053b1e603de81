import { describe, expect, it } from 'vitest'
import { commandOf, spaceLetters, typeLetter, type Key } from './keyboard'

const key = (k: string, more: Partial<Key> = {}): Key => ({
  key: k,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
})

describe('keys', () => {
  it('names every space differently, and never with a command or the beginning of another name', () => {
    for (const n of [1, 9, 15, 16, 40, 90]) {
      const names = spaceLetters(n)
      expect(names).toHaveLength(n)
      expect(new Set(names).size).toBe(n)
      for (const name of names) {
        expect(commandOf(key(name[0]!), true)).toBeNull()
        expect(names.filter((other) => other !== name && other.startsWith(name))).toEqual([])
      }
    }
  })
  it('finds a space by one letter or by two', () => {
    const names = spaceLetters(20)
    expect(typeLetter(names, '', names[0]!)).toEqual({ index: 0 })
    const two = names.findIndex((n) => n.length === 2)
    const [first, second] = [...names[two]!]
    expect(typeLetter(names, '', first!)).toEqual({ typed: first })
    expect(typeLetter(names, first!, second!)).toEqual({ index: two })
    expect(typeLetter(names, first!, '#')).toBeNull()
  })
  it('knows the commands', () => {
    expect(commandOf(key('r'), true)).toBe('turnRight')
    expect([commandOf(key('h'), true), commandOf(key('w'), true), commandOf(key('w'), false)]).toEqual([
      null,
      'why',
      null,
    ])
    expect(commandOf(key('R', { shiftKey: true }), true)).toBe('turnLeft')
    expect(commandOf(key('ArrowUp', { shiftKey: true }), true)).toEqual({ arrow: [0, -1], pan: true })
    expect(commandOf(key('3'), true)).toEqual({ nth: 3 })
    expect(commandOf(key('0'), true)).toBe('pass')
    expect(commandOf(key('?', { shiftKey: true }), true)).toBe('help')
  })
  it('leaves the browser its own keys, and single letters where they are switched off', () => {
    expect(commandOf(key('r', { ctrlKey: true }), true)).toBeNull()
    expect(commandOf(key('r'), false)).toBeNull()
    expect(commandOf(key('Enter'), false)).toBe('enter')
    expect(commandOf(key('Escape'), false)).toBe('close')
  })
})
