// Abbots and house rules in the real client and the real server: two people, one with mouse and keys at 1440 x 900, one
// by touch at 390 x 844. Their box holds fourteen tiles that make rare things certain, whatever the order of the draws:
// gardens for the abbots and to build a hole, two caps of which the second is the only tile to complete the city of the
// start tile, and two crossroads that fit nowhere. They play whole games, each the rematch of the one
// before, until all was seen, and begin one more.
// BASTIDE, OUT as in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { check, number, openPage, pictures, until, visible, watchdog, PHONE, Player } from '../../web/player.mjs'
import { tell } from '../../web/run.mjs'

const FIELD = 'NNW NNE ENE ESE SSE SSW WSW WNW'
const TILES = `id = "garden-party"
name = "Garden party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 2)}
[[tile]]
id = "F"
count = 9
sides = { N = "field", E = "field", S = "field", W = "field" }
features = [{ type = "field", ports = "${FIELD}" }]
illustration = "garden"
variants = [{ illustration = "garden", count = 9 }]

[[tile]]
id = "X"
count = 2
sides = { N = "road", E = "road", S = "road", W = "road" }
features = [
  { type = "road", sides = "N", end = "village" },
  { type = "road", sides = "E", end = "village" },
  { type = "road", sides = "S", end = "village" },
  { type = "road", sides = "W", end = "village" },
  { type = "field", ports = "NNE ENE" },
  { type = "field", ports = "ESE SSE" },
  { type = "field", ports = "SSW WSW" },
  { type = "field", ports = "WNW NNW" },
]
junction_look = "houses"
`
const PRESET = `[[preset]]
id = "garden-party"
name = ${named('Garden party')}
sentence = ${named('Few tiles, and every house rule.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "garden-party" } ]
seats = { min = 2, max = 5 }
options.abbots = "on"
options.first = "rolled"
options.offers = "on"
options.holes = "on"
options.bag = "back"
options.track = "hundred-dice"
options.table = "standard"
options.table_width = 7
options.table_height = 5
options.tie = "replay"
`

// Round the space 0,1, south of the start tile: when all of these hold a tile, laying one there fills a hole.
const RING = ['1-0', '1-1', '1-2', '0-2', '-1-2', '-1-1'].map((at) => `space-${at}`)
const HOLE = 'space-0-1'
const CITY = 'space-0--1' // north of the start tile

const seen = new Map() // what has been seen, and on which screens
function see(what, player) {
  if (!seen.has(what)) tell(`  ${what}`)
  seen.set(what, (seen.get(what) ?? new Set()).add(player.touch ? 'phone' : 'desk'))
}
const picture = pictures('house')

/** What this page asks for: 'begins', 'offer', 'sale', 'turn', 'over', or null while it waits. */
async function asks(player) {
  if (await visible(player, 'end')) return 'over'
  if (await visible(player, 'skip')) {
    await picture(player, 'award')
    await player.press(player.at('skip'), { timeout: 1000 }).catch(() => {})
  }
  const notice = await player
    .at('notice')
    .textContent({ timeout: 50 })
    .catch(() => '')
  if (/back into the bag \(DRAW-3\)/.test(notice)) {
    see('A tile that fits nowhere goes back into the bag (DRAW-3)', player)
    await picture(player, 'back')
  }
  if (/another turn: the hole is filled \(HOUSE-HOLE\)/i.test(notice)) {
    see('A filled hole gives another turn (HOUSE-HOLE)', player)
    await picture(player, 'again')
  }
  if (await visible(player, 'answer-begins:1')) return 'begins'
  if (await visible(player, 'number')) return 'offer'
  if (await player.page.locator('[data-testid^="answer-sell"]').count()) return 'sale'
  if ((await visible(player, 'hand-tile')) && (await player.page.locator('[data-space]').count()) > 0) return 'turn'
  return null
}

async function begins(player, other, names) {
  check('It says why it asks', /rolled a standing follower/.test(await player.at('do').textContent()))
  await other
    .at('do')
    .filter({ hasText: `${names[player.seat]} is asked` })
    .waitFor()
  check('The other is not asked', !(await visible(other, 'answer-begins:1')))
  check(
    'A die shows 6 before the first lap',
    (await player.page.locator('.lap b').allTextContents()).every((t) => t.startsWith('⚅')),
  )
  await picture(player, 'begins')
  const named = player.random() < 0.5 ? player.seat : other.seat
  await player.press(player.at(`answer-begins:${named + 1}`))
  await player.press(player.page.locator('[data-testid="confirm"]:enabled'))
  await other
    .at('notice')
    .filter({
      hasText: named === player.seat ? `${names[named]} chooses to begin` : `says that ${names[named]} begins`,
    })
    .waitFor()
  await player
    .at(`seat-${named}`)
    .filter({ has: player.page.locator('.act') })
    .waitFor()
  see('Whoever rolled says who begins (START-1)', player)
}

async function offers(player) {
  const stakes = await player.at('stakes').textContent()
  check('The offer names what the tile would complete', /City, \d tiles?|Garden/.test(stakes), stakes)
  check('It is outlined on the landscape', (await player.at('at-stake').count()) === 1)
  await picture(player, 'offer')
  if (await player.at('more').isEnabled()) await player.press(player.at('more'))
  await player.press(player.page.locator('[data-testid="confirm"]:enabled'))
  await player.at('number').waitFor({ state: 'detached' })
  see('Points are offered for a tile (HOUSE-BUY)', player)
}

async function sells(player) {
  await picture(player, 'sale')
  await player.press(player.page.locator('[data-testid^="answer-sell"]').first())
  await player.press(player.page.locator('[data-testid="confirm"]:enabled'))
  await player.page.locator('[data-testid^="answer-sell"]').waitFor({ state: 'detached' })
  see('An offer is taken', player)
}

/** The next space of the ring, the hole when the ring is full; a cap opens a city first, then closes one. */
async function pickSpace(player) {
  const tile = await player.at('hand-tile').getAttribute('aria-label')
  const isFree = (id) =>
    player
      .at(id)
      .count()
      .then((n) => n > 0)
  if (/city/i.test(tile)) {
    const caps = await player.page.locator('[data-space]').count()
    if (pickSpace.caps++ > 0 && (await isFree(CITY))) return CITY
    check('A cap fits somewhere', caps > 0)
    for (const space of await player.page.locator('[data-space]').all()) {
      // not in the ring: nothing would fit beside its city
      const id = await space.getAttribute('data-testid')
      if (!RING.includes(id) && id !== HOLE) return id
    }
  }
  for (const id of RING) if (await isFree(id)) return id
  if (await isFree(HOLE)) return HOLE
  return player.page.locator('[data-space]').first().getAttribute('data-testid')
}

async function asksWhose(player, seats) {
  await player.page.waitForTimeout(900) // the camera comes to rest
  if (player.touch) {
    const touch = (type, points) => player.cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    for (let attempt = 1; !(await visible(player, 'owner')); attempt++) {
      // on a slow machine the land may still move under the finger
      check('A finger held on a figure brings the label', attempt < 6)
      const box = await player.page.locator('[data-testid^="follower-"]').first().boundingBox()
      await touch('touchStart', [{ x: box.x + box.width / 2, y: box.y + box.height * 0.7 }])
      await player
        .at('owner')
        .waitFor({ timeout: 2000 })
        .catch(() => {})
      await touch('touchEnd', [])
    }
    await picture(player, 'owner')
  } else {
    await player.page.keyboard.press('o')
    await player.at('owner').waitFor()
    await picture(player, 'owner')
  }
  const text = await player.at('owner').textContent()
  check(
    'The label names feature, owner and worth',
    new RegExp(`(${seats.join('|')}) \\d`).test(text) && /if it ended now/.test(text),
    text,
  )
  await (player.touch ? player.page.touchscreen.tap(195, 545) : player.page.keyboard.press('Escape'))
  await player.at('owner').waitFor({ state: 'detached' })
  see(player.touch ? 'A finger held on a garden shows whose it is' : 'Key O shows whose it is', player)
}

async function takesTurn(player, seats) {
  if (seen.size === 0 || !takesTurn.table.has(player.touch)) {
    takesTurn.table.add(player.touch)
    await player.at('table-edge').waitFor({ state: 'attached' })
    check('The table is a fixed one', (await player.at('table-edge').getAttribute('data-kind')) === 'fixed')
    see('The table has an edge (TABLE-STANDARD)', player)
    await picture(player, 'table')
  }
  const again = (await player.say()) === 'Another turn for you'
  if (again) await picture(player, 'again-turn')
  const abbotOnBoard =
    (await player.page.locator(`[data-testid^="follower-"][data-figure$="abbot-${player.seat}"]`).count()) > 0
  if (abbotOnBoard && !takesTurn.asked.has(player.touch)) {
    takesTurn.asked.add(player.touch)
    await asksWhose(player, seats)
  }
  const id = await pickSpace(player)
  await player.pressUntil(player.at(id), player.placed())
  if (await visible(player, 'place')) await player.press(player.at('place'))
  // Whether a figure can be placed, the server says a moment after the tile lies.
  const spots = player.page.locator('[data-testid^="spot-"]')
  await player.at('play').or(spots).first().waitFor()
  if (!(await visible(player, 'play'))) await chooses(player)
  await player.at('play').waitFor()
  await player.press(player.at('play'))
  player.turns++
  await player.at('play').waitFor({ state: 'detached' })
}
takesTurn.table = new Set()
takesTurn.asked = new Set()

/** The abbot home if he stands somewhere, by key where there are keys; else he goes onto a garden, else a follower. */
async function chooses(player) {
  const abbotSpot = player.page.locator('[data-testid^="spot-abbot@"]')
  const home = player.page.locator('[data-testid^="answer-"]', { hasText: 'abbot back' })
  if ((await home.count()) > 0) {
    await picture(player, 'follower')
    // at the very end going home brings what staying would bring: then nothing is told
    const text = await home.textContent()
    check('The choice says where he stands', /back.*Garden, \d spaces?/s.test(text), text)
    if (/\+\d/.test(text)) see('What taking him home brings is told before', player)
    if (player.touch) await player.press(home)
    else await player.page.keyboard.press(await home.locator('kbd').textContent())
    await player.at('say').filter({ hasText: 'Play this?' }).waitFor()
    check('The abbot is what is chosen', /abbot back/.test(await player.at('do').textContent()))
    await picture(player, 'abbot-home')
    see(player.touch ? 'The abbot is taken home by tap' : 'The abbot is taken home by key', player)
  } else if ((await abbotSpot.count()) > 0) await player.press(abbotSpot.first())
  else {
    const knight = player.page.locator('[data-testid^="spot-city"]')
    if ((await knight.count()) > 0) await player.press(knight.first())
    else await player.press(player.at('pass'))
  }
}

/** To its end, or until so many turns were played. */
async function playGame(players, names, turns = 1000) {
  pickSpace.caps = 0
  const alive = watchdog(...players)
  const begin = players.reduce((n, p) => n + p.turns, 0)
  for (;;) {
    await alive()
    if (players.reduce((n, p) => n + p.turns, 0) - begin >= turns) return
    let over = 0
    for (const player of players) {
      const what = await asks(player)
      if (what === 'over') over++
      else if (what === 'begins')
        await begins(
          player,
          players.find((p) => p !== player),
          names,
        )
      else if (what === 'offer') await offers(player)
      else if (what === 'sale') await sells(player)
      else if (what === 'turn') {
        player.anew()
        await takesTurn(player, names)
      }
    }
    if (over === players.length) return
    await players[0].page.waitForTimeout(40)
  }
}

async function endTable(player) {
  await picture(player, 'end')
  const sums = [0, 0]
  for (const cell of await player.page.locator('[data-testid^="cell-"]').all()) {
    const seat = Number((await cell.getAttribute('data-testid')).split('-').at(-1))
    const points = await number(cell)
    sums[seat] += points
    if (await cell.isDisabled()) {
      check('Only an empty cell cannot unfold', points === 0)
      continue
    }
    await player.press(cell)
    const rows = player.at('unfold').locator('.pt')
    await rows.first().waitFor()
    const parts = (await rows.allTextContents()).map((t) => Number(t.replace('+', '').replace('−', '-')))
    check(
      `What is behind ${await cell.getAttribute('aria-label')} adds up`,
      parts.reduce((a, b) => a + b, 0) === points,
      parts.join(' + '),
    )
    await player.press(cell)
  }
  for (const seat of [0, 1]) {
    const total = await number(player.at(`total-${seat}`))
    check(`The categories of seat ${seat} add up to the total`, total === sums[seat], `${sums[seat]} against ${total}`)
  }
  const gardens = (await number(player.at('cell-garden-0'))) + (await number(player.at('cell-garden-1')))
  check('Gardens have earned points', gardens > 0)
  const moved = [await number(player.at('cell-bought-0')), await number(player.at('cell-bought-1'))]
  check('What one paid the other got', moved[0] + moved[1] === 0, moved.join(' and '))
  if (moved[0] !== 0) {
    see('The end table shows a bought tile', player)
    await player.press(player.at('cell-bought-0'))
    await picture(player, 'end-bought')
    await player.press(player.at('cell-bought-0'))
  }
}

async function sit(player, link, name) {
  await player.page.goto(link)
  await player.at('join-name').fill(name)
  await player.press(player.at('take-seat'))
  await player.at('seats').waitFor()
}

async function makeGame(player, url, name) {
  await player.page.goto(`${url}/new`)
  await player.press(player.at('preset-garden-party'))
  await player.at('name').fill(name)
  await player.press(player.at('seat-kind-1'))
  await player.press(player.at('who-open'))
  await player.press(player.at('create-game'))
  return player.at('link-1').inputValue()
}

const gameOf = (player) => new URL(player.page.url()).pathname.split('/').at(-1)
const rulesOf = async (page, game) => {
  const s = await page.evaluate(async (id) => {
    const seat = JSON.parse(localStorage.getItem('bastide.seats')).find((mine) => mine.game === id)
    return (await fetch(`/api/games/${id}`, { headers: { 'x-bastide-keys': seat.token } })).json()
  }, game)
  return JSON.stringify([s.preset, s.options, s.seats.length])
}

async function house(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const phone = await openPage(browser, PHONE)
  const mila = Object.assign(new Player(desk.page, { seed: 1 }), { seat: 0 })
  const noor = Object.assign(new Player(phone.page, { seed: 2, touch: true }), { seat: 1 })
  noor.cdp = await phone.context.newCDPSession(phone.page)
  const players = [mila, noor]
  const names = ['Mila', 'Noor']
  const wanted = ['START-1', 'HOUSE-BUY', 'taken', 'DRAW-3', 'HOUSE-HOLE', 'by key', 'is told before', 'bought tile']
  try {
    await sit(noor, await makeGame(mila, server.url, names[0]), names[1])
    for (let game = 1; ; game++) {
      tell(`game ${game}`)
      const missing = wanted.filter((w) => ![...seen.keys()].some((s) => s.includes(w)))
      if (missing.length === 0) {
        await playGame(players, names, 3)
        break
      }
      check('Everything comes within eight games', game <= 8, `not seen: ${missing.join(', ')}`)
      await playGame(players, names)
      for (const player of players) await endTable(player)
      tell(`  over: ${await mila.at('winner').textContent()}`)
      const last = gameOf(mila)
      await mila.press(mila.at('rematch'))
      await mila.page.waitForURL((to) => to.pathname.startsWith('/game/') && !to.pathname.endsWith(last))
      await until(noor.page, 'The other one is told', async () =>
        (await noor.at('rematch-keeps').textContent()).includes('Mila wants to play again'),
      )
      await noor.press(noor.at('rematch'))
      for (const player of players) await player.at('seats').waitFor()
      check(
        'The rematch has the same rules and seats',
        (await rulesOf(mila.page, last)) === (await rulesOf(mila.page, gameOf(mila))),
      )
      check('It is the same game for both', gameOf(mila) === gameOf(noor))
      // Each has the other's seat now.
      for (const player of players) player.seat = 1 - player.seat
      names.reverse()
      see('A rematch begins with the same setup, one seat on', mila)
    }
    for (const { watch } of [desk, phone])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    for (const player of players) await player.shot(`failed-house${player.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await runWithBox(house, { id: 'garden-party', tiles: TILES, preset: PRESET, deal: 2 })
