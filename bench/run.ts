/**
 * Measures the mock and a bare node:http server side by side in one run, and prints a table.
 *
 *     npm run bench                      everything, some minutes
 *     npm run bench -- --quick           fewer and shorter rounds
 *     npm run bench -- --only search     only cases with the word in their name
 *     npm run bench -- --million         a million users as well, a minute and 2 GB more
 *     npm run bench -- console           the console in Chromium, which a full run does not include
 *     npm run bench -- --against ../old  in alternation with the build of another checkout
 *     npm run bench -- --write           also writes the pages and pictures of figure-pages.ts
 */
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { measureAgainst } from './against.ts'
import { httpCases, httpWorld, pagesOf } from './cases/http.ts'
import { mswRows } from './cases/in-process.ts'
import { coldStartRow, commandRows } from './cold-start.ts'
import { figurePages } from './figure-pages.ts'
import { writeFigures } from './figures.ts'
import { importRows } from './imports.ts'
import { journalRows, millionRows, modelRows } from './own-process.ts'
import { pactRows } from './pact.ts'
import { pageRows } from './page.ts'
import { peerRows } from './peers.ts'
import { build, type LoadProcess, type ServerProcess, startIdentikit, startLoad } from './processes.ts'
import { get } from './protocol.ts'
import { markdownTable, ratioRow, rounded, type Row } from './report.ts'
import { mediansInTurn } from './rounds.ts'
import { measureServer, sideBySide, type Thoroughness } from './side-by-side.ts'
import { signInRows } from './sign-in.ts'
import { measureState } from './state.ts'
import { installedRows, suiteRows } from './waiting.ts'
import { vitestRow, worldRows } from './worlds.ts'

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    million: { type: 'boolean' },
    against: { type: 'string' },
    write: { type: 'boolean' },
  },
  allowPositionals: true,
})
const unknown = positionals.find((each) => each !== 'console')
if (unknown !== undefined)
  throw new Error(`There is no bench "${unknown}"; to measure some of it: --only ${unknown}`)
const isQuick = values.quick === true
const quietMinutes = 10
const lastPages = 'list users: the last pages against the first'
const thoroughness: Thoroughness = values.quick ? { rounds: 3, seconds: 0.5 } : { rounds: 9, seconds: 1.5 }
const isWanted = (name: string): boolean => name.toLowerCase().includes((values.only ?? '').toLowerCase())

const rows: Row[] = []
if (values.write) await quietMoment()
const [loadBefore = 0] = loadavg()
if (positionals.includes('console')) await inChromium()
else if (values.against !== undefined) await against(values.against)
else await withoutChromium()
const processors = cpus()
console.log(`Node ${process.version}, ${processors.length} × ${processors[0]?.model}, medians\n`)
console.log(markdownTable(rows))
if (values.write && values.against === undefined) {
  await writeFigures(rows, isQuick, loadBefore)
  const root = new URL('../', import.meta.url)
  for (const { path, render } of figurePages) await writeFile(new URL(path, root), render())
}
if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1

/** Before figures are written down, waits until the machine is quiet; not for ever. */
async function quietMoment(): Promise<void> {
  const most = cpus().length / 2
  for (let minute = 0; minute < quietMinutes; minute++) {
    const [load = 0] = loadavg()
    if (load <= most) return
    console.error(
      `Waits for a quiet moment: the machine's load is ${load.toFixed(1)}, at most ${most} is wanted`,
    )
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  }
  throw new Error(
    `The machine was busy for ${quietMinutes} minutes: figures of it would mislead. Nothing was measured or written.`,
  )
}

async function inChromium(): Promise<void> {
  const { measureConsole } = await import('./console.ts')
  await measureConsole(values.quick ? 3 : 7, isWanted, note)
}

async function against(folder: string): Promise<void> {
  await using load = startLoad()
  build()
  // Many short rounds: the figures of neighbours in time compare best.
  const short = { rounds: isQuick ? 7 : 25, seconds: 0.4 }
  for await (const row of measureAgainst(folder, load, short, isWanted)) note(row)
}

async function withoutChromium(): Promise<void> {
  await using load = startLoad()
  const [starts, worlds, few, pacts] = isQuick ? [7, 5, 3, 3] : [21, 15, 7, 5]
  const { rounds } = thoroughness
  await overHttp(load)
  await measure('msw', () => mswRows(rounds))
  await measure('model', modelRows)
  if (values.million === true) for (const row of await millionRows()) note(row)
  await measureBuild('cold start', () => coldStartRow(starts))
  await measureBuild('import', () => importRows(starts))
  await measureBuild('organisations and data', async () => [...worldRows(worlds), await vitestRow(few)])
  await measureBuild('page', () => pageRows(rounds))
  await measureBuild('installed size, npx', installedRows)
  await measureBuild('suite', suiteRows)
  await measure('sign-in', () => signInRows(load, thoroughness))
  for (const row of await measureState(load, thoroughness, isWanted)) note(row)
  await measure('journal', journalRows)
  await measureBuild('pact', () => pactRows(pacts))
  await measureBuild('openapi', () =>
    commandRows(starts, [['openapi: the document by a cold command', 1.8, 'openapi']]),
  )
  for await (const row of peerRows(load, thoroughness, isWanted)) note(row)
}

type Measure = () => Row | readonly Row[] | Promise<Row | readonly Row[]>

async function measure(name: string, rowsOf: Measure): Promise<void> {
  if (isWanted(name)) for (const row of [await rowsOf()].flat()) note(row)
}

function measureBuild(name: string, rowsOf: Measure): Promise<void> {
  return measure(name, () => {
    build()
    return rowsOf()
  })
}

async function overHttp(generator: LoadProcess): Promise<void> {
  const wanted = httpCases.filter(({ name }) => isWanted(name))
  const pages = isWanted(lastPages)
  if (wanted.length === 0 && !pages) return
  await using server = await startIdentikit(httpWorld)
  for (const each of wanted) note(await sideBySide(each, server, generator, thoroughness))
  if (pages) note(await lastPage(server, generator))
}

/** A list must not get slower towards its end. */
async function lastPage(server: ServerProcess, generator: LoadProcess): Promise<Row> {
  const pages = await pagesOf(server, '/api/v1/users?limit=200')
  const { rounds, seconds } = thoroughness
  const cpu = (from: number, to?: number) => {
    const turns = pages.slice(from, to).map(({ path }) => [get(path)])
    return async () => (await measureServer(server, generator, { connections: 1, seconds, turns })).cpu
  }
  const { first, last } = await mediansInTurn(rounds, { first: cpu(0, 50), last: cpu(-50) })
  const figures = [`${rounded(last)} µs`, `first: ${rounded(first)} µs`] as const
  return ratioRow(lastPages, figures, last / first, '≤', 1.2)
}

/** Adds a row, and prints it while the run continues. */
function note(row: Row): void {
  rows.push(row)
  console.error(`${row.name}: ${row.result}${row.bar === '' ? '' : ` (${row.bar})`}`)
}
