import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('the example adds the checks to a Vitest run, next to its own test', { timeout: 600_000 }, async () => {
  const vitest = resolve(root, 'node_modules/.bin/vitest')
  const folder = mkdtempSync(join(tmpdir(), 'identikit-example-'))
  const file = join(folder, 'report.json')
  const args = [
    'run',
    '--testTimeout=120000',
    '--root',
    'examples/conformance',
    '--reporter',
    'json',
    '--outputFile',
    file,
  ]
  await promisify(execFile)(vitest, args, { cwd: root })
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    success: boolean
    numFailedTests: number
    testResults: { assertionResults: { title: string; status: string }[] }[]
  }
  rmSync(folder, { recursive: true })
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').map(({ title }) => title)
  expect(report).toMatchObject({ success: true, numFailedTests: 0 })
  expect(passed).toContain('tests of your own stand beside them')
  expect(passed).toContainEqual(expect.stringMatching(/^groups-operations: a group is created/))
  expect(passed.length).toBeGreaterThan(3)
})
