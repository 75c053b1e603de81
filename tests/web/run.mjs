// What every browser test does around its own steps.
import { lastMessages, launch, SCREENS } from './player.mjs'
import { Server } from './server.mjs'

const began = Date.now()
export const tell = (text) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`)

/** What a test has seen, each told once. */
export function sights() {
  const seen = new Set()
  const see = (what) => {
    if (!seen.has(what)) tell(`  ${what}`)
    seen.add(what)
  }
  return { seen, see }
}

/** A server and a browser for `play(browser, server)`; when it fails, also the server's last words, and status 1. */
export async function run(play, options) {
  let server
  let browser
  try {
    server = await Server.create(options)
    tell(`server at ${server.url}`)
    browser = await launch()
    await play(browser, server)
    tell(`passed; pictures in ${SCREENS}`)
  } catch (e) {
    tell(`FAILED: ${e.message}\n${e.stack?.match(/^ +at .*\.mjs.*$/gm)?.join('\n')}`)
    console.log(`The last messages:\n${lastMessages()}`)
    if (server?.log) console.log(`The server's last words:\n${server.log}`)
    process.exitCode = 1
  } finally {
    await browser?.close()
    await server?.end()
  }
}
