import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseQuery } from '../../src/handlers/parse-input.ts'
import { testOrg } from '../support/call.ts'
import { person } from '../support/people.ts'

const anything = () => ({ name: 'x', query: z.record(z.string(), z.string()) }) as never

test.for([
  ['', {}],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['a&b=1', { a: '', b: '1' }],
  ['a=1&a=2', { a: '1' }],
  ['a=b=c', { a: 'b=c' }],
  ['&&a=1&', { a: '1' }],
  ['=x', { '': 'x' }],
  ['a=1%202', { a: '1 2' }],
  ['a=1+2', { a: '1 2' }],
  ['%61=1', { a: '1' }],
  ['a%20b=%C3%A9&a%20b=2', { 'a b': 'é' }],
  ['a=%FF', { a: '\uFFFD' }],
  ['a=%', { a: '%' }],
  ['%20a', { ' a': '' }],
  ['__proto__=1&a=2', { a: '2' }],
] as const)('the query %s is read', ([query, expected]) => {
  const operation = anything()
  const read = parseQuery(operation, query, {})
  expect({ ...read }).toEqual(expected)
  // A second read gives the same result, and a parameter implied by the path wins.
  expect({ ...parseQuery(operation, query, {}) }).toEqual(expected)
  expect(parseQuery(operation, query, { a: 'implied' })).toMatchObject({ a: 'implied' })
  expect({ ...parseQuery(operation, query, {}) }).toEqual(expected)
})

test('a reply has these headers, and no others', async () => {
  const { call } = testOrg()
  const { headers } = await call('GET', '/api/v1/groups?limit=5')
  expect(headers).toEqual({
    'x-rate-limit-limit': '600',
    'x-rate-limit-remaining': '599',
    'x-rate-limit-reset': '1767605460',
    date: 'Mon, 05 Jan 2026 09:30:00 GMT',
    'cache-control': 'no-cache, no-store',
    pragma: 'no-cache',
    expires: '0',
    'x-svc-request-id': expect.stringMatching(/^[A-Za-z0-9]{17}$/),
    'content-type': 'application/json',
    link: ['<https://svc.example.com/api/v1/groups?limit=5>; rel="self"'],
  })
})

test('an explanation escapes letters beyond ASCII, each in four digits', async () => {
  const it = testOrg()
  const { headers } = await it.call('GET', '/api/v1/users/%C3%A9%E2%82%AC~', undefined, {
    'x-identikit-explain': '1',
  })
  const told = String(headers['x-identikit-explanation'])
  expect(told).toContain(String.raw`\u00e9\u20ac~`)
  expect(told).toMatch(/^[\x20-\x7e]+$/)
})

test('the token of a suspended user does not work until it is back', async () => {
  const it = testOrg()
  const { id } = await person(it)
  const { value } = it.org.access.makeAccessToken({ userId: id, scopes: ['svc.users.read'] })
  const get = async () =>
    (await it.call('GET', '/api/v1/users/me', undefined, { authorization: `Bearer ${value}` })).status
  expect(await get()).toBe(200)
  it.control.setUser({ user: id, status: 'SUSPENDED' })
  expect(await get()).toBe(401)
  it.control.setUser({ user: id, status: 'ACTIVE' })
  expect(await get()).toBe(200)
})
