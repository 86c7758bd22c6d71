import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { environmentOf } from '../../server/exec-command.ts'
import { serveWhile } from '../../server/serve-command.ts'
import type { ServeSettings } from '../../server/serve-settings.ts'
import { goEnvironment, testsOfGo } from './go-tests.ts'
import type { LoggedCall, LogLine, TestEnd } from './log-line.ts'
import { nodeOptionsFor, type Only, onlyVariable, type Runner } from './only.ts'
import { pythonEnvironment } from './python-tests.ts'
import { RunLog } from './run-log.ts'
import { placedByTime, testsOfJunit } from './junit.ts'
import { failedIn } from './test-names.ts'
import { type Watched, watched } from './watched.ts'

/** One run of the command. */
export interface Run extends Watched {
  readonly calls: readonly LoggedCall[]
  /** The tests that failed, and those that passed where a preload or a JUnit file says so. */
  readonly tests: readonly TestEnd[]
  /** The members that the client read: by the id of a request, or by the text of its reply. */
  readonly reads: ReadonlyMap<string, ReadonlySet<string>>
  readonly runner: Runner | undefined
}

/** The part that stays the same in each run. */
export interface RunSetup {
  readonly words: readonly string[]
  readonly settings: ServeSettings
  /** A JUnit file that the command writes. */
  readonly junit?: string | undefined
  readonly stopped: Promise<NodeJS.Signals>
}

/** The part that differs from run to run. */
export interface RunOf {
  readonly names?: readonly string[]
  readonly isTracked?: boolean
  /** The tests that it needs. Default: all. */
  readonly only?: Only | undefined
  /** The runner that the command starts, as the plain run found out. */
  readonly runner?: Runner | undefined
  /** Milliseconds that it may take in all, and without a call or output. */
  readonly limit?: number
  readonly silence?: number
}

/**
 * Runs the command once against a fresh server, whose organisation varies. Organisations that the command itself makes
 * vary too, by `IDENTIKIT_VARY`.
 *
 * @throws UsageError for a command that does not exist, and Error if the server cannot start.
 */
export async function runOnce(setup: RunSetup, of: RunOf = {}): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'identikit-vary-'))
  let run: Run | undefined
  const complaints: string[] = []
  const silent = { out: () => {}, error: (text: string) => void complaints.push(text) }
  try {
    const variation = [...(of.names ?? []), `log:${folder}`].join(',')
    await serveWhile(
      setup.settings,
      silent,
      async (server, { certificate }) => {
        await server.org.vary(variation)
        const preload = preloadUrl()
        const env = {
          ...process.env,
          ...environmentOf(server, setup.settings, certificate),
          IDENTIKIT_VARY: variation,
          ...(of.isTracked && { IDENTIKIT_VARY_READS: '1' }),
          ...(preload && {
            NODE_OPTIONS: [
              process.env['NODE_OPTIONS'],
              `--import ${preload}`,
              of.only && of.runner === 'node:test' && nodeOptionsFor(of.only),
            ]
              .filter(Boolean)
              .join(' '),
          }),
          ...(of.only && { [onlyVariable]: JSON.stringify(of.only) }),
          NO_COLOR: '1',
          FORCE_COLOR: undefined,
          PYTHONUNBUFFERED: '1',
          ...pythonEnvironment(folder),
          ...goEnvironment(folder, of.runner === 'go' ? of.only : undefined),
        }
        const startedAt = Date.now()
        const log = new RunLog(folder)
        const ended = await watched(setup.words, env, {
          ...of,
          stopped: setup.stopped,
          pulse: () => log.size,
        })
        const lines = log.lines()
        const ofGo = testsOfGo(folder)
        const tests = testsOf(
          [...lines.flatMap(({ test }) => test ?? []), ...ofGo],
          ended,
          setup.junit,
          startedAt,
        )
        run = {
          ...ended,
          calls: placedByTime(
            lines.flatMap(({ call }) => call ?? []).toSorted((one, other) => one.at - other.at),
            tests,
          ),
          tests,
          reads: readsIn(lines),
          runner: runnerIn([...lines, ...(ofGo.length > 0 ? [{ runner: 'go' } as const] : [])]),
        }
        return 0
      },
      setup.stopped,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (!run) throw new Error(complaints.join('\n') || 'the server did not start')
  return run
}

/** The file that Node loads before the programs of the command; an executable has none. */
function preloadUrl(): string | undefined {
  const ending = import.meta.url.slice(-3)
  const places = [`./vary-preload${ending}`, `./preload${ending}`]
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const file = files.find((each) => existsSync(each))
  return file === undefined ? undefined : pathToFileURL(file).href
}

/** The tests of a run, as runners told them. Without it by a JUnit file of this run, or by its output. */
function testsOf(
  told: readonly TestEnd[],
  { code, output }: Watched,
  junit: string | undefined,
  since: number,
): TestEnd[] {
  if (told.length > 0 && (code === 0 || told.some(({ state }) => state === 'failed'))) return [...told]
  const isWritten = junit !== undefined && existsSync(junit) && statSync(junit).mtimeMs >= since - 1000
  // A hook that fails ends no test.
  return [...told, ...(isWritten ? testsOfJunit(junit) : failedIn(output))]
}

/** The runner of all tests; undefined if there are several, or if it cannot be asked for some tests. */
function runnerIn(log: readonly LogLine[]): Runner | undefined {
  const [runner, another] = new Set(log.flatMap((line) => line.runner ?? []))
  return another === undefined ? runner : undefined
}

function readsIn(log: readonly LogLine[]): Run['reads'] {
  const found = new Map<string, Set<string>>()
  for (const { id, paths } of log.flatMap((line) => line.reads ?? []))
    found.set(id, new Set([...(found.get(id) ?? []), ...paths]))
  return found
}
