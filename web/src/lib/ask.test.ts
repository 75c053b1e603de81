// A question decides by its data alone how it is asked.
import { describe, expect, it } from 'vitest'
import {
  answersOf,
  asButtons,
  filled,
  firstHeld,
  formOf,
  groupsOf,
  heard,
  heardOption,
  keysOf,
  kindOf,
  labelOf,
  layingsOf,
  pilesOf,
  signOf,
  spaceOf,
  stepTo,
} from './ask'
import type { Ask, AskOption, Tile } from './protocol'

const tile = (id: string): Tile => ({ set: 's', id, illustration: '', seed: id, name: `tile ${id}` })
const row = (move: string, more: object = {}): AskOption => ({ move, label: `To ${move}`, ...more })
const ask = (options: AskOption[], more: object = {}): Ask => ({
  id: '1',
  of: 'tile',
  seat: 0,
  title: 'Where to?',
  text: '',
  translations: {},
  options,
  ...more,
})
const many = (n: number, more: (i: number) => object = () => ({})): AskOption[] =>
  Array.from({ length: n }, (_, i) => row(`m${i}`, more(i)))
const at = (i: number): object => ({ place: { space: [i, 0] } })
const pictured = (i: number): object => ({ picture: { tile: tile(String(i)) } })

describe('answers of several sorts', () => {
  const sorts = (n: number): AskOption[] => [
    row('stay', { place: { segment: { piece: -1, place: 'road' } } }),
    ...many(n, (i) => ({ group: 'Elsewhere', place: { segment: { piece: i, place: 'city' } } })),
    row('wake', { group: 'Wake it', place: { figure: 4 }, picture: { sign: 'giants.wake:up' } }),
  ]
  it('are rows while they are few, and groups to open when they are many', () => {
    expect(formOf(ask(sorts(6)))).toBe('rows')
    expect(formOf(ask(sorts(60)), 3)).toBe('groups')
    expect(formOf(ask(sorts(60).slice(1, -1)), 3)).toBe('picker')
  })
  it('stand together in the order in which they come', () => {
    expect(groupsOf(ask(sorts(3))).map((g) => [g.head, g.options.length])).toEqual([
      ['', 1],
      ['Elsewhere', 3],
      ['Wake it', 1],
    ])
  })
  it('show the sign of their verb where no figure is set', () => {
    expect(signOf(sorts(0).at(-1)!)).toBe('wake')
    expect(signOf(row('m', { picture: { sign: 'add:knight' } }))).toBeUndefined()
    expect(signOf(row('m'))).toBeUndefined()
  })
  it('may be spaces, said in two ways', () => {
    expect(spaceOf({ space: [2, -1] })).toEqual([2, -1])
    expect(spaceOf({ space: [2, 0] })).toEqual([2, 0])
    expect(spaceOf({ seat: 1 })).toBeUndefined()
  })
})

describe('the form of a question', () => {
  it('is rows up to eight places, then one after the other', () => {
    expect(formOf(ask(many(8, at)))).toBe('rows')
    expect(formOf(ask(many(9, at)))).toBe('picker')
  })
  it('is one after the other where marks are too near to hit, unless there is nothing to hit', () => {
    expect(formOf(ask(many(2, at)), 29)).toBe('picker')
    expect(formOf(ask(many(2, at)), 30)).toBe('rows')
    expect(formOf(ask(many(12)), 1)).toBe('rows')
    expect(formOf(ask([...many(9, at), row('seat', { place: undefined })]))).toBe('rows')
  })
  it('is pictures for tiles, in a tray when they are many', () => {
    expect(formOf(ask(many(8, pictured)))).toBe('pictures')
    expect(formOf(ask(many(9, pictured)))).toBe('tray')
    expect(formOf(ask([...many(2, pictured), row('none')]))).toBe('rows')
  })
  it('is tiles in the hand where they may be laid, also beside other answers', () => {
    const laid = row('{x},{y} {r}', { ...pictured(1), spots: [[0, 1, 1]] })
    expect(formOf(ask([laid]))).toBe('tiles')
    expect(answersOf(ask([laid, row('draw')])).map((o) => o.move)).toEqual(['draw'])
  })
  it('is a number, or nothing but what is done instead', () => {
    expect(formOf(ask([], { number: { move: 'pay:{n}', min: 1, max: 3, start: 1 } }))).toBe('number')
    expect(formOf(ask([], { pass: row('draw') }))).toBe('none')
  })
  it('is two buttons for two plain answers that can be undone', () => {
    expect(asButtons(ask(many(2)))).toBe(true)
    for (const not of [
      ask(many(3)),
      ask(many(2), { final: 'Final.' }),
      ask(many(2, at)),
      ask(many(2), { pass: row('-') }),
    ])
      expect(asButtons(not)).toBe(false)
  })
})

describe('tiles to lay', () => {
  const option = (id: string, pile: string, spots: [number, number, number][]): AskOption =>
    row(`${id} {x},{y} {r}`, { picture: { tile: tile(id) }, pile, spots })
  const asked = ask([option('A', 'hand', []), option('B', 'hand', [[-1, 2, 5]]), option('C', 'other', [[0, 1, 8]])])
  it('know their spaces, their ways and the move of each', () => {
    expect(layingsOf(asked).map((t) => [t.tile.id, t.pile, t.placements.length])).toEqual([
      ['A', 'hand', 0],
      ['B', 'hand', 1],
      ['C', 'other', 1],
    ])
    expect(layingsOf(asked)[1]?.placements[0]).toEqual({
      x: -1,
      y: 2,
      ways: [
        { rotation: 0, move: 'B -1,2 n' },
        { rotation: 2, move: 'B -1,2 s' },
      ],
    })
    expect(layingsOf(asked)).toBe(layingsOf(asked))
  })
  it('begin with the first that fits; with none where one can go on without', () => {
    expect(firstHeld(asked)).toBe(1)
    expect(firstHeld({ ...asked, pass: row('draw') })).toBeNull()
    expect(firstHeld(ask(many(2)))).toBeNull()
    expect(firstHeld(ask([option('A', 'hand', [])]))).toBe(0)
  })
  it('lie pile by pile, each with its place among all', () => {
    expect(pilesOf(layingsOf(asked)).map((p) => [p.pile, p.tiles.map((t) => t.nth)])).toEqual([
      ['hand', [0, 1]],
      ['other', [2]],
    ])
  })
})

describe('keys and words', () => {
  it('are figures up to nine, then the letters of spaces', () => {
    expect(keysOf(3)).toEqual(['1', '2', '3'])
    expect(keysOf(9).at(-1)).toBe('9')
    const letters = keysOf(12)
    expect(new Set(letters).size).toBe(12)
    expect(letters.every((k) => /^[A-Z]$/.test(k))).toBe(true)
  })
  it('stand group by group, in the order in which these come', () => {
    const mixed = ask([row('a', { group: 'one' }), row('b', { group: 'two' }), row('c', { group: 'one' })])
    expect(answersOf(mixed).map((o) => o.move)).toEqual(['a', 'c', 'b'])
  })
  it('go round and round', () => {
    const three = many(3)
    expect(stepTo(three, null, 1)).toBe('m0')
    expect(stepTo(three, null, -1)).toBe('m2')
    expect(stepTo(three, 'm2', 1)).toBe('m0')
    expect(stepTo(three, 'm0', -1)).toBe('m2')
    expect(stepTo([], null, 1)).toBeNull()
  })
  it('know the figure that an answer shows or names', () => {
    expect(kindOf(row('a', { picture: { figure: 'monk' } }))).toBe('monk')
    expect(kindOf(row('a', { picture: { sign: 'do:knight:add' } }))).toBe('knight')
    expect([kindOf(row('a', { picture: { sign: 'roll' } })), kindOf(row('a'))]).toEqual([undefined, undefined])
  })
  it('fill a move, and leave what they do not know', () => {
    expect(filled('pay:{n}', { n: 4 })).toBe('pay:4')
    expect(filled('{x},{y} {z}', { x: -1, y: 0 })).toBe('-1,0 {z}')
  })
  it('say the question with its answers, and each answer with its place among them', () => {
    expect(heard(ask(many(4), { pass: row('-', { label: 'Nobody' }) }))).toBe('Where to? 4 answers, or nobody.')
    expect(heard(ask(many(1), { text: 'It goes far.' }))).toBe('Where to? It goes far. 1 answer.')
    expect(heard(ask([], { pass: row('draw', { label: 'Draw a tile' }) }))).toBe('Where to? Or draw a tile.')
    expect(heard(ask([]))).toBe('Where to?')
    expect(heardOption(row('x', { note: 'three tiles' }), 0, 4)).toBe('To x, three tiles. 1 of 4.')
    expect(labelOf({ move: 'a', picture: { tile: tile('A') } })).toBe('tile A')
  })
})
