// Somebody who has played as a guest makes an account by keys alone, goes on with the game on a phone, signs the desk
// out from there, takes all data along and deletes the account; the game stays. OUT: where the pictures go.
import { readFileSync } from 'node:fs'
import { check, openPage, until, PHONE, Player } from './player.mjs'
import { run, tell } from './run.mjs'

const PHRASE = 'four words of mine'

async function accounts(browser, server) {
  const desk = await openPage(browser, { viewport: { width: 1440, height: 900 } })
  const phone = await openPage(browser, PHONE)
  const mila = new Player(desk.page, { seed: 1 })
  const pocket = new Player(phone.page, { seed: 2, touch: true })
  const stored = (page) => page.evaluate(() => JSON.stringify({ ...localStorage }))
  try {
    await mila.page.goto(`${server.url}/settings`)
    await mila.at('set-name').fill('Mila')
    await mila.at('set-name').blur()
    await mila.page.goto(server.url)
    check('Nobody is asked for an account', !(await mila.at('to-account').isVisible()))
    await mila.press(mila.at('play-now'))
    await mila.page.waitForURL(/\/game\//)
    const game = new URL(mila.page.url()).pathname
    await mila.next()
    tell('a guest plays')

    await mila.page.goto(`${server.url}/settings`)
    await mila.press(mila.at('to-account'))
    await mila.at('mode-create').waitFor()
    await mila.shot('account-sign-in')
    const { keyboard } = mila.page
    await mila.at('mode-sign-in').focus()
    await keyboard.press('ArrowRight')
    check('The name is there already', (await mila.at('account-name').inputValue()) === 'Mila')
    check(
      'For a password manager',
      (await mila.at('account-passphrase').getAttribute('autocomplete')) === 'new-password',
    )
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.type('short')
    check('A short passphrase is not sent', await mila.at('enter').isDisabled())
    await keyboard.press('Control+a')
    await keyboard.type(PHRASE)
    check('The game of this browser comes along', await mila.at('bring').isChecked())
    await mila.shot('account-create')
    await keyboard.press('Enter')
    await mila.at('account-title').waitFor()
    await mila.at('account-games').locator(`[href="${game}"]`).waitFor()
    check('No key of the seat is left here', !/"token":"\w+"\}\]/.test((await stored(mila.page)).replaceAll('\\', '')))
    await mila.shot('account-desk')
    tell('an account is made by keys')

    await pocket.page.goto(`${server.url}/account`)
    await pocket.at('account-name').fill('mila')
    await pocket.at('account-passphrase').fill('not this one')
    phone.watch.down = true // a refusal is an error to the console
    await pocket.press(pocket.at('enter'))
    await until(pocket.page, 'A wrong passphrase is said', async () =>
      (await pocket.at('account-error').textContent()).includes('no account with this name and this passphrase'),
    )
    await pocket.press(pocket.at('show-passphrase'))
    check('It can be read', (await pocket.at('account-passphrase').getAttribute('type')) === 'text')
    await pocket.at('account-passphrase').fill(PHRASE)
    await pocket.shot('account-sign-in-phone')
    await pocket.press(pocket.at('enter'))
    await pocket.at('account-title').waitFor()
    phone.watch.down = false
    await pocket.page.emulateMedia({ colorScheme: 'dark' })
    await pocket.shot('account-phone-dark')
    await pocket.page.emulateMedia({ colorScheme: 'light' })
    await pocket.shot('account-phone')
    await pocket.press(pocket.at('account-games').locator(`[href="${game}"]`))
    await pocket.next()
    await pocket.layTile()
    await pocket.finish()
    tell('the game goes on on a phone')

    await pocket.page.goto(`${server.url}/account`)
    await pocket.press(pocket.at('end-session'))
    await until(pocket.page, 'One device is left', async () => (await pocket.at('end-session').count()) === 0)
    desk.watch.down = true
    await mila.page.reload()
    await until(mila.page, 'The desk is signed out and told', async () =>
      (await mila.at('account-error').textContent()).includes('not signed in any more'),
    )
    desk.watch.down = false
    check('and has nothing of it', !(await stored(mila.page)).includes(game.split('/').at(-1)))
    await mila.shot('account-signed-out')

    await pocket.at('account-old').fill(PHRASE)
    await pocket.at('account-new').fill('another four words')
    await pocket.press(pocket.at('change'))
    await until(pocket.page, 'The passphrase is changed', async () =>
      (await pocket.at('account-done').textContent()).includes('changed'),
    )
    const download = pocket.page.waitForEvent('download')
    await pocket.press(pocket.at('export'))
    const all = JSON.parse(readFileSync(await (await download).path(), 'utf8'))
    check('The export has the game', all.games[0].record.startsWith('bastide game'), JSON.stringify(all).slice(0, 300))
    await pocket.press(pocket.at('delete'))
    await pocket.at('account-proof').fill('another four words')
    await pocket.page.waitForTimeout(200)
    await pocket.shot('account-delete-phone')
    await pocket.press(pocket.at('delete-yes'))
    await until(pocket.page, 'The account is gone', async () =>
      (await pocket.at('account-done').textContent()).includes('deleted'),
    )
    check('The form is there for whoever comes next', await pocket.at('enter').isVisible())
    await pocket.shot('account-deleted-phone')
    tell('all data taken along, the account deleted')
    const errors = [...desk.watch.errors, ...phone.watch.errors]
    check('No errors in the console', errors.length === 0, errors.slice(0, 10).join('\n'))
  } catch (e) {
    await mila.shot('failed-accounts').catch(() => {})
    await pocket.shot('failed-accounts-phone').catch(() => {})
    throw e
  } finally {
    await desk.context.close()
    await phone.context.close()
  }
}

await run(async (browser, server) => {
  tell('an account on a desk and on a phone')
  await accounts(browser, server)
})
