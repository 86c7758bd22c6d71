import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { operations } from '../../src/contract/operations/index.ts'
import { jsonSchemas, openApiDocument, type OpenApiOptions } from '../../src/contract.ts'
import { yamlOf } from '../../src/openapi/yaml.ts'
import type { JsonObject, OperationObject } from '../../src/openapi/types.ts'

const document = openApiDocument()
const described = Object.values(document.paths).flatMap((item) => Object.values<OperationObject>(item))
const operation = (id: string): OperationObject => described.find(({ operationId }) => operationId === id)!

/** The codes that a reply of an operation can have. */
function codesOf(id: string, status: number): unknown {
  const reply = operation(id).responses[String(status)]!
  const name = (reply['$ref'] as string | undefined)?.replace('#/components/responses/', '')
  const { content } = name === undefined ? reply : document.components.responses[name]!
  const { schema } = (content as Record<string, JsonObject>)['application/json']!
  const [, { properties }] = (schema as { allOf: [unknown, { properties: JsonObject }] }).allOf
  return (Object.values(properties)[0] as JsonObject)['enum']
}

test('describes the 57 operations under 56 paths and methods, each once', () => {
  expect(described).toHaveLength(56)
  const ids = described.flatMap(
    (each) => (each['x-operations'] as string[] | undefined) ?? [each.operationId],
  )
  expect(ids.toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(56)
})

test('both forms of forgot_password are one operation', () => {
  const both = document.paths['/api/v1/users/{userId}/credentials/forgot_password']!.post!
  expect(both['x-operations']).toEqual(['forgotPassword', 'forgotPasswordWithAnswer'])
  expect(both.requestBody).toMatchObject({ required: false })
  const { content } = both.responses['200'] as { content: Record<string, { schema: JsonObject }> }
  expect(content['application/json']!.schema).toEqual({
    anyOf: ['Empty', 'ResetPasswordUrl', 'Credentials'].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    })),
  })
})

test.each([
  ['suspendUser', 400, ['E0000001', 'E0000003', 'E0000019']],
  ['suspendUser', 404, ['E0000007']],
  ['reactivateUser', 403, ['E0000006', 'E0000038']],
  ['getClient', 401, ['invalid_client', 'invalid_token']],
  ['registerClient', 400, ['invalid_client_metadata', 'invalid_redirect_uri', 'invalid_request']],
  ['newClientSecret', 404, ['E0000007']],
  ['listUserGrants', 401, ['E0000011', 'E0000015']],
  ['deleteCurrentUserSessions', 403, ['E0000005', 'E0000006']],
  ['listUsers', 500, ['E0000009']],
])('%s can answer %i with %j', (id, status, codes) => {
  expect(codesOf(id, status)).toEqual(codes)
})

test('describes parameters, headers and pages of a list', () => {
  const { parameters, responses } = operation('listUsers')
  const named = parameters.filter((each) => 'name' in each)
  expect(named.map(({ name }) => name)).toEqual([
    'limit',
    'after',
    'sortBy',
    'sortOrder',
    'q',
    'filter',
    'search',
    'Content-Type',
  ])
  expect(operation('activateUser').parameters[1]).toMatchObject({
    name: 'sendEmail',
    schema: { type: 'boolean', default: true },
  })
  expect(named[0]).toMatchObject({
    in: 'query',
    schema: { type: 'integer', minimum: 1, default: 200, maximum: 200 },
  })
  expect(responses['200']).toMatchObject({
    headers: { Link: { $ref: '#/components/headers/Link' } },
    links: { next: { operationId: 'listUsers' } },
  })
  expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '429', '500', '503'])
})

test('says who may call: tokens with a scope, a session for oneself, or a session only', () => {
  const token = [{ apiToken: [] }, { accessToken: ['svc.users.read'] }]
  expect(operation('listUsers').security).toEqual(token)
  expect(operation('getUser').security).toEqual([...token, { sessionCookie: [] }])
  expect(operation('deleteCurrentUserSessions').security).toEqual([{ sessionCookie: [] }])
})

test('marks what is early access, what is open and who decided it, and where an operation leads', () => {
  expect(operation('listUserGrants')).toMatchObject({ 'x-early-access': true })
  expect(operation('getUser')).not.toHaveProperty('x-early-access')
  expect(operation('createUser').responses['200']).toMatchObject({ 'x-decisions': ['success-statuses'] })
  expect(operation('suspendUser').responses['200']).not.toHaveProperty('x-decisions')
  expect(operation('suspendUser')).toMatchObject({ 'x-transition': { from: ['ACTIVE'], to: 'SUSPENDED' } })
  const named = [...JSON.stringify(document).matchAll(/"x-decisions":\[([^\]]+)\]/g)].flatMap(
    ([, ids]) => JSON.parse(`[${ids}]`) as string[],
  )
  expect(named.filter((id) => !(id in document['x-decisions']))).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})

test('describes resources property by property, in the word that is asked for', () => {
  const { Group, User, GroupRule } = openApiDocument({ vocabulary: { word: 'acme' } }).components.schemas
  expect(Group).toMatchObject({ properties: { type: { enum: ['ACME_GROUP', 'APP_GROUP', 'BUILT_IN'] } } })
  expect(JSON.stringify(GroupRule)).toContain('urn:acme:expression:1.0')
  expect(User).toMatchObject({
    properties: {
      id: { type: 'string', readOnly: true },
      profile: { $ref: '#/components/schemas/UserProfile' },
    },
  })
  const text = JSON.stringify(openApiDocument({ vocabulary: { word: 'acme' }, baseUrl: 'https://id.test' }))
  expect([...text.matchAll(/.{20}(?<!X-)\bsvc\b.{20}/gi)].map(String)).toEqual([])
})

test('stands under the address, and with the cookie, that are asked for', () => {
  const { servers, components } = openApiDocument({
    baseUrl: 'https://id.test/t/acme/',
    sessionCookie: 'idx',
  })
  expect(servers).toMatchObject([{ url: 'https://id.test/t/acme' }])
  expect(components.securitySchemes['sessionCookie']).toMatchObject({ in: 'cookie', name: 'idx' })
  expect(components.securitySchemes['accessToken']).toMatchObject({
    flows: { clientCredentials: { tokenUrl: 'https://id.test/t/acme/oauth2/v1/token' } },
  })
})

test('describes the paths of newer clients where asked to', () => {
  const added = Object.keys(openApiDocument({ aliases: true }).paths).filter(
    (path) => !(path in document.paths),
  )
  expect(added).toEqual([
    '/api/v1/users/{userId}/lifecycle/expire_password_with_temp_password',
    '/api/v1/users/{userId}/credentials/forgot_password_recovery_question',
  ])
})

test.each([
  [{ baseUrl: 'elsewhere' }, 'baseUrl: expected an http or https URL, got "elsewhere"'],
  [{ vocabulary: { word: '' } }, 'vocabulary.word'],
  [{ baseURL: 'https://id.test' }, 'baseURL: unknown option'],
])('refuses the options %j', (options, message) => {
  expect(() => openApiDocument(options as OpenApiOptions)).toThrow(message)
})

test('builds an equal document each time', () => {
  expect(openApiDocument()).toEqual(document)
  expect(openApiDocument()).not.toBe(document)
})

test('is the same as YAML', () => {
  expect(parse(yamlOf(document))).toEqual(JSON.parse(JSON.stringify(document)))
})

test.each([
  [
    {
      a: 'yes',
      b: 'null',
      c: '1',
      d: '- x',
      e: 'a: b',
      f: '# x',
      g: '',
      h: ' x',
      i: 'x ',
      j: "it's",
      k: 'é\n',
    },
  ],
  [{ list: [[1, [2]], { a: [{}], b: [] }, null, true, 'x: y'], 'key: odd': 1, '200': 2, true: 3 }],
  [
    {
      a: '@x',
      b: '`x`',
      c: '*x',
      d: '&x',
      e: '!x',
      f: '%x',
      g: '2026-01-05T09:30:00.000Z',
      h: '~',
      i: '1e3',
    },
  ],
  [
    {
      a: 'x{y',
      b: 'x}',
      c: '$ref',
      d: '/a/{b}',
      e: 'x,y',
      f: '[x',
      g: '"x"',
      h: '0x1f',
      i: 'a\u2028b\u0085',
    },
  ],
])('writes %j as YAML that reads as it was', (value) => {
  expect(parse(yamlOf(value))).toEqual(value)
})

test('has a JSON Schema for each resource that stands alone', () => {
  const schemas = jsonSchemas()
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining([
      'User',
      'Group',
      'GroupRule',
      'Client',
      'Grant',
      'RefreshToken',
      'AppLink',
      'PlatformError',
    ]),
  )
  for (const schema of Object.values(schemas)) {
    for (const [, name] of JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)) {
      expect(schema['$defs']).toHaveProperty(name!)
    }
    expect(JSON.stringify(schema)).not.toContain('#/components')
  }
})

test('shows for each operation what a call sends and is answered', () => {
  const without = described.filter(({ responses }) => {
    const [reply] = Object.values(responses)
    const content = reply!['content'] as Record<string, JsonObject> | undefined
    return (
      content && !('example' in content['application/json']!) && !('examples' in content['application/json']!)
    )
  })
  expect(without.map(({ operationId }) => operationId)).toEqual([])
  expect(operation('createGroup')).toMatchObject({
    requestBody: { content: { 'application/json': { example: { profile: { name: 'Crew' } } } } },
    responses: { '200': { content: { 'application/json': { example: { type: 'SVC_GROUP' } } } } },
  })
})

/** Every value in the document under one of some names, with its path. It leaves out examples and other data. */
function* valuesAt(names: readonly string[], value: unknown, way = ''): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const isMember = /\/(?:properties|patternProperties)$/.test(way)
    if (!isMember && names.includes(name)) yield [`${way}/${name}`, inner]
    if (isMember || !['example', 'examples', 'default', 'const', 'enum'].includes(name))
      yield* valuesAt(names, inner, `${way}/${name}`)
  }
}

test('every description is a sentence, and every summary and title says something', () => {
  const texts = [...valuesAt(['description'], document)]
  expect(texts.length).toBeGreaterThan(300)
  const notYet = texts.filter(([, text]) => !/^[A-Z0-9`].*[.`)|:]$/su.test(text as string))
  expect(notYet.map(([way]) => way)).toEqual(['/servers/0/description'])
  const titles = [...valuesAt(['title', 'summary', 'operationId'], document)]
  expect(titles.filter(([, title]) => !/^[a-zA-Z][\w .,:;'-]{2,}$/.test(title as string))).toEqual([])
})

test('no text, no list of requirements and no example is empty', () => {
  const empty = (value: unknown): boolean =>
    value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  const kinds = [
    '$ref',
    'type',
    'format',
    'pattern',
    'name',
    'in',
    'required',
    'enum',
    'anyOf',
    'oneOf',
    'allOf',
    'tags',
    'const',
  ]
  expect([...valuesAt(kinds, document)].filter(([, value]) => empty(value))).toEqual([])
  const examples = Object.entries(document.components.examples).map(
    ([name, { value }]) => [name, value] as const,
  )
  expect(examples.filter(([, value]) => empty(value))).toEqual([])
  const parts = (value: unknown, name = ''): [string, unknown][] =>
    typeof value === 'object' && value !== null && !empty(value)
      ? Object.entries(value).flatMap(([key, inner]) => parts(inner, key))
      : [[name, value]]
  const hollow = parts(document.components.examples).filter(([, value]) => empty(value))
  expect(new Set(hollow.map(([name]) => name))).toEqual(new Set(['errorCauses']))
})

test('every operation belongs to a group of operations that is described, and to one only', () => {
  const groups = document.tags.map(({ name }) => name as string)
  expect(new Set(groups).size).toBe(groups.length)
  expect(
    described.filter(({ tags }) => tags.length !== 1 || !tags.every((name) => groups.includes(name))),
  ).toEqual([])
  expect(groups.filter((name) => !described.some(({ tags }) => tags.includes(name)))).toEqual([])
})
