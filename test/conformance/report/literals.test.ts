/** The exact texts of reports: these tests notice a mutant of a count or of a sentence. */
import { expect, test } from 'vitest'
import { fingerprintOf } from '../../../conformance/engine/judge/fingerprint.ts'
import type { CheckResult } from '../../../conformance/engine/judge/check-result.ts'
import { planOf, planText } from '../../../conformance/engine/plan/plan.ts'
import { badgeOf } from '../../../conformance/report/badge.ts'
import { htmlOf } from '../../../conformance/report/html.ts'
import { junitOf } from '../../../conformance/report/junit.ts'
import { progressReport, terminalSummary } from '../../../conformance/report/terminal.ts'
import { resultOf } from './result-of.ts'

const style = { colour: false, columns: 80 }

test('the badge counts the passed ones of the graded clauses', () => {
  const { json = '', svg = '' } =
    badgeOf(
      resultOf([
        ['a', 'pass'],
        ['b', 'pass'],
        ['c', 'fail', 'no'],
        ['d', 'blocked', 'no'],
        ['e', 'inconclusive', 'no'],
        ['f', 'not-applicable', 'no'],
        ['g', 'not-run', 'no'],
      ]),
    ) ?? {}
  expect(JSON.parse(json)).toEqual({
    schemaVersion: 1,
    label: 'conformance',
    message: 'does not conform (2/7)',
    color: 'red',
  })
  expect(svg).toContain('conformance: does not conform (2/7)')
  expect(svg).toContain('fill="#b3261e"')
  expect(badgeOf(resultOf([['a', 'pass']], { whole: false }))).toBeUndefined()
  expect(badgeOf(resultOf([['a', 'pass']], { interrupted: true }))).toBeUndefined()
  expect(badgeOf(resultOf([['a', 'pass']]))?.json).toContain('"conforms (1/1)","color":"brightgreen"')
})

test('the last line shows the address, the run, its requests, its time and the exit code', () => {
  const lines = terminalSummary(
    resultOf([['a', 'pass']], { requests: 4711, milliseconds: 61_250 }),
    style,
  ).split('\n')
  expect(lines.slice(-3)).toEqual([
    'Conforms: 1 passed',
    'https://id.example.com  run abc123  4711 requests in 61.3 s  exit 0: nothing unexpected',
    '',
  ])
})

/** A check that failed one clause, with the exchange that shows it. */
function failing(check: CheckResult): CheckResult {
  return {
    ...check,
    outcomes: check.outcomes.map((outcome) => ({
      ...outcome,
      assertions: [
        {
          what: 'the body',
          held: false,
          exchange: 1,
          expected: { status: 'ACTIVE' },
          got: { id: 'u1', status: 'STAGED' },
          differences: [{ path: 'status', expected: 'ACTIVE', got: 'STAGED' }],
        },
      ],
    })),
    exchanges: [
      {
        number: 1,
        method: 'POST',
        path: '/api/v1/users',
        requestHeaders: {},
        requestBody: '{"profile":{"login":"x"}}',
        status: 200,
        responseHeaders: { 'content-type': 'application/json' },
        responseBody: '{"id":"u1","status":"STAGED"}',
        truncated: false,
        milliseconds: 12,
        attempts: 1,
      },
    ],
  }
}

const failed = resultOf(
  [['users.a', 'fail', 'the body: status: expected "ACTIVE", got "STAGED"']],
  {},
  failing,
)

test('shows a failure with its request, the expectation and the reply', () => {
  expect(terminalSummary(failed, style).split('\n').slice(0, 6)).toEqual([
    '✗ users.a  users.a holds',
    '  toy: users.a',
    '  sent      POST /api/v1/users  {"profile":{"login":"x"}}',
    '  expected  the body: {"status":"ACTIVE"}',
    '  got       "status": "STAGED"',
    '',
  ])
  const page = htmlOf(failed)
  expect(page).toContain(
    '<pre>POST /api/v1/users\n\n{\n  &quot;profile&quot;: {\n    &quot;login&quot;: &quot;x&quot;\n  }\n}</pre>',
  )
  expect(page).toContain(
    '<h4>Expected: the body</h4><pre>{\n  &quot;status&quot;: &quot;ACTIVE&quot;\n}</pre>',
  )
  expect(page).toContain('<mark>  &quot;status&quot;: &quot;STAGED&quot;</mark>')
  expect(page).toContain('200\ncontent-type: application/json\n\n{\n  &quot;id&quot;: &quot;u1&quot;')
  expect(page).toContain('The body: status: expected &quot;ACTIVE&quot;, got &quot;STAGED&quot;.')
  expect(junitOf(failed)).toContain('the body: status: expected &quot;ACTIVE&quot;, got &quot;STAGED&quot;')
})

test('the page begins with the most basic failure, and counts those that fail alike', () => {
  const page = htmlOf(
    resultOf([
      ['users.one', 'fail', 'the status: expected 200, got 500'],
      ['users.two', 'fail', 'the code: expected "A", got "B"'],
      ['users.three', 'fail', 'the code: expected "A", got "B"'],
    ]),
  )
  const first = page.slice(page.indexOf('class="first"'), page.indexOf('</header>'))
  expect(first).toContain('Look at this first')
  expect(first).toContain('<a href="#f-c-users.one"><strong>users.one holds</strong></a>')
  expect(first).toContain('One clause fails in this way; there is one other.')
  expect(page).toContain('2 differences. Begin with the first.')
  expect(page.indexOf('1. the status')).toBeLessThan(page.indexOf('2. the code'))
})

test.each([
  ['No verdict', { stopped: 'the target gives no answer', advice: 'Start it.' }, 'What to do', 'Start it.'],
  ['Conforms', {}, 'What to do', 'Nothing: every clause was shown to hold.'],
  [
    'Conforms as far as shown',
    { whole: false, quick: { clauses: 1, catches: 39, deviants: 100 } },
    'What to do',
    'Run the whole',
  ],
] as const)('a page that says %s says what to do', (sentence, run, title, text) => {
  const other = sentence === 'Conforms' ? [] : ([['b', 'not-run', 'no']] as const)
  const clauses = [['a', sentence === 'No verdict' ? 'not-run' : 'pass'] as const, ...other]
  const page = htmlOf(resultOf(clauses, run))
  const head = page.slice(page.indexOf('<header>'), page.indexOf('</header>'))
  expect(head).toContain(`>${sentence}</p>`)
  expect(head).toContain(title)
  expect(head).toContain(text)
})

test("a quick run's share is that of the deviants that its checks notice", () => {
  const result = resultOf(
    [
      ['a', 'pass'],
      ['b', 'not-run', 'left out'],
    ],
    { whole: false, quick: { clauses: 1, catches: 39, deviants: 100 } },
  )
  expect(terminalSummary(result, style)).toContain(
    'a quick run: 1 of 2 graded clauses, whose checks notice 39 % of',
  )
})

test("the suite's own fault is shown with the lines that lead to it", () => {
  const problem = 'boom\nconformance/checks/x.check.ts:3:4'
  const result = resultOf([['users.a', 'error', 'boom']], {}, (check) => ({ ...check, problem }))
  expect(htmlOf(result)).toContain(`<pre>${problem}</pre>`)
  expect(htmlOf(result)).toContain('The suite is at fault: boom')
  expect(terminalSummary(result, style)).toContain('! users.a: the suite is at fault: boom')
  expect(result.exitCode).toBe(4)
})

test('the plan of a shard counts its own requests, and the time they take', () => {
  const exchange = (method: string, path: string) => ({
    ...failing(failed.checks[0]!).exchanges[0]!,
    method,
    path,
  })
  const plan = planOf({
    checks: [
      {
        ...failed.checks[0]!,
        exchanges: [
          exchange('POST', '/api/v1/users?activate=true'),
          exchange('POST', '/api/v1/users?activate=true'),
          exchange('GET', '/api/v1/users/u1'),
          exchange('DELETE', '/api/v1/users/u1'),
        ],
      },
    ],
    facts: { created: { user: 2, group: 1 }, requests: 950 },
  })
  expect(plan).toEqual({
    writes: [
      { method: 'POST', path: '/api/v1/users?activate=true', count: 2 },
      { method: 'DELETE', path: '/api/v1/users/{userId}', count: 1 },
    ],
    created: { user: 2, group: 1 },
    reads: 1,
    requests: 950,
  })
  expect(planText(plan, 10).split('\n').slice(0, 4)).toEqual([
    'This run would create and remove 2 users, 1 group, and read 1 time.',
    'It would send about 950 requests: 2 min at 10 a second (--rps).',
    '    2  POST   /api/v1/users?activate=true',
    '    1  DELETE /api/v1/users/{userId}',
  ])
  expect(planText(plan, 20)).toContain('48 s at 20 a second')
  expect(planText(plan, 0)).toContain('no longer than the target takes to answer them')
})

test('the order in which checks failed does not change a fingerprint', () => {
  const [one, two] = ['x', 'y'].map((key) => ({ ...failing(failed.checks[0]!), key })) as [
    CheckResult,
    CheckResult,
  ]
  expect(fingerprintOf('users.a', [one, two])).toBe(fingerprintOf('users.a', [two, one]))
  expect(fingerprintOf('users.a', [one])).not.toBe(fingerprintOf('users.a', [two]))
  expect(fingerprintOf('users.a', [one])).toMatch(/^[0-9a-f]{12}$/)
})

test('progress names what failed, and stands on one line that is written over', () => {
  const written: string[] = []
  const { update, done } = progressReport((text) => void written.push(text), true, {
    colour: false,
    columns: 30,
  })
  const step = { milliseconds: 1, total: 40 }
  update({ ...step, check: 'toy: one', done: 1, verdicts: [{ clause: 'a', verdict: 'pass' }] })
  update({ ...step, check: 'toy: two', done: 2, verdicts: [{ clause: 'b', verdict: 'fail' }] })
  done()
  expect(written).toEqual(
    [
      '1/40 checks  toy: one',
      '\r\u001B[2K',
      '✗ toy: two\n',
      '    b\n',
      '2/40 checks, 1 failing  toy: t',
      '\r\u001B[2K',
    ].map((line) => line.slice(0, line.startsWith('2/') ? 29 : undefined)),
  )
})

test('a fingerprint keeps no number of a secret, and of lists only whether they hold more, fewer or others', () => {
  const print = (expected: unknown, got: unknown): string =>
    fingerprintOf('users.a', [
      {
        ...failing(failed.checks[0]!),
        outcomes: [
          {
            clause: 'users.a',
            verdict: 'fail',
            asserted: 1,
            assertions: [
              {
                held: false,
                what: 'it',
                exchange: undefined,
                expected,
                got,
                differences: [{ path: '', expected, got }],
              },
            ],
          },
        ],
      },
    ])
  expect(print('<anything but "«client_secret#1»">', 'x')).toBe(
    print('<anything but "«client_secret#2»">', 'x'),
  )
  expect(print('<anything but "«client_secret#1»">', 'x')).not.toBe(print('<a text>', 'x'))
  expect(print('E0000007', 'E0000001')).not.toBe(print('E0000006', 'E0000001'))
  const more = print([], ['a'])
  const fewer = print(['a'], [])
  expect([print(['b'], ['a', 'b', 'c']), print(['a', 'b'], ['b'])]).toEqual([more, fewer])
  const others = print(['a'], ['b'])
  const order = print(['a', 'b'], ['b', 'a'])
  expect(new Set([more, fewer, others, order]).size).toBe(4)
})
