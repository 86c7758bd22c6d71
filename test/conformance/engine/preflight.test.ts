import { expect, test } from 'vitest'
import { preflight, unreachableAdvice } from '../../../conformance/engine/plan/preflight.ts'

type Answer = { status: number; text?: string; location?: string } | Error

async function asking(answers: Answer | ((path: string) => Answer), more: object = {}, signal?: AbortSignal) {
  const sent: { url: string; headers: unknown }[] = []
  const send = async ({ url, headers }: { url: URL; headers: unknown }) => {
    sent.push({ url: url.href, headers })
    const answer = typeof answers === 'function' ? answers(url.pathname) : answers
    if (answer instanceof Error) throw answer
    const { status, text = '[]', location } = answer
    return { status, text, headers: location === undefined ? {} : { location } }
  }
  const setup = {
    baseUrl: 'https://id.example.com',
    token: 't',
    headers: { 'x-a': '1' },
    requestTimeout: 1000,
    ...more,
  }
  const found = await preflight(setup, { send, close: () => {} }, signal)
  return { found, sent }
}

test('a service that takes the token is asked twice, by reading alone', async () => {
  const { found, sent } = await asking({ status: 200 })
  expect(found).toEqual({ list: [] })
  const headers = { Accept: 'application/json', 'x-a': '1', Authorization: 'SSWS t' }
  expect(sent).toEqual([
    { url: 'https://id.example.com/api/v1/users?limit=1', headers },
    { url: 'https://id.example.com/api/v1/groups?limit=1', headers },
  ])
})

test('without a token that is said', async () => {
  const { found, sent } = await asking({ status: 200 }, { token: undefined })
  expect(found).toEqual({ list: ['there is no token: most clauses need one (--token env:NAME)'] })
  expect(sent[0]?.headers).not.toHaveProperty('Authorization')
})

test.each([401, 403])('a token that is refused with %i stops the run', async (status) => {
  expect((await asking({ status })).found).toEqual({
    list: [`the target refuses the token (${status})`],
    stop: `the target refuses the token (${status})`,
    advice:
      "Check that the token is of this deployment, was not revoked, and is an API token as it stands after `SSWS `, without that word; it must be an administrator's.",
  })
  const none = (await asking({ status }, { token: undefined })).found
  expect(none.stop).toBe(
    `the target refuses calls without a token (${status}): give it one (--token env:NAME)`,
  )
  expect(none.advice).toBe(
    'Create an API token as an administrator, put it in an environment variable, and name that: --token env:NAME.',
  )
})

test('a token that one list takes is good', async () => {
  expect((await asking((path) => ({ status: path.endsWith('users') ? 403 : 200 }))).found).toEqual({
    list: [],
  })
})

test.each([
  [{ status: 404, text: '' }, '404'],
  [{ status: 405, text: '' }, '405'],
  [{ status: 410, text: '' }, '410'],
  [{ status: 501, text: '' }, '501'],
  [{ status: 200, text: '<html>' }, '200, and no JSON'],
  [{ status: 204, text: '' }, '204'],
  [{ status: 302, text: '', location: 'https://a.example.com/in?back=1' }, '302 to https://a.example.com/in'],
])('%j is not an answer of the service', async (answer, said) => {
  const { found, sent } = await asking(answer)
  expect(found.stop).toBe(
    `the service is not at https://id.example.com, which answers GET /api/v1/users with ${said}, GET /api/v1/groups with ${said}, GET /oauth2/v1/clients with ${said}: is the base URL right?`,
  )
  expect(found.advice).toBe(
    'Give the address that stands before `/api/v1/users` (--base-url), of the service itself and not of its console or a sign-in page.',
  )
  expect(sent).toHaveLength(3)
})

test.each([{ status: 400 }, { status: 500 }, { status: 429 }, { status: 200, text: '{}' }])(
  '%j may well be an answer of the service',
  async (answer) => {
    const { found, sent } = await asking(answer)
    expect(found).toEqual({ list: [] })
    expect(sent).toHaveLength(2)
  },
)

test('a service that lacks two of three lists is there', async () => {
  const { found } = await asking((path) => ({ status: path.endsWith('clients') ? 200 : 404 }))
  expect(found).toEqual({ list: [] })
})

test('a target that gives no answer stops the run, with what to check', async () => {
  expect((await asking(new Error('connect refused'))).found).toEqual({
    list: ['the target https://id.example.com gives no answer: connect refused'],
    stop: 'the target https://id.example.com gives no answer: connect refused',
    advice: unreachableAdvice,
  })
  const stopped = new AbortController()
  stopped.abort(new Error('stopped'))
  expect((await asking(new Error('stopped'), {}, stopped.signal)).found).toEqual({ list: [] })
})

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('%s says how a certificate comes to be trusted', async (code) => {
  const error = Object.assign(new Error('no'), { code })
  for (const thrown of [error, new Error('fetch failed', { cause: error })])
    expect((await asking(thrown)).found.advice).toBe(
      'Let this machine trust the certificate: put that of its authority, in PEM, into a file and name it in NODE_EXTRA_CA_CERTS; NODE_USE_SYSTEM_CA=1 takes those of the system. Or accept any certificate for this run: --insecure.',
    )
})

test.each(['ECONNREFUSED', 'XCERT_HAS_EXPIRED', 1])('%s is not an error of the certificate', async (code) => {
  expect((await asking(Object.assign(new Error('no'), { code }))).found.advice).toBe(unreachableAdvice)
})

test.each(['localhost', '127.0.0.1', '[::1]'])(
  'recognises the bundled mock at %s by its control plane',
  async (host) => {
    const mock = (answer: Answer, more: object = {}) =>
      asking((path) => (path === '/_control' ? answer : { status: 200 }), {
        baseUrl: `http://${host}:8080`,
        controlled: false,
        ...more,
      })
    const there = await mock({ status: 200, text: '{"actions": [' })
    expect(there.found).toEqual({
      list: ['the target is the bundled mock: --control lets the suite cause what the API alone cannot'],
      mock: true,
    })
    expect(there.sent.at(-1)).toEqual({ url: `http://${host}:8080/_control`, headers: { 'x-a': '1' } })
    for (const answer of [
      { status: 403, text: '{"actions":[' },
      { status: 200, text: '{}' },
      new Error('no'),
    ])
      expect((await mock(answer)).found).toEqual({ list: [] })
    expect((await mock({ status: 200, text: '{"actions":[' }, { controlled: true })).sent).toHaveLength(2)
    expect((await mock({ status: 200, text: '{"actions":[' }, { controlled: undefined })).sent).toHaveLength(
      2,
    )
    const far = await mock({ status: 200, text: '{"actions":[' }, { baseUrl: 'http://id.example.com' })
    expect(far.sent).toHaveLength(2)
  },
)
