/** Sends the calls that the examples of the OpenAPI document show to the data set that is made for them. */
import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/contract.ts'
import { loadDataset } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import type { JsonObject, OperationObject } from '../../src/openapi/types.ts'
import { OpenApiValidator } from '../support/openapi-validator.ts'

const document = openApiDocument()
const validator = new OpenApiValidator(document)
type Call = readonly [method: string, path: string, operation: OperationObject]
const calls = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): Call => [method.toUpperCase(), path, operation]),
)

async function exampleOrg(): Promise<ReturnType<typeof createOrg>> {
  const org = createOrg({ seed: 7 })
  await loadDataset(org, 'examples')
  return org
}

/** The path with the examples of its parameters, as tools fill it in. */
function filled(path: string, { parameters }: OperationObject): string {
  const inPath = parameters.map((each) => {
    const name = (each['$ref'] as string | undefined)?.split('/').at(-1)
    return name === undefined ? each : document.components.parameters[name]!
  })
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = inPath.find((each) => each['in'] === 'path' && each['name'] === name)
    return parameter!['example'] as string
  })
}

async function problemsOf(org: ReturnType<typeof createOrg>, [method, path, operation]: Call) {
  const { content } = (operation.requestBody ?? {}) as { content?: Record<string, JsonObject> }
  const sent = content ? JSON.stringify(content['application/json']!['example']) : ''
  const needsSession = operation.security.every((one) => 'sessionCookie' in one)
  const { sessionCookie } = org.control.openSession({ user: 'ada@example.com' })
  const headers: Record<string, string> = needsSession
    ? { cookie: sessionCookie }
    : { authorization: `SSWS ${org.apiToken}` }
  if (sent) headers['content-type'] = 'application/json'
  const address = filled(path, operation)
  const reply = await org.fetch(
    new Request(org.baseUrl + address, { method, headers, ...(sent ? { body: sent } : {}) }),
  )
  const received = await reply.text()
  const { status } = reply
  if (status >= 300) return [`${operation.operationId}: ${status} ${received}`]
  const exchange = { method, path: address, query: '', sent, status, received }
  return validator.violations({ ...exchange, headers: Object.fromEntries(reply.headers) })
}

test.each(calls)('%s %s is answered as its example says', async (...call) => {
  expect(await problemsOf(await exampleOrg(), call)).toEqual([])
})

test.each([
  ['one after another', calls],
  ['from the last to the first', calls.toReversed()],
])('all example calls, %s, are answered 2xx', async (_, sequence) => {
  const org = await exampleOrg()
  for (const call of sequence) expect(await problemsOf(org, call)).toEqual([])
})

test('the examples of single records have the ids of their paths', () => {
  for (const [method, path, operation] of calls) {
    const content = Object.values(operation.responses)[0]!['content'] as
      | Record<string, JsonObject>
      | undefined
    const example = content?.['application/json']?.['example'] as Record<string, unknown> | undefined
    const [, name] = /\/\{(\w+)\}$/.exec(path) ?? []
    if (method !== 'GET' || name === undefined) continue
    expect([example!['id'], example!['client_id']]).toContain(filled(`{${name}}`, operation))
  }
})

const rule = (value: string) => ({
  type: 'group_rule',
  name: 'R',
  conditions: { expression: { type: 'urn:svc:expression:1.0', value } },
  actions: { assignUserToGroups: { groupIds: ['00gSales00000000000'] } },
})

const refused: readonly (readonly [example: string, method: string, path: string, body?: object])[] = [
  ['invalid-cursor', 'GET', '/api/v1/users?after=x'],
  ['invalid-limit', 'GET', '/api/v1/users?limit=0'],
  ['query-type-mismatch', 'GET', '/api/v1/users?limit=few'],
  ['invalid-paging', 'GET', '/api/v1/groups?q=a&after=x'],
  ['invalid-search', 'GET', '/api/v1/users?search=profile.firstName%20eq'],
  ['invalid-filter', 'GET', '/api/v1/users?filter=status%20eq'],
  ['unsupported-filter', 'GET', '/api/v1/users?filter=profile.title%20eq%20%22x%22'],
  ['invalid-date', 'GET', '/api/v1/users?filter=lastUpdated%20gt%20%22yesterday%22'],
  ['search-and-filter', 'GET', '/api/v1/users?search=id%20pr&filter=id%20eq%20%22x%22'],
  ['not-found', 'GET', '/api/v1/users/00uNobody0000000000'],
  ['activate-already-active', 'POST', '/api/v1/users/{user}/lifecycle/activate'],
  ['reactivate-wrong-status', 'POST', '/api/v1/users/{user}/lifecycle/reactivate'],
  ['unlock-not-locked', 'POST', '/api/v1/users/{user}/lifecycle/unlock'],
  ['forgot-password-not-allowed', 'POST', '/api/v1/users/{suspended}/credentials/forgot_password'],
  ['operation-not-allowed-in-status', 'POST', '/api/v1/users/{suspended}/lifecycle/activate'],
  ['group-not-modifiable', 'PUT', '/api/v1/groups/{everyone}', { profile: { name: 'E' } }],
  ['group-not-removable', 'DELETE', '/api/v1/groups/{everyone}'],
  ['invalid-expression', 'POST', '/api/v1/groups/rules', rule('user.title')],
  ['oauth.invalid-client', 'GET', '/oauth2/v1/clients/nobody'],
  ['oauth.invalid-client-metadata', 'POST', '/oauth2/v1/clients', { redirect_uris: ['https://a.test/'] }],
  [
    'oauth.invalid-redirect-uri',
    'POST',
    '/oauth2/v1/clients',
    { client_name: 'A', redirect_uris: ['https://a.test/#b'] },
  ],
]

test.each(refused.map((row) => [row[0], row] as const))(
  'the example of the error %s is what the service answers',
  async (example, [, method, path, body]) => {
    const org = createOrg({ seed: 7 })
    const person = { firstName: 'A', lastName: 'B', password: 'Tulip-Meadow-42' }
    await loadDataset(org, {
      groups: [{ id: '00gSales00000000000', name: 'Sales' }],
      users: [
        { ...person, login: 'ann@x.test' },
        { ...person, login: 'ben@x.test', status: 'SUSPENDED' },
      ],
    })
    const address = path
      .replace('{user}', 'ann')
      .replace('{suspended}', 'ben')
      .replace('{everyone}', org.data.groups.all()[0]!.id)
    const reply = await org.fetch(
      new Request(org.baseUrl + address, {
        method,
        headers: { authorization: `SSWS ${org.apiToken}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    )
    const { errorId: _, ...received } = await reply.json()
    const { errorId: __, ...shown } = document.components.examples[example]!['value'] as JsonObject
    expect(received).toEqual(shown)
  },
)
