import { expect, test } from 'vitest'
import { PublishRefused, verifyPacts } from '../../../src/pact.ts'
import { json, pactOf, writePact } from '../sample.ts'

async function verified(pact: unknown) {
  const { interactions, ...rest } = await verifyPacts({ pacts: [await writePact(pact)] })
  return { interactions, ...rest }
}

test('each interaction gets its verdict and its own organisation', async () => {
  const created = { login: 'zoe@example.com', email: 'zoe@example.com', firstName: 'Zoe', lastName: 'Ray' }
  const create = {
    states: [],
    request: {
      method: 'POST',
      path: '/api/v1/users',
      query: { activate: ['false'] },
      headers: { Authorization: ['SSWS example'], 'Content-Type': ['application/json'] },
      body: json({ profile: created }),
    },
    response: { status: 200, body: json({ status: 'STAGED' }) },
  }
  const { interactions, summary } = await verified(
    pactOf(
      { description: 'a match' },
      { description: 'a create', ...create },
      // The same login again: in one organisation it would be taken.
      { description: 'the same create', ...create },
      { description: 'another status', response: { body: json({ status: 'SUSPENDED' }) } },
      { description: 'a pending failure', pending: true, response: { status: 404, body: undefined } },
      {
        description: 'a refusal whose code a document states',
        states: [{ name: 'user {id} does not exist', params: { id: '00uNone' } }],
        request: { path: '/api/v1/users/00uNone' },
        response: { status: 404, body: json({ errorCode: 'E0000007' }) },
      },
    ),
  )
  expect(interactions.map(({ description, verdict }) => [description, verdict])).toEqual([
    ['a match', 'match'],
    ['a create', 'unspecified'],
    ['the same create', 'unspecified'],
    ['another status', 'mismatch'],
    ['a pending failure', 'mismatch'],
    ['a refusal whose code a document states', 'match'],
  ])
  expect(summary).toEqual({ match: 2, mismatch: 1, unspecified: 2, pending: 1 })
  expect(interactions[1]!.restsOn.map(({ decision }) => decision)).toEqual(['success-statuses'])
  expect(interactions[3]!.problems).toEqual([
    {
      foundBy: 'verifier',
      place: '$.status',
      message: "Expected 'ACTIVE' (String) to be equal to 'SUSPENDED' (String)",
    },
  ])
})

test('unknown states, wrong parameters and states that cannot be set up fail their interaction alone', async () => {
  const { interactions } = await verified(
    pactOf(
      { states: [{ name: 'an user exists' }] },
      { states: [{ name: 'user {id} is {status}', params: { id: '00u1', status: 'HAPPY' } }] },
      { states: [{ name: 'a user exists', params: { login: 'x' } }] },
      {},
    ),
  )
  expect(interactions.map(({ verdict }) => verdict)).toEqual(['mismatch', 'mismatch', 'mismatch', 'match'])
  const [unknown, wrong, refused] = interactions.map(({ problems }) => problems)
  expect(unknown).toEqual([
    {
      foundBy: 'provider-state',
      place: '',
      message: 'there is no provider state "an user exists"; did you mean "a user exists"?',
    },
  ])
  expect(wrong![0]!.message).toContain('status: ')
  expect(refused![0]!.message).toContain('login: ')
})

test('ids and credentials come from the states', async () => {
  const { interactions } = await verified(
    pactOf(
      {
        description: 'an id by fromProviderState',
        states: [{ name: 'a user exists' }],
        request: {
          path: '/api/v1/users/some-id',
          headers: { Authorization: ['SSWS example'] },
          generators: {
            path: { type: 'ProviderState', expression: '/api/v1/users/${userId}', dataType: 'STRING' },
            header: {
              Authorization: { type: 'ProviderState', expression: 'SSWS ${apiToken}', dataType: 'STRING' },
            },
          },
        },
        response: { body: json({ status: 'ACTIVE' }) },
      },
      {
        description: 'a session',
        states: [{ name: 'a current session for {id} exists', params: { id: '00u1' } }],
        request: { path: '/api/v1/users/me', headers: { Cookie: ['sid=example'] } },
      },
      {
        description: 'a scoped token',
        states: [
          { name: 'an access token with scopes {scopes} exists', params: { scopes: 'svc.groups.read' } },
        ],
        request: { path: '/api/v1/groups', headers: { Authorization: ['Bearer example'] } },
        response: { body: undefined },
      },
      {
        description: 'an invalid token',
        states: [{ name: 'the API token is invalid' }],
        response: { status: 401, body: undefined },
      },
    ),
  )
  expect(interactions.map(({ description, problems }) => [description, problems])).toEqual([
    ['an id by fromProviderState', []],
    ['a session', []],
    ['a scoped token', []],
    ['an invalid token', []],
  ])
})

test('pacts of versions 2 and 3 are verified too', async () => {
  const [interaction] = pactOf({}).interactions as [Record<string, unknown>]
  const old = {
    description: 'reads a user',
    request: {
      method: 'GET',
      path: '/api/v1/users/00u1',
      headers: { Authorization: 'SSWS x' },
      query: 'expand=block',
    },
    response: {
      status: 200,
      body: { id: '00u1', profile: { login: 'any text' } },
    },
  }
  const v2 = {
    consumer: { name: 'web' },
    provider: { name: 'identity-service' },
    interactions: [
      {
        ...old,
        providerState: 'user 00u1 is ACTIVE',
        response: { ...old.response, matchingRules: { '$.body.profile.login': { match: 'type' } } },
      },
    ],
    metadata: { pactSpecification: { version: '2.0.0' } },
  }
  const v3 = {
    ...v2,
    interactions: [
      {
        ...old,
        providerStates: [{ name: 'user 00u1 is ACTIVE' }],
        request: { ...old.request, query: { expand: ['block'] } },
        response: {
          ...old.response,
          matchingRules: { body: { '$.profile.login': { combine: 'AND', matchers: [{ match: 'type' }] } } },
        },
      },
    ],
    metadata: { pactSpecification: { version: '3.0.0' } },
  }
  expect(interaction).toBeDefined()
  expect((await verified(v2)).summary).toMatchObject({ match: 1, mismatch: 0 })
  expect((await verified(v3)).summary).toMatchObject({ match: 1, mismatch: 0 })
})

test('results are never published', async () => {
  process.env.PACT_BROKER_PUBLISH_VERIFICATION_RESULTS = 'true'
  try {
    await expect(verified(pactOf({}))).rejects.toThrow(PublishRefused)
  } finally {
    delete process.env.PACT_BROKER_PUBLISH_VERIFICATION_RESULTS
  }
})

test('a report shows no secret of the reply', async () => {
  const { interactions } = await verified(
    pactOf({
      states: [{ name: 'client {id} exists', params: { id: '0oa1' } }],
      request: { method: 'POST', path: '/oauth2/v1/clients/0oa1/lifecycle/newSecret' },
      response: { headers: {}, body: json({ client_secret: 'what was never issued' }) },
    }),
  )
  expect(interactions[0]!.problems.find(({ place }) => place === '$.client_secret')!.message).toBe(
    'differs; the value is a secret, and not shown',
  )
})
