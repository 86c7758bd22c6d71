/**
 * Changes the code in small ways and tells which changes no test notices, with StrykerJS.
 *
 *     npm run mutate -- src/query/lexer.ts                   every mutant of a file
 *     npm run mutate -- 'src/model/**' --sample 0.05         a random twentieth of a folder's
 *     npm run mutate -- src/handlers/cors.ts --tests 'test/handlers/**'
 *
 * `--seed` draws another sample; `--static` adds what is run when a module is loaded (tables), which is slow;
 * `--out FILE` writes Stryker's report as JSON. Exit code 1 below 95 %.
 */
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: ['test/**/*.test.ts'] },
    static: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const share = Number(values.sample)
if (positionals.length === 0 || !(share > 0 && share <= 1)) {
  process.stderr.write(
    'usage: npm run mutate -- PATH… [--sample 0.05] [--seed 1] [--tests GLOB] [--static]\n',
  )
  process.exit(2)
}

process.env['MUTATE_SHARE'] = String(share)
process.env['MUTATE_SEED'] = values.seed
process.env['MUTATE_TESTS'] = values.tests.join(',')

const mutants = await new Stryker({
  mutate: positionals.map((path) => (/\.tsx?$/.test(path) || path.includes('*') ? path : `${path}/**/*.ts`)),
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', import.meta.resolve('./mutation/sample.ts')],
  checkers: ['sample'],
  coverageAnalysis: 'perTest',
  ignoreStatic: !values.static,
  // Stryker would rewrite tsconfig.json with an interface that TypeScript 7 does not have.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  concurrency: 1,
  // Two cores that others use as well: a mutant that takes long is seldom one that hangs.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 20,
  reporters: ['clear-text', ...(values.out === undefined ? [] : ['json'])],
  ...(values.out === undefined ? {} : { jsonReporter: { fileName: values.out } }),
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, allowEmojis: false },
  ignorePatterns: ['/docs', '/dist', '/bench', '/examples', '/.*'],
  tempDirName: '.stryker-tmp',
}).runMutationTest()

const tested = mutants.filter(({ status }) => /^(?:Killed|Timeout|Survived|NoCoverage)$/.test(status))
const killed = tested.filter(({ status }) => status === 'Killed' || status === 'Timeout')
const score = tested.length === 0 ? 100 : (100 * killed.length) / tested.length
process.stdout.write(`${killed.length} of ${tested.length} mutants killed, ${score.toFixed(1)} %\n`)
process.exitCode = score < 95 ? 1 : 0
