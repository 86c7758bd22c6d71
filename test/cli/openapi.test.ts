import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runHere } from './run-here.ts'

const where = ['--base-url', 'https://id.test', '--prefix', 'acme']

test('identikit openapi prints the document as JSON, or as YAML', async () => {
  const json = await runHere(['openapi', ...where])
  expect([json.code, json.error]).toEqual([0, ''])
  expect(JSON.parse(json.out)).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'https://id.test' }] })
  const yaml = await runHere(['openapi', '--format', 'yaml', ...where])
  expect(parse(yaml.out)).toEqual(JSON.parse(json.out))
})

test('writes a file in the form of its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-openapi-'))
  try {
    const file = join(folder, 'service.yaml')
    expect(await runHere(['openapi', '--out', file])).toEqual({ code: 0, out: `Wrote ${file}`, error: '' })
    expect(parse(await readFile(file, 'utf8'))).toMatchObject({ openapi: '3.1.1' })
    const lost = await runHere(['openapi', '--out', join(folder, 'no/such/folder.json')])
    expect([lost.code, lost.error]).toEqual([
      2,
      `identikit openapi: --out: there is no folder ${join(folder, 'no/such')}`,
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
