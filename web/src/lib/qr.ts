// A text as a QR code, drawn as one path. A module of its own: only who waits for others and has a link to give them
// fetches it.

import { correction, generate } from 'lean-qr'

export interface Drawn {
  size: number // modules a side
  path: string // of the dark ones, run by run
}

export function qrOf(text: string): Drawn {
  const code = generate(text, { minCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) {
      const from = x
      while (code.get(x, y)) x++
      if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`
    }
  return { size: code.size, path }
}
