/**
 * Changes the code in small ways and reports the changes that no test notices.
 *
 *     npm run mutate -- src/query/lexer.ts               every change of a file
 *     npm run mutate -- src/model src/views --sample 50  fifty random changes of each folder
 *
 * `--again FILE` tries the changes that a run with `--out FILE` did not notice. `--seed` draws another sample. `--out
 * FILE` writes the results as JSON. `--only TEXT` tries the changes with TEXT in their line number or text. `--also
 * TEST` uses tests that start programs for the remaining changes. Exit code 1 below 88 %.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, sampleOf, sourceFiles } from './mutation/mutants.ts'
import { compileErrors } from './mutation/compile-errors.ts'
import { ReachMap } from './mutation/reach.ts'
import { type Step } from './mutation/plan.ts'
import { withSwitches } from './mutation/switches.ts'
import { tryAll } from './mutation/try-all.ts'
import { tryInACopy } from './mutation/in-a-copy.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    only: { type: 'string' },
    again: { type: 'string' },
    also: { type: 'string', multiple: true, default: [] },
    'near-seconds': { type: 'string', default: '4' },
    'longest-seconds': { type: 'string', default: '30' },
    help: { type: 'boolean', default: false },
  },
})
const size = Number(values.sample ?? Number.POSITIVE_INFINITY)
const usage = `usage: npm run mutate -- PATH… [--sample 50] [--seed 1] [--only TEXT] [--again FILE] [--out FILE]
                     [--longest-seconds 30] [--also TEST]…
docs/contributing/mutation.md says what each is for.
`
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}
if (positionals.length === 0 || !(size > 0)) {
  process.stderr.write(usage)
  process.exit(2)
}

type Outcome = 'killed' | 'survived' | 'not reached' | 'does not compile'
type Tried = Mutant & { path: string; outcome: Outcome; by?: string; failure?: string }

const tell = (line: string) => process.stdout.write(`${line}\n`)
const reach = await ReachMap.open(tell)

/** The changes of an earlier run, without those that it noticed. */
const before =
  values.again === undefined
    ? []
    : (JSON.parse(readFileSync(values.again, 'utf8')) as { tried: Tried[] }).tried.filter(({ outcome }) =>
        ['survived', 'not reached'].includes(outcome),
      )
const isWanted = ({ line, original, replacement }: Mutant) =>
  values.only === undefined || `${line}` === values.only || `${original}${replacement}`.includes(values.only)
const chosen: { path: string; mutants: Mutant[] }[] = []
for (const path of positionals) {
  const mutants =
    values.again === undefined
      ? await sampleOf(sourceFiles(path), size, values.seed, isWanted)
      : moved(before.filter((one) => one.path === path))
  chosen.push({ path, mutants })
}

/** The same changes in files that have changed since, if the text of a change still occurs exactly once. */
function moved(list: readonly Mutant[]): Mutant[] {
  return list.flatMap(({ file, line, original, replacement, kind, start }) => {
    const text = readFileSync(file, 'utf8')
    const near = text.startsWith(original, start) ? start : text.indexOf(original)
    if (near === -1 || (near !== start && text.includes(original, near + 1))) return []
    return [{ file, line, original, replacement, kind, start: near, end: near + original.length }]
  })
}

/** Slower tests, in milliseconds, run only for changes near them. */
const longest = 1000 * Number(values['longest-seconds'])
const costs = new Map<string, number>()

/** The tests that run a change. Tests that are most likely to notice it for their cost come first. */
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
      return [test, (1 + named) / (milliseconds + 300)]
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

const tried: Tried[] = chosen.flatMap(({ path, mutants }) =>
  mutants.map((mutant): Tried => ({ ...mutant, path, outcome: 'survived' })),
)
const numbered = tried.map((mutant, number) => ({ mutant, number }))

// Each change gets a switch in its file; `texts` are the files with their switches.
const texts = new Map<string, string>()
const atLoading: number[] = []
for (const file of new Set(tried.map((one) => one.file))) {
  const here = numbered.filter(({ mutant }) => mutant.file === file)
  const switched = withSwitches(readFileSync(file, 'utf8'), here)
  texts.set(resolve(file), switched.text)
  atLoading.push(...switched.atLoading)
  for (const { number } of switched.left) (tried[number] as Tried).outcome = 'does not compile'
}

const testsOf = new Map<number, string[]>()
for (const { mutant, number } of numbered) {
  if (mutant.outcome !== 'survived') continue
  const tests = testsFor(mutant)
  if (tests.length === 0) mutant.outcome = 'not reached'
  else testsOf.set(number, tests)
}

// First each change alone with the tests near it, the nearest first; then the remaining changes with the other tests.
const steps: Step[] = []
const add = (together: boolean, pairs: readonly { number: number; test: string }[]) => {
  const byTest = Map.groupBy(pairs, ({ test }) => test)
  for (const [test, list] of [...byTest].sort(
    ([one], [other]) => (costs.get(one) ?? 0) - (costs.get(other) ?? 0),
  ))
    steps.push({ index: steps.length, test, numbers: list.map(({ number }) => number), together })
}
const nearby = new Map([...testsOf].map(([number, tests]) => [number, near(tests)]))
for (let round = 0; round < Math.max(0, ...[...nearby.values()].map((tests) => tests.length)); round++)
  add(
    false,
    [...nearby].flatMap(([number, tests]) => tests.slice(round, round + 1).map((test) => ({ number, test }))),
  )
add(
  true,
  [...testsOf].flatMap(([number, tests]) =>
    tests.flatMap((test) =>
      nearby.get(number)?.includes(test) === true || (costs.get(test) ?? 0) > longest
        ? []
        : [{ number, test }],
    ),
  ),
)
const nested = Object.fromEntries(
  numbered.map(({ mutant, number }) => [
    number,
    numbered.flatMap((other) =>
      other.number !== number &&
      other.mutant.file === mutant.file &&
      other.mutant.start < mutant.end &&
      mutant.start < other.mutant.end
        ? [other.number]
        : [],
    ),
  ]),
)
const found = await tryAll({
  plan: { steps, done: [], nested, atLoading },
  textOf: (file) => texts.get(file),
  tell,
})
for (const [number, { by, failure }] of found.killed)
  Object.assign(tried[number] as Tried, { outcome: 'killed', by, failure })

const refused = await compileErrors(tried.filter(isLeft))
for (const one of refused) one.outcome = 'does not compile'

if (values.also.length > 0)
  tryInACopy(tried.filter(isLeft), values.also, (one, by) => {
    tell(`${one.file}:${one.line} noticed by ${by}`)
    Object.assign(one, { outcome: 'killed', by })
  })

let low = false
for (const { path } of chosen) {
  const here = tried.filter((one) => one.path === path)
  for (const one of here) {
    if (!isLeft(one)) continue
    tell(
      `\n${one.outcome}: ${one.file}:${one.line} ${one.kind}\n- ${cut(one.original)}\n+ ${cut(one.replacement)}`,
    )
  }
  const count = (outcome: Outcome) => here.filter((one) => one.outcome === outcome).length
  const counted = here.length - count('does not compile')
  const share = counted === 0 ? 100 : (100 * count('killed')) / counted
  low ||= share < 88
  tell(
    `\n${path}: ${count('killed')} of ${counted} changes noticed, ${share.toFixed(1)} %; left out: ${count('does not compile')} that do not compile`,
  )
}
if (values.out !== undefined)
  writeFileSync(values.out, `${JSON.stringify({ seed: values.seed, tried }, null, 1)}\n`)
process.exitCode = low ? 1 : 0

function isLeft({ outcome }: Tried): boolean {
  return outcome === 'survived' || outcome === 'not reached'
}

function cut(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
