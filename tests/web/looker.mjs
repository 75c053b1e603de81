// Looks at a page as axe does, and as whoever has big fingers or reads with large letters.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from './server.mjs'

const require = createRequire(join(ROOT, 'web/package.json'))
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }
const NARROW = { width: 360, height: 640 }
export const LOCALES = { en: 'en-GB', nl: 'nl-NL', de: 'de-DE' }
// All have the same colours, so each size and light once; Dutch and German have longer words for the large letters.
export const LOOKS = {
  en: ['light', 'dark'].map((colorScheme) => ({ size: DESK, colorScheme })),
  nl: [{ size: PHONE, colorScheme: 'light' }],
  de: [{ size: PHONE, colorScheme: 'dark' }],
}

const look = () =>
  window.axe
    .run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .then(({ violations }) =>
      violations.map(
        (v) => `${v.id}: ${v.nodes.map((n) => `${n.target.join(' ')} ${n.any[0]?.message ?? ''}`).join('\n      ')}`,
      ),
    )

/** What a finger is to hit and is less than 44 px high or wide; links within sentences are as high as their line. */
const small = () => {
  const found = []
  for (const e of document.querySelectorAll('button, select, summary, a, [role="radio"], [role="switch"], input')) {
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || e.disabled) continue
    if (e.localName === 'a' && getComputedStyle(e).display === 'inline') continue
    if (e.closest('[aria-hidden="true"], .vh')) continue
    const box = (e.closest('label, .field') ?? e).getBoundingClientRect()
    if (box.width < 43.5 || box.height < 43.5)
      found.push(
        `${e.dataset.testid ?? e.className ?? e.localName} ${Math.round(box.width)} x ${Math.round(box.height)}`,
      )
  }
  return found
}

/** Buttons that nobody can reach: outside the screen, or cut, with nothing around them that scrolls. */
const unreachable = () => {
  const found = []
  for (const e of document.querySelectorAll('button, select, input, a.btn, summary')) {
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (e.closest('[aria-hidden="true"], .vh')) continue
    if (e.matches('[data-space], [data-mark] *, [data-testid="ghost"]')) continue // the land is moved to them
    const box = (e.closest('label') ?? e).getBoundingClientRect()
    const name = e.dataset.testid ?? e.getAttribute('aria-label') ?? e.textContent.trim().slice(0, 20)
    if (e.matches('.btn') && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1))
      found.push(`${name} does not hold its words`)
    for (const axis of ['x', 'y']) {
      const [from, to] = axis === 'x' ? ['left', 'right'] : ['top', 'bottom']
      for (let up = e.parentElement; ; up = up.parentElement) {
        const style = getComputedStyle(up)
        const root = up === document.documentElement
        const way = style[axis === 'x' ? 'overflowX' : 'overflowY']
        if (!root && way === 'visible') continue
        if (way === 'auto' || way === 'scroll' || (root && axis === 'y' && way === 'visible')) break
        const view = root ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : up.getBoundingClientRect()
        if (box[from] < view[from] - 1 || box[to] > view[to] + 1) {
          found.push(`${name} ${from} ${Math.round(box[from])} ${to} ${Math.round(box[to])}`)
          break
        }
        if (root) break
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth + 1)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`)
  return found
}

/** Which of these cannot be pressed as the page lies: out of view, or under something else. */
const outOfView = (ids) =>
  ids.filter((id) => {
    const e = document.querySelector(`[data-testid="${id}"]`)
    const box = e?.getBoundingClientRect()
    return !box || !e.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2))
  })

export class Looker {
  constructor(page, language) {
    Object.assign(this, { page, language, found: new Map(), looks: 0 })
  }
  keep(where, what, list) {
    for (const one of new Set(list)) {
      const at = this.found.get(`${what}${one}`) ?? []
      this.found.set(`${what}${one}`, [...at, where])
    }
  }
  /** So large letters as readers can set in their browser: unlike zoom, the page keeps its width. */
  async letters(times) {
    this.session ??= await this.page.context().newCDPSession(this.page)
    await this.session.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })
    // who listens for a medium hears of it when the window changes
    const size = this.page.viewportSize()
    await this.page.setViewportSize({ ...size, height: size.height + 1 })
    await this.page.setViewportSize(size)
  }
  async settled() {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)))),
    )
  }
  /** @param needs what is in view with large letters, without scrolling */
  async look(screen, needs = []) {
    const { page } = this
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
    for (const { size, colorScheme } of LOOKS[this.language]) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await this.settled()
      const where = `${screen} ${this.language} ${size.width} ${colorScheme}`
      this.keep(where, '', await page.evaluate(look))
      if (size === PHONE) this.keep(where, 'under 44 px: ', await page.evaluate(small))
      this.looks++
      if (process.env.SHOTS)
        await page.screenshot({ path: join(process.env.SHOTS, `${where.replaceAll(' ', '-')}.png`) })
    }
    for (const size of this.language === 'en' ? [DESK] : [PHONE, NARROW]) {
      await page.setViewportSize(size)
      await this.letters(2)
      await this.settled()
      const where = `${screen} ${this.language} ${size.width} at 200 %`
      this.keep(where, 'out of reach: ', await page.evaluate(unreachable))
      // a desk has rows where a phone goes through places one by one
      const there = size === DESK ? needs.filter((id) => id !== 'picker-on') : needs
      this.keep(where, 'to be scrolled to: ', await page.evaluate(outOfView, there))
      if (process.env.SHOTS)
        await page.screenshot({ path: join(process.env.SHOTS, `${where.replaceAll(' ', '-')}.png`) })
      await this.letters(1)
    }
    await page.setViewportSize(LOOKS[this.language][0].size)
    await this.settled()
  }
}
