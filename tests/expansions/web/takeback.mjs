// Two people take turns back where nobody has drawn since: a half tile that was picked, and a tile that was laid, which
// leaves the landscape again. One agrees, then does not. Two at one device need not ask each other. OUT: where the
// pictures go (default build/screens).
import { check, makeGame, openPage, PHONE, Player, until, visible } from '../../web/player.mjs'
import { run, tell } from '../../web/run.mjs'

/** What a player is asked: to pick a half tile, to lay one or draw, to lay the drawn one; null: nothing. */
async function asks(player) {
  if (await visible(player, 'skip')) await player.press(player.at('skip'), { timeout: 1000 }).catch(() => {})
  if ((await player.page.locator('[data-testid^="tray-"]:enabled').count()) > 0) return 'pick'
  if (
    (await visible(player, 'held')) &&
    (await player
      .at('pass')
      .isEnabled()
      .catch(() => false))
  )
    return 'reserve'
  const drawn = await visible(player, 'hand-tile')
  return drawn && (await player.page.locator('[data-space]').count()) > 0 ? 'turn' : null
}

async function whoIsAsked(players) {
  for (let i = 0; i < 300; i++) {
    for (const player of players) {
      const what = await asks(player)
      if (what) return { player, what, other: players.find((p) => p !== player) }
    }
    await players[0].page.waitForTimeout(50)
  }
  throw new Error('Nobody is asked')
}

async function pick(player) {
  await player.press(player.page.locator('button[data-testid^="tray-"]:enabled').first())
  await player.page.locator('[data-testid="confirm"]:enabled').waitFor()
  await player.press(player.at('confirm'))
}

const pieces = (player) => player.page.locator('[data-testid^="piece-"]').count()
const free = (player) => player.page.locator('button[data-testid^="tray-"]').count()

async function together(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const phone = await openPage(browser, PHONE)
  const dark = await openPage(browser, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  const mila = new Player(desk.page, { seed: 3 })
  const noor = new Player(phone.page, { seed: 4, touch: true })
  const players = [mila, noor]
  try {
    await mila.page.goto(server.url)
    const game = await makeGame(mila.page, server.url, {
      preset: 'new',
      public: true,
      options: { halflings: 'draft', half_tiles: '2' },
      seats: [{ kind: 'me', name: 'Mila' }, { kind: 'open' }],
    })
    await mila.page.goto(`${server.url}/game/${game.id}`)
    await noor.page.goto(game.link)
    await noor.at('join-name').fill('Noor')
    await noor.press(noor.at('take-seat'))
    await dark.page.goto(`${server.url}/game/${game.id}`)
    let now = await whoIsAsked(players)
    check('Half tiles are picked first', now.what === 'pick', now.what)
    const before = await free(mila)
    await pick(now.player)
    await until(mila.page, 'One is taken', async () => (await free(mila)) === before - 1)
    const [asker, other] = [now.player, now.other]
    check('Only who played last may ask', !(await visible(other, 'back-ask')))
    await asker.press(asker.at('back-ask'))
    await other.at('back-agree').waitFor()
    for (const player of players) await player.shot(`takeback-asked${player.touch ? '-phone' : ''}`)
    await dark.page.getByTestId('takeback').waitFor()
    await new Player(dark.page, {}).shot('takeback-watch-dark')
    await other.press(other.at('back-agree'))
    await until(mila.page, 'It lies there again', async () => (await free(mila)) === before)
    check('and is picked anew', (await whoIsAsked(players)).player === asker)
    tell('a pick was taken back')

    for (now = await whoIsAsked(players); now.what === 'pick'; now = await whoIsAsked(players)) {
      const lie = await free(mila)
      await pick(now.player)
      await until(mila.page, 'One less', async () => (await free(mila)) === lie - 1 || (await free(mila)) === 0)
    }
    check('Who begins lays a half tile or draws', now.what === 'reserve', now.what)
    await now.player.press(now.player.at('pass'))
    await now.player.next()
    const lay = async (player, rest) => {
      const lying = await pieces(rest)
      await player.layTile()
      await player.finish()
      await until(rest.page, 'The tile lies', async () => (await pieces(rest)) === lying + 1)
      return lying
    }
    const lying = await lay(now.player, now.other)
    await now.player.press(now.player.at('back-ask'))
    await now.other.press(now.other.at('back-agree'))
    for (const player of players)
      await until(player.page, 'The tile lies there no more', async () => (await pieces(player)) === lying)
    await mila.page.waitForTimeout(700)
    for (const player of players) await player.shot(`takeback-done${player.touch ? '-phone' : ''}`)
    check('It is laid anew', (await now.player.next()) === 'turn')
    // A restart loses nothing.
    await server.kill()
    desk.watch.down = phone.watch.down = dark.watch.down = true
    await server.start()
    for (const page of [desk.page, phone.page, dark.page]) await page.reload()
    desk.watch.down = phone.watch.down = dark.watch.down = false
    for (const player of players)
      await until(player.page, 'It is the same', async () => (await pieces(player)) === lying)
    await now.player.next()
    await lay(now.player, now.other)
    await now.player.press(now.player.at('back-ask'))
    await now.other.press(now.other.at('back-refuse'))
    await until(now.player.page, 'A refusal is told', async () =>
      (await now.player.page.locator('body').textContent()).includes('does not agree'),
    )
    check('That was the answer', !(await visible(now.player, 'back-ask')))
    check('The turn stands', (await pieces(mila)) === lying + 1)
    tell('a tile was taken back, and another was not')
    for (const { watch } of [desk, phone, dark])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    for (const player of players) await player.shot(`failed-takeback${player.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    for (const { context } of [desk, phone, dark]) await context.close()
  }
}

/** At one device the next one is asked by the time that somebody wants a turn back. */
async function atOneDevice(browser, server) {
  const phone = await openPage(browser, PHONE)
  const player = new Player(phone.page, { seed: 6, touch: true })
  try {
    await player.page.goto(server.url)
    const seats = ['Mila', 'Tom'].map((name) => ({ kind: 'me', name }))
    const options = { halflings: 'draft', half_tiles: '2' }
    const game = await makeGame(player.page, server.url, { preset: 'new', options, seats })
    await player.page.goto(`${server.url}/game/${game.id}`)
    check('A half tile is picked', (await whoIsAsked([player])).what === 'pick')
    const turnOf = async (seat) => (await player.at(`seat-${seat}`).textContent()).includes('you are asked')
    const first = (await turnOf(0)) ? 0 : 1
    const before = await free(player)
    await pick(player)
    await until(player.page, 'The other one is asked', () => turnOf(1 - first))
    const ask = await player.at('back-ask').textContent()
    check('It says whose turn that is', ask.includes(`the turn of ${['Mila', 'Tom'][first]}`), ask)
    await player.shot('takeback-here-phone')
    await player.press(player.at('back-ask'))
    await until(player.page, 'It lies there again', async () => (await free(player)) === before)
    await until(player.page, 'Whoever took it is asked again', () => turnOf(first))
    tell('a turn was taken back at one device')
    check('No errors in the console', phone.watch.errors.length === 0, phone.watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await player.shot('failed-takeback-here-phone').catch(() => {})
    throw e
  } finally {
    await phone.context.close()
  }
}

await run(async (browser, server) => {
  await together(browser, server)
  await atOneDevice(browser, server)
})
