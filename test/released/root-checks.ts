import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root as project } from '../../scripts/packed.ts'
import { listening } from '../../scripts/served.ts'
import { expect } from 'vitest'
import { type Root, userId } from '../../scripts/executables/root.ts'

const token = 'reach-token'
const headers = { authorization: `SSWS ${token}`, 'content-type': 'application/json' }

/** A user's data set. */
const dataset = `export default { groups: [{ name: 'From a module' }] }
`

/**
 * Tries everything that needs a file of the package or of the user, with nothing but this root.
 */
export async function checkRoot(root: Root): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }
  expect(runIn(root, ['--version'])).toEqual({ code: 0, printed: `${version}\n` })
  expect(runIn(root, ['serve', '--prot', '1']).code).toBe(2)
  mkdirSync(join(root.folder, 'given'))
  checkPacts(root)
  await checkServer(root)
  await checkState(root)
  await checkDataset(root)
}

/** Tries the service, its other pages and endpoints, and the conformance suite against it. */
async function checkServer(root: Root): Promise<void> {
  await serving(root, [], async (url) => {
    // The first example of README.md, with a free port.
    const users = (await read(`${url}/api/v1/users?limit=5`)) as readonly unknown[]
    expect(users.length).toBe(5)
    expect(((await read(`${url}/_health`)) as { status: string }).status).toBe('ready')
    expect(((await read(`${url}/openapi.json`)) as { openapi: string }).openapi).toMatch(/^3\.1/)
    expect(await text(`${url}/_console`)).toMatch(/<div id="console">/)
    expect((await text(`${url}/_console/console.js`)).length).toBeGreaterThan(50_000)
    // No /etc/hosts gives the address of localhost here.
    const target = ['--base-url', url.replace('localhost', '127.0.0.1'), '--token', 'env:TOKEN', '--control']
    const { code, printed } = runIn(root, ['conform', ...target, '--only', 'users.suspend.*'], {
      TOKEN: token,
    })
    expect(code, printed).toBe(0)
    expect(printed).toMatch(/Conforms/)
  })
}

/** A state file continues after a stop. */
async function checkState(root: Root): Promise<void> {
  const kept = ['--data', 'empty', '--state', 'identikit.state']
  const profile = { firstName: 'Ada', lastName: 'Ames', email: 'ada@example.com', login: 'ada@example.com' }
  await serving(root, kept, async (url) => {
    const body = JSON.stringify({ profile })
    const { status } = await fetch(`${url}/api/v1/users`, { method: 'POST', headers, body })
    expect(status).toBe(200)
  })
  await serving(root, kept, async (url) => {
    const user = (await read(`${url}/api/v1/users/ada@example.com`)) as { profile: typeof profile }
    expect(user.profile.lastName).toBe('Ames')
  })
}

async function checkDataset(root: Root): Promise<void> {
  writeFileSync(join(root.folder, 'given/dataset.mjs'), dataset)
  await serving(root, ['--data', '/given/dataset.mjs'], async (url) => {
    const groups = (await read(`${url}/api/v1/groups?q=From`)) as readonly { profile: { name: string } }[]
    expect(groups.map((group) => group.profile.name)).toEqual(['From a module'])
  })
}

function checkPacts(root: Root): void {
  const walked = readFileSync(join(project, 'test/pact/walked.json'), 'utf8')
  const [pact] = JSON.parse(walked) as [{ interactions: { response: { status: number } }[] }]
  const check = (name: string): ReturnType<typeof runIn> => {
    writeFileSync(join(root.folder, 'given', name), JSON.stringify(pact))
    return runIn(root, ['pact', 'check', `/given/${name}`])
  }
  const good = check('web.json')
  expect(good.code, good.printed).toBe(0)
  pact.interactions[0]!.response.status = 418
  expect(check('teapot.json').code).toBe(1)
  const { code, printed } = runIn(root, ['pact', 'verify', '/given/web.json'])
  expect(code, printed).toBe(6)
  expect(printed).toMatch(/npx identikit pact verify/)
}

/** Serves during a function; a SIGTERM must then end the server with 0. */
async function serving(
  root: Root,
  args: readonly string[],
  goesOn: (url: string) => Promise<void>,
): Promise<void> {
  const server = startIn(root, ['serve', '--port', '0', '--json', '--token', token, ...args])
  const ended = once(server, 'exit')
  try {
    await goesOn((await listening(server)).url)
  } finally {
    signal(server, 'SIGTERM')
  }
  expect(await ended).toEqual([0, null])
}

async function text(url: string): Promise<string> {
  const reply = await fetch(url, { headers })
  expect(reply.status, url).toBe(200)
  return reply.text()
}

async function read(url: string): Promise<unknown> {
  return JSON.parse(await text(url))
}

/** Starts the executable inside, with standard output to read. */
function startIn(root: Root, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(...inside(root, args), {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Runs the executable inside to its end. */
export function runIn(
  root: Root,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { code: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync(...inside(root, args), {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
  return { code: status, printed: stdout + stderr }
}

function inside(
  { folder, program, isFirst }: Root,
  args: readonly string[],
): [program: string, args: string[]] {
  // It may write only in its working directory.
  const changed = [
    `--root=${folder}`,
    '--wd=/state',
    `--setgid=${userId}`,
    `--setuid=${userId}`,
    program,
    ...args,
  ]
  return ['unshare', isFirst ? ['--pid', '--fork', '--kill-child', ...changed] : changed]
}

/** Sends a signal to the program that a command started, through any processes in between. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  let pid = String(child.pid)
  for (;;) {
    const { stdout } = spawnSync('pgrep', ['--parent', pid], { encoding: 'utf8' })
    const below = stdout.trim().split('\n')[0]
    if (!below) break
    pid = below
  }
  process.kill(Number(pid), name)
}
