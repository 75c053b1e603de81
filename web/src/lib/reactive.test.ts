import { describe, expect, it } from 'vitest'
import { reactive } from './reactive.svelte'

describe('a reactive object', () => {
  it('has the fields of the plain one and keeps what they are given', () => {
    const list = [1]
    const made = reactive({ name: 'a', list })
    made.name = 'b'
    expect({ ...made }).toEqual({ name: 'b', list: [1] })
    expect(made.list).toBe(list) // nothing inside is wrapped
  })
})
