/** The small parts of reports, at their limits. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { curlOf } from '../../../conformance/report/failures.ts'
import { anchor, escapeHtml, escapeXml } from '../../../conformance/report/html-page.ts'
import { markedJson } from '../../../conformance/report/marked-json.ts'
import { parseReport } from '../../../conformance/report/report-schema.ts'
import { progressReport, terminalSummary } from '../../../conformance/report/terminal.ts'
import { writeReports } from '../../../conformance/report/write-reports.ts'
import { resultOf } from './result-of.ts'
import { exchangeOf } from '../engine/exchange-of.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => at)
const keyed = Object.fromEntries(rows(30).map((at) => [`k${at}`, at]))
const deep = { a: [1, { b: 'two' }], c: {}, d: [], e: null }
const lacking = { profile: {}, list: [], there: undefined }

/** Values, and the places at which they differ from what was expected. */
const marked: readonly (readonly [value: unknown, places?: Record<string, unknown>])[] = [
  [deep, { 'a[1].b': 'two', c: {} }],
  [{ a: { b: 1 } }, { a: { b: 1 } }],
  [undefined, { '': undefined }],
  ['text'],
  // A missing property has its own line where it belongs.
  [lacking, { 'profile.login': undefined, id: undefined, 'a.b': undefined, 'list[0]': undefined }],
  [lacking, { there: undefined }],
  // Of a long value only the text around the marks is shown.
  [keyed, { k15: 15 }],
  [keyed],
  [rows(14), { '[7]': 7 }],
  [rows(15), { '[7]': 7 }],
  [rows(15), { '[4]': 4, '[10]': 10 }],
  [rows(15), { '[5]': 5, '[10]': 10 }],
  [rows(200)],
  ['x'.repeat(398)],
  ['x'.repeat(399)],
]

/** The progress of a run in which the third check errs and the fourth fails. */
function progressOf(total: number, isTerminal: boolean, columns: number): string {
  const written: string[] = []
  const { update, done } = progressReport((text) => void written.push(text), isTerminal, {
    colour: false,
    columns,
  })
  for (let at = 1; at <= total; at++) {
    const verdict = at === 3 ? 'error' : at === 4 ? 'fail' : 'pass'
    const verdicts = at === 3 ? ([{ requirement: 'b', verdict: 'blocked' }] as const) : []
    const own = { requirement: 'a', verdict } as const
    update({ milliseconds: 1, check: `toy: ${at}`, done: at, total, verdicts: [own, ...verdicts] })
  }
  const exploration = { calls: 1234, found: 1 }
  update({ milliseconds: 1, check: 'exploration', done: total, total, verdicts: [], exploration })
  done()
  return written.map((text) => JSON.stringify(text)).join('\n')
}

const curls = [
  {
    'User-Agent': 'identikit',
    Authorization: 'Bearer «token#1»',
    cookie: 'sid=1',
    accept: '*/*',
  },
  {},
].map((requestHeaders, at) => {
  const body = at === 0 ? {} : { requestBody: '{}' }
  return curlOf(exchangeOf({ method: 'POST', path: "/x?q='", requestHeaders, ...body }), 'https://id.test')
})

test('the parts of reports are printed as parts.txt shows', async () => {
  const told = marked.map(([value, places = {}]) => {
    const differences = Object.entries(places).map(([path, got]) => ({ path, expected: 'x', got }))
    const lines = markedJson(value, differences).map(({ text, marked }) => `${marked ? '*' : ' '}${text}`)
    return [`marks at ${Object.keys(places).join(', ')}`, ...lines].join('\n')
  })
  told.push(...curls)
  for (const [total, isTerminal, columns] of [
    [5, false, 80],
    [40, false, 80],
    [5, true, 28],
    // A very narrow terminal still gets ten characters.
    [1, true, 5],
  ] as const)
    told.push(`progress of ${total} checks\n${progressOf(total, isTerminal, columns)}`)
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('parts.txt')
})

test('text is escaped for HTML and XML, and made a name of a place', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;')
  expect(escapeXml('a\u0000b\u0008\t\n\r\uFFFE\u{1F600}\uD800c <')).toBe('ab\t\n\r\u{1F600}c &lt;')
  expect(anchor('users.a-b: 100 % <x>')).toBe('c-users.a-b-100-x-')
})

test('the terminal lists twenty gaps, and cuts long lines', () => {
  const gaps = (count: number) =>
    resultOf(Array.from({ length: count }, (_, at) => [`users.n${at}`, 'inconclusive', `why ${at}`] as const))
  const text = (count: number) => terminalSummary(gaps(count), { colour: false, columns: 80 })
  expect(text(20)).toContain('     1 inconclusive: why 19\n\nNo verdict: 20 inconclusive\n')
  expect(text(21)).toContain('     1 inconclusive: why 19\n  … and 1 more in the report\n\nNo verdict')
  const long = (length: number) =>
    resultOf([['users.a', 'fail', 'no']], {}, (check) => ({
      ...check,
      outcomes: check.outcomes.map((each) => ({
        ...each,
        assertions: [
          {
            held: false,
            what: 'it',
            expected: 'x'.repeat(length),
            got: 1,
            differences: [],
            exchange: undefined,
          },
        ],
      })),
    }))
  const said = (length: number) => terminalSummary(long(length), { colour: false, columns: 80 })
  expect(said(158)).toContain(`  expected  it: "${'x'.repeat(158)}"\n  got       1\n`)
  expect(said(159)).toContain(`  expected  it: "${'x'.repeat(159)}…\n`)
})

test('reports are written into a folder that need not be there; what cannot be made is said in its place', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-reports-'))
  try {
    const inner = path.join(folder, 'a/b')
    const result = resultOf([['users.a', 'pass']])
    const names = async (forms: Parameters<typeof writeReports>[1], whole = result) =>
      (await writeReports(whole, forms, inner)).map((file) => path.relative(inner, file))
    expect(await names(['html', 'json', 'junit', 'ctrf', 'md', 'badge'])).toEqual([
      'report.html',
      'report.json',
      'junit.xml',
      'ctrf.json',
      'summary.md',
      'badge.json',
      'badge.svg',
    ])
    // Every file is complete, and no temporary file is left.
    expect(fs.readdirSync(inner).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(parseReport(fs.readFileSync(path.join(inner, 'report.json'), 'utf8'), 'it')).toEqual(result)
    expect(await names(['badge'], resultOf([], { whole: false }))).toEqual([])
    // A report that cannot be moved to its place leaves no temporary file.
    fs.mkdirSync(path.join(inner, 'taken/report.html/x'), { recursive: true })
    await expect(writeReports(result, ['html'], path.join(inner, 'taken'))).rejects.toThrow('report.html')
    expect(fs.readdirSync(path.join(inner, 'taken'))).toEqual(['report.html'])
    const broken = { ...result, run: { ...result.run, startedAt: undefined } } as unknown as typeof result
    Object.defineProperty(broken, 'checks', {
      get: () => {
        throw new Error('no checks')
      },
    })
    expect(await names(['junit', 'badge'], broken)).toEqual(['junit-problem.txt', 'badge.json', 'badge.svg'])
    expect(fs.readFileSync(path.join(inner, 'junit-problem.txt'), 'utf8')).toBe(
      'This report could not be made: no checks\nThe sentence of the run: Conforms\n',
    )
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

test('refuses a file that is not a report, with the first wrong place', () => {
  const report = JSON.parse(JSON.stringify(resultOf([['users.a', 'pass']])))
  const said = (change: object) => {
    try {
      parseReport(JSON.stringify({ ...report, ...change }), 'x.json')
    } catch (error) {
      return (error as Error).message
    }
    return 'taken'
  }
  expect(said({})).toBe('taken')
  expect(said({ exitCode: 2 })).toContain('x.json is not a conformance report: exitCode: ')
  expect(said({ requirements: [{ ...report.requirements[0], verdict: 'x' }] })).toContain(
    'requirements.0.verdict: ',
  )
  for (const wrong of [
    { unexpected: -1 },
    { known: -1 },
    { known: 1.5 },
    { format: 2 },
    { more: 1 },
    { counts: { pass: -1 } },
    { run: { ...report.run, requests: 1.5 } },
    { run: { ...report.run, startedAt: 'today' } },
    { run: { ...report.run, more: 1 } },
    { checks: [{ ...report.checks[0], exchanged: -1 }] },
    { checks: [{ ...report.checks[0], more: 1 }] },
    { requirements: [{ ...report.requirements[0], document: 4 }] },
    { failures: [{ requirement: 'a' }] },
    { baselineProblems: [{ requirement: 'a' }] },
  ])
    expect(said(wrong)).toMatch(/^x\.json is not a conformance report: /)
  expect(() => parseReport('{', 'y.json')).toThrow('y.json is not JSON')
})

test('lists a failure that binds before one that an administrator may have changed', () => {
  const result = resultOf([
    ['users.first', 'fail', 'differs'],
    ['users.second', 'fail', 'differs'],
  ])
  const requirements = result.requirements.map((each) =>
    each.id === 'users.first' ? { ...each, level: 'default' as const } : each,
  )
  const text = terminalSummary({ ...result, requirements }, { colour: false, columns: 80 })
  expect(text.indexOf('users.second')).toBeGreaterThan(-1)
  expect(text.indexOf('users.second')).toBeLessThan(text.indexOf('users.first'))
})

test.each([
  [
    'users.suspend.groups-kept',
    { method: 'GET', path: '/api/v1/groups/00g1/users', status: 200, responseBody: '[]' },
    { what: 'an element', expected: { id: '00u1' }, got: [] },
    'After suspendUser listGroupUsers lacks {"id":"00u1"}',
  ],
  [
    'users.suspend.groups-kept',
    { method: 'GET', path: '/api/v1/users/00u1/groups', status: 200, responseBody: '[]' },
    { what: 'no element', expected: { not: { id: '00g1' } }, got: [{ id: '00g1' }] },
    'After suspendUser listUserGroups shows {"id":"00g1"}',
  ],
  [
    'users.suspend.groups-kept',
    { method: 'POST', path: '/api/v1/users/00u1/credentials/change_password', status: 200 },
    { what: 'a refusal', expected: { status: '4xx' }, got: {}, at: 'status' },
    'After suspendUser changePassword succeeds with 200',
  ],
] as const)(
  'a failure of %s in %j names the act before the call that shows it',
  (id, shown, found, headline) => {
    const [one, other] = [
      exchangeOf({ number: 1, method: 'POST', path: '/api/v1/users/00u1/lifecycle/suspend', status: 200 }),
      exchangeOf({ number: 2, ...shown }),
    ]
    const { at: place = '', ...rest }: { at?: string; what: string; expected: unknown; got: unknown } = found
    const got = place === 'status' ? 200 : found.got
    const assertion = {
      held: false,
      ...rest,
      differences: [{ path: place, expected: found.expected, got }],
      exchange: 2,
    }
    const result = resultOf([[id, 'fail']], {}, (check) => ({
      ...check,
      outcomes: check.outcomes.map((each) => ({ ...each, assertions: [assertion] })),
      exchanges: [one, other],
    }))
    expect(terminalSummary(result, { colour: false, columns: 200 })).toContain(headline)
  },
)
