/**
 * Kills a server with `serve --state` again and again under load. Then compares its state with the answers that its
 * clients got. No acknowledged write may be lost, and no deleted user may come back. No user may be older than a read
 * showed.
 *
 * `STATE_KILLS` is the number of kills. It uses the result of `npm run build`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from '../../scripts/served.ts'

const kills = Number(process.env['STATE_KILLS'] ?? 12)
const clients = 16
const program = resolve(import.meta.dirname, '../../dist/cli/identikit.js')
const file = join(mkdtempSync(join(tmpdir(), 'identikit-kills-')), 'a.state')

/** The possible titles of a user, by login: the last answered one, and pending ones; null for a deleted user. */
const possible = new Map<string, Set<string | null>>()
const requestIds = new Set<string>()
/** Wrong answers. A call that ends with the kill has no answer. */
const mistakes: string[] = []
let serial = 0

interface Server {
  readonly process: ChildProcess
  readonly url: string
  readonly token: string
}

interface User {
  readonly id: string
  readonly profile: { readonly login: string; readonly title?: string }
}

async function start(): Promise<Server> {
  const args = [program, 'serve', '--port', '0', '--json', '--no-config', '--data', 'empty', '--state', file]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { url, apiToken } = await listening(child)
  return { process: child, url, token: apiToken }
}

async function call(
  { url, token }: Server,
  method: string,
  path: string,
  profile?: object,
): Promise<Response> {
  const reply = await fetch(path.startsWith('http') ? path : `${url}/api/v1/users${path}`, {
    method,
    headers: { authorization: `SSWS ${token}`, 'content-type': 'application/json' },
    ...(profile ? { body: JSON.stringify({ profile }) } : {}),
  })
  const text = await reply.text()
  const [, id = ''] = [...reply.headers].find(([name]) => name.endsWith('-request-id')) ?? []
  if (requestIds.has(id)) mistakes.push(`the id ${id} was given to two requests`)
  requestIds.add(id)
  if (!reply.ok) mistakes.push(`${method} ${path} was answered ${reply.status}: ${text}`)
  return new Response(text === '' ? null : text, { headers: reply.headers })
}

/** The work of one client until the kill: it creates, changes, reads and deletes its own users. */
async function work(server: Server): Promise<void> {
  const own: User[] = []
  for (;;) {
    serial += 1
    const title = `t${serial}`
    const user = own.length > 4 ? own[serial % own.length] : undefined
    if (!user) {
      const login = `p${serial}@example.com`
      possible.set(login, new Set([null, title]))
      const profile = { login, email: login, firstName: 'P', lastName: 'Q', title }
      own.push((await (await call(server, 'POST', '?activate=false', profile)).json()) as User)
      told(login, title)
      continue
    }
    const { login } = user.profile
    if (serial % 5 === 0) {
      // Lists omit deactivated users.
      possible.get(login)!.add(null)
      await call(server, 'POST', `/${user.id}/lifecycle/deactivate`)
      await call(server, 'DELETE', `/${user.id}`)
      own.splice(own.indexOf(user), 1)
      told(login, null)
    } else if (serial % 3 === 0) {
      const read = (await (await call(server, 'GET', `/${user.id}`)).json()) as User
      told(login, read.profile.title ?? '')
    } else {
      possible.get(login)!.add(title)
      await call(server, 'POST', `/${user.id}`, { title })
      told(login, title)
    }
  }
}

function told(login: string, title: string | null): void {
  possible.set(login, new Set([title]))
}

async function verify(server: Server): Promise<void> {
  const found = new Map<string, string>()
  let page: string | undefined = `${server.url}/api/v1/users?limit=200`
  while (page !== undefined) {
    const reply: Response = await call(server, 'GET', page)
    for (const { profile } of (await reply.json()) as User[]) found.set(profile.login, profile.title ?? '')
    page = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
  }
  for (const [login, titles] of possible) {
    const now = found.get(login) ?? null
    if (!titles.has(now))
      mistakes.push(`${login} has the title ${now}, and was told to have ${[...titles].join(' or ')}`)
    possible.set(login, new Set([now]))
  }
  expect(mistakes).toEqual([])
}

test(
  'a server that is killed under load loses no acknowledged write',
  { timeout: 60_000 + kills * 10_000 },
  async () => {
    for (let kill = 1; kill <= kills; kill++) {
      const server = await start()
      await verify(server)
      // At the kill, pending calls end with an error, which is not an answer.
      const working = Array.from({ length: clients }, () => work(server).catch(() => {}))
      await new Promise((resume) => setTimeout(resume, 100 + ((kill * 7919) % 500)))
      const ended = once(server.process, 'exit')
      server.process.kill('SIGKILL')
      await Promise.all([ended, ...working])
    }
    await verify(await start())
    expect(possible.size).toBeGreaterThan(kills)
  },
)
