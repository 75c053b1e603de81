// The review of a game with abbots, in which a figure is a decision of its own: where it would have gone is marked on
// the land, at a desk and on a phone; what is looked at stands there. OUT: where the pictures go.
import { check, openPage, PHONE, Player, until } from '../../web/player.mjs'
import { run, tell } from '../../web/run.mjs'

const get = async (url) => (await fetch(url)).json()

async function played(url) {
  const seats = ['random', 'random'].map((bot) => ({ kind: 'bot', bot }))
  const body = JSON.stringify({ preset: 'new', options: { abbots: 'on' }, public: true, seats })
  const answer = await fetch(`${url}/api/games`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  check('A game begins', answer.ok, await answer.clone().text())
  const { game } = await answer.json()
  for (let i = 0; (await get(`${url}/api/games/${game}`)).status !== 'over'; i++) {
    check('The game ends', i < 600)
    await new Promise((done) => setTimeout(done, 100))
  }
  return game
}

/** The first costly decision about where a figure goes. */
async function wrongPlace(url, game) {
  for (let from = 0; from !== null;) {
    const { decisions, next } = await get(`${url}/api/games/${game}/review?from=${from}`)
    const found = decisions.find((d) => d.of === 'figure' && d.lost >= 2 && d.best.place?.segment && d.played.place)
    if (found) return found
    from = next
  }
  throw new Error('Nobody set a figure where another place was better')
}

async function marked(browser, url, game, decision, options, touch) {
  const { context, page, watch } = await openPage(browser, options)
  const reader = new Player(page, { seed: 1, touch })
  try {
    await page.goto(`${url}/replay/game/${game}#review`)
    await reader.press(reader.at('review-begin'))
    const row = reader.at(`turning-${decision.ply}`)
    await row.waitFor({ timeout: 240000 })
    await reader.press(reader.at('review-stop')).catch(() => {}) // it may be done
    await reader.press(row)
    const rings = reader.at('choice-ring')
    await rings.first().waitFor()
    const places = [decision.best, decision.played, ...decision.others].flatMap((one) => one.place ?? [])
    const different = new Set(places.map((place) => JSON.stringify(place))).size
    await until(page, 'Each place has a ring', async () => (await rings.count()) === different || (await rings.count()))
    check('Round what was played it is dashed', (await rings.locator('circle[stroke-dasharray]').count()) === 1)
    await reader.shot(`review-figures${touch ? '-phone' : ''}`)
    check('Nobody stands there yet', (await reader.at('figure-here').count()) === 0)
    await reader.press(reader.at('choice-A'))
    await reader.at('figure-here').waitFor()
    await reader.shot(`review-figures-looked${touch ? '-phone' : ''}`)
    check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 5).join('\n'))
  } catch (e) {
    await reader.shot(`failed-review-figures${touch ? '-phone' : ''}`).catch(() => {})
    throw e
  } finally {
    await context.close()
  }
}

await run(
  async (browser, server) => {
    const game = await played(server.url)
    const decision = await wrongPlace(server.url, game)
    tell(`turn ${decision.turn}: ${decision.played.label}, not ${decision.best.label}`)
    await marked(browser, server.url, game, decision, { viewport: { width: 1440, height: 900 } }, false)
    await marked(browser, server.url, game, decision, PHONE, true)
  },
  { botDelay: 0 },
)
