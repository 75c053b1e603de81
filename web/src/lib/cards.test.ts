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
  boxes: [{ id: 'big', name: 'Big', sentence: '', source: '', preset: 'plain', options: { towers: 'on' } }],
  cards: [
    card('towers', { minutes: 15, sentence: 'Build up.', translations: { de: { sentence: 'Baue Türme höher.' } } }),
    card('halves', { choices: ['each'], options: ['halves', 'each'] }),
  ],
  options: [
    option('towers', ['off', 'on'], { rules: ['TOWER-1'], translations: { nl: { name: 'De toren' } } }),
    option('halves', ['off', 'on']),
    option('each', ['3', '4']),
    option('small', ['full', 'half']),
  ],
  ...{ bots: [], themes: [], version: '' },
}
const [towers] = setup.cards as [Card]

describe('Expansions to add', () => {
  it('are switched on and off by their option', () => {
    expect(isOn(towers, setup.options, preset, {})).toBe(false)
    const values = switched(towers, setup.options, {}, true)
    expect(values).toEqual({ towers: 'on' })
    expect(isOn(towers, setup.options, preset, values)).toBe(true)
    expect(switched(towers, setup.options, values, false)).toEqual({ towers: 'off' })
  })
  it('are no house rules, and neither are the choices on a card', () => {
    const values = { towers: 'on', halves: 'on', each: '4', small: 'half' }
    expect(houseRules(setup, preset, values).map((c) => c.option.id)).toEqual(['small'])
  })
  it('are found in every language, by accents or without, by rule ids', () => {
    for (const words of ['build', 'türme', 'turme', 'toren', 'TOWER-1', 'baue tower'])
      expect(findCards(setup, setup.cards, words).map((c) => c.id)).toEqual(['towers'])
    expect(findCards(setup, setup.cards, 'dragon')).toEqual([])
    expect(findCards(setup, setup.cards, ' ')).toHaveLength(2)
  })
  it('show what was found', () => {
    expect(marked('Baue Türme', 'tur').map((p) => (p.hit ? `[${p.text}]` : p.text))).toEqual(['Baue ', '[Tür]', 'me'])
    expect(marked('abab', 'ab b')).toEqual([{ text: 'abab', hit: true }])
    expect(marked('Plain', '')).toEqual([{ text: 'Plain', hit: false }])
  })
  it('are what a refusal is about', () => {
    expect(cardOfRule(setup.cards, setup.options, 'TOWER-1')?.id).toBe('towers')
    expect(cardOfRule(setup.cards, setup.options, undefined)).toBeUndefined()
  })
  it('are called by their option', () => {
    expect(named(towers, setup.options, 'de')).toMatchObject({ name: 'towers', sentence: 'Baue Türme höher.' })
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
    expect(minutesOf(setup, preset, { towers: 'on' }, 4)).toEqual({ base: 40, more: 15 })
  })
})
