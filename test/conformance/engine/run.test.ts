/** One run from its preparation to its end, against an organisation in this process. */
import { expect, test } from 'vitest'
import type { CheckContext, CheckDefinition, CheckPlan } from '../../../conformance/engine/run/check.ts'
import { fetchSender } from '../../../conformance/engine/wire/http-sender.ts'
import { Run } from '../../../conformance/engine/run/run.ts'
import type { RunOptions } from '../../../conformance/engine/plan/run-options.ts'
import { checkOf, clause } from './suite-of.ts'
import { type Answer, fetchedOrganisation, platformError, type Seen } from './toy-server.ts'

function running(options: Partial<RunOptions> = {}, deviate?: (request: Seen) => Answer | undefined) {
  const it = fetchedOrganisation(deviate)
  const run = new Run({
    baseUrl: 'https://id.example.com',
    token: 'the-token-of-the-run',
    sender: fetchSender(it.answered),
    clauses: [clause('a'), clause('b')],
    lag: 0,
    ...options,
  })
  return { run, ...it }
}

const body =
  (act: (context: CheckContext<string>) => Promise<unknown> | void) =>
  async (context: CheckContext<string>): Promise<void> => {
    await act(context)
    context.judge('a').pass()
  }
const acts = (act: Parameters<typeof body>[0], plan: Partial<CheckPlan> = {}): CheckDefinition =>
  checkOf('acts', { judges: ['a'], ...plan }, body(act))
const makes = acts(({ given }) => given.user({ activate: false }))
const verdictOf = async (run: Run, check: CheckDefinition) => {
  const [outcome] = (await run.check(check)).outcomes
  return [outcome?.verdict, outcome?.why]
}

test('a run tells at its end what it did', async () => {
  const { run } = running({ features: { defaults: 'no' } })
  await run.prepare([])
  await run.check(makes)
  expect(await run.finish()).toEqual({
    runId: run.runId,
    features: {
      'early-access': {
        state: 'no',
        evidence: 'GET /api/v1/users/me/grants?limit=1 was answered with 404 E0000007',
      },
      ...Object.fromEntries(
        [
          'newer-engine',
          'jwks-uri',
          'saml2-bearer',
          'frontchannel-logout',
          'federation',
          'password-hook',
        ].map((name) => [name, { state: 'undecided', evidence: 'no check needs it' }]),
      ),
      defaults: { state: 'no', evidence: '--features says no' },
    },
    leftovers: [],
    requests: 5,
    rateLimited: { times: 0, milliseconds: 0 },
    created: { user: 1 },
  })
  expect(run.stopped).toBe(false)
  expect(running({ runId: 'abc123' }).run.runId).toBe('abc123')
})

const grants = (request: Seen): Answer | undefined =>
  request.path.endsWith('/me/grants') ? { status: 200, body: [] } : undefined

test('without a token no feature is asked for, and no user is tried', async () => {
  const creates = clause('a', { covers: ['success:createUser'] as never })
  const { run, asked } = running({ token: undefined, clauses: [creates] }, grants)
  await run.prepare()
  expect(asked).toEqual([])
  expect((await run.finish()).features['early-access']).toEqual({
    state: 'undecided',
    evidence: 'there is no token',
  })
  const withToken = running({ clauses: [creates] }, grants)
  await withToken.run.prepare()
  expect(withToken.asked).toEqual(['POST /api/v1/users', 'GET /api/v1/users/me/grants'])
  // A token that is known to have every right meets the usual forms.
  const trusted = running({ clauses: [creates], trustToken: true }, grants)
  await trusted.run.prepare()
  expect(trusted.asked).toEqual(['GET /api/v1/users/me/grants'])
})

test('a run that is stopped while it prepares asks no further', async () => {
  const { run, asked } = running({}, () => {
    run.stop('enough')
    return undefined
  })
  await run.prepare()
  expect(asked).toHaveLength(1)
  expect(await verdictOf(run, makes)).toEqual(['not-run', 'enough'])
  await run.prepare()
  expect(asked).toHaveLength(1)
})

test('once nothing but a limit comes back, no further check starts', async () => {
  const limited = { status: 429, headers: { 'retry-after': '3600' }, body: {} }
  const { run, asked } = running({ rateLimitBudget: 1 }, () => limited)
  const reads = acts(async ({ api }) => {
    await api.get('/api/v1/groups')
  })
  const verdicts = []
  for (let at = 0; at < 7; at++) verdicts.push((await verdictOf(run, reads))[0])
  expect(verdicts).toEqual([...Array.from({ length: 5 }, () => 'inconclusive'), 'not-run', 'not-run'])
  expect(asked).toHaveLength(5)
  expect(run.stopped).toBe(false)
})

test('evidence of what passed is kept where that is asked for', async () => {
  const reads = acts(({ api }) => api.get('/api/v1/groups'))
  const plain = await running().run.check(reads)
  expect([plain.exchanges, plain.outcomes[0]?.assertions, plain.exchanged]).toEqual([[], [], 1])
  const kept = await running({ keepAllEvidence: true }).run.check(reads)
  expect([kept.exchanges.length, kept.outcomes[0]?.assertions.length]).toEqual([1, 1])
})

test('no secret of the run is in what a check tells', async () => {
  const { run } = running({
    keepAllEvidence: true,
    headers: { 'x-api-key': 'key-of-the-proxy' },
    secretHeaders: ['x-api-key', 'x-none'],
  })
  const { exchanges } = await run.check(acts(({ api }) => api.get('/api/v1/users?q=the-token-of-the-run')))
  expect(exchanges[0]).toMatchObject({
    path: '/api/v1/users?q=«token#1»',
    requestHeaders: { Authorization: 'SSWS «token#1»', 'x-api-key': '«header#1»' },
  })
})

test('what a check relies on blocks it, with the clause that owns it and the call', async () => {
  const { run } = running()
  const relies = (condition: unknown) =>
    acts(async ({ api, rely }) => {
      await api.get('/api/v1/groups')
      rely('b', condition, 'the sun shines')
    })
  expect((await run.check(relies(0))).outcomes[0]).toMatchObject({
    verdict: 'blocked',
    owner: 'b',
    why: 'it relies on this, which is not so: the sun shines (after exchange 1)',
  })
  expect((await verdictOf(run, relies(1)))[0]).toBe('pass')
})

test('a check that throws nothing at all is an error of the suite', async () => {
  const { run } = running()
  const throws = checkOf('throws', { judges: ['a'] }, () => Promise.reject(undefined))
  expect(await verdictOf(run, throws)).toEqual(['error', 'the check threw nothing'])
})

test('a check that takes longer than it may is told its time', async () => {
  const { run } = running({ checkTimeout: 20 })
  const hangs = acts(() => new Promise(() => {}))
  expect(await verdictOf(run, hangs)).toEqual(['inconclusive', 'its time of 0.02 s was up (--timeout)'])
  expect(
    await verdictOf(
      run,
      acts(() => new Promise(() => {}), { timeout: 10 }),
    ),
  ).toEqual(['inconclusive', 'its time of 0.01 s was up (--timeout)'])
})

test('what was lent for a check is undone at its end, the last first, and what cannot be undone is let be', async () => {
  const done: string[] = []
  const adapter = {
    name: 'the adapter',
    provides: ['factor', 'grants'],
    obtain: async (
      need: string,
      { onEnd, given }: { onEnd: (undo: unknown) => void; given: CheckContext['given'] },
    ) => {
      const { id } = await given.user({ activate: false })
      onEnd(async (api: CheckContext['api']) => {
        done.push(`${need} ${(await api.get(`/api/v1/users/${id}`)).status}`)
        if (need === 'grants') throw new Error('too late')
      })
      return { id }
    },
    close: async () => void done.push('closed'),
  }
  const { run, users, asked } = running({ adapter: adapter as never })
  const needs = acts(async ({ need, given }) => {
    await given.user({ activate: false })
    await need('factor')
    await need('grants')
  })
  expect((await verdictOf(run, needs))[0]).toBe('pass')
  expect(done).toEqual(['grants 200', 'factor 200'])
  // What was done to users past the API is seen in no call: all of them go, and none is used again.
  expect(users.size).toBe(0)
  expect(asked.filter((call) => call === 'POST /api/v1/users')).toHaveLength(3)
  await run.finish()
  expect(done.at(-1)).toBe('closed')
})

test('what was made stays where clean-up is off, and each check makes its own', async () => {
  const { run, users } = running({ cleanUp: false })
  await run.check(makes)
  await run.check(makes)
  expect(await run.finish()).toMatchObject({ leftovers: [], created: { user: 2 } })
  expect(users.size).toBe(2)
})

test('a record that the target refused to make is none of those that were made', async () => {
  const { run } = running({}, ({ method }) =>
    method === 'POST' ? { status: 400, body: platformError('E1') } : undefined,
  )
  await run.check(makes)
  expect((await run.finish()).created).toEqual({})
})

/** Deletes that seem to work; one user is there again when the run looks a last time. */
function comingBack(back: { id: string } | undefined, gone: (at: string) => boolean = () => true) {
  const looks: string[] = []
  const it = running({ cleanUp: true }, ({ method, path, query }) => {
    const search = query.get('search')
    if (method === 'GET' && path === '/api/v1/users' && search !== null) {
      looks.push(search)
      const login = search.replace('profile.login sw "', '').replace('"', '')
      return { status: 200, body: back === undefined ? [] : [{ ...back, profile: { login: `${login}1` } }] }
    }
    if (method === 'GET' && /\/users\/u\d+$/.test(path) && back !== undefined && !gone(path))
      return { status: 200, body: { id: path.split('/').at(-1) } }
    return undefined
  })
  return { ...it, looks }
}

/** So many users that deletes are trusted in the end, each removed by the check that made it. */
async function manyUsers(run: Run, count: number): Promise<void> {
  const touches = acts(async ({ given, api }) => {
    const { path } = await given.user({ activate: false })
    await api.post(path, { profile: { title: 'T' } })
  })
  for (let at = 0; at < count; at++) await run.check(touches)
}

test('users that were not read again are looked for once, at the end', async () => {
  const few = comingBack(undefined)
  await manyUsers(few.run, 8)
  await few.run.finish()
  // Eight were read again; the last look is only for those that were not.
  expect(few.looks).toEqual([`profile.login sw "cf-${few.run.runId}-"`])
  const none = comingBack(undefined)
  await none.run.check(acts(({ given }) => given.group()))
  await none.run.finish()
  expect(none.looks).toEqual([])
  const seven = comingBack(undefined)
  await manyUsers(seven.run, 7)
  await seven.run.finish()
  expect(seven.looks).toEqual([])
})

test('a user that came back is deleted again, and left behind where that does not help', async () => {
  const again = comingBack({ id: 'u9' })
  await manyUsers(again.run, 9)
  const before = again.asked.filter((call) => call === 'DELETE /api/v1/users/u9').length
  expect((await again.run.finish()).leftovers).toEqual([])
  expect(again.asked.filter((call) => call === 'DELETE /api/v1/users/u9').length).toBe(before + 1)
  // One of another run that happens to start alike is none of ours.
  const other = comingBack({ id: 'u77' })
  await manyUsers(other.run, 9)
  const asked = other.asked.length
  expect((await other.run.finish()).leftovers).toEqual([])
  expect(other.asked.slice(asked)).toEqual(['GET /api/v1/users'])
})

test('what cannot be removed during the run is tried again at its end', async () => {
  let refuses = true
  const { run, users } = running({}, ({ method }) =>
    method === 'DELETE' && refuses ? { status: 403, body: {} } : undefined,
  )
  const touches = acts(async ({ given, api }) => api.post((await given.user({ activate: false })).path, {}))
  await run.check(touches)
  expect(users.size).toBe(1)
  refuses = false
  expect(await run.finish()).toMatchObject({ leftovers: [] })
  expect(users.size).toBe(0)
  refuses = true
  const stuck = running({}, ({ method }) => (method === 'DELETE' ? { status: 403, body: {} } : undefined))
  await stuck.run.check(touches)
  const { leftovers } = await stuck.run.finish()
  // Told once, though it was tried twice.
  expect(leftovers).toMatchObject([{ kind: 'user', id: 'u1' }])
})

test('what the token may not do is told at the end, unless it is known to have every right', async () => {
  const refusing = ({ method }: Seen): Answer | undefined =>
    method === 'POST' ? { status: 403, body: platformError('E0000006') } : undefined
  const { run } = running({}, refusing)
  expect((await verdictOf(run, makes))[0]).toBe('blocked')
  expect((await run.finish()).denied).toEqual([
    "the target lets the run's token create no user: every attempt was answered with 403 E0000006",
  ])
  const trusted = running({ trustToken: true }, refusing)
  await trusted.run.check(makes)
  expect(await trusted.run.finish()).not.toHaveProperty('denied')
})

test('what was found out of the target is told once', async () => {
  const { run } = running({}, ({ method, path }) =>
    method === 'GET' && path === '/api/v1/groups'
      ? { status: 200, body: [{ id: 'g9' }] }
      : path === '/api/v1/groups/g9/apps'
        ? { status: 200, body: [{ id: 'a1' }] }
        : undefined,
  )
  const needs = acts(({ need }) => need('application'))
  await run.check(needs)
  await run.check(needs)
  const { found } = await run.finish()
  expect(found).toEqual(['application was found out: {"groupId":"g9"}'])
})
