// Two people with accounts play a rated game, one at a desk and one on a phone, who comes by a link without an account
// first: what they had and have, their accounts, the leaderboard. OUT: where the pictures go.
import { check, openPage, until, PHONE, Player } from './player.mjs'
import { run, tell } from './run.mjs'

const PHRASE = 'four words of mine'

/** By the form of the account page, which is open. */
async function signUp(player, name) {
  await player.press(player.at('mode-create'))
  await player.at('account-name').fill(name)
  await player.at('account-passphrase').fill(PHRASE)
  await player.press(player.at('enter'))
  await player.at('account-title').waitFor()
}

/** Calls as whose session it is; nobody's without one. */
const callerOf = (server, session) => async (path, body) => {
  const headers = { ...(session && { authorization: `Bearer ${session}` }), 'content-type': 'application/json' }
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  check(`${path} is answered`, answer.ok, await answer.clone().text())
  return answer.json()
}
/** Calls as the one who is signed in on a page. */
const caller = async (player, server) =>
  callerOf(server, (await player.page.evaluate(() => JSON.parse(localStorage['bastide.session']))).token)

/** Games that are left at once, whose ratings are as good as any. */
async function play(players, games) {
  for (let i = 0; i < games; i++) {
    const [host, ...others] = players.map((_, n) => players[(n + i) % players.length])
    const seats = [{ kind: 'me' }, ...others.map(() => ({ kind: 'open' }))]
    const { game, invite } = await host('/api/games', { preset: 'classic', rated: true, seats })
    for (const other of others) await other(`/api/games/${game}/join`, { name: 'Somebody', invite })
    for (const loser of players.slice(i % 3 === 0 ? 1 : 0, i % 3 === 0 ? undefined : -1))
      await loser(`/api/games/${game}/leave`, {})
  }
}

/** More than one page of a leaderboard: what comes is below what was there, where one goes on by keys, too. */
async function moreOfABoard(player, server) {
  const names = Array.from({ length: 55 }, (_, i) => `Player ${i + 1}`)
  const calls = []
  for (const name of names)
    calls.push(callerOf(server, (await callerOf(server)('/api/account', { name, passphrase: PHRASE })).session))
  for (let i = 0; i < calls.length; i += 5) await play(calls.slice(i, i + 5), 8)
  tell(`  ${names.length} more accounts have played`)
  const { page } = player
  const rows = player.at('board').locator('tbody tr')
  await page.goto(`${server.url}/leaderboard/classic-5`)
  await player.at('board').waitFor()
  check('A page has fifty', (await rows.count()) === 50, await rows.count())
  await player.at('more').scrollIntoViewIfNeeded()
  await player.shot(`ratings-more-before${player.touch ? '-phone' : ''}`)
  await page.route('**/api/leaderboards/*from=50', (route) => route.abort())
  await player.press(player.at('more'))
  await player.at('board-error').waitFor()
  check('What is there stays when no more comes', (await rows.count()) === 50, await rows.count())
  await page.unroute('**/api/leaderboards/*from=50')
  if (player.touch) await player.press(player.at('more'))
  else {
    await player.at('more').focus()
    await page.keyboard.press('Enter')
  }
  await until(page, 'The others come', async () => (await rows.count()) === names.length)
  check('Then there are no more', !(await player.at('more').isVisible()))
  check('and nothing failed', !(await player.at('board-error').isVisible()))
  await until(page, 'One goes on at the first of them', () =>
    rows.nth(50).evaluate((row) => row === document.activeElement),
  )
  const [ranks, there] = [1, 2].map((n) => rows.locator(`td:nth-child(${n})`).allTextContents())
  const inOrder = (await ranks).map(Number).every((n, i, all) => i === 0 || n >= all[i - 1])
  check('in their order', inOrder, (await ranks).join())
  check('each of them once', new Set(await there).size === names.length)
  check('It fits', await fits(page))
  await player.shot(`ratings-more${player.touch ? '-phone' : ''}`)
}

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

async function ratings(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const phone = await openPage(browser, PHONE)
  const mila = new Player(desk.page, { seed: 1 })
  const noor = new Player(phone.page, { seed: 2, touch: true })
  try {
    await mila.page.goto(`${server.url}/leaderboard`)
    await mila.at('no-boards').waitFor()
    await mila.page.goto(`${server.url}/new`)
    await mila.at('create-game').waitFor()
    check('Who has no account is not asked', !(await mila.at('rated').isVisible()))
    await mila.page.goto(`${server.url}/account`)
    await signUp(mila, 'Mila')
    await mila.page.goto(`${server.url}/new`)
    await mila.at('rated').waitFor()
    check('Against a bot nothing is rated', await mila.at('rated').isDisabled())
    await mila.press(mila.at('seat-kind-1'))
    await mila.press(mila.at('who-open'))
    check('It is not rated by itself', (await mila.at('rated').getAttribute('aria-checked')) === 'false')
    await mila.press(mila.at('rated'))
    check('It is if one wants it', (await mila.at('rated').getAttribute('aria-checked')) === 'true')
    await mila.shot('ratings-new')
    await mila.press(mila.at('create-game'))
    const link = await mila.at('link-1').inputValue()
    await until(mila.page, 'What one has is said', async () =>
      (await mila.at('seat-rating-0').textContent()).includes('1500?'),
    )
    check('No bot is offered', (await mila.at('seat-bot-1').count()) === 0)
    await mila.shot('ratings-lobby')

    await noor.page.goto(link)
    await noor.at('join-account').waitFor()
    check('A guest cannot sit down', (await noor.at('take-seat').count()) === 0)
    await noor.shot('ratings-join-guest-phone')
    await noor.press(noor.at('join-account'))
    await signUp(noor, 'Noor van der Langenaam-Bouwmeester')
    await noor.page.goto(link)
    await noor.at('seat-rating-0').waitFor()
    await noor.shot('ratings-join-phone')
    await noor.press(noor.at('take-seat'))
    for (const player of [mila, noor]) await player.at('seats').waitFor()
    const first = (await mila.next()) === 'turn' ? mila : noor
    await first.layTile()
    await first.finish()
    await noor.press(noor.at('resign'))
    await noor.press(noor.at('resign-yes'))
    for (const player of [mila, noor]) {
      await player.at('ratings').waitFor()
      check('Who stays gains', (await player.at('gain-0').textContent()) === '+162')
      check('Who goes loses', (await player.at('gain-1').textContent()) === '−162')
      await player.at('ratings').scrollIntoViewIfNeeded()
    }
    check('The phone shows all of it', await fits(noor.page))
    const cut = await noor.at('final-table').evaluate(
      (table) =>
        [...table.querySelectorAll('th .sh')].filter((shield) => {
          const [own, column] = [shield, shield.parentElement].map((e) => e.getBoundingClientRect())
          return own.left < column.left - 1 || own.right > column.right + 1
        }).length,
    )
    check('Long names cut no shield of the table', cut === 0, cut)
    await mila.shot('ratings-end')
    await noor.shot('ratings-end-phone')
    tell('a rated game')

    await mila.press(mila.at('to-board'))
    await mila.at('board-empty').waitFor()
    await mila.shot('ratings-board-empty')
    await mila.page.goto(`${server.url}/account`)
    await mila.at('account-rating-classic-2').waitFor()
    check('The account has it', (await mila.at('account-rating-classic-2').textContent()).includes('1662?'))
    const third = await openPage(browser, {})
    const tom = new Player(third.page, { seed: 3 })
    await tom.page.goto(`${server.url}/account`)
    await signUp(tom, 'Tom')
    const calls = await Promise.all([mila, noor, tom].map((player) => caller(player, server)))
    await play(calls.slice(0, 2), 16)
    await play(calls.slice(1), 16)
    await play(calls, 9)
    await third.context.close()
    tell('and forty more')

    for (const [player, name, scheme] of [
      [mila, 'ratings-board', 'light'],
      [mila, 'ratings-board-dark', 'dark'],
      [noor, 'ratings-board-phone', 'light'],
      [noor, 'ratings-board-phone-dark', 'dark'],
    ]) {
      await player.page.emulateMedia({ colorScheme: scheme })
      await player.page.goto(`${server.url}/leaderboard`)
      await player.at('board').waitFor()
      const rows = await player.at('board').locator('tbody tr').count()
      check('Three stand on it', rows === 3, rows)
      check('It fits', await fits(player.page))
      await player.shot(name)
    }
    await noor.page.locator('details.how summary').tap()
    await noor.shot('ratings-how-phone-dark')
    await noor.at('category').selectOption('classic-3')
    await noor.page.waitForURL(/leaderboard\/classic-3$/)
    await until(noor.page, 'Another category', async () => (await noor.at('board').locator('tbody tr').count()) === 3)
    check('One finds oneself', (await noor.at('board').locator('tr.you').count()) === 1)

    await noor.page.goto(`${server.url}/account`)
    await noor.at('account-ratings').waitFor()
    await noor.shot('ratings-account-phone-dark')
    check('The account page fits', await fits(noor.page))
    await noor.press(noor.at('shown'))
    await until(
      noor.page,
      'The switch is off',
      async () => (await noor.at('shown').getAttribute('aria-checked')) === 'false',
    )
    await mila.page.goto(`${server.url}/leaderboard/classic-2`)
    await until(
      mila.page,
      'Who does not want to is not shown',
      async () => (await mila.at('board').locator('tbody tr').count()) === 2,
    )
    desk.watch.down = true // a refusal is an error to the console
    await mila.page.goto(`${server.url}/leaderboard/classic-9`)
    await until(mila.page, 'An address that is none says so', async () =>
      (await mila.at('board-error').textContent()).includes('There is no such leaderboard'),
    )
    await mila.page.emulateMedia({ colorScheme: 'light' })
    await mila.page.goto(`${server.url}/account`)
    await mila.at('account-ratings').waitFor()
    await mila.shot('ratings-account')
    await moreOfABoard(mila, server)
    const errors = [...desk.watch.errors, ...phone.watch.errors]
    check('No errors in the console', errors.length === 0, errors.slice(0, 10).join('\n'))
  } catch (e) {
    await mila.shot('failed-ratings').catch(() => {})
    await noor.shot('failed-ratings-phone').catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await run(async (browser, server) => {
  tell('ratings on a desk and on a phone')
  await ratings(browser, server)
})
