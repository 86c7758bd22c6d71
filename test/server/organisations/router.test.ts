/** How requests find their organisation, without a connection. */
import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { createOrganisation } from '../../../src/organisation.ts'
import { Front } from '../../../src/server/front.ts'
import { NodeRequest } from '../../../src/server/node-http.ts'
import type { OrganisationsOptions } from '../../../src/server/organisations/options.ts'
import { Organisations } from '../../../src/server/organisations/registry.ts'
import { OrganisationRouter } from '../../../src/server/organisations/router.ts'

function routed(options: OrganisationsOptions = {}, more: { readOnly?: boolean } = {}) {
  const own = createOrganisation({ baseUrl: 'http://id.test:4010', apiToken: 'token' })
  const organisations = new Organisations(options, {
    own,
    serverUrl: () => own.baseUrl,
    secretSeed: 's',
  })
  const face = { control: 'open', onError: vi.fn(), ...more } as const
  const router = new OrganisationRouter(organisations, own, new Front(own.dispatcher, face), face)
  const ask = async (url: string, host = 'id.test', method = 'GET') => {
    const headers = { host, authorization: 'SSWS token', accept: '*/*' }
    return router.answer(new NodeRequest({ method, url, headers } as unknown as IncomingMessage, ''))
  }
  const issuer = async (url: string, host?: string): Promise<unknown> => {
    const { status, body } = await ask(url, host)
    return status === 200 ? (JSON.parse(String(body)) as { issuer: string }).issuer : status
  }
  return { own, organisations, router, ask, issuer, face }
}

const metadata = '/.well-known/openid-configuration'

test('an organisation is found by its host, be others made on demand or not', async () => {
  const { organisations, issuer, router } = routed()
  expect(await issuer(metadata, 'acme.localhost')).toBe('http://id.test:4010')
  expect(router.isHost('acme.localhost')).toBe(false)
  await organisations.create({ name: 'acme' })
  await organisations.create({ name: 'apart', baseUrl: 'https://login.test:8443' })
  const acme = 'http://id.test:4010/orgs/acme'
  for (const host of ['acme.localhost', 'acme.id.test', 'ACME.id.test:1']) {
    expect([host, await issuer(metadata, host)]).toEqual([host, acme])
  }
  for (const host of ['id.test', 'other.localhost', 'acme.localhost.test', 'x.acme.localhost', 'acme']) {
    expect([host, await issuer(metadata, host)]).toEqual([host, 'http://id.test:4010'])
  }
  expect(await issuer(metadata, 'login.test:8443')).toBe('https://login.test:8443')
  expect(await issuer(metadata, 'login.test')).toBe('http://id.test:4010')
  const hosts = ['acme.localhost', 'acme.id.test', 'login.test', 'other.localhost', 'id.test', 'x.login.test']
  expect(hosts.filter((host) => router.isHost(host))).toEqual(hosts.slice(0, 3))
  organisations.delete('acme')
  expect(await issuer(metadata, 'acme.localhost')).toBe('http://id.test:4010')
})

test('one that is made at its first call is at the address of that call', async () => {
  const { organisations, issuer, router } = routed({ onDemand: true, max: 3 })
  expect(router.isHost('new.localhost')).toBe(true)
  expect(await issuer(metadata, 'new.localhost:81')).toBe('http://new.localhost:81')
  expect(await issuer(`/orgs/path${metadata}`)).toBe('http://id.test:4010/orgs/path')
  expect(await Promise.all([issuer(metadata, 'both.localhost'), issuer(metadata, 'both.localhost')])).toEqual(
    ['http://both.localhost', 'http://both.localhost'],
  )
  expect(organisations.list().map(({ name }) => name)).toEqual(['new', 'path', 'both'])
  expect(await issuer(metadata, 'fourth.localhost')).toBe(503)
})

test('read only, none is made at its first call, nor otherwise', async () => {
  const { ask, organisations } = routed({ onDemand: true }, { readOnly: true })
  const first = await ask('/orgs/new/api/v1/users')
  expect([first.status, JSON.parse(String(first.body))]).toEqual([
    503,
    { error: 'read-only-mode', message: 'This server is read-only, and makes no organisation' },
  ])
  const made = await ask('/_orgs', 'id.test', 'POST')
  expect([made.status, made.headers, JSON.parse(String(made.body))]).toEqual([
    503,
    { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    { error: 'read-only-mode', message: 'This server is read-only' },
  ])
  expect((await ask('/_orgs')).status).toBe(200)
  expect(organisations.size).toBe(0)
})

test('one that somebody listens to is told its events, and stays in memory as long', async () => {
  const { ask, organisations } = routed({ idle: '1m' })
  await organisations.create({ name: 'acme' })
  const served = organisations.get('acme')!
  const pending = ask('/orgs/acme/_control/events')
  await Promise.resolve()
  expect(served.calls).toBe(1)
  const { stream } = await pending
  expect(served.calls).toBe(0)
  const written: string[] = []
  const closed: (() => void)[] = []
  stream!({
    write: (text) => void written.push(text),
    end: () => {},
    onClose: (stop) => void closed.push(stop),
  })
  expect([served.calls, written]).toEqual([1, [': the events of the organisation\n\n']])
  await organisations.sweep(Date.now() + 3_600_000)
  expect(organisations.size).toBe(1)
  for (const stop of closed) stop()
  expect(served.calls).toBe(0)
  await organisations.sweep(Date.now() + 3_600_000)
  expect(organisations.size).toBe(0)
  organisations.close()
})

test('how often those that are idle are looked for follows from how long they may be', () => {
  const own = createOrganisation()
  const every = (idle: string | number | undefined): unknown => {
    const timer = vi.spyOn(globalThis, 'setInterval')
    const around = { own, serverUrl: () => own.baseUrl, secretSeed: 's' }
    new Organisations(idle === undefined ? {} : { idle }, around).close()
    const pauses = timer.mock.calls.map(([, pause]) => pause)
    timer.mockRestore()
    return pauses
  }
  expect([undefined, 4, 40, 100, '4m', '1h'].map(every)).toEqual([[], [10], [10], [25], [60_000], [60_000]])
})

test('an organisation that cannot be read is told, and nothing else is hidden', async () => {
  const { ask, organisations, face } = routed()
  await organisations.create({ name: 'acme' })
  const damaged = Object.assign(new Error('damaged'), { name: 'StateFileError' })
  const read = vi.spyOn(organisations.get('acme')!, 'organisation', 'get')
  read.mockImplementation(() => {
    throw damaged
  })
  const { status, body } = await ask('/orgs/acme/api/v1/users')
  expect([status, JSON.parse(String(body))]).toEqual([
    503,
    { error: 'unreadable-organisation', message: 'The organisation acme cannot be read' },
  ])
  expect(face.onError.mock.calls.map(([error]) => error as unknown)).toEqual([damaged])
  read.mockImplementation(() => {
    throw new Error('ours')
  })
  await expect(ask('/orgs/acme/api/v1/users')).rejects.toThrow('ours')
})
