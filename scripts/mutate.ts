/**
 * Changes the code in small ways and reports the changes that no test notices.
 *
 *     npm run mutate -- src/query/lexer.ts                         every change of a file
 *     npm run mutate -- src/model src/views --sample 50            fifty random changes of each folder
 *     npm run mutate -- src/query/lexer.ts --tests 'test/query/*'  with some tests only
 *
 * `--seed` draws another sample. Exit code 1 below 88 %.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { compileErrors } from './mutation/compile-errors.ts'
import { type Mutant, sampleOf, sourceFiles, withSwitches } from './mutation/mutants.ts'
import { testFiles, tryAll } from './mutation/try-all.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: 'test/**/*.test.ts' },
    help: { type: 'boolean', default: false },
  },
})
const size = Number(values.sample ?? Number.POSITIVE_INFINITY)
const isRight = positionals.length > 0 && size > 0
if (values.help || !isRight) {
  const stream = values.help ? process.stdout : process.stderr
  stream.write('usage: npm run mutate -- PATH… [--sample 50] [--seed 1] [--tests GLOB]\n')
  process.exit(values.help ? 0 : 2)
}
const tell = (line: string) => process.stdout.write(`${line}\n`)

const chosen: { path: string; mutants: Mutant[] }[] = []
for (const path of positionals)
  chosen.push({ path, mutants: await sampleOf(sourceFiles(path), size, values.seed) })
const all = chosen.flatMap(({ mutants }) => mutants)
const { texts, byName } = await withSwitches(all)
const names = new Map([...byName].map(([id, mutant]) => [mutant, id]))
const tests = nearestFirst(testFiles(values.tests), [...texts.keys()])
if (tests.length === 0)
  throw new Error(`--tests: expected test files that changes may meet, got ${values.tests}`)
const textsByPath = new Map([...texts].map(([file, text]) => [resolve(file), text]))
const { killed, reached } = await tryAll(
  {
    tests,
    changes: [...byName].map(([id, { file, start, end }]) => {
      // Most changes are noticed by one of the nearest tests: there each is tried alone.
      return { id, file, start, end, near: nearestFirst(tests, [file]).slice(0, 5) }
    }),
  },
  (file) => textsByPath.get(file),
  tell,
)
const isKilled = (mutant: Mutant) => killed.has(names.get(mutant) ?? '')
const refused = compileErrors(all.filter((mutant) => !isKilled(mutant)))

let low = false
for (const { path, mutants } of chosen) {
  const counted = mutants.filter((mutant) => !refused.has(mutant))
  const missed = counted.filter((mutant) => !isKilled(mutant))
  for (const one of missed) {
    const how = reached.has(names.get(one) ?? '') ? 'survived' : 'not reached'
    tell(`\n${how}: ${one.file}:${one.line} ${one.kind}\n- ${cut(one.original)}\n+ ${cut(one.replacement)}`)
  }
  const noticed = counted.length - missed.length
  const share = counted.length === 0 ? 100 : (100 * noticed) / counted.length
  low ||= share < 88
  tell(
    `\n${path}: ${noticed} of ${counted.length} changes noticed, ${share.toFixed(1)} %; left out: ${mutants.length - counted.length} that do not compile`,
  )
}
process.exitCode = low ? 1 : 0

/** The test files with names most like those of changed files come first. */
function nearestFirst(files: readonly string[], changed: readonly string[]): string[] {
  const worth = new Map(files.map((test) => [test, Math.max(...changed.map((file) => likeness(test, file)))]))
  return files.toSorted((one, other) => (worth.get(other) ?? 0) - (worth.get(one) ?? 0))
}

/** How many words of a file a test has in its path. Those of the file's name count more. */
function likeness(test: string, file: string): number {
  const words = wordsOf(test)
  const name = wordsOf(file.slice(file.lastIndexOf('/') + 1))
  const shared = wordsOf(file).filter((word) => words.includes(word))
  return shared.reduce((sum, word) => sum + (name.includes(word) ? 6 : 1), 0)
}

/** `src/model/groups/rules.ts` is `model`, `group`, `rule`. */
function wordsOf(file: string): string[] {
  const words = file.replace(/(?:\.test)?\.ts$/, '').split(/[/-]/)
  return words.filter((word) => word !== 'src' && word !== 'test').map((word) => word.replace(/s$/, ''))
}

function cut(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
