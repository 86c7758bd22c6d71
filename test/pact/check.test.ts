import { expect, test } from 'vitest'
import { checkPacts } from '../../src/pact.ts'
import { json, pactOf, type Sample, writePact } from './sample.ts'

const headers = { Authorization: ['SSWS example'], 'Content-Type': ['application/json'] }
const createGroup = { method: 'POST', path: '/api/v1/groups', headers }
const listUsers = { path: '/api/v1/users' }
const anyList = { response: { body: undefined } }

const me = { path: '/api/v1/users/me' }
const current = { name: 'a current session for {id} exists', params: { id: '00u1' } }
const suspend = { method: 'POST', path: '/api/v1/users/00u1/lifecycle/suspend' }
const staged = [{ name: 'user {id} is {status}', params: { id: '00u1', status: 'STAGED' } }]
const endSessions = { method: 'POST', path: '/api/v1/users/me/lifecycle/delete_sessions', body: json({}) }
const cookie = { Cookie: ['sid=example'], 'Content-Type': ['application/json'] }
const answers400 = 'status: in these states the service answers 400, not 200'

const wrong: readonly [string, Sample, readonly string[]][] = [
  [
    'a wrong path',
    { request: { path: '/api/v1/user/00u1' } },
    ['path: Path or method not defined in the OpenAPI document: GET /api/v1/user/00u1'],
  ],
  [
    'a wrong path of a request that is to be refused',
    { request: { path: '/api/v1/user/00u1' }, response: { status: 404 } },
    ['path: Path or method not defined in the OpenAPI document: GET /api/v1/user/00u1'],
  ],
  [
    'a wrong method',
    { request: { method: 'PATCH' } },
    ['path: Path or method not defined in the OpenAPI document: PATCH /api/v1/users/00u1'],
  ],
  [
    'an unknown query parameter',
    { request: { ...listUsers, query: { serch: ['x'] } }, ...anyList },
    ['query serch: Query parameter is not defined in the OpenAPI document: serch'],
  ],
  [
    'a query out of range',
    { request: { ...listUsers, query: { limit: ['0'] } }, ...anyList },
    ['query limit: Value: must be >= 1', answers400],
  ],
  [
    'a missing required body field',
    { request: { ...createGroup, body: json({ profile: { description: 'x' } }) }, ...anyList },
    ["request $.profile: Request body: must have required property 'name'", answers400],
  ],
  [
    'a missing body',
    { request: createGroup, ...anyList },
    ['request $: Request body: must be object', answers400],
  ],
  [
    'a body that nobody reads',
    { request: { body: json({ a: 1 }) } },
    ['request $: No matching schema found for request body'],
  ],
  [
    'a wrong body type',
    { request: { ...createGroup, body: json({ profile: { name: 7 } }) }, ...anyList },
    ['request $.profile.name: Request body: must be string', answers400],
  ],
  [
    'a missing token',
    { request: { headers: {} } },
    [
      'header authorization: every operation needs a token or a session',
      'status: in these states the service answers 401, not 200',
    ],
  ],
  [
    'a session where a token is needed',
    { request: { ...listUsers, headers: cookie }, ...anyList },
    [
      'header authorization: a session cookie is taken on /users/me alone',
      'status: in these states the service answers 401, not 200',
    ],
  ],
  [
    'a session of another user than the current one',
    { request: { path: '/api/v1/users/memory', headers: cookie }, ...anyList },
    [
      'header authorization: a session cookie is taken on /users/me alone',
      'status: in these states the service answers 401, not 200',
    ],
  ],
  [
    'a session where the current user has its own',
    {
      states: [current],
      request: { path: '/api/v1/users/me/lifecycle/suspend', method: 'POST', headers: cookie },
      ...anyList,
    },
    [
      'header authorization: a session cookie is taken on /users/me alone',
      'status: in these states the service answers 401, not 200',
    ],
  ],
  [
    'a session of nobody',
    { request: { ...me, headers: cookie }, ...anyList },
    [
      ': no provider state says whose session it is: a current session for {id} exists',
      'status: in these states the service answers 403, not 200',
    ],
  ],
  [
    'a token where a session is needed',
    { states: [current], request: { ...endSessions, headers }, ...anyList },
    [
      'header cookie: this operation takes a session cookie only, and no token',
      'status: in these states the service answers 403, not 200',
    ],
  ],
  [
    'a missing content type',
    {
      request: {
        ...createGroup,
        headers: { Authorization: ['SSWS x'] },
        body: json({ profile: { name: 'x' } }),
      },
      ...anyList,
    },
    [
      'header content-type: Request content type header is not defined but spec specifies mime-types to consume',
    ],
  ],
  [
    'a wrong content type',
    {
      request: {
        ...createGroup,
        headers: { ...headers, 'Content-Type': ['text/plain'] },
        body: json({ profile: { name: 'x' } }),
      },
      ...anyList,
    },
    [
      'header content-type: Request Content-Type header is incompatible with the mime-types the spec accepts to consume',
      answers400,
    ],
  ],
  [
    'a reply field that does not exist',
    { response: { body: json({ id: '00u1', nickname: 'x' }) } },
    ['$: Response body: must NOT have additional properties - nickname'],
  ],
  [
    'such a field of which a state has the name',
    {
      states: [
        { name: 'a group exists', params: { id: '00g1', name: 'nickname' } },
        { name: 'user {id} is {status}', params: { id: '00u1', status: 'ACTIVE' } },
      ],
      response: { body: json({ nickname: 'x' }) },
    },
    ['$: Response body: must NOT have additional properties - nickname'],
  ],
  [
    'a wrong type beside a custom property',
    {
      states: [{ name: 'the user profile has custom property badge' }, { name: 'user 00u1 is ACTIVE' }],
      response: { body: json({ id: 7 }) },
    },
    ['$.id: Response body: must be string'],
  ],
  [
    'a code that is wrong, beside a text that may be any',
    {
      states: staged,
      request: suspend,
      response: {
        status: 400,
        body: json({ errorCode: 'E0000003', errorSummary: 'any' }),
        matchingRules: { body: { '$.errorSummary': { combine: 'AND', matchers: [{ match: 'type' }] } } },
      },
    },
    ['$.errorCode: in these states the service answers "E0000001", not E0000003'],
  ],
  [
    'a refusal for another reason than a missing token',
    { request: { headers: {} }, response: { status: 400, body: undefined } },
    ['status: in these states the service answers 401, not 400'],
  ],
  [
    'such a field in a profile',
    { response: { body: json({ profile: { nick: 'x' } }) } },
    ['$.profile: Response body: must NOT have additional properties - nick'],
  ],
  [
    'such a field beside a custom property',
    {
      states: [{ name: 'the user profile has custom property badge' }, { name: 'user 00u1 is ACTIVE' }],
      response: { body: json({ profile: { bodge: 'x' } }) },
    },
    ['$.profile: Response body: must NOT have additional properties - bodge'],
  ],
  ['a wrong reply type', { response: { body: json({ id: 7 }) } }, ['$.id: Response body: must be string']],
  [
    'a header of the reply that does not exist',
    { response: { headers: { 'X-None': ['1'] } } },
    ['response header x-none: Response header is not defined in the OpenAPI document: x-none'],
  ],
  [
    'a status that does not exist',
    { response: { status: 418 } },
    [
      'status: Response status code not defined in the OpenAPI document: 418',
      'status: in these states the service answers 200, not 418',
    ],
  ],
  [
    'a wrong status for the state',
    { states: [{ name: 'user {id} does not exist', params: { id: '00u1' } }] },
    ['status: in these states the service answers 404, not 200'],
  ],
  [
    'a wrong status, and with it the code',
    {
      states: [{ name: 'user {id} does not exist', params: { id: '00u1' } }],
      response: { status: 403, body: json({ errorCode: 'E0000006' }) },
    },
    ['status: in these states the service answers 404, not 403'],
  ],
  [
    'a code where there is no body',
    {
      states: [{ name: 'a group exists', params: { id: '00g1' } }],
      request: { method: 'DELETE', path: '/api/v1/groups/00g1' },
      response: { status: 204, headers: {}, body: json({ error: 'x' }) },
    },
    [
      '$: No matching schema found for response body',
      '$.error: in these states the service answers nothing, not x',
    ],
  ],
  [
    'a class of statuses that the state does not lead to',
    {
      states: [{ name: 'user {id} does not exist', params: { id: '00u1' } }],
      response: {
        status: 404,
        body: undefined,
        matchingRules: { status: { matchers: [{ match: 'statusCode', status: 'serverError' }] } },
      },
    },
    ['status: in these states the service answers 404, not what is expected'],
  ],
  [
    'a code that its rule does not allow',
    {
      states: staged,
      request: suspend,
      response: {
        status: 400,
        body: json({ errorCode: 'E0000001' }),
        matchingRules: { body: { '$.errorCode': { matchers: [{ match: 'regex', regex: 'E0000037' }] } } },
      },
    },
    ['$.errorCode: in these states the service answers "E0000001": expected "E0000001" to match E0000037'],
  ],
  [
    'an example and a rule that no reply has',
    {
      response: {
        body: json({ status: 'HAPPY' }),
        matchingRules: { body: { '$.status': { matchers: [{ match: 'regex', regex: 'HAPPY' }] } } },
      },
    },
    ['$.status: Response body: must be equal to one of the allowed values'],
  ],
  [
    'a wrong error code for the state',
    {
      states: staged,
      request: suspend,
      response: { status: 400, body: json({ errorCode: 'E0000037' }) },
    },
    [
      '$.errorCode: Response body: must be equal to one of the allowed values',
      '$.errorCode: in these states the service answers "E0000001", not E0000037',
    ],
  ],
  [
    'a wrong error of a client for the state',
    {
      states: [{ name: 'client {id} does not exist', params: { id: '0oa9' } }],
      request: { path: '/oauth2/v1/clients/0oa9' },
      response: { status: 401, body: json({ error: 'invalid_token' }) },
    },
    ['$.error: in these states the service answers "invalid_client", not invalid_token'],
  ],
]

const sound: readonly [string, Sample][] = [
  ['reads a user', {}],
  ['tolerates any part of a reply', { response: { body: json({ profile: { login: '00u1@example.com' } }) } }],
  [
    'expects a refusal of what it sends wrong',
    {
      request: { ...listUsers, query: { limit: ['0'] } },
      response: { status: 400, body: json({ errorCode: 'E0000029' }) },
    },
  ],
  [
    'uses a custom property that a state adds',
    {
      states: [
        {
          name: 'the {schema} profile has custom property {name}',
          params: { schema: 'user', name: 'badge' },
        },
        { name: 'user {id} is {status}', params: { id: '00u1', status: 'ACTIVE', profile: { badge: 'B7' } } },
      ],
      response: { body: json({ profile: { badge: 'B7' } }) },
    },
  ],
  [
    'is the current user',
    {
      states: [{ name: 'a current session for {id} exists', params: { id: '00u1' } }],
      request: { path: '/api/v1/users/me', headers: { Cookie: ['sid=example'] } },
    },
  ],
  [
    'lets the code be any',
    {
      states: staged,
      request: suspend,
      response: {
        status: 400,
        body: json({ errorCode: 'E0000003' }),
        matchingRules: { body: { '$.errorCode': { combine: 'AND', matchers: [{ match: 'type' }] } } },
      },
    },
  ],
  [
    'lets the status be any of a class',
    {
      states: [{ name: 'user {id} does not exist', params: { id: '00u1' } }],
      response: {
        status: 403,
        body: undefined,
        matchingRules: { status: { matchers: [{ match: 'statusCode', status: 'clientError' }] } },
      },
    },
  ],
  [
    'uses a custom property that a state names in its name',
    {
      states: [
        { name: 'the user profile has custom property badge' },
        { name: 'user {id} is {status}', params: { id: '00u1', status: 'ACTIVE', profile: { badge: 'B7' } } },
      ],
      response: { body: json({ profile: { badge: 'B7' } }) },
    },
  ],
  [
    'lets the status be any of a class that no document names',
    {
      states: [{ name: 'user {id} does not exist', params: { id: '00u1' } }],
      response: {
        status: 418,
        body: json({ errorCode: 'E0000007' }),
        matchingRules: { status: { matchers: [{ match: 'statusCode', status: 'clientError' }] } },
      },
    },
  ],
  [
    'has examples that only their rules allow',
    {
      response: {
        body: json({ id: 'x', status: 'HAPPY' }),
        matchingRules: {
          body: {
            '$.id': { matchers: [{ match: 'type' }] },
            '$.status': { matchers: [{ match: 'regex', regex: 'ACTIVE|HAPPY' }] },
          },
        },
      },
    },
  ],
  [
    'has an example that the rule of the whole body allows',
    {
      response: {
        body: json({ status: 'HAPPY' }),
        matchingRules: { body: { $: { matchers: [{ match: 'type' }] } } },
      },
    },
  ],
  [
    'lets the code be one of some',
    {
      states: staged,
      request: suspend,
      response: {
        status: 400,
        body: json({ errorCode: 'E0000999' }),
        matchingRules: { body: { '$.errorCode': { matchers: [{ match: 'regex', regex: 'E0000.*' }] } } },
      },
    },
  ],
  [
    'deletes a group',
    {
      states: [{ name: 'a group exists', params: { id: '00g1' } }],
      request: { method: 'DELETE', path: '/api/v1/groups/00g1' },
      response: { status: 204, headers: {}, body: undefined },
    },
  ],
  [
    'takes the path of newer clients',
    {
      request: {
        method: 'POST',
        path: '/api/v1/users/00u1/lifecycle/expire_password_with_temp_password',
      },
      ...anyList,
    },
  ],
  [
    'sends a token beside its session',
    {
      states: [current],
      request: { ...me, headers: { ...cookie, Authorization: ['SSWS example'] } },
      ...anyList,
    },
  ],
  ['ends its sessions', { states: [current], request: { ...endSessions, headers: cookie }, ...anyList }],
  [
    'asks for what is below the current user',
    { states: [current], request: { path: '/api/v1/users/me/appLinks', headers: cookie }, ...anyList },
  ],
  [
    'is refused for its content type',
    {
      request: {
        ...createGroup,
        headers: { ...headers, 'Content-Type': ['text/plain'] },
        body: json({ profile: { name: 'x' } }),
      },
      response: { status: 400, body: json({ errorCode: 'E0000021' }) },
    },
  ],
  [
    'is the current user beside others',
    {
      states: [...staged.map((state) => ({ ...state, params: { ...state.params, id: '00u2' } })), current],
      request: { ...me, headers: { Cookie: ['sid=example'] } },
    },
  ],
  ['is not let in', { request: { headers: {} }, response: { status: 401, body: undefined } }],
]

test('finds each mistake, and nothing in sound interactions', async () => {
  // Preparing the comparison of one file takes longer than the comparison itself.
  const samples = [...wrong, ...sound.map(([what, sample]) => [what, sample, []] as const)]
  const { interactions } = await checkPacts({
    pacts: [await writePact(pactOf(...samples.map(([, sample]) => sample)))],
  })
  expect(
    interactions.map(({ problems }, index) => [
      samples[index]![0],
      problems.map(({ place, message }) => `${place}: ${message}`),
    ]),
  ).toEqual(samples.map(([what, , problems]) => [what, problems]))
  expect(new Set(interactions.flatMap(({ problems }) => problems.map(({ foundBy }) => foundBy)))).toEqual(
    new Set(['check']),
  )
})

test('reports an unknown state with the nearest known one', async () => {
  const { interactions } = await checkPacts({
    pacts: [await writePact(pactOf({ states: [{ name: 'an user exists' }] }))],
  })
  expect(interactions).toEqual([
    {
      pact: expect.stringMatching(/pact\.json$/),
      consumer: 'web',
      description: 'interaction 1',
      states: ['an user exists'],
      request: 'GET /api/v1/users/00u1',
      verdict: 'mismatch',
      pending: false,
      problems: [
        {
          foundBy: 'provider-state',
          place: '',
          message: 'there is no provider state "an user exists"; did you mean "a user exists"?',
        },
      ],
      restsOn: [],
    },
  ])
})

test('sums up the problems, and leaves out interactions that are not HTTP', async () => {
  const { interactions, ...more } = pactOf(
    {},
    { pending: true, request: { method: 'PATCH' } },
    { request: { method: 'PATCH' } },
  )
  const message = { type: 'Asynchronous/Messages', description: 'a message', contents: {} }
  const list = interactions as object[]
  const found = await checkPacts({
    pacts: [await writePact({ ...more, interactions: [message, ...list] })],
  })
  expect(found.interactions.map(({ verdict, pending }) => [verdict, pending])).toEqual([
    ['match', false],
    ['mismatch', true],
    ['mismatch', false],
  ])
  expect(found.summary).toEqual({ match: 1, mismatch: 1, unspecified: 0, pending: 1 })
  expect(found.leftOut).toEqual(['a message'])
})

test.each([
  ['{', 'not JSON'],
  ['[]', 'expected an object'],
  ['{"consumer":{"name":"a"},"provider":{}}', 'provider.name'],
  ['{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[{"request":{}}]}', 'interactions[0]: '],
  ['{"metadata":{"pactSpecification":{"version":"5.0"}}}', 'the Pact specification 5'],
])('refuses a file that is not a pact, with its mistake', async (text, message) => {
  const path = await writePact(text)
  await expect(checkPacts({ pacts: [path] })).rejects.toThrow(message)
  await expect(checkPacts({ pacts: [path] })).rejects.toThrow(path)
})
