import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import type { CommandEntries } from '../../src/cli/tree.ts'
import { createOrg } from '../../src/index.ts'
import { harOf, recordedSession } from '../recordings/session.ts'
import { listening } from '../../scripts/served.ts'
import { consumerFolder } from './packed.ts'

let folder: string
let program: string
let server: ChildProcess
let target: string
let address: string
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  const packed = inject('packed')
  program = join(packed.folder, 'node_modules/.bin/identikit')
  folder = await consumerFolder(packed, 'commands')
  await cp(join(import.meta.dirname, '../../examples/pact/pacts'), join(folder, 'pacts'), { recursive: true })
  await writeFile(join(folder, 'session.har'), harOf(await recordedSession(createOrg())))
  await writeFile(
    join(folder, 'call.mjs'),
    'const headers = { Authorization: `SSWS ${process.env.IDENTIKIT_TOKEN}` }\n' +
      "console.log((await fetch(process.env.IDENTIKIT_URL + '/api/v1/users/me', { headers })).status)\n",
  )
  const line = 'serve --port 0 --json --data empty --state org.db --export-on-exit end.json'
  server = spawn(program, line.split(' '), {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, apiToken } = await listening(server)
  address = url
  target = `--base-url ${url} --token env:TOKEN`
  environment = { ...process.env, TOKEN: apiToken }
}, 300_000)

afterAll(() => void server.kill('SIGKILL'))

async function stopped(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
}

interface Ended {
  readonly code: number
  readonly printed: string
}

function identikit(line: string): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      program,
      line.trim().split(' '),
      { cwd: folder, env: environment, maxBuffer: 50_000_000 },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), printed: stdout + stderr })
      },
    )
  })
}

/**
 * The arguments of each command, its output, and its exit code if not 0. A command may read files that commands
 * before it wrote.
 */
const runs: readonly (readonly [name: string, line: string, prints: string, code?: number])[] = [
  ['conform init', 'TARGET --yes --out target.yaml', 'target.yaml'],
  ['conform run', 'TARGET --explore-only --explore 1s --report none', 'no difference in'],
  ['conform run', 'TARGET --profile target.yaml --only groups.get.* --report json --out one', 'passed'],
  ['conform', 'TARGET --control --only users.list.* --shard 1/2 --report json --out two', 'passed'],
  ['conform', 'TARGET --control --only users.list.* --shard 2/2 --report json --out three', 'passed'],
  ['conform run', 'TARGET --control --quick --report none', 'passed'],
  ['conform plan', 'TARGET --only users.list.*', 'This run would create'],
  ['conform verify-report', 'one/report.json', 'is whole and unchanged'],
  ['conform diff', 'one/report.json two/report.json', 'groups.get.'],
  ['conform merge', 'two/report.json three/report.json --report none', 'passed'],
  ['conform explain', 'groups.get.*', 'groups.get.'],
  ['conform cleanup', 'TARGET --run abc123', 'Nothing is left behind'],
  ['conform selftest', 'groups.get.* --mutants', 'caught'],
  ['exec', '-- node -p process.env.IDENTIKIT_URL', 'http://localhost:'],
  ['vary', '--only connection-reset -- node call.mjs', 'relies on what the API description leaves open', 1],
  ['health', 'http://127.0.0.1:9', 'no server answers', 1],
  ['gaps', 'ADDRESS', 'The server met no call that it does not serve.'],
  ['init', '', 'test/identikit.test.mjs: a test with node:test that passes'],
  ['compare', 'session.har', 'No difference.'],
  ['seed --from recording', 'session.har', '# Made from recordings'],
  ['seed', '--data demo --users 20 --out people.yaml', 'Wrote people.yaml'],
  ['push', 'people.yaml TARGET', '--yes'],
  ['seed --from deployment', 'TARGET --out pulled.yaml', 'pulled.yaml'],
  ['openapi', '', '"openapi": "3.1'],
  ['pact check', 'pacts', 'match'],
  ['state show', 'org.db', 'org.db: '],
  ['state export', 'org.db --out state.json', 'Wrote state.json'],
  ['state import', 'state.json other.db', 'other.db'],
  ['seed --from state', 'state.json', 'exact: true'],
  ['completion', 'bash', 'identikit'],
  ['complete', '-- con', 'conform'],
]

/** Commands that other tests run from the package: the servers, and commands that need the packages of Pact. */
const elsewhere = ['serve', 'mcp', 'pact verify', 'pact record']

/** Commands that are only there for those below them: they print their help. */
const groups = ['pact', 'state']

test('every command is run from the package by one of these tests', () => {
  const all = (entries: CommandEntries, before = ''): string[] =>
    Object.entries(entries).flatMap(([name, entry]) => [
      before + name,
      ...all(entry.commands ?? {}, `${before + name} `),
    ])
  const tried = new Set([...runs.map(([name]) => name.replace(/ --.*/, '')), ...elsewhere, ...groups])
  expect([...tried].toSorted()).toEqual(all(commands).toSorted())
})

test('every command does what it is for', async () => {
  for (const [name, line, prints, code = 0] of runs) {
    // One server at a time has a file of state.
    if (name === 'state show') await stopped(server)
    const ended = await identikit(`${name} ${line.replace('TARGET', target).replace('ADDRESS', address)}`)
    expect.soft(ended.printed, name).toContain(prints)
    expect.soft(ended.code, `${name}: ${ended.printed}`).toBe(code)
  }
  expect(JSON.parse(await readFile(join(folder, 'end.json'), 'utf8'))).toHaveProperty('rows')
}, 300_000)
