// A short game with special monasteries and little buildings against a bot, in the real client and the real server: an
// abbot laid down, a little building on the new tile, and why the abbot gets his points. Then a building by touch at
// 390 x 844. BASTIDE, OUT as in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, pictures, visible } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'
import { begins, onDeskAndPhone } from '../../web/short-game.mjs'

const TILES = `id = "monk-party"
name = "Monk party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 8)}
`
const PRESET = `[[preset]]
id = "monk-party"
name = ${named('Monk party')}
sentence = ${named('Few tiles, and monasteries among them.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "monk-party" } ]
seats = { min = 2, max = 5 }
options = { monasteries = "on", little_buildings = "graded" }
`
const ABBOT = 'An abbot lies down in a monastery by a click'
const BUILT = 'A little building is put on the new tile by a click'
const TAPPED = 'A little building is put on the new tile by a tap'
const WHY = 'The abbot is explained: his own space, and those in rows'

const { seen, see } = sights()
const picture = pictures('monasteries', 500)

/** The follower question: what was not seen yet first. */
async function chooses(player) {
  const abbot = player.at('spot-chapter')
  const build = player.page.locator('[data-testid^="answer-little-"]:visible')
  if (!player.touch && !seen.has(ABBOT) && (await abbot.count()) > 0) {
    await picture(player, 'ask')
    await player.pressUntil(abbot.first(), player.at('play'))
    await picture(player, 'abbot')
    see(ABBOT)
  } else if ((await build.count()) > 0 && player.random() < 0.7) {
    await picture(player, 'build')
    await player.pressUntil(build.nth(player.pick(await build.count())), player.at('play'))
    await picture(player, 'built')
    see(player.touch ? TAPPED : BUILT)
  } else await player.pressUntil(player.at('pass'), player.at('play'))
}

async function plays(player, done) {
  for (;;) {
    if ((await player.next()) === 'over' || done?.()) return
    await player.layTile()
    if (await visible(player, 'place')) await player.press(player.at('place'))
    const spots = player.page.locator('[data-testid^="spot-"], [data-testid^="answer-"]')
    await player.at('play').or(spots).first().waitFor()
    if (!(await visible(player, 'play'))) {
      // places come a moment before their rows
      await player.page.locator('[data-testid^="answer-"]').first().waitFor({ state: 'attached' })
      await chooses(player)
    }
    await player.press(player.at('play'))
    await player.at('play').waitFor({ state: 'detached' })
  }
}

const monasteries = (browser, server) =>
  onDeskAndPhone(browser, 'monasteries', 11, {
    async desk(mila) {
      for (let game = 1; !seen.has(ABBOT) || !seen.has(BUILT); game++) {
        check('An abbot and a building come within four games', game < 5, [...seen].join(', '))
        await begins(mila, server.url, 'monk-party')
        await plays(mila)
        await picture(mila, 'end')
        await addsUp(mila, 2)
      }
      await mila.press(mila.at('cell-unfinished-0'))
      await mila.press(
        mila
          .at('unfold')
          .locator('.aw', { hasText: /lying in a monastery/i })
          .first()
          .getByRole('button'),
      )
      await mila.at('why-panel').waitFor()
      const why = await mila.at('why-panel').textContent()
      check('The abbot is explained', /own space/.test(why) && /in a row/.test(why), why)
      await picture(mila, 'why')
      see(WHY)
    },
    async phone(noor) {
      for (let game = 1; !seen.has(TAPPED); game++) {
        check('A building comes within two games', game < 3)
        await begins(noor, server.url, 'monk-party')
        await plays(noor, () => seen.has(TAPPED))
      }
    },
  })

await runWithBox(monasteries, {
  id: 'monk-party',
  tiles: TILES,
  preset: PRESET,
})
