/** Checks the sessions and the tokens of other administrators that the operator supplied, before the run. */
import { expect, test } from 'vitest'
import { setUp } from '../../../conformance/engine/plan/conform-options.ts'
import type { WireRequest } from '../../../conformance/engine/wire/http-sender.ts'
import { withSession } from '../../../conformance/engine/plan/session.ts'
import { UsageError } from '../../../conformance/engine/words/usage-error.ts'

type Answer = { status: number; text: string } | Error

/** Begins with things and a session at a target that answers; returns the requests. */
async function beginning(
  things: object,
  session: { cookie: string; userId?: string } | undefined,
  answer: (cookie: string | undefined, where: string) => Answer = () => ({
    status: 200,
    text: '{"id":"u1"}',
  }),
) {
  const sent: [string, Readonly<Record<string, string>>][] = []
  const setup = setUp({
    baseUrl: 'https://id.example.com/base/',
    token: 'own-token',
    headers: { 'x-a': '1' },
    ledger: false,
    profile: { features: {}, things },
  })
  const done = withSession(setup, session, {
    close: () => {},
    send: async ({ method, url, headers, body }: WireRequest) => {
      expect([method, body]).toEqual(['GET', undefined])
      const { 'User-Agent': _agent, ...rest } = headers
      sent.push([url.href, rest])
      const said = answer(headers['Cookie'], url.pathname)
      if (said instanceof Error) throw said
      return { headers: {}, ...said }
    },
  })
  return { done, sent, setup }
}

const me = 'https://id.example.com/base/api/v1/users/me'

test('without a session and without things nothing is asked', async () => {
  const { done, sent, setup } = await beginning({ 'session-cookie': 'none' }, undefined)
  expect(await done).toBe(setup)
  expect(sent).toEqual([])
})

test('whose session it is is asked, unless that was said', async () => {
  const asked = await beginning({ factor: 'none' }, { cookie: 'sid=1' })
  expect((await asked.done).profile.things).toEqual({
    factor: 'none',
    'session-cookie': { cookie: 'sid=1', userId: 'u1' },
  })
  expect(asked.sent).toEqual([[me, { Accept: 'application/json', 'x-a': '1', Cookie: 'sid=1' }]])
  const said = await beginning({}, { cookie: 'sid=1', userId: 'u7' })
  expect((await said.done).profile.things).toEqual({ 'session-cookie': { cookie: 'sid=1', userId: 'u7' } })
  expect(said.sent).toEqual([])
})

test.each<[Answer]>([
  [{ status: 403, text: '{}' }],
  [{ status: 200, text: '{"id":7}' }],
  [{ status: 200, text: '<html>' }],
  [{ status: 200, text: 'null' }],
  [{ status: 204, text: '' }],
  [new Error('no connection')],
])('a session that is answered with %j is a mistake of usage', async (answer) => {
  const { done } = await beginning({}, { cookie: 'sid=1' }, () => answer)
  await expect(done).rejects.toThrow(UsageError)
  await expect(done).rejects.toThrow(
    /^the session cookie is not good: GET \/api\/v1\/users\/me with it answers with no user$/,
  )
})

test('each session of the profile must belong to the user that it names', async () => {
  const one = { cookie: 'sid=1', userId: 'u1' }
  const two = { cookie: 'sid=2', userId: 'u2' }
  const owner = (cookie: string | undefined): Answer => ({
    status: 200,
    text: JSON.stringify({ id: cookie === 'sid=1' ? 'u1' : 'u9' }),
  })
  await expect((await beginning({ 'session-cookie': one }, undefined, owner)).done).resolves.toBeDefined()
  const both = await beginning({ 'session-cookie': [one, two] }, undefined, owner)
  await expect(both.done).rejects.toThrow(
    'the target profile: things.session-cookie: it is a session of user u9, not of u2',
  )
  expect(both.sent.map(([, { Cookie }]) => Cookie)).toEqual(['sid=1', 'sid=2'])
  const ended = await beginning({ 'session-cookie': one }, undefined, () => ({ status: 403, text: '' }))
  await expect(ended.done).rejects.toThrow(
    'the target profile: things.session-cookie: it is not good: GET /api/v1/users/me with it answers with no user',
  )
})

test.each(['read-only-token', 'group-admin-token'])(
  'a %s that is refused is a mistake of usage',
  async (need) => {
    const things = { [need]: [{ token: 'first' }, { token: 'second' }] }
    const taken = await beginning(things, undefined, () => ({ status: 403, text: '' }))
    await expect(taken.done).resolves.toBeDefined()
    expect(taken.sent).toEqual(
      ['first', 'second'].map((token) => [
        'https://id.example.com/base/api/v1/users?limit=1',
        { Accept: 'application/json', 'x-a': '1', Authorization: `SSWS ${token}` },
      ]),
    )
    const refused = await beginning(things, undefined, () => ({ status: 401, text: '' }))
    await expect(refused.done).rejects.toThrow(
      `the target profile: things.${need}: the target refuses it (401)`,
    )
    expect(refused.sent).toHaveLength(1)
    // Without an answer the run goes on; the checks will report it.
    const silent = await beginning(things, undefined, () => new Error('no connection'))
    await expect(silent.done).resolves.toBeDefined()
  },
)

test('a secret of the profile is read from where it is named', async () => {
  process.env['IDENTIKIT_TEST_COOKIE'] = 'sid=env'
  try {
    const { done, sent } = await beginning(
      { 'session-cookie': { cookie: 'env:IDENTIKIT_TEST_COOKIE', userId: 'u1' } },
      undefined,
    )
    await done
    expect(sent[0]?.[1]['Cookie']).toBe('sid=env')
  } finally {
    delete process.env['IDENTIKIT_TEST_COOKIE']
  }
})
