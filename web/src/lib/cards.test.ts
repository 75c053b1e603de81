import { describe, expect, it } from 'vitest'
import { boxesOf, cardOfRule, findCards, houseRules, isOn, marked, minutesOf, named, switched } from './cards'
import type { Card, Option, Preset, Setup } from './protocol'

const option = (id: string, values: string[], more: Partial<Option> = {}): Option => ({
  ...{ id, group: '', name: id, sentence: '', rules: [], default: values[0]! },
  values: values.map((v) => ({ id: v, name: v, sentence: '' })),
  ...more,
})
const preset: Preset = {
  ...{ id: 'plain', name: 'Plain', sentence: '', source: '', theme: 'summer', minSeats: 2, maxSeats: 5 },
  ...{ tiles: 72, minutes: 30, minutesMore: 5, options: {} },
}
const card = (id: string, more: Partial<Card> = {}): Card => ({
  ...{ id, option: id, value: 'on', sentence: '', size: 'large', choices: [], options: [id], figures: [] },
  ...{ tile: { set: 's', id: '1', illustration: '', seed: '', name: '' }, tiles: 0, minutes: 10 },
  ...more,
})
const setup: Setup = {
  presets: [preset],
  boxes: [{ id: 'big', name: 'Big', sentence: '', source: '', preset: 'plain', options: { mills: 'on' } }],
  cards: [
    card('mills', { minutes: 15, sentence: 'Build up.', translations: { de: { sentence: 'Baue Mühlen höher.' } } }),
    card('halves', { choices: ['each'], options: ['halves', 'each'] }),
  ],
  options: [
    option('mills', ['off', 'on'], { rules: ['MILL-1'], translations: { nl: { name: 'De molen' } } }),
    option('halves', ['off', 'on']),
    option('each', ['3', '4']),
    option('small', ['full', 'half']),
  ],
  ...{ bots: [], themes: [], version: '' },
}
const [mills] = setup.cards as [Card]

describe('Expansions to add', () => {
  it('are switched on and off by their option', () => {
    expect(isOn(mills, setup.options, preset, {})).toBe(false)
    const values = switched(mills, setup.options, {}, true)
    expect(values).toEqual({ mills: 'on' })
    expect(isOn(mills, setup.options, preset, values)).toBe(true)
    expect(switched(mills, setup.options, values, false)).toEqual({ mills: 'off' })
  })
  it('are no house rules, and neither are the choices on a card', () => {
    const values = { mills: 'on', halves: 'on', each: '4', small: 'half' }
    expect(houseRules(setup, preset, values).map((c) => c.option.id)).toEqual(['small'])
  })
  it('are found in every language, by accents or without, by rule ids', () => {
    for (const words of ['build', 'mühlen', 'muhlen', 'molen', 'MILL-1', 'baue mill'])
      expect(findCards(setup, setup.cards, words).map((c) => c.id)).toEqual(['mills'])
    expect(findCards(setup, setup.cards, 'xyzzy')).toEqual([])
    expect(findCards(setup, setup.cards, ' ')).toHaveLength(2)
  })
  it('show what was found', () => {
    expect(marked('Baue Mühlen', 'muh').map((p) => (p.hit ? `[${p.text}]` : p.text))).toEqual(['Baue ', '[Müh]', 'len'])
    expect(marked('abab', 'ab b')).toEqual([{ text: 'abab', hit: true }])
    expect(marked('Plain', '')).toEqual([{ text: 'Plain', hit: false }])
  })
  it('are what a refusal is about', () => {
    expect(cardOfRule(setup.cards, setup.options, 'MILL-1')?.id).toBe('mills')
    expect(cardOfRule(setup.cards, setup.options, undefined)).toBeUndefined()
  })
  it('are called by their option', () => {
    expect(named(mills, setup.options, 'de')).toMatchObject({ name: 'mills', sentence: 'Baue Mühlen höher.' })
  })
})

describe('Boxes', () => {
  it('are presets, and presets with settings', () => {
    expect(boxesOf(setup).map((b) => [b.id, b.preset.id, b.cards])).toEqual([
      ['plain', 'plain', 0],
      ['big', 'plain', 1],
    ])
  })
  it('take longer with more people and more in them', () => {
    expect(minutesOf(setup, preset, {}, 2)).toEqual({ base: 30, more: 0 })
    expect(minutesOf(setup, preset, { mills: 'on' }, 4)).toEqual({ base: 40, more: 15 })
  })
})
