// A short game with the Russian promos against a bot, in the real client and the real server: a follower comes into the
// hut and others into traps, and one is taken out of a trap, by clicks and by touch at 390 x 844. BASTIDE, OUT as in
// game.mjs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, pictures, visible } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'
import { answers, begins, GO, onDeskAndPhone, plays } from '../../web/short-game.mjs'
import { ROOT } from '../../web/server.mjs'

const TILES = `id = "by-the-lake"
name = "By the lake"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 2)}
`
const PRESET = `[[preset]]
id = "by-the-lake"
name = ${named('By the lake')}
sentence = ${named('Few tiles, and traps among them.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "by-the-lake" } ]
seats = { min = 2, max = 5 }
options = { russian_promos = "both" }
`
// Four huts and three lakes, so that a short game has them.
const OWN = 'expansions/russian-promos/tiles/russian-promos.toml'
const MORE = readFileSync(join(ROOT, 'data', OWN), 'utf8').replace(
  /id = "(01|04)"\ncount = 1/g,
  (_, id) => `id = "${id}"\ncount = ${id === '01' ? 4 : 3}`,
)

const LODGED = 'A follower comes into the hut by a click'
const FREED = 'A follower comes out of a trap by a click'
const TAPPED = 'A follower comes into the hut, or out of a trap, by a tap'

const { seen, see } = sights()
const picture = pictures('lake', 300)

/** What is asked after the tile: out of a trap first, then into the hut, else a field or nothing. */
async function chooses(player) {
  const out = answers(player, 'free')
  const place = (name) => player.at(`${player.touch ? 'spot' : 'answer'}-${name}`)
  const go = player.page.locator(GO)
  if ((await out.count()) > 0) {
    await picture(player, 'caught')
    await player.pressUntil(out.first(), go)
    await picture(player, 'free')
    see(player.touch ? TAPPED : FREED)
  } else if ((await place('hut').count()) > 0) {
    await player.pressUntil(place('hut').first(), go)
    await picture(player, 'hut')
    see(player.touch ? TAPPED : LODGED)
  } else if ((await place('field').count()) > 0 && player.random() < 0.8)
    await player.pressUntil(place('field').first(), go)
  else if (await visible(player, 'pass')) await player.press(player.at('pass'))
  else await player.page.waitForTimeout(60) // Play comes
}

const lake = (browser, server) =>
  onDeskAndPhone(browser, 'lake', 41, {
    async desk(mila) {
      for (let game = 1; !seen.has(LODGED) || !seen.has(FREED); game++) {
        check('Someone comes into the hut and out of a trap within six games', game < 7, [...seen].join(', '))
        await begins(mila, server.url, 'by-the-lake')
        await plays(mila, { chooses })
        await picture(mila, 'end')
        await addsUp(mila, 2)
      }
    },
    async phone(noor) {
      for (let game = 1; !seen.has(TAPPED); game++) {
        check('Someone comes into the hut or out of a trap by touch within five games', game < 6)
        await begins(noor, server.url, 'by-the-lake')
        await plays(noor, { chooses, done: () => seen.has(TAPPED) })
      }
    },
  })

await runWithBox(lake, { id: 'by-the-lake', tiles: TILES, preset: PRESET, files: { [OWN]: MORE } })
