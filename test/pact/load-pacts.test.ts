import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadPacts } from '../../src/pact/file/load-pacts.ts'
import { PactFileError } from '../../src/pact/file/read-pact.ts'
import { pactOf } from './sample.ts'

const text = (consumer: string): string => JSON.stringify({ ...pactOf({}), consumer: { name: consumer } })
const folderOf = () => mkdtemp(join(tmpdir(), 'identikit-test-load-'))
const loaded = async (sources: readonly string[]) =>
  (await loadPacts(sources)).map(({ source, consumer }) => [source, consumer])

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('files are read as they are named, and folders in the order of names', async () => {
  const folder = await folderOf()
  for (const name of ['b.json', 'a.json', 'c.txt', 'json', 'jsonx.json.bak'])
    await writeFile(join(folder, name), text(name))
  await mkdir(join(folder, 'sub'))
  await writeFile(join(folder, 'sub/d.json'), text('d'))
  const at = (name: string) => join(folder, name)
  expect(await loaded([at('c.txt'), folder])).toEqual([
    [at('c.txt'), 'c.txt'],
    [at('a.json'), 'a.json'],
    [at('b.json'), 'b.json'],
  ])
})

test('what there is not is an error that names it', async () => {
  const folder = await folderOf()
  const refused = (sources: readonly string[], message: string) =>
    expect(loadPacts(sources)).rejects.toThrow(new PactFileError(message))
  await refused([join(folder, 'no.json')], `${join(folder, 'no.json')}: no such file or folder`)
  await refused([folder], `no pact files in ${folder}`)
  await refused([folder, folder], `no pact files in ${folder}, ${folder}`)
  await refused([], 'no pact files in nothing')
  await refused(['to-http://id.test/a.json'], 'to-http://id.test/a.json: no such file or folder')
  await refused(['ftp://id.test/a.json'], 'ftp://id.test/a.json: no such file or folder')
})

test('a URL is asked with the token of the broker, where there is one', async () => {
  const asked: (string | undefined)[][] = []
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers.accept, headers.authorization])
    if (url === '/gone') response.statusCode = 410
    response.end(text('remote'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accept = 'application/hal+json, application/json'
  expect(await loaded([`${base}/a`])).toEqual([[`${base}/a`, 'remote']])
  vi.stubEnv('PACT_BROKER_TOKEN', '')
  await loadPacts([base.replace('http', 'HTTP')])
  vi.stubEnv('PACT_BROKER_TOKEN', 'secret')
  await loadPacts([`${base}/c`])
  expect(asked).toEqual([
    ['/a', accept, undefined],
    ['/', accept, undefined],
    ['/c', accept, 'Bearer secret'],
  ])
  await expect(loadPacts([`${base}/gone`])).rejects.toThrow(new PactFileError(`${base}/gone: answered 410`))
  // A port that fetch never asks.
  await expect(loadPacts(['http://127.0.0.1:1/a'])).rejects.toThrow(
    new PactFileError('http://127.0.0.1:1/a: bad port'),
  )
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  await expect(loadPacts(['http://id.test/a'])).rejects.toThrow(
    new PactFileError('http://id.test/a: no network'),
  )
})
