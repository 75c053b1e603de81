// Plays turns by clicking what the page shows, as a person would: it knows nothing but the page.
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT } from './server.mjs'

const require = createRequire(join(ROOT, 'web/package.json'))
const { chromium } = require('playwright-core')
export const SCREENS = process.env.OUT ?? join(ROOT, 'build/screens')
mkdirSync(SCREENS, { recursive: true })

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })

// What the panel says when a tile lies and when it is decided, in each language.
const LIES = /Placed here|Hier neerleggen|Hier anlegen/
const DECIDED = /Does a follower|Play this|Komt er een volgeling|Dit spelen|Kommt ein Gefolgsmann|So spielen/
const PLACED = new RegExp(`${LIES.source}|${DECIDED.source}`)

export const check = (what, ok, detail = '') => {
  if (!ok) throw new Error(`${what}${detail === '' ? '' : `: ${detail}`}`)
}

/** A page of a phone; `openPage` takes it. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

export const number = async (locator) => Number((await locator.textContent()).trim().replace('−', '-'))

export const visible = (player, id) =>
  player
    .at(id)
    .isVisible()
    .catch(() => false)

/** The table of the end page: for each seat what its categories have makes its total. */
export async function addsUp(player, seats) {
  const sums = Array(seats).fill(0)
  for (const cell of await player.page.locator('[data-testid^="cell-"]').all())
    sums[Number((await cell.getAttribute('data-testid')).split('-').at(-1))] += await number(cell)
  for (let seat = 0; seat < seats; seat++)
    check(`The categories of seat ${seat} add up`, (await number(player.at(`total-${seat}`))) === sums[seat])
}

/** A group of radio buttons is one stop of Tab, and the arrows go from one to the next. At least two can be chosen. */
export async function oneStop(page, group) {
  const radios = group.locator('[role="radio"]:enabled')
  const stops = () => radios.evaluateAll((all) => all.flatMap((r, i) => (r.tabIndex === 0 ? [i] : [])))
  const here = () => radios.evaluateAll((all) => all.indexOf(document.activeElement))
  const count = await radios.count()
  check('A group has two to choose from', count > 1, count)
  await until(page, 'One stop of Tab', async () => (await stops()).length === 1 || `${await stops()} of ${count}`)
  const [first] = await stops()
  await radios.nth(first).focus()
  await page.keyboard.press('ArrowDown')
  const next = (first + 1) % count
  await until(page, 'The arrow goes to the next', async () => (await here()) === next || (await here()))
  await page.keyboard.press('Tab')
  check('Tab leaves the group', (await here()) === -1, await here())
  await page.keyboard.press('Shift+Tab')
  check('and comes back to one of it', (await here()) >= 0)
  await page.keyboard.press('Shift+Tab')
  check('and Shift+Tab leaves it, too', (await here()) === -1, await here())
}

export const squeeze = async (locator) => (await locator.textContent()).replace(/\s+/g, '')

/** To be called while a game is played: fails when what the pages say has been the same for a minute. */
export function watchdog(...players) {
  let [last, since, looked] = ['', Date.now(), 0]
  return async () => {
    if (Date.now() - looked < 1000) return
    looked = Date.now()
    const texts = players.flatMap((player) => ['say', 'do'].map((id) => player.at(id)))
    const now = await Promise.all(texts.map((text) => text.textContent({ timeout: 500 }).catch(() => '')))
    if (now.join() !== last) [last, since] = [now.join(), looked]
    check('The game goes on', looked - since < 60000, now.join(' | '))
  }
}

/** Waits until a condition about the page holds. */
export async function until(page, what, test) {
  const end = Date.now() + 10000
  let last
  while (Date.now() < end) {
    last = await test().catch((e) => e.message.split('\n')[0])
    if (last === true) return
    await page.waitForTimeout(60)
  }
  throw new Error(`${what}: ${last}`)
}

const heard = [] // the last messages of every page, for a failure that cannot be had again
export const lastMessages = () => heard.slice(-12).join('\n')
function hear(page) {
  const keep = (way) => (frame) => {
    heard.push(`${new Date().toISOString().slice(14, 23)} ${way} ${String(frame.payload).slice(0, 400)}`)
    if (heard.length > 100) heard.splice(0, 50)
  }
  page.on('websocket', (socket) => socket.on('framesent', keep('>')).on('framereceived', keep('<')))
}

/**
 * A page whose console errors count, except failed connections while the server is down on purpose. Nothing glides on
 * it unless `options` say so: under load a click comes when the land is elsewhere.
 */
export async function openPage(browser, options) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15000)
  hear(page)
  const errors = []
  const watch = { down: false, errors }
  page.on('pageerror', (e) => errors.push(`page error: ${e.message}`))
  page.on('console', (m) => {
    if (m.type() !== 'error') return
    if (watch.down && /ERR_CONNECTION|WebSocket|Failed to load resource/.test(m.text())) return
    errors.push(`console: ${m.text()} ${m.location().url}`)
  })
  return { context, page, watch }
}

/** Run on a page: which page it is, and how many clicks there were on it since this was asked first. */
const clicks = () => {
  if (window.clicks === undefined) {
    window.clicks = 0
    addEventListener('click', () => window.clicks++, { capture: true })
  }
  return `${performance.timeOrigin} ${window.clicks}`
}

export class Player {
  /** @param touch tap instead of click */
  constructor(page, { touch = false, seed }) {
    Object.assign(this, { page, touch, seed, random: randomFrom(seed), begun: 0, turns: 0, followers: 0, awards: 0 })
  }

  /** At the beginning of a turn: what is chosen in it does not depend on how often something was chosen before. */
  anew() {
    this.random = randomFrom(this.seed * 1000 + ++this.begun)
  }

  at(id) {
    return this.page.getByTestId(id)
  }
  async press(locator, options) {
    if (!this.touch) return locator.click(options)
    const counted = () => this.page.evaluate(clicks).catch(() => 'the page goes')
    const before = await counted()
    await locator.tap(options)
    // A browser that is kept waiting between its two halves takes a tap for a long press, which clicks nothing.
    for (let waited = 0; waited < 2000; waited += 100) {
      if ((await counted()) !== before) return
      await this.page.waitForTimeout(100)
    }
    console.log(`tapped again: ${locator}`)
    await locator.tap({ ...options, timeout: 1000 }).catch(() => {})
  }
  /**
   * Presses what lies on the land until `shown` is there: on a slow machine the land may still move under it.
   * @param force false: not before it is uncovered, as what is on a page
   */
  async pressUntil(locator, shown, { force = true } = {}) {
    for (let attempt = 1; attempt < 6; attempt++) {
      await this.press(locator, { force, timeout: 3000 }).catch(() => {})
      if (
        await shown.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        )
      )
        return
      // A browser under load may have lost the pointer: it comes anew.
      if (!this.touch) await this.page.mouse.move(attempt, attempt)
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    }
    await shown.waitFor()
  }
  placed() {
    return this.at('say').filter({ hasText: PLACED })
  }
  shot(name) {
    return this.page.screenshot({ path: join(SCREENS, `${name}.png`) })
  }
  say() {
    return this.at('say').textContent()
  }

  /** Waits for the next thing to do: 'turn', 'over'. Points being counted are watched or skipped. */
  async next(onAward) {
    const until = Date.now() + 45000
    while (Date.now() < until) {
      if (
        await this.at('end')
          .isVisible()
          .catch(() => false)
      )
        return 'over'
      if (
        await this.at('skip')
          .isVisible()
          .catch(() => false)
      ) {
        this.awards++
        await onAward?.(this.awards)
        if (
          await this.at('skip')
            .isVisible()
            .catch(() => false)
        )
          await this.press(this.at('skip'), { timeout: 2000 }).catch(() => {})
        // What was to be skipped ended meanwhile, and a row of the record came up under the pointer.
        if (await this.at('why-panel').isVisible()) await this.press(this.at('why-close'))
      }
      if (
        (await this.at('hand-tile')
          .isVisible()
          .catch(() => false)) &&
        (await this.page.locator('[data-space]').count()) > 0
      )
        return 'turn'
      await this.page.waitForTimeout(40)
    }
    throw new Error(`Nothing to do for 45 s; the page says '${await this.say().catch(() => '?')}'`)
  }

  pick(n) {
    return Math.floor(this.random() * n)
  }

  /** Lays the drawn tile on some space that is offered, turned at random. `asked`: what may be there at once, too. */
  async layTile(asked) {
    this.anew()
    if (this.random() < 0.3) await this.press(this.at('turn-right'))
    const spaces = this.page.locator('[data-space]')
    const count = await spaces.count()
    const space = spaces.nth(this.pick(count))
    const id = await space.getAttribute('data-testid')
    const placed = this.placed()
    await this.pressUntil(space, asked ? placed.or(asked.first()).first() : placed)
    return id
  }

  /** From the lying tile to Play, with a follower while enough are in hand. */
  async finish({ beforePlay } = {}) {
    if (await this.at('place').isVisible()) {
      if (this.random() < 0.3 && (await this.at('turn-right').isEnabled())) await this.press(this.at('turn-right'))
      await this.press(this.at('place'))
    }
    await this.at('say').filter({ hasText: DECIDED }).waitFor()
    // Whether a figure can be placed, the server says a moment after the tile lies.
    const spots = this.page.locator('[data-testid^="spot-"]')
    await this.at('play').or(spots).first().waitFor()
    if (!(await this.at('play').isVisible())) {
      const count = await spots.count()
      check('A follower choice shows its spots', count > 0)
      const worth = this.page.locator('[data-testid^="answer-"]', { hasText: /\+\d/ })
      if (!this.touch && (await worth.count()) > 0) await this.pressUntil(worth.first(), this.at('play'))
      else if (this.random() < 0.5) {
        await this.pressUntil(spots.nth(this.pick(count)), this.at('play'))
        this.followers++
      } else await this.pressUntil(this.at('pass'), this.at('play'))
    }
    await this.at('play').waitFor()
    await beforePlay?.()
    await this.press(this.at('play'))
    this.turns++
  }
}

/**
 * A game made by a page without its forms: the browser has its first seat, and all that are its own.
 * @returns its id and the address of its link
 */
export async function makeGame(page, url, body) {
  const made = await page.evaluate(async (asked) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/games', { method: 'POST', headers, body: JSON.stringify(asked) })
    const { game, seats, invite } = await answer.json()
    const invites = seats.filter((s) => s.link).map(({ seat, link }) => ({ seat, link }))
    const here = seats.slice(1).flatMap(({ seat, token }) => (token ? [{ seat, token }] : []))
    const mine = { game, seat: 0, token: seats[0].token, invites, here }
    const others = JSON.parse(localStorage.getItem('bastide.seats') ?? '[]')
    localStorage.setItem('bastide.seats', JSON.stringify([mine, ...others]))
    return { game, invite }
  }, body)
  return { id: made.game, link: `${url}/join/${made.game}#${made.invite}` }
}

/** Takes the first picture of each name, as `of-NAME`, when what moves has come to rest. */
export function pictures(of, rest = 650) {
  const taken = new Set()
  return async (player, name) => {
    const file = `${of}-${name.replace(/[^\w-]/g, '_')}${player.touch ? '-phone' : ''}`
    if (taken.has(file)) return
    taken.add(file)
    await player.page.waitForTimeout(rest)
    await player.shot(file)
  }
}

/** A small generator with a fixed seed, so that a failing run can be repeated. */
export function randomFrom(seed) {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
