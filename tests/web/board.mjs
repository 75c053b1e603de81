// The analysis board and the comparison in the real client and the real server, at 1440 x 900 by mouse and keys and at
// 390 x 844 by touch: a position pasted, three editions with three results, a tile laid wrongly whose side is named,
// followers, undo, reload. Arguments: desktop, phone (default both). BASTIDE, OUT as in game.mjs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, openPage, squeeze, until, PHONE, Player } from './player.mjs'
import { run, tell } from './run.mjs'
import { ROOT } from './server.mjs'

const EXAMPLE = readFileSync(join(ROOT, 'docs/examples/three-farms.position'), 'utf8')
const TOTALS = { original: '4:0', second: '3:3', classic: '6:3' }

const laid = (page) => page.locator('[data-testid^="piece-"]').count()

async function pasteExample(page, player, watch) {
  await player.press(player.at('texts'))
  await player.at('text-area').fill(EXAMPLE.replace('tile 16 0,0 n', 'tile 16 0,0 q'))
  watch.down = true // the refusal of a wrong text shows in the console too
  await player.press(player.at('text-read'))
  await player.at('text-error').waitFor()
  await page.waitForTimeout(100)
  watch.down = false
  const refused = await player.at('text-error').textContent()
  check('A text that cannot be read names line and column', /Line 7, column \d+/.test(refused), refused)
  watch.down = true
  for (const [text, command] of [
    ['bastide game 1\nrules classic', 'bastide replay'],
    ['{"app":{"id":"com.jcloisterzone"}}', 'bastide import'],
  ]) {
    await player.at('text-area').fill(text)
    await player.press(player.at('text-read'))
    await player.at('text-error').getByText(command).waitFor()
  }
  await page.waitForTimeout(100)
  watch.down = false
  await player.at('text-area').fill(EXAMPLE)
  await player.press(player.at('text-read'))
  await player.at('position-text').waitFor({ state: 'detached' })
  await until(page, 'Four tiles lie', async () => (await laid(page)) === 4)
  await until(page, 'Every tile is drawn', async () => (await undrawn(page)) === 0)
  check('Three followers stand', (await page.locator('[data-testid^="follower-"]').count()) === 3)
}

/** The tiles lie on a canvas: each is drawn there, with more than the one colour that stands for it at first. */
const undrawn = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('[data-testid="table"] canvas')
    const pen = canvas.getContext('2d')
    const size = canvas.width / parseFloat(canvas.style.width)
    const [left, top] = ['left', 'top'].map((side) => parseFloat(canvas.style[side]))
    return [...document.querySelectorAll('[data-testid^="piece-"]')].filter((piece) => {
      const [x, y] = [parseFloat(piece.style.left) - left, parseFloat(piece.style.top) - top].map((v) => v * size)
      const { data } = pen.getImageData(x, y, 1000 * size, 1000 * size)
      const colours = new Set(new Uint32Array(data.buffer))
      return colours.size < 30 || colours.has(0)
    }).length
  })

async function threeResults(player) {
  await until(player.page, 'The headline counts results', async () => {
    const headline = await player.at('headline').textContent()
    return /editions, three results/.test(headline) || headline
  })
  for (const [edition, total] of Object.entries(TOTALS)) {
    const shown = await squeeze(player.at(`total-${edition}`))
    check(`The result by ${edition}`, shown === total, `${shown} instead of ${total}`)
  }
  const told = await player.at('difference-field').textContent()
  for (const rule of ['FIELD-1ST', 'FIELD-2ND', 'FIELD-3'])
    check(`The difference names ${rule}`, told.includes(rule), told)
  tell('  pasted: 4:0, 3:3 and 6:3, each with its rule')
}

async function fitsScreen(page, width) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  check('Nothing is wider than the screen', wide <= width, `${wide} px`)
}

/** The tile that is all city, laid by hand among fields. */
async function layWrongTile(page, player, x, y) {
  await player.press(player.at('kind-01'))
  await page.waitForTimeout(500)
  const box = await player.at('table').boundingBox()
  const tile = await page.getByTestId('piece-0').boundingBox() // 0,0
  const at = { x: tile.x + tile.width * (x + 0.5), y: tile.y + tile.height * (y + 0.5) }
  check(
    'The space is in view',
    at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height,
    JSON.stringify({ at, box }),
  )
  if (player.touch) await page.touchscreen.tap(at.x, at.y)
  else await page.mouse.click(at.x, at.y)
  await until(page, 'The tile lies all the same', async () => (await laid(page)) === 5)
  await page.getByTestId('flag-0').waitFor()
  const told = await page.getByTestId('flag-0').getAttribute('aria-label')
  check('What is impossible names the side', /Impossible: .*(north|east|south|west) side/.test(told), told)
  tell(`  laid wrongly: ${told}`)
}

async function desktop(browser, server) {
  tell('desktop, 1440 x 900')
  const { context, page, watch } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const player = new Player(page, {})
  try {
    await page.goto(server.url)
    await player.press(player.at('to-board'))
    await player.at('palette').waitFor()
    await pasteExample(page, player, watch)
    await threeResults(player)
    await page.waitForTimeout(900)
    await player.shot('board')

    await player.press(player.at('why-0'))
    await player.at('why-panel').waitFor()
    const why = await player.at('why-panel').textContent()
    check('Why names the rule', /FIELD-1ST/.test(why), why)
    check('The count is outlined', (await page.locator('#why-out path').count()) > 0)
    await page.waitForTimeout(800)
    await player.shot('board-why')
    await player.press(player.at('why-close'))

    // by mouse: a tile that cannot lie there, and the same undone
    await layWrongTile(page, player, 1, -1)
    await page.waitForTimeout(700)
    await player.shot('board-wrong')
    check('It is still counted', (await squeeze(player.at('total-original'))) !== '')
    await player.press(player.at('undo'))
    await until(page, 'Undo takes the tile away', async () => (await laid(page)) === 4)
    await player.at('flag-0').waitFor({ state: 'detached' })

    // by keys alone: a tile on the first space that fits, a follower on it, turned, and away
    await player.at('kind-21').focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-space]').first().waitFor()
    await page.locator('[data-space]').first().focus()
    await page.keyboard.press('Enter')
    await until(page, 'Enter lays it', async () => (await laid(page)) === 5)
    check('It fits', (await player.at('flag-0').count()) === 0)
    const before = await page.locator('[data-testid^="follower-"]').count()
    await page.keyboard.press('1')
    await until(
      page,
      '1 sets a follower',
      async () => (await page.locator('[data-testid^="follower-"]').count()) === before + 1,
    )
    await page.keyboard.press('Delete')
    await until(
      page,
      'Delete takes both away',
      async () => (await laid(page)) === 4 && (await page.locator('[data-testid^="follower-"]').count()) === before,
    )
    await page.keyboard.press('Control+z')
    await until(page, 'Ctrl Z brings both back', async () => (await laid(page)) === 5)
    await page.keyboard.press('Control+y')
    await until(page, 'Ctrl Y does it again', async () => (await laid(page)) === 4)
    tell('  laid by keys, a follower set, taken away, undone and done again')

    // nothing is lost by a reload, nor where the address is opened elsewhere
    const address = page.url()
    await page.reload()
    await until(page, 'After a reload all lies there', async () => (await laid(page)) === 4)
    const other = await browser.newContext()
    const second = await other.newPage()
    await second.goto(address)
    await until(
      second,
      'The address holds the table',
      async () => (await second.locator('[data-testid^="piece-"]').count()) === 4,
    )
    await other.close()

    // a link that is broken, or tells a tile that there is not: said, and what lay here lies here
    for (const [what, broken, where] of [
      ['a letter lost', address.replace(/\.[0-3](?=[~*/])/, ''), 'tile 1'],
      ['cut off', address.slice(0, -20), 'parts'],
      ['an unknown tile', address.replace('/16.', '/99.'), '99'],
    ]) {
      await page.goto(`${server.url}/board`)
      await page.goto(broken)
      await until(page, `A link with ${what} is told`, async () =>
        (await player.at('broken-link').textContent()).includes(where),
      )
      await page.evaluate(async (newURL) => {
        dispatchEvent(new HashChangeEvent('hashchange', { newURL })) // as one from before the page was there
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      }, broken)
      if ((await player.at('broken-link').count()) !== 1) throw new Error(`A link with ${what} is told no more`)
      await until(page, `A link with ${what} leaves the table`, async () => (await laid(page)) === 4)
    }
    watch.errors.splice(0, Infinity, ...watch.errors.filter((e) => !/status of 400 .*api\/analysis/.test(e))) // refused
    await player.shot('broken-link')
    await player.press(player.at('broken-link').locator('button'))
    tell('  broken links told, the table kept')

    await player.press(player.at('to-compare'))
    await player.at('compare-headline').waitFor()
    for (const [edition, total] of Object.entries(TOTALS)) {
      await until(page, `Compare: ${edition}`, async () => (await squeeze(player.at(`total-${edition}`))) === total)
    }
    await page.waitForTimeout(600)
    await player.shot('compare')
    await player.press(player.at('open-board'))
    await until(page, 'Back on the board', async () => (await laid(page)) === 4)

    // the server goes away and comes back: said, and the table stays
    watch.down = true
    await server.kill()
    await player.press(player.at('clear'))
    await player.at('banner').waitFor()
    await player.press(player.at('undo'))
    await server.start()
    await player.at('banner').waitFor({ state: 'detached', timeout: 20000 })
    watch.down = false
    await until(page, 'It is counted again', async () => (await squeeze(player.at('total-classic'))) === TOTALS.classic)
    tell('  reload, address, compare page, lost connection')
    check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await player.shot('failed-board').catch(() => {})
    throw e
  } finally {
    await context.close()
  }
}

async function phone(browser, server) {
  tell('phone, 390 x 844, touch')
  const { context, page, watch } = await openPage(browser, PHONE)
  const player = new Player(page, { touch: true })
  try {
    await page.goto(server.url)
    await player.press(player.at('tab-board'))
    await player.at('palette').waitFor()
    await pasteExample(page, player, watch)
    await fitsScreen(page, 390)
    await page.waitForTimeout(900)
    await player.shot('board-phone')
    await player.press(player.at('tab-compare'))
    await threeResults(player)
    await fitsScreen(page, 390)
    await page.waitForTimeout(700)
    await player.shot('board-compare-phone')
    await player.press(player.at('tab-tiles'))
    await layWrongTile(page, player, 1, -1)
    await page.waitForTimeout(700)
    await player.shot('board-wrong-phone')
    await player.press(player.at('remove'))
    await until(page, 'The bin takes it away', async () => (await laid(page)) === 4)
    // two taps a tile, and a follower by two more
    await player.press(player.at('kind-21'))
    await player.press(page.locator('[data-space]').first())
    await until(page, 'Two taps lay a tile', async () => (await laid(page)) === 5)
    await player.press(player.at('tab-followers'))
    await player.press(player.at('whose-1'))
    await page.waitForTimeout(700)
    const before = await page.locator('[data-testid^="follower-"]').count()
    await player.shot('board-followers-phone')
    await player.press(page.locator('[data-testid^="spot-"]').first())
    await until(
      page,
      'A tap sets the follower',
      async () => (await page.locator('[data-testid^="follower-"]').count()) === before + 1,
    )
    check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
    tell('  pasted, compared, laid wrongly and rightly, a follower set by touch')
  } catch (e) {
    await player.shot('failed-board-phone').catch(() => {})
    throw e
  } finally {
    await context.close()
  }
}

const parts = process.argv.length > 2 ? process.argv.slice(2) : ['desktop', 'phone']
await run(async (browser, server) => {
  if (parts.includes('desktop')) await desktop(browser, server)
  if (parts.includes('phone')) await phone(browser, server)
})
