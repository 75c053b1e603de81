// What a page does when it is loaded again in the middle of a turn, and when the server is there but does not answer:
// the tile lies where it lay; people are told (within 5 s: web/src/lib/socket.test.ts); the turn is played once.
// BASTIDE, OUT, SEED as in game.mjs.
import { check, openPage, Player } from './player.mjs'
import { run, tell } from './run.mjs'

async function open(page, url, player) {
  await page.goto(url)
  await player.at('bot-greedy').check({ force: true })
  await player.press(player.at('play-now'))
  await page.waitForURL(/\/game\//)
  await player.next()
}

const tiles = (page) => page.locator('[data-testid^="piece-"]').count()

async function reload(page, player) {
  await player.layTile()
  const lies = await page.locator('[data-ghost]').getAttribute('style')
  await page.reload()
  await page.locator('[data-ghost]').waitFor()
  check(
    'After a reload the tile lies where it lay',
    (await page.locator('[data-ghost]').getAttribute('style')) === lies,
  )
  await player.finish()
  check('and the turn goes on', (await player.next()) === 'turn')
  tell('  loaded again in the middle of a turn')
}

async function silence(page, player, server) {
  const before = await tiles(page)
  await player.layTile()
  let pressed = 0
  await player.finish({
    beforePlay: () => {
      server.freeze()
      pressed = Date.now()
    },
  })
  await player.at('banner').waitFor()
  const told = Date.now() - pressed
  await player.shot('silent')
  server.thaw()
  await player.at('banner').waitFor({ state: 'detached', timeout: 20000 })
  check('The game goes on when the server answers again', (await player.next()) === 'turn')
  const now = await tiles(page)
  check('The turn was played once', now === before + 2, `${before} tiles before, ${now} after`)
  tell(`  a server that does not answer: said after ${told} ms; the turn was played once`)
}

/** The same person in two windows: what lies in the one goes when the other one plays, and it says so. */
async function elsewhere(page, player) {
  const other = await page.context().newPage()
  const second = new Player(other, { seed: 2 })
  await other.goto(page.url())
  await second.next()
  await second.layTile()
  await player.layTile()
  await player.finish()
  await second.at('refused').filter({ hasText: 'played in another window' }).waitFor()
  await second.shot('line-elsewhere')
  check('and one goes on there', (await second.next()) === 'turn')
  check('as here', (await player.next()) === 'turn')
  await other.close()
  tell('  a turn played in another window')
}

async function offline(page, player, server) {
  server.freeze()
  const left = Date.now()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await player.at('banner').waitFor()
  const told = Date.now() - left
  server.thaw()
  await player.at('banner').waitFor({ state: 'detached', timeout: 20000 })
  tell(`  offline: said after ${told} ms`)
}

await run(async (browser, server) => {
  const { context, page } = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  const player = new Player(page, { seed: Number(process.env.SEED ?? 1) })
  await open(page, server.url, player)
  await reload(page, player)
  await elsewhere(page, player)
  await silence(page, player, server)
  await offline(page, player, server)
  await context.close()
})
