// A short game of a box of its own, against a bot, first with a mouse and then by touch: what such tests do around what
// they look for.
import { check, openPage, visible, PHONE, Player } from './player.mjs'

/** What sends the answers off: of a turn, or of who is asked beside it. */
export const GO = '[data-testid="play"]:enabled, [data-testid="confirm"]:enabled'
export const answers = (player, verb) => player.page.locator(`[data-testid^="answer-${verb}:"]:visible`)

export async function begins(player, url, preset) {
  await player.page.goto(`${url}/new`)
  await player.press(player.at(`preset-${preset}`))
  await player.at('name').fill('Mila')
  await player.press(player.at('create-game'))
  await player.at('seats').waitFor()
}

const nothing = { count: () => Promise.resolve(0) }

/** 'turn', 'over', or 'asked': what `asked(player)` locates is there, which may come in another's turn. */
async function ready(player, asked) {
  const until = Date.now() + 45000
  while (Date.now() < until) {
    if ((await (asked?.(player) ?? nothing).count()) > 0) return 'asked'
    if (await visible(player, 'skip')) await player.press(player.at('skip'), { timeout: 2000 }).catch(() => {})
    if (await visible(player, 'end')) return 'over'
    if ((await visible(player, 'hand-tile')) && (await player.page.locator('[data-space]').count()) > 0) return 'turn'
    await player.page.waitForTimeout(40)
  }
  throw new Error(`Nothing to do for 45 s; the page says '${await player.say()}'`)
}

async function sends(player, go) {
  await player.press(go)
  await go.waitFor({ state: 'detached' })
}

/**
 * Plays until the game is over, or `done` says so at the beginning of a turn.
 * @param chooses(player): one answer of what is asked after the tile; comes again until GO is there
 * @param asked(player): locates the answers of what may be asked in another's turn, or as soon as the tile lies
 * @param sendsOff(player, go): presses it until it is gone
 */
export async function plays(player, { chooses, done, asked, sendsOff = sends }) {
  for (;;) {
    const what = await ready(player, asked)
    if (what === 'over' || done?.()) return
    if (what === 'turn') {
      await player.layTile(asked?.(player))
      if (await visible(player, 'place')) await player.press(player.at('place'))
    }
    const spots = player.page.locator('[data-testid^="spot-"], [data-testid^="answer-"]')
    const go = player.page.locator(GO)
    await go.or(spots).first().waitFor()
    while ((await go.count()) === 0) await chooses(player)
    await sendsOff(player, go)
  }
}

/**
 * One player with a mouse at 1280 x 800, then one who touches at 390 x 844; a picture of whose game fails.
 * @param seed of their choices
 * @param desk(player) and phone(player): what either does
 */
export async function onDeskAndPhone(browser, name, seed, { desk, phone }) {
  const large = await openPage(browser, { viewport: { width: 1280, height: 800 } })
  const small = await openPage(browser, PHONE)
  const mila = new Player(large.page, { seed })
  const noor = new Player(small.page, { seed: seed + 1, touch: true })
  let playing = mila
  try {
    await desk(mila)
    playing = noor
    await phone(noor)
    for (const { watch } of [large, small])
      check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await playing.shot(`failed-${name}${playing.touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await large.context.close()
    await small.context.close()
  }
}
