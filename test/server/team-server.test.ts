import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { ServeOptions } from '../../src/server.ts'
import { selfSigned } from '../../src/server/tls.ts'
import { startedWithToken as started } from '../support/started.ts'

const authorization = { authorization: 'SSWS token' }

async function get(url: string, ca: string, servername = 'localhost'): Promise<[number, string]> {
  const outgoing = request(url, { ca, servername, headers: authorization }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string
  return [response.statusCode!, text]
}

test('reports that it is ready, its version and the number of its records', async () => {
  const server = await started()
  await server.organisations.create()
  const response = await fetch(`${server.url}/_control/health`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    status: 'ready',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    users: 1,
    groups: 1,
    clients: 0,
    now: expect.stringMatching(/Z$/),
    organisations: 1,
    organisationsInMemory: 1,
    readOnly: false,
    uptimeSeconds: expect.any(Number),
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const asPage = (origin: string) => fetch(`${server.url}/_control/health`, { headers: { origin } })
  expect((await asPage('https://evil.test')).status).toBe(403)
  const local = await asPage('http://localhost:1')
  expect([local.status, local.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'http://localhost:1',
  ])
  expect((await fetch(`${server.url}/_control/health`, { method: 'POST' })).status).toBe(405)
  expect(await (await fetch(`${server.url}/_health`)).json()).toMatchObject({ status: 'ready', users: 1 })
})

test('reports only its status and version to probes without a token', async () => {
  for (const options of [{ controlToken: 'open-sesame' }, { host: '0.0.0.0' }] as ServeOptions[]) {
    const { port } = await started(options)
    const response = await fetch(`http://127.0.0.1:${port}/_control/health`)
    expect(Object.keys((await response.json()) as object)).toEqual(['status', 'version'])
  }
  const { url } = await started({ controlToken: 'open-sesame' })
  const known = await fetch(`${url}/_control/health`, { headers: { authorization: 'Bearer open-sesame' } })
  expect(await known.json()).toMatchObject({ users: 1 })
})

test('serves over TLS with a certificate that it makes', async () => {
  const server = await started({ tls: true, organisations: { onDemand: true } })
  expect(server.url).toMatch(/^https:\/\/localhost:\d+$/)
  const [status, text] = await get(`${server.url}/api/v1/users/me`, server.certificate!)
  expect([status, (JSON.parse(text) as { _links: { self: { href: string } } })._links.self.href]).toEqual([
    200,
    expect.stringContaining(`${server.url}/api/v1/users/`),
  ])
  expect(new X509Certificate(server.certificate!).subjectAltName).toBe(
    'DNS:localhost, DNS:*.localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
  )
  const metadata = await get(`${server.url}/orgs/acme/.well-known/openid-configuration`, server.certificate!)
  expect(JSON.parse(metadata[1])).toMatchObject({ issuer: `${server.url}/orgs/acme` })
  await expect(get(server.url, (await selfSigned([])).cert)).rejects.toThrow(/self-signed|verify|signature/i)
})

test('a certificate that is made here is for servers, its own authority, and good for 397 days', async () => {
  const { cert, key } = await selfSigned([])
  const made = new X509Certificate(cert)
  const days = (Date.parse(made.validTo) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(396.9)
  expect(days).toBeLessThanOrEqual(397)
  expect([made.subject, made.issuer, made.ca, made.keyUsage]).toEqual([
    'CN=localhost',
    'CN=localhost',
    true,
    ['1.3.6.1.5.5.7.3.1'],
  ])
  expect(made.publicKey.asymmetricKeyType).toBe('rsa')
  expect(made.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
  expect(made.verify(made.publicKey)).toBe(true)
  expect(made.checkPrivateKey(createPrivateKey(key))).toBe(true)
})

test('serves over TLS with a certificate that it is given', async () => {
  const mine = await selfSigned(['id.test', '10.0.0.7:8443', '[fe80::1]:8443', 'localhost'])
  expect(new X509Certificate(mine.cert).subjectAltName?.split(', ')).toEqual([
    'DNS:localhost',
    'DNS:*.localhost',
    'DNS:id.test',
    'IP Address:127.0.0.1',
    'IP Address:0:0:0:0:0:0:0:1',
    'IP Address:10.0.0.7',
    'IP Address:FE80:0:0:0:0:0:0:1',
  ])
  const server = await started({ tls: mine, baseUrl: 'https://id.test' })
  expect(server.certificate).toBe(mine.cert)
  expect((await get(`https://127.0.0.1:${server.port}/api/v1/users/me`, mine.cert))[0]).toBe(200)
  // A client without TLS gets no answer, and blocks nothing.
  const plain = connect(server.port, '127.0.0.1')
  plain.on('error', () => {})
  plain.end('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(plain.resume(), 'close')
  expect((await get(`https://127.0.0.1:${server.port}/api/v1/users/me`, mine.cert))[0]).toBe(200)
})

test('names the mistake in a certificate', async () => {
  const [one, other] = [await selfSigned([]), await selfSigned([])]
  await expect(started({ tls: { cert: 'x', key: one.key } })).rejects.toThrow(
    'tls.cert: expected a certificate in PEM',
  )
  await expect(started({ tls: { cert: one.cert, key: 'x' } })).rejects.toThrow(
    'tls.key: expected a private key in PEM',
  )
  await expect(started({ tls: { cert: one.cert, key: other.key } })).rejects.toThrow(
    'tls.key: The key is not that of',
  )
})
