import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askProcess, type LoadProcess, startKept } from './processes.ts'
import { counterPlace, type RawRequest } from './protocol.ts'
import { atMost, ratioRow, rounded, type Row } from './report.ts'
import { median, mediansInTurn } from './rounds.ts'
import { measureServer, type Thoroughness } from './side-by-side.ts'

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

async function writes(load: LoadProcess, { rounds, seconds }: Thoroughness, file: string): Promise<Row> {
  const [kept, not] = await Promise.all([startKept('empty', file), startKept('empty')])
  const rate = async (server: typeof kept): Promise<number> =>
    (await measureServer(server, load, { requests: [[newUser]], seconds })).perSecond
  const { ours, memory } = await mediansInTurn(rounds, { ours: () => rate(kept), memory: () => rate(not) })
  await Promise.all([kept.stop(), not.stop()])
  const figures = [`${rounded(ours)}/s`, `in memory: ${rounded(memory)}/s`] as const
  return ratioRow(names.write, figures, ours / memory, '≥', 0.25)
}

async function routes(load: LoadProcess, { rounds, seconds }: Thoroughness): Promise<Row> {
  const server = await startKept('empty')
  const cpu = async (path: string): Promise<number> => {
    const requests = [[{ method: 'GET', path, token }]]
    return (await measureServer(server, load, { requests, connections: 8, seconds })).cpu
  }
  const { below, own } = await mediansInTurn(rounds, {
    below: () => cpu('/orgs/beside/api/v1/users/me'),
    own: () => cpu('/api/v1/users/me'),
  })
  await server.stop()
  return ratioRow(names.route, [`${rounded(below)} µs`, `own: ${rounded(own)} µs`], own / below, '≥', 0.95)
}

async function restart(name: string, world: string, bar: number, file: string): Promise<Row> {
  await (await startKept(world, file)).stop()
  const taken: number[] = []
  for (let round = 0; round < 3; round++) {
    const server = await startKept(world, file)
    taken.push(Number(server.found['started']) / 1000)
    await server.stop()
  }
  return atMost(name, median(taken), 's', bar)
}

async function many(): Promise<readonly Row[]> {
  const { seconds, megabytes, clone } = await askProcess<Record<'seconds' | 'megabytes' | 'clone', number>>(
    './many.ts',
    ['--expose-gc'],
  )
  return [
    atMost('organisations: making 1,000 empty ones', seconds, 's', 1),
    atMost('organisations: memory of 1,000 empty ones', megabytes, 'MB', 150),
    atMost('organisations: a clone of the demo data', clone, 'ms', 2),
  ]
}
