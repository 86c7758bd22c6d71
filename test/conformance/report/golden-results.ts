import { assemble, type Findings } from '../../../conformance/engine/judge/assemble.ts'
import type { CheckResult, RequirementOutcome } from '../../../conformance/engine/judge/check-result.ts'
import type { Exchange } from '../../../conformance/engine/wire/reply.ts'
import type { ConformanceResult, RunRecord } from '../../../conformance/engine/judge/result.ts'
import { requirement } from '../engine/suite-of.ts'
import { emptyRun } from './result-of.ts'

const run: RunRecord = { ...emptyRun, milliseconds: 61_250, suiteVersion: '1.2.3', requirementSet: '2026-11' }

function exchange(number: number, more: Partial<Exchange> = {}): Exchange {
  return {
    number,
    method: 'POST',
    path: '/api/v1/users?activate=true',
    requestHeaders: { authorization: 'SSWS «token#1»', 'content-type': 'application/json' },
    requestBody: '{"profile":{"login":"o\'neil@example.com"}}',
    status: 200,
    responseHeaders: { 'content-type': 'application/json', 'x-request-id': 'r1' },
    responseBody: '{"id":"u1","status":"STAGED"}',
    truncated: false,
    milliseconds: 12,
    attempts: 1,
    ...more,
  }
}

function failure(
  requirement: string,
  place: string,
  more: Partial<RequirementOutcome> = {},
): RequirementOutcome {
  return {
    requirement,
    verdict: 'fail',
    why: `${place}: expected "ACTIVE", got "STAGED"`,
    asserted: 2,
    assertions: [
      { held: true, what: 'the status', expected: 200, got: 200, differences: [], exchange: 1 },
      {
        held: false,
        what: 'the body',
        expected: { [place]: 'ACTIVE' },
        got: { id: 'u1', [place]: 'STAGED' },
        differences: [{ path: place, expected: 'ACTIVE', got: 'STAGED' }],
        exchange: 1,
      },
    ],
    ...more,
  }
}

function outcome(
  requirement: string,
  verdict: RequirementOutcome['verdict'],
  more: Partial<RequirementOutcome> = {},
) {
  return { requirement, verdict, assertions: [], asserted: 1, ...more }
}

function check(
  file: string,
  title: string,
  outcomes: RequirementOutcome[],
  more: Partial<CheckResult> = {},
): CheckResult {
  const key = `${file}: ${title}`
  return {
    key,
    title,
    file,
    outcomes,
    observations: [],
    exchanges: [],
    exchanged: 1,
    milliseconds: 30,
    ...more,
  }
}

function result(
  more: Partial<Findings> & Pick<Findings, 'requirements' | 'checks'>,
  facts: Partial<RunRecord> = {},
) {
  return assemble({
    selected: () => true,
    baseline: [],
    warnings: [],
    today: '2026-01-02',
    ...more,
    run: { ...run, ...facts },
  })
}

/** Every kind of verdict, of baseline entry and of evidence. */
function everything(): ConformanceResult {
  const failing = [
    exchange(1),
    exchange(2, {
      method: 'GET',
      path: '/api/v1/users/u1',
      status: 0,
      failure: 'reset <by> peer',
      attempts: 3,
      responseHeaders: {},
      responseBody: '',
      requestHeaders: { 'user-agent': 'identikit', cookie: 'sid=«cookie#1»' },
    }),
  ]
  // Without a body to send, and cut.
  delete (failing[1] as { requestBody?: string }).requestBody
  const gaps = Array.from({ length: 3 }, (_, at) => `users.gap${at}`)
  const found = result(
    {
      requirements: [
        requirement('users.create', { section: 'Create <User>', calls: ['createUser'] } as never),
        requirement('users.alike'),
        requirement('users.other', { area: 'groups', document: 2, section: 'Group', level: 'default' }),
        requirement('users.known'),
        requirement('users.changed'),
        requirement('users.stale'),
        requirement('users.expired'),
        requirement('users.error'),
        requirement('users.blocked'),
        requirement('users.waits'),
        requirement('users.partly'),
        requirement('users.passes', { document: 1, section: 'Conventions' }),
        requirement('users.lacks'),
        requirement('users.open', { level: 'open', reason: 'the API description leaves it open' }),
        requirement('users.unchecked'),
        requirement('users.gone', { excluded: 'it binds nobody' }),
        ...gaps.map((id) => requirement(id)),
      ],
      baseline: [
        { requirement: 'users.known', verdict: 'fail', reason: 'agreed | upon <b>', issue: 'ID-1' },
        { requirement: 'users.changed', verdict: 'fail', reason: 'agreed', fingerprint: '000000000000' },
        { requirement: 'users.stale', verdict: 'fail', reason: 'was wrong' },
        { requirement: 'users.expired', verdict: 'fail', reason: 'for a while', expires: '2026-01-01' },
        { requirement: 'users.nowhere', verdict: 'fail', reason: 'never was' },
        { requirement: 'users.blocked', verdict: 'blocked', reason: 'no mail' },
      ],
      warnings: ['The lag of the target | is <unknown>.'],
      checks: [
        // Of the checks of a requirement the one that failed counts.
        check('users', 'does it well', [outcome('users.create', 'pass')]),
        check(
          'users',
          'creates a <user>',
          [failure('users.create', 'status'), failure('users.alike', 'status')],
          { exchanges: failing },
        ),
        check(
          'users',
          'creates another',
          [failure('users.other', 'state'), outcome('users.partly', 'pass')],
          {
            exchanges: [
              exchange(1, { truncated: true, requestBody: 'grant_type=x', responseBody: 'no JSON' }),
            ],
          },
        ),
        check('known', 'knows', [
          failure('users.known', 'a'),
          failure('users.changed', 'b'),
          failure('users.expired', 'c'),
          outcome('users.stale', 'pass'),
        ]),
        check(
          'rest',
          'goes on',
          [
            outcome('users.error', 'error', { why: 'boom' }),
            outcome('users.blocked', 'blocked', { why: 'no mail came', owner: 'users.create' }),
            outcome('users.waits', 'inconclusive', {
              why: 'no user is locked out',
              hint: 'Name a user that is.',
            }),
            outcome('users.partly', 'blocked', { why: 'no second user' }),
            outcome('users.passes', 'pass'),
            outcome('users.lacks', 'not-applicable', { why: 'the target has no factors' }),
            outcome('users.open', 'observed'),
          ],
          {
            problem: 'boom\nconformance/checks/rest.check.ts:3:4',
            observations: [
              { requirement: 'users.open', value: 'as <text>' },
              { requirement: 'users.open', value: { status: 200 } },
              { requirement: 'users.open', value: undefined },
              { requirement: 'users.open', value: { status: 200 } },
            ],
          },
        ),
        ...gaps.map((id, at) =>
          check('gaps', id, [
            outcome(id, 'inconclusive', { why: `why ${at}`, ...(at < 2 ? { hint: 'Give mail.' } : {}) }),
          ]),
        ),
      ],
    },
    {
      target: 'Staging & co',
      seed: 4711,
      flags: [
        '--token env:SECRET',
        '--allow mail',
        '--only x',
        '--base-url https://id.example.com',
        '--shard 1/2',
        '--profile target.yaml',
      ],
      features: { 'early-access': { state: 'no', evidence: 'GET /x answered 404' } },
      allowed: ['mail', 'lockout'],
      rateLimited: { times: 3, milliseconds: 2500 },
      created: { user: 2, group: 1 },
      orphans: [
        { kind: 'user', name: 'left', id: 'u9', why: 'it answered 500' },
        { kind: 'group', name: 'lost', why: 'never | answered' },
      ],
      ledgerFile: '/tmp/ledger.jsonl',
    },
  )
  // Other tests cover blame.
  return Object.assign({}, found, {
    failures: [
      { requirement: 'users.create', under: ['users.other', 'users.blocked', 'users.partly', 'users.gone'] },
      { requirement: 'users.vanished', under: [] },
    ],
  })
}

/** Fourteen ways to fail: more than an overview or a step of CI lists. */
function manyWays(): ConformanceResult {
  const ids = Array.from({ length: 14 }, (_, at) => `users.n${at}`)
  return result(
    {
      requirements: ids.map((id) => requirement(id)),
      checks: ids.map((id, at) => check('users', id, [failure(id, `place${at}`)])),
    },
    { shard: { index: 1, of: 2 }, whole: false, flags: ['--shard 1/2'] },
  )
}

const two = [requirement('users.a'), requirement('users.b')]
const passed = outcome('users.a', 'pass')
const holds = (...outcomes: RequirementOutcome[]) => [check('users', 'holds', outcomes)]
const both = { requirements: two, checks: holds(passed, outcome('users.b', 'pass')) }
const first = {
  requirements: two,
  checks: holds(passed),
  selected: ({ id }: { id: string }) => id === 'users.a',
}

/** The results whose reports must not change by a word. */
export const goldenResults: Readonly<Record<string, () => ConformanceResult>> = {
  everything,
  'many-ways': manyWays,
  conforms: () => result(both),
  'as-far-as-shown': () =>
    result({ ...both, checks: holds(passed, outcome('users.b', 'blocked', { why: 'no mail came' })) }),
  'stale-baseline': () =>
    result({ ...both, baseline: [{ requirement: 'users.a', verdict: 'fail', reason: 'was wrong' }] }),
  quick: () =>
    result({ ...first, leftOut: 'a quick run leaves it out' }, { whole: false, quick: { requirements: 1 } }),
  filtered: () => result(first, { whole: false, filtered: true, flags: ['--only users.a'] }),
  stopped: () =>
    result(
      {
        requirements: two,
        checks: [],
        warnings: ['the target gives no answer', 'Another thing.'],
        unchecked: 'the target gives no answer',
      },
      { stopped: 'the target gives no answer', advice: 'Start it.', requests: 1 },
    ),
  interrupted: () => result({ requirements: two, checks: holds(passed) }, { interrupted: true }),
  nothing: () => result({ requirements: two, checks: [] }),
}
