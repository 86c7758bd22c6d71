import { expect, test } from 'vitest'
import { loadWorld } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import type { RunningServer } from '../../src/server.ts'
import { started } from '../support/started.ts'

async function control(
  { port }: RunningServer,
  path: string,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<{ status: number; headers: Headers; error: unknown }> {
  const response = await fetch(`http://127.0.0.1:${port}/_control${path}`, { method, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, error: text && JSON.parse(text).error }
}

test('closes the control plane to everyone where other machines can reach it', async () => {
  const server = await started({ host: '0.0.0.0' })
  for (const [path, method] of [
    ['', 'GET'],
    ['/reset', 'POST'],
    ['/read-settings', 'POST'],
    ['/nowhere', 'POST'],
  ] as const) {
    expect(await control(server, path, { authorization: 'Bearer x' }, method)).toMatchObject({
      status: 403,
      error: 'control-closed',
    })
  }
})

test.each(['127.0.0.1', '0.0.0.0'])('asks for the control token where there is one, at %s', async (host) => {
  const server = await started({ host, controlToken: 'open-sesame' })
  server.org.model.clock.freeze()
  for (const headers of [
    {},
    { authorization: 'Bearer open-sesam' },
    { authorization: 'Bearer open-sesamee' },
    { authorization: 'SSWS open-sesame' },
    { authorization: `SSWS ${server.org.apiToken}` },
    { authorization: 'open-sesame' },
  ] as Record<string, string>[]) {
    const refused = await control(server, '/advance-clock', {
      ...headers,
      'content-type': 'application/json',
    })
    expect(refused).toMatchObject({ status: 401, error: 'control-token-required' })
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/)
  }
  expect((await control(server, '', {}, 'GET')).status).toBe(401)
  for (const scheme of ['Bearer', 'bearer']) {
    const authorization = `${scheme} open-sesame`
    expect((await control(server, '/reset', { authorization })).status).toBe(200)
    expect((await control(server, '', { authorization }, 'GET')).status).toBe(200)
  }
})

test('refuses pages of foreign origins even with the control token', async () => {
  const server = await started({ controlToken: 'open-sesame' })
  const headers = { authorization: 'Bearer open-sesame', origin: 'https://evil.test' }
  expect(await control(server, '/reset', headers)).toMatchObject({ status: 403, error: 'untrusted-origin' })
  expect((await control(server, '/reset', { ...headers, origin: 'null' })).status).toBe(403)
})

test('shows no mails on its page where the control plane is not open', async () => {
  for (const [options, shown] of [
    [{}, true],
    [{ controlToken: 'open-sesame' }, false],
    [{ host: '0.0.0.0' }, false],
  ] as const) {
    const server = await started(options)
    await loadWorld(server.org, {
      users: [{ login: 'new@example.com', firstName: 'N', lastName: 'W', status: 'PROVISIONED' }],
    })
    const [mail] = server.org.control.listMails()
    const page = await (await fetch(`http://127.0.0.1:${server.port}/`)).text()
    expect(page.includes(mail!.token!)).toBe(shown)
    expect(page.includes('new@example.com')).toBe(shown)
  }
})

test('has a random administrator token beyond loopback, unless one is named', async () => {
  const [one, other, named, ours] = [
    await started({ host: '0.0.0.0' }),
    await started({ host: '0.0.0.0' }),
    await started({ host: '0.0.0.0', options: { apiToken: 'named' } }),
    await started(),
  ]
  const tokens = [one, other].map(({ org }) => org.apiToken)
  expect(new Set([...tokens, ours.org.apiToken, createOrg().apiToken]).size).toBe(3)
  for (const token of tokens) expect(token).toMatch(/^00[\w-]{40}$/)
  expect(named.org.apiToken).toBe('named')
  const { port } = one
  const me = await fetch(`http://127.0.0.1:${port}/api/v1/users/me`, {
    headers: { authorization: `SSWS ${createOrg().apiToken}` },
  })
  expect(me.status).toBe(401)
})
