// A short game with the barber-surgeons against a bot, in the real client and the real server: a follower scored alone
// is sent to one of several bathhouses, and bought back; then either by touch at 390 x 844. BASTIDE, OUT as in
// game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, pictures, visible } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'
import { answers, begins, GO, onDeskAndPhone, plays } from '../../web/short-game.mjs'

const TILES = `id = "bath-party"
name = "Bath party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 14)}
`
const PRESET = `[[preset]]
id = "bath-party"
name = ${named('Bath party')}
sentence = ${named('Few tiles, and bathhouses among them.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "bath-party" } ]
seats = { min = 2, max = 5 }
options = { barber_surgeons = "on", bathhouse_debt = "allowed" }
`
const SENT = 'A follower is sent to a bathhouse by a click'
const BACK = 'A follower is bought back by a click'
const TAPPED = 'A follower is sent there, or bought back, by a tap'

const { seen, see } = sights()
const picture = pictures('bath', 500)

// Those of a question alone a phone shows on the land; those that are near each other, one after the other.
const bathsOf = (player) => {
  const rows = answers(player, 'bathe')
  return player.touch ? player.page.locator('[data-testid^="spot-bathe:"]:visible').or(rows) : rows
}
async function choosesBath(player) {
  const rows = answers(player, 'bathe')
  if (await visible(player, 'picker-on')) return player.press(player.at('picker-on'))
  if ((await rows.count()) > 0) return player.press(rows.nth(player.pick(await rows.count())))
  await player.press(player.at('zoom-all')) // which may bring them near each other
  const baths = bathsOf(player)
  await player.pressUntil(
    player
      .at('picker-on')
      .or(baths.nth(player.pick(await baths.count())))
      .first(),
    player.page.locator(GO).first(),
  )
}

/** What is asked after the tile, and of whoever bathes in another's turn. */
async function chooses(player) {
  const baths = bathsOf(player)
  const back = answers(player, 'buy-back')
  const city = player.at(player.touch ? 'spot-city' : 'answer-city')
  const go = player.page.locator(GO)
  const said = await player.say()
  if ((await baths.count()) > 0) {
    await picture(player, 'which')
    await choosesBath(player)
    await picture(player, 'sent')
    see(player.touch ? TAPPED : SENT)
  } else if ((await back.count()) > 0 && !seen.has(player.touch ? TAPPED : BACK)) {
    await picture(player, 'back')
    const row = player.at(await back.first().getAttribute('data-testid'))
    await player.press(row)
    await row.waitFor({ state: 'detached' }) // the same question comes again
    see(player.touch ? TAPPED : BACK)
    await picture(player, 'bought')
    return
  } else if ((await city.count()) > 0 && player.random() < 0.9)
    await player.pressUntil(city.first(), go.or(baths).first())
  else if (await visible(player, 'pass')) await player.press(player.at('pass'))
  else return player.page.waitForTimeout(60) // Play comes
  await player.page.waitForFunction(
    ([was, go]) => document.querySelector('[data-testid="say"]')?.textContent !== was || document.querySelector(go),
    [said, GO],
  )
}

const bathhouses = (browser, server) =>
  onDeskAndPhone(browser, 'bath', 21, {
    async desk(mila) {
      for (let game = 1; !seen.has(SENT) || !seen.has(BACK); game++) {
        check('Someone is sent to a bathhouse and bought back within eight games', game < 9, [...seen].join(', '))
        await begins(mila, server.url, 'bath-party')
        await plays(mila, { chooses, asked: bathsOf })
        await picture(mila, 'end')
        await addsUp(mila, 2)
      }
    },
    async phone(noor) {
      for (let game = 1; !seen.has(TAPPED); game++) {
        check('Someone is sent or bought back within eight games', game < 9)
        await begins(noor, server.url, 'bath-party')
        await plays(noor, { chooses, asked: bathsOf, done: () => seen.has(TAPPED) })
      }
    },
  })

await runWithBox(bathhouses, { id: 'bath-party', tiles: TILES, preset: PRESET })
