import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import type { Finished } from './run-here.ts'

const cli = fileURLToPath(new URL('../../dist/cli/identikit.js', import.meta.url))

let folder: string
let children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identikit-cli-'))
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Started {
  readonly child: ChildProcess
  readonly printed: () => { out: string; error: string }
  /** Waits until it has printed something that matches. */
  readonly prints: (pattern: RegExp) => Promise<string>
  readonly ended: Promise<Finished>
}

function start(...argv: string[]): Started {
  return startIn(process.cwd(), ...argv)
}

function startIn(cwd: string, ...argv: string[]): Started {
  const child = spawn(process.execPath, [cli, ...argv], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let out = ''
  let error = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    error += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, error }))
  return {
    child,
    ended,
    printed: () => ({ out, error }),
    async prints(pattern) {
      for (;;) {
        const all = out + error
        if (pattern.test(all)) return all
        if (child.exitCode !== null) break
        await new Promise((wait) => setTimeout(wait, 25))
      }
      throw new Error(`never printed ${String(pattern)}:\n${out}${error}`)
    },
  }
}

test('prints base URL, token, who is on board, and two curl lines that work when pasted', async () => {
  const server = start('serve', '--port', '0', '--data', 'empty')
  const text = await server.prints(/curl[\s\S]*curl[^\n]*\n/)
  const url = /Base URL\s+(http:\/\/localhost:\d+)\n/.exec(text)?.[1]
  expect(url).toBeDefined()
  expect(text).toMatch(/API token\s+\S{20,}\n/)
  expect(text).toMatch(/Data\s+1 user, 1 group, 0 clients/)
  expect(text).toContain(`\nConsole     ${url}/_console  (open it in a browser`)
  expect(text).toContain(`\nControl     ${url}/_control\n`)
  expect(text).toContain('\nHelp        identikit help serve\n')
  const lines = text.split('\n').filter((line) => line.startsWith('curl'))
  expect(lines).toHaveLength(2)
  const shell = promisify(execFile)
  const [listed, created] = [
    await shell('sh', ['-c', `${lines[0]} -s`]),
    await shell('sh', ['-c', `${lines[1]} -s`]),
  ].map(({ stdout }) => JSON.parse(stdout) as unknown)
  expect(listed).toHaveLength(1)
  expect(created).toMatchObject({ status: 'PROVISIONED', profile: { login: 'grace.hopper@example.com' } })
})

test('serves the demo data where no seed is named', async () => {
  const server = start('serve', '--port', '0', '--json')
  const told = JSON.parse(await server.prints(/"url".*\n/)) as Record<string, unknown>
  expect(told).toMatchObject({ dataset: 'demo', users: 151, groups: 23 })
})

test.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly on %s', async (signal) => {
  const server = start('serve', '--port', '0', '--data', 'empty', '--json')
  await server.prints(/"url"/)
  server.child.kill(signal)
  expect(await server.ended).toMatchObject({ code: 0, error: '' })
})

test('turns its options into those of the organisation', async () => {
  const options = ['--prefix=acme', '--token=chosen', '--freeze-clock=2026-01-05T09:30:00.000Z']
  const address = ['--port=0', '--base-url=https://id.test/tenant']
  const server = start('serve', '--data', 'empty', '--json', ...address, ...options)
  const { url, baseUrl } = JSON.parse(await server.prints(/\n/)) as Record<string, string>
  expect(baseUrl).toBe('https://id.test/tenant')
  const response = await fetch(`${url}/api/v1/users/me`, { headers: { authorization: 'SSWS chosen' } })
  expect(response.headers.get('x-acme-request-id')).toMatch(/^\S+$/)
  expect(await response.json()).toMatchObject({
    created: '2026-01-05T09:30:00.000Z',
    credentials: { provider: { type: 'ACME' } },
  })
})

test('names the line of an endpoint module that is not valid code', async () => {
  const module = join(folder, 'endpoints.mjs')
  await writeFile(module, '\nexport default [\n  this is wrong\n]')
  const { code, error } = await start('serve', '--port', '0', '--extend', module).ended
  expect([code, error]).toEqual([2, `identikit serve: ${module}:3: Unexpected identifier 'is'\n`])
})

test('finds its configuration in the folder, lets the command line win, and starts scenarios everywhere', async () => {
  const place = await mkdtemp(join(folder, 'place-'))
  await mkdir(join(place, 'sub'))
  await writeFile(
    join(place, 'identikit.config.yaml'),
    'port: 1\ndata: sub/people.yaml\nscenario: sub/busy.yaml\nlog: json\ncontrolToken: file:token.txt\n' +
      'options: { lifetimes: { session: 30m }, apiToken: of-the-file, prefix: acme }\n' +
      'organisations: { onDemand: true, data: empty }\n',
  )
  await writeFile(join(place, 'token.txt'), 'control-me\n')
  await writeFile(
    join(place, 'sub/people.yaml'),
    'users:\n  - { login: a@b.test, firstName: A, lastName: B }\n',
  )
  await writeFile(join(place, 'sub/busy.yaml'), '- { operation: listUsers, status: 503, times: 1 }\n')
  const server = startIn(place, 'serve', '--port', '0', '--json', '--token', 'of-the-flag')
  const { url, ...told } = JSON.parse(await server.prints(/\n/)) as Record<string, string>
  expect(told).toMatchObject({ apiToken: 'of-the-flag', users: 2, config: 'identikit.config.yaml' })
  const list = async (path: string): Promise<number> =>
    (await fetch(`${url}${path}/api/v1/users`, { headers: { Authorization: 'SSWS of-the-flag' } })).status
  expect([await list(''), await list('')]).toEqual([503, 200])
  // Its token differs from the token of the server.
  expect([await list('/orgs/a'), await list('/orgs/a')]).toEqual([503, 401])
  const control = { Authorization: 'Bearer control-me', 'Content-Type': 'application/json' }
  const settings = await fetch(`${url}/_control/read-settings`, {
    method: 'POST',
    headers: control,
    body: '{}',
  })
  expect(await settings.json()).toMatchObject({ lifetimes: { session: 1_800_000 } })
  expect(server.printed().error).toContain('"event":"request"')
})

/** Runs the command after some code, and returns its exit code and what it printed. */
async function versionAfter(code: string): Promise<readonly [code: number, printed: string]> {
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${code}`, cli, '--version'], {
    stdio: 'pipe',
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
    })
  }
  const [exit] = (await once(child, 'close')) as [number]
  return [exit, printed]
}

test('says in one line that Node is too old', async () => {
  const node20 = `globalThis.process = Object.create(process, { version: { value: 'v20.20.2' } })`
  expect(await versionAfter(node20)).toEqual([1, 'identikit needs Node 22.12 or newer; this is v20.20.2\n'])
})

test('starts where there is no cache of compiled code, as in Deno', async () => {
  const deno = `import module from 'node:module'; delete module.enableCompileCache`
  expect(await versionAfter(deno)).toEqual([0, `${packageJson.version}\n`])
})
