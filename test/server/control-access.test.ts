import { expect, test } from 'vitest'
import { loadDataset, sampleSecret } from '../../src/fixtures/index.ts'
import { demoPassword } from '../../src/fixtures/datasets/sample-secrets.ts'
import { createOrg } from '../../src/index.ts'
import type { Organisation } from '../../src/organisation.ts'
import type { RunningServer } from '../../src/server.ts'
import { started } from '../support/started.ts'
import { sample } from '../support/runs.ts'

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
    await loadDataset(server.org, {
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

const demoTokens = [
  'SSWS demo-group-admin',
  'SSWS demo-read-only',
  'SSWS demo-help-desk',
  'Bearer demo-users-read',
] as const

/** How many of the well-known secrets an organisation accepts, and how many of its own ones. */
async function accepted(
  org: Organisation,
  secretOf: (known: string) => string,
): Promise<{ passwords: number; answers: number; tokens: number }> {
  let [passwords, answers, tokens] = [0, 0, 0]
  // Each is asked for their password, and twice for an answer.
  for (const { id, profile } of sample([...org.model.users.collection.values()], 12)) {
    const signedIn = await org.control.signIn({
      login: String(profile.login),
      password: secretOf(demoPassword),
    })
    if (signedIn.status === 'SUCCESS') passwords += 1
    for (const answer of ['Rivet', 'Newton']) {
      const path = `${org.baseUrl}/api/v1/users/${id}/credentials/forgot_password?sendEmail=false`
      const body = { password: { value: 'Chosen-Now-99' }, recovery_question: { answer: secretOf(answer) } }
      const headers = { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' }
      const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      if (reply.status === 200) answers += 1
    }
  }
  for (const known of demoTokens) {
    const [scheme, value = ''] = known.split(' ')
    const headers = { authorization: `${scheme} ${secretOf(value)}` }
    if ((await fetch(`${org.baseUrl}/api/v1/users?limit=1`, { headers })).status === 200) tokens += 1
  }
  return { passwords, answers, tokens }
}

test.each(['demo', 'examples', 'large:30'])(
  '%s has no well-known secret where other machines reach it',
  async (dataset) => {
    const make = async (host: string): Promise<Organisation[]> => {
      const server = await started({ host, organisations: { dataset } })
      await loadDataset(server.org, dataset)
      return [server.org, (await server.organisations.create({ name: 'acme' })).organisation]
    }
    const known = (secret: string): string => secret
    const none = { passwords: 0, answers: 0, tokens: 0 }
    const [own, acme] = (await make('0.0.0.0')) as [Organisation, Organisation]
    const [here, copy] = (await make('localhost')) as [Organisation, Organisation]
    expect([await accepted(own, known), await accepted(acme, known)]).toEqual([none, none])
    const all = await accepted(here, known)
    expect(all.passwords).toBeGreaterThan(5)
    expect(await accepted(copy, known)).toEqual(all)
    // Its own secrets open it, and `acme` was filled with the same ones.
    expect(await accepted(own, (secret) => sampleSecret(own, secret))).toEqual(all)
    expect(await accepted(acme, (secret) => sampleSecret(own, secret))).toEqual(all)
    own.reset()
    expect(await accepted(own, known)).toEqual(none)
  },
)

test('keeps the passwords and tokens of a seed, also beyond loopback', async () => {
  const { org } = await started({ host: '0.0.0.0' })
  const ada = { login: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', password: 'Chosen-Here-77' }
  await loadDataset(org, {
    users: [ada],
    apiTokens: [{ owner: ada.login, role: 'READ_ONLY_ADMIN', value: 'chosen' }],
  })
  expect(await org.control.signIn({ login: ada.login, password: ada.password })).toMatchObject({
    status: 'SUCCESS',
  })
  const me = await fetch(`${org.baseUrl}/api/v1/users/me`, { headers: { authorization: 'SSWS chosen' } })
  expect(me.status).toBe(200)
})
