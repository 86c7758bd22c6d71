import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askProcess, type LoadProcess, type ServerProcess, startKept } from './processes.ts'
import { counterPlace, type RawRequest } from './protocol.ts'
import { rounded, type Row } from './report.ts'
import { median, type Thoroughness } from './side-by-side.ts'

/** Measures state in a file, restarts, and many organisations in one process. */
export async function measureState(
  load: LoadProcess,
  thoroughness: Thoroughness,
  isWanted: (name: string) => boolean,
): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'identikit-bench-'))
  const measures: readonly (readonly [name: string, measure: () => Promise<Row | readonly Row[]>])[] = [
    [names.write, () => writes(load, thoroughness, join(folder, 'writes'))],
    [names.route, () => routes(load, thoroughness)],
    [names.restartSmall, () => restart(names.restartSmall, 'large:10000', 0.5, join(folder, 'small'))],
    [names.restartLarge, () => restart(names.restartLarge, 'large:100000', 3, join(folder, 'large'))],
    [names.many, many],
  ]
  try {
    const rows: Row[] = []
    for (const [name, measure] of measures) if (isWanted(name)) rows.push(...[await measure()].flat())
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const names = {
  write: 'POST user with --state, 16 connections',
  route: 'GET one user below /orgs/{name}',
  restartSmall: 'restart with --state, 10,000 users',
  restartLarge: 'restart with --state, 100,000 users',
  many: 'organisations: 1,000 empty ones, clone of the demo data',
}

const token = 'SSWS bench-token'

const newUser: RawRequest = {
  method: 'POST',
  path: '/api/v1/users?activate=false',
  token,
  body: JSON.stringify({
    profile: {
      login: `bench-${counterPlace}@example.com`,
      email: 'bench@example.com',
      firstName: 'Bench',
      lastName: 'Mark',
    },
  }),
}

async function writes(load: LoadProcess, thoroughness: Thoroughness, file: string): Promise<Row> {
  const [kept, not] = await Promise.all([startKept('empty', file), startKept('empty')])
  const { one, other } = await byTurns(load, thoroughness, 16, [kept, newUser], [not, newUser])
  await Promise.all([kept.stop(), not.stop()])
  const ratio = one.perSecond / other.perSecond
  return row(
    names.write,
    `${rounded(one.perSecond)}/s`,
    `in memory: ${rounded(other.perSecond)}/s`,
    ratio,
    0.25,
  )
}

async function routes(load: LoadProcess, thoroughness: Thoroughness): Promise<Row> {
  const server = await startKept('empty')
  const get = (path: string): RawRequest => ({ method: 'GET', path, token })
  const { one, other } = await byTurns(
    load,
    thoroughness,
    8,
    [server, get('/orgs/beside/api/v1/users/me')],
    [server, get('/api/v1/users/me')],
  )
  await server.stop()
  const ratio = other.cpu / one.cpu
  return row(names.route, `${rounded(one.cpu)} µs`, `own: ${rounded(other.cpu)} µs`, ratio, 0.95)
}

function row(name: string, ours: string, other: string, ratio: number, bar: number): Row {
  return { name, ours, other, result: ratio.toFixed(2), bar: `≥ ${bar}`, isMet: ratio >= bar }
}

interface Measured {
  readonly perSecond: number
  /** Processor time of a request, in microseconds. */
  readonly cpu: number
}

type Target = readonly [server: ServerProcess, request: RawRequest]

async function byTurns(
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
  connections: number,
  ...targets: readonly [Target, Target]
): Promise<{ readonly one: Measured; readonly other: Measured }> {
  const taken: [Measured[], Measured[]] = [[], []]
  // The first round warms both up.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, [server, request]] of targets.entries()) {
      const before = await server.cpuTime()
      const result = await load.run({ port: server.port, connections, seconds, requests: [[request]] })
      if (result.failure !== undefined) throw new Error(result.failure)
      const cpu = ((await server.cpuTime()) - before) / result.requests
      if (round > 0) taken[index]!.push({ perSecond: result.perSecond, cpu })
    }
  }
  const [one, other] = taken.map((each) => ({
    perSecond: median(each.map(({ perSecond }) => perSecond)),
    cpu: median(each.map(({ cpu }) => cpu)),
  })) as [Measured, Measured]
  return { one, other }
}

async function restart(name: string, world: string, bar: number, file: string): Promise<Row> {
  await (await startKept(world, file)).stop()
  const taken: number[] = []
  for (let round = 0; round < 3; round++) {
    const server = await startKept(world, file)
    taken.push(Number(server.found['started']) / 1000)
    await server.stop()
  }
  const seconds = median(taken)
  return {
    name,
    ours: `${rounded(seconds)} s`,
    other: '',
    result: rounded(seconds),
    bar: `≤ ${bar} s`,
    isMet: seconds <= bar,
  }
}

async function many(): Promise<readonly Row[]> {
  const { seconds, megabytes, clone } = (await askProcess('./many.ts', ['--expose-gc'])) as {
    readonly seconds: number
    readonly megabytes: number
    readonly clone: number
  }
  const limited = (name: string, value: number, unit: string, bar: number): Row => ({
    name,
    ours: `${rounded(value)} ${unit}`,
    other: '',
    result: rounded(value),
    bar: `≤ ${bar} ${unit}`,
    isMet: value <= bar,
  })
  return [
    limited('organisations: making 1,000 empty ones', seconds, 's', 1),
    limited('organisations: memory of 1,000 empty ones', megabytes, 'MB', 150),
    limited('organisations: a clone of the demo data', clone, 'ms', 2),
  ]
}
