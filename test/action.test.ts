import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

/** A step that runs a script, or another action. */
type Step = { readonly if?: string } & (
  | {
      readonly id: string
      readonly shell: string
      readonly env: Readonly<Record<string, string>>
      readonly run: string
    }
  | { readonly uses: string; readonly with: Readonly<Record<string, unknown>> }
)

const read = (file: string): Action => parse(readFileSync(resolve(root, file), 'utf8')) as Action
const action = read('action.yml')
const conform = read('conform/action.yml')
const servers: number[] = []
afterEach(() => {
  for (const server of servers.splice(0)) process.kill(server)
})

/** Runs the steps of an action as a runner does, with the package as it is packed here. */
function runAction(inputs: Readonly<Record<string, string>>, { inputs: known, runs }: Action = action) {
  const folder = mkdtempSync(join(process.env['TMPDIR'] ?? '/tmp', 'action-'))
  const [output, exports, summary] = ['output', 'env', 'summary'].map((name) => join(folder, name))
  const files = { GITHUB_OUTPUT: output!, GITHUB_ENV: exports!, GITHUB_STEP_SUMMARY: summary! }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const linesOf = (file: string): Record<string, string> =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  const values: Record<string, string | undefined> = {
    command: join(inject('packed').folder, 'node_modules/.bin/identikit'),
    ...inputs,
  }
  const filledIn = (texts: Readonly<Record<string, unknown>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [
        name,
        String(text).replaceAll(
          /\$\{\{ (inputs|steps\.\w+\.outputs)\.([\w-]+) \}\}/g,
          (_, of: string, key: string) =>
            of === 'inputs'
              ? (values[key] ?? known[key]!.default!)
              : (linesOf(files.GITHUB_OUTPUT)[key] ?? ''),
        ),
      ]),
    )
  const used: Record<string, Record<string, string>> = {}
  const ended: { status: number | null; stdout: string }[] = []
  for (const step of runs.steps) {
    if ('uses' in step) used[step.uses] = filledIn(step.with)
    else
      ended.push(
        spawnSync(step.shell, ['-e', '-o', 'pipefail', '-c', step.run], {
          cwd: folder,
          env: { ...process.env, RUNNER_TEMP: folder, ...files, ...filledIn(step.env) },
          encoding: 'utf8',
        }),
      )
  }
  const [{ status, stdout } = { status: null, stdout: '' }] = ended
  const exported = linesOf(files.GITHUB_ENV)
  if (exported['IDENTIKIT_PID'] !== undefined) servers.push(Number(exported['IDENTIKIT_PID']))
  return {
    folder,
    status,
    stdout,
    outputs: linesOf(files.GITHUB_OUTPUT),
    exported,
    used,
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
  }
}

test('the action starts a server and exports where it is, with secrets masked', async () => {
  const { status, stdout, outputs, exported } = runAction({
    data: 'empty',
    token: 'ci-token',
    'control-token': 'ci-control',
    args: '--prefix okta',
  })
  expect([status, stdout]).toEqual([0, expect.stringContaining('::add-mask::ci-token')])
  expect(stdout).toContain('::add-mask::ci-control')
  expect(Object.keys(outputs).toSorted()).toEqual(Object.keys(action.outputs).toSorted())
  expect(exported).toMatchObject({
    IDENTIKIT_URL: outputs['url'],
    IDENTIKIT_TOKEN: 'ci-token',
    IDENTIKIT_CONTROL: outputs['control'],
    IDENTIKIT_CONTROL_TOKEN: 'ci-control',
  })
  const headers = { authorization: 'SSWS ci-token' }
  const groups = (await (await fetch(`${outputs['url']}/api/v1/groups`, { headers })).json()) as object[]
  expect(groups[0]).toMatchObject({ type: 'BUILT_IN', objectClass: ['okta:user_group'] })
  const control = { authorization: 'Bearer ci-control' }
  expect((await fetch(`${outputs['control']}/health`, { headers: control })).status).toBe(200)
  expect(readFileSync(exported['IDENTIKIT_LOG']!, 'utf8')).toContain('/api/v1/groups')
})

test('a server that does not start fails the action, and its log is shown', () => {
  const { status, stdout, outputs } = runAction({ args: '--prot 1' })
  expect([status, outputs]).toEqual([1, {}])
  expect(stdout).toContain('::error::Identikit ended before it listened')
  expect(stdout).toContain("unknown option '--prot'")
})

test('the action conform checks a deployment, annotates, and leaves a report that can be verified', () => {
  const { outputs: target } = runAction({ data: 'empty', token: 'ci-token' })
  const { folder, status, stdout, outputs, used, summary } = runAction(
    {
      'base-url': target['url']!,
      token: 'ci-token',
      'requirement-set': '2026-11',
      args: '--control --only users.suspend.*',
      attest: 'true',
    },
    conform,
  )
  expect([status, stdout]).toEqual([0, expect.stringContaining('::add-mask::ci-token')])
  expect(stdout).toContain(
    `::notice title=Conforms as far as shown (requirements 2026-11)%3A ${target['url']!.replaceAll(':', '%3A')}::`,
  )
  expect(summary).toContain('## Conforms as far as shown (requirements 2026-11)')
  expect(outputs).toEqual({
    'exit-code': '0',
    sentence: 'Conforms as far as shown',
    report: 'conform-report/report.json',
    digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  })
  expect(used).toEqual({
    'actions/upload-artifact@v4': {
      name: 'conformance',
      path: 'conform-report\n.identikit/ledgers\n',
      'include-hidden-files': 'true',
      'if-no-files-found': 'ignore',
    },
    'actions/attest-build-provenance@v3': { 'subject-path': outputs['report'] },
  })
  expect(readdirSync(join(folder, 'conform-report')).toSorted()).toEqual([
    'junit.xml',
    'report.html',
    'report.json',
  ])
  const command = join(inject('packed').folder, 'node_modules/.bin/identikit')
  const verified = spawnSync(
    command,
    ['conform', 'verify-report', outputs['report']!, '--digest', outputs['digest']!],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining('is whole and unchanged')])
})

test('the action conform fails with the exit code of the run, writes the badge, and needs no token', () => {
  const { folder, status, stdout, outputs } = runAction(
    { 'base-url': 'http://127.0.0.1:9', out: 'a b' },
    conform,
  )
  expect([status, outputs['exit-code'], outputs['badge']]).toEqual([6, '6', 'a b/badge.json'])
  expect(stdout).toContain('::error title=No verdict (requirements 2026-11)')
  const badge = JSON.parse(readFileSync(join(folder, 'a b/badge.json'), 'utf8'))
  expect(badge).toMatchObject({ label: 'conformance 2026-11', message: 'no verdict' })
  expect(existsSync(join(folder, 'a b/badge.svg'))).toBe(true)
})

test.each([
  ['identikit', action],
  ['identikit/conform', conform],
])('every output of the action %s is one of its first step', (_name, { outputs, runs }) => {
  const [step] = runs.steps as readonly { readonly id?: string }[]
  for (const [name, { value }] of Object.entries(outputs))
    expect(value).toBe(`\${{ steps.${step!.id}.outputs.${name} }}`)
})

test('the action conform uploads and attests after a failure too', () => {
  const [, ...others] = conform.runs.steps
  expect(others.map((step) => step.if?.split(' && ')[0])).toEqual(['always()', 'always()'])
})
