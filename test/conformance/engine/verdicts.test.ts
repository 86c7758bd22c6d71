/** The verdict of a requirement, and what the report says of it. */
import { expect, test } from 'vitest'
import { check, type CheckContext } from '../../../conformance/engine/run/check.ts'
import type { ConformOptions } from '../../../conformance/engine/plan/conform-options.ts'
import type { Requirement } from '../../../conformance/registry/requirement.ts'
import type { Json } from '../../../conformance/engine/wire/reply.ts'
import { type Alter, mockRun, remaining } from './mock-run.ts'
import { checkOf, requirement } from './suite-of.ts'

type Body = (context: CheckContext<string>) => unknown

/** The verdict of the requirements of one check, and why. */
async function judged(body: Body, requirements: readonly Requirement[] = [requirement('a')], options = {}) {
  const judges = requirements.map(({ id }) => id)
  const one = checkOf('tries', { judges }, async (context) => void (await body(context)))
  const { said, result } = await mockRun([one], { requirements, ...options })
  const of = (id: string) => {
    const { verdict, why, owner, hint } = said(id)
    return JSON.parse(JSON.stringify({ verdict, why, owner, hint })) as Record<string, string>
  }
  return { of, result }
}

const reads = (read: (json: Json) => unknown): Body =>
  (async ({ api, judge }) => {
    read((await api.get('/api/v1/users/nobody')).json)
    judge('a').pass()
  }) satisfies Body

const throws = (error: unknown): Body => {
  return () => {
    throw error
  }
}

/** Checks; verdicts.txt shows the verdict of the requirement of each. */
const bodies: Readonly<Record<string, Body>> = {
  'judges it to be true': ({ judge }) => judge('a').ok(true, 'it is so'),
  'judges it to be false once': ({ judge }) => [judge('a').ok(true, 'it is so'), judge('a').equal(1, 2)],
  'finds a value missing': ({ judge }) => judge('a').like({ id: 'x' }, { status: 'ACTIVE', id: 'y' }),
  'finds a long value': ({ judge }) => judge('a').equal('x'.repeat(99), 'y'),
  'does not judge it': () => {},
  'relies on what is not so': ({ assume }) => assume('b', false, 'the sun shines'),
  'sees its control case fail': ({ api }) => api.control('b', 200).get('/api/v1/users/nobody'),
  'lacks an id for a path': ({ api }) => api.delete('/api/v1/groups/undefined'),
  'reads a property of nothing': reads((json) => json.profile.login),
  'reads a list that is none': reads((json) => [...json.missing]),
  'calls what is no function': reads((json) => json.name()),
  'reads a date that is none': reads((json) => new Date(json.at).toISOString()),
  'reads JSON that is none': reads((json) => JSON.parse(json.text ?? '{')),
  'reads a URL that is none': reads((json) => new URL(json.href)),
  'decodes what is no escape': reads(() => decodeURIComponent('%')),
  'would send mail without leave': async ({ api, given }) =>
    api.post(`${(await given.user()).path}/lifecycle/reset_password`),
  'writes to what is not its own': ({ api }) => api.delete('/api/v1/users/somebody'),
  'judges another requirement': ({ judge }) => judge('b').pass(),
  'observes another requirement': ({ observe }) => observe('b', 1),
  'calls no path': ({ api }) => api.get('users'),
  'throws an error': throws(new Error('boom')),
  'throws a text': throws('boom'),
}

const factor = (thing: unknown) => ({ profile: { features: {}, things: { factor: thing } } as never })

/** Needs of a requirement, and the options of the run. */
const needed: Readonly<Record<string, readonly [Partial<Requirement>, Partial<ConformOptions>?]>> = {
  'a thing that nobody supplies': [{ needs: ['factor'] }],
  'a thing that the target has not': [{ needs: ['factor'] }, factor('none')],
  'a thing that the profile names': [{ needs: ['factor'] }, factor({ id: 'u1' })],
  'a permission': [{ needs: ['mail'] }],
  'a permission that is given': [{ needs: ['mail'] }, { allow: ['mail'] }],
  'a feature that is absent': [{ needs: ['early-access'] }],
  'a feature that is there': [{ needs: ['early-access'] }, { features: { 'early-access': 'yes' } }],
  'defaults that nobody vouches for': [{ level: 'default' }, { features: {} }],
  defaults: [{ level: 'default' }, { features: { defaults: 'yes' } }],
  'defaults that were changed': [{ level: 'default' }, { features: { defaults: 'no' } }],
  'several things, of which one does not apply': [{ needs: ['factor', 'mail', 'early-access'] }],
  'several things, of which one is not allowed': [{ needs: ['factor', 'mail'] }],
}

test('the verdict of a requirement, and why', async () => {
  const told: string[] = []
  const tell = (of: Record<string, string>, what: string) => {
    const { verdict, why, owner, hint } = of
    const more = [why, owner && `because of ${owner}`, hint].filter((text) => text !== undefined)
    told.push(
      `a requirement ${what}: ${verdict}`,
      ...more.map((text) => `  ${text.replace(/00u\w+/, 'ID').replace(/(?<=reads next: ).+/, 'WHAT')}`),
    )
  }
  for (const [what, body] of Object.entries(bodies)) tell((await judged(body)).of('a'), `whose check ${what}`)
  for (const [what, [more, options]] of Object.entries(needed)) {
    const passes: Body = ({ judge }) => judge('a').pass()
    tell((await judged(passes, [requirement('a', more)], options)).of('a'), `that needs ${what}`)
  }
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('verdicts.txt')
})

test('a default that differs fails where another shows it in force; otherwise the operator is asked', async () => {
  const both = [
    requirement('whole', { level: 'default' }),
    requirement('part', { level: 'default', shownBy: 'whole' }),
  ]
  for (const [isWhole, verdicts] of [
    [true, ['pass', 'fail']],
    [false, ['blocked', 'blocked']],
  ] as const) {
    const body: Body = ({ judge }) => [judge('whole').ok(isWhole, 'it is so'), judge('part').equal(1, 2)]
    const { of } = await judged(body, both, { features: {} })
    expect([of('whole')['verdict'], of('part')['verdict']]).toEqual(verdicts)
    expect(of('part')['why']).toContain('expected 2, got 1')
    expect(of('part')['hint']).toEqual(isWhole ? undefined : expect.stringMatching('--features \\+defaults'))
  }
})

test('a passed judgement before an interruption counts only if it was settled, a failed one always', async () => {
  const three = ['partly', 'settled', 'failed'].map((id) => requirement(id))
  const body = (end: Body) => (context: CheckContext<string>) => {
    const { judge } = context
    judge('partly').pass()
    judge('settled').pass()
    judge('settled').commit()
    judge('failed').fail('it is so')
    return end(context)
  }
  for (const [end, verdict, why] of [
    [({ assume }) => assume('b', false, 'x'), 'blocked', 'shown in part, then it relies on this'],
    [throws(new Error('boom')), 'error', 'shown in part, then boom'],
    [throws(new TypeError('no')), 'blocked', 'shown in part, then an answer lacks what'],
  ] as [Body, string, string][]) {
    const { of } = await judged(body(end), three)
    expect(of('partly')).toMatchObject({ verdict, why: expect.stringMatching(`^${why}`) })
    expect([of('settled')['verdict'], of('failed')['verdict']]).toEqual(['pass', 'fail'])
  }
})

test('a fault of the suite is reported with the lines that lead to it', async () => {
  const error = new Error('boom')
  error.stack = [
    'Error: boom',
    '    at body (file:///home/x/conformance/checks/users.check.ts:3:4)',
    '    at node:internal/x:1:1',
    '    at /home/x/conformance/engine/run.ts:5:6',
    '    at file:///home/x/conformance/engine/run.ts:7:8',
    '    at file:///home/x/conformance/engine/run.ts:9:10',
  ].join('\n')
  const { result } = await judged(throws(error))
  expect(result.checks[0]?.problem).toBe(
    'boom\nat body conformance/checks/users.check.ts:3:4\nat conformance/engine/run.ts:5:6\nat conformance/engine/run.ts:7:8',
  )
  expect(result).toMatchObject({ sentence: 'No verdict', exitCode: 4 })
  expect((await judged(() => {})).result.checks[0]).not.toHaveProperty('problem')
})

test.each([
  [{ judges: [] }, "The check 'It holds' judges no requirement"],
  [{ judges: ['a', 'a'] }, "The check 'It holds' names a requirement twice"],
  [{ judges: ['a'], supports: ['a'] }, "The check 'It holds' names a requirement twice"],
  [{ judges: ['a'], observes: ['a'] }, "The check 'It holds' names a requirement twice"],
])('a check with the plan %j is a mistake', (plan, message) => {
  expect(() => check('It holds', plan as never, async () => {})).toThrow(new TypeError(message))
})

test('evidence of a check is kept where it shows something, or where all is asked for', async () => {
  const passes: Body = async ({ api, judge }) => judge('a').success(await api.get('/api/v1/groups'))
  const fails: Body = async ({ api, judge }) => judge('a').equal((await api.get('/api/v1/groups')).status, 1)
  const kept = async (body: Body, options = {}) => {
    const { result } = await judged(body, undefined, options)
    const { exchanges, exchanged, outcomes } = result.checks[0]!
    return [exchanges.length, exchanged, outcomes[0]?.assertions.length, outcomes[0]?.asserted]
  }
  expect(await kept(passes)).toEqual([0, 1, 0, 1])
  expect(await kept(passes, { keepAllEvidence: true })).toEqual([1, 1, 1, 1])
  expect(await kept(fails)).toEqual([1, 1, 1, 1])
})

test('requirements of other levels are observed only, and a supported requirement counts where something was seen of it', async () => {
  const requirements = [
    requirement('own'),
    requirement('open', { level: 'open' }),
    requirement('size', { level: 'may-change' }),
  ]
  const looks = checkOf('looks', { judges: ['open'], observes: ['size'] }, async ({ judge, observe }) => {
    judge('open').fail('it differs')
    observe('size', 200)
  })
  const blind = checkOf('sees nothing', { judges: [], supports: ['own'], observes: ['size'] }, async () => {})
  const shows = checkOf('shows', { judges: ['own'] }, async ({ judge }) => void judge('own').pass())
  const broken = checkOf('sees', { judges: [], supports: ['own'] }, async ({ judge }) => {
    judge('own').fail('it is broken')
  })
  const { result } = await mockRun([looks, blind, shows], { requirements })
  expect(result.requirements.map(({ id, verdict, partly }) => [id, verdict, partly])).toEqual([
    ['own', 'pass', []],
    ['open', 'observed', []],
    ['size', 'observed', []],
  ])
  expect(result.requirements[2]?.observations).toEqual([200])
  expect(result.checks[1]?.outcomes).toMatchObject([
    { requirement: 'size', verdict: 'not-run', why: 'it was not reached, and is not graded' },
  ])
  expect((await mockRun([shows, broken], { requirements })).result.requirements[0]?.verdict).toBe('fail')
})

test('a check runs if its own needs are met and something of it can be shown', async () => {
  const ran: string[] = []
  const run = (title: string, plan: object) =>
    checkOf(title, { judges: [title], ...plan }, async ({ judge }) => {
      ran.push(title)
      judge('hindered').pass()
    })
  const phone = { needs: ['factor'] as const }
  const { said } = await mockRun(
    [
      run('whole', phone),
      run('one of two', { judges: ['hindered', 'free'] }),
      run('none', { judges: ['hindered'] }),
    ],
    { requirements: [requirement('whole'), requirement('free'), requirement('hindered', phone)] },
  )
  expect(ran).toEqual(['one of two'])
  expect(said('whole')).toMatchObject({ verdict: 'blocked', why: "nothing supplies 'factor'" })
  expect([said('hindered').verdict, said('free').verdict]).toEqual(['pass', 'blocked'])
})

const refusing =
  (status: number, times = Infinity, code = 'E0000006'): Alter =>
  (call) => {
    if (!call.startsWith('POST /api/v1/users?') || times-- <= 0) return undefined
    return Response.json({ errorCode: code }, { status })
  }
const creates = checkOf('creates', { judges: ['create', 'refuses'] }, async ({ api, judge, unique }) => {
  const profile = { login: unique.login(), email: unique.email(), ...unique.names() }
  const reply = await api.post('/api/v1/users', { profile }, { query: { activate: false } })
  judge('refuses').refused(reply)
  judge('create').matches(reply, { profile })
})
const arranges = checkOf('arranges', { judges: ['later'] }, async ({ given, judge }) => {
  await given.user()
  judge('later').pass()
})
const misses = checkOf('reads', { judges: ['read'] }, async ({ api, judge }) => {
  judge('read').success(await api.get('/api/v1/users/none'))
})

test.each([
  [401, 'E0000011'],
  [403, 'E0000006'],
])(
  'a token that may make no user (%i) fails no requirement, and the report says so once',
  async (status, code) => {
    const { said, result } = await mockRun([creates, arranges, misses], {
      concurrency: 1,
      alter: refusing(status, Infinity, code),
    })
    const why = `the target lets the run's token create no user: every attempt was answered with ${status} ${code}`
    const hint =
      'Give the run the API token of an administrator who may manage users, groups, rules and clients. (--token)'
    for (const id of ['create', 'refuses']) expect(said(id)).toMatchObject({ verdict: 'blocked', why, hint })
    expect(said('later')).toMatchObject({ verdict: 'blocked', hint })
    expect(said('read').verdict).toBe('fail')
    expect(result.warnings).toEqual([why])
  },
)

test('a refusal counts where the token has shown that it may, or where the refusal is another', async () => {
  const other = await mockRun([creates], { alter: refusing(400, Infinity, 'E0000001') })
  expect([other.said('create').verdict, other.said('refuses').verdict]).toEqual(['fail', 'pass'])
  const early = await mockRun([creates, arranges], { concurrency: 1, alter: refusing(403, 1) })
  expect(early.said('create').verdict).toBe('blocked')
  let times = 0
  const late = await mockRun([arranges, creates], {
    concurrency: 1,
    alter: (call) =>
      call.startsWith('POST /api/v1/users?activate=false') && times++ >= 0
        ? Response.json({}, { status: 403 })
        : undefined,
  })
  expect(late.said('create').verdict).toBe('fail')
  expect(late.result.warnings).toEqual([])
})

test('a check that takes too long is inconclusive, sends nothing more, and is cleaned up after', async () => {
  const goneOn = Promise.withResolvers<unknown>()
  const hangs = checkOf(
    'hangs',
    { judges: ['slow'], timeout: 500 },
    async ({ given, api, judge, signal }) => {
      await given.user()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      goneOn.resolve(await api.post('/api/v1/groups', { profile: { name: 'late' } }).catch((error) => error))
      judge('slow').pass()
    },
  )
  const waits = checkOf('waits', { judges: ['after'] }, async ({ judge }) => {
    judge('after').ok((await goneOn.promise) instanceof Error, 'it is over')
  })
  const { said, calls, org } = await mockRun([hangs, waits])
  expect([said('slow').verdict, said('after').verdict]).toEqual(['inconclusive', 'pass'])
  expect(calls('POST /api/v1/groups')).toEqual([])
  expect(await remaining(org)).toEqual([])
})

test('checks run together, then those that must be alone, then the last, and are reported in their order', async () => {
  const running = new Set<string>()
  const beside: string[] = []
  const both = Promise.withResolvers<void>()
  const named = (name: string, plan: object) =>
    checkOf(name, { judges: [name], ...plan }, async () => {
      running.add(name)
      beside.push([...running].join(' and '))
      if (running.size === 2) both.resolve()
      await (plan === together ? both.promise : new Promise((resolve) => setTimeout(resolve, 20)))
      running.delete(name)
    })
  const together = {}
  const { result } = await mockRun([
    named('last', { last: true }),
    named('alone', { alone: true }),
    named('one', together),
    named('alone too', { alone: true }),
    named('two', together),
  ])
  expect(beside).toEqual(['one', 'one and two', 'alone', 'alone too', 'last'])
  expect(result.checks.map(({ title }) => title)).toEqual(['last', 'alone', 'one', 'alone too', 'two'])
})

test('a run leaves no timer that would keep the process', async () => {
  const timers: number[] = []
  for (let run = 0; run < 4; run++) {
    await mockRun([arranges])
    timers.push(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length)
  }
  // One that stayed would be one more with each run.
  expect(timers[3]! - timers[0]!).toBeLessThan(2)
})

test('a stopped run starts no further check, has no verdict, and removes its records', async () => {
  const stop = new AbortController()
  const stops = checkOf('is stopped', { judges: ['first'] }, async ({ given }) => {
    await given.user()
    stop.abort(new Error('enough'))
    await given.user()
  })
  const { result, said, org } = await mockRun([stops, arranges], { concurrency: 1, signal: stop.signal })
  for (const id of ['first', 'later']) expect(said(id)).toMatchObject({ verdict: 'not-run', why: 'enough' })
  expect(result).toMatchObject({ sentence: 'No verdict', exitCode: 130, run: { interrupted: true } })
  expect(await remaining(org)).toEqual([])
  const before = await mockRun([arranges], { signal: AbortSignal.abort(new Error('too early')) })
  expect(before.result.requirements[0]).toMatchObject({ verdict: 'not-run', why: 'too early' })
})
