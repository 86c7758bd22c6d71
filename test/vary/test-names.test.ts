import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placedByTime, testsOfJunit } from '../../src/vary/run/junit.ts'
import { failedIn } from '../../src/vary/run/test-names.ts'

test.each<[runner: string, output: string, found: object]>([
  [
    'pytest',
    'FAILED tests/test_a.py::TestA::test_one - AssertionError: assert 1 == 2',
    { file: 'tests/test_a.py', name: 'TestA::test_one', message: 'AssertionError: assert 1 == 2' },
  ],
  [
    'unittest',
    'FAIL: test_one (test_a.A.test_one)\n-----\nTraceback\nAssertionError: 1 != 2',
    { name: 'test_a.A.test_one', message: 'AssertionError: 1 != 2' },
  ],
  ['go test', '--- FAIL: TestOne (0.00s)\n    a_test.go:4: no', { name: 'TestOne' }],
  [
    'Vitest',
    ' FAIL  test/a.test.ts > people > lists all\nAssertionError: expected 1 to be 2',
    { file: 'test/a.test.ts', name: 'people > lists all', message: 'AssertionError: expected 1 to be 2' },
  ],
  ['Jest', '  ● people › lists all\n\n    expect(received).toBe(expected)', { name: 'people lists all' }],
  [
    'Playwright',
    '  1) [chromium] › a.spec.ts:3:1 › lists all ─────',
    { file: 'a.spec.ts', line: 3, name: 'lists all' },
  ],
  [
    'Mocha',
    '      1) lists all\n  people\n  1 failing\n\n  1) people\n       in a team\n         lists all:\n     Error: no',
    { name: 'people in a team lists all', message: 'Error: no' },
  ],
  [
    'Mocha, in a hook',
    '    1) "before each" hook\n\n  1) people\n       "before each" hook for "lists all":\n     Error: no',
    { name: 'people lists all', told: expect.stringContaining('Error: no') },
  ],
  ['AVA', '  ✘ [fail]: a › lists all Two are expected\n  ─\n\n  a › lists all\n', { name: 'a › lists all' }],
  ['uvu', '   FAIL  people  "lists all"\n    Expected 2', { name: 'people lists all' }],
  [
    'tape',
    '# lists all\nok 1 is a list\nnot ok 2 has two\n# another',
    { name: 'lists all', message: 'has two' },
  ],
  ['TAP', 'not ok 2 - lists all # time=3ms', { name: 'lists all' }],
  ['colours', '\u001B[31m--- FAIL: TestOne (0.00s)\u001B[39m', { name: 'TestOne' }],
])('reads the failed tests in the output of %s', (_, output, found) => {
  expect(failedIn(`other lines\n${output}\n`)).toEqual([
    expect.objectContaining({ ...found, state: 'failed' }),
  ])
})

test('reads names, places and errors of a JUnit file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'junit-'))
  const file = join(folder, 'junit.xml')
  writeFileSync(
    file,
    `<testsuites><testsuite><testcase classname="tests.A" name="one" file="a.py" line="4"><failure message="1 &lt; 2">at 3</failure></testcase><testcase classname="tests.A" name="two"/></testsuite></testsuites>`,
  )
  expect(testsOfJunit(file)).toEqual([
    {
      name: 'tests.A one',
      file: 'a.py',
      line: 4,
      state: 'failed',
      message: '1 < 2',
      told: expect.stringContaining('at 3'),
    },
    { name: 'tests.A two', file: undefined, state: 'passed' },
  ])
  rmSync(folder, { recursive: true })
})

test('finds the test of a call by the times in a JUnit file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'junit-'))
  const file = join(folder, 'junit.xml')
  const suite = (time: string): string =>
    `<testsuites name="all"><testsuite timestamp="2026-01-02T03:04:05.000+00:00" time="${time}"><testcase name="one" time="0.200"/><testcase name="two" time="0.300"/></testsuite><testsuite><testcase name="three" time="1"/></testsuite></testsuites>`
  const start = Date.parse('2026-01-02T03:04:05Z')
  const call = { operation: 'listUsers', method: 'GET', path: '/', query: '', isAltered: false } as const
  const reply = { status: 200, headers: {}, text: '' }
  const placed = (time: string): unknown[] => {
    writeFileSync(file, suite(time))
    const calls = [50, 1050, 1350, 1600].map((at) => ({ ...call, at: start + at, reply }))
    return placedByTime(calls, testsOfJunit(file)).map((each) => each.test?.name)
  }
  // A second of collecting comes before the tests.
  expect(placed('1.500')).toEqual([undefined, 'one', 'two', undefined])
  expect(placed('0.500')).toEqual(['one', undefined, undefined, undefined])
  // They ran at the same time, so no call is known.
  expect(placed('0.300')).toEqual([undefined, undefined, undefined, undefined])
  rmSync(folder, { recursive: true })
})
