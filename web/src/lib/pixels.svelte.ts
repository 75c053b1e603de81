// How many device pixels a pixel of the page has; it changes when the page is zoomed or goes to another screen.

let now = $state(1)

function follow(): void {
  now = devicePixelRatio
  matchMedia(`(resolution: ${now}dppx)`).addEventListener('change', follow, { once: true })
}
if (typeof matchMedia === 'function') follow()

export const devicePixels = (): number => now
