// Two people at one device, whose hands only they may see: a cover lies between them, and nothing is to be seen before
// the next one says so. OUT: where the pictures go (default build/screens).
import { check, makeGame, openPage, PHONE, Player, until, visible } from '../../web/player.mjs'
import { run, tell } from '../../web/run.mjs'

async function handover(browser, server) {
  const phone = await openPage(browser, PHONE)
  const player = new Player(phone.page, { seed: 5, touch: true })
  try {
    await player.page.goto(server.url)
    const game = await makeGame(player.page, server.url, {
      preset: 'new',
      options: { draw: 'hand', hand_view: 'hidden' },
      seats: [
        { kind: 'me', name: 'Mila' },
        { kind: 'me', name: 'Tom' },
      ],
    })
    await player.page.goto(`${server.url}/game/${game.id}`)
    const hand = () =>
      player.page.locator('[data-tile]').evaluateAll((all) => all.map((tile) => tile.dataset.tile).join())
    let first = ''
    for (let turn = 0; turn < 3; turn++) {
      // Who begins may be either of them.
      await until(
        player.page,
        'Somebody is asked, or it is covered',
        async () => (await visible(player, 'cover')) || (await player.page.locator('[data-tile]').count()) > 1,
      )
      if (await visible(player, 'cover')) {
        check('Under the cover nothing is to be seen', (await player.page.locator('[data-tile]').count()) === 0)
        const heard = `${await player.at('spoken').textContent()} ${await player.page.locator('main').textContent()}`
        check('nor heard', !/city|road|tile|cloister/.test(heard), heard)
        if (turn === 1) await player.shot('handover-cover-phone')
        await player.press(player.at('i-am'))
      } else check('Only who sits there already goes on uncovered', turn === 0)
      await until(player.page, 'It has tiles in hand', async () => (await hand()).split(',').length > 1)
      if (turn === 1) check('The other hand is another one', (await hand()) !== first)
      first = await hand()
      await player.press(player.page.locator('[data-tile]').first())
      await player.layTile()
      await player.finish()
    }
    await player.at('cover').waitFor()
    tell('a cover lay between them')
    check('No errors in the console', phone.watch.errors.length === 0, phone.watch.errors.slice(0, 10).join('\n'))
  } catch (e) {
    await player.shot('failed-handover').catch(() => {})
    throw e
  } finally {
    await phone.context.close()
  }
}

await run(handover)
