import { expect, test } from 'vitest'
import type { Hindrance } from '../../../conformance/engine/plan/availability.ts'
import { emptyScope } from '../../../conformance/engine/run/call-scope.ts'
import type { CheckPlan } from '../../../conformance/engine/run/check.ts'
import { Deadline } from '../../../conformance/engine/wire/deadline.ts'
import type { Exchange } from '../../../conformance/engine/wire/exchange.ts'
import {
  Blocked,
  Inconclusive,
  NotAllowed,
  NotApplicable,
  Refused,
  RunStopped,
} from '../../../conformance/engine/run/interruption.ts'
import { Trial } from '../../../conformance/engine/run/trial.ts'
import type { Clause } from '../../../conformance/registry/clause.ts'
import { checkOf, clause } from './suite-of.ts'

const clauses = new Map<string, Clause>(
  [
    clause('a'),
    clause('b'),
    clause('default', { level: 'default' }),
    clause('early', { needs: ['early-access'] }),
    clause('open', { level: 'open' }),
  ].map((each) => [each.id, each]),
)

function scope(exchanges: readonly Partial<Exchange>[] = []) {
  const deadline = new Deadline(1000, () => undefined)
  deadline.stop()
  return { ...emptyScope(deadline), exchanges: exchanges as Exchange[] }
}

/** The result of a check that did some work, and then ended, was interrupted, or never ran. */
function tried(
  plan: CheckPlan,
  work: (trial: Trial) => void = () => {},
  {
    end = true,
    interruption,
    hindrances = {},
    keepAll = false,
  }: {
    end?: boolean
    interruption?: unknown
    hindrances?: Record<string, Hindrance>
    keepAll?: boolean
  } = {},
) {
  const trial = new Trial(
    checkOf('tries', plan, async () => {}),
    clauses,
    (id) => hindrances[id],
  )
  work(trial)
  if (end) trial.end(interruption)
  return trial.result(scope([{ number: 1, path: '/x' }]), 12.6, keepAll)
}

const judged = (trial: Trial, id: string, ...holds: boolean[]) => {
  for (const each of holds) trial.judge(id, () => 1).ok(each, 'it is so')
}

const said = (result: ReturnType<typeof tried>) =>
  result.outcomes.map(({ clause, verdict, why, owner, hint }) => ({
    clause,
    verdict,
    ...(why === undefined ? {} : { why }),
    ...(owner === undefined ? {} : { owner }),
    ...(hint === undefined ? {} : { hint }),
  }))

test('a clause passes when every judgement of it was true and the check ended', () => {
  const result = tried({ judges: ['a', 'b'] }, (trial) => {
    judged(trial, 'a', true, true)
    judged(trial, 'b', true, false)
  })
  expect(said(result)).toEqual([
    { clause: 'a', verdict: 'pass' },
    { clause: 'b', verdict: 'fail', why: 'it is so: expected "it is so", got false' },
  ])
  expect(result).toMatchObject({
    key: 'toy: tries',
    title: 'tries',
    file: 'toy',
    milliseconds: 13,
    exchanged: 1,
  })
  expect(result.outcomes.map(({ asserted, assertions }) => [asserted, assertions.length])).toEqual([
    [2, 0],
    [2, 2],
  ])
  expect(result.exchanges).toHaveLength(1)
  expect(result).not.toHaveProperty('problem')
})

test('keeps no evidence of a check that only passed, unless all evidence is wanted', () => {
  const work = (trial: Trial) => judged(trial, 'a', true)
  expect(tried({ judges: ['a'] }, work)).toMatchObject({ exchanges: [], exchanged: 1 })
  const kept = tried({ judges: ['a'] }, work, { keepAll: true })
  expect(kept.exchanges).toHaveLength(1)
  expect(kept.outcomes[0]?.assertions).toHaveLength(1)
})

test('a clause that was not judged is blocked', () => {
  expect(said(tried({ judges: ['a'] }))).toEqual([{ clause: 'a', verdict: 'blocked', why: 'never reached' }])
  expect(said(tried({ judges: ['a'] }, undefined, { end: false }))).toEqual([
    { clause: 'a', verdict: 'blocked', why: 'not tried' },
  ])
})

test.each([
  [
    new Blocked('no user', 'users.create', 'Look there.'),
    { verdict: 'blocked', why: 'no user', owner: 'users.create', hint: 'Look there.' },
  ],
  [new Blocked('no user'), { verdict: 'blocked', why: 'no user' }],
  [new Inconclusive('too slow'), { verdict: 'inconclusive', why: 'too slow' }],
  [new NotApplicable('has none'), { verdict: 'not-applicable', why: 'has none' }],
  [new RunStopped('stopped'), { verdict: 'not-run', why: 'stopped' }],
  [new Refused('a write to what is not ours'), { verdict: 'error', why: 'a write to what is not ours' }],
  [new Error('boom'), { verdict: 'error', why: 'boom' }],
  ['boom', { verdict: 'error', why: '"boom"' }],
  [
    new TypeError("Cannot read properties of undefined (reading 'id')"),
    {
      verdict: 'blocked',
      why: "an answer lacks what the check reads next: Cannot read properties of undefined (reading 'id')",
    },
  ],
  [
    new TypeError('x is not iterable'),
    { verdict: 'blocked', why: 'an answer lacks what the check reads next: x is not iterable' },
  ],
  [
    new TypeError('x is not a function'),
    { verdict: 'blocked', why: 'an answer lacks what the check reads next: x is not a function' },
  ],
  [
    new TypeError('undefined or null'),
    { verdict: 'blocked', why: 'an answer lacks what the check reads next: undefined or null' },
  ],
  [
    new TypeError('Invalid URL'),
    { verdict: 'blocked', why: 'an answer lacks what the check reads next: Invalid URL' },
  ],
  [
    new TypeError('so: Cannot read'),
    { verdict: 'blocked', why: 'an answer lacks what the check reads next: so: Cannot read' },
  ],
  [new Error('Cannot read properties'), { verdict: 'error', why: 'Cannot read properties' }],
])('%s ends every clause that was not judged', (interruption, outcome) => {
  expect(said(tried({ judges: ['a'] }, undefined, { interruption }))).toEqual([{ clause: 'a', ...outcome }])
})

test('a step that was not allowed names the permission that it needs', () => {
  const [outcome] = said(
    tried({ judges: ['a'] }, undefined, { interruption: new NotAllowed('mail', 'it sends mail') }),
  )
  expect(outcome).toMatchObject({ verdict: 'not-run', why: 'it sends mail' })
  expect(outcome?.hint).toMatch(/ \(--allow mail\)$/)
})

test('a judgement before an interruption counts only if it was settled or failed', () => {
  const outcomes = said(
    tried(
      { judges: ['a', 'b', 'default'] },
      (trial) => {
        judged(trial, 'a', true)
        trial.judge('b', () => 1).ok(true, 'it is so')
        trial.judge('b', () => 1).settle()
        judged(trial, 'default', false)
      },
      { interruption: new Inconclusive('too slow') },
    ),
  )
  expect(outcomes).toEqual([
    { clause: 'a', verdict: 'inconclusive', why: 'shown in part, then too slow' },
    { clause: 'b', verdict: 'pass' },
    { clause: 'default', verdict: 'fail', why: 'it is so: expected "it is so", got false' },
  ])
  for (const [interruption, why] of [
    [new Blocked('gone'), 'shown in part, then gone'],
    [new Error('boom'), 'shown in part, then boom'],
    [
      new TypeError('x is not a function'),
      'shown in part, then an answer lacks what the check reads next: x is not a function',
    ],
  ] as const)
    expect(
      said(tried({ judges: ['a'] }, (trial) => judged(trial, 'a', true), { interruption }))[0]?.why,
    ).toBe(why)
})

test('reports the first difference of a failure', () => {
  const why = (work: (judge: ReturnType<Trial['judge']>) => void) =>
    said(tried({ judges: ['a'] }, (trial) => work(trial.judge('a', () => 1))))[0]?.why
  expect(why((judge) => judge.like({ id: 'x' }, { status: 'ACTIVE', id: 'y' }))).toBe(
    'matches: status: expected "ACTIVE", got nothing',
  )
  expect(why((judge) => judge.equal('x'.repeat(98), 'y'))).toBe(
    `equals: expected "y", got "${'x'.repeat(98)}"`,
  )
  expect(why((judge) => judge.equal('x'.repeat(99), 'y'))).toBe(
    `equals: expected "y", got "${'x'.repeat(99)}…`,
  )
  expect(why((judge) => judge.equal(Symbol('s'), 'y'))).toBe('equals: expected "y", got symbol')
})

test('what stands in the way of a clause is said, unless it was shown all the same', () => {
  const blocked: Hindrance = { verdict: 'blocked', why: 'nothing supplies it', hint: 'Name one.' }
  const lacks: Hindrance = { verdict: 'not-applicable', why: 'it has none' }
  const fails = (trial: Trial) => {
    for (const id of ['a', 'default', 'early']) judged(trial, id, false)
  }
  const plan = { judges: ['a', 'default', 'early'] }
  const verdicts = (hindrance: Hindrance, work?: (trial: Trial) => void) =>
    said(tried(plan, work, { hindrances: { a: hindrance, default: hindrance, early: hindrance } }))
  expect(verdicts(blocked)[0]).toEqual({
    clause: 'a',
    verdict: 'blocked',
    why: 'nothing supplies it',
    hint: 'Name one.',
  })
  expect(verdicts(blocked, fails).map(({ verdict }) => verdict)).toEqual(['fail', 'blocked', 'blocked'])
  expect(verdicts(lacks, fails).map(({ verdict }) => verdict)).toEqual(Array(3).fill('not-applicable'))
  expect(verdicts(lacks)[0]).toEqual({ clause: 'a', verdict: 'not-applicable', why: 'it has none' })
  const whole = said(
    tried({ judges: ['a'] }, (trial) => {
      trial.hinder(blocked)
      judged(trial, 'a', false)
    }),
  )
  expect(whole).toEqual([{ clause: 'a', verdict: 'blocked', why: 'nothing supplies it', hint: 'Name one.' }])
})

test('a check is worth running while something of it can be shown', () => {
  const worth = (...hindered: string[]) =>
    new Trial(
      checkOf('x', { judges: ['a'], supports: ['b'], observes: ['open'] }, async () => {}),
      clauses,
      (id) => (hindered.includes(id) ? { verdict: 'blocked', why: 'no' } : undefined),
    ).worthRunning
  expect([worth(), worth('a'), worth('a', 'b'), worth('a', 'b', 'open')]).toEqual([true, true, true, false])
})

test('what is only supported counts where something was seen of it', () => {
  const plan = { judges: ['a'], supports: ['b', 'open'] }
  expect(said(tried(plan, (trial) => judged(trial, 'a', true)))).toEqual([{ clause: 'a', verdict: 'pass' }])
  const both = tried(plan, (trial) => {
    for (const id of ['a', 'b', 'open']) judged(trial, id, true)
  })
  expect(said(both)).toEqual([
    { clause: 'a', verdict: 'pass' },
    { clause: 'b', verdict: 'pass' },
    { clause: 'open', verdict: 'observed' },
  ])
  expect(both.exchanges).toEqual([])
})

test('an ungraded clause is observed, or not reached', () => {
  const plan = { judges: ['a'], observes: ['open'] }
  const seen = tried(plan, (trial) => trial.observe('open', { status: 200 }))
  expect(said(seen)[1]).toEqual({ clause: 'open', verdict: 'observed' })
  expect(seen.observations).toEqual([{ clause: 'open', value: { status: 200 } }])
  expect(said(tried(plan))[1]).toEqual({
    clause: 'open',
    verdict: 'not-run',
    why: 'it was not reached, and is not graded',
  })
  expect(
    said(tried(plan, undefined, { hindrances: { open: { verdict: 'blocked', why: 'no mail' } } }))[1],
  ).toEqual({
    clause: 'open',
    verdict: 'not-run',
    why: 'no mail',
  })
})

test('a check keeps to the clauses that it set out to judge, and that there are', () => {
  const trial = new Trial(
    checkOf('x', { judges: ['a'] }, async () => {}),
    clauses,
    () => undefined,
  )
  expect(() => trial.judge('b', () => 1)).toThrow("the check judges 'b', which it did not set out to judge")
  expect(() => trial.observe('b', 1)).toThrow("the check observes 'b', which it did not set out to observe")
  expect(said(tried({ judges: ['nowhere'], observes: ['neither'] }))).toEqual([
    { clause: 'nowhere', verdict: 'error', why: "no clause has the id 'nowhere'" },
    { clause: 'neither', verdict: 'error', why: "no clause has the id 'neither'" },
  ])
})

test("the suite's own fault is kept with the lines that lead to it", () => {
  const error = new Error('boom')
  error.stack = [
    'Error: boom',
    '    at body (file:///home/x/conformance/checks/users.check.ts:3:4)',
    '    at node:internal/x:1:1',
    '    at /home/x/conformance/engine/run.ts:5:6',
    '    at file:///home/x/conformance/engine/run.ts:7:8',
    '    at file:///home/x/conformance/engine/run.ts:9:10',
  ].join('\n')
  const problem = (interruption: unknown) => tried({ judges: ['a'] }, undefined, { interruption }).problem
  expect(problem(error)).toBe(
    'boom\nat body conformance/checks/users.check.ts:3:4\nat conformance/engine/run.ts:5:6\nat conformance/engine/run.ts:7:8',
  )
  expect(problem(new Refused('not ours'))).toBe('not ours')
  expect(problem('boom')).toBe('boom')
  expect(problem(new Blocked('gone'))).toBeUndefined()
})

test('a missing right of the token fails no clause', () => {
  const denial = { why: 'no rights', hint: 'Give more.' }
  const exchanges = [
    { number: 1, path: '/api/v1/users?limit=1' },
    { number: 2, path: '/api/v1/groups/g1' },
    { number: 3, path: '/api/v1/users/u1' },
    { number: 4, path: '/elsewhere' },
  ] as Exchange[]
  const outcome = (
    holds: boolean,
    at: number | undefined,
    refused = 2,
    denied: string | undefined = 'user',
    interruption?: unknown,
  ) => {
    const trial = new Trial(
      checkOf('x', { judges: ['a', 'b'] }, async () => {}),
      clauses,
      () => undefined,
    )
    trial.judge('a', () => at).ok(holds, 'it is so')
    const calls = { ...scope(exchanges), refusals: [{ exchange: refused, kind: 'user' as const }] }
    trial.excuse(calls, (kind) => (kind === denied ? denial : undefined))
    trial.end(interruption)
    return trial.result(calls, 1, false).outcomes
  }
  const blocked = { verdict: 'blocked', why: 'no rights', hint: 'Give more.' }
  // A failure on the same kind of record, after the refusal.
  expect(outcome(false, 3)[0]).toMatchObject(blocked)
  expect(outcome(false, 1)[0]).toMatchObject({ verdict: 'fail' })
  expect(outcome(false, 2)[0]).toMatchObject({ verdict: 'fail' })
  expect(outcome(false, 4)[0]).toMatchObject({ verdict: 'fail' })
  expect(outcome(false, undefined)[0]).toMatchObject({ verdict: 'fail' })
  expect(outcome(false, 3, 3)[0]).toMatchObject(blocked)
  expect(outcome(false, 3, 2, 'group')[0]).toMatchObject({ verdict: 'fail' })
  // A true judgement counts, except about the refused call itself.
  expect(outcome(true, 3)[0]).toMatchObject({ verdict: 'pass' })
  expect(outcome(true, 2)[0]).toMatchObject(blocked)
  // A clause that was not reached then is blocked, with a hint.
  expect(outcome(true, 3)[1]).toMatchObject({ verdict: 'blocked', why: 'never reached', hint: 'Give more.' })
  expect(outcome(true, 3, 2, 'user', new Error('boom'))[1]).toMatchObject({
    verdict: 'blocked',
    why: 'boom',
    hint: 'Give more.',
  })
  expect(outcome(true, 3, 2, 'user', new Inconclusive('slow'))[1]).toMatchObject({
    verdict: 'inconclusive',
    why: 'slow',
  })
  expect(outcome(true, 3, 2, 'group', new Error('boom'))[1]).toMatchObject({ verdict: 'error', why: 'boom' })
})
