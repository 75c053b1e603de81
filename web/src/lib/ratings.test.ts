import { describe, expect, it } from 'vitest'
import { categoryWords, gainText, ratable, ratingText, ratingWords } from './ratings'

const sure = { rating: 1512, deviation: 80, provisional: false }
const new_ = { rating: 1500, deviation: 350, provisional: true }

describe('a rating', () => {
  it('says whether it is sure', () => {
    expect([ratingText(sure), ratingText(new_)]).toEqual(['1512', '1500?'])
    expect(ratingWords(new_)).toBe('Rating 1500, provisional')
    expect(ratingWords(sure)).toBe('Rating 1512')
  })
  it('is told with what it has gained or lost', () => {
    expect(gainText(new_, sure)).toBe('+12')
    expect(gainText(sure, new_)).toBe('−12')
    expect(gainText(sure, sure)).toBe('+0')
  })
  it('is one of an edition and a number of players', () => {
    expect(categoryWords({ presetName: 'New edition', translations: {}, seats: 3 })).toBe('New edition, 3 players')
  })
})

describe('a game that is planned', () => {
  it('can be rated by the edition alone, with open seats beside one’s own', () => {
    const [me, open, bot] = [{ kind: 'me' }, { kind: 'open' }, { kind: 'bot' }]
    expect(ratable(0, [me, open])).toBe(true)
    expect(ratable(0, [me, open, open])).toBe(true)
    expect(ratable(1, [me, open])).toBe(false)
    expect(ratable(0, [me, bot])).toBe(false)
    expect(ratable(0, [me])).toBe(false)
    expect(ratable(0, [me, me])).toBe(false)
  })
})
