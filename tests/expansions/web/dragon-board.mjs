// The dragon, the fairy and a tile that waits on the analysis board, in the real client and the real server: a position
// pasted, the fairy counted, moved, erased and put again, the tile taken up, all of it in the address and in the text.
// At 1440 x 900 in the light and 390 x 844 by touch in the dark. BASTIDE, OUT as in game.mjs.
import { check, openPage, Player, squeeze, until } from '../../web/player.mjs'
import { run, tell } from '../../web/run.mjs'

const TABLE = `bastide position 1
rules new
set princess_and_dragon=2016
seat human Mila
seat human Noor
tile D 0,0 n
tile U 1,0 e road:1
tile U -1,0 e
tile C 0,-1 n city:2
`
const STANDING = `${TABLE}figure dragon -1,0
figure fairy 1,0:road
`
const WAITING = `${TABLE}waiting PD-08
figure fairy 0,-1:city
`

/** Waits until a value that the page shows is this one. */
const comes = (page, what, wanted, get) =>
  until(page, what, async () => {
    const value = await get()
    return value === wanted || `${value} instead of ${wanted}`
  })

async function board(browser, server, { touch, ...options }) {
  const { context, page, watch } = await openPage(browser, options)
  const player = new Player(page, { touch })
  const name = touch ? '-phone' : ''
  const figure = (kind) => page.locator(`[data-testid^="follower-"][data-figure="fig-${kind}"]`)
  const tab = async (id) => {
    if (touch) await player.press(player.at(`tab-${id}`))
  }
  const total = async (what, wanted) => {
    await tab('compare')
    await comes(page, what, wanted, () => squeeze(player.at('total-new')))
  }
  const paste = async (text) => {
    await player.press(player.at('texts'))
    await player.at('text-area').fill(text)
    await player.press(player.at('text-read'))
    await player.at('position-text').waitFor({ state: 'detached' })
  }
  const fairyOn = (tile, place) =>
    page.evaluate(([t, p]) => location.hash.split('~')[t].includes(`*${p}.-.fairy`), [tile, place])
  /** The middle of a tile that lies. */
  const middle = async (piece) => {
    const box = await player.at(`piece-${piece}`).boundingBox()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const land = () => page.waitForTimeout(700) // the land may come nearer
  const tap = async ([x, y]) => (touch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
  try {
    await page.goto(`${server.url}/board`)
    await player.at('palette').waitFor()
    await paste(STANDING)
    for (const kind of ['dragon', 'fairy']) await comes(page, `The ${kind} stands`, 1, () => figure(kind).count())
    await total('The fairy counts', '6:3')
    check('Nothing is impossible', (await player.at('problems').count()) === 0)
    await land()
    await player.shot(`dragon-board${name}`)
    const shape = await figure('dragon')
      .locator('img')
      .evaluate(async (it) => {
        await it.decode()
        return it.naturalWidth / it.naturalHeight
      })
    check('The dragon is drawn with head and tail', shape > 1.2, shape) // a follower's box is higher than wide

    // as followers: whose, the tile, the place
    await tab('followers')
    await player.press(player.at('whose-fairy'))
    await tap(await middle(3))
    await land()
    await player.press(page.locator('[data-testid="spot-city@fairy"]'))
    await comes(page, 'She stands beside the other one', true, () => fairyOn(3, 'city'))
    await land()
    await player.shot(`dragon-board-puts${name}`)
    await player.press(player.at('deselect'))
    await total('She counts there', '3:6')
    await page.reload()
    await comes(page, 'The address holds her', 1, () => figure('fairy').count())

    // the dragon where somebody stands: said
    await tab('followers')
    await player.press(player.at('whose-dragon'))
    await tap(await middle(1))
    await land()
    await player.press(page.locator('[data-testid="spot-@dragon"]'))
    const told = await player.at('problem-0').or(player.at('wrong-strip')).first().textContent()
    check('It is said why he cannot be there', /Dragon: nobody stands where the dragon is/.test(told), told)
    await land()
    await player.shot(`dragon-board-wrong${name}`)
    await player.press(page.locator('[data-testid="spot-@dragon"]'))
    await comes(page, 'Another tap takes him away', 0, () => figure('dragon').count())
    await player.press(player.at('deselect'))

    await player.press(player.at('mode-erase'))
    const at = await figure('fairy').boundingBox()
    await tap([at.x + at.width / 2, at.y + at.height / 2])
    await comes(page, 'She is erased', 0, () => figure('fairy').count())
    check('And nothing else', (await page.locator('[data-testid^="piece-"]').count()) === 4)
    await player.press(player.at('undo'))
    await comes(page, 'Undo brings her back', 1, () => figure('fairy').count())
    await player.press(player.at('mode-place'))
    tell('  put, moved, taken away, erased')

    await paste(WAITING)
    await tab('tiles')
    await player.at('held-0').waitFor()
    await player.press(player.at('kind-PD-07'))
    await player.press(player.at('apart-waiting'))
    await player.at('held-1').waitFor()
    await page.waitForTimeout(500)
    await player.shot(`dragon-board-waiting${name}`)
    await player.press(player.at('held-0'))
    await player.at('held-1').waitFor({ state: 'detached' })
    await player.press(player.at('texts'))
    const text = () => player.at('text-area').inputValue()
    await until(page, 'The text holds all', async () => {
      const now = await text()
      return (now.includes('waiting PD-07\n') && now.includes('figure fairy 0,-1:city\n')) || now
    })
    check(
      'Nothing is wider than the screen',
      (await page.evaluate(() => document.documentElement.scrollWidth)) <= options.viewport.width,
    )
    check('No errors in the console', watch.errors.length === 0, watch.errors.slice(0, 10).join('\n'))
    tell(`  ${touch ? 'phone' : 'desktop'}: waiting tiles, text`)
  } catch (e) {
    await player.shot(`failed-dragon-board${name}`).catch(() => {})
    throw e
  } finally {
    await context.close()
  }
}

await run(async (browser, server) => {
  await board(browser, server, { viewport: { width: 1440, height: 900 } })
  await board(browser, server, {
    viewport: { width: 390, height: 844 },
    touch: true,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    colorScheme: 'dark',
  })
})
