// Every page under axe with its best practices: light and dark, on a desk (English) and on a phone (Dutch, German).
// Whoever reads with large letters on a phone reaches every button, whoever goes by keys is never nowhere.
// OUT: where the pictures go. SEED: of the choices.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { check, oneStop, openPage, Player, until } from './player.mjs'
import { run, tell } from './run.mjs'
import { ROOT } from './server.mjs'

const require = createRequire(join(ROOT, 'web/package.json'))
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const NARROW = { width: 360, height: 640 }
const LOCALES = { en: 'en-GB', nl: 'nl-NL', de: 'de-DE' }
// All have the same colours, so each size and light once; Dutch and German have longer words for the large letters.
const LOOKS = {
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

class Looker {
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
    for (const size of this.language === 'en' ? [] : [PHONE, NARROW]) {
      await page.setViewportSize(size)
      await this.letters(2)
      await this.settled()
      const where = `${screen} ${this.language} ${size.width} at 200 %`
      this.keep(where, 'out of reach: ', await page.evaluate(unreachable))
      this.keep(where, 'to be scrolled to: ', await page.evaluate(outOfView, needs))
      if (process.env.SHOTS)
        await page.screenshot({ path: join(process.env.SHOTS, `${where.replaceAll(' ', '-')}.png`) })
      await this.letters(1)
    }
    await page.setViewportSize(LOOKS[this.language][0].size)
    await this.settled()
  }
}

async function create(url, seats) {
  const answer = await fetch(`${url}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ preset: 'classic', public: true, seats }),
  })
  check('A game begins', answer.ok, await answer.clone().text())
  return (await answer.json()).game
}

/** What a phone reads from the code on the page. */
async function scan(page) {
  const code = page.getByTestId('qr').locator('svg')
  await code.waitFor()
  const { data, side } = await code.evaluate(async (svg) => {
    const side = 2 * svg.clientWidth
    const image = new Image()
    const copy = svg.cloneNode(true)
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    copy.setAttribute('width', side)
    copy.setAttribute('height', side)
    image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side }).getContext('2d')
    canvas.fillStyle = getComputedStyle(svg.parentElement).backgroundColor
    canvas.fillRect(0, 0, side, side)
    canvas.drawImage(image, 0, 0)
    return { data: [...canvas.getImageData(0, 0, side, side).data], side }
  })
  return require('jsqr')(new Uint8ClampedArray(data), side, side)?.data
}

async function pages(looker, player, url, over) {
  const { page } = looker
  for (const [path, ready] of [
    ['/', 'play-now'],
    ['/new', 'create-game'],
    ['/settings', 'set-name'],
    ['/about', 'rules'],
    ['/combinations', 'pairs'],
    ['/account', 'enter'],
    ['/leaderboard', 'board-title'],
    [`/compare/game/${over}`, 'editions'],
  ]) {
    await page.goto(url + path)
    await player.at(ready).first().waitFor()
    await page.waitForLoadState('networkidle')
    await looker.look(path.split('/')[1] || 'home')
  }
  await page.goto(`${url}/account`)
  await player.press(player.at('mode-create'))
  await player.at('account-name').fill(`Mila ${looker.language}`)
  await player.at('account-passphrase').fill('four words of mine')
  await looker.look('create-account')
  await player.press(player.at('enter'))
  await player.at('account-title').waitFor()
  await page.waitForLoadState('networkidle')
  await looker.look('account')
  await player.press(player.at('delete'))
  await looker.look('delete-account')
  await player.press(player.at('delete-no'))
  await player.press(player.at('sign-out'))
  await player.at('enter').waitFor()
  await page.goto(`${url}/new`)
  await player.press(player.at('add-cards'))
  await player.press(page.locator('[role="checkbox"][data-testid^="card-"]').first())
  await page.waitForLoadState('networkidle')
  await looker.look('add')
  await page.goto(`${url}/new`)
  await player.press(page.locator('[role="switch"][data-testid^="card-"]').first())
  await looker.look('own')
  await page.goto(`${url}/new`)
  await player.press(player.at('all-options'))
  await player.at('search').waitFor()
  await looker.look('options')
  await page.goto(`${url}/new`)
  await player.press(player.at('seat-kind-1'))
  await looker.look('levels')
  await player.press(player.at('who-open'))
  await player.press(player.at('create-game'))
  await player.at('link-1').waitFor()
  await looker.look('lobby')
  const link = await player.at('link-1').inputValue()
  const scanned = await scan(page)
  check('Whoever scans the code gets the link', scanned === link, `${scanned}, not ${link}`)
  const options = { viewport: PHONE, locale: LOCALES[looker.language] }
  const { context, page: guest } = await openPage(page.context().browser(), options)
  try {
    await guest.goto(link)
    await guest.getByTestId('take-seat').waitFor()
    const other = new Looker(guest, looker.language)
    await other.look('join')
    for (const [what, where] of other.found) looker.found.set(what, where)
    looker.looks += other.looks
  } finally {
    await context.close()
  }
}

async function analysis(looker, player, url) {
  await looker.page.goto(`${url}/board`)
  await player.press(player.at('example'))
  await player.at('line').getByText(':').or(player.at('headline')).first().waitFor()
  await looker.page.waitForLoadState('networkidle')
  await looker.look('board')
}

async function game(looker, player, url) {
  const { page } = looker
  await page.goto(url)
  await player.at('bot-greedy').check({ force: true })
  await player.press(player.at('play-now'))
  await page.waitForURL(/\/game\//)
  await player.next()
  await looker.look('turn', ['turn-left', 'turn-right'])
  await player.layTile()
  const places = await player.at('place').isVisible()
  await looker.look('tile', places ? ['turn-left', 'turn-right', 'place'] : [])
  if (places) await player.press(player.at('place'))
  await player.at('play').or(player.at('pass')).first().waitFor()
  await looker.look('follower', (await player.at('play').isVisible()) ? ['play'] : ['picker-on', 'pass'])
  if (!(await player.at('play').isVisible())) await player.pressUntil(player.at('pass'), player.at('play'))
  await looker.look('play', ['play', 'undo'])
}

async function end(looker, player, url, over) {
  await looker.page.goto(`${url}/game/${over}`)
  await player.at('end').waitFor({ timeout: 60000 })
  await looker.page.waitForLoadState('networkidle')
  await looker.look('end')
  await player.press(player.at('look'))
  await player.at('see-result').waitFor()
  await looker.page.keyboard.press('w')
  await player.at('why-panel').waitFor()
  await looker.look('why')
}

async function replay(looker, player, url, over) {
  await looker.page.goto(`${url}/replay/game/${over}#60`)
  await player.at('line').waitFor()
  await looker.page.keyboard.press('Shift+ArrowRight')
  await player.at('why').waitFor()
  await looker.page.waitForLoadState('networkidle')
  await looker.look('replay', ['back', 'run', 'on'])
  await player.press(player.at('tab-review'))
  await player.at('review-begin').waitFor()
  await looker.look('before review')
  await player.press(player.at('review-begin'))
  await player.at('review-progress').waitFor({ state: 'detached', timeout: 120000 })
  await player.press(player.at('weak-on'))
  await player.at('frame').first().waitFor()
  await looker.look('review', ['back', 'run', 'on'])
}

/** A question with several answers, whenever there is one. */
async function answers(page, player) {
  const group = player.at('answers')
  while ((await player.next()) === 'turn') {
    await player.layTile()
    if (await player.at('place').isVisible()) await player.press(player.at('place'))
    await player.at('play').or(player.at('pass')).first().waitFor()
    if ((await group.locator('[role="radio"]').count()) > 1) return oneStop(page, group)
    await player.finish()
  }
  throw new Error('No question had several answers')
}

/** Who goes by keys goes on where the page begins, and is soon at the button that makes a game of so many options. */
async function byKeys(page, player, url, over) {
  const { keyboard } = page
  const at = (what) =>
    until(page, `The focus is on ${what}`, () =>
      page.evaluate((what) => document.activeElement.matches(what) || document.activeElement.outerHTML, what),
    )
  const open = async (id) => {
    await player.at(id).focus()
    await keyboard.press('Enter')
  }
  await page.goto(`${url}/new`)
  for (const id of ['add-cards', 'all-options']) {
    await open(id)
    await at('h1')
  }
  await keyboard.press('Tab')
  await at('[data-testid="to-create"]')
  await keyboard.press('Enter')
  await at('[data-testid="create-game"]')
  await player.at('value-track-lap').focus()
  await keyboard.press('ArrowRight')
  await at('[data-testid^="value-track-"][aria-checked="true"]:not([data-testid="value-track-lap"])')
  await keyboard.press('Tab')
  await at(':not([data-testid^="value-track-"])')
  await page.goto(url)
  await open('play-now')
  await at('#say')
  await answers(page, player)
  await page.goto(`${url}/game/${over}`)
  await player.at('end').waitFor({ timeout: 60000 })
  await open('look')
  await at('#say')
  await open('see-result')
  await at('h1')
}

async function every(browser, server, language, over) {
  const { context, page, watch } = await openPage(browser, {
    viewport: LOOKS[language][0].size,
    locale: LOCALES[language],
  })
  await page.addInitScript(() => {
    if (!localStorage.getItem('bastide.settings')) localStorage.setItem('bastide.settings', '{"points":"off"}')
  })
  const player = new Player(page, { seed: Number(process.env.SEED ?? 1) })
  const looker = new Looker(page, language)
  try {
    await pages(looker, player, server.url, over)
    await analysis(looker, player, server.url)
    await game(looker, player, server.url)
    await end(looker, player, server.url, over)
    await replay(looker, player, server.url, over)
    if (language === 'en') await byKeys(page, player, server.url, over)
    tell(`  ${language}: ${looker.looks} looks`)
  } catch (e) {
    await player.shot(`failed-axe-${language}`).catch(() => {})
    throw e
  } finally {
    const found = [...looker.found].map(([what, where]) => `${where.join(', ')}\n    ${what}`)
    if (found.length > 0) tell(`${language}:\n  ${found.join('\n  ')}`)
    await context.close()
  }
  check(`Nothing is found in ${language}`, looker.found.size === 0)
  check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
}

const named = process.argv.slice(2).filter((argument) => argument in LOCALES)
const languages = named.length > 0 ? named : Object.keys(LOCALES)
await run(async (browser, server) => {
  tell(`axe on every page, in ${languages.join(', ')}`)
  const over = await create(
    server.url,
    ['greedy', 'random'].map((bot) => ({ kind: 'bot', bot })),
  )
  const all = await Promise.allSettled(languages.map((language) => every(browser, server, language, over)))
  for (const one of all) if (one.status === 'rejected') throw one.reason
})
