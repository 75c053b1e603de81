// A short game with the plague against a bot, in the real client and the real server: fleas come beside a source, and
// a follower flees from them along his road or field, by clicks to the end of the game; then either by touch at
// 390 x 844. BASTIDE, OUT as in game.mjs.
import { cap, named, runWithBox } from '../../web/box.mjs'
import { addsUp, check, pictures, visible, watchdog } from '../../web/player.mjs'
import { sights } from '../../web/run.mjs'
import { answers, begins, GO, onDeskAndPhone, plays } from '../../web/short-game.mjs'

const TILES = `id = "plague-party"
name = "Plague party"
source = "B"
shape = "square"

${cap('S', 1, 'start = true\n')}
${cap('E', 6)}
[[tile]]
id = "R"
count = 12
sides = { N = "field", E = "road", S = "field", W = "road" }
features = [
  { type = "road", sides = "E W" },
  { type = "field", ports = "NNW NNE ENE WNW" },
  { type = "field", ports = "ESE SSE SSW WSW" },
]
`
const PRESET = `[[preset]]
id = "plague-party"
name = ${named('Plague party')}
sentence = ${named('Few tiles, and the plague soon.')}
source = "B"
theme = "summer"
minutes = { two = 10, more = 5 }
tiles = [ { set = "plague-party" } ]
seats = { min = 2, max = 5 }
options = { plague = "on", plague_delay = "scaled" }
`
const where = (player) => (player.touch ? 'a tap' : 'a click')
const SPREAD = (player) => `A flea comes by ${where(player)}`
const FLED = (player) => `A follower flees by ${where(player)}`

const { seen, see } = sights()
const picture = pictures('plague', 500)

/** Rows of answers; of a question alone a phone, and a desk where they are many, have marks on the land. */
const chances = (player, verb) =>
  player.page.locator(`[data-testid^="spot-${verb}:"]:visible`).or(answers(player, verb))
/** Where a flea may go when the scoring is over, where whoever flees may go, and after either a figure once more. */
const asked = (player) => chances(player, 'flea').or(chances(player, 'refuge')).or(player.at('pass'))

/** Chooses one of several: what is asked next is there then, or Play. */
async function takes(player, verb) {
  const all = chances(player, verb)
  const id = await all.nth(player.pick(await all.count())).getAttribute('data-testid')
  const next = player.page.locator(
    `${GO}, [data-testid^="answer-refuge:"]:visible, [data-testid^="spot-refuge:"]:visible`,
  )
  if (id.startsWith('spot-')) await player.press(player.at('zoom-all')) // the land shows where the tile lies
  const gone = player.page.waitForFunction((it) => !document.querySelector(`[data-testid="${it}"]`), id)
  await Promise.race([player.pressUntil(player.at(id), next.first()).catch(() => {}), gone.catch(() => {})])
}

const dogs = new Map()
async function chooses(player) {
  if (!dogs.has(player)) dogs.set(player, watchdog(player))
  await dogs.get(player)()
  const place = (name) => player.at(`${player.touch ? 'spot' : 'answer'}-${name}`)
  const has = async (verb) => (await chances(player, verb).count()) > 0
  const go = player.page.locator(GO)
  if (await has('refuge')) {
    await picture(player, 'refuge')
    await takes(player, 'refuge')
    see(FLED(player))
    await picture(player, 'fled')
  } else if ((await has('flee')) && player.random() < 0.7) {
    await picture(player, 'flee')
    await takes(player, 'flee')
  } else if ((await has('flea')) && player.random() < 0.7) {
    await picture(player, 'flea')
    await takes(player, 'flea')
    see(SPREAD(player))
    await picture(player, 'spread')
  } else if ((await place('road').count()) > 0 && player.random() < 0.8)
    await player.pressUntil(place('road').first(), go.or(asked(player)).first())
  else if (await visible(player, 'pass')) await player.press(player.at('pass'))
  else await player.page.waitForTimeout(60) // Play comes
}

const plague = (browser, server) =>
  onDeskAndPhone(browser, 'plague', 51, {
    async desk(mila) {
      for (let game = 1; !seen.has(SPREAD(mila)) || !seen.has(FLED(mila)); game++) {
        check('A flea comes and a follower flees within four games', game < 5, [...seen].join(', '))
        await begins(mila, server.url, 'plague-party')
        await plays(mila, { chooses, asked })
        await picture(mila, 'end')
        await addsUp(mila, 2)
      }
    },
    async phone(noor) {
      const tapped = () => seen.has(SPREAD(noor)) && seen.has(FLED(noor))
      for (let game = 1; !tapped(); game++) {
        check('A flea comes and a follower flees by touch within four games', game < 5)
        await begins(noor, server.url, 'plague-party')
        await plays(noor, { chooses, asked, done: tapped })
      }
    },
  })

await runWithBox(plague, { id: 'plague-party', tiles: TILES, preset: PRESET })
