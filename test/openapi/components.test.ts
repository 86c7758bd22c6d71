/** The parts that all of the OpenAPI document refers to, to the letter. */
import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/contract.ts'
import type { JsonObject, OperationObject } from '../../src/openapi/types.ts'
import { yamlOf } from '../../src/openapi/yaml.ts'

const document = openApiDocument()
const described = Object.values(document.paths).flatMap((item) => Object.values<OperationObject>(item))

test('headers of replies', () => {
  const decided = { 'x-decisions': ['request-id-and-rate-limit-headers'] }
  const figure = { schema: { type: 'integer', minimum: 0 }, ...decided }
  const text = { description: expect.stringMatching(/\.$/) }
  const headers = (word: string) => ({
    [`X-${word}-Request-Id`]: { ...text, schema: { type: 'string' }, ...decided },
    'X-Rate-Limit-Limit': { ...text, ...figure },
    'X-Rate-Limit-Remaining': { ...text, ...figure },
    'X-Rate-Limit-Reset': { ...text, ...figure },
    'Cache-Control': { ...text, schema: { type: 'string', examples: ['no-cache, no-store'] }, ...decided },
    Link: {
      ...text,
      schema: { type: 'string', examples: ['<https://svc.example.com/api/v1/users?limit=200>; rel="self"'] },
    },
  })
  expect(document.components.headers).toEqual(headers('Svc'))
  expect(openApiDocument({ vocabulary: { word: 'acme' } }).components.headers).toEqual(headers('Acme'))
})

test('every reply has the common headers, and a list also has its links', () => {
  const all = [
    'X-Svc-Request-Id',
    'X-Rate-Limit-Limit',
    'X-Rate-Limit-Remaining',
    'X-Rate-Limit-Reset',
    'Cache-Control',
  ]
  const ofSuccess = (id: string) => {
    const { responses } = described.find(({ operationId }) => operationId === id)!
    return Object.keys((responses['200'] as { headers: object }).headers)
  }
  expect(ofSuccess('getUser')).toEqual(all)
  expect(ofSuccess('listUsers')).toEqual([...all, 'Link'])
})

test('parameters that several operations have', () => {
  const inPath = (name: string) => ({
    name,
    in: 'path',
    required: true,
    description: expect.stringMatching(/\.$/),
    example: expect.stringMatching(/^(0o|00|0p|oa)\w{18}$/),
    schema: { type: 'string', minLength: 1 },
  })
  const inHeader = (name: string, more: object) => ({
    name,
    in: 'header',
    description: expect.stringMatching(/\.$/),
    ...more,
  })
  expect(document.components.parameters).toEqual({
    ...Object.fromEntries(
      ['clientId', 'groupId', 'userId', 'ruleId', 'grantId', 'tokenId'].map((name) => [name, inPath(name)]),
    ),
    Accept: inHeader('Accept', { schema: { type: 'string', default: 'application/json' } }),
    Prefer: inHeader('Prefer', { schema: { type: 'string', examples: ['respond-async'] } }),
    Origin: inHeader('Origin', { schema: { type: 'string' }, example: 'http://localhost:5173' }),
  })
})

test('page sizes: those of members and applications of a group have no maximum that a document states', () => {
  const limits = described.flatMap(({ operationId, parameters }) =>
    parameters
      .filter((each) => each['name'] === 'limit')
      .map((each) => [operationId, (each['schema'] as JsonObject)['maximum']]),
  )
  expect(Object.fromEntries(limits)).toMatchObject({
    listClients: 200,
    listGroups: 300,
    listGroupRules: 200,
    listUsers: 200,
    listUserGrants: 200,
  })
  expect(limits.filter(([, maximum]) => maximum === undefined).map(([id]) => id)).toEqual([
    'listGroupUsers',
    'listGroupApps',
  ])
})

test('operations that newer clients call by other paths name those', () => {
  const aliases = described.flatMap((each) =>
    each['x-aliases'] === undefined ? [] : [[each.operationId, each['x-aliases']]],
  )
  expect(aliases).toEqual([
    [
      'expirePassword',
      [
        {
          path: '/api/v1/users/{userId}/lifecycle/expire_password_with_temp_password',
          query: { tempPassword: 'true' },
        },
      ],
    ],
    [
      'forgotPassword',
      [{ path: '/api/v1/users/{userId}/credentials/forgot_password_recovery_question', query: undefined }],
    ],
  ])
})

test('ways to authenticate, and the scopes of access tokens', () => {
  const scopes = {
    'svc.clients.manage': 'Read and change clients',
    'svc.clients.read': 'Read clients',
    'svc.groups.manage': 'Read and change groups',
    'svc.groups.read': 'Read groups',
    'svc.users.manage': 'Read and change users',
    'svc.users.read': 'Read users',
  }
  const tokenUrl = 'https://svc.example.com/oauth2/v1/token'
  const authorizationUrl = 'https://svc.example.com/oauth2/v1/authorize'
  const description = expect.any(String)
  const { accessToken } = document.components.securitySchemes
  expect(document.components.securitySchemes).toEqual({
    apiToken: { type: 'apiKey', in: 'header', name: 'Authorization', description, 'x-prefix': 'SSWS ' },
    accessToken: {
      type: 'oauth2',
      description,
      flows: {
        clientCredentials: { tokenUrl, scopes },
        authorizationCode: { authorizationUrl, tokenUrl, scopes },
      },
      'x-decisions': ['scope-names'],
    },
    sessionCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'sid',
      description,
      'x-decisions': ['session-operations', 'token-and-cookie'],
    },
  })
  const flows = (accessToken as { flows: { clientCredentials: { scopes: object } } }).flows
  expect(Object.keys(flows.clientCredentials.scopes)).toEqual(Object.keys(scopes))
})

test.each<[object, string]>([
  [{}, '{}'],
  [[], '[]'],
  [
    { a: 'plain', b: 'two words', c: '/path/{id}', d: '$ref', e: 'a (b) c-d.e' },
    'a: plain\nb: two words\nc: /path/{id}\nd: $ref\ne: a (b) c-d.e',
  ],
  [
    { a: 'yes', b: 'No', c: 'TRUE', d: 'null', e: 'on', f: 'y', g: 'yesterday' },
    'a: "yes"\nb: "No"\nc: "TRUE"\nd: "null"\ne: "on"\nf: "y"\ng: yesterday',
  ],
  [
    { a: '1', b: ' x', c: 'x ', d: 'x  y', e: 'x: y', f: 'x, y', g: '' },
    'a: "1"\nb: " x"\nc: "x "\nd: "x  y"\ne: "x: y"\nf: "x, y"\ng: ""',
  ],
  [{ a: 1, b: true, c: null, d: [], e: {}, f: undefined }, 'a: 1\nb: true\nc: null\nd: []\ne: {}'],
  [{ '200': { 'a b': 1 }, y: 2 }, '"200":\n  a b: 1\n"y": 2'],
  [
    { list: [1, { a: 1, b: { c: 2 } }, [2, [3]], {}, []] },
    'list:\n  - 1\n  - a: 1\n    b:\n      c: 2\n  - - 2\n    - - 3\n  - {}\n  - []',
  ],
  [[{ a: 1 }, 'x'], '- a: 1\n- x'],
])('%j is written as YAML', (value, yaml) => {
  expect(yamlOf(value)).toBe(yaml)
})
