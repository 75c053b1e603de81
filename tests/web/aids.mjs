// A table's policy of aids, at a desk and on a phone: chosen for a new game, told beside its name, shown in the eye
// menu with a lock; what is allowed is there, and each may switch it off. OUT: where the pictures go (build/screens).
import { check, makeGame, number, oneStop, openPage, until, PHONE, Player } from './player.mjs'
import { run, tell } from './run.mjs'

const AIDS = ['owners', 'effects', 'tiles', 'odds', 'projection', 'analysis']
const NO_ODDS = ['owners', 'effects', 'tiles']
const SEATS = [
  { kind: 'me', name: 'Mila' },
  { kind: 'bot', bot: 'random' },
]
const gameOf = (player) => new URL(player.page.url()).pathname.split('/').at(-1)
const ofGame = (player, what = '') =>
  player.page.evaluate(
    async (path) => {
      const keys = JSON.parse(localStorage.getItem('bastide.seats') ?? '[]').map((s) => s.token)
      const answer = await fetch(path, { headers: { 'X-Bastide-Keys': keys.join() } })
      return { status: answer.status, text: await answer.text() }
    },
    `/api/games/${gameOf(player)}${what}`,
  )
const picture = (player, name) => player.shot(`aids-${name}${player.touch ? '-phone' : ''}`)

async function opens(player, body) {
  const game = await makeGame(player.page, new URL(player.page.url()).origin, {
    preset: 'classic',
    public: true,
    seats: SEATS,
    ...body,
  })
  await player.page.goto(`/game/${game.id}`)
  check('It is somebody’s turn', (await player.next()) === 'turn')
}

/** Opens the eye menu and says which aids are locked. */
async function locked(player) {
  await player.press(player.at('eye'))
  await player.at('aids').waitFor()
  const off = []
  for (const aid of AIDS)
    if ((await player.at(`aid-${aid}-switch`).count()) === 0) {
      const row = await player.at(`aid-${aid}`).textContent()
      check('A lock says why', row.includes('off at this table'), row)
      off.push(aid)
    }
  return off.join(' ')
}
async function closes(player) {
  await player.press(player.at('aids').getByRole('button', { name: 'Close' }))
  await player.at('aids').waitFor({ state: 'detached' })
}
const flips = (player, aid) => player.press(player.at(`aid-${aid}-switch`))

/** The choice on the page of a new game, and what comes of it. */
async function chosen(player) {
  await player.page.goto('/new')
  const ways = player.at('aid-policy').getByRole('radiogroup')
  await ways.waitFor()
  if (!player.touch) await oneStop(player.page, ways)
  await player.press(player.at('aids-none'))
  check('It says what that means', (await player.at('aids-means').textContent()).startsWith('Nothing but the game'))
  await player.press(player.at('aids-own'))
  await player.at('aid-policy').scrollIntoViewIfNeeded()
  await player.press(player.at('allow-effects'))
  await player.press(player.at('allow-analysis'))
  await picture(player, 'new-own')
  await player.press(player.at('aids-noOdds'))
  await picture(player, 'new')
  await player.press(player.at('aids-own'))
  await player.press(player.at('create-game'))
  await player.next()
  const summary = JSON.parse((await ofGame(player)).text)
  check('Own choices are the table’s', summary.aids.join(' ') === 'owners tiles analysis', summary.aids)
  check('The record has them', (await ofGame(player, '/record')).text.includes('\naids owners tiles analysis\n'))
  check('The others are locked', (await locked(player)) === 'effects odds projection')
  await closes(player)
}

async function noOdds(player) {
  await opens(player, { aids: NO_ODDS })
  if (!player.touch) check('It stands beside the name', (await player.at('policy').textContent()).trim() === 'No odds')
  check('Odds are locked', (await locked(player)) === 'odds projection analysis')
  await player.page.waitForTimeout(300)
  await picture(player, 'eye-locked')
  await closes(player)
  await player.press(player.at('tiles-left'))
  await player.at('left-list').locator('li').first().waitFor()
  const counts = await player.at('left-list').locator('li').allTextContents()
  const left = counts.reduce((all, text) => all + Number(/(\d+) of \d+$/.exec(text.trim())[1]), 0)
  const said = Number(/\d+/.exec(await player.at('left-list').locator('p').first().textContent())[0])
  check('The list adds up', left === said && left > 60, `${left} ${said}`)
  await player.page.waitForTimeout(500)
  await picture(player, 'left')
  await player.page.keyboard.press('Escape')
  await player.at('left-list').waitFor({ state: 'detached' })
  // What is allowed each may switch off here, and it stays so.
  await player.press(player.at('eye'))
  await flips(player, 'tiles')
  await closes(player)
  await player.page.reload()
  await player.next()
  check('The list is off', !(await player.at('tiles-left').evaluate((e) => e.matches('button'))))
  if (!player.touch) {
    // By keys: the menu, its first switch, and back where one was.
    await player.at('eye').focus()
    await player.page.keyboard.press('Enter')
    await player.at('aids').waitFor()
    await player.at('aid-tiles-switch').focus()
    await player.page.keyboard.press('Space')
    await player.page.keyboard.press('Escape')
    await player.at('aids').waitFor({ state: 'detached' })
    check('The focus is back', await player.at('eye').evaluate((e) => e === document.activeElement))
    await player.page.keyboard.press('t')
    await player.at('left-list').waitFor()
    await player.page.keyboard.press('Escape')
  } else {
    await player.press(player.at('eye'))
    await flips(player, 'tiles')
    await closes(player)
  }
}

async function everything(player) {
  await opens(player, {})
  check('Nothing is locked', (await locked(player)) === '')
  check('Odds are off unless one wants them', (await player.at('odds').count()) === 0)
  await flips(player, 'odds')
  await picture(player, 'eye')
  await closes(player)
  await player.at('odds').waitFor()
  const shown = JSON.parse((await ofGame(player, '/aids')).text)
  const texts = await player.at('odds').locator('g').count()
  check('Each empty space has its odds', texts === shown.spaces.length, `${texts} ${shown.spaces.length}`)
  for (let turn = 0; turn < 3; turn++) {
    await player.layTile()
    await player.finish()
    await player.next()
  }
  await player.page.waitForTimeout(400)
  await picture(player, 'odds')
  await player.press(player.at('seat-0'))
  await player.at('if-now').waitFor()
  const now = JSON.parse((await ofGame(player, '/aids')).text).projection
  check('What would be scored now', (await number(player.at('if-now').locator('td').first())) === now[0], now)
  await picture(player, 'now')
  await player.page.keyboard.press('Escape')
  await player.press(player.at('eye'))
  await flips(player, 'odds')
  await player.press(player.at('aids-board'))
  await until(player.page, 'The board has it', async () => !player.page.url().includes('/game/') || player.page.url())
}

async function none(player) {
  await opens(player, { aids: [] })
  check('All are locked', (await locked(player)) === AIDS.join(' '))
  await closes(player)
  check('Tiles left are a number', !(await player.at('tiles-left').evaluate((e) => e.matches('button'))))
  await player.layTile()
  check('Nothing is said of what it does', (await player.page.locator('.fab .say2, .tip').count()) === 0)
  await player.finish()
  await player.next()
  for (const what of ['/features', '/compare']) check(what, (await ofGame(player, what)).status === 403)
  const id = gameOf(player)
  if (!player.touch) {
    await player.page.keyboard.press('o')
    await until(player.page, 'Key O says why', async () =>
      (await player.page.locator('[aria-live]').allTextContents()).some((s) => s.startsWith('Off at this table')),
    )
  }
  await player.page.goto(`/board/game/${id}`)
  await player.page.getByText('This table plays without analysis until the game is over.').first().waitFor()
  await player.page.goto('/')
  const card = player
    .at('continue')
    .or(player.at(`game-${id}`))
    .first()
  await card.waitFor()
  check('The list says it', (await player.page.locator('main, body').first().textContent()).includes('No aids'))
  await picture(player, 'home')
  // At the end there is everything.
  await player.page.goto(`/game/${id}`)
  await player.next()
  await player.press(player.at('resign'))
  await player.press(player.at('resign-yes'))
  await player.at('end').waitFor()
  check('and so does the end', (await player.at('end-aids').textContent()).trim() === 'No aids')
  await picture(player, 'end')
  await player.press(player.at('look'))
  check('Nothing is locked any more', (await locked(player)) === '')
  check('and it is told', (await ofGame(player, '/features')).status === 200)
  await closes(player)
}

async function waits(player) {
  const game = await makeGame(player.page, new URL(player.page.url()).origin, {
    preset: 'classic',
    aids: NO_ODDS,
    seats: [SEATS[0], { kind: 'open' }],
  })
  await player.page.goto(`/game/${game.id}`)
  await player.at('played-aids').waitFor()
  await player.at('played-aids').scrollIntoViewIfNeeded()
  await picture(player, 'lobby')
}

await run(async (browser, { url }) => {
  for (const [n, options] of [{ viewport: { width: 1280, height: 800 } }, PHONE].entries()) {
    const { context, page, watch } = await openPage(browser, { baseURL: url, ...options })
    const player = new Player(page, { seed: 7 + n, touch: n === 1 })
    try {
      await player.page.goto('/')
      for (const part of [chosen, noOdds, everything, none, waits]) {
        await part(player)
        tell(`${part.name} ${n === 1 ? 'on a phone' : 'at a desk'}`)
      }
      const own = watch.errors.filter((e) => !e.includes('403'))
      check('No errors in the console', own.length === 0, own.slice(0, 10).join('\n'))
    } catch (e) {
      await player.shot(`failed-aids${n === 1 ? '-phone' : ''}`).catch(() => {})
      throw e
    } finally {
      await context.close()
    }
  }
})
