// The tentative turn after a reload.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseSpace, freshDraft, laidTile, told } from './draft'
import { keepDraft, keptDraft } from './kept'
import type { Ask } from './protocol'

const tile = { set: 's', id: 'A', illustration: '', seed: 'a', name: 'tile A' }
const question = (id: string, spots: [number, number, number][]): Ask => ({
  id,
  of: 'tile',
  seat: 0,
  title: '',
  text: '',
  translations: {},
  options: [{ move: '{x},{y} {r}', pile: 'drawn', picture: { tile }, spots }],
})
const lay = question('1', [[1, 0, 8]])
const laid = chooseSpace(freshDraft(lay), 1, 0)

describe('a draft', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })
  it('is taken up where the same is asked, a second question included', () => {
    keepDraft('g', laid)
    expect(laidTile(keptDraft('g', lay)!)).toMatchObject({ x: 1, y: 0 })
    const figure = { ...question('1b', []), of: 'figure' }
    const second = told(laid, { type: 'tried', ref: 1, moves: [], did: [], completes: [], ask: figure })
    keepDraft('g', second)
    expect(keptDraft('g', lay)?.ask).toEqual(figure)
  })
  it('is left where anything else is asked, in another game, or when nothing was marked', () => {
    keepDraft('g', laid)
    expect(keptDraft('g', question('1', [[1, 1, 8]]))).toBe(null)
    expect(keptDraft('other', lay)).toBe(null)
    keepDraft('g', freshDraft(lay))
    expect(kept.size).toBe(0)
  })
  it('is no harm when it cannot be read or kept', () => {
    kept.set('bastide.draft.g', '{"past":')
    expect(keptDraft('g', lay)).toBe(null)
    vi.stubGlobal('sessionStorage', undefined)
    expect(() => keepDraft('g', laid)).not.toThrow()
    expect(keptDraft('g', lay)).toBe(null)
  })
})
