import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { httpCases } from './cases/http.ts'
import { firstAnswer, serveArguments } from './cold-start.ts'
import type { LoadProcess, ServerProcess } from './processes.ts'
import { startIdentikit } from './processes.ts'
import { rounded, type Row } from './report.ts'
import { measureServer, median, type Thoroughness } from './side-by-side.ts'

/**
 * Compares this build with another checkout: HTTP, the model and the start, measured in alternation. The other checkout
 * needs its packages, its build (`npm ci && npm run build`), and a `bench` folder like this one.
 */
export async function* measureAgainst(
  folder: string,
  load: LoadProcess,
  thoroughness: Thoroughness,
  isWanted: (name: string) => boolean,
): AsyncGenerator<Row> {
  const other = resolve(folder)
  for (const { world, preparation, cases } of httpCases) {
    const wanted = cases.filter(({ name }) => isWanted(name))
    if (wanted.length === 0) continue
    const servers = [
      await startIdentikit(world, preparation),
      await startIdentikit(world, preparation, pathToFileURL(join(other, 'bench/identikit.ts'))),
    ] as const
    try {
      for (const each of wanted) {
        const lists = [await each.requests(servers[0]), await each.requests(servers[1])] as const
        const measure = async (which: 0 | 1): Promise<number> => {
          const server: ServerProcess = servers[which]
          const { connections } = each
          return (
            await measureServer(each.name, server, load, {
              lists: lists[which],
              connections,
              ...thoroughness,
            })
          ).perSecond
        }
        await measure(0)
        await measure(1)
        const taken = await byTurns(thoroughness.rounds, measure)
        yield row(`${each.name}, a second`, taken, 'more')
      }
    } finally {
      for (const server of servers) await server.stop()
    }
  }
  if (isWanted('model')) yield* models(other)
  if (isWanted('cold start')) yield await starts(other, thoroughness.rounds)
}

async function* models(other: string): AsyncGenerator<Row> {
  const files = [
    new URL('./model.ts', import.meta.url),
    pathToFileURL(join(other, 'bench/model.ts')),
  ] as const
  const outcomes: Readonly<Record<string, number>>[][] = [[], []]
  for (let round = 0; round < 3; round++) {
    for (const which of [0, 1] as const) {
      const child = fork(files[which], [], { execArgv: ['--expose-gc'] })
      const [outcome] = (await once(child, 'message')) as [Record<string, number>]
      outcomes[which]!.push(outcome)
      child.kill()
    }
  }
  for (const name of Object.keys(outcomes[0]![0]!)) {
    const taken = outcomes.map((each) => each.flatMap((outcome) => outcome[name] ?? []))
    if (taken.every((each) => each.length > 0)) yield row(`model: ${name}`, [taken[0]!, taken[1]!], 'less')
  }
}

async function starts(other: string, rounds: number): Promise<Row> {
  const builds = [new URL('../', import.meta.url).pathname, other] as const
  const start = (which: 0 | 1): Promise<number> =>
    firstAnswer([join(builds[which], 'dist/cli/identikit.js'), ...serveArguments])
  // The first start compiles, and caches the compiled code.
  await start(0)
  await start(1)
  return row('cold start of the built server, ms', await byTurns(rounds, start), 'less')
}

async function byTurns(
  rounds: number,
  measure: (which: 0 | 1) => Promise<number>,
): Promise<[readonly number[], readonly number[]]> {
  const taken: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    taken[0].push(await measure(0))
    taken[1].push(await measure(1))
  }
  return taken
}

/** How many times better the figure here is than there: `better` is more or less. */
function row(
  name: string,
  [here, there]: readonly [readonly number[], readonly number[]],
  better: 'more' | 'less',
): Row {
  const times = median(here) / median(there)
  const result = better === 'more' ? times : 1 / times
  return {
    name,
    ours: rounded(median(here)),
    other: `there: ${rounded(median(there))}`,
    result: result.toFixed(2),
    bar: '≥ 1',
    isMet: result >= 1,
  }
}
