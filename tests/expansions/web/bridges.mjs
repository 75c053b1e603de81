// Whole short games with bridges, castles and bazaars against a bot, in the real client and the real server: a road put
// over a space by a click on the landscape, a castle instead of points, a tile that is auctioned, with a bid by key.
// Then a bridge by touch at 390 x 844. What is drawn is chance: games are played until everything was seen.
// BASTIDE, OUT as in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, openPage, pictures, visible, watchdog, PHONE, Player } from '../../web/player.mjs'
import { sights, tell } from '../../web/run.mjs'

const TILES = `id = "bridge-party"
name = "Bridge party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 6)}
[[tile]]
id = "U"
count = 6
sides = { N = "road", E = "field", S = "road", W = "field" }
features = [
  { type = "road", sides = "N S" },
  { type = "field", ports = "NNE ENE ESE SSE" },
  { type = "field", ports = "SSW WSW WNW NNW" },
]
`
const PRESET = `[[preset]]
id = "bridge-party"
name = ${named('Bridge party')}
sentence = ${named('Few tiles, and roads over them.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "bridge-party" } ]
seats = { min = 2, max = 5 }
options = { bridges_castles_bazaars = "2017" }
`
// In place of the expansion's twelve: fields with bazaars.
const BAZAARS = `id = "bridges-castles-and-bazaars-c2"
name = "Bridges, castles and bazaars"
source = "P"
prefix = "BC-"
shape = "square"

[[tile]]
id = "01"
count = 4
sides = { N = "field", E = "field", S = "field", W = "field" }
features = [{ type = "field", ports = "NNW NNE ENE ESE SSE SSW WSW WNW" }]
symbols = [{ type = "bazaar" }]

${cap('02', 2)}
`
const files = {
  'expansions/bridges-castles-and-bazaars/tiles/bridges-castles-and-bazaars-c2.toml': BAZAARS,
  'expansions/bridges-castles-and-bazaars/jcz.toml': null, // names all twelve
}

const BRIDGE = 'A road is put over a space by a click on the landscape'
const CASTLE = 'A castle is put on a small city instead of points'
const OFFER = 'A tile is auctioned'
const BID = 'A bid is made by key, with its tile in view'
const DEAL = 'The highest bid is told, and paid'
const TAPPED = 'A road is put over a space by a tap'
const WANTED = [BRIDGE, CASTLE, OFFER, BID]

const starting = (player, what) => player.page.locator(`[data-testid^="${what}"]:visible:enabled`)
const { seen, see } = sights()
const picture = pictures('bridges', 500)
/** What the page asks for is another question, or nothing. */
const movedOn = (player, said, timeout = 15000) =>
  player.page.waitForFunction((was) => document.querySelector('[data-testid="say"]')?.textContent !== was, said, {
    timeout,
  })
/**
 * Presses it, and waits for the next question; what went away meanwhile, or does not answer, is looked for again.
 * @returns whether it was pressed and something else is asked
 */
async function goesOn(player, locator, options = {}) {
  const said = await player.say()
  return player
    .press(locator, { timeout: 2000, ...options })
    .then(() => movedOn(player, said, 1500))
    .then(
      () => true,
      () => false,
    )
}

async function builds(player) {
  const marks = starting(player, 'spot-bridge-')
  await picture(player, 'ask')
  const mark = marks.nth(player.pick(await marks.count()))
  // None was wanted just now, and the marks were about to go: the next look sees what is asked.
  const id = await mark.getAttribute('data-testid', { timeout: 2000 }).catch(() => null)
  if (id === null) return
  const [, lies, space] = /^spot-bridge-(ns|we):(.*)$/.exec(id)
  // A click for the space, sent once more while the page was slow, may have met the mark that came up under it.
  if (!(await goesOn(player, mark, { force: true }))) return
  const road = player.page.locator(`[data-testid="road-${space}"][data-lies="${lies === 'ns' ? 'n' : 'e'}"]`).first()
  await road.waitFor({ state: 'attached' }) // it lies there at once
  await picture(player, 'lies')
  see(player.touch ? TAPPED : BRIDGE)
}

async function bids(player) {
  const said = await player.say()
  check('What is bid on is shown', await player.page.locator('.hand .head .pic svg').isVisible())
  await picture(player, `bid-${/more/.test(said) ? 'higher' : 'first'}`)
  const text = await player.at('do').textContent()
  if (/more/.test(said)) check('The highest bid is told', /highest bid is \d+/.test(text), text)
  if (await player.at('more').isEnabled()) await player.press(player.at('more'))
  await player.page.waitForFunction(() => !document.querySelector('[data-testid="confirm"]')?.disabled)
  if (player.touch) await player.press(player.at('confirm'))
  else {
    await player.page.evaluate(() => document.activeElement?.blur())
    await player.page.keyboard.press('Enter')
  }
  await player.at('number').waitFor({ state: 'detached' })
  see(BID)
}

/** An answer by its row, confirmed where it stands alone. */
async function answers(player, row, name) {
  const said = await player.say()
  const text = await player.at('do').textContent()
  await picture(player, name)
  await player.press(row)
  const confirm = player.page.locator('[data-testid="confirm"]:enabled')
  const play = player.at('play') // something else was chosen just before: the question stays the same
  await Promise.race([
    confirm
      .or(play)
      .first()
      .waitFor()
      .catch(() => {}),
    movedOn(player, said),
  ])
  if (await visible(player, 'play')) return text
  if ((await player.say()) === said && (await confirm.count()) > 0) await player.press(confirm)
  await movedOn(player, said)
  return text
}

async function plays(player, done) {
  const alive = watchdog(player)
  for (;;) {
    await alive()
    if ((await visible(player, 'end')) || done?.()) return
    if (await visible(player, 'see-result')) await player.press(player.at('see-result'))
    else if (await visible(player, 'skip')) await player.press(player.at('skip'), { timeout: 1000 }).catch(() => {})
    else if (await visible(player, 'play')) {
      await player.press(player.at('play'))
      await player.at('play').waitFor({ state: 'detached' })
      player.anew()
    } else if (await visible(player, 'place')) await goesOn(player, player.at('place'))
    else if ((await starting(player, 'spot-bridge-').count()) > 0) await builds(player)
    else if (await visible(player, 'number')) await bids(player)
    else if ((await starting(player, 'answer-castle:').count()) > 0) {
      await answers(player, starting(player, 'answer-castle:').first(), 'castle')
      see(CASTLE)
    } else if ((await starting(player, 'answer-offer').count()) > 0) {
      await answers(player, starting(player, 'answer-offer').first(), 'offer')
      see(OFFER)
    } else if ((await starting(player, 'answer-buy').count()) > 0) {
      const text = await answers(player, starting(player, 'answer-buy').first(), 'deal')
      check('The highest bid is told', /highest bid is \d+/.test(text), text)
      see(DEAL)
    } else if ((await starting(player, 'answer-lord:').count()) > 0)
      await answers(player, starting(player, 'answer-lord:').first(), 'lord')
    else if ((await starting(player, 'spot-').count()) > 0) {
      const knight = starting(player, 'spot-city')
      const stands = (await knight.count()) > 0
      await goesOn(player, stands ? knight.first() : player.at('pass'), { force: stands })
    } else if ((await visible(player, 'hand-tile')) && (await player.page.locator('[data-space]').count()) > 0) {
      const spaces = player.page.locator('[data-space]')
      await goesOn(player, spaces.nth(player.pick(await spaces.count())), { force: true })
    } else await player.page.waitForTimeout(40)
  }
}

async function begins(player, url) {
  await player.page.goto(`${url}/new`)
  await player.press(player.at('preset-bridge-party'))
  await player.at('name').fill('Mila')
  await player.press(player.at('create-game'))
  await player.at('seats').waitFor()
}

async function endTable(player) {
  await picture(player, 'end')
  await addsUp(player, 2)
  tell(`  over: ${await player.at('winner').textContent()}`)
}

/** On the analysis board a road and castles come and go by taps beside the tile's places. */
async function onTheBoard(player, url) {
  await player.page.goto(`${url}/board#1/new/bridges_castles_bazaars=2017/Mila,Noor/E.0.0.0~E.0.-1.2/0,0/`)
  await player.press(player.at('tab-followers'))
  const kept = (text) => player.page.waitForFunction((part) => location.hash.includes(part), text)
  for (let attempt = 1; !(await visible(player, 'further')); attempt++) {
    check('A tap chooses the tile', attempt < 6) // on a slow machine the land may still move under the finger
    const { x, y, width, height } = await player.at('piece-0').boundingBox()
    await player.page.touchscreen.tap(x + width / 2, y + height * 0.8)
    await player
      .at('further')
      .waitFor({ timeout: 2000 })
      .catch(() => {})
  }
  await player.press(player.at('further-overe@bridge'))
  await kept('E.0.0.0.e*over.0.bridge')
  await player.page.locator('[data-testid="road-0,0"][data-lies="e"]').first().waitFor({ state: 'attached' })
  await player.press(player.at('further-over@follower'))
  await kept('*over.0~')
  await picture(player, 'board')
  await player.press(player.at('further-overe@bridge'))
  await player.page.waitForFunction(() => !location.hash.includes('over'))
  await player.press(player.at('spot-city@castle'))
  await kept('*city.0.castle')
  const problems = await player.page.locator('[data-testid^="problem-"]').allTextContents()
  check('A castle may lie there', !problems.some((text) => /castle/i.test(text)), problems.join())
  tell('  bridge and castle on the analysis board')
}

async function bridges(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  const phone = await openPage(browser, PHONE)
  const mila = new Player(desk.page, { seed: 7 })
  const noor = new Player(phone.page, { seed: 8, touch: true })
  let playing = mila
  try {
    for (let game = 1; ; game++) {
      tell(`game ${game}`)
      await begins(mila, server.url)
      await plays(mila)
      await endTable(mila)
      const missing = WANTED.filter((w) => !seen.has(w))
      if (missing.length === 0) break
      check('Everything comes within six games', game < 6, `not seen: ${missing.join(', ')}`)
    }
    playing = noor
    const tapped = () => seen.has(TAPPED)
    for (let game = 1; !tapped(); game++) {
      check('A bridge can be built within three games', game < 4)
      await begins(noor, server.url)
      await plays(noor, tapped)
    }
    await onTheBoard(noor, server.url)
    for (const { watch } of [desk, phone])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await playing.shot(`failed-bridges${playing.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await runWithBox(bridges, { id: 'bridge-party', tiles: TILES, preset: PRESET, files })
