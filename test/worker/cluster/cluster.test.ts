import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleExample } from '../real/bundle.ts'
import { administer, call, controlToken, person, type Shown } from '../real/calls.ts'
import { type Bucket, startBucket } from './bucket.ts'
import { workerdProgram } from './workerd.ts'
import { freePort } from '../../../scripts/free-port.ts'

/**
 * Three processes of workerd in its cluster mode, which share a bucket, with kills under load. `CLUSTER_KILLS` is the
 * number of kills, `CLUSTER_ORGS` the number of organisations. `CLUSTER_DIVISOR` divides the times of workerd; 1 keeps
 * them.
 */
const kills = Number(process.env['CLUSTER_KILLS'] ?? 6)
const count = Number(process.env['CLUSTER_ORGS'] ?? 60)
const divisor = Number(process.env['CLUSTER_DIVISOR'] ?? 1)

interface Instance {
  readonly folder: string
  readonly port: number
  child: ChildProcess | undefined
}

let folder: string
let program: string
let bucket: Bucket
let instances: readonly Instance[] = []
let organisations: readonly Shown[] = []
/** The users that were acknowledged, by the name of the organisation: login by id. */
const acknowledged = new Map<string, Map<string, string>>()
let serial = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identikit-cluster-'))
  bucket = await startBucket()
  program = await workerdProgram(folder)
  await mkdir(join(folder, 'dist'))
  await writeFile(join(folder, 'dist/index.js'), await bundleExample())
  const config = await readFile('examples/worker/cluster.capnp', 'utf8')
  await writeFile(
    join(folder, 'cluster.capnp'),
    config.replace('bucketOptions = [],', `bucketOptions = [],\n    unsafeTimeDivisor = ${divisor},`),
  )
  instances = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      await mkdir(join(folder, name))
      return { folder: name, port: await freePort(), child: undefined }
    }),
  )
  await Promise.all(instances.map(start))
})
afterAll(async () => {
  await Promise.all(instances.map(kill))
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(instance: Instance): Promise<void> {
  const { port, folder: name } = instance
  const args = ['serve', '--experimental', `--socket-addr=http=127.0.0.1:${port}`]
  const child = spawn(program, [...args, `--directory-path=data=${name}`, 'cluster.capnp'], {
    cwd: folder,
    env: {
      ...process.env,
      CONTROL_TOKEN: controlToken,
      AWS_ENDPOINT_URL: bucket.url,
      AWS_REGION: 'auto',
      AWS_ACCESS_KEY_ID: 'anybody',
      AWS_SECRET_ACCESS_KEY: 'anything',
    },
    stdio: ['ignore', 'ignore', process.env['CLUSTER_LOG'] === undefined ? 'ignore' : 'inherit'],
  })
  instance.child = child
  for (;;) {
    if (child.exitCode !== null) throw new Error(`workerd ended with ${child.exitCode}`)
    const isUp = await fetch(`http://127.0.0.1:${port}/_control/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await pause(50)
  }
}

async function kill({ child }: Instance): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** An organisation as one of the processes reaches it. */
const at = ({ port }: Instance, { name, apiToken }: Shown) => ({
  baseUrl: `http://127.0.0.1:${port}/orgs/${name}`,
  apiToken,
})

/** The logins of the users that there are, by id, page by page. */
async function loginsOf(instance: Instance, org: Shown): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const { baseUrl, apiToken } = at(instance, org)
  for (let url: string | undefined = `${baseUrl}/api/v1/users?limit=200`; url !== undefined;) {
    const reply: Response = await fetch(url, { headers: { authorization: `SSWS ${apiToken}` } })
    expect(reply.status).toBe(200)
    const users = (await reply.json()) as { id: string; profile: { login: string } }[]
    for (const { id, profile } of users) found.set(id, profile.login)
    const next: string | undefined = /<[^>]*(\?[^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1]
    url = next && `${baseUrl}/api/v1/users${next}`
  }
  return found
}

/** Writes to random organisations by random processes until `load.isOn` is false. */
async function write(load: { isOn: boolean }): Promise<void> {
  while (load.isOn) {
    const org = organisations[Math.floor(Math.random() * organisations.length)]!
    const instance = instances[Math.floor(Math.random() * instances.length)]!
    const login = `p${(serial += 1)}@example.com`
    try {
      const { status, json } = await call(at(instance, org), 'POST', '/users', person(login))
      if (status === 200) acknowledged.get(org.name)!.set(json.id, login)
    } catch {
      // The client does not know the outcome.
      await pause(20)
    }
  }
}

/** How long it takes until every organisation answers at each of some processes, in milliseconds. */
async function untilAllAnswer(through: readonly Instance[]): Promise<number> {
  const began = performance.now()
  const answers = async (instance: Instance, org: Shown): Promise<void> => {
    for (;;) {
      const status = await call(at(instance, org), 'GET', '/users?limit=1').then(
        (reply) => reply.status,
        () => 0,
      )
      if (status === 200) return
      await pause(100)
    }
  }
  await Promise.all(through.flatMap((instance) => organisations.map((org) => answers(instance, org))))
  return performance.now() - began
}

test('organisations spread over three processes, each reached through any of them', async () => {
  organisations = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { port } = instances[index % 3]!
      const url = `http://127.0.0.1:${port}/_orgs`
      const { status, json } = await administer(url, 'POST', { name: `c${index}`, dataset: 'empty' })
      expect(status).toBe(201)
      acknowledged.set(`c${index}`, new Map())
      return json as Shown
    }),
  )
  const [org, other] = organisations
  const { json: user } = await call(at(instances[0]!, org!), 'POST', '/users', person('first@example.com'))
  acknowledged.get('c0')!.set(user.id, 'first@example.com')
  for (const instance of instances) {
    expect((await call(at(instance, org!), 'GET', `/users/${user.id}`)).status).toBe(200)
    const { baseUrl } = at(instance, org!)
    expect((await call({ baseUrl, apiToken: other!.apiToken }, 'GET', '/users')).status).toBe(401)
  }
})

test('loses nothing that was acknowledged when one process after another is killed under load', async () => {
  const takeovers: number[] = []
  let written = 0
  let writing = 0
  for (let round = 0; round < kills; round += 1) {
    const load = { isOn: true }
    const writers = Array.from({ length: 8 }, () => write(load))
    const before = total()
    const began = performance.now()
    await pause(2000)
    written += total() - before
    writing += performance.now() - began
    const victim = instances[round % 3]!
    await kill(victim)
    const others = instances.filter((instance) => instance !== victim)
    takeovers.push(await untilAllAnswer(others))
    load.isOn = false
    await Promise.all(writers)
    await start(victim)
    await untilAllAnswer(instances)
    for (const org of organisations) {
      const there = await loginsOf(instances[(round + 1) % 3]!, org)
      for (const [id, login] of acknowledged.get(org.name)!) expect(there.get(id), org.name).toBe(login)
      // Nobody is there twice, and nobody of another organisation.
      expect(new Set(there.values()).size).toBe(there.size)
    }
  }
  const seconds = takeovers.map((each) => (each / 1000).toFixed(1))
  process.stderr.write(
    `${kills} kills -9, ${total()} acknowledged writes to ${count} organisations, none lost; all answer again after` +
      ` ${seconds.join(', ')} s; ${Math.round((written / writing) * 1000)} writes a second with 8 clients;` +
      ` the bucket has ${bucket.size()} objects, ${Math.round(bucket.bytes() / 1024)} KiB, and was called: ` +
      JSON.stringify(Object.fromEntries(bucket.calls)) +
      '\n',
  )
  expect(total()).toBeGreaterThan(kills * 50)
})

test('a process that gets a stop signal hands its organisations over', async () => {
  const [first, ...others] = instances
  const load = { isOn: true }
  const writers = Array.from({ length: 4 }, () => write(load))
  await pause(500)
  const ended = once(first!.child!, 'exit')
  first!.child!.kill('SIGTERM')
  await ended
  const took = await untilAllAnswer(others)
  load.isOn = false
  await Promise.all(writers)
  process.stderr.write(`after SIGTERM all answer at once: ${(took / 1000).toFixed(1)} s\n`)
  for (const org of organisations) {
    const there = await loginsOf(others[0]!, org)
    for (const [id, login] of acknowledged.get(org.name)!) expect(there.get(id), org.name).toBe(login)
  }
})

function total(): number {
  return [...acknowledged.values()].reduce((sum, each) => sum + each.size, 0)
}
