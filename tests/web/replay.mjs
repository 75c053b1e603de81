// A game of two bots is gone through again, at a desk and on a phone: by line, keys, awards and links, by itself, and
// by its review, which begins when it is asked for. OUT: where the pictures go.
import { check, openPage, PHONE, Player, until } from './player.mjs'
import { run, tell } from './run.mjs'

const DESK = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }

async function create(url) {
  const answer = await fetch(`${url}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      preset: 'classic',
      public: true,
      seats: ['greedy', 'random'].map((bot) => ({ kind: 'bot', bot })),
    }),
  })
  check('A game begins', answer.ok, await answer.clone().text())
  return (await answer.json()).game
}

/** What is read of the page. */
class Reader extends Player {
  async moment() {
    return Number(await this.at('line').inputValue())
  }
  async last() {
    return Number(await this.at('line').getAttribute('max'))
  }
  isAt(moment, what) {
    return until(this.page, `${what}: at ${moment}`, async () => (await this.moment()) === moment || this.moment())
  }
  addressed(moment) {
    return until(this.page, `The address says ${moment}`, async () => {
      const { hash } = new URL(this.page.url())
      return hash === `#${moment}` || hash
    })
  }
  async scores() {
    return Promise.all([0, 1].map(async (seat) => Number(await this.at(`seat-${seat}-score`).textContent())))
  }
  async goTo(moment) {
    await this.at('line').fill(String(moment))
    await this.isAt(moment, 'The line is moved')
  }
}

async function goesThrough(reader, url) {
  const { page } = reader
  const { keyboard } = page
  await page.goto(url)
  await reader.at('line').waitFor()
  const last = await reader.last()
  await reader.isAt(0, 'It begins at the beginning')
  check('Nobody has points then', (await reader.scores()).join() === '0,0')
  await reader.shot('replay-beginning')

  await keyboard.press('ArrowRight')
  await reader.isAt(1, 'Right')
  check('What happened is said', /lays a tile/.test(await reader.at('spoken').textContent()))
  await reader.addressed(1)
  await keyboard.press('Shift+ArrowRight')
  await until(page, 'An award is shown', async () => (await reader.moment()) > 1)
  const award = await reader.moment()
  check('It can say why', await reader.at('why').isVisible())
  check('Its feature is marked', (await page.locator('.features').count()) > 0)
  await reader.shot('replay-award')
  await keyboard.press('w')
  await reader.at('why-panel').waitFor()
  await reader.shot('replay-why')
  await reader.press(reader.at('why-later'))
  await until(page, 'The next award', async () => (await reader.moment()) > award)
  await keyboard.press('Escape')
  await reader.at('why-panel').waitFor({ state: 'detached' })
  await reader.press(reader.at('award-back'))
  await reader.isAt(award, 'Back by award')
  await keyboard.press('ArrowLeft')
  await reader.isAt(award - 1, 'Left')
  check('No feature is marked', (await page.locator('.features').count()) === 0)
  await keyboard.press('End')
  await reader.isAt(last, 'End')
  check('The outcome is told', /wins by/.test(await reader.at('spoken').textContent()))
  check('Nothing is further', await reader.at('on').isDisabled())
  const [mine, other] = await reader.scores()
  check('The points are those of the end', mine > other)
  await reader.shot('replay-end')
  await keyboard.press('Home')
  await reader.isAt(0, 'Home')
  await reader.at('line').focus()
  await keyboard.press('ArrowRight')
  await reader.isAt(1, 'The line goes by one, too')

  const marks = await page.locator('[data-testid^="mark-"]').count()
  check('Awards stand over the line', marks > 3, marks)

  await reader.goTo(Math.floor(last / 2))
  const half = await reader.scores()
  check('Points are as they were', half[0] < mine && half[0] > 0, half.join())
  await reader.addressed(Math.floor(last / 2))
  await reader.shot('replay-half')
  await page.reload()
  await reader.at('line').waitFor()
  await reader.isAt(Math.floor(last / 2), 'A link leads to its moment')
  check('with the same points', (await reader.scores()).join() === half.join())
  await page.goto(`${url}#9999`)
  await reader.isAt(last, 'A link beyond the end leads to it')
}

/** The list of moves is whole, says where one is, and leads to each. */
async function byMoves(reader) {
  const { page } = reader
  await reader.press(reader.at('tab-moves'))
  const rows = page.locator('[data-testid^="move-"]')
  const count = await rows.count()
  check('All moves are listed', count > 60, count)
  const isAt = (n) =>
    until(page, `Move ${n} is the current one`, async () => {
      const [row, all] = [reader.at(`move-${n}`), page.locator('.aw[aria-current="step"]')]
      return (await all.count()) === 1 && (await row.getAttribute('aria-current')) === 'step'
    })
  for (const n of [10, count - 1, 0]) {
    await reader.press(reader.at(`move-${n}`))
    await isAt(n)
    const turn = /turn (\d+)/i.exec(await reader.at(`move-${n}`).textContent())[1]
    const moment = await reader.at('moment').textContent()
    check('The moment is of its turn', new RegExp(`turn ${turn}\\b`, 'i').test(moment), `${turn}, not ${moment}`)
    await reader.addressed(await reader.moment())
  }
  await reader.goTo(Math.floor((await reader.last()) / 2))
  const current = page.locator('.aw[aria-current="step"]')
  check(
    'Where one is stays in view',
    await current.evaluate((e) => {
      const [row, list] = [e.getBoundingClientRect(), e.parentElement.getBoundingClientRect()]
      return row.top >= list.top - 1 && row.bottom <= list.bottom + 1
    }),
  )
  await reader.shot('replay-moves')
  await reader.press(reader.at('tab-awards'))
}

async function plays(reader) {
  const { page } = reader
  const { keyboard } = page
  const last = await reader.last()
  await reader.goTo(last - 3)
  await page
    .locator('h1')
    .first()
    .evaluate(() => document.activeElement.blur())
  await keyboard.press('4')
  check('Key 4 is the fastest', (await reader.at('speed-4').getAttribute('aria-checked')) === 'true')
  await keyboard.press('Space')
  await until(page, 'It plays', async () => (await reader.at('run').getAttribute('aria-label')) === 'Stop')
  await reader.isAt(last, 'It plays to the end')
  await until(page, 'and stops', async () => (await reader.at('run').getAttribute('aria-label')) === 'Play')
  await keyboard.press('1')
  await keyboard.press('Space')
  await reader.isAt(0, 'It begins anew')
  await keyboard.press('Space')
  check('It can be stopped', (await reader.at('run').getAttribute('aria-label')) === 'Play')
}

/** Under the chart each weak move has a mark, or several have one; none lies on another, and each can be hit. */
async function marksOfWeak(reader, weak) {
  const marks = reader.page.locator('[data-testid^="weak-"][data-count]')
  const all = await marks.evaluateAll((list) =>
    list.map((e) => ({ ...e.getBoundingClientRect().toJSON(), count: Number(e.dataset.count) })),
  )
  const sum = all.reduce((n, m) => n + m.count, 0)
  check('Each weak move has its mark', sum === weak, `${sum} of ${weak}`)
  check(
    'A finger hits it',
    all.every((m) => m.width >= 24 && m.height >= 24),
    JSON.stringify(all),
  )
  const apart = all.slice(1).map((m, i) => m.left - all[i].right)
  check('and no other', Math.min(...apart) > -0.5, apart.join())
  await reader.page.keyboard.press('Home')
  const { count } = all.toSorted((a, b) => b.count - a.count)[0]
  const most = marks.and(reader.page.locator(`[data-count="${count}"]`)).first()
  const been = []
  for (let i = 0; i < Math.min(count, 3); i++) {
    await reader.press(most)
    been.push(await reader.moment())
    check('It leads to a weak move', (await reader.at('review-head').textContent()).match(/\d[.,]\d/), been.join())
  }
  check(
    'and on to the next',
    been.every((n, i) => i === 0 || n > been[i - 1]),
    been.join(),
  )
}

async function reviews(reader) {
  const { page } = reader
  await reader.press(reader.at('tab-review'))
  await reader.at('review-begin').waitFor()
  check('It does not begin by itself', (await reader.at('review-progress').count()) === 0)
  await reader.shot('review-before')
  await reader.press(reader.at('review-begin'))
  await reader
    .at('review-progress')
    .getByText(/^\d+ of \d+$/)
    .waitFor({ timeout: 60000 })
  await reader.press(reader.at('review-stop'))
  await reader.at('review-begin').waitFor()
  const stopped = await reader.at('review-progress').textContent()
  check('It stops on its way', !/^(\d+) of \1$/.test(stopped), stopped)
  await reader.shot('review-stopped')
  await reader.press(reader.at('review-begin'))
  await reader.at('review-progress').waitFor({ state: 'detached', timeout: 240000 })
  check('Nothing went wrong', (await reader.at('review-error').count()) === 0)
  await reader.at('margins').waitFor()
  const weak = await page.locator('[data-testid^="turning-"]').count()
  tell(`  ${weak} weak moves`)
  check('Who lays at random loses points', weak > 5, weak)
  const found = await page.locator('[data-testid^="turning-"]:enabled').count()
  check('Every weak move has its moment', found === weak, `${found} of ${weak}`)
  await marksOfWeak(reader, weak)
  const sums = await Promise.all([0, 1].map((seat) => reader.at(`sum-${seat}`).textContent()))
  const [greedy, random] = sums.map((text) => Number(/([\d.]+) points lost/.exec(text)[1]))
  check('who plays at random more than who does not', random > greedy, sums.join())

  await page.keyboard.press('Home')
  await reader.press(reader.at('weak-on'))
  await until(page, 'The first weak move', async () => (await reader.moment()) > 0)
  const first = await reader.moment()
  check('It says what was lost', /points lost/.test(await reader.at('review-head').textContent()))
  const rows = page.locator('[data-testid^="choice-"]')
  check('with what could have been played', (await rows.count()) > 1)
  check('and where', (await reader.at('frame').count()) > 0)
  check('and how it is turned', (await rows.locator('.pic').count()) === (await rows.count()))
  await reader.press(reader.at('choice-A'))
  check('One can be looked at', (await reader.at('choice-A').getAttribute('aria-pressed')) === 'true')
  await page.locator('.tile-here').waitFor()
  await page.waitForLoadState('networkidle')
  await reader.shot('review-weak')
  await reader.press(reader.at('weak-on'))
  await until(page, 'The next weak move', async () => (await reader.moment()) > first)
  await reader.press(reader.at('weak-back'))
  await reader.isAt(first, 'and back')
  await reader.press(reader.at('tour'))
  await until(page, 'They go by', async () => (await reader.at('run').getAttribute('aria-label')) === 'Stop')
  await reader.press(reader.at('tour'))
}

async function atDesk(browser, server, game) {
  const { context, page, watch } = await openPage(browser, DESK)
  const reader = new Reader(page, { seed: 1 })
  try {
    await page.goto(`${server.url}/game/${game}`)
    await reader.at('end').waitFor()
    await reader.press(reader.at('replay'))
    await reader.at('line').waitFor()
    await goesThrough(reader, `${server.url}/replay/game/${game}`)
    await byMoves(reader)
    tell('  gone through')
    await plays(reader)
    tell('  played')
    await reviews(reader)
    tell('  reviewed')
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await reader.shot('review-dark')
    await reader.press(reader.at('to-game'))
    await reader.at('end').waitFor()
    await reader.press(reader.at('to-review'))
    await reader.at('review-head').waitFor()
    await reader.at('review-progress').waitFor({ state: 'detached' })
    check('Whoever comes back finds it', (await page.locator('[data-testid^="turning-"]').count()) > 5)
    await page.goto(`${server.url}/replay/game/nowhere`)
    watch.errors.splice(0) // the browser tells that there is none
    await reader.at('failed').waitFor()
  } catch (e) {
    await reader.shot('failed-replay').catch(() => {})
    throw e
  }
  watch.errors = watch.errors.filter((e) => !/404/.test(e))
  check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 5).join('\n'))
  await context.close()
}

/** The server has judged it by now; here it is busy once. */
async function onPhone(browser, server, game) {
  const { context, page, watch } = await openPage(browser, { ...PHONE, locale: 'nl-NL' })
  const reader = new Reader(page, { seed: 1, touch: true })
  try {
    let busy = 1
    await page.route('**/review?*', (route) =>
      busy-- > 0 ? route.fulfill({ status: 503, json: { error: { message: 'Busy.' } } }) : route.continue(),
    )
    await page.goto(`${server.url}/replay/game/${game}#20`)
    await reader.at('line').waitFor()
    await reader.isAt(20, 'A link leads to its moment')
    check('in Dutch', /legt een tegel|zet een|\./.test(await reader.at('spoken').textContent()))
    check('and says where that is', /^Beurt \d+ · 20 van \d+$/.test((await reader.at('moment').textContent()).trim()))
    await reader.shot('replay-phone')
    await reader.press(reader.at('award-on'))
    await until(page, 'An award', async () => (await reader.moment()) > 20)
    await reader.shot('replay-phone-award')
    await reader.press(reader.at('why'))
    await reader.at('why-panel').waitFor()
    await reader.shot('replay-phone-why')
    await reader.press(reader.at('why-close'))
    await reader.press(reader.at('speed'))
    check('The speed is the next one', (await reader.at('speed').textContent()).startsWith('2'))
    await reader.press(reader.at('run'))
    await until(page, 'It plays', async () => (await reader.at('run').getAttribute('aria-label')) === 'Stoppen')
    await reader.press(reader.at('run'))
    await reader.press(reader.at('tab-review'))
    await reader.press(reader.at('review-begin'))
    await reader.at('review-progress').waitFor({ state: 'detached', timeout: 240000 })
    await reader.press(reader.at('weak-on'))
    await reader.at('frame').first().waitFor()
    await marksOfWeak(reader, await page.locator('[data-testid^="turning-"]').count())
    await page.waitForLoadState('networkidle')
    await reader.shot('review-phone')
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    check('The page is as wide as the phone', wide <= 390, wide)
  } catch (e) {
    await reader.shot('failed-replay-phone').catch(() => {})
    throw e
  }
  watch.errors = watch.errors.filter((e) => !/503/.test(e))
  check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 5).join('\n'))
  await context.close()
}

await run(
  async (browser, server) => {
    const game = await create(server.url)
    for (let i = 0; ; i++) {
      const { status } = await (await fetch(`${server.url}/api/games/${game}`)).json()
      if (status === 'over') break
      check('The game ends', i < 600)
      await new Promise((done) => setTimeout(done, 100))
    }
    tell('a game again, at a desk')
    await atDesk(browser, server, game)
    tell('on a phone')
    await onPhone(browser, server, game)
  },
  { botDelay: 0 },
)
