import { afterEach, expect, test, vi } from 'vitest'
import { judgedBy } from '../../../conformance/engine/judge/assemble.ts'
import type { CheckContext } from '../../../conformance/engine/run/check.ts'
import type { Json } from '../../../conformance/engine/wire/reply.ts'
import type { Answer, Seen, Toy } from './toy-server.ts'
import { platformError, startToy, toyOrganisation } from './toy-server.ts'
import { checkOf, clause, outcomeOf, runAgainst } from './suite-of.ts'

const toys: Toy[] = []
afterEach(async () => {
  for (const toy of toys.splice(0)) await toy.close()
})

async function organisation(deviate?: (request: Seen) => Answer | undefined) {
  const org = toyOrganisation(deviate)
  const toy = await startToy(org.answer)
  toys.push(toy)
  return { ...org, toy }
}

const suspendCheck = checkOf(
  'a staged user is not suspended',
  { judges: ['refused', 'link'] },
  async ({ given, api, judge }) => {
    const staged = await given.user({ activate: false })
    const active = await given.user()
    await api.control('suspends', 200).post(`${active.path}/lifecycle/suspend`)
    const refused = await api.post(`${staged.path}/lifecycle/suspend`)
    judge('refused').platformError(refused, 400, 'E0000001')
    judge('link').equal(refused.json.errorLink, refused.json.errorCode)
    judge('refused').matches(await api.get(staged.path), { status: 'STAGED' })
  },
)

test('a conforming target passes, and nothing is left behind', async () => {
  const { toy, users } = await organisation()
  const begun = performance.now()
  const outcome = await runAgainst(toy, [suspendCheck])
  expect(outcome.checks[0]?.milliseconds).toBeGreaterThan(0)
  expect(outcome.checks[0]?.milliseconds).toBeLessThanOrEqual(Math.ceil(performance.now() - begun))
  expect(outcomeOf(outcome, 'refused').verdict).toBe('pass')
  expect(outcomeOf(outcome, 'link').verdict).toBe('pass')
  expect(users.size).toBe(0)
  expect(outcome.facts.leftovers).toEqual([])
  expect(outcome.facts.created).toEqual({ user: 2 })
})

test('a broken clause fails by itself and hides no other', async () => {
  const { toy } = await organisation(({ path }) =>
    path.startsWith('/api/v1/users/u1/lifecycle')
      ? { status: 400, body: { ...platformError('E0000001'), errorLink: 'x' } }
      : undefined,
  )
  const outcome = await runAgainst(toy, [suspendCheck])
  expect(outcomeOf(outcome, 'refused').verdict).toBe('pass')
  expect(outcomeOf(outcome, 'link')).toMatchObject({
    verdict: 'fail',
    assertions: [{ held: false, expected: 'E0000001', got: 'x' }],
  })
})

test('a failed control case blocks every clause not yet judged, and names its clause', async () => {
  const { toy } = await organisation(({ path }) =>
    path.endsWith('/lifecycle/suspend') ? { status: 403, body: {} } : undefined,
  )
  const outcome = await runAgainst(toy, [suspendCheck])
  expect(outcomeOf(outcome, 'refused')).toMatchObject({ verdict: 'blocked', owner: 'suspends' })
  expect(outcomeOf(outcome, 'link').verdict).toBe('blocked')
})

test('a clause that was never judged is blocked', async () => {
  const { toy } = await organisation()
  const outcome = await runAgainst(toy, [checkOf('returns early', { judges: ['silent'] }, async () => {})])
  expect(outcomeOf(outcome, 'silent')).toMatchObject({ verdict: 'blocked', why: 'never reached' })
})

test('a check that sees nothing of a clause that it supports changes nothing in the verdict of other checks', async () => {
  const { toy } = await organisation()
  const shows = checkOf('shows it', { judges: ['shown'] }, async ({ judge }) => {
    judge('shown').pass()
  })
  const saysNothing = checkOf('sees nothing', { judges: [], supports: ['shown'] }, async () => {})
  const ends = checkOf('is interrupted', { judges: [], supports: ['shown'] }, async ({ rely }) => {
    rely('other', false, 'what it relies on')
  })
  const fails = checkOf('sees it broken', { judges: [], supports: ['shown'] }, async ({ judge }) => {
    judge('shown').fail('it is broken')
  })
  const { checks } = await runAgainst(toy, [shows, saysNothing, ends])
  expect(judgedBy(checks, [clause('shown')])).toMatchObject([{ verdict: 'pass', partly: [] }])
  const broken = await runAgainst(toy, [shows, saysNothing, fails])
  expect(judgedBy(broken.checks, [clause('shown')])).toMatchObject([{ verdict: 'fail' }])
})

test.each([
  ['a property of what is not there', (json: Json) => json.profile.login],
  ['a list that is none', (json: Json) => [...json.missing]],
  ['a function that is none', (json: Json) => json.name()],
  ['a date that is none', (json: Json) => new Date(json.created).toISOString()],
  ['JSON that is none', (json: Json) => JSON.parse(json.text ?? '{')],
  ['a link that is no URL', (json: Json) => new URL(json.href)],
  ['an escape that is none', () => decodeURIComponent('%')],
])('a check that trips over %s of an answer is blocked', async (_, read) => {
  const { toy } = await organisation()
  const check = checkOf('reads on', { judges: ['reads'] }, async ({ api, judge }) => {
    read((await api.get('/api/v1/users/nobody')).json)
    judge('reads').pass()
  })
  expect(outcomeOf(await runAgainst(toy, [check]), 'reads')).toMatchObject({
    verdict: 'blocked',
    why: expect.stringMatching(/^an answer lacks what the check reads next: ./),
  })
})

test.each([
  ['judges what it did not set out to judge', ({ judge }: CheckContext<string>) => void judge('another')],
  ['calls no path', ({ api }: CheckContext<string>) => api.get('users')],
  [
    'fails in a way of its own',
    () => {
      throw new Error('undefined is not a function')
    },
  ],
])('a check that %s is an error of the suite', async (_, fault) => {
  const { toy } = await organisation()
  const check = checkOf('is at fault', { judges: ['own'] }, async (context) => {
    await fault(context)
  })
  expect(outcomeOf(await runAgainst(toy, [check]), 'own').verdict).toBe('error')
})

test('an interruption takes back passes that were not settled, and keeps failures', async () => {
  const { toy } = await organisation()
  const check = checkOf(
    'is cut short',
    { judges: ['passed', 'settled', 'failed'] },
    async ({ judge, rely }) => {
      judge('passed').pass()
      judge('settled').pass()
      judge('settled').settle()
      judge('failed').fail('it is so')
      rely('other', false, 'the sun shines')
    },
  )
  const outcome = await runAgainst(toy, [check])
  expect(outcomeOf(outcome, 'passed')).toMatchObject({
    verdict: 'blocked',
    why: expect.stringContaining('shown in part'),
  })
  expect(outcomeOf(outcome, 'settled').verdict).toBe('pass')
  expect(outcomeOf(outcome, 'failed').verdict).toBe('fail')
})

test('a check that judges a clause outside its list is our error', async () => {
  const { toy } = await organisation()
  const check = checkOf('strays', { judges: ['mine'] }, async ({ judge }) => {
    judge('other').pass()
  })
  const outcome = await runAgainst(toy, [check])
  expect(outcomeOf(outcome, 'mine')).toMatchObject({
    verdict: 'error',
    why: expect.stringContaining("'other'"),
  })
})

test('a token without rights fails no clause, until it turns out to have them', async () => {
  let refusals = Infinity
  const { toy, users } = await organisation(({ method, path }) =>
    method === 'POST' && path === '/api/v1/users' && refusals-- > 0
      ? { status: 403, body: platformError('E0000006') }
      : undefined,
  )
  const creates = checkOf('creates', { judges: ['create', 'refuses'] }, async ({ api, judge, unique }) => {
    const profile = { login: unique.login(), email: unique.email() }
    const reply = await api.post('/api/v1/users', { profile }, { query: { activate: false } })
    judge('refuses').refused(reply)
    judge('create').matches(reply, { profile })
  })
  const arranges = checkOf('arranges', { judges: ['later'] }, async ({ given, judge }) => {
    await given.user()
    judge('later').pass()
  })
  const reads = checkOf('reads', { judges: ['read'] }, async ({ api, judge }) => {
    judge('read').success(await api.get('/api/v1/users/none'))
  })
  const checks = [creates, arranges, reads]
  const blocked = { verdict: 'blocked', hint: expect.stringContaining('may manage users') }
  const without = await runAgainst(toy, checks, { concurrency: 1 })
  expect(outcomeOf(without, 'create')).toMatchObject({
    ...blocked,
    why: "the target lets the run's token create no user: every attempt was answered with 403 E0000006",
  })
  expect(outcomeOf(without, 'refuses')).toMatchObject(blocked)
  expect(outcomeOf(without, 'later')).toMatchObject(blocked)
  expect(outcomeOf(without, 'read').verdict).toBe('fail')
  expect(without.facts.denied).toEqual([outcomeOf(without, 'create').why])

  const trusted = await runAgainst(toy, checks, { concurrency: 1, trustToken: true })
  expect(outcomeOf(trusted, 'create').verdict).toBe('fail')
  expect(outcomeOf(trusted, 'refuses').verdict).toBe('pass')

  refusals = 1
  const once = await runAgainst(toy, [arranges, creates].toReversed(), { concurrency: 1 })
  expect(outcomeOf(once, 'create').verdict).toBe('blocked')
  refusals = 0
  const late = checkOf('creates later', creates.plan, async (context) => {
    refusals = 1
    await creates.body(context)
  })
  const after = await runAgainst(toy, [arranges, late], { concurrency: 1 })
  expect(outcomeOf(after, 'create').verdict).toBe('fail')
  expect(after.facts.denied).toBeUndefined()
  expect(users.size).toBe(0)
})

test('a feature that a token has no right to see is not taken to be missing', async () => {
  const { toy } = await organisation(({ path }) =>
    path === '/api/v1/users/me/grants' ? { status: 403, body: platformError('E0000006') } : undefined,
  )
  const { facts } = await runAgainst(toy, [], { features: {} })
  expect(facts.features['early-access']).toMatchObject({
    state: 'undecided',
    evidence: expect.stringContaining('answered with 403'),
  })
})

test('a check that takes too long is inconclusive, sends nothing more, and is cleaned up after', async () => {
  const { toy, users } = await organisation()
  let goneOn = false
  const check = checkOf(
    'hangs',
    { judges: ['slow'], timeout: 500 },
    async ({ given, api, judge, signal }) => {
      await given.user()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await api.post('/api/v1/users', { profile: { login: 'late' } }).catch(() => {
        goneOn = true
      })
      judge('slow').pass()
    },
  )
  const wait = checkOf('waits', { judges: ['after'] }, async ({ judge }) => {
    await vi.waitFor(() => expect(goneOn).toBe(true), 10_000)
    judge('after').pass()
  })
  const outcome = await runAgainst(toy, [check, wait])
  expect(outcomeOf(outcome, 'slow').verdict).toBe('inconclusive')
  expect(goneOn).toBe(true)
  expect(users.size).toBe(0)
})

test('a target that stopped answering stops the run', async () => {
  const { toy } = await organisation()
  await toy.close()
  toys.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const patience = setInterval(() => void vi.advanceTimersByTime(1000), 1)
  const outcome = await runAgainst(toy, [suspendCheck]).finally(() => {
    clearInterval(patience)
    vi.useRealTimers()
  })
  expect(outcomeOf(outcome, 'refused')).toMatchObject({
    verdict: 'not-run',
    why: expect.stringContaining('ECONNREFUSED'),
  })
  expect(outcome.facts.lost).toContain('the target stopped answering')
})

test('a stopped run starts no further check and removes its records', async () => {
  const { toy, users } = await organisation()
  const stop = new AbortController()
  const first = checkOf('is under way', { judges: ['first'] }, async ({ given, judge }) => {
    await given.user()
    stop.abort(new Error('interrupted by the keyboard'))
    await given.user()
    judge('first').pass()
  })
  const second = checkOf('comes later', { judges: ['second'] }, async ({ judge }) => {
    judge('second').pass()
  })
  const outcome = await runAgainst(toy, [first, second], { concurrency: 1 }, { signal: stop.signal })
  expect(outcomeOf(outcome, 'first')).toMatchObject({
    verdict: 'not-run',
    why: 'interrupted by the keyboard',
  })
  expect(outcomeOf(outcome, 'second').verdict).toBe('not-run')
  expect(users.size).toBe(0)
})

test('a check that must run alone runs without any other check', async () => {
  const { toy } = await organisation()
  const running = new Set<string>()
  const beside: string[][] = []
  const both = Promise.withResolvers<void>()
  const body = (name: string) => async (): Promise<void> => {
    running.add(name)
    beside.push([...running])
    if (running.size === 2) both.resolve()
    await (name === 'alone' ? new Promise((resolve) => setTimeout(resolve, 50)) : both.promise)
    running.delete(name)
  }
  await runAgainst(toy, [
    checkOf('alone', { judges: ['one'], alone: true }, body('alone')),
    checkOf('together', { judges: ['two'] }, body('two')),
    checkOf('with others', { judges: ['three'] }, body('three')),
  ])
  expect(beside.at(-1)).toEqual(['alone'])
  expect(beside.some((names) => names.length === 2)).toBe(true)
})

test('each check runs once: those together, then those alone, then the last', async () => {
  const { toy } = await organisation()
  const ran: string[] = []
  const named = (name: string, plan: object) =>
    checkOf(name, { judges: [name], ...plan }, async ({ judge }) => {
      ran.push(name)
      judge(name).pass()
    })
  const outcome = await runAgainst(
    toy,
    [
      named('last', { last: true }),
      named('alone', { alone: true }),
      named('one', {}),
      named('alone too', { alone: true }),
      named('two', {}),
    ],
    { concurrency: 1 },
  )
  expect(ran).toEqual(['one', 'two', 'alone', 'alone too', 'last'])
  expect(outcome.checks.map(({ title }) => title)).toEqual(['last', 'alone', 'one', 'alone too', 'two'])
})

test('a run that has ended leaves no timer that would keep the process', async () => {
  const { toy } = await organisation()
  const timers: number[] = []
  for (let run = 0; run < 4; run++) {
    await runAgainst(toy, [suspendCheck])
    timers.push(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length)
  }
  // One that stayed would be one more with each run.
  expect(timers[3]! - timers[0]!).toBeLessThan(2)
})

test('a feature that the target is said to lack does not apply, with any finding of a check', async () => {
  const { toy } = await organisation()
  const check = checkOf('judges grants', { judges: ['grants'] }, async ({ judge }) => {
    judge('grants').fail('there are none')
  })
  const clauses = [clause('grants', { level: 'edition', needs: ['early-access'] })]
  expect(outcomeOf(await runAgainst(toy, [check], { clauses }), 'grants')).toMatchObject({
    verdict: 'not-applicable',
    why: expect.stringContaining('--features says no'),
  })
})

test('a probe decides on early access', async () => {
  const { toy } = await organisation(({ path }) =>
    path === '/api/v1/users/me/grants' ? { status: 403, body: platformError('E0000015') } : undefined,
  )
  const outcome = await runAgainst(toy, [], { features: { 'early-access': 'probe' } })
  expect(outcome.facts.features['early-access']).toMatchObject({
    state: 'no',
    evidence: expect.stringContaining('403'),
  })
})

test('a default clause is blocked until the defaults are said to be in force', async () => {
  const { toy } = await organisation()
  const check = checkOf('judges the policy', { judges: ['policy'] }, async ({ judge }) => {
    judge('policy').pass()
  })
  const clauses = [clause('policy', { level: 'default' })]
  expect(outcomeOf(await runAgainst(toy, [check], { clauses }), 'policy')).toMatchObject({
    verdict: 'blocked',
    hint: expect.stringContaining('+defaults'),
  })
  const said = await runAgainst(toy, [check], { clauses, features: { defaults: 'yes' } })
  expect(outcomeOf(said, 'policy').verdict).toBe('pass')
})

test('a clause that is not graded is observed and never fails', async () => {
  const { toy } = await organisation()
  const check = checkOf('looks', { judges: ['open'], observes: ['size'] }, async ({ judge, observe }) => {
    judge('open').fail('it differs')
    observe('size', 200)
  })
  const clauses = [clause('open', { level: 'open' }), clause('size', { level: 'may-change' })]
  const outcome = await runAgainst(toy, [check], { clauses })
  expect(outcomeOf(outcome, 'open').verdict).toBe('observed')
  expect(outcomeOf(outcome, 'size').verdict).toBe('observed')
  expect(outcome.checks[0]?.observations).toEqual([{ clause: 'size', value: 200 }])
})

test('a thing that nothing supplies leaves its clauses blocked, with what would show them', async () => {
  const { toy } = await organisation(({ path }) =>
    path === '/api/v1/users/u9' ? { status: 200, body: { id: 'u9', status: 'LOCKED_OUT' } } : undefined,
  )
  const check = checkOf(
    'unlocks',
    { judges: ['unlock'], needs: ['locked-out-user'] },
    async ({ need, judge }) => {
      await need('locked-out-user')
      judge('unlock').pass()
    },
  )
  const outcome = await runAgainst(toy, [check])
  expect(outcomeOf(outcome, 'unlock')).toMatchObject({
    verdict: 'blocked',
    hint: expect.stringContaining('locked-out-user'),
  })
  const none = await runAgainst(toy, [check], {
    profile: { features: {}, things: { 'locked-out-user': 'none' } },
  })
  expect(outcomeOf(none, 'unlock').verdict).toBe('not-applicable')
  const lent = await runAgainst(toy, [check], {
    profile: { features: {}, things: { 'locked-out-user': { id: 'u9' } } },
  })
  expect(outcomeOf(lent, 'unlock').verdict).toBe('pass')
})
