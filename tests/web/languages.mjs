// Every page and a game on a phone, in Dutch and in German at once: no word of English is on the screen, or in what a
// screen reader is told. Arguments: nl, de (default both); whole: the game to its end, else eight turns and the end of
// a game of bots. OUT: where the pictures go. SEED: of the choices.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, openPage, Player, until } from './player.mjs'
import { run, tell } from './run.mjs'
import { ROOT } from './server.mjs'

const LOCALES = { nl: 'nl-NL', de: 'de-AT' }
// The ids of rules are the same in every language.
const wordsOf = (text) =>
  new Set(
    text
      .replace(/\b[A-Z]+-\w+/g, '')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? [],
  )

/** All that client and data say in a language. */
function vocabulary(language) {
  const client = readFileSync(join(ROOT, `web/src/words/${language}.ts`), 'utf8').replace(/^ *'[\w.]+':/gm, '')
  const told = [client.replace(/\{\w+\}/g, '')]
  for (const file of readdirSync(join(ROOT, 'data'), { recursive: true }))
    if (file.endsWith('.toml'))
      for (const [, long, short] of readFileSync(join(ROOT, 'data', file), 'utf8').matchAll(
        new RegExp(`\\b${language} = (?:"""(.*?)"""|"((?:[^"\\\\]|\\\\.)*)")`, 'gs'),
      ))
        told.push((long ?? short).replace(/\{\w+\}/g, ''))
  return wordsOf(told.join('\n'))
}
const ENGLISH = vocabulary('en')
const NAMES = new Set(['cobble', 'pebble', 'english', 'printf', 'bastide', 'score'])

/** What is read, and what is heard. */
const everything = () => {
  const heard = ['aria-label', 'title', 'placeholder', 'alt']
  const named = [...document.querySelectorAll(heard.map((a) => `[${a}]`).join())]
  // position text has the words of the program
  const shown = named.filter((e) => e.checkVisibility() && e.localName !== 'textarea')
  return [document.title, document.body.innerText, ...shown.flatMap((e) => heard.map((a) => e.getAttribute(a) ?? ''))]
}

class Reader {
  constructor(page, language) {
    Object.assign(this, { page, language, own: vocabulary(language), pages: 0, found: new Map() })
  }
  async read(where) {
    this.pages++
    for (const text of await this.page.evaluate(everything))
      for (const line of text.split('\n')) {
        const words = [...wordsOf(line)].filter((w) => ENGLISH.has(w) && !this.own.has(w) && !NAMES.has(w))
        if (words.length > 0 && !this.found.has(line)) this.found.set(line, `${where}: ${words.join(' ')}: ${line}`)
      }
  }
}

const openAll = (details) => details.evaluateAll((all) => all.forEach((e) => (e.open = true)))
const settled = (page) => page.waitForLoadState('networkidle')

async function pages(reader, player, url) {
  const { page, language } = reader
  for (const [path, ready] of [
    ['/', 'play-now'],
    ['/settings', 'set-name'],
    ['/about', 'rules'],
    ['/combinations', 'pairs'],
    ['/account', 'enter'],
    ['/leaderboard', 'board-title'],
    ['/new', 'create-game'],
    ['/nowhere', 'tab-home'],
    ['/game/nowhere', 'tab-home'],
  ]) {
    await page.goto(url + path)
    await player.at(ready).waitFor()
    await until(page, 'The page says its language', async () => (await page.getAttribute('html', 'lang')) === language)
    await reader.read(path)
    await player.shot(`${language}-page${path.replaceAll('/', '-')}`)
  }
  await page.goto(`${url}/about`)
  await openAll(page.locator('[data-testid="rules"] details'))
  await reader.read('rules')
}

/** Signed up, which the bottom of the page undoes. */
async function account(reader, player, url) {
  const { page, language } = reader
  await page.goto(`${url}/account`)
  await player.press(player.at('mode-create'))
  await reader.read('create account')
  await player.at('account-name').fill({ nl: 'Noor', de: 'Greta' }[language])
  await player.at('account-passphrase').fill('four words of mine')
  await player.press(player.at('enter'))
  await player.at('account-title').waitFor()
  await settled(page)
  await reader.read('account')
  await player.shot(`${language}-account`)
  await page.goto(`${url}/settings`)
  await player.at('to-account').waitFor()
  await reader.read('settings, signed in')
  await page.goto(`${url}/account`)
  await player.press(player.at('delete'))
  await reader.read('delete account')
  await player.shot(`${language}-account-delete`)
  await player.at('account-proof').fill('four words of mine')
  await player.press(player.at('delete-yes'))
  await player.at('enter').waitFor()
  await reader.read('account deleted')
}

/** A game with an open seat: options, lobby, and the page of the link. */
async function invited(reader, player, url, browser) {
  const { page, language } = reader
  await page.goto(`${url}/new`)
  await player.press(page.locator('[role="switch"][data-testid^="card-"]').first())
  await settled(page) // what the card brings moves what is below it, away from under a finger
  const card = page.locator('[role="checkbox"][data-testid^="card-"]').first()
  await player.pressUntil(player.at('add-cards'), card, { force: false })
  await player.press(card)
  await settled(page)
  await reader.read('add')
  await player.shot(`${language}-add`)
  await page.goto(`${url}/new`)
  await player.press(player.at('seat-kind-1'))
  await player.press(player.at('who-open'))
  await player.press(player.at('all-options'))
  await player.at('search').waitFor()
  await reader.read('options')
  await player.press(player.at('create-game'))
  await player.at('link-1').waitFor()
  await reader.read('lobby')
  await player.shot(`${language}-lobby`)
  const link = await player.at('link-1').inputValue()
  const guest = await openPage(browser, { locale: LOCALES[language], viewport: { width: 390, height: 844 } })
  try {
    await guest.page.goto(link)
    await guest.page.getByTestId('take-seat').waitFor()
    const other = new Reader(guest.page, language)
    await other.read('join')
    for (const [line, found] of other.found) reader.found.set(line, found)
  } finally {
    await guest.context.close()
  }
  await player.press(player.at('seat-bot-1'))
  await player.at('levels').waitFor()
  await reader.read('levels')
  await player.shot(`${language}-levels`)
  await player.press(player.at('who-greedy'))
  await player.at('say').waitFor()
  check('A bot that takes the last open seat begins the game', await player.at('say').isVisible())
}

/** Bots play one to its end while the pages are read. */
async function botsPlay(url) {
  const seats = ['greedy', 'random'].map((bot) => ({ kind: 'bot', bot }))
  const body = JSON.stringify({ preset: 'classic', public: true, seats })
  const answer = await fetch(`${url}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  check('A game of bots begins', answer.ok, await answer.clone().text())
  return (await answer.json()).game
}

async function game(reader, player, url, bots) {
  const { page, language } = reader
  await page.goto(url)
  await player.at('play-now').waitFor()
  await player.press(player.at('play-now'))
  await page.waitForURL(/\/game\//)
  let asked = false
  const award = async () => {
    await reader.read('award')
    if (asked) return
    asked = await player.press(player.at('why-shown'), { timeout: 1000 }).then(
      () => true,
      () => false,
    )
    if (!asked) return
    await player.at('why-panel').waitFor()
    await openAll(page.locator('[data-testid="why-panel"] details'))
    await reader.read('why')
    await player.shot(`${language}-why`)
    await player.press(player.at('why-close'))
  }
  while ((await player.next(award)) !== 'over' && (whole || player.turns < 8 || !asked)) {
    const shown = player.turns === 6
    check('A game ends', player.turns < 80)
    await reader.read('turn')
    if (shown) await player.shot(`${language}-turn`)
    await player.layTile()
    await reader.read('tile')
    if (shown) await player.shot(`${language}-ghost`)
    await player.finish({
      beforePlay: async () => {
        await reader.read('play')
        if (shown) await player.shot(`${language}-confirm`)
      },
    })
    if (player.turns !== 7) continue
    await player.press(player.at('help'))
    await reader.read('keys')
    await player.shot(`${language}-keys`)
    await page.keyboard.press('Escape')
    await player.next(award)
    await player.press(player.at('sheet'))
    await reader.read('awards')
    await player.press(player.at('tab-moves'))
    await reader.read('moves')
    await player.shot(`${language}-moves`)
    const clicked = page.evaluate(
      () =>
        new Promise((done) =>
          addEventListener('click', (e) => done(e.target.dataset.testid), { capture: true, once: true }),
        ),
    )
    await player.press(player.at('sheet'))
    check('A tap that lowers the sheet is not for the land behind it', (await clicked) === 'sheet', await clicked)
  }
  check('Points were shown on the way, and asked about', asked)
  if (!whole) {
    await page.goto(`${url}/game/${bots}`)
    await player.at('end').waitFor({ timeout: 60000 })
  }
  for (const cell of await page.locator('[data-testid^="cell-"]:enabled').all()) {
    await player.press(cell)
    await reader.read('end')
  }
  await player.shot(`${language}-end`)
  await player.press(player.at('compare'))
  await player.at('editions').first().waitFor()
  await settled(page)
  await reader.read('compare')
  await player.shot(`${language}-compare`)
}

async function analysis(reader, player, url) {
  const { page, language } = reader
  await page.goto(`${url}/board`)
  await player.at('example').waitFor()
  await reader.read('board')
  await player.press(player.at('example'))
  await player.at('line').getByText(':').first().waitFor()
  await settled(page)
  await reader.read('example')
  await player.press(player.at('tab-followers'))
  await reader.read('followers')
  await player.press(player.at('tab-compare'))
  await player.at('headline').waitFor()
  await reader.read('verdict')
  await player.shot(`${language}-verdict`)
  await player.press(player.at('texts'))
  await player.at('text-area').waitFor()
  await reader.read('text')
  const wrong = 'bastide position 1\nrules original\nseat human Mila\nseat human Noor\ntile 16 0,0 n\ntile 21 1,0 n\n'
  await player.at('text-area').fill(`${wrong}tile 16 5,5 n\ntile 16 0,1 n road:1\n`)
  await player.press(player.at('text-read'))
  await player.at('problems').waitFor()
  await reader.read('problems')
  await player.shot(`${language}-problems`)
  await player.press(player.at('rules'))
  await player.at('table-rules').waitFor()
  await reader.read('table rules')
}

/** The game of the bots again, and its review. */
async function again(reader, player, url, game) {
  const { page, language } = reader
  await page.goto(`${url}/replay/game/${game}`)
  await player.at('line').waitFor()
  await reader.read('replay')
  await player.press(player.at('award-on'))
  await player.at('why').waitFor()
  await reader.read('replay at an award')
  await player.press(player.at('help'))
  await player.at('keys').waitFor()
  await reader.read('keys of the replay')
  await page.keyboard.press('Escape')
  await player.press(player.at('tab-review'))
  await reader.read('before the review')
  await player.press(player.at('review-begin'))
  await player.at('review-progress').waitFor({ state: 'detached', timeout: 120000 })
  await player.press(player.at('weak-on'))
  await player.at('frame').first().waitFor()
  await reader.read('review')
  await player.shot(`${language}-review`)
}

/** The choice of another language changes the page at once. */
async function other(reader, player, url) {
  await reader.page.goto(`${url}/settings`)
  await player.press(player.at('set-language-en'))
  await until(reader.page, 'The page turns English', async () =>
    (await reader.page.locator('h1').textContent()) === 'Settings' ? true : 'it did not',
  )
  check('So does what reads it out', (await reader.page.getAttribute('html', 'lang')) === 'en')
}

async function play(browser, server, language, bots) {
  const { context, page, watch } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: LOCALES[language],
  })
  // The language is left to the browser's.
  await page.addInitScript(() => {
    if (!localStorage.getItem('bastide.settings')) localStorage.setItem('bastide.settings', '{"points":"short"}')
  })
  const player = new Player(page, { touch: true, seed: Number(process.env.SEED ?? 1) })
  const reader = new Reader(page, language)
  try {
    await pages(reader, player, server.url)
    await account(reader, player, server.url)
    await invited(reader, player, server.url, browser)
    await analysis(reader, player, server.url)
    await game(reader, player, server.url, bots)
    await again(reader, player, server.url, bots)
    await other(reader, player, server.url)
    tell(`  ${language}: ${reader.pages} screens read, ${player.turns} turns of mine`)
    check(`No English in ${language}`, reader.found.size === 0, `\n  ${[...reader.found.values()].join('\n  ')}`)
    const errors = watch.errors.filter((e) => !/404/.test(e)) // of the game that is nowhere
    check('No errors in the console', errors.length === 0, errors.slice(0, 10).join('\n'))
  } catch (e) {
    if (reader.found.size > 0) tell(`English in ${language}:\n  ${[...reader.found.values()].join('\n  ')}`)
    await player.shot(`failed-${language}`).catch(() => {})
    throw e
  } finally {
    await context.close()
  }
}

const whole = process.argv.includes('whole')
const named = process.argv.slice(2).filter((argument) => argument in LOCALES)
const languages = named.length > 0 ? named : Object.keys(LOCALES)
await run(async (browser, server) => {
  tell(`phone, 390 x 844, touch: every page and ${whole ? 'a whole game' : 'a game'} in ${languages.join(' and ')}`)
  const bots = await botsPlay(server.url)
  const all = await Promise.allSettled(languages.map((language) => play(browser, server, language, bots)))
  for (const one of all) if (one.status === 'rejected') throw one.reason
})
