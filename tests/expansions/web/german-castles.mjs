// A short game with the castles in Germany against a bot, in the real client and the real server, by mouse and keys at
// 1280 x 800: castles are picked, one is laid on two spaces and turned there, a lord enters it, and in the end all is
// counted. Then picked, turned, laid and entered by touch at 390 x 844. BASTIDE, OUT as in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, pictures, visible } from '../../web/player.mjs'
import { sights, tell } from '../../web/run.mjs'
import { begins, GO, onDeskAndPhone } from '../../web/short-game.mjs'

const TILES = `id = "castle-party"
name = "Castle party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 4)}
[[tile]]
id = "F"
count = 4
sides = { N = "field", E = "field", S = "field", W = "field" }
features = [{ type = "field", ports = "NNW NNE ENE ESE SSE SSW WSW WNW" }]
`
const PRESET = `[[preset]]
id = "castle-party"
name = ${named('Castle party')}
sentence = ${named('Few tiles, and castles to pick.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "castle-party" } ]
seats = { min = 2, max = 5 }
options = { german_castles = "pick" }
`
const { seen, see } = sights()
const picture = pictures('castles', 500)
const where = (player) => (player.touch ? ' (touch)' : '')
const PICKED = (player) => `A castle is picked${where(player)}`
const LAID = (player) => `A castle lies on two spaces${where(player)}`
const LORD = (player) => `A lord enters the castle${where(player)}`

const CARDS = '[data-testid="answers"].pics button'

/** 'pick', 'hold', 'turn' or 'over'. */
async function ready(player) {
  const end = Date.now() + 45000
  while (Date.now() < end) {
    if (await visible(player, 'skip')) await player.press(player.at('skip'), { timeout: 2000 }).catch(() => {})
    if (await visible(player, 'end')) return 'over'
    if (await player.page.locator(`${CARDS}:not([aria-checked="true"])`).first().isVisible()) return 'pick'
    if ((await player.page.locator('[data-tile]').count()) > 0 && (await visible(player, 'held'))) return 'hold'
    if ((await visible(player, 'hand-tile')) && (await player.page.locator('[data-space]').count()) > 0) return 'turn'
    await player.page.waitForTimeout(40)
  }
  throw new Error(`Nothing to do for 45 s; the page says '${await player.say()}'`)
}

async function picks(player) {
  const cards = player.page.locator(CARDS)
  const before = await cards.count()
  await picture(player, 'picking')
  await player.press(cards.nth(player.pick(before)))
  await player.page.locator('[data-testid="confirm"]:enabled').waitFor()
  await picture(player, 'picked')
  await player.press(player.at('confirm'))
  await player.page.waitForFunction(([all, n]) => document.querySelectorAll(all).length < n, [CARDS, before])
  see(PICKED(player))
}

/** Every piece with the box of what is drawn of it in spaces. */
const ghostBox = (player) =>
  player.page.locator('[data-ghost] .rim').evaluate((it) => {
    const { width, height } = it.getBBox()
    return [width, height].map((v) => Math.round(v / 1000)).join(' x ')
  })

/** From the lying tile to Play. */
async function finishes(player, castle) {
  await player.placed().waitFor()
  if (await visible(player, 'place')) await player.press(player.at('place'))
  const spots = player.page.locator('[data-testid^="spot-"], [data-testid^="answer-"]')
  const go = player.page.locator(GO)
  await go.or(spots).first().waitFor()
  const lord = player.at(player.touch ? 'spot-building' : 'answer-building')
  if (castle && (await lord.count()) > 0 && (await go.count()) === 0) {
    await picture(player, 'spots')
    await player.pressUntil(lord.first(), go)
    see(LORD(player))
  } else if ((await go.count()) === 0) await player.press(player.at('pass'))
  await go.waitFor()
  await picture(player, castle ? 'decided' : 'tile')
  await player.press(go)
  await go.waitFor({ state: 'detached' })
}

/** A castle where one fits, at the second chance or when nothing else is left; else a tile is drawn. */
async function holds(player) {
  const cards = player.page.locator('[data-tile]')
  const fitting = await cards.evaluateAll((all) =>
    all.filter((c) => !/fits nowhere/.test(c.getAttribute('aria-label'))).map((c) => c.dataset.tile),
  )
  const pass = player.at('pass')
  if (fitting.length === 0 || (!seen.has(LAID(player)) ? player.turns++ === 0 : await visible(player, 'pass'))) {
    await picture(player, 'held')
    await player.press(pass)
    return player.at('held').waitFor({ state: 'detached' })
  }
  await player.press(player.page.locator(`[data-tile="${fitting[0]}"]`))
  await player.page.waitForFunction(
    (t) => document.querySelector(`[data-tile="${t}"]`)?.getAttribute('aria-checked') === 'true',
    fitting[0],
  )
  await picture(player, 'spaces')
  const spaces = player.page.locator('[data-space]')
  const at = await spaces.nth(player.pick(await spaces.count())).getAttribute('data-testid')
  await player.pressUntil(player.at(at), player.placed())
  check('Both squares lie there', /^(2 x 1|1 x 2)$/.test(await ghostBox(player)), await ghostBox(player))
  await picture(player, 'ghost')
  const ghost = player.at('ghost')
  if (await ghost.isEnabled()) {
    await player.press(ghost, { force: true })
    await player.page.waitForTimeout(500)
    await picture(player, 'turned')
  }
  await finishes(player, true)
  see(LAID(player))
  await picture(player, 'laid')
}

async function plays(player, done) {
  for (;;) {
    const what = await ready(player)
    if (what === 'over' || done?.()) return
    if (what === 'pick') await picks(player)
    else if (what === 'hold') await holds(player)
    else {
      await player.layTile()
      await finishes(player, false)
    }
  }
}

/**
 * On the analysis board a figure of nobody comes into the second space of a castle's tile, a barn to a corner that only
 * that one has, and another seat keeps a follower: all by taps, in the address, and counted.
 */
async function onTheBoard(player, url) {
  const options = 'abbey_and_mayor=2016,german_castles=deal,plague=on,tower=second'
  await player.page.goto(`${url}/board#1/new/${options}/Mila,Noor/D.0.0.0~GC-03.1.0.0/0,0/`)
  if (player.touch) await player.press(player.at('tab-followers'))
  const becomes = (part) => player.page.waitForFunction((p) => location.hash.includes(p), part)
  const goes = (part) => player.page.waitForFunction((p) => !location.hash.includes(p), part)
  for (let attempt = 1; !(await visible(player, 'further')); attempt++) {
    check('A tap on the second half chooses the tile', attempt < 6)
    const { x, y, width, height } = await player.at('piece-1').boundingBox()
    const at = [x + width * 0.75, y + height * 0.3]
    await (player.touch ? player.page.touchscreen.tap(...at) : player.page.mouse.click(...at))
    await player
      .at('further')
      .waitFor({ timeout: 2000 })
      .catch(() => {})
  }
  await player.press(player.at('further-se2@barn'))
  await becomes('*se2.0.barn')
  await picture(player, 'board-barn')
  await player.press(player.at('further-se2@barn'))
  await goes('barn')
  check('Corners that both spaces have are offered once', (await player.at('further-sw2@barn').count()) === 0)

  await player.press(player.at('whose-flea'))
  const flea = player.at('spot-second@flea')
  await player.press(flea)
  await becomes('*second.-.flea')
  const drawn = await player.page.locator('[data-figure="fig-flea"]').first().boundingBox()
  const tile = await player.at('piece-1').boundingBox()
  const middle = drawn.x + drawn.width / 2
  check('It is drawn in the second space', middle > tile.x + tile.width / 2, JSON.stringify({ drawn, tile }))
  await picture(player, 'board-flea')
  await player.press(player.at('spot-@flea'))
  await becomes('*.-.flea')

  await player.press(player.at('whose-0'))
  await player.press(player.at('kept-by-others').locator('summary'))
  await player.press(player.at('keep-1@follower'))
  await becomes('/1.0.follower')
  await player.at('kept-0').waitFor()
  const inHand = player.at('whose-0').locator('small')
  await inHand.filter({ hasText: '6 in hand' }).waitFor()
  await picture(player, 'board-kept')
  await player.press(player.at('kept-0'))
  await goes('/1.0.follower')
  await inHand.filter({ hasText: '7 in hand' }).waitFor()
  tell(`  ${player.touch ? 'by touch' : 'by mouse'}: a barn, a flea, a figure that another keeps`)
}

function allSeen(player) {
  for (const what of [PICKED, LAID, LORD]) check(what(player), seen.has(what(player)), [...seen].join(', '))
}

const castles = (browser, server) =>
  onDeskAndPhone(browser, 'castles', 31, {
    async desk(mila) {
      await begins(mila, server.url, 'castle-party')
      await plays(mila)
      await picture(mila, 'end')
      await addsUp(mila, 2)
      allSeen(mila)
      await onTheBoard(mila, server.url)
    },
    async phone(noor) {
      await begins(noor, server.url, 'castle-party')
      await plays(noor, () => seen.has(LAID(noor)))
      allSeen(noor)
      await onTheBoard(noor, server.url)
    },
  })

await runWithBox(castles, { id: 'castle-party', tiles: TILES, preset: PRESET })
