// The real program under a browser: started on a free port with data of its own, killed and started again.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = resolve(ROOT, process.env.BASTIDE ?? 'build/release/bastide')

const freePort = () =>
  new Promise((done, fail) => {
    const probe = createServer()
      .on('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address()
        probe.close(() => done(port))
      })
  })

export class Server {
  /**
   * @param data a folder to use in place of the program's own rules and tiles
   * @param more options of `serve`
   * @param botDelay milliseconds that a bot takes at least
   * @param deal what the chance of its games is made of, so that a test meets the same each time; DEAL=N: another
   */
  static async create({ data, more = [], botDelay = 200, deal = 1 } = {}) {
    const server = new Server()
    Object.assign(server, { data, more, botDelay, deal: process.env.DEAL ?? String(deal) })
    server.folder = mkdtempSync(join(tmpdir(), 'bastide-web-'))
    server.port = await freePort()
    server.url = `http://127.0.0.1:${server.port}`
    await server.start()
    return server
  }

  async start() {
    this.log = ''
    this.process = spawn(
      PROGRAM,
      [
        ...(this.data ? ['--data', this.data] : []),
        'serve',
        '--port',
        String(this.port),
        '--games',
        this.folder,
        '--bot-delay',
        String(this.botDelay),
        '--rehearse',
        this.deal,
        ...this.more,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const keep = (chunk) => {
      this.log = (this.log + chunk).slice(-8000)
    }
    this.process.stdout.on('data', keep)
    this.process.stderr.on('data', keep)
    let ended = null
    this.process.on('error', (e) => {
      ended = `${PROGRAM}: ${e.message}`
    })
    this.process.on('exit', (code) => {
      ended ??= `${PROGRAM} ended with ${code}`
    })
    for (let i = 0; i < 100; i++) {
      if (ended) throw new Error(`The server did not start. ${ended}\n${this.log}`)
      const answer = await fetch(`${this.url}/api/setup`).catch(() => null)
      if (answer?.ok) return
      await new Promise((r) => setTimeout(r, 100))
    }
    throw new Error(`The server did not answer within 10 s.\n${this.log}`)
  }

  /** As a power cut does: no signal that the program could catch. */
  async kill() {
    const gone = new Promise((r) => this.process.once('exit', r))
    this.process.kill('SIGKILL')
    await gone
  }

  /** It neither answers nor hangs up, as a line does that is dead. */
  freeze() {
    this.process.kill('SIGSTOP')
  }
  thaw() {
    this.process.kill('SIGCONT')
  }

  async end() {
    if (this.process && this.process.exitCode === null && this.process.signalCode === null) await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
