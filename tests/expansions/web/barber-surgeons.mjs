// A short game with the barber-surgeons against a bot, in the real client and the real server: a follower scored alone
// is sent to one of several bathhouses, and bought back; then either by touch at 390 x 844. BASTIDE, OUT as in
// game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, openPage, pictures, randomFrom, visible, PHONE, Player } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'

const TILES = `id = "bath-party"
name = "Bath party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 14)}
`
const PRESET = `[[preset]]
id = "bath-party"
name = ${named('Bath party')}
sentence = ${named('Few tiles, and bathhouses among them.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "bath-party" } ]
seats = { min = 2, max = 5 }
options = { barber_surgeons = "on", bathhouse_debt = "allowed" }
`
const SENT = 'A follower is sent to a bathhouse by a click'
const BACK = 'A follower is bought back by a click'
const TAPPED = 'A follower is sent there, or bought back, by a tap'

const { seen, see } = sights()
const picture = pictures('bath', 500)

// What sends the answers off: of a turn, or of who is asked beside it.
const GO = '[data-testid="play"]:enabled, [data-testid="confirm"]:enabled'
const answers = (player, verb) => player.page.locator(`[data-testid^="answer-${verb}:"]:visible`)
// Those of a question alone a phone shows on the land; those that are near each other, one after the other.
const bathsOf = (player) => {
  const rows = answers(player, 'bathe')
  return player.touch ? player.page.locator('[data-testid^="spot-bathe:"]:visible').or(rows) : rows
}
async function choosesBath(player) {
  const rows = answers(player, 'bathe')
  if (await visible(player, 'picker-on')) return player.press(player.at('picker-on'))
  if ((await rows.count()) > 0) return player.press(rows.nth(player.pick(await rows.count())))
  await player.press(player.at('zoom-all')) // which may bring them near each other
  const baths = bathsOf(player)
  await player.pressUntil(
    player
      .at('picker-on')
      .or(baths.nth(player.pick(await baths.count())))
      .first(),
    player.page.locator(GO).first(),
  )
}

/** What is asked after the tile, and of whoever bathes in another's turn. */
async function chooses(player) {
  const baths = bathsOf(player)
  const back = answers(player, 'buy-back')
  const city = player.at(player.touch ? 'spot-city' : 'answer-city')
  const go = player.page.locator(GO)
  const said = await player.say()
  if ((await baths.count()) > 0) {
    await picture(player, 'which')
    await choosesBath(player)
    await picture(player, 'sent')
    see(player.touch ? TAPPED : SENT)
  } else if ((await back.count()) > 0 && !seen.has(player.touch ? TAPPED : BACK)) {
    await picture(player, 'back')
    const row = player.at(await back.first().getAttribute('data-testid'))
    await player.press(row)
    await row.waitFor({ state: 'detached' }) // the same question comes again
    see(player.touch ? TAPPED : BACK)
    await picture(player, 'bought')
    return
  } else if ((await city.count()) > 0 && player.random() < 0.9)
    await player.pressUntil(city.first(), go.or(baths).first())
  else if (await visible(player, 'pass')) await player.press(player.at('pass'))
  else return player.page.waitForTimeout(60) // Play comes
  await player.page.waitForFunction(
    ([was, go]) => document.querySelector('[data-testid="say"]')?.textContent !== was || document.querySelector(go),
    [said, GO],
  )
}

/** 'turn', 'asked' or 'over'. */
async function ready(player) {
  const until = Date.now() + 45000
  while (Date.now() < until) {
    if ((await bathsOf(player).count()) > 0) return 'asked'
    if (await visible(player, 'skip')) await player.press(player.at('skip'), { timeout: 2000 }).catch(() => {})
    if (await visible(player, 'end')) return 'over'
    if ((await visible(player, 'hand-tile')) && (await player.page.locator('[data-space]').count()) > 0) return 'turn'
    await player.page.waitForTimeout(40)
  }
  throw new Error(`Nothing to do for 45 s; the page says '${await player.say()}'`)
}

async function plays(player, done) {
  for (;;) {
    const what = await ready(player)
    if (what === 'over' || done?.()) return
    if (what === 'turn') {
      await player.layTile(bathsOf(player)) // where no figure can be placed
      if (await visible(player, 'place')) await player.press(player.at('place'))
    }
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
  await player.press(player.at('preset-bath-party'))
  await player.at('name').fill('Mila')
  await player.press(player.at('create-game'))
  await player.at('seats').waitFor()
}

async function bathhouses(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  const phone = await openPage(browser, PHONE)
  const mila = new Player(desk.page, { random: randomFrom(21) })
  const noor = new Player(phone.page, { random: randomFrom(22), touch: true })
  let playing = mila
  try {
    for (let game = 1; !seen.has(SENT) || !seen.has(BACK); game++) {
      check('Someone is sent to a bathhouse and bought back within eight games', game < 9, [...seen].join(', '))
      await begins(mila, server.url)
      await plays(mila)
      await picture(mila, 'end')
      await addsUp(mila, 2)
    }
    playing = noor
    for (let game = 1; !seen.has(TAPPED); game++) {
      check('Someone is sent or bought back within eight games', game < 9)
      await begins(noor, server.url)
      await plays(noor, () => seen.has(TAPPED))
    }
    for (const { watch } of [desk, phone])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await playing.shot(`failed-bath${playing.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await runWithBox(bathhouses, { id: 'bath-party', tiles: TILES, preset: PRESET })
