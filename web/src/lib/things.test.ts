import { describe, expect, it } from 'vitest'
import type { SeatState } from './state'
import { brief, isSimple, thingsOf } from './things'

const seat = (figures: [string, number, number][]): SeatState => ({
  ...{ seat: 0, name: 'Mila', kind: 'human', score: 0 },
  figures: figures.map(([sort, have, all]) => ({ sort, have, all })),
  tokens: [],
})
const tile = { set: 's', id: '1', illustration: '', seed: '', name: '' }

describe('What a seat has', () => {
  it('is figures in hand and tiles held', () => {
    const things = thingsOf(
      seat([
        ['follower', 5, 7],
        ['mason', 0, 1],
      ]),
      [{ pile: 'cellar', seat: 0, tiles: [{ ...tile, shape: 'half' }, null] }],
    )
    expect(things.map((x) => [x.sign, x.have])).toEqual([
      ['person', 5],
      ['mason', 0],
      ['half', 2],
    ])
  })
  it('is drawn one by one while there are two sorts of figures at most', () => {
    expect(isSimple(seat([['follower', 5, 7]]))).toBe(true)
    expect(isSimple(seat(['follower', 'mason', 'pilot'].map((sort) => [sort, 1, 1])))).toBe(false)
  })
  it('is tokens, too', () => {
    const things = thingsOf({ ...seat([]), tokens: [{ token: 'coin', name: 'coins', count: 3 }] }, [])
    expect(things).toMatchObject([{ id: 'token coin', kind: 'token', sign: 'coin', name: 'Coins', have: 3 }])
  })
  it('is cut where there is no room, and the rest is counted', () => {
    const things = thingsOf(seat(['a', 'b', 'c', 'd'].map((sort, i) => [sort, i, 4])), [])
    expect(brief(things, 4)).toEqual({ shown: things, more: 0 })
    expect(brief(things, 2)).toEqual({ shown: things.slice(0, 2), more: 5 })
  })
  it('is cut by the width of its line, without what it has none of', () => {
    const things = thingsOf(seat(['a', 'b', 'c', 'd'].map((sort, i) => [sort, i % 3, 4])), [])
    const shows = (width: number): [string, number] => {
      const { shown, more } = brief(things, 9, { width, digit: 10 })
      return [shown.map((x) => x.sign).join(''), more]
    }
    expect(shows(160)).toEqual(['abcd', 0])
    expect(shows(159)).toEqual(['abc', 0])
    expect(shows(119)).toEqual(['ab', 2])
    expect(shows(90)).toEqual(['a', 3])
    expect(shows(0)).toEqual(['a', 3])
  })
})
