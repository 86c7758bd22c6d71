/** Verification by the verifier of the Pact project, and by stand-ins for it that do what it never should. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { verifyPacts } from '../../src/pact.ts'
import { PublishRefused } from '../../src/pact/verify/verify-pacts.ts'
import { runHere } from '../cli/run-here.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { pactOf, type Sample, writePact } from './sample.ts'

afterEach(() => void vi.unstubAllEnvs())

test('each interaction gets its own organisation and its verdict', async () => {
  const file = new URL('verified-interactions.txt', import.meta.url)
  const cases: string[] = readFileSync(file, 'utf8').match(/^\S.*$/gm) ?? []
  const samples = cases.map((line) => JSON.parse(line.slice(line.indexOf(': ') + 2)) as Sample)
  // The verifier takes longer to start than to verify them all.
  const { interactions, summary } = await verifyPacts({ pacts: [await writePact(pactOf(...samples))] })
  await expectGolden(file, (input) => {
    const { verdict, pending, problems, restsOn } = interactions[cases.indexOf(input)]!
    return [
      `${verdict}${pending ? ', pending' : ''}`,
      ...problems.map(({ place, message, foundBy }) => `${foundBy}: ${place}: ${message}`),
      ...restsOn.map(({ interpretation, what }) => `${interpretation}: ${what}`),
    ].join('\n')
  })
  const count = (verdict: string) => interactions.filter((each) => each.verdict === verdict).length
  const pending = interactions.filter((each) => each.pending).length
  expect(summary).toEqual({
    match: count('match'),
    unspecified: count('unspecified'),
    mismatch: count('mismatch') - pending,
    pending,
  })
})

test('numbers the interactions of several files and pact versions', async () => {
  const request = { method: 'GET', path: '/api/v1/users/00u1', headers: { Authorization: 'SSWS x' } }
  const old = { consumer: { name: 'web' }, provider: { name: 'id' } }
  const asIs = { status: 200, body: { id: '00u1', profile: { login: 'any text' } } }
  const two = await writePact({
    ...old,
    messages: [{ description: 'a message' }],
    interactions: [
      {
        description: 'old',
        providerState: 'user 00u1 is ACTIVE',
        request: { ...request, query: 'expand=block' },
        response: { ...asIs, matchingRules: { '$.body.profile.login': { match: 'type' } } },
      },
      { description: 'older', provider_state: 'user 00u1 is ACTIVE', request, response: { status: 200 } },
      { description: 'without a state', request, response: { status: 404 } },
    ],
  })
  const none = await writePact({ ...old, messages: [{ description: 'another message' }] })
  const three = await writePact({
    ...old,
    interactions: [
      {
        description: 'a',
        providerState: 'user 00u1 is ACTIVE',
        request: { ...request, query: { expand: ['block'] } },
        response: {
          ...asIs,
          matchingRules: { body: { '$.profile.login': { combine: 'AND', matchers: [{ match: 'type' }] } } },
        },
      },
      { description: 'b', providerState: '', request, response: { status: 200 } },
      { providerStates: [{ name: 'user 00u1 is ACTIVE' }], request, response: { status: 200 } },
    ],
    metadata: { pactSpecification: { version: '3.0.0' } },
  })
  const { interactions, leftOut } = await verifyPacts({ pacts: [two, none, three] })
  expect(interactions.map(({ pact, description, verdict }) => [pact, description, verdict])).toEqual([
    [two, 'old', 'match'],
    [two, 'older', 'match'],
    [two, 'without a state', 'match'],
    [three, 'a', 'match'],
    [three, 'b', 'mismatch'],
    [three, '', 'match'],
  ])
  expect(leftOut).toEqual(['a message', 'another message'])
})

const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length

test('a pact without interactions needs no verifier, whose process ends', async () => {
  expect(await verifyPacts({ pacts: [await writePact(pactOf())] })).toEqual({
    interactions: [],
    summary: { match: 0, mismatch: 0, unspecified: 0, pending: 0 },
    leftOut: [],
  })
  await vi.waitFor(() => expect(children()).toBe(0))
})

test('results are never published', async () => {
  const pacts = [await writePact(pactOf())]
  for (const value of ['true', 'TRUE', '1', 'yes', 'no']) {
    vi.stubEnv('PACT_BROKER_PUBLISH_VERIFICATION_RESULTS', value)
    await expect(verifyPacts({ pacts })).rejects.toThrow(PublishRefused)
  }
  for (const value of [undefined, '', 'false', 'False', '0']) {
    vi.stubEnv('PACT_BROKER_PUBLISH_VERIFICATION_RESULTS', value)
    expect((await verifyPacts({ pacts })).interactions).toEqual([])
  }
})

const hook = fileURLToPath(new URL('verifier-stand-in.mjs', import.meta.url))

/** The functions of a stand-in, to set up a state and to call an operation. */
const tools = `
  const json = async (path, init) => {
    const reply = await fetch(path, init)
    const text = await reply.text()
    return [reply.status, reply.headers.get('content-type'), text.startsWith('{') ? JSON.parse(text) : text]
  }
  const { providerBaseUrl, providerStatesSetupUrl, pactUrls, provider } = this.task
  const state = (state, more) =>
    json(providerStatesSetupUrl, { method: 'POST', body: JSON.stringify({ state, ...more }) })
  const call = (path, method = 'GET') =>
    json(providerBaseUrl + path, { method, headers: { Authorization: 'SSWS example' } })
  const { readFileSync } = await import('node:fs')
  const copies = () => pactUrls.map((path) => JSON.parse(readFileSync(path, 'utf8')).interactions)
  const results = (...interactionResults) => JSON.stringify({ interactionResults })
  const told = (value) => results({
    description: '#1', result: 'ERROR', mismatch: { type: 'error', message: JSON.stringify(value) },
  })`

/** Variables of which some would leave interactions out, or publish results. */
const variables = [
  'PACT_DESCRIPTION',
  'PACT_PROVIDER_STATE',
  'PACT_PROVIDER_NO_STATE',
  'PACT_BROKER_BASE_URL',
  'PACT_BROKER_TOKEN',
  'PACT_DESCRIPTION_MORE',
  'MY_PACT_DESCRIPTION',
]

test('a verifier that gives no verdict, or odd ones, is reported', async () => {
  const path = await writePact(pactOf({ response: { status: 200, body: undefined } }))
  const folder = mkdtempSync(join(tmpdir(), 'identikit-test-verify-'))
  vi.stubEnv('TMPDIR', folder)
  vi.stubEnv('NODE_OPTIONS', `--import ${hook}`)
  vi.stubEnv('PACT_BROKER_PUBLISH_VERIFICATION_RESULTS', 'false')
  for (const name of variables) vi.stubEnv(name, 'x')
  await expectGolden(new URL('odd-verifiers.txt', import.meta.url), async (input) => {
    const script = input.slice(input.indexOf(': ') + 2)
    vi.stubEnv('STAND_IN', script === 'none' ? undefined : `${tools}\n${script}`)
    const { code, out, error } = await runHere(['pact', 'verify', path])
    expect(readdirSync(folder)).toEqual([])
    return `exit ${code}\n${out}${error}`
      .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
      .replaceAll(/b{9,}/g, ({ length }) => `b × ${length}`)
  })
})

test('a verifier that never answers is stopped after --timeout', async () => {
  vi.stubEnv('NODE_OPTIONS', `--import ${hook}`)
  vi.stubEnv('STAND_IN', 'await new Promise((resolve) => setTimeout(resolve, 60_000))')
  const path = await writePact(pactOf({}))
  const { code, error } = await runHere(['pact', 'verify', path, '--timeout', '300ms'])
  expect([code, error]).toEqual([
    6,
    'identikit pact: expected results of the verifier within 300ms, got none; give it longer with --timeout',
  ])
  await vi.waitFor(() => expect(children()).toBe(0))
})

test('a verifier whose process cannot be started gives no verdict', async () => {
  const path = await writePact(pactOf({}))
  const { execPath } = process
  process.execPath = '/none'
  try {
    const { code, error } = await runHere(['pact', 'verify', path])
    expect([code, error]).toEqual([6, 'identikit pact: spawn /none ENOENT'])
  } finally {
    process.execPath = execPath
  }
})
