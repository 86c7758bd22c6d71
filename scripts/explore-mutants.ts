/**
 * Tests exploration with the mock itself. Changes the model in small ways, one at a time, and reports how many changes
 * an exploration notices. It compares the changed organisation with an unchanged one.
 *
 *     npm run explore-mutants -- --sample 30 --seed 1 [--calls 1500] [src/model]
 *
 * It skips code that runs once, when a file is loaded.
 */
import { spawn } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { fetchSender } from '../conformance/engine/wire/http-sender.ts'
import { runChecks } from '../conformance/engine/run/run-checks.ts'
import { clauses } from '../conformance/registry/clauses.ts'
import { sampleOf, sourceFiles, withSwitches } from './mutation/mutants.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '1500' },
    /** For the process that explores: the switches of its changes. */
    on: { type: 'string' },
  },
})
const folder = resolve('build/explore-mutants')
/** A change that makes the model wait, or loop forever, counts as noticed too. */
const patience = 60_000
const atLoading = 'runs at loading'

if (values.on === undefined) await tellAll()
else await exploreWith(values.on.split(','))

async function tellAll(): Promise<void> {
  const files = (positionals.length === 0 ? ['src/model'] : positionals).flatMap(sourceFiles)
  const { texts, byName } = await withSwitches(await sampleOf(files, Number(values.sample), values.seed))
  rmSync(folder, { recursive: true, force: true })
  cpSync('src', join(folder, 'src'), { recursive: true })
  for (const [file, text] of texts) writeFileSync(join(folder, file), text)
  const found = new Map<string, string>()
  for (let left = [...byName.keys()]; left.length > 0; left = left.filter((name) => !found.has(name)))
    await exploreInAProcess(left, found)
  const tried = [...byName].filter(([name]) => found.get(name) !== atLoading)
  for (const [name, { file, line, original, replacement }] of tried)
    console.log(
      `${(found.get(name) || 'not noticed').padEnd(32)} ${file}:${line} ${cut(original)} → ${cut(replacement)}`,
    )
  const noticed = tried.filter(([name]) => found.get(name) !== '')
  console.log(
    `an exploration of ${values.calls} calls notices ${noticed.length} of ${tried.length} changes (--seed ${values.seed})`,
  )
}

/** Lets a separate process explore with each change, as far as it gets. */
async function exploreInAProcess(names: readonly string[], found: Map<string, string>): Promise<void> {
  const options = ['--on', names.join(), '--seed', values.seed, '--calls', values.calls]
  const args = [...process.execArgv, ...process.argv.slice(1, 2), ...options]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let timer = setTimeout(() => child.kill('SIGKILL'), patience)
  for await (const line of createInterface({ input: child.stdout })) {
    timer.refresh()
    const [, name, result] = /^(\d+) noticed: (.*)$/.exec(line) ?? []
    if (name !== undefined) found.set(name, result ?? '')
  }
  clearTimeout(timer)
  const next = names.find((name) => !found.has(name))
  if (next !== undefined) found.set(next, 'ends the process, or hangs')
}

async function exploreWith(names: readonly string[]): Promise<void> {
  let on = ''
  const asked = new Set<string>()
  Object.assign(globalThis, {
    stryCov_9fa48: () => {},
    stryMutAct_9fa48: (name: string) => {
      if (on === '') asked.add(name)
      return name === on
    },
  })
  const { createOrganisation } = (await import(
    join(folder, 'src/organisation.ts')
  )) as typeof import('../src/organisation.ts')
  const loaded = new Set(asked)
  for (const name of names) {
    on = name
    console.log(`${name} noticed: ${loaded.has(name) ? atLoading : await explored(createOrganisation)}`)
    on = ''
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
    const sender = fetchSender((request) => org.fetch(request))
    const { exploration } = await runChecks(
      [],
      { baseUrl, token: org.apiToken, sender, clauses, allow: ['mail'] },
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
