/**
 * Changes the code in small ways and tells which changes no test notices.
 *
 *     npm run mutate -- src/query/lexer.ts               every change of a file
 *     npm run mutate -- src/model src/views --sample 50  fifty random changes of each folder
 *
 * `--minutes 15` begins no further change after that time. `--record` puts the score on docs/mutation.md. `--seed` draws another sample, `--out FILE` keeps what was found as JSON, `--only TEXT` tries those changes whose line
 * number or text holds TEXT. Exit code 1 below 95 % in `src` and 90 % in `conformance`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { reasonOf } from './mutation/equivalents.ts'
import { type Mutant, mutated, sampleOf, sourceFiles } from './mutation/mutants.ts'
import { compileErrors } from './mutation/compile-errors.ts'
import { record } from './mutation/page.ts'
import { ReachMap } from './mutation/reach.ts'
import { VitestRuns } from './mutation/vitest-runs.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    only: { type: 'string' },
    record: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    'near-seconds': { type: 'string', default: '2.5' },
  },
})
const size = Number(values.sample ?? Number.POSITIVE_INFINITY)
if (positionals.length === 0 || !(size > 0)) {
  process.stderr.write('usage: npm run mutate -- PATH… [--sample 50] [--seed 1] [--out FILE]\n')
  process.exit(2)
}

type Outcome = 'killed' | 'survived' | 'not reached' | 'does not compile' | 'equivalent'
type Tried = Mutant & { path: string; outcome: Outcome; by?: string; failure?: string }

const tell = (line: string) => process.stdout.write(`${line}\n`)
const started = Date.now()
const reach = await ReachMap.open(tell)

const chosen: { path: string; mutants: Mutant[] }[] = []
for (const path of positionals) {
  const isWanted = ({ line, original, replacement }: Mutant) =>
    values.only === undefined ||
    `${line}` === values.only ||
    `${original}${replacement}`.includes(values.only)
  chosen.push({ path, mutants: await sampleOf(sourceFiles(path), size, values.seed, isWanted) })
}

/** What is changed now, by absolute path. */
const changed = new Map<string, string>()
const runs = await VitestRuns.start({ textOf: (file) => changed.get(file) })

async function runWith(mutants: readonly Mutant[], tests: readonly string[], bail = true) {
  const files = [...new Set(mutants.map(({ file }) => file))]
  for (const file of files) {
    const here = mutants.filter((mutant) => mutant.file === file)
    changed.set(resolve(file), mutated(readFileSync(file, 'utf8'), here))
    runs.invalidate(file)
  }
  const cost = tests.reduce((sum, test) => sum + (costs.get(test) ?? 1000), 0) / 1000
  const result = await runs.run(tests, { cpuSeconds: 10 + 3 * cost, bail })
  for (const file of files) {
    changed.delete(resolve(file))
    runs.invalidate(file)
  }
  return result
}

/** What takes longer, in milliseconds, is only asked of changes near it. */
const longest = 1000
const costs = new Map<string, number>()
/** How many changes of a source file a test file has noticed: it is asked first for the next. */
const noticed = new Map<string, number>()

/** The tests that run a change, those first which are most likely to notice it for what they cost. */
function testsFor(mutant: Mutant): string[] {
  const found = reach.testsOf(mutant.file, mutant.start, mutant.end)
  const words = wordsOf(mutant.file)
  const name = wordsOf(basename(mutant.file))
  const worth = new Map(
    found.map(({ test, milliseconds }) => {
      costs.set(test, milliseconds)
      const named = wordsOf(test).reduce(
        (sum, word) => sum + (name.includes(word) ? 6 : words.includes(word) ? 1 : 0),
        0,
      )
      const before = noticed.get(`${mutant.file} ${test}`) ?? 0
      return [test, (1 + named + 8 * before) / (milliseconds + 300)]
    }),
  )
  return found
    .map(({ test }) => test)
    .toSorted((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0))
}

/** `src/model/groups/rules.ts` is `model`, `group`, `rule`. */
function wordsOf(file: string): string[] {
  const words = file.replace(/(?:\.test)?\.ts$/, '').split(/[/-]/)
  return words.filter((word) => word !== 'src' && word !== 'test').map((word) => word.replace(/s$/, ''))
}

function near(tests: readonly string[]): string[] {
  let left = Number(values['near-seconds']) * 1000
  return tests.filter((test, index) => {
    left -= costs.get(test) ?? 1000
    return index === 0 || left > 0
  })
}

const tried: Tried[] = []
const later: { tried: Tried; rest: string[] }[] = []
const kill = (one: Tried, by: string | undefined, failure: string) => {
  one.outcome = 'killed'
  one.by = by ?? 'the loading of the tests'
  one.failure = failure
  noticed.set(`${one.file} ${by}`, (noticed.get(`${one.file} ${by}`) ?? 0) + 1)
}

const end = started + 60_000 * Number(values.minutes ?? Number.POSITIVE_INFINITY)

// First each change alone, with the tests near it.
const total = chosen.reduce((sum, { mutants }) => sum + mutants.length, 0)
const rounds = Math.max(0, ...chosen.map(({ mutants }) => mutants.length))
for (let round = 0; round < rounds; round++) {
  for (const { path, mutants } of chosen) {
    const mutant = mutants[round]
    if (mutant === undefined || Date.now() > end) continue
    const one: Tried = { ...mutant, path, outcome: 'survived' }
    tried.push(one)
    if (reasonOf(mutant) !== undefined) {
      one.outcome = 'equivalent'
      continue
    }
    const tests = testsFor(mutant)
    if (tests.length === 0) one.outcome = 'not reached'
    else {
      const first = near(tests)
      const result = await runWith([mutant], first)
      if (!result.ok)
        kill(one, result.failed[0] ?? (result.hung ? 'the time it takes' : undefined), result.firstFailure)
      else
        later.push({
          tried: one,
          rest: tests.filter((test) => !first.includes(test) && (costs.get(test) ?? 0) <= longest),
        })
    }
    const seconds = Math.round((Date.now() - started) / 1000)
    tell(
      `${tried.length}/${total} ${seconds}s ${one.outcome} ${one.file}:${one.line} ${one.kind} ${one.by ?? ''}`,
    )
  }
}

// Then those that are left together, with the other tests that run them: most fail none.
for (let index = 0; index < later.length; index += 16) {
  const group = apart(later.slice(index, index + 16))
  for (const together of group) {
    const tests = [...new Set(together.flatMap(({ rest }) => rest))]
    if (tests.length === 0) continue
    tell(`${together.length} left over with ${tests.length} more test files`)
    const all = await runWith(
      together.map(({ tried }) => tried),
      tests,
      false,
    )
    if (all.ok) continue
    for (const { tried, rest } of together) {
      const suspected = all.failed.length === 0 ? rest : rest.filter((test) => all.failed.includes(test))
      if (suspected.length === 0) continue
      const result = await runWith([tried], suspected)
      if (!result.ok) kill(tried, result.failed[0], result.firstFailure)
      tell(`${tried.outcome} ${tried.file}:${tried.line} ${tried.by ?? ''}`)
    }
  }
}
await runs.close()

const refused = await compileErrors(tried.filter(({ outcome }) => outcome === 'survived'))
for (const one of refused) one.outcome = 'does not compile'

/** Changes that overlap cannot be made at once. */
function apart<T extends { tried: Mutant }>(list: readonly T[]): T[][] {
  const groups: T[][] = []
  for (const one of list) {
    const fits = groups.find((group) =>
      group.every(
        ({ tried }) =>
          tried.file !== one.tried.file || tried.end <= one.tried.start || one.tried.end <= tried.start,
      ),
    )
    if (fits === undefined) groups.push([one])
    else fits.push(one)
  }
  return groups
}

let low = false
for (const { path } of chosen) {
  const here = tried.filter((one) => one.path === path)
  for (const one of here) {
    if (one.outcome !== 'survived' && one.outcome !== 'not reached') continue
    tell(
      `\n${one.outcome}: ${one.file}:${one.line} ${one.kind}\n- ${cut(one.original)}\n+ ${cut(one.replacement)}`,
    )
  }
  const count = (outcome: Outcome) => here.filter((one) => one.outcome === outcome).length
  const counted = here.length - count('equivalent') - count('does not compile')
  if (values.record)
    record({
      date: new Date().toISOString().slice(0, 10),
      path,
      seed: values.seed,
      changes: counted,
      noticed: count('killed'),
      equivalent: count('equivalent'),
      notCompiled: count('does not compile'),
    })
  const share = counted === 0 ? 100 : (100 * count('killed')) / counted
  low ||= share < (path.startsWith('conformance') ? 90 : 95)
  tell(
    `\n${path}: ${count('killed')} of ${counted} changes noticed, ${share.toFixed(1)} %; left out: ${count('equivalent')} equivalent, ${count('does not compile')} that do not compile`,
  )
}
if (values.out !== undefined)
  writeFileSync(values.out, `${JSON.stringify({ seed: values.seed, tried }, null, 1)}\n`)
process.exitCode = low ? 1 : 0

function cut(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
