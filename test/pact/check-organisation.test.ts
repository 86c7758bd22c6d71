/** The organisation that a pact is checked for, and the interaction that each problem belongs to. */
import { expect, test } from 'vitest'
import { checkPacts } from '../../src/pact.ts'
import { json, pactOf, writePact } from './sample.ts'

test('reports a problem at its interaction, even with skipped interactions before it', async () => {
  const request = (path: string) => ({ method: 'GET', path, headers: { Authorization: 'SSWS x' } })
  const of = (path: string, more = {}) => ({ request: request(path), response: { status: 200 }, ...more })
  const { interactions } = await checkPacts({
    pacts: [
      await writePact({
        consumer: { name: 'web' },
        provider: { name: 'id' },
        interactions: [
          'none',
          { type: 'Asynchronous/Messages', description: 'a message', ...of('/api/v1/message') },
          of('/api/v1/one'),
          of('/api/v1/groups'),
          of('/api/v1/two', { type: 'Synchronous/HTTP' }),
        ],
      }),
    ],
  })
  const unknown = (path: string) => [
    {
      foundBy: 'check',
      place: 'path',
      message: `Path or method not defined in the OpenAPI document: GET ${path}`,
    },
  ]
  expect(interactions.map(({ problems }) => problems)).toEqual([
    unknown('/api/v1/one'),
    [],
    unknown('/api/v1/two'),
  ])
})

test('an organisation that cannot be made is a mistake of the caller, and of no pact', async () => {
  const pacts = [await writePact(pactOf({}))]
  await expect(checkPacts({ pacts, org: { baseUrl: 'nonsense' } })).rejects.toThrow(TypeError)
})

test("a pact in the operator's spelling is checked in it", async () => {
  const [vocabulary, type] = [{ prefix: 'acme' }, 'ACME_GROUP']
  const pacts = [
    await writePact(
      pactOf({
        states: [{ name: 'group {id} of type {type} exists', params: { id: '00g1', type } }],
        request: { path: '/api/v1/groups/00g1' },
        response: { body: json({ type }) },
      }),
    ),
  ]
  const { interactions, summary } = await checkPacts({ pacts, org: vocabulary })
  expect(interactions.flatMap(({ problems }) => problems)).toEqual([])
  expect(summary).toMatchObject({ match: 1, mismatch: 0 })
  expect((await checkPacts({ pacts })).summary).toMatchObject({ match: 0, mismatch: 1 })
})
