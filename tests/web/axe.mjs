// Every page under axe with its best practices: light and dark, on a desk (English) and on a phone (Dutch, German).
// Whoever reads with large letters on a phone reaches every button, whoever goes by keys is never nowhere.
// OUT: where the pictures go. SEED: of the choices.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { LOCALES, Looker, LOOKS, PHONE } from './looker.mjs'
import { check, makeGame, oneStop, openPage, Player, until } from './player.mjs'
import { run, tell } from './run.mjs'
import { ROOT } from './server.mjs'

const require = createRequire(join(ROOT, 'web/package.json'))

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
  await withGuest(looker, async (other, guest) => {
    await other.page.goto(link)
    await guest.at('take-seat').waitFor()
    await other.look('join')
  })
}

/** Somebody else, whose pages are looked at, too. */
async function withGuest(looker, play) {
  const options = { viewport: PHONE, locale: LOCALES[looker.language] }
  const { context, page } = await openPage(looker.page.context().browser(), options)
  const other = new Looker(page, looker.language)
  try {
    await play(other, new Player(page, {}))
    for (const [what, where] of other.found) looker.found.set(what, where)
    looker.looks += other.looks
  } finally {
    await context.close()
  }
}

/** What people at a table ask each other, and what tables have together. */
async function together(looker, player, url) {
  const { page } = looker
  const open = [{ kind: 'me', name: 'Mila' }, { kind: 'open' }]
  await withGuest(looker, async (other, guest) => {
    const take = async (link) => {
      await other.page.goto(link)
      await guest.at('join-name').fill('Noor')
      await guest.press(guest.at('take-seat'))
    }
    const match = await makeGame(page, url, {
      ...{ preset: 'classic', seats: open, bestOf: 3, time: { stock: 900, increment: 5 } },
    })
    await take(match.link)
    await page.goto(`${url}/game/${match.id}`)
    for (const one of [player, guest]) await one.at('seats').waitFor()
    await player.press(player.at('wish'))
    await player.at('wish-pause-900').waitFor()
    await looker.look('clock wishes')
    await player.press(player.at('wish-pause-900'))
    await guest.at('wish-agree').waitFor()
    await looker.look('clock asked')
    await other.look('clock to allow')
    await guest.press(guest.at('wish-agree'))
    await player.at('paused').waitFor()
    await looker.look('clock stands')
    await guest.press(guest.at('resign'))
    await guest.press(guest.at('resign-yes'))
    await player.at('match').waitFor()
    await looker.look('match', ['rematch'])

    const promise = 'a'.repeat(64)
    const seats = [{ ...open[0], promise }, open[1]]
    const shuffled = await makeGame(page, url, { preset: 'classic', together: true, seats })
    await page.evaluate(() => localStorage.setItem('bastide.seats', '[]')) // another device has that seat
    await take(shuffled.link)
    await guest.at('begin-without').waitFor()
    await other.look('shuffling', ['begin-without'])
    await guest.press(guest.at('begin-without'))
    await guest.at('seats').waitFor()
  })
  const bot = { kind: 'bot', bot: 'greedy' }
  const same = await makeGame(page, url, { preset: 'classic', duplicate: 2, seats: [open[0], bot] })
  await page.goto(`${url}/game/${same.id}`)
  await player.at('duplicate-waiting').waitFor()
  if (!(await player.at('duplicate-2').isVisible())) {
    await looker.look('same tiles, folded')
    await player.press(player.at('duplicate-waiting'))
  }
  await player.at('duplicate-2').waitFor()
  await looker.look('same tiles')
  await player.press(player.at('resign'))
  await player.press(player.at('resign-yes'))
  await player.at('end').waitFor()
  await player.at('duplicate').waitFor()
  await looker.look('same tiles at the end')
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

/** With letters twice as large and keys alone: a whole turn and why points were given; nothing lies over the focus. */
async function largeAtDesk(looker, player, url) {
  const { page } = looker
  const { keyboard } = page
  const tabTo = async (what) => {
    for (let i = 0; i < 90; i++) {
      await keyboard.press('Tab')
      const found = await page.evaluate((what) => {
        const e = document.activeElement
        if (!e.matches(what)) return null
        const box = e.getBoundingClientRect()
        return e.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 6)) ? 'seen' : 'covered'
      }, what)
      if (found) return check(`Nothing lies over ${what}`, found === 'seen')
    }
    throw new Error(`Tab does not lead to ${what}`)
  }
  await looker.letters(2)
  await page.goto(`${url}/new`)
  await tabTo('[data-testid="add-cards"]')
  await keyboard.press('Enter')
  await tabTo('[role="checkbox"][data-testid^="card-"]')
  await tabTo('[data-testid="create-game"]')
  await keyboard.press('Enter')
  await player.at('seats').waitFor()
  const rail = await page.locator('.rail').evaluate((e) => e.getBoundingClientRect().width)
  check('The rail is wider', rail > 500, rail)
  for (let awards = 0; awards === 0;) {
    check('It is one’s turn', (await player.next()) === 'turn')
    await tabTo('[data-space]')
    await keyboard.press('Enter')
    await player.placed().waitFor()
    if (await player.at('place').isVisible()) await keyboard.press('Enter')
    await player.at('play').or(player.at('pass')).first().waitFor()
    if (!(await player.at('play').isVisible())) await keyboard.press('1')
    await player.at('play').waitFor()
    await page.evaluate(() => document.getElementById('say').focus())
    await keyboard.press('Enter')
    await player.at('play').waitFor({ state: 'detached' })
    check('A turn ends in a turn', (await player.next()) === 'turn')
    awards = await page.locator('.aw').count()
  }
  await tabTo('[data-testid^="why-"]')
  await keyboard.press('Enter')
  await player.at('why-panel').waitFor()
  await keyboard.press('Escape')
  await player.at('why-panel').waitFor({ state: 'detached' })
  await looker.letters(1)
}

/** Who goes by keys goes on where the page begins, and is soon at the button that makes a game of so many options. */
async function byKeys(looker, player, url, over) {
  const { page } = looker
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
  await largeAtDesk(looker, player, url)
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
    await together(looker, player, server.url)
    await analysis(looker, player, server.url)
    await game(looker, player, server.url)
    await end(looker, player, server.url, over)
    await replay(looker, player, server.url, over)
    if (language === 'en') await byKeys(looker, player, server.url, over)
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

const SOON = { more: ['--claim-after', '3'] } // one may begin without those who are away
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
}, SOON)
