import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manyRows } from './own-process.ts'
import { type LoadProcess, startKept } from './processes.ts'
import { counterPlace, get, post, type Turns } from './protocol.ts'
import { parsingTime } from './reference.ts'
import { againstParsing, ratioRow, rounded, type Row } from './report.ts'
import { median, mediansInTurn } from './rounds.ts'
import { measureServer, type Thoroughness } from './side-by-side.ts'

/** Measures state in a file, restarts, and many organisations in one process. */
export async function measureState(
  load: LoadProcess,
  thoroughness: Thoroughness,
  isWanted: (name: string) => boolean,
): Promise<readonly Row[]> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'identikit-bench-'))
  const folder = temporary.path
  const measures: readonly (readonly [name: string, measure: () => Promise<Row | readonly Row[]>])[] = [
    [names.write, () => writes(load, thoroughness, join(folder, 'writes'))],
    [names.route, () => routes(load, thoroughness)],
    [names.restartSmall, () => restart(names.restartSmall, 'large:10000', 100, join(folder, 'small'))],
    [names.restartLarge, () => restart(names.restartLarge, 'large:100000', 600, join(folder, 'large'))],
    [names.many, manyRows],
  ]
  const rows: Row[] = []
  for (const [name, measure] of measures) if (isWanted(name)) rows.push(...[await measure()].flat())
  return rows
}

const names = {
  write: 'POST user with --state, 16 connections',
  route: 'GET one user below /orgs/{name}',
  restartSmall: 'restart with --state, 10,000 users',
  restartLarge: 'restart with --state, 100,000 users',
  many: 'organisations: 1,000 empty ones, clone of the demo data',
}

const login = `bench-${counterPlace}@example.com`
const profile = { login, email: 'bench@example.com', firstName: 'Bench', lastName: 'Mark' }
const newUsers: Turns = [[post('/api/v1/users?activate=false', { profile })]]

async function writes(load: LoadProcess, { rounds, seconds }: Thoroughness, file: string): Promise<Row> {
  await using kept = await startKept('empty', file)
  await using not = await startKept('empty')
  const rate = async (server: typeof kept): Promise<number> =>
    (await measureServer(server, load, { turns: newUsers, seconds })).perSecond
  const { ours, memory } = await mediansInTurn(rounds, { ours: () => rate(kept), memory: () => rate(not) })
  const figures = [`${rounded(ours)}/s`, `in memory: ${rounded(memory)}/s`] as const
  return ratioRow(names.write, figures, ours / memory, '≥', 0.25)
}

async function routes(load: LoadProcess, { rounds, seconds }: Thoroughness): Promise<Row> {
  await using server = await startKept('empty')
  const cpu = (path: string) => {
    const turns: Turns = [[get(path)]]
    return async () => (await measureServer(server, load, { turns, connections: 8, seconds })).cpu
  }
  const { below, own } = await mediansInTurn(rounds, {
    below: cpu('/orgs/beside/api/v1/users/me'),
    own: cpu('/api/v1/users/me'),
  })
  return ratioRow(names.route, [`${rounded(below)} µs`, `own: ${rounded(own)} µs`], own / below, '≥', 0.95)
}

async function restart(name: string, world: string, bar: number, file: string): Promise<Row> {
  await (await startKept(world, file)).stop()
  const taken: number[] = []
  const parsing: number[] = []
  for (let round = 0; round < 3; round++) {
    await using server = await startKept(world, file)
    taken.push(Number(server.found['started']))
    parsing.push(parsingTime())
  }
  return againstParsing(`${name}, processor time`, median(taken), median(parsing), bar)
}
