import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { environmentOf } from '../../server/exec-command.ts'
import { startProgram } from '../../server/run-program.ts'
import { serveWhile } from '../../server/serve-command.ts'
import type { ServeSettings } from '../../server/serve-settings.ts'
import type { LoggedCall, LogLine, TestEnd } from './log-line.ts'
import { failedIn, testsOfJunit } from './test-names.ts'

/** One run of the command. */
export interface Run {
  /** The exit code; undefined if the run was stopped. */
  readonly code: number | undefined
  readonly calls: readonly LoggedCall[]
  /** The tests that failed, and those that passed where a preload or a JUnit file says so. */
  readonly tests: readonly TestEnd[]
  /** The members that the client read: by the id of a request, or '' for any. */
  readonly reads: ReadonlyMap<string, ReadonlySet<string>>
  readonly output: string
  readonly milliseconds: number
  /** The longest time without a call or output. */
  readonly silence: number
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
  /** Milliseconds that it may take in all, and without a call or output. */
  readonly limit?: number
  readonly silence?: number
}

/** How often a run is looked at, in milliseconds. */
const pause = 150

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
            NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${preload}`.trim(),
          }),
          NO_COLOR: '1',
          FORCE_COLOR: undefined,
          PYTHONUNBUFFERED: '1',
        }
        run = await watched(setup, of, env, folder)
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

async function watched(
  { words, junit, stopped }: RunSetup,
  { limit = Infinity, silence: most = Infinity }: RunOf,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<Run> {
  const began = performance.now()
  const startedAt = Date.now()
  const isWindows = process.platform === 'win32'
  const { child, ended } = startProgram(
    words,
    // Its own group, so that a stop reaches all its processes.
    { stdio: ['ignore', 'pipe', 'pipe'], env, detached: !isWindows },
    'close',
  )
  const output: string[] = []
  let last = began
  let silence = 0
  let size = 0
  const heard = (): void => {
    const now = performance.now()
    silence = Math.max(silence, now - last)
    last = now
  }
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      heard()
      output.push(text)
    })
  let isStopped = false
  const kill = (signal: NodeJS.Signals): void => {
    isStopped = true
    try {
      if (isWindows || child.pid === undefined) child.kill(signal)
      else process.kill(-child.pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
  void stopped.then(kill)
  const watch = setInterval(() => {
    const grown = sizeOf(folder)
    if (grown !== size) heard()
    size = grown
    const now = performance.now()
    if (now - began > limit || now - last > most) kill('SIGKILL')
  }, pause)
  const code = await ended.finally(() => clearInterval(watch))
  heard()
  const text = output.join('')
  const log = readLog(folder)
  const told = log.flatMap(({ test }) => test ?? [])
  const written = junit !== undefined && existsSync(junit) && statSync(junit).mtimeMs >= startedAt - 1000
  const tests = told.length > 0 ? told : written ? testsOfJunit(junit) : failedIn(text)
  const reads = new Map<string, Set<string>>()
  for (const { id = '', paths } of log.flatMap((line) => line.reads ?? []))
    reads.set(id, new Set([...(reads.get(id) ?? []), ...paths]))
  return {
    code: isStopped ? undefined : code,
    calls: log.flatMap(({ call }) => call ?? []).toSorted((one, other) => one.at - other.at),
    tests,
    reads,
    output: text,
    milliseconds: performance.now() - began,
    silence,
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function readLog(folder: string): LogLine[] {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return line === '' ? [] : [JSON.parse(line) as LogLine]
        } catch {
          // A process was stopped while it wrote.
          return []
        }
      }),
  )
}
