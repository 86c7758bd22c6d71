import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { assemble } from '../../../conformance/engine/judge/assemble.ts'
import { digestOf } from '../../../conformance/report/verify-report.ts'
import { gradable } from '../../../conformance/registry/requirement.ts'
import { requirementsOfSet } from '../../../conformance/registry/requirement-sets.ts'
import { emptyRun, resultOf } from '../report/result-of.ts'
import { runHere } from '../../cli/run-here.ts'

const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-reading-'))
afterAll(() => fs.rmSync(cwd, { recursive: true, force: true }))

function written(name: string, content: unknown): string {
  fs.writeFileSync(path.join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content))
  return name
}

const conform = (...argv: string[]) => runHere(['conform', ...argv], { cwd })

test('two reports are compared: what is worse comes first', async () => {
  const before = resultOf([
    ['heals', 'fail', 'no'],
    ['breaks', 'pass'],
    ['stays', 'fail', 'no'],
    ['fails otherwise', 'fail', 'no'],
    ['is not shown now', 'pass'],
    ['is shown now', 'blocked'],
    ['is gone', 'pass'],
  ])
  const now = resultOf([
    ['heals', 'pass'],
    ['breaks', 'fail', 'no'],
    ['stays', 'fail', 'no'],
    ['fails otherwise', 'fail', 'no'],
    ['is not shown now', 'blocked'],
    ['is shown now', 'pass'],
    ['is new', 'pass'],
  ])
  const requirements = now.requirements.map((each) =>
    each.id === 'fails otherwise' ? { ...each, fingerprint: '000000000000' } : each,
  )
  const after = { ...now, requirements }
  const [one, two] = [written('one.json', before), written('two.json', after)]
  const other = written('other.json', { ...after, run: { ...after.run, registry: 'another' } })
  const diff = async (first: string, second: string): Promise<string[]> => {
    const { out, ...rest } = await conform('diff', first, second)
    expect(rest).toEqual({ code: 0, error: '' })
    return out.replaceAll(/fail [0-9a-f]{12}/g, 'fail PRINT').split('\n')
  }
  expect(await diff(one, two)).toEqual([
    '- breaks: pass → fail PRINT',
    '- fails otherwise: fail PRINT → fail PRINT',
    '- is not shown now: pass → blocked',
    '- is gone: pass → no such requirement',
    '+ heals: fail PRINT → pass',
    '+ is shown now: blocked → pass',
    '+ is new: no such requirement → pass',
    '7 requirements came out differently; Does not conform → Does not conform',
  ])
  expect(await diff(two, two)).toEqual(['No requirement came out differently.'])
  expect((await diff(two, other))[0]).toBe('The two runs measured by different registries of requirements.')
})

test.each([
  ['diff x.json y.json', 'conform diff: x.json is not JSON'],
  ['diff y.json y.json', 'conform diff: there is no file '],
  ['diff list.json list.json', 'conform diff: list.json is not a conformance report: content: Invalid input'],
  ['merge one.json', 'conform merge: merge takes the JSON reports of two shards or more'],
  ['merge x.json x.json', 'conform merge: x.json is not JSON'],
])('%s is refused: %s', async (line, message) => {
  written('x.json', '{')
  written('list.json', '[]')
  const { code, error } = await conform(...line.split(' '))
  expect([code, error]).toEqual([2, expect.stringContaining(message)])
})

/** A whole report in which every requirement passed, but for one. */
function wholeReport() {
  const requirements = requirementsOfSet('2026-11')
  const outcomes = requirements.filter(gradable).map(({ id }) => {
    const held = id !== 'users.suspend.not-active'
    const assertion = {
      held,
      what: 'the status',
      expected: 400,
      got: 200,
      differences: [],
      exchange: undefined,
    }
    const verdict = held ? ('pass' as const) : ('fail' as const)
    return { requirement: id, verdict, assertions: held ? [] : [assertion], asserted: 1 }
  })
  const toy = {
    key: 'toy: all',
    title: 'all',
    file: 'toy',
    observations: [],
    exchanges: [],
    exchanged: 1,
    milliseconds: 1,
  }
  const run = { ...emptyRun, requirementSet: '2026-11' }
  const result = assemble({
    requirements,
    selected: () => true,
    checks: [{ ...toy, outcomes }],
    run,
    baseline: [],
    warnings: [],
  })
  return JSON.parse(JSON.stringify({ ...result, digest: digestOf(result) }))
}

/** The report after a change, with a digest that fits. */
function forged(change: (report: ReturnType<typeof wholeReport>) => unknown) {
  const report = wholeReport()
  change(report)
  return { ...report, digest: digestOf(report) }
}

const suspend = (report: ReturnType<typeof wholeReport>) =>
  report.requirements.find(({ id }: { id: string }) => id === 'users.suspend.not-active')

const whole = JSON.stringify(wholeReport())
const { digest } = wholeReport()

test('a report is whole and unchanged, however its JSON is laid out', async () => {
  const { digest: own, ...rest } = JSON.parse(whole)
  written('whole.json', JSON.stringify({ digest: own, ...rest }, undefined, 7))
  expect(
    await conform('verify-report', 'whole.json', '--requirement-set', '2026-11', '--digest', digest),
  ).toEqual({
    code: 0,
    error: '',
    out: [
      'whole.json is whole and unchanged.',
      `Does not conform (requirements 2026-11): ${requirementsOfSet('2026-11').filter(gradable).length - 1} passed, 1 failed`,
      'https://id.example.com  run abc123  2026-01-02T03:04:05.000Z  identikit 0.0.0',
      digest,
    ].join('\n'),
  })
})

test.each<[what: string, report: unknown, ...problems: string[]]>([
  ['was cut', whole.slice(0, -200), 'it is not JSON'],
  ['is empty', '', 'it is not JSON'],
  [
    'is another JSON file',
    '{"sentence":"Conforms"}',
    'it is not a conformance report: format: Invalid input',
  ],
  [
    'says another sentence',
    whole.replace('"Does not conform"', '"Conforms"'),
    `it was changed after the run: expected its digest ${digest}, got sha256:`,
  ],
  [
    'has another reply in its evidence',
    whole.replace('"got":200', '"got":400'),
    'it was changed after the run',
  ],
  [
    'has no digest',
    { ...wholeReport(), digest: undefined },
    'it has no digest: expected one, as every run writes it',
  ],
  ['has a digest of another kind', { ...wholeReport(), digest: 'md5:0' }, 'digest: Invalid string'],
  [
    'is that of another run',
    forged(({ run }) => (run.id = 'xyz789')),
    `it is another report: expected the digest ${digest}, got sha256:`,
  ],
  [
    'turns a failure into a pass',
    forged((report) => (suspend(report).verdict = 'pass')),
    'users.suspend.not-active: expected fail, as its checks say, got pass',
    'counts: expected {"fail":0,',
  ],
  [
    'turns it in its checks, too',
    forged((report) => {
      suspend(report).verdict = 'pass'
      report.checks[0].outcomes.find(({ verdict }: { verdict: string }) => verdict === 'fail').verdict =
        'pass'
    }),
    'toy: all: expected fail for users.suspend.not-active, as an assertion of it says, got pass',
  ],
  [
    'leaves a failure out',
    forged((report) => (suspend(report).verdict = 'not-run')),
    'users.suspend.not-active: expected fail, as its checks say, got not-run',
  ],
  [
    'has a better sentence',
    forged((report) => (report.sentence = 'Conforms')),
    'sentence: expected "Does not conform", which follows from the verdicts, got "Conforms"',
  ],
  [
    'has a better exit code',
    forged((report) => (report.exitCode = 0)),
    'exitCode: expected 1, which follows from the verdicts, got 0',
  ],
  [
    'lacks a requirement',
    forged((report) => report.requirements.splice(report.requirements.indexOf(suspend(report)), 1)),
    '1 requirement of 2026-11 missing: users.suspend.not-active',
  ],
  [
    'has a requirement twice',
    forged((report) => report.requirements.push(suspend(report))),
    'users.suspend.not-active is not in the requirements 2026-11, or is there twice',
  ],
  [
    'has a requirement of its own',
    forged((report) => report.requirements.push({ ...suspend(report), id: 'users.easy' })),
    'users.easy is not in the requirements 2026-11',
  ],
  [
    'states a requirement otherwise',
    forged((report) => (suspend(report).statement += ' Or not.')),
    'users.suspend.not-active: its statement is not that of 2026-11',
  ],
  [
    'does not grade a requirement',
    forged((report) => (suspend(report).graded = false)),
    'users.suspend.not-active: expected the level must, got must, not graded',
  ],
  [
    'is about every requirement of a version',
    forged(({ run }) => (run.requirementSet = 'all')),
    'it is about other requirements: expected the frozen set 2026-11, got all requirements of identikit 0.0.0',
  ],
  [
    'is about a set that nobody knows',
    forged(({ run }) => (run.requirementSet = '2099-01')),
    'expected the frozen set 2026-11, got 2099-01',
  ],
  [
    'names no set',
    forged(({ run }) => delete run.requirementSet),
    'expected the frozen set 2026-11, got none',
  ],
])('a report that %s is refused, with the reason', async (_what, report, ...problems) => {
  written('forged.json', report)
  const { code, out, error } = await conform('verify-report', 'forged.json', '--digest', digest)
  expect([code, out]).toEqual([1, ''])
  expect(error).toMatch(/^forged\.json is not a report to trust:\n {2}\S/)
  for (const problem of problems) expect(error).toContain(`  ${problem}`.trimStart())
})

test('a report that is nested too deeply to check is refused', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  written('deep.json', whole.replace('"got":200', `"got":${deep}`))
  expect(await conform('verify-report', 'deep.json')).toMatchObject({
    code: 1,
    error: expect.stringContaining('its values are nested too deeply for a report'),
  })
})

test('a report that was changed is neither merged nor compared', async () => {
  written('whole.json', whole)
  written('changed.json', whole.replace('"Does not conform"', '"Conforms"'))
  for (const line of ['merge whole.json changed.json', 'diff whole.json changed.json'])
    expect(await conform(...line.split(' '))).toMatchObject({
      code: 2,
      error: expect.stringContaining('changed.json was changed after the run: its digest is another one'),
    })
})
