import { join, resolve } from 'node:path'
import { httpCases, httpWorld } from './cases/http.ts'
import { firstAnswer, serveArguments } from './cold-start.ts'
import { modelFigures } from './own-process.ts'
import { askProcess, type LoadProcess, root, run, type ServerProcess, startIdentikit } from './processes.ts'
import { ratioRow, rounded, type Row } from './report.ts'
import { inTurn, median } from './rounds.ts'
import { measureServer, type Thoroughness } from './side-by-side.ts'
import { costsOfOneProcess } from './worlds.ts'

/**
 * Compares this build with that of another checkout: HTTP, the model and the start, in alternation and by processor time.
 * Both are measured by this bench. The other checkout needs its packages and its build (`npm ci && npm run build`).
 */
export async function* measureAgainst(
  folder: string,
  load: LoadProcess,
  { rounds, seconds }: Thoroughness,
  isWanted: (name: string) => boolean,
): AsyncGenerator<Row> {
  const other = resolve(folder)
  const wanted = httpCases.filter(({ name }) => isWanted(name))
  if (wanted.length > 0) {
    await using ours = await startIdentikit(httpWorld)
    await using theirs = await startIdentikit(httpWorld, other)
    for (const { name, turns: turnsOf, barAgainst, ...each } of wanted) {
      const cpu = async (server: ServerProcess) => {
        const turns = await turnsOf(server)
        return async () => (await measureServer(server, load, { ...each, turns, seconds })).cpu
      }
      const [here, there] = [await cpu(ours), await cpu(theirs)]
      yield row(`${name}, processor time`, 'µs', await inTurn(rounds, { here, there }), barAgainst)
    }
  }
  if (isWanted('model')) yield* models(other)
  if (isWanted('createOrg')) yield await organisations(other, rounds)
  if (isWanted('cold start')) yield await starts(other, rounds)
}

async function* models(other: string): AsyncGenerator<Row> {
  const taken: Record<string, Record<'here' | 'there', number[]>> = {}
  for (let round = 0; round < 3; round++)
    for (const [side, folder] of Object.entries({ here: root, there: other })) {
      const figures = await askProcess<Readonly<Record<string, number>>>(
        './model.ts',
        ['--expose-gc'],
        folder,
      )
      for (const [name, value] of Object.entries(figures))
        (taken[name] ??= { here: [], there: [] })[side as 'here' | 'there'].push(value)
    }
  for (const [key, { name, unit, barAgainst }] of Object.entries(modelFigures))
    yield row(name, unit, taken[key]!, barAgainst)
}

async function organisations(other: string, rounds: number): Promise<Row> {
  const cost = (folder: string) => () => costsOfOneProcess(folder).createOrg
  const taken = await inTurn(rounds, { here: cost(root), there: cost(other) })
  return row('createOrg(), processor time', 'ms', taken, 1.3)
}

async function starts(other: string, rounds: number): Promise<Row> {
  const start = (folder: string) => {
    const program = join(folder, 'dist/cli/identikit.js')
    // The option had another name.
    const isEarlier = run(process.execPath, [program, 'serve', '--help']).stdout.includes('--world')
    const args = serveArguments.map((each) => (isEarlier && each === '--data' ? '--world' : each))
    return () => firstAnswer(process.execPath, program, ...args)
  }
  const taken = await inTurn(rounds, { here: start(root), there: start(other) })
  return row('cold start of the built server', 'ms', taken, 0.97)
}

/** How many times less it takes here than there: the median of the rounds. */
function row(
  name: string,
  unit: string,
  { here, there }: Readonly<Record<'here' | 'there', readonly number[]>>,
  bar: number,
): Row {
  const ratio = median(here.map((value, round) => there[round]! / value))
  const told = (values: readonly number[]): string => `${rounded(median(values))} ${unit}`.trim()
  return ratioRow(name, [told(here), `there: ${told(there)}`], ratio, '≥', bar)
}
