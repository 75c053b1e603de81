// What the client weighs: bytes and requests of a first visit, of a whole game and of opening a finished one; elements,
// and CPU a frame when a board of 84 tiles is panned and zoomed; frames a second with one of 40 on a slow processor.
// Prints a table; it asserts nothing, machines differ.
// Arguments: first, game, board, slow (default all). BASTIDE, SEED as in game.mjs.
import { connect, createServer } from 'node:net'
import { openPage, Player } from './player.mjs'
import { run, tell } from './run.mjs'

/** Stands between browser and server and counts what goes by, headers and messages included, as it travels. */
async function countingProxy(port) {
  const counted = { down: 0, up: 0 }
  const proxy = createServer((browser) => {
    const server = connect(port, '127.0.0.1')
    browser.on('data', (bytes) => (counted.up += bytes.length))
    server.on('data', (bytes) => (counted.down += bytes.length))
    for (const end of [browser, server]) end.on('error', () => [browser, server].forEach((e) => e.destroy()))
    browser.pipe(server).pipe(browser)
  })
  await new Promise((done) => proxy.listen(0, '127.0.0.1', done))
  return { counted, url: `http://127.0.0.1:${proxy.address().port}`, end: () => proxy.close() }
}

const kb = (bytes) => `${(bytes / 1000).toFixed(0).padStart(5)} KB`
const row = (what, requests, down, up, messages) =>
  tell(
    `${what.padEnd(28)} ${String(requests).padStart(4)} requests ${kb(down)} down ${kb(up)} up` +
      (messages > 0 ? `; ${kb(messages).trim()} of it messages` : ''),
  )

/** Opens a page of its own, with an empty cache, and counts while `visit` is on it. Returns what it has stored. */
async function weigh(browser, proxy, what, visit, storageState) {
  const { context, page } = await openPage(browser, { viewport: { width: 1440, height: 900 }, storageState })
  let requests = 0
  let messages = 0
  page.on('request', (request) => /^http/.test(request.url()) && requests++)
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (messages += payload.length)))
  const { down, up } = proxy.counted
  try {
    await visit(page, proxy.url)
    await page.waitForLoadState('networkidle')
    row(what, requests, proxy.counted.down - down, proxy.counted.up - up, messages)
    return await context.storageState()
  } finally {
    await context.close()
  }
}

const playPage = async (page, url) => {
  await page.goto(url)
  await page.getByTestId('play-now').waitFor()
}

async function wholeGame(page, url, seed) {
  const player = new Player(page, { seed })
  await playPage(page, url)
  await player.at('bot-greedy').check({ force: true })
  await player.press(player.at('play-now'))
  await page.waitForURL(/\/game\//)
  while ((await player.next()) !== 'over') {
    await player.layTile()
    await player.finish()
  }
  return new URL(page.url()).pathname
}

/** A page's metrics by the browser's own count. */
const metrics = async (session) =>
  Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]))

/** CPU of the page's main thread, a frame, while `step(i)` moves something in each of `frames` frames. */
async function perFrame(page, session, frames, step) {
  const before = await metrics(session)
  for (let i = 0; i < frames; i++) {
    await step(i)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const after = await metrics(session)
  return (1000 * (after.TaskDuration - before.TaskDuration)) / frames
}

/** Frames a second that a page shows while `step(i)` moves something, with its processor slowed down. */
async function framesASecond(page, session, slower, step) {
  await page.evaluate(() => {
    const counter = { frames: 0 }
    window.counter = counter
    const count = () => {
      counter.frames++
      if (window.counter === counter) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const before = await page.evaluate(() => window.counter.frames)
  const began = Date.now()
  for (let i = 0; Date.now() - began < 3000; i++) {
    await step(i)
    await page.waitForTimeout(8)
  }
  const took = Date.now() - began
  const shown = (await page.evaluate(() => window.counter.frames)) - before
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return (1000 * shown) / took
}

/** What moves the table of a page: by mouse, held down, or by the wheel. */
async function movesOf(page) {
  const box = await page.getByTestId('table').boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3]
  return {
    hold: async () => {
      await page.mouse.move(x, y)
      await page.mouse.down()
    },
    pan: (i) => page.mouse.move(x + 150 * Math.sin(i / 8), y + 100 * Math.cos(i / 8)),
    zoom: (i) => page.mouse.wheel(0, i % 20 < 10 ? -60 : 60),
  }
}

/** A finished game of all tiles of the edition with most of them, which two bots played. */
async function bigBoard(server) {
  const game = { preset: 'winter', seats: ['random', 'random'].map((bot) => ({ kind: 'bot', bot })), public: true }
  const made = await fetch(`${server.url}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(game),
  }).then((answer) => answer.json())
  if (!made.game) throw new Error(JSON.stringify(made))
  return `/game/${made.game}`
}

async function bigBoardMoved(browser, server) {
  const path = await bigBoard(server)
  const { context, page } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  try {
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(server.url + path)
    await page.getByTestId('look').click({ timeout: 120000 })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1500)
    const pieces = await page.locator('[data-testid^="piece-"]').count()
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    const { hold, pan, zoom } = await movesOf(page)
    await hold()
    const panned = await perFrame(page, session, 120, pan)
    await page.mouse.up()
    const zoomed = await perFrame(page, session, 60, zoom)
    tell(`${pieces} tiles: ${elements} elements; CPU a frame:`)
    tell(`  ${panned.toFixed(1)} ms panning, ${zoomed.toFixed(1)} ms zooming`)
  } finally {
    await context.close()
  }
}

async function slowBoardMoved(browser, server, seed) {
  const { context, page } = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  try {
    const session = await context.newCDPSession(page)
    const player = new Player(page, { seed })
    await playPage(page, server.url)
    await player.press(player.at('play-now'))
    const pieces = page.locator('[data-testid^="piece-"]')
    while ((await player.next()) === 'turn' && (await pieces.count()) < 40) {
      await player.layTile()
      await player.finish()
    }
    await page.waitForTimeout(1500)
    const { hold, pan, zoom } = await movesOf(page)
    const still = await framesASecond(page, session, 4, () => {})
    await hold()
    const panned = await framesASecond(page, session, 4, pan)
    await page.mouse.up()
    const zoomed = await framesASecond(page, session, 4, zoom)
    tell(`${await pieces.count()} tiles, a processor 4 times as slow; frames a second:`)
    tell(`  ${panned.toFixed(0)} panning, ${zoomed.toFixed(0)} zooming; ${still.toFixed(0)} when nothing moves`)
  } finally {
    await context.close()
  }
}

const parts = process.argv.length > 2 ? process.argv.slice(2) : ['first', 'game', 'board', 'slow']
const seed = Number(process.env.SEED ?? 1)
await run(async (browser, server) => {
  const proxy = await countingProxy(server.port)
  if (parts.includes('first')) await weigh(browser, proxy, 'first visit of the play page', playPage)
  if (parts.includes('game')) {
    let path
    const stored = await weigh(browser, proxy, 'a whole game', async (page, url) => {
      path = await wholeGame(page, url, seed)
    })
    const open = async (page, url) => {
      await page.goto(url + path)
      await page.getByTestId('end').waitFor()
    }
    await weigh(browser, proxy, 'opening it when finished', open, stored)
  }
  if (parts.includes('board')) await bigBoardMoved(browser, server)
  if (parts.includes('slow')) await slowBoardMoved(browser, server, seed)
  proxy.end()
})
