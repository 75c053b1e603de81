// A short game under the big top against a bot, in the real client and the real server: acrobats are put on the tile
// just laid and on those around it, and a full pyramid performs, by clicks and by touch at 390 x 844. BASTIDE, OUT as
// in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, pictures, visible } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'
import { answers, begins, GO, onDeskAndPhone, plays } from '../../web/short-game.mjs'

const TILES = `id = "circus-day"
name = "Circus day"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 12)}
`
const PRESET = `[[preset]]
id = "circus-day"
name = ${named('Circus day')}
sentence = ${named('Few tiles, and a circus among them.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "circus-day" } ]
seats = { min = 2, max = 5 }
options = { acrobats = "on", big_top = "on" }
`
const PLACED = 'An acrobat is placed by a click'
const PERFORMED = 'A pyramid performs by a click'
const TAPPED = 'An acrobat is placed by a tap'

const { seen, see } = sights()
const picture = pictures('circus', 500)

/** What is asked after the tile: performing first, then acrobats, else nothing. */
async function chooses(player) {
  const performs = answers(player, 'perform')
  const around = answers(player, 'acrobat')
  const here = player.at(player.touch ? 'spot-pyramid' : 'answer-pyramid')
  const go = player.page.locator(GO)
  if ((await performs.count()) > 0) {
    await picture(player, 'performs')
    await player.pressUntil(performs.first(), go)
    see(PERFORMED)
  } else if ((await around.count()) > 0) {
    await picture(player, 'around')
    await player.pressUntil(around.nth(player.pick(await around.count())), go)
    see(player.touch ? TAPPED : PLACED)
  } else if ((await here.count()) > 0) {
    await player.pressUntil(here.first(), go)
    await picture(player, 'here')
    see(player.touch ? TAPPED : PLACED)
  } else if (await visible(player, 'pass')) await player.press(player.at('pass'))
  else await player.page.waitForTimeout(60) // Play comes
}

const circus = (browser, server) =>
  onDeskAndPhone(browser, 'circus', 31, {
    async desk(mila) {
      for (let game = 1; !seen.has(PLACED) || !seen.has(PERFORMED); game++) {
        check('A pyramid is built and performs within four games', game < 5, [...seen].join(', '))
        await begins(mila, server.url, 'circus-day')
        await plays(mila, { chooses })
        await picture(mila, 'end')
        await addsUp(mila, 2)
      }
    },
    async phone(noor) {
      for (let game = 1; !seen.has(TAPPED); game++) {
        check('An acrobat is placed by touch within three games', game < 4)
        await begins(noor, server.url, 'circus-day')
        await plays(noor, { chooses, done: () => seen.has(TAPPED) })
      }
    },
  })

await runWithBox(circus, { id: 'circus-day', tiles: TILES, preset: PRESET })
