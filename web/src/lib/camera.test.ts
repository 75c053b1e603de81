import { describe, expect, it } from 'vitest'
import {
  areaAround,
  areaInView,
  boxOf,
  fit,
  fitClear,
  keepInside,
  pan,
  reveal,
  sharp,
  toScreen,
  toWorld,
  zoomAt,
} from './camera'

const view = { width: 800, height: 600 }

describe('camera', () => {
  it('fits the landscape with its margin and keeps single tiles modest', () => {
    const c = fit(
      boxOf([
        { x: -4, y: 0 },
        { x: 5, y: 2 },
      ]),
      view,
      20,
    )
    expect(toScreen(c, view, -4000, 0).x).toBeCloseTo(20)
    expect(toScreen(c, view, 6000, 0).x).toBeCloseTo(780)
    expect(fit(boxOf([{ x: 0, y: 0 }]), view, 20, 120).scale).toBe(120)
  })
  it('goes from screen to world and back', () => {
    const c = { x: 300, y: -700, scale: 77 }
    const w = toWorld(c, view, 123, 456)
    const s = toScreen(c, view, w.x, w.y)
    expect(s.x).toBeCloseTo(123)
    expect(s.y).toBeCloseTo(456)
  })
  it('zooms about the point under the finger, within its limits', () => {
    const c = { x: 0, y: 0, scale: 80 }
    const before = toWorld(c, view, 700, 100)
    const near = zoomAt(c, view, 1.7, 700, 100)
    expect(toWorld(near, view, 700, 100).x).toBeCloseTo(before.x)
    expect(toWorld(near, view, 700, 100).y).toBeCloseTo(before.y)
    expect(zoomAt(c, view, 1e9, 0, 0).scale).toBe(420)
    expect(zoomAt(c, view, 1e-9, 0, 0).scale).toBe(18)
  })
  it('pans with the finger and never loses the landscape', () => {
    const c = pan({ x: 0, y: 0, scale: 100 }, 50, -20)
    expect([c.x, c.y]).toEqual([-500, 200])
    const box = boxOf([{ x: 0, y: 0 }])
    expect(keepInside({ x: 99000, y: -99000, scale: 100 }, box)).toMatchObject({ x: 2000, y: -1000 })
  })
  it('reveals a space by the least move and leaves a visible one alone', () => {
    const c = { x: 500, y: 500, scale: 80 }
    expect(reveal(c, view, 0, 0)).toBe(c)
    const moved = reveal(c, view, 9, 0)
    expect(toScreen(moved, view, 10000, 0).x).toBeCloseTo(800 - 56)
    expect(moved.y).toBe(c.y)
  })
  it('keeps legal spaces from under what stands on the corners', () => {
    const box = boxOf([
      { x: 0, y: 0 },
      { x: 9, y: 6 },
    ])
    const corner = { left: 660, right: 800, top: 0, bottom: 70 }
    const free = fitClear(box, view, 10, 112, [{ x: 9, y: 0 }], [corner])
    const at = toScreen(free, view, 9000, 0)
    expect(at.x + free.scale > corner.left && at.y < corner.bottom).toBe(false)
    expect(fitClear(box, view, 10, 112, [{ x: 5, y: 3 }], [corner])).toEqual(fit(box, view, 10, 112))
  })
  it('tells the part of the world in view, in whole tiles', () => {
    expect(areaInView({ x: 500, y: 500, scale: 100 }, view)).toEqual({
      left: -4000,
      top: -3000,
      right: 5000,
      bottom: 4000,
    })
  })
  it('keeps the area round it until the view leaves that or sees much less of it', () => {
    const nothing = { left: 0, top: 0, right: 0, bottom: 0 }
    const at = (x: number, scale: number): ReturnType<typeof areaInView> => areaInView({ x, y: 500, scale }, view)
    const first = areaAround(at(500, 100), nothing)
    expect(first.left).toBeLessThanOrEqual(-7000)
    expect(areaAround(at(3500, 100), first)).toBe(first)
    const moved = areaAround(at(30500, 100), first)
    expect(moved.left).toBeGreaterThan(first.left)
    expect(areaAround(at(500, 400), first).right).toBeLessThan(first.right)
  })
  it('rests at whole device pixels a tile', () => {
    expect(sharp({ x: 1, y: 2, scale: 45.06 }, 1)).toEqual({ x: 1, y: 2, scale: 45 })
    expect(sharp({ x: 1, y: 2, scale: 45.3 }, 2).scale).toBe(45.5)
    const c = { x: 1, y: 2, scale: 45 }
    expect(sharp(c, 3)).toBe(c)
  })
})
