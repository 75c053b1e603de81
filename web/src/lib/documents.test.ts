// What the server says of itself is what OpenAPI and AsyncAPI take. That references lead somewhere, and more, is held
// by tests/server/described_test.cpp.
import { Validator } from '@seriousme/openapi-schema-validator'
import asyncapi from '@asyncapi/specs'
import Ajv from 'ajv'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Json = Record<string, unknown>

const program = resolve(import.meta.dirname, '../../..', process.env['BASTIDE'] ?? 'build/release/bastide')
const folder = mkdtempSync(join(tmpdir(), 'bastide-documents-'))
let server: ChildProcess
let url = ''

beforeAll(async () => {
  server = spawn(program, ['serve', '--port', '0', '--games', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  url = await new Promise<string>((done, fail) => {
    let said = ''
    server.on('error', fail).on('exit', () => fail(new Error(`${program} ended: ${said}`)))
    server.stderr!.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /http:\/\/\S+:\d+/.exec(said)
      if (found) done(found[0])
    })
  })
}, 60_000)

afterAll(() => {
  server.kill()
  rmSync(folder, { recursive: true })
})

const document = async (name: string) => (await (await fetch(`${url}/api/${name}.json`)).json()) as Json

test('openapi.json is valid', async () => {
  const openapi = await document('openapi')
  const result = await new Validator().validate(openapi)
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

test('asyncapi.json is valid', async () => {
  const described = await document('asyncapi')
  const version = described['asyncapi'] as keyof typeof asyncapi.schemasWithoutId
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  ajv.validate(asyncapi.schemasWithoutId[version] as Json, described)
  expect(ajv.errors ?? []).toEqual([])
})
