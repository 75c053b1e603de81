import { describe, expect, it } from 'vitest'
import { batched } from './batch'

describe('batched', () => {
  it('asks once for what is asked for together, and anew for what comes later', async () => {
    const asked: number[][] = []
    const load = batched(async (keys: number[]) => {
      asked.push(keys)
      return keys.map((key) => (key < 0 ? null : key * 10))
    }, 3)
    expect(await Promise.all([1, 2, -3, 4].map(load))).toEqual([10, 20, null, 40])
    expect(asked).toEqual([[1, 2, -3], [4]])
    expect(await load(5)).toBe(50)
    expect(asked.at(-1)).toEqual([5])
  })

  it('fails for all that were asked for together, and only for those', async () => {
    let fails = true
    const load = batched(async (keys: number[]) => {
      if (fails) throw new Error('rests')
      return keys
    }, 10)
    const both = await Promise.allSettled([load(1), load(2)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await load(1)).toBe(1)
  })
})
