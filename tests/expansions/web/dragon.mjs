// A whole short game with princess and dragon, half tiles and hands against two bots, in the real client and the real
// server: the fairy put beside a follower by clicking, the dragon's steps by clicking the space, a figure through the
// portal, somebody sent home, the points of the fairy explained, the end table, the same on the analysis board. Then a
// step by touch at 390 x 844. What is drawn is chance: games are played until everything was seen.
// BASTIDE, OUT as in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, number, openPage, pictures, visible, watchdog, PHONE, Player } from '../../web/player.mjs'
import { sights, tell } from '../../web/run.mjs'

const TILES = `id = "dragon-party"
name = "Dragon party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 9)}
`
const PRESET = `[[preset]]
id = "dragon-party"
name = ${named('Dragon party')}
sentence = ${named('Few tiles, and a dragon.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "dragon-party" } ]
seats = { min = 2, max = 5 }
options = { princess_and_dragon = "2016", halflings = "first", half_tiles = 1, half_sets = "one", draw = "hand" }
`
// In place of the expansion's thirty: fields, which fit nearly everywhere.
const meadow = (id, count, type) => `[[tile]]
id = "${id}"
count = ${count}
sides = { N = "field", E = "field", S = "field", W = "field" }
features = [{ type = "field", ports = "NNW NNE ENE ESE SSE SSW WSW WNW" }]
symbols = [{ type = "${type}" }]
`
const DRAGON_TILES = `id = "princess-and-dragon-c2"
name = "Princess and dragon"
source = "P"
prefix = "PD-"
shape = "square"

${meadow('24', 3, 'volcano')}
${meadow('02', 5, 'dragon')}
${meadow('03', 4, 'portal')}
${cap('04', 2)}symbols = [{ type = "princess", city = "N" }]
`
const files = {
  'expansions/princess-and-dragon/tiles/princess-and-dragon-c2.toml': DRAGON_TILES,
  'expansions/princess-and-dragon/jcz.toml': null, // it names the tiles that are not there now
}

const STEP = 'The dragon steps by a click on the space'
const FAIRY = 'The fairy goes beside a follower by a click on the landscape'
const PORTAL = 'A follower goes through the portal'
const TAPPED = 'The dragon steps by a tap on the space'
const WANTED = [STEP, FAIRY, PORTAL, "The fairy's points are explained"]

const { seen, see } = sights()
const picture = pictures('dragon', 0)

const marks = (player, verb) => player.page.locator(`button[data-testid^="spot-${verb}:"]:enabled`)
const figure = (player, kind) => player.page.locator(`[data-testid^="follower-"][data-figure="fig-${kind}"]`)
/** Where a figure without a seat stands, on the screen. */
const spotOf = (player, kind) => figure(player, kind).evaluate((it) => `${it.style.left} ${it.style.top}`)

async function asks(player) {
  if (await visible(player, 'end')) return 'over'
  if (await visible(player, 'see-result')) return 'result'
  if (await visible(player, 'skip')) return 'award'
  if ((await marks(player, 'dragon').count()) > 0) return 'step'
  const tiles = player.page.locator('[data-testid="hand-tile"], [data-tile]')
  const goes = player.page.locator('[data-space], [data-testid="pass"]:enabled')
  if ((await tiles.count()) > 0 && (await goes.count()) > 0) return 'turn'
  return null
}

/** One step, by the space: as an answer of its own, or as the last of a turn. */
async function steps(player) {
  const spaces = marks(player, 'dragon')
  const from = await spotOf(player, 'dragon')
  check('Each step has its row', (await player.page.locator('[data-testid^="answer-dragon:"]').count()) > 0)
  const ready = player.page.locator('[data-testid="confirm"]:enabled, [data-testid="play"]:enabled')
  await picture(player, 'step')
  const byKey = !player.touch && seen.has(STEP) // the first by mouse, the others by key
  if (byKey) {
    await player.page.keyboard.press('1')
    await ready.first().waitFor()
  } else await player.pressUntil(spaces.nth(player.pick(await spaces.count())), ready.first())
  await picture(player, 'step-chosen')
  const text = await player.at('do').textContent()
  if (byKey) await player.page.keyboard.press('Enter')
  else await player.press(ready.first())
  await player.page.waitForFunction((was) => {
    const it = document.querySelector('[data-testid^="follower-"][data-figure="fig-dragon"]')
    return it && `${it.style.left} ${it.style.top}` !== was
  }, from)
  check('It is said what is asked', /dragon/i.test(text), text)
  see(player.touch ? TAPPED : byKey ? 'The dragon steps by key' : STEP)
}

async function award(player) {
  const text = await player.at('say').textContent()
  const why = player.at('why-shown')
  if (!player.touch && /fairy/i.test(text) && !seen.has("The fairy's points are explained")) {
    await player.press(why, { timeout: 1000 }).catch(() => {})
    if (!(await visible(player, 'why-panel'))) return
    const panel = await player.at('why-panel').textContent()
    check('The fairy and her rule are named', /fairy/i.test(panel) && /FAIRY-\d/.test(panel), panel)
    await picture(player, 'why')
    await player.press(player.at('why-close'))
    return see("The fairy's points are explained")
  }
  await player.press(player.at('skip'), { timeout: 1000 }).catch(() => {})
}

/** The tile of those in hand that brings most: a volcano while there is no dragon, then its steps. */
async function takesUp(player) {
  const cards = player.page.locator('[data-tile]')
  const all = await cards.evaluateAll((list) =>
    list.map((c) => ({ tile: c.dataset.tile, none: /fits nowhere/.test(c.getAttribute('aria-label')) })),
  )
  const there = (await figure(player, 'dragon').count()) > 0
  const wish = (tile) => {
    const own = /^princess-and-dragon-c2 0(\d)$/.exec(tile)
    if (own?.[1] === '3' && !seen.has(PORTAL)) return -1
    return own === null ? 2 : (there ? [9, 0, 1, 1] : [0, 9, 1, 1])[Number(own[1]) - 1]
  }
  const best = all.filter((c) => !c.none).sort((a, b) => wish(a.tile) - wish(b.tile))[0]
  if (!best) return
  const card = player.page.locator(`[data-tile="${best.tile}"]`).first()
  if ((await card.getAttribute('aria-checked')) === 'true') return
  await player.press(card, { timeout: 2000 }).catch(() => {})
  await player.page
    .locator(`[data-tile="${best.tile}"][aria-checked="true"]`)
    .first()
    .waitFor({ timeout: 3000 })
    .catch(() => {})
}

/** What is offered beside a place on the tile, by its mark on the landscape or, out of view, by its row. */
async function chooses(player) {
  const play = player.at('play')
  const verbs = [
    ['portal', PORTAL],
    ['princess', 'Somebody is sent home by the princess'],
    ['fairy', FAIRY],
  ]
  for (const [verb, what] of verbs) {
    const row = player.page.locator(`[data-testid^="answer-${verb}:"]`)
    const mark = marks(player, verb)
    const many = (await visible(player, 'picker')) || (await player.page.locator('[data-testid^="group-"]').count()) > 0
    if (seen.has(what) || ((await mark.count()) === 0 && (await row.count()) === 0)) continue
    await picture(player, verb)
    if ((await mark.count()) > 0 && !many) {
      await player.press(player.page.getByRole('button', { name: /Show all|whole/i }).first()).catch(() => {})
      const before =
        verb === 'fairy' && (await figure(player, 'fairy').count()) > 0 ? await spotOf(player, 'fairy') : ''
      // on a dragon tile, its step is asked next
      await player.pressUntil(mark.first(), play.or(marks(player, 'dragon')).first())
      await picture(player, `${verb}-chosen`)
      return { what, verb, before }
    }
  }
  const place = player.page.locator('[data-testid^="spot-city"]').first()
  if ((await place.count()) > 0) await player.pressUntil(place, play.or(marks(player, 'dragon')).first())
  else if (await visible(player, 'pass')) await player.press(player.at('pass'))
  else await player.press(player.page.locator('[data-testid^="answer-"]').first())
  return null
}

async function takesTurn(player) {
  await takesUp(player)
  const spaces = player.page.locator('[data-space]')
  if ((await spaces.count()) === 0) return player.press(player.at('pass')) // no half tile of mine fits
  // where nobody can be placed, a dragon tile asks for its step at once
  const asked = player.placed().or(player.at('say').filter({ hasText: /dragon go/ }))
  await player.pressUntil(spaces.nth(player.pick(await spaces.count())), asked)
  if (await visible(player, 'place')) await player.press(player.at('place'))
  // What follows, the server says a moment after the tile lies: a figure, the dragon's step, or nothing.
  const any = player.page.locator('[data-testid^="answer-"], [data-testid^="spot-"], [data-testid="picker"]')
  await player.at('play').or(any).filter({ visible: true }).first().waitFor()
  let chosen = null
  if (!(await visible(player, 'play')) && (await marks(player, 'dragon').count()) === 0) chosen = await chooses(player)
  // a dragon tile asks on, within the turn
  await player.at('play').or(marks(player, 'dragon')).first().waitFor()
  if (await visible(player, 'play')) {
    await player.press(player.at('play'))
    await player.at('play').waitFor({ state: 'detached' })
  } else await steps(player)
  player.turns++
  if (chosen?.verb === 'fairy') await figure(player, 'fairy').first().waitFor({ state: 'attached' })
  if (chosen) see(player.touch ? `${chosen.what} (touch)` : chosen.what)
}

async function plays(player, done) {
  const alive = watchdog(player)
  for (;;) {
    await alive()
    const what = await asks(player)
    if (what === 'over' || done?.()) return what
    if (what === 'result') await player.press(player.at('see-result'))
    else if (what === 'award') await award(player)
    else if (what === 'step') await steps(player)
    else if (what === 'turn') {
      player.anew()
      await takesTurn(player)
    } else await player.page.waitForTimeout(40)
  }
}

async function begins(player, url) {
  await player.page.goto(`${url}/new`)
  await player.press(player.at('preset-dragon-party'))
  await player.at('name').fill('Mila')
  await player.press(player.at('add-seat'))
  await player.press(player.at('seat-kind-2'))
  const bots = player.page.locator('[data-testid^="who-"]:not([data-testid="who-open"], [data-testid="who-here"])')
  await player.press(bots.first())
  await player.press(player.at('create-game'))
  await player.at('seats').waitFor()
}

async function endTable(player) {
  await picture(player, 'end')
  await addsUp(player, 3)
  tell(`  over: ${await player.at('winner').textContent()}`)
}

/** The finished game on the analysis board: everybody stands there as at the end, and it counts the same. */
async function onTheBoard(player) {
  const KINDS = ['dragon', 'fairy']
  const count = (kind) => figure(player, kind).count()
  const stood = await Promise.all(KINDS.map(count))
  const totals = await Promise.all([0, 1, 2].map((seat) => number(player.at(`total-${seat}`))))
  await player.press(player.at('open-board'))
  await player.page.waitForURL(/\/board#/)
  const own = player.page.locator('.verdict:not(.stale) [data-testid^="total-"]').first()
  await own.waitFor()
  const counted = (await own.textContent()).replace(/[^\d−]/g, '').replaceAll('−', '-')
  await player.page.waitForTimeout(500)
  await picture(player, `end-on-board${stood.join('')}`)
  check('The board counts what the game did', counted === totals.join(''), `${counted} instead of ${totals}`)
  const stand = await Promise.all(KINDS.map(count))
  check('Who stood at the end stands there', stand.join() === stood.join(), `${stand} instead of ${stood}`)
  const problems = player.page.locator('[data-testid="problems"] h3')
  check('Nothing is impossible', (await problems.count()) === 0, await problems.allTextContents().then((t) => t.join()))
  tell(`  on the board: ${totals.join(' : ')}, ${KINDS.filter((_, i) => stood[i]).join(' and ') || 'nobody else'}`)
}

async function dragon(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  const phone = await openPage(browser, PHONE)
  const mila = new Player(desk.page, { seed: 5 })
  const noor = new Player(phone.page, { seed: 6, touch: true })
  let playing = mila
  try {
    for (let game = 1; ; game++) {
      tell(`game ${game}`)
      await begins(mila, server.url)
      await plays(mila)
      await endTable(mila)
      await onTheBoard(mila)
      const missing = WANTED.filter((w) => !seen.has(w))
      if (missing.length === 0) break
      check('Everything comes within five games', game < 5, `not seen: ${missing.join(', ')}`)
    }
    playing = noor
    const tapped = () => seen.has(TAPPED)
    for (let game = 1; !tapped(); game++) {
      check('The dragon comes within three games', game < 4)
      await begins(noor, server.url)
      await plays(noor, tapped)
    }
    for (const { watch } of [desk, phone])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await playing.shot(`failed-dragon${playing.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await runWithBox(dragon, { id: 'dragon-party', tiles: TILES, preset: PRESET, files })
