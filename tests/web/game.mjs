// A whole game against the greedy bot in the real client and the real server: played by clicking at 1440 x 900, the
// server killed twice in the middle, the final table checked; then ten turns by touch at 390 x 844, the phone tilted.
// Arguments: desktop, phone (default both). BASTIDE: the program (default build/release/bastide). OUT: where the
// pictures go (default build/screens). SEED: of the choices.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { check, number, openPage, Player, until } from './player.mjs'
import { run, tell } from './run.mjs'

async function home(page, player, url) {
  await page.goto(url)
  await player.at('play-now').waitFor()
  await player.at('bot-greedy').check({ force: true })
  await page.waitForTimeout(800)
  await player.shot(player.touch ? 'home-phone' : 'home')
  await player.press(player.at('play-now'))
  await page.waitForURL(/\/game\//)
  check('The game opens with a turn or a wait', (await player.next()) === 'turn')
}

/** @returns false if the award was gone before it could be asked about: it is shown for a moment only */
async function looksWhy(page, player) {
  await player.shot('scoring')
  const pressed = await player.press(player.at('why-shown'), { timeout: 1000 }).then(
    () => true,
    () => false,
  )
  if (!pressed) return false
  await player.at('why-panel').waitFor()
  const text = await player.at('why-panel').textContent()
  check('Why names a rule id', /[A-Z]+-\d/.test(text), text)
  await page.waitForTimeout(600)
  await player.shot('why')
  await player.press(player.at('why-close'))
  return true
}

/** The server dies while a tile lies tentatively; the page is never loaded again. */
async function killWhileChoosing(page, player, server, watch) {
  await player.layTile()
  const before = await page.locator('[data-ghost]').getAttribute('style')
  watch.down = true
  await server.kill()
  await player.at('banner').waitFor()
  check('The panel tells that nothing is lost', /Nothing is lost/.test(await player.at('do').textContent()))
  await page.waitForTimeout(300)
  await player.shot('reconnect')
  tell('  the server is killed; the page says so')
  await server.start()
  await player.at('banner').waitFor({ state: 'detached', timeout: 20000 })
  watch.down = false
  check('The tile lies where it lay', (await page.locator('[data-ghost]').getAttribute('style')) === before)
  tell('  started again: the tile still lies there')
  await player.finish()
}

/** The server dies the moment Play is pressed: acknowledged or not, the move must be played exactly once. */
async function killAtPlay(page, player, server, watch) {
  const pieces = await page.locator('[data-testid^="piece-"]').count()
  await player.layTile()
  watch.down = true
  await player.finish()
  await server.kill()
  await server.start()
  await page.waitForTimeout(200)
  const what = await player.next()
  await player.at('banner').waitFor({ state: 'detached', timeout: 20000 })
  watch.down = false
  check('The game goes on after a kill at Play', what === 'turn')
  const now = await page.locator('[data-testid^="piece-"]').count()
  check('My move and the answer were played once', now === pieces + 2, `${pieces} pieces before, ${now} after`)
  tell('  killed at Play and started again: the move was played once')
}

/** Nobody is let in who only knows the address; whoever is, is sent no tile. */
async function strangersSeeNothing(browser, url) {
  const { context, page } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  try {
    const sent = []
    page.on('websocket', (socket) => socket.on('framereceived', (frame) => sent.push(String(frame.payload))))
    await page.goto(url)
    await page.getByRole('heading', { name: 'This game is private' }).waitFor()
    check('A stranger is sent nothing of a private game', !sent.join().includes('"piece"'), sent.join())
  } finally {
    await context.close()
  }
}

async function finalTable(page, player) {
  const seats = 2
  const winner = await player.at('winner').textContent()
  tell(`the game is over: ${winner}`)
  check('The winner is named', /wins by \d+|share the win/.test(winner), winner)
  await page.waitForTimeout(500)
  await player.shot('end')
  let unfolded = 0
  const sums = Array(seats).fill(0)
  for (const cell of await page.locator('[data-testid^="cell-"]').all()) {
    const seat = Number((await cell.getAttribute('data-testid')).split('-').at(-1))
    const points = await number(cell)
    sums[seat] += points
    if (await cell.isDisabled()) {
      check('Only an empty cell cannot unfold', points === 0)
      continue
    }
    await cell.click()
    const rows = player.at('unfold').locator('.pt')
    await rows.first().waitFor()
    const parts = (await rows.allTextContents()).map((t) => Number(t.replace('+', '')))
    check(
      `The awards of ${await cell.getAttribute('aria-label')} add up`,
      parts.reduce((a, b) => a + b, 0) === points,
      parts.join(' + '),
    )
    unfolded++
    if (unfolded === 1) await player.shot('end-unfolded')
    await cell.click()
  }
  check('Some cells unfold', unfolded > 2, String(unfolded))
  for (let s = 0; s < seats; s++) {
    const total = await number(player.at(`total-${s}`))
    check(`The categories of seat ${s} add up to the total`, total === sums[s], `${sums[s]} against ${total}`)
    tell(`  seat ${s}: ${total} points, the categories add up, every cell unfolds`)
  }
  await player.at('fair').locator('summary').click()
  const seed = (await player.at('seed').textContent()).trim()
  const commitment = (await player.at('commitment').textContent()).trim()
  check(
    'The seed is the one that was promised',
    createHash('sha256').update(seed).digest('hex') === commitment,
    `${seed} / ${commitment}`,
  )
  const [file] = await Promise.all([page.waitForEvent('download'), player.press(player.at('download'))])
  const record = readFileSync(await file.path(), 'utf8')
  check('The record can be downloaded and holds the game', record.split('\n').length > 70, `${record.length} bytes`)
  tell('  the seed matches its commitment; the record is there')
  await player.at('look').click()
  await page.waitForTimeout(700)
  await player.shot('end-table')
}

async function desktop(browser, server, seed) {
  tell('desktop, 1440 x 900: a whole game')
  const { context, page, watch } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const player = new Player(page, { seed })
  try {
    await home(page, player, server.url)
    await player.shot('turn')
    await strangersSeeNothing(browser, page.url())
    let asked = false
    const award = async () => {
      if (asked) return
      await page.waitForTimeout(player.awards < 4 ? 700 : 0)
      asked = await looksWhy(page, player)
    }
    for (let turn = 1; ; turn++) {
      if ((await player.next(award)) === 'over') break
      check('A game ends', turn < 80)
      if (turn === 12) await killWhileChoosing(page, player, server, watch)
      else if (turn === 20) await killAtPlay(page, player, server, watch)
      else {
        await player.layTile()
        if (turn === 8) {
          await page.waitForTimeout(700)
          await player.shot('ghost')
        }
        await player.finish({
          beforePlay:
            turn === 8
              ? async () => {
                  await page.waitForTimeout(600)
                  await player.shot('confirm')
                }
              : undefined,
        })
      }
      if (turn % 10 === 0) {
        const scores = [await number(player.at('seat-0-score')), await number(player.at('seat-1-score'))]
        tell(`  turn ${turn}, score ${scores.join(' : ')}`)
      }
    }
    tell(`  ${player.turns} turns of mine, ${player.followers} followers by choice, ${player.awards} awards shown`)
    check('Points were shown on the way, and asked about', player.awards > 0 && asked)
    await finalTable(page, player)
    check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await player.shot('failed-desktop').catch(() => {})
    throw e
  } finally {
    await context.close()
  }
}

/** The middle of the table in tiles, and pixels a tile. */
const place = (page) =>
  page.evaluate(() => {
    const { e, f, a } = new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform)
    const { width, height } = document.querySelector('[data-testid="table"]').getBoundingClientRect()
    return { x: (width / 2 - e) / (1000 * a), y: (height / 2 - f) / (1000 * a), scale: 1000 * a }
  })

/** The phone is turned and turned back: the same land is in the middle, and the tile lies where it lay. */
async function tilt(page, player) {
  const lies = page.locator('[data-ghost]')
  await player.press(player.at('zoom-in'))
  await page.waitForTimeout(900)
  const [was, ghost] = [await place(page), await lies.getAttribute('style')]
  const upright = page.viewportSize()
  for (const size of [{ width: upright.height, height: upright.width }, upright]) {
    await page.setViewportSize(size)
    await page.waitForTimeout(900)
    const now = await place(page)
    const off = Math.hypot(now.x - was.x, now.y - was.y)
    check('A phone that is turned keeps the place', off < 0.1, `${off} tiles off`)
    check('and how near it is', Math.abs(now.scale - was.scale) < 1, `${was.scale} to ${now.scale}`)
    check('and the tile', (await lies.getAttribute('style')) === ghost)
  }
  await player.press(player.at('zoom-all')) // as the turns that follow need it
}

/** A figure beside a space that the tile fits: browsers take a finger on it for one on the space. */
const besideSpace = (page) =>
  page.evaluate(() => {
    const boxes = (what) => [...document.querySelectorAll(what)].map((e) => e.getBoundingClientRect())
    const spaces = boxes('[data-space]')
    const [table] = boxes('[data-testid="table"]')
    const covers = boxes('[data-furniture], .sheet, .deck')
    for (const { x, y, width, height } of boxes('[data-testid^="follower-"]')) {
      const at = { x: x + width / 2, y: y + 0.6 * height }
      const within = (b, by) => at.x > b.left - by && at.x < b.right + by && at.y > b.top - by && at.y < b.bottom + by
      if (!within(table, -8) || covers.some((b) => within(b, 4)) || spaces.some((b) => within(b, 0))) continue
      if (spaces.some((b) => within(b, 8))) return at
    }
    return null
  })

/** @returns whether there was such a figure */
async function holdFigure(page, player) {
  const touch = async (type, touchPoints) => (await cdp).send('Input.dispatchTouchEvent', { type, touchPoints })
  const cdp = page.context().newCDPSession(page)
  for (let attempt = 1; ; attempt++) {
    await page.waitForTimeout(900) // the land comes to rest
    const [at, was] = [await besideSpace(page), await place(page)]
    if (!at) return false
    await touch('touchStart', [at])
    const shown = await player
      .at('owner')
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      )
    const now = await place(page)
    await touch('touchEnd', [])
    if (shown) break
    // on a slow machine the land may still move under the finger
    const still = Math.hypot(now.x - was.x, now.y - was.y) < 0.01 && now.scale === was.scale
    check('A figure held on land that lies still is asked about', !still && attempt < 6)
    if (await player.at('tile-back').isVisible()) await player.press(player.at('tile-back'))
  }
  await page.waitForTimeout(200)
  check('A figure held beside a space is asked about', await player.at('owner').isVisible())
  check('and no tile lies there', (await page.locator('[data-ghost]').count()) === 0)
  return true
}

async function phone(browser, server, seed) {
  tell('phone, 390 x 844, touch: ten turns')
  const { context, page, watch } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    reducedMotion: 'no-preference',
  })
  const player = new Player(page, { touch: true, seed })
  try {
    await home(page, player, server.url)
    let held = 0
    for (let turn = 1; turn <= 10; turn++) {
      check('A game of ten turns is not over', (await player.next()) === 'turn')
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      check('Nothing is wider than the screen', wide <= 390, `${wide} px`)
      if (turn === 10) await player.shot('turn-phone')
      if (turn > 3 && held < 2 && (await holdFigure(page, player))) held++
      await player.layTile()
      if (turn === 2) await tilt(page, player)
      if (turn === 10) {
        await page.waitForTimeout(700)
        await player.shot('ghost-phone')
      }
      await player.finish({
        beforePlay:
          turn === 10
            ? async () => {
                await page.waitForTimeout(600)
                await player.shot('confirm-phone')
              }
            : undefined,
      })
    }
    await player.next()
    await player.press(player.at('sheet'))
    await player.at('tab-moves').waitFor()
    await player.press(player.at('tab-moves'))
    await page.waitForTimeout(400)
    await player.shot('moves-phone')
    const corners = () => page.getByTestId('cornered').getAttribute('transform')
    const before = await corners()
    await player.press(player.at('move-0'))
    check('A move of the list is marked', (await player.at('move-0').getAttribute('aria-current')) === 'step')
    await until(page, 'and its tile is shown on the table', async () => {
      const box = await page.getByTestId('piece-1').first().boundingBox()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      return (x > 0 && x < 390 && y > 0 && y < 844 && (await corners()) !== before) || `${x},${y}`
    })
    await player.shot('moves-shown-phone')
    await player.press(player.at('move-0'))
    check('until it is pressed again', (await corners()) === before)
    tell(`  ${player.turns} turns by touch, ${held} figures held beside a space`)
    check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await player.shot('failed-phone').catch(() => {})
    throw e
  } finally {
    await context.close()
  }
}

const parts = process.argv.length > 2 ? process.argv.slice(2) : ['desktop', 'phone']
const seed = Number(process.env.SEED ?? 1)
await run(async (browser, server) => {
  if (parts.includes('desktop')) await desktop(browser, server, seed)
  if (parts.includes('phone')) await phone(browser, server, seed + 1)
})
