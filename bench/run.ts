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
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { httpCases, pageOf } from './cases/http.ts'
import { measureMsw } from './cases/in-process.ts'
import type { MillionOutcome, ModelOutcome } from './cases/model.ts'
import { measureAgainst } from './against.ts'
import { build } from './build.ts'
import { measureColdStart, measureOpenApi } from './cold-start.ts'
import { measureEmulate } from './emulate.ts'
import { measureImports } from './imports.ts'
import { measurePact } from './pact.ts'
import { measurePeers } from './peers.ts'
import { writeFigures } from './figures.ts'
import { figurePages } from './figure-pages.ts'
import { type LoadProcess, type ServerProcess, startIdentikit, startLoad } from './processes.ts'
import { markdownTable, rounded, type Row } from './report.ts'
import { measureJournal } from './journal-cost.ts'
import { type HttpOutcome, median, sideBySide, type Thoroughness } from './side-by-side.ts'
import { measureSignIn } from './sign-in.ts'
import { measureState } from './state.ts'
import { installedRows, organisationRows, pageRows, suiteRows } from './waiting.ts'

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
  for (const row of await measureConsole(values.quick ? 3 : 7, isWanted)) note(row)
}

async function against(folder: string): Promise<void> {
  const load = startLoad()
  try {
    build()
    for await (const row of measureAgainst(folder, load, thoroughness, isWanted)) note(row)
  } finally {
    await load.stop()
  }
}

async function withoutChromium(): Promise<void> {
  const load = startLoad()
  try {
    await overHttp(load)
    await inProcess()
    if (values.million === true) await measureAMillion()
    await coldStart()
    imports()
    await waiting()
    await signIn(load)
    for (const row of await measureState(load, thoroughness, isWanted)) note(row)
    if (isWanted('journal')) for (const row of await measureJournal()) note(row)
    pacts()
    await openApi()
    await otherEmulator(load)
    await peers(load)
  } finally {
    await load.stop()
  }
}

async function overHttp(generator: LoadProcess): Promise<void> {
  for (const { world, preparation, cases } of httpCases) {
    const wanted = cases.filter(({ name }) => isWanted(name))
    const pages = world === 'large:100000' && isWanted('500th page')
    if (wanted.length === 0 && !pages) continue
    const server = await startIdentikit(world, preparation)
    try {
      for (const each of wanted) note(httpRow(await sideBySide(each, server, generator, thoroughness)))
      if (pages) note(await lastPage(server, generator))
    } finally {
      await server.stop()
    }
  }
}

function httpRow({ name, bar, ours, bare, ratio, bareRatio, cpu, bareCpu }: HttpOutcome): Row {
  return {
    name,
    ours: `${rounded(ours)}/s, ${rounded(cpu)} µs`,
    other: `${bareRatio === undefined ? 'bare' : 'keeping'}: ${rounded(bare)}/s, ${rounded(bareCpu)} µs`,
    result: `${ratio.toFixed(2)}${bareRatio === undefined ? '' : ` (bare: ${bareRatio.toFixed(2)})`}`,
    bar: `≥ ${bar}`,
    isMet: ratio >= bar,
  }
}

/** A list must not get slower towards its end. */
async function lastPage(server: ServerProcess, generator: LoadProcess): Promise<Row> {
  // The list omits deactivated users, so pages of 200 end before the 500th.
  const path = '/api/v1/users?limit=190'
  const targets = { first: path, last: await pageOf(server, path, 500) }
  const taken = { first: [] as number[], last: [] as number[] }
  for (let round = 0; round < thoroughness.rounds; round++) {
    for (const page of ['first', 'last'] as const) {
      const requests = [[{ method: 'GET', path: targets[page], token: 'SSWS bench-token' }]]
      const { seconds } = thoroughness
      taken[page].push((await generator.run({ port: server.port, connections: 1, seconds, requests })).median)
    }
  }
  const [first, last] = [median(taken.first), median(taken.last)]
  return {
    name: 'list users: the 500th page against the first',
    ours: `${rounded(last)} ms`,
    other: `first: ${rounded(first)} ms`,
    result: (last / first).toFixed(2),
    bar: '≤ 1.2',
    isMet: last / first <= 1.2,
  }
}

async function inProcess(): Promise<void> {
  if (isWanted('msw')) {
    const { first, last, stock } = await measureMsw(thoroughness.rounds)
    for (const [which, rate] of Object.entries({ first, last })) {
      note({
        name: `in process, through msw: the ${which} handler that reads`,
        ours: `${rounded(rate)}/s`,
        other: `57 stock handlers, first match: ${rounded(stock)}/s`,
        result: (rate / stock).toFixed(2),
        bar: '≥ 2',
        isMet: rate / stock >= 2,
      })
    }
  }
  if (!isWanted('model')) return
  const child = fork(new URL('./model.ts', import.meta.url), [], { execArgv: ['--expose-gc'] })
  const [outcome] = (await once(child, 'message')) as [ModelOutcome]
  const row = (name: string, value: number, unit: string, most: number): Row => ({
    name: `model: ${name}`,
    ours: `${rounded(value)} ${unit}`,
    other: '',
    result: rounded(value),
    bar: `≤ ${rounded(most)} ${unit}`,
    isMet: value <= most,
  })
  note(
    row(
      'search by department and status, sorted, 100,000 users, processor time',
      outcome.sortedSearch,
      'ms',
      5,
    ),
  )
  note(
    row(
      'search by sw on properties without an index, 100,000 users, processor time',
      outcome.startsWith,
      'ms',
      5,
    ),
  )
  note(row('heap of a user, 100,000 users', outcome.bytesPerUser, 'bytes', 600))
  note(row('heap of a user activated by the API, 100,000 users', outcome.bytesPerActivated, 'bytes', 650))
  note(row('activate a rule over 100,000 users', outcome.ruleActivation, 'ms', 1000))
  note(row('update a user with 200 active rules, processor time', outcome.updateWithRules, 'ms', 1))
}

/** A million users, with `--million`. */
async function measureAMillion(): Promise<void> {
  const execArgv = ['--max-old-space-size=6144']
  const child = fork(new URL('./model.ts', import.meta.url), ['million'], { execArgv })
  const [{ load: seconds, ratios }] = (await once(child, 'message')) as [MillionOutcome]
  note({
    name: 'model: load 1,000,000 users, processor time',
    ours: `${rounded(seconds)} s`,
    other: '',
    result: rounded(seconds),
    bar: '≤ 15 s',
    isMet: seconds <= 15,
  })
  for (const [name, ratio] of Object.entries(ratios)) {
    note({
      name: `model: ${name}, 1,000,000 users against 10,000, processor time`,
      ours: '',
      other: '',
      result: ratio.toFixed(2),
      bar: '≤ 1.5',
      isMet: ratio <= 1.5,
    })
  }
}

/** The endpoints of the authorization servers. */
async function signIn(generator: LoadProcess): Promise<void> {
  if (!isWanted('sign-in')) return
  for (const { name, ours, theirs, bar } of await measureSignIn(generator, thoroughness)) {
    note({
      name: `sign-in: ${name}, processor time`,
      ours: `${rounded(ours)} µs`,
      other: `oidc-provider: ${rounded(theirs)} µs`,
      result: (ours / theirs).toFixed(2),
      bar: `≤ ${bar}`,
      isMet: ours / theirs <= bar,
    })
  }
}

async function coldStart(): Promise<void> {
  if (!isWanted('cold start')) return
  const { ours, bare } = await measureColdStart(values.quick ? 7 : 21)
  note({
    name: 'cold start of the built server, without data, to the first 200',
    ours: `${rounded(ours)} ms`,
    other: `bare script: ${rounded(bare)} ms`,
    result: (ours / bare).toFixed(2),
    bar: '≤ 1.25',
    isMet: ours / bare <= 1.25,
  })
}

function imports(): void {
  if (!isWanted('import')) return
  build()
  for (const { name, ours, other, theirs, bar } of measureImports(values.quick ? 7 : 21)) {
    note({
      name: `import '${name}', fresh process, processor time`,
      ours: `${rounded(ours)} ms`,
      other: `import '${other}': ${rounded(theirs)} ms`,
      result: (ours / theirs).toFixed(2),
      bar: `≤ ${bar}`,
      isMet: ours / theirs <= bar,
    })
  }
}

async function waiting(): Promise<void> {
  const groups: readonly (readonly [
    name: string,
    measure: () => readonly Row[] | Promise<readonly Row[]>,
  ])[] = [
    ['organisations and data', () => organisationRows(isQuick)],
    ['page', () => pageRows(isQuick)],
    ['installed size, npx', installedRows],
    ['suite', suiteRows],
  ]
  for (const [name, measure] of groups) {
    if (!isWanted(name)) continue
    build()
    for (const row of await measure()) note(row)
  }
}

async function peers(generator: LoadProcess): Promise<void> {
  for await (const { name, how, measured } of measurePeers(generator, thoroughness, isWanted)) {
    const title = `${name}${how}: GET one user`
    if ('leftOut' in measured) {
      note({ name: title, ours: '', other: '', result: `left out: ${measured.leftOut}`, bar: '' })
      continue
    }
    const { ours, theirs, start } = measured
    const other = `${rounded(theirs)}/s, first answer after ${rounded(start)} ms`
    note({
      name: title,
      ours: `${rounded(ours)}/s`,
      other,
      result: `× ${(ours / theirs).toFixed(1)}`,
      bar: '',
    })
  }
}

function pacts(): void {
  if (!isWanted('pact')) return
  build()
  const { verify, check } = measurePact(values.quick ? 3 : 5)
  const row = (name: string, value: number, most: number): Row => ({
    name,
    ours: `${rounded(value)} ms`,
    other: '',
    result: rounded(value),
    bar: `≤ ${rounded(most)} ms`,
    isMet: value <= most,
  })
  note(row('pact verify: 50 interactions, from start to exit', verify, 4000))
  note(row('pact check: 500 interactions, from start to exit', check, 1000))
}

async function openApi(): Promise<void> {
  if (!isWanted('openapi')) return
  build()
  const taken = await measureOpenApi(values.quick ? 7 : 21)
  note({
    name: 'openapi: the document by a cold command, from its start to its end',
    ours: `${rounded(taken)} ms`,
    other: '',
    result: rounded(taken),
    bar: '≤ 200 ms',
    isMet: taken <= 200,
  })
}

async function otherEmulator(generator: LoadProcess): Promise<void> {
  if (!isWanted('emulate')) return
  for (const { name, ours, theirs } of (await measureEmulate(generator, thoroughness)) ?? []) {
    note({
      name: `emulate@0.12.2: ${name}, 1,000 users`,
      ours: `${rounded(ours)}/s`,
      other: `emulate: ${rounded(theirs)}/s`,
      result: `× ${(ours / theirs).toFixed(1)}`,
      bar: '',
    })
  }
}

/** Adds a row, and prints it while the run continues. */
function note(row: Row): void {
  rows.push(row)
  console.error(`${row.name}: ${row.result}${row.bar === '' ? '' : ` (${row.bar})`}`)
}
