import { expect, test } from 'vitest'
import { setupServer } from 'msw/node'
import { createOrg } from '../../src/index.ts'
import { testOrg } from '../support/call.ts'
import { codeOf } from '../support/people.ts'

test.for([
  ['//api/v1/users', ['doubled-slash']],
  ['///api//v1///users', ['doubled-slash']],
  ['/api/v1/users/', ['trailing-slash']],
  ['//api/v1/users//', ['doubled-slash', 'trailing-slash']],
  ['/oauth2/v1/clients/', ['trailing-slash']],
  ['//oauth2/v1/clients', ['doubled-slash']],
  ['/api/v1/groups/rules/', ['trailing-slash']],
  ['/api/v1/users/me/', ['trailing-slash']],
] as const)('%s is taken, and the journal notes %j', async ([path, tolerated]) => {
  const { call, org, control } = testOrg()
  const plain = path.replaceAll(/\/+/g, '/').replace(/\/$/, '')
  const reply = await call('GET', path)
  expect(reply.json).toEqual((await call('GET', plain)).json)
  expect(reply.status).toBe(200)
  expect(org.traffic.journal().map((entry) => entry.tolerated)).toEqual([tolerated, undefined])
  control.changeSettings({ interpretations: { tolerances: 'refused' } })
  expect((await call('GET', path)).status).toBe(404)
  expect(org.traffic.journal().at(-1)).not.toHaveProperty('tolerated')
})

test('pages of a list asked for with slashes link to the documented path', async () => {
  const { call } = testOrg()
  for (const name of ['A', 'B']) await call('POST', '/api/v1/groups/', { profile: { name } })
  const { headers } = await call('GET', '//api/v1/groups/?limit=1')
  expect(headers.link?.[0]).toContain('<https://svc.example.com/api/v1/groups?limit=1>')
  const next = /<https:\/\/svc\.example\.com([^>]*)>/.exec(String(headers.link?.[1]))![1]!
  expect((await call('GET', next)).json).toHaveLength(1)
})

test('doubled and trailing slashes are taken below the path of a base URL', async () => {
  const { call } = testOrg({ baseUrl: 'https://x.example/orgs/acme' })
  for (const path of ['/orgs/acme//api/v1/users', '//orgs/acme/api/v1/users/']) {
    expect([path, (await call('GET', path)).status]).toEqual([path, 200])
  }
})

test('the blank before the token may be missing, and the token must be right all the same', async () => {
  const { call, org, control } = testOrg()
  const as = (authorization: string) => call('GET', '/api/v1/users/me', undefined, { authorization })
  expect((await as(`SSWS${org.apiToken}`)).status).toBe(200)
  expect((await as(`ssws${org.apiToken}`)).status).toBe(200)
  expect((await as(`SSWS ${org.apiToken}`)).status).toBe(200)
  expect(org.traffic.journal().map(({ tolerated }) => tolerated)).toEqual([
    ['token-without-blank'],
    ['token-without-blank'],
    undefined,
  ])
  for (const wrong of [
    'SSWS',
    'SSWS00wrong',
    `xSSWS${org.apiToken}`,
    `SSW${org.apiToken}`,
    org.apiToken,
    `Bearer${org.apiToken}`,
  ]) {
    expect([wrong, codeOf(await as(wrong))]).toEqual([wrong, '401 E0000011'])
  }
  control.changeSettings({ interpretations: { tolerances: 'refused' } })
  expect(codeOf(await as(`SSWS${org.apiToken}`))).toBe('401 E0000011')
})

test('msw finds the operation of a path with slashes', async () => {
  const org = createOrg()
  const server = setupServer(...org.handlers())
  server.listen()
  try {
    const headers = { authorization: `SSWS${org.apiToken}` }
    for (const path of ['//api/v1/users', '/api/v1/users/']) {
      const response = await fetch(`${org.baseUrl}${path}`, { headers })
      expect([path, response.status]).toEqual([path, 200])
    }
    const [entry] = org.control.readJournal({ operation: 'listUsers' })
    expect(entry?.tolerated).toEqual(['doubled-slash', 'token-without-blank'])
  } finally {
    server.close()
  }
})

test.for([
  [{}, 1],
  [{ retryAfter: '7s' }, 7],
  [{ retryAfter: 1500 }, 2],
  [{ retryAfter: 0 }, 0],
] as const)(
  'a 429 by fault with %j says to come back in %i s, by the time of Date',
  async ([more, seconds]) => {
    const { call, control } = testOrg({ clock: { start: '2031-05-05T05:05:05.900Z', frozen: true } })
    control.addFault({ status: 429, ...more })
    const { status, headers } = await call('GET', '/api/v1/users')
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe(String(seconds))
    expect(headers['x-rate-limit-remaining']).toBe('0')
    const date = Date.parse(String(headers.date)) / 1000
    expect(Number(headers['x-rate-limit-reset']) - date).toBe(seconds)
  },
)

test('headers that a fault names take the place of ours, in any case of letters', async () => {
  const { call, control } = testOrg()
  control.addFault({ status: 429, headers: { 'retry-after': '30', 'x-rate-limit-reset': '5' } })
  const { headers } = await call('GET', '/api/v1/users')
  expect([headers['retry-after'], headers['x-rate-limit-reset']]).toEqual(['30', '5'])
})

test('only a 429 may set retryAfter', () => {
  const { control } = testOrg()
  expect(() => control.addFault({ status: 503, retryAfter: '1s' })).toThrow(
    'retryAfter: expected a status of 429',
  )
})

test('an enforced limit reports when its window ends, relative to Date', async () => {
  const { call } = testOrg({
    rateLimit: { limit: 1, window: '1m', enforce: true },
    clock: { start: '2031-05-05T05:05:45.400Z', frozen: true },
  })
  await call('GET', '/api/v1/users')
  const { status, headers } = await call('GET', '/api/v1/users')
  expect([status, headers['retry-after']]).toEqual([429, '15'])
  expect(Number(headers['x-rate-limit-reset'])).toBe(Date.parse('2031-05-05T05:06:00Z') / 1000)
})
