// A short game with the markets of Leipzig against a bot, in the real client and the real server: the city lies there
// at first, a follower on a road is sent to a quarter; then by touch at 390 x 844. BASTIDE, OUT as in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, openPage, pictures, randomFrom, visible, PHONE, Player } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'

const TILES = `id = "market-party"
name = "Market party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
[[tile]]
id = "H"
count = 9
sides = { N = "field", E = "field", S = "road", W = "field" }
features = [
  { type = "road", sides = "S", end = "house" },
  { type = "field", ports = "NNW NNE ENE ESE SSE SSW WSW WNW" },
]
`
const PRESET = `[[preset]]
id = "market-party"
name = ${named('Market party')}
sentence = ${named('Few tiles, and a market city.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "market-party" } ]
seats = { min = 2, max = 5 }
options = { markets_of_leipzig = "on" }
`
const { seen, see } = sights()
const picture = pictures('markets', 500)
const SENT = (player) => `A follower is sent to a quarter by a ${player.touch ? 'tap' : 'click'}`

const GO = '[data-testid="play"]:enabled, [data-testid="confirm"]:enabled'
const quartersOf = (player) => {
  const rows = player.page.locator('[data-testid^="answer-to-market:"]:visible')
  return player.touch ? player.page.locator('[data-testid^="spot-to-market:"]:visible').or(rows) : rows
}

/** What is asked after the tile: a figure, always on a road if it can; then a quarter. */
async function chooses(player) {
  const quarters = quartersOf(player)
  const road = player.at(player.touch ? 'spot-road' : 'answer-road')
  const go = player.page.locator(GO)
  const said = await player.say()
  if ((await quarters.count()) > 0) {
    await picture(player, 'which')
    if (player.touch) await player.press(player.at('zoom-all')) // the land shows where the tile lies
    await player.pressUntil(quarters.nth(player.pick(await quarters.count())), go)
    see(SENT(player))
    await picture(player, 'sent')
    return
  }
  if ((await road.count()) > 0) await player.pressUntil(road.first(), go.or(quarters).first())
  else if (await visible(player, 'pass')) await player.press(player.at('pass'))
  else return player.page.waitForTimeout(60) // Play comes
  await player.page.waitForFunction(
    ([was, go]) => document.querySelector('[data-testid="say"]')?.textContent !== was || document.querySelector(go),
    [said, GO],
  )
}

/** On a phone first that it is this quarter, then Play: as long as there is one of the two. */
async function sendsOff(player, go) {
  for (let attempt = 1; attempt < 5; attempt++) {
    await player.press(go, { timeout: 3000 }).catch(() => {})
    const gone = await go.waitFor({ state: 'detached', timeout: 3000 }).then(
      () => true,
      () => false,
    )
    if (gone) return
  }
  await go.waitFor({ state: 'detached' })
}

/** 'turn', 'asked' or 'over'. */
async function ready(player) {
  const until = Date.now() + 45000
  while (Date.now() < until) {
    if ((await quartersOf(player).count()) > 0) return 'asked'
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
      await picture(player, 'begins')
      await player.layTile(quartersOf(player))
      if (await visible(player, 'place')) await player.press(player.at('place'))
    }
    const spots = player.page.locator('[data-testid^="spot-"], [data-testid^="answer-"]')
    const go = player.page.locator(GO)
    await go.or(spots).first().waitFor()
    while ((await go.count()) === 0) await chooses(player)
    await sendsOff(player, go)
  }
}

async function begins(player, url) {
  await player.page.goto(`${url}/new`)
  await player.press(player.at('preset-market-party'))
  await player.at('name').fill('Mila')
  await player.press(player.at('create-game'))
  await player.at('seats').waitFor()
}

async function markets(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  const phone = await openPage(browser, PHONE)
  const mila = new Player(desk.page, { random: randomFrom(41) })
  const noor = new Player(phone.page, { random: randomFrom(42), touch: true })
  let playing = mila
  try {
    for (const player of [mila, noor]) {
      playing = player
      for (let game = 1; !seen.has(SENT(player)); game++) {
        check('Someone is sent to Leipzig within four games', game < 5)
        await begins(player, server.url)
        await plays(player, () => player === noor && seen.has(SENT(noor)))
      }
      if (player === noor) continue
      await picture(mila, 'end')
      await addsUp(mila, 2)
    }
    for (const { watch } of [desk, phone])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await playing.shot(`failed-markets${playing.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await runWithBox(markets, { id: 'market-party', tiles: TILES, preset: PRESET })
