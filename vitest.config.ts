import { configDefaults, defineConfig, type UserWorkspaceConfig } from 'vitest/config'

type ProjectOptions = NonNullable<UserWorkspaceConfig['test']>

const temporaryFolder = 'test/support/temporary-folder.ts'

const minutes = (count: number): ProjectOptions => ({
  testTimeout: count * 60_000,
  hookTimeout: count * 60_000,
})
const slow = minutes(20)

/**
 * What takes long, or needs more than Node, by the script that runs it: `npm run test:in suite` and so on. `npm test`
 * runs all the rest. A path on the command line of `npx vitest run` is found in whichever of them it is.
 */
const apart: Readonly<Record<string, ProjectOptions & { readonly include: string[] }>> = {
  suite: {
    include: [
      'test/conformance/faces.test.ts',
      'test/conformance/examples.test.ts',
      'test/conformance/survey/**/*.test.ts',
      'test/conformance/quick-run.test.ts',
      'test/conformance/{blocked,whole-runs}.test.ts',
      'test/cli/conform.test.ts',
      'test/conformance/report/whole-suite.test.ts',
      'test/testing/conform.test.ts',
    ],
  },
  proof: {
    include: [
      'test/conformance/explore/**/*.test.ts',
      'test/conformance/proof/{variants,operators}.test.ts',
      'test/vary/legal.test.ts',
    ],
  },
  // Servers with several mistakes, and mistakes that are drawn by chance: at night.
  mutants: {
    include: [
      'test/conformance/broken-pairs.test.ts',
      'test/conformance/proof/{interactions,stacked}.test.ts',
    ],
    ...slow,
  },
  exchange: {
    include: [
      'test/vary/{run,vary}.test.ts',
      'test/transfer/!(hostile).test.ts',
      'test/recordings/{broken-servers,compare,long-har,suggest}.test.ts',
      'test/pact/{check,check-organisation,record}.test.ts',
    ],
  },
  // Hostile and damaged input, many records, and costs that grow with them.
  load: {
    include: [
      'test/**/{hostile*,*-hostile,*-performance,*-robustness,unreadable-files}.test.ts',
      'test/authorization/{everything,limits}.test.ts',
      'test/bench-load.test.ts',
      'test/fixtures/{prepared-dataset,datasets}.test.ts',
      'test/handlers/imported-hashes.test.ts',
      'test/query/fold.test.ts',
      'test/server/{caller-gone,state-damage}.test.ts',
    ],
  },
  package: {
    include: [
      'test/packaging/**/*.test.ts',
      'test/readme.test.ts',
      'test/docs-snippets.test.ts',
      'test/action.test.ts',
      // Runs a copy of the sources.
      'test/contract/resources/one-row.test.ts',
      // These start commands as processes, of what was built: from the sources each takes ten times longer.
      'test/cli/{serve,interrupt,exec,completion}.test.ts',
      'test/server/{stopping,standard-output,webhooks-left}.test.ts',
    ],
    globalSetup: [temporaryFolder, 'test/packaging/build-first.ts'],
  },
  browser: { include: ['test/browser/**/*.test.ts', 'test/server/pages-chromium.test.ts'] },
  console: { include: ['test/console/!(jobs).test.ts'], fileParallelism: false },
  // The jobs of the console's pages, by keyboard alone: at night.
  keyboard: { include: ['test/console/jobs.test.ts'] },
  site: { include: ['test/site/**/*.test.ts'], fileParallelism: false },
  foreign: { include: ['test/foreign/whole/*.test.ts'], ...slow },
  worker: { include: ['test/worker/real/**/*.test.ts'] },
  cluster: {
    include: ['test/worker/cluster/**/*.test.ts'],
    ...slow,
    disableConsoleIntercept: true,
  },
  // The native part of pact-js takes locks: each file runs in a separate process.
  pact: {
    isolate: true,
    include: ['test/pact/real/**/*.test.ts', 'test/pact/verify.test.ts', 'test/cli/pact.test.ts'],
    pool: 'forks',
  },
  oauth: { include: ['test/authorization/real/**/*.test.ts'] },
  // These install, generate and compile: each has its own script.
  openapi: { include: ['test/openapi/real/**/*.test.ts'], ...slow },
  released: { include: ['test/released/**/*.test.ts'], ...slow },
}

/**
 * Tests that put something in the place of a module or a global, and so need a dataset of their own. All others share
 * what they import: that halves the processor time of `npm test`.
 */
const alone = [
  'test/{authorization/refusals-meanwhile,model/users/password/verify}.test.ts',
  'test/faces/msw.test.ts',
  // Collects garbage, which takes long where much is imported.
  'test/model/access/journal.test.ts',
  'test/no-browser/{browser-keeping,console-backend,console-main,console-server-backend}.test.ts',
  'test/server/{config/read-config,write-file-refused}.test.ts',
]

/** With `OPENAPI_RUNS`, the OpenAPI document has to describe each request and reply of the handlers' tests. */
const held = process.env['OPENAPI_RUNS'] === undefined ? [] : ['test/openapi/traffic-setup.ts']

const shared = {
  globalSetup: [temporaryFolder],
  setupFiles: ['test/support/setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 20_000 } },
}

// Stryker runs few folders: other tests read the sources as text, or take too long for each change.
const isMutation = process.env['STRYKER_MUTATOR_WORKER'] !== undefined

// `.ci/run` says where: its summary counts the tests of every job.
const results = isMutation ? undefined : process.env['TEST_RESULTS']

export default defineConfig({
  test: {
    reporters: [
      'default',
      ...(results === undefined ? [] : [['json', { outputFile: results }] as ['json', object]]),
    ],
    // A line a file, and the tests that fail.
    slowTestThreshold: 600_000,
    fsModuleCache: true,
    // Vitest leaves one core to itself, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'quick',
          setupFiles: [...shared.setupFiles, ...held],
          globalSetup: [...held.map(() => 'test/openapi/traffic-report.ts'), temporaryFolder],
          isolate: false,
          include: [
            `test/${isMutation ? '{authorization,contract,control,handlers,model,query,views}/' : ''}**/*.test.ts`,
          ],
          exclude: [
            ...alone,
            ...configDefaults.exclude,
            ...Object.values(apart).flatMap(({ include }) => include),
          ],
        },
      },
      { test: { ...shared, name: 'alone', include: alone } },
      ...(isMutation ? [] : Object.entries(apart)).map(([name, options]) => ({
        test: { ...shared, ...minutes(5), isolate: false, ...options, name },
      })),
    ],
  },
})
