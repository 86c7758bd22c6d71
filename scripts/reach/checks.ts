import { strict as assert } from 'node:assert'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root as project } from '../build/entries.ts'
import { listening } from '../served.ts'
import { type Root, runIn, signal, startIn } from './root.ts'

const token = 'reach-token'
const headers = { authorization: `SSWS ${token}`, 'content-type': 'application/json' }

/** A user's data set, which imports the package from inside the executable. */
const world = `import { defineWorld } from 'identikit/fixtures'
export default defineWorld({ groups: [{ name: 'From a module' }] })
`

/**
 * Tries everything that needs a file of the package or of the user, with nothing but this root.
 *
 * @throws AssertionError for a failure.
 */
export async function checkRoot(root: Root): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }
  assert.deepEqual(runIn(root, ['--version']), { code: 0, printed: `${version}\n` })
  assert.equal(runIn(root, ['serve', '--prot', '1']).code, 2)
  mkdirSync(join(root.folder, 'given'))
  checkPacts(root)
  await checkServer(root)
  await checkState(root)
  await checkWorld(root)
}

/** Tries the service, its other pages and endpoints, and the conformance suite against it. */
async function checkServer(root: Root): Promise<void> {
  await serving(root, [], async (url) => {
    // The first example of README.md, with a free port.
    const users = (await read(`${url}/api/v1/users?limit=5`)) as readonly unknown[]
    assert.equal(users.length, 5)
    assert.equal(((await read(`${url}/_health`)) as { status: string }).status, 'ready')
    assert.match(((await read(`${url}/openapi.json`)) as { openapi: string }).openapi, /^3\.1/)
    assert.match(await text(`${url}/_console`), /<div id="console">/)
    assert.ok((await text(`${url}/_console/console.js`)).length > 50_000)
    // No /etc/hosts gives the address of localhost here.
    const target = ['--base-url', url.replace('localhost', '127.0.0.1'), '--token', 'env:TOKEN', '--control']
    const { code, printed } = runIn(root, ['conform', ...target, '--only', 'users.suspend.*'], {
      TOKEN: token,
    })
    assert.equal(code, 0, printed)
    assert.match(printed, /Conforms/)
  })
}

/** A state file continues after a stop. */
async function checkState(root: Root): Promise<void> {
  const kept = ['--seed', 'empty', '--state', 'identikit.state']
  const profile = { firstName: 'Ada', lastName: 'Ames', email: 'ada@example.com', login: 'ada@example.com' }
  await serving(root, kept, async (url) => {
    const body = JSON.stringify({ profile })
    const { status } = await fetch(`${url}/api/v1/users`, { method: 'POST', headers, body })
    assert.equal(status, 200)
  })
  await serving(root, kept, async (url) => {
    const user = (await read(`${url}/api/v1/users/ada@example.com`)) as { profile: typeof profile }
    assert.equal(user.profile.lastName, 'Ames')
  })
}

async function checkWorld(root: Root): Promise<void> {
  writeFileSync(join(root.folder, 'given/world.mjs'), world)
  await serving(root, ['--seed', '/given/world.mjs'], async (url) => {
    const groups = (await read(`${url}/api/v1/groups?q=From`)) as readonly { profile: { name: string } }[]
    assert.deepEqual(
      groups.map((group) => group.profile.name),
      ['From a module'],
    )
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
  assert.equal(good.code, 0, good.printed)
  pact.interactions[0]!.response.status = 418
  assert.equal(check('teapot.json').code, 1)
  const { code, printed } = runIn(root, ['pact', 'verify', '/given/web.json'])
  assert.equal(code, 6, printed)
  assert.match(printed, /npx identikit pact verify/)
}

/** Serves during a function; a SIGTERM must then end the server with 0. */
async function serving(
  root: Root,
  args: readonly string[],
  goesOn: (url: string) => Promise<void>,
): Promise<void> {
  const server = startIn(root, ['serve', '--port', '0', '--json', '--token', token, ...args])
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  try {
    await goesOn((await listening(server)).url)
  } finally {
    signal(server, 'SIGTERM')
  }
  const code = await Promise.race([
    ended,
    new Promise((resolve) => setTimeout(resolve, 20_000, 'still running')),
  ])
  assert.equal(code, 0)
}

async function text(url: string): Promise<string> {
  const reply = await fetch(url, { headers })
  assert.equal(reply.status, 200, url)
  return reply.text()
}

async function read(url: string): Promise<unknown> {
  return JSON.parse(await text(url))
}
