import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkPacts } from '../../src/pact.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { pactOf, type Sample, writePact } from './sample.ts'

test('finds each mistake, and nothing in sound interactions', async () => {
  const file = new URL('checked-interactions.txt', import.meta.url)
  const cases: string[] = readFileSync(file, 'utf8').match(/^\S.*$/gm) ?? []
  const samples = cases.map((line) => JSON.parse(line.slice(line.indexOf(': ') + 2)) as Sample)
  // Preparing the comparison of one file takes longer than the comparison itself.
  const { interactions } = await checkPacts({ pacts: [await writePact(pactOf(...samples))] })
  await expectGolden(file, (input) => {
    const { problems } = interactions[cases.indexOf(input)]!
    expect(problems.every(({ foundBy }) => foundBy === 'check')).toBe(true)
    return problems.map(({ place, message }) => `${place}: ${message}`).join('\n') || 'sound'
  })
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

test('quotes nothing of a file that is not JSON, since it may hold secrets', async () => {
  const path = await writePact('{ "token": "s3cr3t-value", }')
  const { message } = (await checkPacts({ pacts: [path] }).catch((error: unknown) => error)) as Error
  expect(message).toMatch(/: not JSON: \S/)
  expect(message).not.toContain('s3cr3t')
})
