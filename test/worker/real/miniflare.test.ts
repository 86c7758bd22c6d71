import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../../cli/run-here.ts'
import { explored } from '../../conformance/explore/explored.ts'
import { bundleExample } from './bundle.ts'
import { administer, call, controlToken, person, type Shown } from './calls.ts'

let mf: Miniflare
let url: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identikit-worker-'))
  mf = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.js', contents: await bundleExample() }],
    compatibilityDate: '2026-06-01',
    compatibilityFlags: ['nodejs_compat'],
    durableObjects: { ORGANISATIONS: { className: 'Organisation', useSQLite: true } },
    bindings: { CONTROL_TOKEN: controlToken },
  })
  url = (await mf.ready).href.replace(/\/$/, '')
})
afterAll(async () => {
  await mf?.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function made(input: object): Promise<Shown> {
  const { status, json } = await administer(`${url}/_orgs`, 'POST', { dataset: 'empty', ...input })
  expect(status).toBe(201)
  return json as Shown
}

test('makes, shows, copies and deletes organisations for who has the control token', async () => {
  const acme = await made({ name: 'acme', dataset: 'demo' })
  expect(acme).toMatchObject({ name: 'acme', baseUrl: `${url}/orgs/acme`, users: 151 })
  expect((await administer(`${url}/_orgs`, 'POST', { name: 'acme' })).status).toBe(409)
  expect((await administer(`${url}/_orgs/acme`, 'GET')).json).toEqual(acme)
  const users = await call(acme, 'GET', '/users?limit=3')
  expect(users.json).toHaveLength(3)
  expect(users.json[1]._links.self.href).toMatch(`${url}/orgs/acme/api/v1/users/00u`)

  const { json: copy } = await administer(`${url}/_orgs`, 'POST', { name: 'copy', from: 'acme' })
  expect(copy).toMatchObject({ users: 151, baseUrl: `${url}/orgs/copy` })
  expect(copy.apiToken).not.toBe(acme.apiToken)
  expect((await call(copy, 'GET', `/users/${users.json[1].id}`)).json.profile).toEqual(users.json[1].profile)

  expect((await administer(`${url}/_orgs/copy`, 'DELETE')).status).toBe(204)
  expect((await call(copy, 'GET', '/users')).status).toBe(404)
  expect((await administer(`${url}/_orgs/copy`, 'GET')).status).toBe(404)
  expect((await call(acme, 'GET', '/users?limit=1')).status).toBe(200)
})

test('opens nothing without the control token, nor to a caller who speaks as the front', async () => {
  const org = await made({ name: 'closed' })
  const wrong = { Authorization: 'Bearer wrong' }
  const asFront = { 'x-identikit-task': 'show' }
  const statuses = await Promise.all([
    administer(`${url}/_orgs`, 'POST', {}, wrong),
    administer(`${url}/_orgs/closed`, 'GET', undefined, wrong),
    administer(`${url}/_orgs/closed`, 'DELETE', undefined, wrong),
    administer(`${org.baseUrl}/_control/describe`, 'POST', {}, wrong),
    administer(`${org.baseUrl}/api/v1/users`, 'GET', undefined, { ...wrong, ...asFront }),
    administer(`${org.baseUrl}/api/v1/users`, 'POST', person('x@example.com'), {
      ...wrong,
      'x-identikit-task': 'delete',
    }),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
  expect(JSON.stringify(statuses)).not.toContain(org.apiToken)
  expect((await call(org, 'GET', '/users')).json).toHaveLength(1)
})

test('separates 100 organisations in use at once; no token opens another organisation', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `many-${index}`)
  const orgs = await Promise.all(names.map((name) => made({ name })))
  expect(new Set(orgs.map(({ apiToken }) => apiToken)).size).toBe(100)
  await Promise.all(
    orgs.map(async (org) => {
      for (const n of [1, 2, 3]) await call(org, 'POST', '/users', person(`${org.name}-${n}@example.com`))
    }),
  )
  const listed = await Promise.all(orgs.map((org) => call(org, 'GET', '/users')))
  for (const [index, { json }] of listed.entries()) {
    const logins = json.map(({ profile }: { profile: { login: string } }) => profile.login).toSorted()
    expect(logins).toEqual(['admin@example.com', ...[1, 2, 3].map((n) => `many-${index}-${n}@example.com`)])
  }
  const crossed = await Promise.all(
    orgs.map(({ baseUrl }, index) =>
      call({ baseUrl, apiToken: orgs[(index + 1) % 100]!.apiToken }, 'GET', '/users'),
    ),
  )
  expect(new Set(crossed.map(({ status }) => status))).toEqual(new Set([401]))
})

test('conforms, with its control plane', async () => {
  const org = await made({ name: 'conform' })
  // The rest runs with IDENTIKIT_WHOLE=1, in some 35 s.
  const part = process.env['IDENTIKIT_WHOLE'] ? [] : ['--only', 'groups.*,users.suspend.*']
  const { code, out } = await runHere(
    [
      'conform',
      '--base-url',
      org.baseUrl,
      '--token',
      'env:TOKEN',
      '--control',
      '--control-token',
      'env:CONTROL',
      '--allow',
      'all',
      '--out',
      folder,
      ...part,
    ],
    { environment: { TOKEN: org.apiToken, CONTROL: controlToken } },
  )
  expect(out).toMatch(/^Conforms/m)
  expect(code).toBe(0)
})

test('an exploration finds no difference from the organisation in Node', async () => {
  const { baseUrl, apiToken: token } = await made({ name: 'explored' })
  const target = { baseUrl, token, fetch: (request: Request) => fetch(request) }
  const { calls, differences } = await explored(target, { maxCalls: 300 })
  expect(calls).toBeGreaterThan(250)
  expect(differences).toEqual([])
})
