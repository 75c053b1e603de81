// A whole short game with half tiles against a bot, in the real client and the real server, by mouse and keys at
// 1440 x 900: the draft, half tiles laid instead of drawing, two of them in one space, the hill's hidden tile, the crop
// circle with its answers, the end table. Then the draft, a half tile and the crop circle again by touch at 390 x 844.
// The box holds twelve tiles.
// BASTIDE, OUT as in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, oneStop, openPage, pictures, visible, watchdog, PHONE, Player } from '../../web/player.mjs'
import { tell } from '../../web/run.mjs'

const TILES = `id = "half-party"
name = "Half party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 5)}
[[tile]]
id = "F"
count = 6
sides = { N = "field", E = "field", S = "field", W = "field" }
features = [{ type = "field", ports = "NNW NNE ENE ESE SSE SSW WSW WNW" }]
`
const PRESET = `[[preset]]
id = "half-party"
name = ${named('Half party')}
sentence = ${named('Few tiles, and half tiles to pick.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "half-party" } ]
seats = { min = 2, max = 5 }
options = { halflings = "draft", half_tiles = 6 }
`
// Those with symbols first, then those whose long side is all field: any two of them share a space.
const CROP = 'halflings-2 04'
const HILL = 'halflings-2 03'
const WANTED = [
  CROP,
  HILL,
  'halflings-2 01',
  'halflings-1 10',
  'halflings-1 06',
  'halflings-1 01',
  'halflings-1 05',
  'halflings-1 08',
  'halflings-1 03',
]

const enabled = (player, id) =>
  player
    .at(id)
    .isEnabled({ timeout: 200 })
    .catch(() => false)
const picture = pictures('halves')
const seen = new Map()
function see(what, player) {
  const where = player.touch ? 'phone' : 'desk'
  if (!seen.get(what)?.has(where)) tell(`  ${what}${player.touch ? ' (touch)' : ''}`)
  seen.set(what, (seen.get(what) ?? new Set()).add(where))
}
const saw = (what, player) => seen.get(what)?.has(player.touch ? 'phone' : 'desk') ?? false

/** Where every piece lies, by its number. */
const pieces = (player) =>
  player.page.locator('[data-testid^="piece-"]').evaluateAll((all) =>
    all.map((it) => {
      const [x, y] = [it.style.left, it.style.top].map((v) => parseFloat(v) / 1000)
      return { piece: Number(it.dataset.testid.slice(6)), at: `${x}-${y}`, x, y }
    }),
  )

async function asks(player) {
  if (await visible(player, 'end')) return 'over'
  if (await visible(player, 'skip')) {
    await picture(player, 'award')
    await player.press(player.at('skip'), { timeout: 1000 }).catch(() => {})
  }
  if ((await visible(player, 'confirm')) && (await player.page.locator('[data-testid^="tray-"]:enabled').count()) > 0)
    return 'pick'
  // by the rings alone: a phone has no rows for what can be tapped on the landscape
  if (
    (await visible(player, 'confirm')) &&
    (await player.page.locator('button[data-testid^="ring-"]:enabled').count()) > 0
  )
    return 'answer'
  if ((await visible(player, 'held')) && (await visible(player, 'pass')) && (await enabled(player, 'pass')))
    return 'reserve'
  if ((await visible(player, 'hand-tile')) && (await player.page.locator('[data-space]').count()) > 0) return 'turn'
  return null
}

async function picks(player) {
  const cards = player.page.locator('button[data-testid^="tray-"]')
  const lying = await cards.count()
  const held = await player.page.locator('[data-testid="pile"] .still').count()
  check(
    'Those that are taken stay in sight, with who took them',
    lying + (await player.at('tray').locator('.gone').count()) === 24,
  )
  const have = new Set(await cards.evaluateAll((all) => all.map((c) => c.dataset.testid.slice(5))))
  const id = WANTED.map((w) => w.replace(' ', '-')).find((w) => have.has(w)) ?? [...have][0]
  if (id === CROP.replace(' ', '-')) await picture(player, 'draft-begin')
  check('Nothing can be taken before one is chosen', !(await player.at('confirm').isEnabled()))
  await player.press(player.at(`tray-${id}`))
  if (held === 2) await picture(player, 'draft')
  await player.page.locator('[data-testid="confirm"]:enabled').waitFor()
  if (!player.touch && held === 0) await oneStop(player.page, player.at('tray'))
  if (!player.touch && held === 1) await player.page.keyboard.press('Enter')
  else await player.press(player.at('confirm'))
  await player.page.waitForFunction((n) => {
    const pile = document.querySelector('[data-testid="pile"]')
    return !document.querySelector('[data-testid="tray"]') || (pile && pile.querySelectorAll('.still').length > n)
  }, held)
  see('Half tiles are picked in turn', player)
}

/** The tile lies. Where nobody can be placed on it, its question is asked at once. */
const laid = (player) => player.placed().or(player.at('answer-crop:knight:add')).first()

/** From the lying tile to Play, with a follower where there is one to spare. */
async function finishes(player) {
  await laid(player).waitFor()
  if (await visible(player, 'place')) await player.press(player.at('place'))
  // What follows, the server says a moment after the tile lies.
  const spots = player.page.locator('[data-testid^="spot-"]')
  const question = player.at('answer-crop:knight:add')
  await player.at('play').or(spots).or(question).first().waitFor()
  if (!(await visible(player, 'play')) && !(await question.isVisible())) {
    const knight = player.page.locator('[data-testid^="spot-city"]')
    await player.press((await knight.count()) > 0 ? knight.first() : spots.first())
  }
  await player.at('play').or(question).first().waitFor()
  if (await question.isVisible()) return chooses(player)
  await player.press(player.at('play'))
  player.turns++
  await player.at('play').waitFor({ state: 'detached' })
}

async function takesUp(player, tile) {
  const card = player.page.locator(`[data-tile="${tile}"]`)
  if (player.touch) await player.press(card)
  else {
    const nth = await player.page
      .locator('[data-tile]')
      .evaluateAll((all, wanted) => all.findIndex((c) => c.dataset.tile === wanted), tile)
    await player.page.keyboard.press(String(nth + 1))
  }
  await player.page.waitForFunction(
    (t) => document.querySelector(`[data-tile="${t}"]`)?.getAttribute('aria-checked') === 'true',
    tile,
  )
}

/** A half tile where one is due, else the tile that is drawn. */
async function mayLayHalf(player) {
  check(
    'Drawing is the filled button until a half tile is picked up',
    await player.at('pass').evaluate((b) => b.classList.contains('pri')),
  )
  await picture(player, 'reserve')
  if (!player.touch && player.turns === 0) await oneStop(player.page, player.at('held'))
  const cards = await player.page
    .locator('[data-tile]')
    .evaluateAll((all) =>
      all.map((c) => ({ tile: c.dataset.tile, fits: !/fits nowhere/.test(c.getAttribute('aria-label')) })),
    )
  const fitting = cards.filter((c) => c.fits).map((c) => c.tile)
  const figures = await player.page.locator(`[data-figure="fig-knight-${player.seat}"]`).count()
  const plain = fitting.filter((t) => t !== CROP && t !== HILL)
  const tile = player.half
    ? plain[0] // beside the one that lies alone in its space
    : player.turns === 1
      ? plain[0]
      : fitting.includes(CROP) && figures > 0 && player.turns > 2
        ? CROP
        : fitting.includes(HILL) && saw('Two half tiles share a space', player)
          ? HILL
          : player.turns % 2 === 0 || fitting.length === 0
            ? null
            : (plain[0] ?? null)
  if (!tile) {
    if (player.touch) await player.press(player.at('pass'))
    else await player.page.keyboard.press('0')
    await player.at('held').waitFor({ state: 'detached' })
    return see('A tile is drawn instead', player)
  }
  await takesUp(player, tile)
  check('Drawing stays possible', await player.at('pass').isEnabled())
  check('It is no longer the filled button', !(await player.at('pass').evaluate((b) => b.classList.contains('pri'))))
  if (player.touch)
    await player.press(player.page.locator(`[data-tile="${tile}"]`)) // a tap turns it
  else await player.page.keyboard.press('r')
  const spaces = await player.page
    .locator('[data-space]')
    .evaluateAll((all) => all.map((s) => s.dataset.testid.slice(6)))
  const shared = player.half && spaces.includes(player.half) ? player.half : null
  await picture(player, shared ? 'spaces-shared' : 'spaces')
  const taken = new Set((await pieces(player)).map((p) => p.at))
  const at = shared ?? spaces.find((s) => !taken.has(s)) ?? spaces[0]
  await player.pressUntil(player.at(`space-${at}`), laid(player))
  await picture(player, shared ? 'ghost-shared' : 'ghost')
  await finishes(player)
  await player.page.waitForFunction((t) => !document.querySelector(`[data-tile="${t}"]`), tile)
  see('A half tile is laid instead of drawing', player)
  if (shared) {
    let together = 0
    for (let i = 0; i < 100 && together < 2; i++) {
      // it lies there once the server has said so
      together = (await pieces(player)).filter((p) => p.at === at).length
      await player.page.waitForTimeout(50)
    }
    check('Two pieces lie in one space', together === 2, `${together} at ${at}`)
    see('Two half tiles share a space', player)
    player.shared = at
    player.half = null
  } else if (!saw('Two half tiles share a space', player) && tile !== CROP && tile !== HILL) player.half = at
  if (tile === HILL) {
    await player.page.locator('[data-testid^="piece-"][data-raised]').waitFor({ state: 'attached' })
    see('A hidden tile lies under the hill', player)
    await picture(player, 'hill')
  }
}

async function chooses(player) {
  await picture(player, 'crop')
  check('Kind and action are both to be chosen', !(await visible(player, 'play')))
  const answer = player.at(`answer-crop:knight:${player.touch ? 'home' : 'add'}`)
  await player.press(answer)
  const mine = player.page.locator('button[data-testid^="ring-"]:enabled')
  await player.at('play').or(mine).first().waitFor()
  check('The figures of that kind are ringed', (await player.page.locator('[data-testid^="ring-"]').count()) > 0)
  const text = await player.at('do').textContent()
  check('The sentence names both', (player.touch ? /take .*knights? back/ : /add .*knights?/).test(text), text)
  await picture(player, 'crop-chosen')
  const own = !(await visible(player, 'play')) // nobody else has one: my answer belongs to the turn
  if (own) {
    // Where marks are too near each other to be hit, a press only marks one of them.
    const sure = player.at('confirm')
    await player.pressUntil(mine.first(), player.at('play').or(sure).first())
    if (await sure.isVisible()) await player.press(sure)
  }
  await player.press(player.at('play'))
  player.turns++
  await answer.waitFor({ state: 'detached' })
  see('The crop circle: a kind and an action are chosen', player)
  if (own) see(player.touch ? 'A follower is taken back' : 'A follower is added beside one of mine', player)
}

async function answers(player) {
  const rings = player.page.locator('button[data-testid^="ring-"]:enabled')
  check(
    'My own figures are ringed, and nothing else',
    (await rings.count()) === (await player.page.locator('[data-testid^="answer-"][role="radio"]').count()),
  )
  const adds = !(await player.page.locator('[data-testid^="answer-"] [data-sign="home"]').count())
  const before = await player.page.locator('[data-testid^="follower-"]').count()
  await picture(player, 'answer')
  const ready = player.page.locator('[data-testid="confirm"]:enabled')
  await player.pressUntil(rings.first(), ready)
  await picture(player, 'answer-chosen')
  await player.press(ready)
  await ready.waitFor({ state: 'detached' })
  await player.page.waitForFunction(
    (n) => document.querySelectorAll('[data-testid^="follower-"]').length === n,
    before + (adds ? 1 : -1),
  )
  if (adds) await picture(player, 'two-figures')
  see(adds ? 'A follower is added beside one of mine' : 'A follower is taken back', player)
}

/** By keys: what is in the space that two tiles share. */
async function asksWhatIsThere(player) {
  const all = await pieces(player)
  const to = all.find((p) => p.at === player.shared)
  await player.page.getByTestId('table').focus()
  await player.page.keyboard.press('ArrowRight') // the cursor appears where the last tile lies
  let spoken = await player.at('spoken').textContent()
  const at = /(-?\d+),(-?\d+):/.exec(spoken)?.slice(1).map(Number) ?? [0, 0]
  for (const [by, minus, plus] of [
    [to.x - at[0], 'ArrowLeft', 'ArrowRight'],
    [to.y - at[1], 'ArrowUp', 'ArrowDown'],
  ])
    for (let i = 0; i < Math.abs(by); i++) await player.page.keyboard.press(by < 0 ? minus : plus)
  await player.page.keyboard.press('i')
  for (let i = 0; i < 40 && !/in the same space/.test(spoken); i++) {
    await player.page.waitForTimeout(50)
    spoken = await player.at('spoken').textContent()
  }
  check('Both tiles of a space are told', /in the same space/.test(spoken), spoken)
  see('Keys tell both tiles of a space', player)
  await player.page.keyboard.press('Escape')
  await player.page.keyboard.press('Escape')
}

async function plays(player, done) {
  const alive = watchdog(player)
  for (;;) {
    await alive()
    const what = await asks(player)
    if (what === 'over' || done?.()) return
    if (what) player.anew()
    if (what === 'pick') await picks(player)
    else if (what === 'reserve') {
      if (!player.touch && player.shared && !saw('Keys tell both tiles of a space', player))
        await asksWhatIsThere(player)
      await mayLayHalf(player)
    } else if (what === 'answer') await answers(player)
    else if (what === 'turn') {
      const spaces = player.page.locator('[data-space]')
      await picture(player, 'drawn')
      await player.pressUntil(spaces.nth(player.pick(await spaces.count())), laid(player))
      await finishes(player)
    } else await player.page.waitForTimeout(40)
  }
}

async function begins(player, url) {
  await player.page.goto(`${url}/new`)
  await player.press(player.at('preset-half-party'))
  await player.at('name').fill('Mila')
  await player.press(player.at('create-game'))
  await player.at('seats').waitFor()
  player.seat = 0
}

async function endTable(player) {
  await picture(player, 'end')
  await addsUp(player, 2)
  tell(`  over: ${await player.at('winner').textContent()}`)
}

async function halves(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const phone = await openPage(browser, PHONE)
  const mila = new Player(desk.page, { seed: 3 })
  const noor = new Player(phone.page, { seed: 4, touch: true })
  let playing = mila
  try {
    await begins(mila, server.url)
    await plays(mila)
    await endTable(mila)
    for (const what of [
      'Two half tiles share a space',
      'A hidden tile lies under the hill',
      'A follower is added beside one of mine',
      'Keys tell both tiles of a space',
      'A tile is drawn instead',
    ])
      check(`Seen: ${what}`, saw(what, mila))
    playing = noor
    await begins(noor, server.url)
    await plays(
      noor,
      () => saw('A follower is taken back', noor) && saw('A half tile is laid instead of drawing', noor),
    )
    for (const what of ['Half tiles are picked in turn', 'A half tile is laid instead of drawing'])
      check(`Seen by touch: ${what}`, saw(what, noor))
    for (const { watch } of [desk, phone])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await playing.shot(`failed-halves${playing.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await runWithBox(halves, { id: 'half-party', tiles: TILES, preset: PRESET, deal: 2 })
