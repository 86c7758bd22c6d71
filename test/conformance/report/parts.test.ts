/** The small parts of reports, at their limits. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { curlOf } from '../../../conformance/report/curl.ts'
import { anchor, escapeHtml, escapeXml } from '../../../conformance/report/escape.ts'
import { markedJson } from '../../../conformance/report/marked-json.ts'
import { parseReport } from '../../../conformance/report/report-schema.ts'
import { progressReport, terminalSummary } from '../../../conformance/report/terminal.ts'
import { writeReports } from '../../../conformance/report/write-reports.ts'
import { resultOf } from './result-of.ts'
import { exchangeOf } from '../engine/exchange-of.ts'

const printed = (value: unknown, paths: Record<string, unknown> = {}) =>
  markedJson(
    value,
    Object.entries(paths).map(([path, got]) => ({ path, expected: 'x', got })),
  ).map(({ text, marked }) => `${marked ? '*' : ' '}${text}`)

test('a value is printed with a mark at each place that differs', () => {
  expect(printed({ a: [1, { b: 'two' }], c: {}, d: [], e: null }, { 'a[1].b': 'two', c: {} })).toEqual([
    ' {',
    '   "a": [',
    '     1,',
    '     {',
    '*      "b": "two"',
    '     }',
    '   ],',
    '*  "c": {},',
    '   "d": [],',
    '   "e": null',
    ' }',
  ])
  expect(printed({ a: { b: 1 } }, { a: { b: 1 } })).toEqual([' {', '*  "a": {', '*    "b": 1', '*  }', ' }'])
  expect(printed(undefined, { '': undefined })).toEqual(['*(nothing)'])
  expect(printed('text')).toEqual([' "text"'])
})

test('a missing property has its own line where it belongs', () => {
  expect(
    printed(
      { profile: {}, list: [], there: undefined },
      { 'profile.login': undefined, id: undefined, 'a.b': undefined, 'list[0]': undefined, there: undefined },
    ),
  ).toEqual([
    ' {',
    '   "profile": {',
    '*    (no "login")',
    '   },',
    '   "list": [],',
    '*  "there": (nothing),',
    '*  (no "id")',
    ' }',
  ])
})

test('shows only the text around the marks of a long value', () => {
  const long = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, at]))
  expect(printed(long, { k15: 15 })).toEqual([
    ' {',
    '   "k0": 0,',
    ' … 11 lines',
    '   "k12": 12,',
    '   "k13": 13,',
    '   "k14": 14,',
    '*  "k15": 15,',
    '   "k16": 16,',
    '   "k17": 17,',
    '   "k18": 18,',
    ' … 12 lines',
  ])
  expect(printed(long)).toHaveLength(32)
  const rows = (count: number) => Array.from({ length: count }, (_, at) => at)
  expect(printed(rows(14), { '[7]': 7 })).toHaveLength(16)
  expect(printed(rows(15), { '[7]': 7 })).toEqual([
    ' [',
    '   0,',
    ' … 3 lines',
    '   4,',
    '   5,',
    '   6,',
    '*  7,',
    '   8,',
    '   9,',
    '   10,',
    ' … 5 lines',
  ])
  expect(printed(rows(15), { '[4]': 4, '[10]': 10 })[2]).toBe('   1,')
  expect(printed(rows(15), { '[5]': 5, '[10]': 10 })[2]).toBe(' … 1 line')
  expect(printed(rows(200))).toHaveLength(121)
  expect(printed(rows(200)).at(-1)).toBe(' … 82 lines')
  expect(printed('x'.repeat(398))).toEqual([` "${'x'.repeat(398)}"`])
  expect(printed('x'.repeat(399))).toEqual([` "${'x'.repeat(399)}…`])
})

test('a request is written as curl, with the credential left to the reader', () => {
  const exchange = exchangeOf({
    method: 'POST',
    path: "/x?q='",
    requestHeaders: {
      'User-Agent': 'identikit',
      Authorization: 'Bearer «token#1»',
      cookie: 'sid=1',
      accept: '*/*',
    },
  })
  expect(curlOf(exchange, 'https://id.example.com')).toBe(
    [
      String.raw`curl -i -g --path-as-is -X POST 'https://id.example.com/x?q='\'''`,
      '-H "Authorization: Bearer $TOKEN"',
      '-H "Cookie: $SESSION_COOKIE"',
      "-H 'accept: */*'",
    ].join(' \\\n  '),
  )
  expect(curlOf({ ...exchange, requestHeaders: {}, requestBody: '{}' }, '')).toBe(
    `${String.raw`curl -i -g --path-as-is -X POST '/x?q='\'''`} \\\n  -H 'Content-Type:' \\\n  --data-raw '{}'`,
  )
})

test('text is escaped for HTML and XML, and made a name of a place', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;')
  expect(escapeXml('a\u0000b\u0008\t\n\r\uFFFE\u{1F600}\uD800c <')).toBe('ab\t\n\r\u{1F600}c &lt;')
  expect(anchor('users.a-b: 100 % <x>')).toBe('c-users.a-b-100-x-')
})

test('without a terminal, progress is a line for each twentieth and a line for what goes wrong', () => {
  const lines = (total: number, interactive = false) => {
    const written: string[] = []
    const { update, done } = progressReport((text) => void written.push(text), interactive, {
      colour: false,
      columns: 5,
    })
    for (let at = 1; at <= total; at++) {
      const verdict = at === 3 ? 'error' : at === 4 ? 'fail' : 'pass'
      const verdicts = at === 3 ? ([{ clause: 'b', verdict: 'blocked' }] as const) : []
      update({
        milliseconds: 1,
        check: `toy: ${at}`,
        done: at,
        total,
        verdicts: [{ clause: 'a', verdict }, ...verdicts],
      })
    }
    done()
    return written
  }
  expect(lines(5)).toEqual([
    '1/5 checks\n',
    '2/5 checks\n',
    '✗ toy: 3\n',
    '    a (suite error)\n',
    '3/5 checks, 1 failing\n',
    '✗ toy: 4\n',
    '    a\n',
    '4/5 checks, 2 failing\n',
    '5/5 checks, 2 failing\n',
  ])
  const many = lines(40).filter((line) => /^\d/.test(line))
  expect(many).toHaveLength(20)
  expect([many[0], many.at(-1)]).toEqual(['2/40 checks\n', '40/40 checks, 2 failing\n'])
  // A very narrow terminal still gets ten characters.
  expect(lines(1, true)).toEqual(['1/1 checks', '\r\u001B[2K'])
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
  expect(said({ exitCode: 2 })).toContain('x.json is no conformance report: exitCode: ')
  expect(said({ clauses: [{ ...report.clauses[0], verdict: 'x' }] })).toContain('clauses.0.verdict: ')
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
    { clauses: [{ ...report.clauses[0], document: 4 }] },
    { failures: [{ clause: 'a' }] },
    { baselineProblems: [{ clause: 'a' }] },
  ])
    expect(said(wrong)).toMatch(/^x\.json is no conformance report: /)
  expect(() => parseReport('{', 'y.json')).toThrow('y.json is not JSON')
})

test('lists a failure that binds before one that an administrator may have changed', () => {
  const result = resultOf([
    ['users.first', 'fail', 'differs'],
    ['users.second', 'fail', 'differs'],
  ])
  const clauses = result.clauses.map((each) =>
    each.id === 'users.first' ? { ...each, level: 'default' as const } : each,
  )
  const text = terminalSummary({ ...result, clauses }, { colour: false, columns: 80 })
  expect(text.indexOf('users.second')).toBeGreaterThan(-1)
  expect(text.indexOf('users.second')).toBeLessThan(text.indexOf('users.first'))
})
