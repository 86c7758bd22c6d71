import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { httpCases } from './cases/http.ts'
import { firstAnswer, serveArguments } from './cold-start.ts'
import { askProcess, type LoadProcess, root, type ServerProcess, startIdentikit } from './processes.ts'
import { rounded, type Row } from './report.ts'
import { inTurn, median } from './rounds.ts'
import { measureServer, type Thoroughness } from './side-by-side.ts'

/**
 * Compares this build with another checkout: HTTP, the model and the start, measured in alternation. The other checkout
 * needs its packages, its build (`npm ci && npm run build`), and a `bench` folder like this one.
 */
export async function* measureAgainst(
  folder: string,
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
  isWanted: (name: string) => boolean,
): AsyncGenerator<Row> {
  const other = resolve(folder)
  for (const { world, preparation, cases } of httpCases) {
    const wanted = cases.filter(({ name }) => isWanted(name))
    if (wanted.length === 0) continue
    await using ours = await startIdentikit(world, preparation)
    const file = pathToFileURL(join(other, 'bench/identikit.ts'))
    await using theirs = await startIdentikit(world, preparation, file)
    for (const each of wanted) {
      const { connections } = each
      const rate = async (server: ServerProcess) => {
        const requests = await each.requests(server)
        return async () => (await measureServer(server, load, { requests, connections, seconds })).perSecond
      }
      const [here, there] = [await rate(ours), await rate(theirs)]
      yield row(`${each.name}, a second`, await inTurn(rounds, { here, there }), 'more')
    }
  }
  if (isWanted('model')) yield* models(other)
  if (isWanted('cold start')) yield await starts(other, rounds)
}

async function* models(other: string): AsyncGenerator<Row> {
  const files = { here: './model.ts', there: pathToFileURL(join(other, 'bench/model.ts')) }
  const outcomes: Record<'here' | 'there', Readonly<Record<string, number>>[]> = { here: [], there: [] }
  for (let round = 0; round < 3; round++) {
    for (const side of ['here', 'there'] as const)
      outcomes[side].push(await askProcess(files[side], ['--expose-gc']))
  }
  for (const name of Object.keys(outcomes.here[0]!)) {
    const of = (side: 'here' | 'there') => outcomes[side].flatMap((outcome) => outcome[name] ?? [])
    const taken = { here: of('here'), there: of('there') }
    if (taken.there.length > 0) yield row(`model: ${name}`, taken, 'less')
  }
}

async function starts(other: string, rounds: number): Promise<Row> {
  const start = (folder: string) => () =>
    firstAnswer(process.execPath, join(folder, 'dist/cli/identikit.js'), ...serveArguments)
  const taken = await inTurn(rounds, { here: start(root), there: start(other) })
  return row('cold start of the built server, ms', taken, 'less')
}

/** How many times better the figure here is than there: `better` is more or less. */
function row(
  name: string,
  { here, there }: Readonly<Record<'here' | 'there', readonly number[]>>,
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
