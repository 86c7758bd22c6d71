import { expect, test } from 'vitest'
import { checkPacts } from '../../src/pact.ts'
import { json, pactOf, type Sample, writePact } from './sample.ts'

const headers = { Authorization: ['SSWS example'], 'Content-Type': ['application/json'] }
const createGroup = { method: 'POST', path: '/api/v1/groups', headers }
const listUsers = { path: '/api/v1/users' }
const anyList = { response: { body: undefined } }

/** Places that are wrong, of a pact with one interaction. */
async function wrong(sample: Sample): Promise<readonly string[]> {
  const { interactions } = await checkPacts({ pacts: [await writePact(pactOf(sample))] })
  return interactions[0]!.problems.map(({ place }) => place)
}

test.each([
  ['a wrong path', { request: { path: '/api/v1/user/00u1' } }, 'path'],
  ['a wrong method', { request: { method: 'PATCH' } }, 'path'],
  [
    'an unknown query parameter',
    { request: { ...listUsers, query: { serch: ['x'] } }, ...anyList },
    'query serch',
  ],
  ['a query out of range', { request: { ...listUsers, query: { limit: ['0'] } }, ...anyList }, 'query limit'],
  [
    'a missing required body field',
    { request: { ...createGroup, body: json({ profile: { description: 'x' } }) }, ...anyList },
    'request $.profile',
  ],
  [
    'a wrong body type',
    { request: { ...createGroup, body: json({ profile: { name: 7 } }) }, ...anyList },
    'request $.profile.name',
  ],
  ['a missing token', { request: { headers: {} } }, 'header authorization'],
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
    'header content-type',
  ],
  ['a reply field that does not exist', { response: { body: json({ id: '00u1', nickname: 'x' }) } }, '$'],
  ['such a field in a profile', { response: { body: json({ profile: { nick: 'x' } }) } }, '$.profile'],
  ['a wrong reply type', { response: { body: json({ id: 7 }) } }, '$.id'],
  [
    'a wrong status for the state',
    { states: [{ name: 'user {id} does not exist', params: { id: '00u1' } }] },
    'status',
  ],
  [
    'a wrong error code for the state',
    {
      states: [{ name: 'user {id} is {status}', params: { id: '00u1', status: 'STAGED' } }],
      request: { method: 'POST', path: '/api/v1/users/00u1/lifecycle/suspend' },
      response: { status: 400, body: json({ errorCode: 'E0000037' }) },
    },
    '$.errorCode',
  ],
] satisfies [string, Sample, string][])('%s is found', async (_, sample, place) => {
  expect(await wrong(sample)).toContain(place)
})

test.each([
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
  ['is not let in', { request: { headers: {} }, response: { status: 401, body: undefined } }],
] satisfies [string, Sample][])('a sound pact that %s has nothing wrong', async (_, sample) => {
  expect(await wrong(sample)).toEqual([])
})

test('an unknown state is told with the nearest', async () => {
  const { interactions } = await checkPacts({
    pacts: [await writePact(pactOf({ states: [{ name: 'an user exists' }] }))],
  })
  expect(interactions[0]!.problems[0]!.message).toContain('did you mean "a user exists"?')
})

test.each([
  ['{', 'not JSON'],
  ['[]', 'expected an object'],
  ['{"consumer":{"name":"a"},"provider":{}}', 'provider.name'],
  ['{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[{"request":{}}]}', 'interactions[0]: '],
  ['{"metadata":{"pactSpecification":{"version":"5.0"}}}', 'the Pact specification 5'],
])('what is no pact is refused by what is wrong with it', async (text, message) => {
  const path = await writePact(text)
  await expect(checkPacts({ pacts: [path] })).rejects.toThrow(message)
  await expect(checkPacts({ pacts: [path] })).rejects.toThrow(path)
})
