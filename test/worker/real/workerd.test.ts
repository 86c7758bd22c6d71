import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error: it has no declarations.
import workerd from 'workerd'
import { bundleExample } from './bundle.ts'
import { administer, call, controlToken, person, type Shown } from './calls.ts'
import { freePort } from '../../../scripts/free-port.ts'

/** The example on workerd alone, as its README has it. */
let folder: string
let port: number
let child: ChildProcess | undefined
const url = (): string => `http://127.0.0.1:${port}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identikit-workerd-'))
  await cp('examples/worker/workerd.capnp', join(folder, 'workerd.capnp'))
  await mkdir(join(folder, 'dist'))
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'dist/index.js'), await bundleExample())
  port = await freePort()
  await start()
})
afterAll(async () => {
  await kill()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  child = spawn(
    workerd as string,
    ['serve', '--experimental', `--socket-addr=http=127.0.0.1:${port}`, 'workerd.capnp'],
    {
      cwd: folder,
      env: { ...process.env, CONTROL_TOKEN: controlToken },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  for (;;) {
    if (child.exitCode !== null) throw new Error(`workerd ended with ${child.exitCode}`)
    const isUp = await fetch(`${url()}/_control/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await new Promise((wait) => setTimeout(wait, 50))
  }
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function made(name: string): Promise<Shown> {
  const { status, json } = await administer(`${url()}/_orgs`, 'POST', { name, dataset: 'empty' })
  expect(status).toBe(201)
  return json as Shown
}

/** Which users there are, by id. */
async function loginsOf(org: Shown): Promise<Map<string, string>> {
  const { json } = await call(org, 'GET', '/users?limit=200')
  return new Map(
    json.map((user: { id: string; profile: { login: string } }) => [user.id, user.profile.login]),
  )
}

test('loses nothing that was acknowledged when the process is killed under load', async () => {
  const orgs = await Promise.all(['k1', 'k2', 'k3', 'k4'].map(made))
  const acknowledged = new Map(orgs.map((org) => [org.name, new Map<string, string>()]))
  let count = 0
  for (let round = 0; round < 10; round += 1) {
    const load = { isOn: true }
    const writers = orgs.map(async (org) => {
      while (load.isOn) {
        const login = `p${(count += 1)}@example.com`
        try {
          const { status, json } = await call(org, 'POST', '/users', person(login))
          if (status === 200) acknowledged.get(org.name)!.set(json.id, login)
        } catch {
          // The client does not know the outcome.
          return
        }
      }
    })
    await new Promise((wait) => setTimeout(wait, 100 + round * 30))
    await kill()
    load.isOn = false
    await Promise.all(writers)
    await start()
    for (const org of orgs) {
      const there = await loginsOf(org)
      for (const [id, login] of acknowledged.get(org.name)!) expect(there.get(id), org.name).toBe(login)
      expect(new Set(there.values()).size).toBe(there.size)
      // Starts again without users, so that they all fit on one page.
      for (const id of acknowledged.get(org.name)!.keys()) {
        await call(org, 'DELETE', `/users/${id}`)
        await call(org, 'DELETE', `/users/${id}`)
      }
      acknowledged.get(org.name)!.clear()
    }
  }
  expect(count).toBeGreaterThan(100)
})

test('goes on exactly after an object was put out of memory', async () => {
  const org = await made('evicted')
  const { json: user } = await call(org, 'POST', '/users', person('kept@example.com'))
  await administer(`${org.baseUrl}/_control/set-clock`, 'POST', {
    to: '2031-05-06T07:08:09.010Z',
    frozen: true,
  })
  await administer(`${org.baseUrl}/_control/save-snapshot`, 'POST', { name: 'before' })
  await call(org, 'POST', `/users/${user.id}/lifecycle/suspend`)
  const { json: mails } = await administer(`${org.baseUrl}/_control/list-mails`, 'POST', {})
  const { json: seen } = await call(org, 'GET', `/users/${user.id}`)
  // Another process has nothing of it in memory.
  await kill()
  await start()
  expect((await call(org, 'GET', `/users/${user.id}`)).json).toEqual(seen)
  expect((await administer(`${org.baseUrl}/_control/list-mails`, 'POST', {})).json).toEqual(mails)
  expect((await administer(`${org.baseUrl}/_control/describe`, 'POST', {})).json).toMatchObject({
    now: '2031-05-06T07:08:09.010Z',
    frozen: true,
  })
  await administer(`${org.baseUrl}/_control/restore-snapshot`, 'POST', { name: 'before' })
  expect((await call(org, 'GET', `/users/${user.id}`)).json.status).toBe(user.status)
})

test('finishes what falls due after the process was killed, at its time, though nobody calls', async () => {
  const org = await made('due')
  await administer(`${org.baseUrl}/_control/change-settings`, 'POST', { delays: { transition: '1500ms' } })
  const { json: user } = await call(org, 'POST', '/users', person('due@example.com'))
  expect([user.status, user.transitioningToStatus]).toEqual(['STAGED', 'ACTIVE'])
  const due = Date.parse(user.created) + 1500
  await kill()
  await start()
  while (Date.now() < due + 500) await new Promise((wait) => setTimeout(wait, 100))
  const { json: after } = await call(org, 'GET', `/users/${user.id}`)
  expect([after.status, after.transitioningToStatus]).toEqual(['PROVISIONED', undefined])
  expect(Date.parse(after.statusChanged) - due).toBeGreaterThanOrEqual(0)
  expect(Date.parse(after.statusChanged) - due).toBeLessThan(100)
})
