// Pictures to look at: boards of 30, 72 and 84 tiles in each theme, light and dark, on a desk and on a phone, whole and
// near. It asserts nothing. Arguments: numbers of tiles (default all). BASTIDE, OUT, SEED as in game.mjs.
import { openPage, Player } from './player.mjs'
import { run, tell } from './run.mjs'

const THEMES = ['summer', 'winter', 'parchment']
const LOOKS = ['light', 'dark']
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } }
const PRESETS = { 72: 'classic', 84: 'winter' }
const NEARER = 4 // presses

/** A game that two bots play to its end. */
async function finished(url, preset) {
  const game = { preset, seats: ['greedy', 'random'].map((bot) => ({ kind: 'bot', bot })), public: true }
  const made = await fetch(`${url}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(game),
  }).then((answer) => answer.json())
  if (!made.game) throw new Error(JSON.stringify(made))
  return `/game/${made.game}`
}

/** A game in which it is one's turn with so many tiles on the table, and what the browser stored of it. */
async function underWay(browser, url, tiles) {
  const { context, page } = await openPage(browser, { viewport: SIZES.desk })
  const player = new Player(page, { seed: Number(process.env.SEED ?? 1) })
  await page.goto(url)
  await player.press(player.at('play-now'))
  const pieces = page.locator('[data-testid^="piece-"]')
  while ((await player.next()) === 'turn' && (await pieces.count()) < tiles) {
    await player.layTile()
    await player.finish()
  }
  const path = new URL(page.url()).pathname
  const stored = await context.storageState()
  await context.close()
  return { path, stored }
}

async function picture(browser, address, stored, theme, look, name) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    const { context, page } = await openPage(browser, { viewport, storageState: stored })
    await page.addInitScript(
      (settings) => localStorage.setItem('bastide.settings', settings),
      JSON.stringify({ art: theme, look }),
    )
    await page.goto(address)
    const whole = page.getByTestId('look').or(page.getByTestId('hand-tile')).first()
    await whole.waitFor({ timeout: 180000 })
    if ((await whole.getAttribute('data-testid')) === 'look') await whole.click()
    const shoot = async (how) => {
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(2500) // figures and detail are drawn for this scale when the land has rested
      await new Player(page, {}).shot(`${name}-${theme}-${look}-${size}-${how}`)
    }
    await shoot('whole')
    for (let i = 0; i < NEARER; i++) await page.getByTestId('zoom-in').click()
    await shoot('near')
    await context.close()
  }
}

await run(async (browser, server) => {
  const wanted = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [30, 72, 84]
  for (const tiles of wanted) {
    const { path, stored } = PRESETS[tiles]
      ? { path: await finished(server.url, PRESETS[tiles]) }
      : await underWay(browser, server.url, tiles)
    for (const theme of THEMES)
      for (const look of LOOKS) await picture(browser, server.url + path, stored, theme, look, `${tiles}-tiles`)
    tell(`${tiles} tiles`)
  }
})
