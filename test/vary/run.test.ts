/** `identikit vary` as a user runs it: a client with ordinary mistakes, the same one repaired, and one in Python. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommandLine } from '../../src/cli/command-line.ts'
import type { VaryReport } from '../../src/vary/run/report.ts'
import { isThorough } from '../support/runs.ts'

const clients = join(import.meta.dirname, 'clients')
const folder = mkdtempSync(join(tmpdir(), 'vary-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())
beforeEach(() => vi.stubEnv('NODE_OPTIONS', ''))

const node = ['node', '--test', join(clients, 'client.test.mjs')]

/** Runs the command; the result, its report and what it printed. */
async function vary(
  ...words: string[]
): Promise<{ code: number; out: string; error: string; report: VaryReport }> {
  const printed = { out: [] as string[], error: [] as string[] }
  const io = {
    out: (text: string) => void printed.out.push(text),
    error: (text: string) => void printed.error.push(text),
  }
  const file = join(folder, 'vary.json')
  rmSync(file, { force: true })
  const code = await runCommandLine(['vary', '--report', 'json,html,junit', '--out', folder, ...words], io)
  const report = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as VaryReport)
    : (undefined as never)
  return { code, out: printed.out.join('\n'), error: printed.error.join('\n'), report }
}

/** The mistakes of the careless client: the variant that shows each, the test, and the call behind it. */
const planted = {
  'short-pages: lists the members': 'listGroupUsers',
  'other-order: finds the newest group': 'listGroups',
  'search-lag: creates a person once': 'listUsers',
  'slow-transitions: activates a person': 'getUser',
  'rate-limits: finds the newest group': 'listGroups',
  'unknown-members: exports columns': 'getUser',
  'nothing-for-null: knows where to recover': 'getUser',
  'null-for-nothing: greets by the nick name': 'getUser',
  'other-ids: keeps the id of a group': 'createGroup',
  'other-cursors: lists everybody': 'listUsers',
  'other-words: says who is unknown': 'getUser',
  'other-refusals: says that a login is taken': 'createUser',
  'other-success-codes: makes a group': 'createGroup',
  'fewer-links: suspends a person': 'getUser',
  'refuses-read-only: renames a group': 'updateGroup',
  'large-pages-fail: finds the newest group': 'listGroups',
  'one-link-header: names all groups': 'listGroups',
  'unavailable: renames a group': 'getGroup',
  'connection-reset: renames a group': 'getGroup',
}

test('shows every ordinary mistake of a client, with the call behind it', async () => {
  const { code, out, report } = await vary('--', ...node)
  expect(code).toBe(1)
  const found = Object.fromEntries(report.findings.map(({ id, call }) => [id, call?.operation]))
  expect(found).toMatchObject(planted)
  for (const {
    call,
    by,
    test: { line },
    differences,
    isHanging,
  } of report.findings) {
    expect({ by, isHanging }).toEqual({ by: 'test', isHanging: false })
    expect(call).toBeDefined()
    expect(line).toBeGreaterThan(5)
    expect(differences).not.toEqual([])
  }
  expect(out).toContain('Follow the `next` link until a page has none')
  expect(out).toMatch(
    /Call {3}GET \/api\/v1\/groups\/\w+\/users → 200\n {2}Reply {2}.*\n {9}body\.length: 3 → 1/,
  )
  expect(readFileSync(join(folder, 'vary.html'), 'utf8')).toContain('<mark>')
  expect(readFileSync(join(folder, 'vary.junit.xml'), 'utf8')).toContain(
    '<testsuite name="other-json" tests="1" failures="0">',
  )
  for (const secret of ['Tulip-Meadow-42', 'SSWS 0']) expect(JSON.stringify(report)).not.toContain(secret)
})

test.each(isThorough ? [1, 2, 3] : [1])(
  'finds nothing in the same client without the mistakes (%i)',
  async () => {
    vi.stubEnv('CLIENT', './careful.js')
    const { code, out, report } = await vary('--', ...node)
    expect(report.findings).toEqual([])
    expect(report.unclear).toEqual([])
    expect(code).toBe(0)
    expect(report.runs).toBeLessThan(8)
    expect(out).toContain('No test relies on what the API description leaves open.')
  },
)
