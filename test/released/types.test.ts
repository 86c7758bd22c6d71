/** Compiles a caller of the packed package under the usual compilers and settings, and loads it by `require`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, test } from 'vitest'
import { demand, installIn, packInto, root } from '../../scripts/packed.ts'
import { isThorough } from '../support/runs.ts'

/**
 * The oldest supported compiler, the first that knows require(esm), the one before the newest, and the newest. The one
 * before the newest is tried with a bundler only.
 */
const compilers = ['5.5.4', '5.8.3', '6.0.3', '7.0.2']
/** A commit is compiled by the oldest and the newest, and at night by all of them. */
const newest = compilers.at(-1)!
const tried = isThorough ? compilers : [compilers[0]!, newest]

/** The module settings of callers, and their files: the files of one setting are compiled together. */
const settings: readonly {
  readonly module: string
  readonly resolution: string
  readonly files: readonly string[]
}[] = [
  // Imports of test runners compile slowly: once with each compiler.
  { module: 'esnext', resolution: 'bundler', files: ['caller.ts', 'runners.ts'] },
  { module: 'node16', resolution: 'node16', files: ['caller.mts'] },
  { module: 'nodenext', resolution: 'nodenext', files: ['caller.mts', 'caller.cts'] },
]

/** Uses each entry that needs only this package and msw, so that a type that is `any` causes an error. */
const caller = `
import { createOrg, type Organisation, type OrgOptions, Refusal } from 'identikit'
import { type MockWorker, setupWorker } from 'identikit/browser'
import { createClient, type ClientResult, ServiceError } from 'identikit/client'
import { conform, type ConformOptions } from 'identikit/conformance'
import { mountConsole } from 'identikit/console'
import { operations } from 'identikit/contract'
import { createBuilders, loadDataset, type Seed } from 'identikit/fixtures'
import { setupServer } from 'identikit/node'
import { serve } from 'identikit/server'
import { createTestKit } from 'identikit/testing'
import { createWorker } from 'identikit/worker'

type Not<Any> = 0 extends 1 & Any ? never : true
type User = ClientResult<'listUsers'>[number]
const typed: readonly true[] = [
  true satisfies Not<User>,
  true satisfies Not<User['profile']['login']>,
  true satisfies Not<ReturnType<typeof createOrg>['control']>,
  true satisfies Not<Seed>,
]

const options: OrgOptions = { delays: { search: '5s' } }
export const inPage = (): MockWorker => setupWorker(options)
export const judge = (of: ConformOptions) => conform(of)
export const isRefused = (error: unknown) => error instanceof Refusal || error instanceof ServiceError

export async function all(): Promise<string> {
  const org: Organisation = createOrg(options)
  await loadDataset(org, 'demo')
  // @ts-expect-error -- there is no such option
  createOrg({ searchLagg: 1 })
  const client = createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })
  const [user] = await client.listUsers({ query: { limit: 1 } })
  // @ts-expect-error -- there is no such parameter
  await client.listUsers({ query: { limitt: 1 } })
  // @ts-expect-error -- a user cannot be read without saying which
  void client.getUser()
  // @ts-expect-error -- a user has a login, and this is none
  void (user!.profile.login satisfies number)
  org.data.users.findFirst((q) => q.where({ status: 'ACTIVE' }))?.status satisfies string | undefined
  org.control.setUser({ user: user!.id, status: 'SUSPENDED' })
  createBuilders().user({ profile: { department: 'Legal' } })
  const server = setupServer({ baseUrl: 'https://id.example.com' })
  server.org.reset()
  void [serve, createTestKit, createWorker, mountConsole, operations, typed]
  return user!.profile.login
}
`

/** Uses the entries of test runners, which need their runner, and the other entries. */
const callerOfRunners = readFileSync(join(import.meta.dirname, '../packaging/runners/types.ts'), 'utf8')

/** Code that needs no msw is checked without it, declarations included. */
const callerWithoutMsw = `
import { createOrg } from 'identikit'
import { serve } from 'identikit/server'
import { createTestKit } from 'identikit/testing'

export const token: string = createOrg().apiToken
void [serve, createTestKit]
`

const folder = mkdtempSync(join(tmpdir(), 'identikit-types-'))

/** Packages that callers import: those of this project. */
const imported = ['@types/node', 'msw', 'vitest', '@playwright/test', '@jest/globals', 'expect']

beforeAll(() => {
  const older = tried.filter((version) => version !== newest)
  const packages = older.map((version) => `ts-${version}@npm:typescript@${version}`)
  installIn(folder, {}, ...packages, packInto(folder))
  for (const name of [...imported, 'typescript']) {
    const link = join(folder, 'node_modules', name === 'typescript' ? `ts-${newest}` : name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
})

describe.each(tried)('a caller compiles under TypeScript %s', (version) => {
  // TypeScript 5.8 is the first that knows that CommonJS may require a module: before, node16 is nodenext.
  const isOld = version === compilers[0]
  const own = settings
    .filter(({ resolution }) => version !== compilers.at(-2) || resolution === 'bundler')
    .filter(({ resolution }) => !isOld || resolution !== 'node16')
    .map((each) => (isOld ? { ...each, files: each.files.filter((file) => !file.endsWith('.cts')) } : each))
  test.each(own)('with module $module, as $files', ({ module, resolution, files }) => {
    // Only the newest compiler checks the declarations: those of other packages fail under older ones.
    const skips = version === newest && resolution === 'nodenext' ? [] : ['--skipLibCheck']
    const options = ['--target', 'es2023', '--module', module, '--moduleResolution', resolution, ...skips]
    const texts = files.map((file) => [file, file === 'runners.ts' ? callerOfRunners : caller] as const)
    compile(version, options, Object.fromEntries(texts))
  })
})

test('a caller without msw compiles, and requires the package', () => {
  rmSync(join(folder, 'node_modules/msw'), { recursive: true })
  compile(newest, ['--module', 'nodenext'], { 'caller.mts': callerWithoutMsw })
  const required = `const { createOrg } = require('identikit'); const { createClient } = require('identikit/client')
    const { baseUrl, apiToken: token, fetch } = createOrg()
    createClient({ baseUrl, token, fetch }).listUsers().then((users) => { if (users.length !== 1) process.exit(1) })`
  demand('node', ['-e', required], folder)
})

/** Compiles files in a new folder. */
function compile(version: string, options: readonly string[], files: Readonly<Record<string, string>>): void {
  const cwd = mkdtempSync(join(folder, 'caller-'))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(cwd, file), text)
  const compiler = join(folder, `node_modules/ts-${version}/bin/tsc`)
  const usual = ['--strict', '--noEmit', '--lib', 'es2023,dom,esnext.disposable', '--types', 'node']
  // Its four checkers would each look at the declarations of all packages.
  const one = version.startsWith('7.') ? ['--checkers', '1'] : []
  demand('node', [compiler, ...usual, ...one, ...options, ...Object.keys(files)], cwd)
}
