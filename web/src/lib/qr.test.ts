import jsQR from 'jsqr'
import { describe, expect, it } from 'vitest'
import { qrOf } from './qr'

const SCALE = 4 // pixels a module
const QUIET = 4

/** What a camera would see of it: dark on light, with light round it. */
function seen(text: string): [Uint8ClampedArray, number, number] {
  const { size, path } = qrOf(text)
  const side = (size + 2 * QUIET) * SCALE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = 0; row < SCALE; row++) {
      const from = ((Number(y) + QUIET) * SCALE + row) * side + (Number(x) + QUIET) * SCALE
      for (let i = from; i < from + Number(run) * SCALE; i++) pixels.fill(0, 4 * i, 4 * i + 3)
    }
  return [pixels, side, side]
}

describe('a QR code', () => {
  it('reads as exactly the link that it was made of', () => {
    for (const link of [
      'http://localhost:8080/join/k3x9#a',
      'http://192.168.178.21:8080/join/oak-mill-7q2f#Zx81_pqLm-0a',
      `https://bastide.example/join/${encodeURIComponent('ö ü')}#${'invite-'.repeat(20)}`,
    ])
      expect(jsQR(...seen(link))?.data).toBe(link)
  })
})
