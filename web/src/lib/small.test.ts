// Sentences, options, disc spreading, addresses.
import { describe, expect, it } from 'vitest'
import { listWords } from './i18n.svelte'
import { inLanguage, preferred, setupIn } from './language'
import { changedOptions, findOptions, groupsOf, mostSeats, refusalText, refusedOption, remedies } from './options'
import type { Event, Option, Preset, Space } from './protocol'
import { parse } from './router.svelte'
import { SEATS } from './seats'
import { gameUrl, hello } from './socket'
import { sourceWords } from './sources'
import { spreadSpots } from './spots'
import { tableBox, tableSize, tableWords } from './table'
import { betterText, effectText, eventSentence, featureSentence, spaceSentence } from './text'
import { coveredBy, secondCorners } from './twin'

describe('how much better somebody did', () => {
  it('has its sign, and a tenth where there is one', () => {
    expect([6, -2.5, 0, 0.04, 1 / 3].map(betterText)).toEqual(['+6', '−2.5', '±0', '±0', '+0.3'])
  })
})

describe('sentences', () => {
  it('joins words', () => {
    expect(listWords(['Ann'])).toBe('Ann')
    expect(listWords(['Ann', 'Bob', 'Cid'])).toBe('Ann, Bob and Cid')
  })
  it('says what a tile would do', () => {
    expect(effectText([], String).plain).toBe('Completes nothing.')
    const both = effectText(
      [
        {
          category: 'city',
          segments: [],
          spaces: [],
          title: '',
          translations: {},
          points: [
            { seat: 0, points: 18 },
            { seat: 1, points: 18 },
          ],
        },
      ],
      (s) => ['Mila', 'Noor'][s]!,
    )
    expect(`${both.plain} ${both.strong}`).toBe('Completes a city: +18 Mila, +18 Noor (tied)')
  })
})

describe('what lies on the table', () => {
  const name = (s: number): string => ['Mila', 'Noor'][s]!
  const feature = {
    category: 'road' as const,
    completed: false,
    segments: [],
    spaces: [],
    title: 'Road, 3 tiles',
    points: 3,
  }
  it('says whose a feature is and what it is worth', () => {
    expect(
      featureSentence(
        {
          ...feature,
          followers: [
            { seat: 0, count: 1 },
            { seat: 1, count: 2 },
          ],
          owners: [1],
        },
        name,
      ),
    ).toBe('Road, 3 tiles. Noor 2, Mila 1 highwayman. 3 if it ended now.')
    expect(
      featureSentence(
        {
          ...feature,
          category: 'field',
          points: 0,
          followers: [
            { seat: 0, count: 2 },
            { seat: 1, count: 2 },
          ],
          owners: [0, 1],
        },
        name,
      ),
    ).toBe('Road, 3 tiles. Mila 2, Noor 2 farmers, tied.')
    expect(featureSentence({ ...feature, completed: true, followers: [], owners: [] }, name)).toBe(
      'Road, 3 tiles. Nobody is on it. Complete.',
    )
  })
  it('says where the table ends', () => {
    const area = { left: -3, top: -2, right: 3, bottom: 2 }
    const size = tableSize({ table: 'standard', table_width: '7', table_height: '5' })
    expect(tableWords({ kind: 'fixed', areas: [area], closes: false }, size)).toBe("The table's edge: 7 × 5 spaces")
    expect(tableWords({ kind: 'fixed', areas: [area, area], closes: true }, size)).toBe(
      "The table's edge: 7 × 5 spaces, and a second table. It completes what ends here",
    )
    expect(tableSize({ table: 'floor', table_width: '7', table_height: '5' })).toBeNull()
    expect(
      tableBox({ kind: 'fixed', areas: [area, { left: 4, top: -1, right: 5, bottom: 1 }], closes: false }, 0),
    ).toEqual({ left: -3000, top: -2000, right: 6000, bottom: 3000 })
  })
})

describe('options', () => {
  const option = (id: string, group: string, values: string[]): Option => ({
    id,
    group,
    name: id,
    sentence: `about ${id}`,
    rules: [`${id.toUpperCase()}-1`],
    default: values[0]!,
    values: values.map((v) => ({ id: v, name: `the ${v}`, sentence: '' })),
  })
  const all = [option('city', 'Scoring', ['full', 'half']), option('bag', 'Drawing', ['off', 'on'])]
  it('tells what differs from the preset, in words', () => {
    expect(
      changedOptions(all, { city: 'full' }, { city: 'half', bag: 'off' }).map((c) => [c.words, c.presetWords]),
    ).toEqual([['the half', 'the full']])
  })
  it('finds by name, sentence and rule id', () => {
    expect(findOptions(all, 'BAG-1').map((o) => o.id)).toEqual(['bag'])
    expect(findOptions(all, 'half').map((o) => o.id)).toEqual(['city'])
    expect(findOptions(all, 'zeppelin')).toEqual([])
    expect(groupsOf(all).map((g) => g.name)).toEqual(['Scoring', 'Drawing'])
  })
  it('knows how many can sit down: what the preset states, or what other colours are for', () => {
    const colours = {
      ...option('colours', 'Figures', ['five', 'eight']),
      values: [5, 8].map((seats, i) => ({ id: ['five', 'eight'][i]!, name: '', sentence: '', seats })),
    }
    const preset = (options: Record<string, string>, maxSeats: number): Preset => ({
      id: '',
      name: '',
      sentence: '',
      source: '',
      theme: '',
      minSeats: 2,
      maxSeats,
      tiles: 72,
      minutes: 30,
      minutesMore: 5,
      options,
    })
    const of = (p: Preset, values: Record<string, string>): number => mostSeats([...all, colours], p, values)
    expect([
      of(preset({}, 5), {}),
      of(preset({}, 5), { colours: 'eight' }),
      of(preset({}, 4), { colours: 'five' }),
    ]).toEqual([5, 8, 4])
    expect([of(preset({ colours: 'eight' }, 8), {}), of(preset({ colours: 'eight' }, 8), { colours: 'five' })]).toEqual(
      [8, 5],
    )
    expect(mostSeats(all, preset({}, 6), {})).toBe(6)
  })
})

describe('follower discs', () => {
  it('never lie on each other, and stay on the tile', () => {
    const crossing: Space[] = [
      [500, 300],
      [700, 500],
      [500, 700],
      [300, 500],
      [200, 200],
      [800, 200],
      [800, 800],
      [200, 800],
    ]
    for (const size of [236, 300]) {
      const at = spreadSpots(crossing, size)
      at.forEach(([x, y], i) => {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(size * 0.3)
        expect(Math.max(x, y)).toBeLessThanOrEqual(1000 - size * 0.3)
        for (const [ox, oy] of at.slice(0, i)) expect(Math.hypot(x - ox, y - oy)).toBeGreaterThan(size * 0.9)
      })
    }
  })
  it('finds corners of a double tile that only its second space has', () => {
    const corners = [0, 1, 2, 3].map((rotation) => secondCorners({ shape: 'twin', x: 4, y: 2, rotation }))
    expect(corners).toEqual([
      ['ne2', 'se2'],
      ['se2', 'sw2'],
      ['nw2', 'sw2'],
      ['nw2', 'ne2'],
    ])
    expect(secondCorners({ x: 4, y: 2, rotation: 0 })).toEqual([])
  })
  it('leaves those of a double tile in both its spaces', () => {
    const feet: Space[] = [
      [500, 400],
      [500, -600],
    ]
    const at = spreadSpots(feet, 240, coveredBy('twin', 3))
    expect(at).toEqual([
      [500, 340],
      [500, -660],
    ])
    expect(coveredBy('twin', 0)).toEqual({ left: 0, top: 0, right: 2000, bottom: 1000 })
    expect(coveredBy(undefined, 3)).toEqual({ left: 0, top: 0, right: 1000, bottom: 1000 })
  })
  it('parts discs that begin on one point', () => {
    const [a, b] = spreadSpots(
      [
        [500, 500],
        [500, 500],
      ],
      240,
    )
    expect(Math.hypot(a![0] - b![0], a![1] - b![1])).toBeGreaterThan(230)
  })
})

describe('addresses', () => {
  it('names pages, games and invitations', () => {
    expect(parse('/')).toEqual({ page: 'home' })
    expect(parse('/game/oak-mill')).toEqual({ page: 'game', game: 'oak-mill' })
    expect(parse('/join/oak-mill', '#42')).toEqual({ page: 'join', game: 'oak-mill', invite: '42' })
    expect(parse('/join/oak-mill/42')).toEqual({ page: 'join', game: 'oak-mill', invite: '42' })
    expect(parse('/replay/game/oak-mill', '#17')).toEqual({ page: 'replay', game: 'oak-mill' })
    expect(parse('/replay')).toEqual({ page: 'missing' })
    expect(parse('/nowhere/%')).toEqual({ page: 'missing' })
  })
  it('asks the server only for what was missed, and keeps the token out of the address', () => {
    expect(gameUrl('https://x.example/game/g', 'g')).toBe('wss://x.example/ws?game=g')
    expect(hello(17, 'a b')).toEqual({ type: 'hello', since: 17, key: 'a b' })
    expect(hello(0)).toEqual({ type: 'hello', since: 0 })
  })
})

it('has eight seats that all differ in colour and emblem', () => {
  expect(new Set(SEATS.map((s) => s.colour)).size).toBe(8)
  expect(new Set(SEATS.map((s) => s.emblem)).size).toBe(8)
})

describe('refusals and languages', () => {
  const table: Option = {
    id: 'table',
    group: 'Table',
    name: 'Table',
    sentence: '',
    rules: ['TABLE-1'],
    default: 'floor',
    values: [
      { id: 'floor', name: 'Endless', sentence: '' },
      { id: 'standard', name: 'A table', sentence: '', translations: { nl: { name: 'Een tafel' } } },
    ],
    translations: { nl: { name: 'Tafel', group: 'De tafel' } },
  }
  const border: Option = { ...table, id: 'border', name: 'Edge', rules: ['HOUSE-BORDER'], translations: {} }
  it('finds the option a refusal is about, and what would mend it', () => {
    expect(remedies([border, table], 'table=standard or table=round').map((r) => r.words)).toEqual(['Table: A table'])
    expect(remedies([border, table], 'a number from 2 to 8')).toEqual([])
    expect(refusedOption([table, border], [], 'HOUSE-BORDER')).toBe(border)
    expect(refusedOption([table, border], [], undefined)).toBeUndefined()
    expect(refusalText({ message: 'the edge completes nothing', rule: 'HOUSE-BORDER' })).toBe(
      'The edge completes nothing (HOUSE-BORDER).',
    )
  })
  it('says names in the chosen language, and English where there is no other', () => {
    const nl = setupIn(
      { presets: [], boxes: [], cards: [], options: [table, border], bots: [], themes: [], version: '' },
      'nl',
    ).options
    expect([nl[0]?.name, nl[0]?.group, nl[0]?.values[1]?.name, nl[1]?.name]).toEqual([
      'Tafel',
      'De tafel',
      'Een tafel',
      'Edge',
    ])
    expect(findOptions([table, border], 'tafel').map((o) => o.id)).toEqual(['table', 'border'])
    expect(findOptions(nl, 'endless').map((o) => o.id)).toEqual(['table', 'border'])
    expect(inLanguage(table, 'de').name).toBe('Table')
  })
})

describe('points', () => {
  it('is told in the chosen language', () => {
    const over = {
      type: 'over',
      seq: 9,
      at: '',
      ranking: [],
      table: [],
      seed: '',
      returned: [],
      outcome: 'Mila wins by 4',
      translations: {
        nl: { outcome: 'Mila wint met 4 punten verschil' },
        de: { outcome: 'Mila gewinnt mit 4 Punkten Vorsprung' },
      },
    } satisfies Event
    expect(eventSentence(over, String, null, 'en')).toBe('Mila wins by 4')
    expect(eventSentence(over, String, null, 'nl')).toBe('Mila wint met 4 punten verschil')
    expect(eventSentence(over, String, null, 'de')).toBe('Mila gewinnt mit 4 Punkten Vorsprung')
    const ways = [{ rotation: 0, move: '0,1 n' }]
    expect(spaceSentence({ x: 0, y: 1, ways }, 0, null)).toBe('0,1: one way, fits as it lies.')
    expect(spaceSentence({ x: 0, y: 1, ways: [...ways, ...ways] }, 1, {} as never)).toBe(
      '0,1: legal, 2 ways, fits after a turn.',
    )
    const did = {
      type: 'did',
      seq: 1,
      at: '',
      turn: 3,
      seat: 1,
      of: 'x.y',
      text: 'Noor gives one back.',
      translations: { nl: { text: 'Noor geeft er een terug.' } },
      changes: [],
    } satisfies Event
    expect(eventSentence(did, String, 0, 'en')).toBe('Noor gives one back.')
    expect(eventSentence({ ...did, rule: 'R-1' }, String, 1, 'nl')).toBe('Noor geeft er een terug (R-1).')
    expect(eventSentence(did, String, 1, 'en')).toBe('')
    expect(eventSentence({ ...did, of: 'draw' }, String, 0, 'en')).toBe('')
    const again = { type: 'turn', seq: 1, at: '', seat: 1, turn: 4, again: true } satisfies Event
    expect(eventSentence(again, () => 'Noor', 0, 'en')).toMatch(/^Noor has another turn: .*HOUSE-HOLE/)
  })
})

describe('where a rule stands', () => {
  it('is said in words, each document once with its notes', () => {
    expect(sourceWords('O, W, B notes 9 and 10, W note 16')).toEqual([
      'Rules of 2000',
      'Winter rules, note 16',
      'First edition rules, notes 9 and 10',
    ])
    expect(sourceWords('B, note 17')).toEqual(['First edition rules, note 17'])
    expect(sourceWords('N, B note 17, B note 1')).toEqual(['New edition rules', 'First edition rules, notes 17 and 1'])
    expect(sourceWords('IC')).toEqual(['Rules of the expansion'])
    expect(sourceWords('FL, H')).toEqual(['Rules of the expansion'])
    expect(sourceWords('IC, W note 4')).toEqual(['Rules of the expansion', 'Winter rules, note 4'])
    expect(sourceWords('a book of our own')).toEqual(['a book of our own'])
  })
})

describe('the language', () => {
  it('is the first of those the browser asks for that there is', () => {
    expect(preferred(['nl-BE', 'en'])).toBe('nl')
    expect(preferred(['fr', 'de-AT', 'en'])).toBe('de')
    expect(preferred(['en-GB', 'de'])).toBe('en')
    expect(preferred(['fr'])).toBe('en')
    expect(preferred([])).toBe('en')
  })
})
