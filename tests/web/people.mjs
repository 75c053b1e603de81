// Two people over the net, at a desk and on a phone: a clock that runs, a move, a pause, somebody who resigns, the
// rematch one seat on; then a clock that runs out while nobody looks. Somebody is taken off a seat, somebody is away,
// and a bot plays on for them; two share a device; two tables have the same tiles. OUT: where the pictures go (default
// build/screens).
import { join } from 'node:path'
import { check, makeGame, openPage, until, PHONE, Player, SCREENS } from './player.mjs'
import { run, tell } from './run.mjs'

const gameOf = (player) => new URL(player.page.url()).pathname.split('/').at(-1)
const seconds = (text) => text.split(':').reduce((all, part) => all * 60 + Number(part), 0)

/** Two play at one device, and none has to say that it is their turn. */
async function atOneDevice(mila, url) {
  await mila.page.goto(`${url}/new`)
  await mila.press(mila.at('seat-kind-1'))
  await mila.press(mila.at('who-here'))
  await mila.at('name-1').fill('Tom')
  await mila.shot('people-here-new')
  await mila.press(mila.at('create-game'))
  await mila.at('seats').waitFor()
  const plays = async (seat) => {
    check('It is somebody’s turn', (await mila.next()) === 'turn')
    const whose = await mila.at(`seat-${seat}`).textContent()
    check('The other one plays now', whose.includes('your turn'), whose)
    await mila.layTile()
    await mila.finish()
  }
  await mila.next()
  const first = (await mila.at('seat-0').textContent()).includes('your turn') ? 0 : 1
  for (const seat of [first, 1 - first, first]) await plays(seat)
  await mila.next()
  check('Both are there', !(await mila.at('seats').textContent()).includes('away'))
  await mila.shot('people-here')
  await mila.page.reload()
  await plays(1 - first)
  check('There is nothing to cover', !(await mila.at('cover').isVisible()))
  // One of them gives up: the other one has won, and they play again.
  await mila.next()
  await mila.press(mila.at('resign'))
  await mila.press(mila.at('resign-yes'))
  await mila.at('end').waitFor()
  const keeps = await mila.at('rematch-keeps').textContent()
  check('No seat is kept for who is here', !keeps.includes('keeps a seat'), keeps)
  await mila.press(mila.at('rematch'))
  await mila.at('seats').waitFor()
  check('Tom sits first now', (await mila.at('seat-0').textContent()).includes('Tom'))
  check('and somebody is asked', (await mila.next()) === 'turn')
  tell('two played at one device')
}

/** Somebody has promised a share of the seed and is not there to give it: whoever is there begins without. */
async function shufflesAlone(mila, noor, url) {
  const promise = 'a'.repeat(64)
  const seats = [{ kind: 'me', name: 'Mila', promise }, { kind: 'open' }]
  const game = await makeGame(noor.page, url, { preset: 'classic', together: true, seats })
  await noor.page.evaluate(() => localStorage.setItem('bastide.seats', '[]')) // another device has that seat
  await mila.page.goto(game.link)
  await mila.at('join-name').fill('Tom')
  await mila.press(mila.at('take-seat'))
  await mila.at('shuffling').waitFor()
  check('It says who is missing', (await mila.at('shuffling').textContent()).includes('Mila'))
  check('One waits first', !(await mila.at('begin-without').isVisible()))
  await mila.at('begin-without').waitFor()
  await mila.shot('people-shuffling')
  await mila.press(mila.at('begin-without'))
  await mila.at('seats').waitFor()
  tell('a game begins without what does not come')
}

/** Who made a game takes somebody off before it begins. */
async function takesOff(mila, noor, url, watch) {
  const seats = [{ kind: 'me', name: 'Mila' }, { kind: 'open' }, { kind: 'open' }]
  const game = await makeGame(mila.page, url, { preset: 'classic', seats })
  await mila.page.goto(`${url}/game/${game.id}`)
  await mila.at('lobby-seats').waitFor()
  const joins = async () => {
    await noor.page.goto(game.link)
    await noor.at('join-name').fill('Noor')
    await noor.press(noor.at('take-seat'))
  }
  await joins()
  await noor.at('lobby-seats').waitFor()
  check('A guest takes nobody off', (await noor.page.locator('[data-testid^="seat-free-"]').count()) === 0)
  await mila.at('seat-free-1').waitFor()
  await mila.shot('people-lobby-host')
  await mila.press(mila.at('seat-free-1'))
  await mila.page.waitForTimeout(300)
  await mila.shot('people-take-off')
  await mila.press(mila.at('sure-yes'))
  await noor.at('taken-off').waitFor()
  check(
    'Who was taken off reads by whom',
    (await noor.at('taken-off').textContent()).includes('Mila has taken you off'),
  )
  await noor.shot('people-taken-off-phone')
  await mila.at('link-1').waitFor()
  await mila.at('seat-free-1').waitFor({ state: 'detached' })
  watch.down = true // the refusal is an error to the console
  await joins()
  await until(noor.page, 'The same browser gets no seat there', async () =>
    (await noor.page.getByRole('alert').textContent()).includes('taken you off'),
  )
  watch.down = false
  tell('somebody was taken off')
}

/** However many sit there, a clock leaves a name its line: most of it is read, on every screen. */
async function namesBesideClocks(browser, url) {
  const names = ['Magdalena', 'Wilhelmina', 'Konstantin', 'Alexandra', 'Anneliese']
  for (const seats of [2, 3, 4, 5].map((n) => names.slice(0, n))) {
    const { context, page } = await openPage(browser, PHONE)
    await page.goto(url)
    const time = { stock: 900, increment: 5 }
    const game = await makeGame(page, url, {
      ...{ preset: 'classic', time },
      seats: seats.map((name) => ({ kind: 'me', name })),
    })
    await page.goto(`${url}/game/${game.id}`)
    await page.getByTestId('seats').waitFor()
    for (const [width, height] of [
      [390, 844],
      [360, 740],
      [844, 390],
      [1440, 900],
    ]) {
      await page.setViewportSize({ width, height })
      for (const [i, name] of seats.entries()) {
        const seen = await page.getByTestId(`seat-${i}`).evaluate((seat) => {
          const [name, clock] = ['.nm > span', '.clock'].map((e) => seat.querySelector(e))
          const below = clock.getBoundingClientRect().top >= name.getBoundingClientRect().bottom - 6
          return { part: name.clientWidth / name.scrollWidth, below }
        })
        const where = `${name}, one of ${seats.length}, at ${width}x${height}: ${JSON.stringify(seen)}`
        check('A name is read beside a clock', seen.part > 0.85 && seen.below, where)
      }
    }
    if (seats.length === 4) await page.setViewportSize({ width: 360, height: 740 })
    if (seats.length === 4) await page.screenshot({ path: join(SCREENS, 'people-four-clocks-phone.png') })
    await context.close()
  }
  tell('names stand beside clocks')
}

/** The one who is asked goes away, and a bot plays until they are back. */
async function isAway(mila, noor, url) {
  const seats = [{ kind: 'me', name: 'Mila' }, { kind: 'open' }]
  const game = await makeGame(mila.page, url, { preset: 'classic', seats, time: { stock: 900, increment: 5 } })
  await mila.page.goto(`${url}/game/${game.id}`)
  await noor.page.goto(game.link)
  await noor.at('join-name').fill('Noor')
  await noor.press(noor.at('take-seat'))
  for (const player of [mila, noor]) await player.at('seats').waitFor()
  if ((await mila.next()) === 'turn') {
    await mila.layTile()
    await mila.finish()
  }
  await noor.next()
  await noor.page.goto('about:blank')
  await mila.at('away-in').waitFor()
  await mila.shot('people-away')
  await mila.at('away-bot').waitFor()
  await mila.shot('people-away-now')
  await mila.press(mila.at('away-resign'))
  await mila.page.waitForTimeout(300)
  await mila.shot('people-away-sure')
  await mila.press(mila.at('sure-no'))
  await mila.press(mila.at('away-bot'))
  await until(mila.page, 'A bot plays for who is away', async () =>
    (await mila.at('seat-1').textContent()).includes('A bot plays'),
  )
  check('Then it is the other turn', (await mila.next()) === 'turn')
  await mila.shot('people-stand-in')
  await noor.page.goto(`${url}/game/${game.id}`)
  await until(
    mila.page,
    'Whoever is back plays on',
    async () => !(await mila.at('seat-1').textContent()).includes('A bot plays'),
  )
  await noor.shot('people-back-phone')
  await mila.layTile()
  await mila.finish()
  check('and is asked again', (await noor.next()) === 'turn')
  // Now the phone waits for the desk.
  await noor.layTile()
  await noor.finish()
  await mila.next()
  await mila.page.goto('about:blank')
  await noor.at('away-bot').waitFor()
  await noor.shot('people-away-phone')
  await noor.press(noor.at('away-resign'))
  await noor.press(noor.at('sure-yes'))
  await noor.at('end').waitFor()
  tell('somebody was away')
}

/** A pause that one asks for and the other allows; both go on before its end. Then days, which are refused. */
async function stopTheClock(mila, noor, mover, clock, seat) {
  await noor.press(noor.at('wish'))
  await noor.page.waitForTimeout(300)
  await noor.shot('people-clock-wishes-phone')
  await noor.press(noor.at('wish-pause-900'))
  await mila.at('wish-agree').waitFor()
  await noor.shot('people-clock-asks-phone')
  await mila.shot('people-clock-asked')
  await mila.press(mila.at('wish-agree'))
  for (const player of [mila, noor]) await player.at('paused').waitFor()
  const before = await clock(mover, 1 - seat)
  await mila.page.waitForTimeout(1500)
  check('Meanwhile nobody loses time', (await clock(mover, 1 - seat)) === before)
  const left = seconds((await mila.at('paused-for').textContent()).trim())
  check('It counts down how long it stands', left > 880 && left < 900, left)
  await mila.shot('people-clock-stands')
  await noor.shot('people-clock-stands-phone')
  await mila.press(mila.at('wish-ready'))
  await until(noor.page, 'Who is not ready is named', async () =>
    (await mila.at('paused').textContent()).includes('Waiting for Noor'),
  )
  await noor.press(noor.at('wish-ready'))
  for (const player of [mila, noor]) await player.at('paused').waitFor({ state: 'detached' })
  await until(mover.page, 'It runs again', async () => (await clock(mover, 1 - seat)) < before)
  await mila.press(mila.at('wish'))
  await mila.press(mila.at('wish-each-86400'))
  await noor.press(noor.at('wish-refuse'))
  await until(mila.page, 'A refusal is told', async () =>
    (await mila.page.locator('body').textContent()).includes('the clock stays as it is'),
  )
  tell('a clock stood still')
}

/** Two tables with the same tiles, each with a bot; when both are done it is told who did better. */
async function sameTiles(mila, noor, url) {
  await mila.page.goto(`${url}/new`)
  await mila.at('tables').selectOption('2')
  check('Nobody looks on', !(await mila.at('public').isVisible()))
  await mila.press(mila.at('create-game'))
  await mila.at('seats').waitFor()
  const here = gameOf(mila)
  await mila.at('duplicate-2').waitFor()
  await mila.page.waitForTimeout(500)
  await mila.shot('people-duplicate')
  await mila.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await mila.press(mila.at('duplicate-link-2-copy'))
  const link = await mila.page.evaluate(() => navigator.clipboard.readText())
  check('One can read it, too', (await mila.at('duplicate-link-2').inputValue()) === link)
  check('It is another table', link.startsWith(`${url}/join/`) && !link.includes(here), link)
  await noor.page.goto(link)
  await noor.at('duplicate').waitFor()
  await noor.shot('people-duplicate-join-phone')
  await noor.at('join-name').fill('Noor')
  await noor.press(noor.at('take-seat'))
  await noor.at('seats').waitFor()
  for (const player of [mila, noor]) {
    if ((await player.next()) === 'turn') {
      await player.layTile()
      await player.finish()
    }
    await player.press(player.at('resign'))
    await player.press(player.at('resign-yes'))
    await player.at('end').waitFor()
    await player.at('duplicate').waitFor()
  }
  await noor.at('duplicate-result').waitFor()
  check('The seed is told', (await noor.at('duplicate-seed').textContent()).length === 64)
  await noor.page.waitForTimeout(500)
  await noor.shot('people-duplicate-end-phone')
  await mila.page.reload()
  await mila.at('duplicate-result').waitFor()
  const better = await mila.at('better-1-0').textContent()
  check('One did better by as much as the other did worse', /^(±0|[+−][0-9.,]+)$/.test(better), better)
  await mila.shot('people-duplicate-end')
  await mila.press(mila.at('duplicate-result').locator('a'))
  await mila.page.waitForURL((to) => to.pathname.startsWith('/game/') && !to.pathname.endsWith(here))
  await mila.at('end').waitFor()
  tell('two tables had the same tiles')
}

async function people(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const phone = await openPage(browser, PHONE)
  const mila = new Player(desk.page, { seed: 1 })
  const noor = new Player(phone.page, { seed: 2, touch: true })
  const clock = async (player, seat) => seconds((await player.at(`seat-${seat}-clock`).textContent()).trim())
  try {
    await mila.page.goto(`${server.url}/new`)
    await mila.at('name').fill('Mila')
    check('Against a bot there is no clock to choose', !(await mila.at('clock').isVisible()))
    await mila.press(mila.at('seat-kind-1'))
    await mila.press(mila.at('who-open'))
    await mila.at('clock').selectOption('quick')
    await mila.at('best-of').selectOption('3')
    await mila.press(mila.at('together'))
    await mila.shot('people-new')
    await mila.press(mila.at('create-game'))
    const link = await mila.at('link-1').inputValue()
    await noor.page.goto(link)
    await noor.at('join-name').fill('Noor')
    check('Who is invited reads which clock it is', (await noor.at('played').textContent()).includes('5 min'))
    check('and how many games', (await noor.at('played-match').textContent()).startsWith('Best of 3'))
    check('and who shuffles', await noor.at('played-together').isVisible())
    await noor.shot('people-join-phone')
    await noor.press(noor.at('take-seat'))
    for (const player of [mila, noor]) await player.at('seats').waitFor()
    const [first, other] = (await mila.next()) === 'turn' ? [mila, noor] : [noor, mila]
    const seat = first === mila ? 0 : 1
    await until(first.page, 'The clock of who is asked runs', async () => (await clock(first, seat)) < 300)
    check('The other one stands', (await clock(first, 1 - seat)) === 300)
    await mila.shot('people-clock')
    await noor.shot('people-clock-phone')
    await first.layTile()
    await first.finish()
    check('Then it is the other turn', (await other.next()) === 'turn')
    check('The turn has brought ten seconds', (await clock(other, seat)) > 300)
    tell('clocks run')
    await stopTheClock(mila, noor, other, clock, seat)

    await mila.press(mila.at('tab-chat'))
    await mila.press(mila.at('say-hello'))
    await mila.at('words').fill('<i>Mind the gap</i>')
    await mila.press(mila.at('say-it'))
    await noor.press(noor.at('sheet'))
    await noor.press(noor.at('tab-chat'))
    await until(noor.page, 'What is said is read', async () =>
      (await noor.at('said').textContent()).includes('<i>Mind the gap</i>'),
    )
    for (const id of ['say-hello', 'say-well', 'say-luck', 'say-thanks']) await noor.press(noor.at(id))
    await until(noor.page, 'What is said last is in view', () =>
      noor.page.evaluate(() => {
        const last = document.querySelector('[data-testid="said"]').lastElementChild
        const { x, y, width, height } = last.getBoundingClientRect()
        return (
          last.textContent.includes('Thank you') &&
          last.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        )
      }),
    )
    await noor.shot('people-chat-phone')
    await mila.shot('people-chat')
    await noor.press(noor.at('mute-0'))
    check('Who is muted is not heard', !(await noor.at('said').textContent()).includes('gap'))
    await noor.press(noor.at('sheet'))
    tell('they talk')

    await noor.press(noor.at('resign'))
    await noor.page.waitForTimeout(300)
    await noor.shot('people-resign-phone')
    await noor.press(noor.at('resign-no'))
    await noor.press(noor.at('resign'))
    await noor.press(noor.at('resign-yes'))
    for (const player of [mila, noor]) {
      await player.at('end').waitFor()
      const winner = await player.at('winner').textContent()
      check('Who stays has won', winner === 'Mila wins: nobody else is left', winner)
    }
    await mila.shot('people-end')
    tell('Noor resigned')

    for (const player of [mila, noor]) {
      const match = await player.at('match').textContent()
      check('It says how the match stands', match === 'Mila leads after game 1 of at most 3. Mila 1, Noor 0', match)
      await player.press(player.at('fair').locator('summary'))
      await player.at('fair-mine').waitFor() // each browser finds its own share in the seed
      check('Both have given a share', (await player.at('share-1').textContent()).length === 64)
    }
    await mila.shot('people-shuffled')
    await noor.shot('people-shuffled-phone')

    const last = gameOf(mila)
    await mila.press(mila.at('rematch'))
    await mila.page.waitForURL((to) => to.pathname.startsWith('/game/') && !to.pathname.endsWith(last))
    await mila.at('lobby-seats').waitFor()
    await mila.shot('people-rematch')
    check('A seat is kept', (await mila.at('lobby-seats').textContent()).includes('Noor'))
    await until(noor.page, 'The other one is told', async () =>
      (await noor.at('rematch-keeps').textContent()).includes('Mila wants to play again'),
    )
    await noor.shot('people-wish-phone')
    await noor.press(noor.at('rematch'))
    for (const player of [mila, noor]) await player.at('seats').waitFor()
    check('It is the same game for both', gameOf(mila) === gameOf(noor) && gameOf(mila) !== last)
    check('Noor sits first now', (await mila.at('seat-0').textContent()).includes('Noor'))
    const title = await mila.page.locator('.bar .title').first().textContent()
    check('It is the second game of the match', title.includes('Game 2 of at most 3: Noor 0, Mila 1'), title)
    await mila.shot('people-second-game')
    check('It has the same clock', (await clock(mila, 1)) > 290)
    tell('they play again')

    // A stock of two seconds, and nobody there.
    const made = await mila.page.evaluate(async () => {
      const body = {
        preset: 'classic',
        public: true,
        seats: [{ kind: 'me' }, { kind: 'me' }, { kind: 'me' }],
        time: { stock: 2, increment: 0 },
      }
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/games', { method: 'POST', headers, body: JSON.stringify(body) })).json()
    })
    await until(mila.page, 'Two flags fall and one seat is left', () =>
      mila.page.evaluate(async (id) => (await (await fetch(`/api/games/${id}`)).json()).status === 'over', made.game),
    )
    await mila.page.goto(`${server.url}/game/${made.game}`)
    await mila.at('end').waitFor()
    await mila.press(mila.at('look'))
    await mila.page.waitForTimeout(500)
    check('A seat says that its time is up', (await mila.at('seat-0').textContent()).includes('Out of time'))
    await mila.shot('people-flags')
    await namesBesideClocks(browser, server.url)
    await sameTiles(mila, noor, server.url)
    await shufflesAlone(mila, noor, server.url)
    await atOneDevice(mila, server.url)
    await takesOff(mila, noor, server.url, phone.watch)
    await isAway(mila, noor, server.url)
    for (const { watch } of [desk, phone])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    for (const player of [mila, noor]) await player.shot(`failed-people${player.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await run(people, { more: ['--claim-after', '3'] })
