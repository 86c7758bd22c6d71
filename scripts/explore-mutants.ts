/**
 * Tests exploration with the mock itself. Changes the model in small ways, one at a time, and reports how many changes
 * an exploration notices. It compares the changed organisation with an unchanged one.
 *
 *     npm run explore-mutants -- --sample 30 --seed 1 [--calls 1500] [src/model]
 *
 * It skips code that runs once, when a file is loaded.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { fetchSender } from '../conformance/engine/wire/http-sender.ts'
import { runChecks } from '../conformance/engine/run/run-checks.ts'
import { clauses } from '../conformance/registry/clauses.ts'
import { type Mutant, sampleOf, sourceFiles } from './mutation/mutants.ts'
import { withSwitches } from './mutation/switches.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '1500' },
    /** For the process that explores: its first change. */
    from: { type: 'string' },
  },
})
const folder = resolve('build/explore-mutants')
const listFile = join(folder, 'mutants.json')
/** A change that makes the model wait, or loop forever, counts as noticed too. */
const patience = 60_000

if (values.from === undefined) await tellAll()
else await exploreFrom(Number(values.from))

interface Numbered {
  readonly number: number
  readonly mutant: Mutant
}

async function tellAll(): Promise<void> {
  const files = (positionals.length === 0 ? ['src/model'] : positionals).flatMap(sourceFiles)
  const sample = await sampleOf(files, Number(values.sample), values.seed, () => true)
  const asked = prepare(sample.map((mutant, number) => ({ number, mutant })))
  writeFileSync(listFile, JSON.stringify(asked))
  const found = new Map<number, string>()
  for (let at = 0; at < asked.length; at = found.size) await exploreInAProcess(at, asked, found)
  const noticed = asked.filter((_, at) => found.get(at) !== '')
  for (const [at, { mutant }] of asked.entries())
    console.log(
      `${(found.get(at) || 'not noticed').padEnd(32)} ${mutant.file}:${mutant.line} ${cut(mutant.original)} → ${cut(mutant.replacement)}`,
    )
  console.log(
    `an exploration of ${values.calls} calls notices ${noticed.length} of ${asked.length} changes (--seed ${values.seed})`,
  )
}

/** Writes a copy of the sources with a switch at each change; returns the changes that can be switched. */
function prepare(all: readonly Numbered[]): Numbered[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync('src', join(folder, 'src'), { recursive: true })
  const asked: Numbered[] = []
  for (const [file, here] of Map.groupBy(all, ({ mutant }) => mutant.file)) {
    const { text, left, atLoading } = withSwitches(readFileSync(file, 'utf8'), here)
    writeFileSync(join(folder, relative('.', file)), text)
    asked.push(...here.filter((each) => !left.includes(each) && !atLoading.includes(each.number)))
  }
  return asked
}

/** Lets a separate process explore from a change on, as far as it gets. */
async function exploreInAProcess(
  from: number,
  asked: readonly Numbered[],
  found: Map<number, string>,
): Promise<void> {
  const args = [
    ...process.execArgv,
    ...process.argv.slice(1, 2),
    '--from',
    `${from}`,
    '--seed',
    values.seed,
    '--calls',
    values.calls,
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let timer = setTimeout(() => child.kill('SIGKILL'), patience)
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), patience)
    const said = /^noticed: (.*)$/.exec(line)
    if (said !== null) found.set(found.size, said[1] as string)
  }
  clearTimeout(timer)
  if (found.size < asked.length) found.set(found.size, 'ends the process, or hangs')
}

async function exploreFrom(from: number): Promise<void> {
  let on = -1
  Object.assign(globalThis, { mutantIsOn: (number: number) => number === on })
  const { createOrganisation } = (await import(
    join(folder, 'src/organisation.ts')
  )) as typeof import('../src/organisation.ts')
  const asked = JSON.parse(readFileSync(listFile, 'utf8')) as Numbered[]
  for (const { number } of asked.slice(from)) {
    on = number
    console.log(`noticed: ${await explored(createOrganisation)}`)
    on = -1
  }
  process.exit(0)
}

/** The requirement that an exploration finds broken, or the error that it ends with; empty if none. */
async function explored(
  createOrganisation: typeof import('../src/organisation.ts').createOrganisation,
): Promise<string> {
  const baseUrl = 'https://mutant.example.com'
  try {
    const org = createOrganisation({ seed: 7, baseUrl })
    const { exploration } = await runChecks(
      [],
      {
        baseUrl,
        token: org.apiToken,
        sender: fetchSender((request) => org.fetch(request)),
        clauses,
        allow: ['mail'],
      },
      {
        explore: {
          milliseconds: patience / 2,
          seed: Number(values.seed),
          mostCalls: Number(values.calls),
          mostFound: 1,
        },
      },
    )
    const [first] = exploration?.differences ?? []
    return first === undefined ? '' : (first.clause ?? 'a difference')
  } catch (error) {
    return `error: ${String(error).split('\n')[0]}`
  }
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
