import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

interface Step {
  readonly id: string
  readonly shell: string
  readonly env: Readonly<Record<string, string>>
  readonly run: string
}

const action = parse(readFileSync(resolve(root, 'action.yml'), 'utf8')) as Action
const [step] = action.runs.steps
const servers: number[] = []
afterEach(() => {
  for (const server of servers.splice(0)) process.kill(server)
})

/** Runs the steps as a runner does, with the package as it is packed here. */
function runAction(inputs: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(process.env['TMPDIR'] ?? '/tmp', 'action-'))
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_ENV: join(folder, 'env') }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const given = { command: join(inject('packed').folder, 'node_modules/.bin/identikit'), ...inputs }
  const valueOf = (_: string, name: string): string =>
    (given as Record<string, string>)[name] ?? action.inputs[name]!.default
  const env = Object.fromEntries(
    Object.entries(step!.env).map(([name, text]) => [
      name,
      text.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, valueOf),
    ]),
  )
  const { status, stdout } = spawnSync(step!.shell, ['-e', '-o', 'pipefail', '-c', step!.run], {
    cwd: root,
    env: { ...process.env, RUNNER_TEMP: folder, ...files, ...env },
    encoding: 'utf8',
  })
  const read = (file: string): Record<string, string> =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  const exported = read(files.GITHUB_ENV)
  if (exported['IDENTIKIT_PID'] !== undefined) servers.push(Number(exported['IDENTIKIT_PID']))
  return { status, stdout, outputs: read(files.GITHUB_OUTPUT), exported }
}

test('the action starts a server and exports where it is, with secrets masked', async () => {
  const { status, stdout, outputs, exported } = runAction({
    data: 'empty',
    token: 'ci-token',
    'control-token': 'ci-control',
    args: '--word okta',
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

test('every output of the action is one of its step', () => {
  for (const [name, { value }] of Object.entries(action.outputs))
    expect(value).toBe(`\${{ steps.${step!.id}.outputs.${name} }}`)
})
