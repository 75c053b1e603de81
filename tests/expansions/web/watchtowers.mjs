// A short game with watchtowers against a bot, in the real client and the real server: why a tower pays is told, and
// the spaces around it are outlined, with a number where something counts. Then so by touch at 390 x 844. BASTIDE, OUT
// as in game.mjs.
import { named, runWithBox } from '../../web/box.mjs'
import { check, pictures, visible } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'
import { begins, onDeskAndPhone } from '../../web/short-game.mjs'

const TILES = `id = "tower-party"
name = "Tower party"
source = "B"
shape = "square"

[[tile]]
id = "S"
count = 1
start = true
sides = { N = "road", E = "road", S = "road", W = "road" }
features = [
  { type = "road", sides = "N", end = "village" },
  { type = "road", sides = "E", end = "village" },
  { type = "road", sides = "S", end = "village" },
  { type = "road", sides = "W", end = "village" },
  { type = "field", ports = "NNE ENE" },
  { type = "field", ports = "ESE SSE" },
  { type = "field", ports = "SSW WSW" },
  { type = "field", ports = "NNW WNW" },
]
junction_look = "houses"

[[tile]]
id = "A"
count = 6
sides = { N = "field", E = "field", S = "road", W = "field" }
features = [
  { type = "road", sides = "S", end = "cloister" },
  { type = "cloister" },
  { type = "field", ports = "NNW NNE ENE ESE SSE SSW WSW WNW" },
]
`
const PRESET = `[[preset]]
id = "tower-party"
name = ${named('Tower party')}
sentence = ${named('Few tiles, and towers among them.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "tower-party" } ]
seats = { min = 2, max = 5 }
options = { watchtowers = "on" }
`
const WHY = 'A tower is explained, and its spaces are outlined'
const TAPPED = 'So by touch'
const SPACE = '.features path[d="M0 0H1000V1000H0Z"]'

const { seen, see } = sights()
const picture = pictures('tower', 700)

/** Looks why points are given that are shown for a moment. */
async function looks(player) {
  const shown = player.touch ? TAPPED : WHY
  if (seen.has(shown)) return
  const pressed = await player.press(player.at('why-shown'), { timeout: 1000 }).then(
    () => true,
    () => false,
  )
  if (!pressed) return
  const panel = player.at('why-panel')
  await panel.waitFor()
  if (/around the watchtower/.test(await panel.textContent())) {
    const spaces = (await player.page.locator(SPACE).count()) / 2 // a dark line and a white one
    const labels = await player.page.locator('.label:visible').count()
    check('Between two and nine spaces are outlined', spaces >= 2 && spaces <= 9, spaces)
    check('A number stands where something counts', labels >= 1 && labels <= spaces, labels)
    await picture(player, 'why')
    see(shown)
  }
  await player.press(player.at('why-close'))
}

async function plays(player, done) {
  for (;;) {
    if ((await player.next(() => looks(player))) === 'over' || done()) return
    await player.layTile()
    if (await visible(player, 'place')) await player.press(player.at('place'))
    const play = player.at('play')
    await play.or(player.page.locator('[data-testid^="spot-"]')).first().waitFor()
    if (!(await visible(player, 'play'))) {
      const good = player.page.locator('[data-testid^="spot-road"], [data-testid^="spot-city"]')
      const spots = (await good.count()) > 0 ? good : player.at('pass')
      await player.pressUntil(spots.first(), play)
    }
    await player.press(play)
    await play.waitFor({ state: 'detached' })
  }
}

async function pays(player, url, sight) {
  for (let game = 1; !seen.has(sight); game++) {
    check('A tower pays within four games', game < 5)
    await begins(player, url, 'tower-party')
    await plays(player, () => seen.has(sight))
  }
}

const towers = (browser, server) =>
  onDeskAndPhone(browser, 'tower', 31, {
    desk: (mila) => pays(mila, server.url, WHY),
    phone: (noor) => pays(noor, server.url, TAPPED),
  })

await runWithBox(towers, { id: 'tower-party', tiles: TILES, preset: PRESET })
