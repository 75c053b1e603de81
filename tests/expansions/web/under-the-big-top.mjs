// A short game under the big top against a bot, in the real client and the real server: acrobats are put on the tile
// just laid and on those around it, and a full pyramid performs, by clicks and by touch at 390 x 844. BASTIDE, OUT as
// in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, openPage, pictures, randomFrom, visible, PHONE, Player } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'

const TILES = `id = "circus-day"
name = "Circus day"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 12)}
`
const PRESET = `[[preset]]
id = "circus-day"
name = ${named('Circus day')}
sentence = ${named('Few tiles, and a circus among them.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "circus-day" } ]
seats = { min = 2, max = 5 }
options = { acrobats = "on", big_top = "on" }
`
const PLACED = 'An acrobat is placed by a click'
const PERFORMED = 'A pyramid performs by a click'
const TAPPED = 'An acrobat is placed by a tap'

const { seen, see } = sights()
const picture = pictures('circus', 500)

const GO = '[data-testid="play"]:enabled, [data-testid="confirm"]:enabled'
const answers = (player, verb) => player.page.locator(`[data-testid^="answer-${verb}:"]:visible`)

/** What is asked after the tile: performing first, then acrobats, else nothing. */
async function chooses(player) {
  const performs = answers(player, 'perform')
  const around = answers(player, 'acrobat')
  const here = player.at(player.touch ? 'spot-pyramid' : 'answer-pyramid')
  const go = player.page.locator(GO)
  if ((await performs.count()) > 0) {
    await picture(player, 'performs')
    await player.pressUntil(performs.first(), go)
    see(PERFORMED)
  } else if ((await around.count()) > 0) {
    await picture(player, 'around')
    await player.pressUntil(around.nth(player.pick(await around.count())), go)
    see(player.touch ? TAPPED : PLACED)
  } else if ((await here.count()) > 0) {
    await player.pressUntil(here.first(), go)
    await picture(player, 'here')
    see(player.touch ? TAPPED : PLACED)
  } else if (await visible(player, 'pass')) await player.press(player.at('pass'))
  else await player.page.waitForTimeout(60) // Play comes
}

/** 'turn' or 'over'. */
async function ready(player) {
  const until = Date.now() + 45000
  while (Date.now() < until) {
    if (await visible(player, 'skip')) await player.press(player.at('skip'), { timeout: 2000 }).catch(() => {})
    if (await visible(player, 'end')) return 'over'
    if ((await visible(player, 'hand-tile')) && (await player.page.locator('[data-space]').count()) > 0) return 'turn'
    await player.page.waitForTimeout(40)
  }
  throw new Error(`Nothing to do for 45 s; the page says '${await player.say()}'`)
}

async function plays(player, done) {
  for (;;) {
    if ((await ready(player)) === 'over' || done?.()) return
    await player.layTile()
    if (await visible(player, 'place')) await player.press(player.at('place'))
    const spots = player.page.locator('[data-testid^="spot-"], [data-testid^="answer-"]')
    const go = player.page.locator(GO)
    await go.or(spots).first().waitFor()
    while ((await go.count()) === 0) await chooses(player)
    await player.press(go)
    await go.waitFor({ state: 'detached' })
  }
}

async function begins(player, url) {
  await player.page.goto(`${url}/new`)
  await player.press(player.at('preset-circus-day'))
  await player.at('name').fill('Mila')
  await player.press(player.at('create-game'))
  await player.at('seats').waitFor()
}

async function circus(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  const phone = await openPage(browser, PHONE)
  const mila = new Player(desk.page, { random: randomFrom(31) })
  const noor = new Player(phone.page, { random: randomFrom(32), touch: true })
  let playing = mila
  try {
    for (let game = 1; !seen.has(PLACED) || !seen.has(PERFORMED); game++) {
      check('A pyramid is built and performs within four games', game < 5, [...seen].join(', '))
      await begins(mila, server.url)
      await plays(mila)
      await picture(mila, 'end')
      await addsUp(mila, 2)
    }
    playing = noor
    for (let game = 1; !seen.has(TAPPED); game++) {
      check('An acrobat is placed by touch within three games', game < 4)
      await begins(noor, server.url)
      await plays(noor, () => seen.has(TAPPED))
    }
    for (const { watch } of [desk, phone])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await playing.shot(`failed-circus${playing.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await runWithBox(circus, { id: 'circus-day', tiles: TILES, preset: PRESET })
