// A short game with the markets of Leipzig against a bot, in the real client and the real server: the city lies there
// at first, a follower on a road is sent to a quarter; then by touch at 390 x 844. BASTIDE, OUT as in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, pictures, visible } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'
import { begins, GO, onDeskAndPhone, plays } from '../../web/short-game.mjs'

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

/** Until somebody is sent, and where `whole` to the end of that game. */
async function sendsOne(player, url, whole) {
  const sent = () => seen.has(SENT(player))
  for (let game = 1; !sent(); game++) {
    check('Someone is sent to Leipzig within four games', game < 5)
    await begins(player, url, 'market-party')
    await picture(player, 'begins')
    await plays(player, { chooses, asked: quartersOf, sendsOff, done: () => !whole && sent() })
  }
}

const markets = (browser, server) =>
  onDeskAndPhone(browser, 'markets', 41, {
    async desk(mila) {
      await sendsOne(mila, server.url, true)
      await picture(mila, 'end')
      await addsUp(mila, 2)
    },
    async phone(noor) {
      await sendsOne(noor, server.url, false)
    },
  })

await runWithBox(markets, { id: 'market-party', tiles: TILES, preset: PRESET })
