/** Even if every check fails, the page is small enough to mail. */
import { expect, test } from 'vitest'
import { assemble } from '../../../conformance/engine/judge/assemble.ts'
import type { CheckResult, RequirementOutcome } from '../../../conformance/engine/judge/check-result.ts'
import { requirements as registry } from '../../../conformance/registry/requirements.ts'
import { terminalSummary } from '../../../conformance/report/terminal.ts'
import { reportFiles } from '../../../conformance/report/write-reports.ts'
import { emptyRun } from './result-of.ts'

const body = JSON.stringify({
  list: Array.from({ length: 100 }, (_, at) => ({ at, said: '<"&"> '.repeat(10) })),
})

/** A check with many exchanges, each of a large body, in which every judgement went wrong. */
function check(key: string, outcomes: readonly RequirementOutcome[], exchanged = 500): CheckResult {
  const exchanges = Array.from({ length: exchanged }, (_, at) => ({
    number: at + 1,
    method: 'GET',
    path: `/api/v1/groups?q=${at}`,
    requestHeaders: { authorization: 'SSWS «token#1»' },
    requestBody: body,
    status: 500 + (at % 7),
    responseHeaders: { 'x-long': 'x'.repeat(5000) },
    responseBody: body,
    truncated: true,
    milliseconds: 1,
    attempts: 1,
  }))
  return { key, title: key, file: 'toy', outcomes, observations: [], exchanges, exchanged, milliseconds: 1 }
}

const got: unknown = JSON.parse(body)

function failed(requirement: string, why: string, asserted = 9): RequirementOutcome {
  const assertions = Array.from({ length: asserted }, (_, at) => ({
    held: false,
    what: `turn ${at}`,
    expected: { list: [at] },
    got,
    differences: [{ path: 'list', expected: [at], got: at }],
    exchange: at + 1,
  }))
  return { requirement, verdict: 'fail', why, assertions, asserted }
}

const nothing = assemble({
  requirements: registry,
  selected: () => true,
  baseline: Array.from({ length: 5000 }, (_, at) => ({
    requirement: `no.${at}`,
    verdict: 'fail',
    reason: 'r',
  })),
  warnings: Array.from({ length: 1000 }, () => 'w'.repeat(1000)),
  run: {
    ...emptyRun,
    orphans: Array.from({ length: 5000 }, (_, at) => ({
      kind: 'user',
      name: `n${at}`,
      why: 'w'.repeat(500),
    })),
  },
  checks: [],
})

/** The page of a run with these checks, without blame, which is slow here and tested elsewhere. */
function pageOf(checks: readonly CheckResult[]): string {
  const said = new Map(
    checks.flatMap(({ key, outcomes }) => outcomes.map((each) => [each.requirement, { key, ...each }])),
  )
  const requirements = nothing.requirements.map((requirement) => {
    const { key, verdict, why } = said.get(requirement.id) ?? {}
    if (key === undefined || verdict === undefined || !requirement.graded) return requirement
    return { ...requirement, verdict, ...(why === undefined ? {} : { why }), checks: [{ key, verdict }] }
  })
  return reportFiles({ ...nothing, sentence: 'Does not conform', requirements, checks }, 'html')[
    'report.html'
  ]!
}

const long = 'y'.repeat(3000)

test.each([
  ['in one way', () => registry.map(({ id }) => check(id, [failed(id, 'the status')], 3))],
  ['each in its own way', () => registry.map(({ id }) => check(id, [failed(id, `${id} ${long}`)], 3))],
  [
    'in one check',
    () => [
      check(
        'all',
        registry.map(({ id }) => failed(id, `${id} ${long}`)),
      ),
    ],
  ],
  [
    'blocked, each for its own reason',
    () => [
      check(
        'all',
        registry.map(({ id }) => ({
          requirement: id,
          verdict: 'blocked',
          why: `${id} ${long}`,
          assertions: [],
          asserted: 0,
        })),
      ),
    ],
  ],
])('a report is at most 2 MB with all requirements failed %s', (_, checks) => {
  const page = pageOf(checks())
  expect(new TextEncoder().encode(page).length).toBeLessThan(2_000_000)
  expect(page.includes('could not be shown here')).toBe(false)
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
  expect(new Set(ids).size).toBe(ids.length)
  const known = new Set(ids)
  expect([...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!).filter((id) => !known.has(id))).toEqual(
    [],
  )
})

test('of many exchanges and judgements alike the first and the last are shown, and how many lie between', () => {
  const page = pageOf([
    check(
      'all',
      [
        failed(
          registry.find(({ level, excluded }) => level === 'must' && excluded === undefined)!.id,
          'the status',
          490,
        ),
      ],
      300,
    ),
  ])
  for (const said of [
    'All 300 exchanges of this check',
    '487 more like this, then the last',
    ' more like these</p>',
  ])
    expect([said, page.includes(said)]).toEqual([said, true])
})

test('reports for people list fifty problems of the baseline and records left behind, and how many more', () => {
  const { 'summary.md': markdown = '' } = reportFiles(nothing, 'md')
  const terminal = terminalSummary(nothing, { colour: false, columns: 80 })
  for (const [text, each, rest] of [
    [markdown, /^- `no\./gm, '- and 4950 more'],
    [terminal, /^baseline: no\./gm, '… and 4950 more in the report'],
    [markdown, /^- user /gm, '- and 4950 more'],
    [terminal, /^left behind: user /gm, '… and 4950 more in the report'],
  ] as const) {
    expect(text.match(each)).toHaveLength(50)
    expect(text).toContain(rest)
  }
})
