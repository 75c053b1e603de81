// What goes with what, at a desk and on a phone: reached from a new game and from About, one thing with all others, two
// alone, by keys, in another language. Nobody fetches it elsewhere. OUT: where the pictures go (default build/screens).
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { check, openPage, PHONE, Player, until } from './player.mjs'
import { run, tell } from './run.mjs'
import { ROOT } from './server.mjs'

const require = createRequire(join(ROOT, 'web/package.json'))
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

async function clean(page, where) {
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  const told = found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)
  check(`axe finds nothing ${where}`, told.length === 0, told.join('\n'))
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  check(`Nothing is wider than the screen ${where}`, wide <= 0, `${wide} px`)
}

/** The first pair with something to say of it, of two things that are both no edition. */
const telling = ({ things, pairs, rules }, kind) => {
  const kindOf = (id) => things.find((x) => x.id === id).kind
  const pair = pairs.find((p) => kindOf(p.one) === kind && p.rules.length > 1)
  return { ...pair, texts: rules.filter((r) => pair.rules.includes(r.rule.id)).map((r) => r.rule) }
}

async function look(browser, server, name, options) {
  const { context, page, watch } = await openPage(browser, { ...options, locale: 'en-GB' })
  await page.addInitScript(AXE)
  const asked = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const fetched = () => asked.filter((path) => /combinations/i.test(path))
  const player = new Player(page, { touch: options.hasTouch })
  try {
    await page.goto(`${server.url}/new`)
    check(
      'Who has another box reads how to go on',
      (await player.at('other-box').textContent()).includes('newer Big Box'),
    )
    await player.press(player.at('add-cards'))
    const names = await page.locator('.cards .expansion b').allTextContents()
    check(
      'Expansions stand by name',
      names.length > 20 && names.join() === names.toSorted((a, b) => a.localeCompare(b, 'en')).join(),
      names.join(),
    )
    await player.at('card-search').fill('ferries')
    await player.at('none-found').waitFor()
    check(
      'Where none is found it says what to do',
      /clear the search/.test(await player.at('none-found').textContent()),
    )
    await player.at('card-search').fill('')
    await player.at('to-combinations').waitFor()
    check('A new game fetches nothing of it', fetched().length === 0, fetched().join(' '))
    await player.press(player.at('to-combinations'))
    await player.at('pairs').waitFor()
    check('The page is fetched there', fetched().length >= 2)
    await clean(page, `on ${name}, with all`)
    await player.shot(`combinations-${name}`)

    const all = await (await fetch(`${server.url}/api/combinations`)).json()
    const pair = telling(all, 'expansion')
    await player.at('what').selectOption(pair.one)
    const row = player.at(`with-${pair.other}`)
    await row.locator('summary').focus()
    await page.keyboard.press('Enter')
    for (const rule of pair.texts) {
      const shown = await row.getByTestId(`rule-${rule.id}`).innerText()
      check(`${rule.id} is told`, shown.includes(rule.text.trim()) && shown.includes(rule.title), shown)
      if (rule.reading) check(`${rule.id} is told to be a reading`, shown.includes(rule.reading), shown)
    }
    await clean(page, `on ${name}, with one open`)
    await player.shot(`combinations-${name}-open`)
    const silent = all.pairs.find(
      (p) => p.one === pair.one && p.verdict === 'allowed' && p.rules.length + p.notes.length === 0,
    )
    const nameOf = (id) => all.things.find((x) => x.id === id).name
    check('What no rule speaks of is told', (await player.at('silent').innerText()).includes(nameOf(silent.other)))

    const refused = all.pairs.find((p) => p.verdict === 'refused')
    await player.at('what').selectOption(refused.one)
    await player.at('with').selectOption(refused.other)
    const told = await player.at('pair').innerText()
    check('What is refused says why', told.includes(refused.refusals[0].message), told)
    await clean(page, `on ${name}, of two`)
    await player.shot(`combinations-${name}-two`)
    const address = page.url()
    check('The address names both', address.endsWith(`#${refused.one}+${refused.other}`), address)
    await page.goto('about:blank')
    await page.goto(address)
    await player.at('pair').waitFor()
    check('Whoever follows it sees the two', (await player.at('pair').innerText()) === told)
    await player.at('with').selectOption(refused.one === all.things[0].id ? refused.other : '')
    await player.at('what').selectOption(refused.other)
    check('The other way round is there', await player.at(`with-${refused.one}`).isVisible())

    await page.goto(`${server.url}/about`)
    await player.press(player.at('to-combinations'))
    await player.at('pairs').waitFor()
    await page.goto(`${server.url}/settings`)
    await player.press(player.at('set-language-nl'))
    await page.goto(`${server.url}/combinations#${pair.one}+${pair.other}`)
    await until(page, 'It speaks Dutch', async () =>
      (await player.at('pair').innerText()).includes(pair.texts[0].translations.nl.title),
    )
    check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 5).join('\n'))
    tell(`${name}: ${all.pairs.length} pairs`)
  } catch (e) {
    await player.shot(`failed-combinations-${name}`).catch(() => {})
    throw e
  } finally {
    await context.close()
  }
}

await run(async (browser, server) => {
  await look(browser, server, 'desk', { viewport: { width: 1440, height: 900 } })
  await look(browser, server, 'phone', PHONE)
})
