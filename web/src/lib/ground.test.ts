import { describe, expect, it } from 'vitest'
import { baseOf, BEYOND } from './ground'

describe('the ground', () => {
  it('takes off whole textures, so that what is left is less than one', () => {
    for (const v of [0, 1, 359, 360, 5000, -1, -360, -9999.5]) {
      const base = baseOf(v, 360, 12345, false)
      expect(Math.abs(base % 360)).toBe(0)
      expect(v - base).toBeGreaterThanOrEqual(0)
      expect(v - base).toBeLessThan(360)
    }
  })

  it('goes all the way with the land that glides, as far as it reaches', () => {
    expect(baseOf(1000, 360, 0, true)).toBe(0)
    expect(baseOf(-BEYOND, 360, 0, true)).toBe(0)
    expect(baseOf(1000, 360, 0, false)).toBe(720)
    const far = baseOf(5000, 360, 0, true)
    expect(5000 - far).toBeLessThan(360)
  })
})
