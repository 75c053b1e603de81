// A whole game with inns, traders, towers, abbeys, dragon and half tiles together against a bot, in the real
// client and the real server, by clicks: whatever the page offers is chosen, what has not been chosen yet first.
// The box holds some forty tiles. EVERYTHING=whole plays with all tiles of all six. BASTIDE, OUT as in game.mjs;
// SEED for another game.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, openPage, pictures, visible, watchdog, Player } from '../../web/player.mjs'
import { tell } from '../../web/run.mjs'
import { ROOT } from '../../web/server.mjs'

const WHOLE = process.env.EVERYTHING === 'whole'
const TILES = `id = "everything"
name = "Everything"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 4)}
[[tile]]
id = "F"
count = 4
sides = { N = "field", E = "field", S = "field", W = "field" }
features = [
  { type = "cloister" },
  { type = "field", ports = "NNW NNE ENE ESE SSE SSW WSW WNW" },
]
`
const PRESET = `[[preset]]
id = "everything"
name = ${named('Everything')}
sentence = ${named('Six additions at once.')}
source = "B"
theme = "summer"
minutes = { two = 20, more = 10 }
tiles = [ { set = "${WHOLE ? 'base-c2' : 'everything'}" } ]
seats = { min = 2, max = 5 }

[preset.options]
inns_and_cathedrals = "2015"
traders_and_builders = "2015"
tower = "second"
abbey_and_mayor = "2016"
princess_and_dragon = "2016"
halflings = "first"
half_tiles = 2
`
/** Of the sets that the additions bring only these. */
const KEPT = {
  'inns-and-cathedrals/tiles/inns-and-cathedrals-c2': ['01', '07', '11', '12', '16'],
  'traders-and-builders/tiles/traders-and-builders-c2': ['01', '07', '11', '17', '20', '23'],
  'tower/tiles/tower-c2': ['06', '07', '09', '10', '11', '12'],
  'abbey-and-mayor/tiles/abbey-and-mayor-c2': ['05', '07', '08', '09'],
  'princess-and-dragon/tiles/princess-and-dragon-c2': ['02', '07', '10', '12', '20', '24', '28'],
}
const files = {}
if (!WHOLE)
  for (const [set, ids] of Object.entries(KEPT)) {
    const [head, ...tiles] = readFileSync(join(ROOT, `data/expansions/${set}.toml`), 'utf8').split('[[tile]]\n')
    const kept = tiles.filter((tile) => ids.includes(/^id = "(.*)"/m.exec(tile)[1]))
    check(`${set} has them`, kept.length === ids.length)
    files[`expansions/${set}.toml`] = [head, ...kept].join('[[tile]]\n')
    files[`expansions/${set.split('/')[0]}/jcz.toml`] = null // it names the tiles that are not there now
  }

const chosen = new Map()
/** What is chosen, without where: "floor", "big", "half tile". */
const sort = (move) => {
  const said = move.replace(/^(spot|answer)-/, '').replace(/^at:.*?:/, '')
  const figure = /^[a-z]+@|@([a-z]+)$/.exec(said)
  return figure ? (figure[1] ?? figure[0].slice(0, -1)) : said.split(':')[0].replace(/[A-Z].*$/, '')
}
function choose(what) {
  if (!chosen.has(what)) tell(`  ${what}`)
  chosen.set(what, (chosen.get(what) ?? 0) + 1)
}
const picture = pictures('everything', 400)

/** Presses it and waits for the page to ask for something else, if it does. */
async function goesOn(player, locator, options = {}) {
  const was = await player.at('do').textContent()
  await player.press(locator, { timeout: 2000, ...options }).catch(() => {})
  await player.page
    .waitForFunction((text) => document.querySelector('[data-testid="do"]')?.textContent !== text, was, {
      timeout: 1200,
    })
    .catch(() => {})
}

/** Everything that can be chosen now, by its row or by its mark on the landscape. */
const offered = (player) =>
  player.page
    .locator('button[data-testid^="answer-"]:enabled, button[data-testid^="spot-"]:enabled')
    .evaluateAll((all) => all.filter((it) => it.checkVisibility()).map((it) => it.dataset.testid))

/** On the landscape, not below what lies over it. */
async function inView(player, locator) {
  const box = await locator.boundingBox().catch(() => null)
  const land = await player.at('table').boundingBox()
  if (!box || !land) return false
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  return x > land.x + 20 && x < land.x + land.width - 20 && y > land.y + 20 && y < land.y + land.height - 20
}

async function answers(player, moves) {
  const fresh = moves.filter((move) => !chosen.has(sort(move)))
  const from = fresh.length > 0 ? fresh : moves
  const move = from[player.pick(from.length)]
  if (fresh.length > 0) await picture(player, `asks-${sort(move)}`)
  const said = await player.at('do').textContent()
  if (move.startsWith('spot-') && !(await inView(player, player.at(move).first())))
    await player.press(player.at('zoom-all'), { timeout: 2000 }).catch(() => {})
  await player.press(player.at(move).first(), { force: true, timeout: 2000 }).catch(() => {})
  const ready = player.page.locator('[data-testid="confirm"]:enabled, [data-testid="play"]:enabled').first()
  await ready.waitFor({ timeout: 1200 }).catch(() => {})
  if (await ready.isVisible()) {
    if (fresh.length > 0) await picture(player, `chosen-${sort(move)}`)
    choose(sort(move))
    await goesOn(player, ready)
  } else if ((await player.at('do').textContent()) !== said) choose(sort(move))
}

/** The tile in hand, or one that may be laid instead, goes somewhere. */
async function lays(player) {
  const held = player.page.locator('button[data-testid^="held-"]:not(.none):enabled')
  const many = await held.count()
  if (many > 0) await player.press(held.nth(player.pick(many)), { timeout: 2000 }).catch(() => {})
  const spaces = player.page.locator('[data-space]')
  const count = await spaces.count()
  if (count === 0) return (await visible(player, 'pass')) ? goesOn(player, player.at('pass')) : undefined
  if (player.random() < 0.2 && (await visible(player, 'turn-right')))
    await player.press(player.at('turn-right'), { timeout: 1000 }).catch(() => {})
  const space = spaces.nth(player.pick(count))
  if (!(await inView(player, space))) await player.press(player.at('zoom-all'), { timeout: 2000 }).catch(() => {})
  await goesOn(player, space, { force: true })
  if (many > 0) choose('laid instead')
}

async function plays(player) {
  const alive = watchdog(player)
  for (;;) {
    await alive()
    if (await visible(player, 'end')) return
    if ((await player.page.locator('dialog[open]').count()) > 0) await player.page.keyboard.press('Escape')
    if (await visible(player, 'see-result')) await player.press(player.at('see-result'))
    else if (await visible(player, 'skip')) {
      await picture(player, 'award')
      await player.press(player.at('skip'), { timeout: 1000 }).catch(() => {})
      if (await visible(player, 'why-panel')) await player.press(player.at('why-close'))
    } else if (await visible(player, 'play')) {
      await goesOn(player, player.at('play'))
      choose('turn')
      player.anew()
      const turn = chosen.get('turn')
      if (turn % 10 === 0) await picture(player, `turn-${turn}`)
    } else if (await visible(player, 'place')) await goesOn(player, player.at('place'))
    else {
      const moves = await offered(player)
      const leaves = (await visible(player, 'pass')) && (await player.at('pass').isEnabled())
      const known = moves.every((move) => chosen.has(sort(move)))
      if (moves.length > 0 && !(leaves && known && player.random() < 0.3)) await answers(player, moves)
      else if (
        (await player.page.locator('[data-space]').count()) > 0 ||
        ((await visible(player, 'held')) && player.random() < 0.6)
      )
        await lays(player)
      else if (leaves) await goesOn(player, player.at('pass'))
      else if (await visible(player, 'confirm')) await goesOn(player, player.at('confirm'))
      else await player.page.waitForTimeout(50)
    }
  }
}

async function everything(browser, server) {
  const { context, page, watch } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const mila = new Player(page, { seed: Number(process.env.SEED ?? 5) })
  try {
    await page.goto(`${server.url}/new`)
    await mila.press(mila.at('preset-everything'))
    await picture(mila, 'new')
    await mila.at('name').fill('Mila')
    await mila.press(mila.at('create-game'))
    await mila.at('seats').waitFor()
    await plays(mila)
    await picture(mila, 'end')
    await addsUp(mila, 2)
    tell(`  over: ${await mila.at('winner').textContent()}`)
    tell(`  chosen: ${[...chosen].map(([what, times]) => `${what} ${times}`).join(', ')}`)
    check('Many things were chosen', chosen.size >= 8, [...chosen.keys()].join())
    check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await mila.shot('failed-everything').catch(() => {})
    throw e
  } finally {
    await context.close()
  }
}

await runWithBox(everything, { id: 'everything', tiles: TILES, preset: PRESET, files })
