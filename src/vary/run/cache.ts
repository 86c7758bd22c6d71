/** Results of earlier runs that nothing has changed since. A failure is never among them. */
import { createHash } from 'node:crypto'
import {
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Everything on which each result depends. */
export interface CacheSetup {
  readonly version: string
  readonly words: readonly string[]
  readonly settings: { readonly data: string }
  /** Files and folders that the command or the report writes. */
  readonly written: readonly string[]
}

/** Folders with nothing that a person writes, besides those whose names start with a dot. */
const madeFolders = new Set(['node_modules', '__pycache__', 'coverage', 'test-results', 'playwright-report'])

/** Variables that differ from one terminal or one job to the next. */
const passing = /^(?:_|SHLVL|PWD|OLDPWD|COLUMNS|LINES|WINDOWID|TERM.*|SSH_.*|GITHUB_.*|RUNNER_.*|npm_.*)$/

/** Larger files count by their size and time. */
const maxRead = 1_000_000

const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Results by their names, and by the files of the tests that can change them. Other changes end all of them. */
export class Cache {
  /** How many results took the place of runs. */
  hits = 0
  readonly #setup: CacheSetup
  /** The files of tests: a change of one ends its own results only. */
  readonly #tests: ReadonlySet<string>
  readonly #base: string
  readonly #file: string
  readonly #entries: Map<string, unknown>

  constructor(setup: CacheSetup, tests: readonly string[]) {
    this.#setup = setup
    this.#tests = new Set(tests)
    this.#base = this.#fingerprint()
    const own = resolve('node_modules')
    const folder = existsSync(own) ? own : homedir()
    const name = `vary-${hashOf(process.cwd(), setup.words).slice(0, 16)}.json`
    this.#file = join(folder, '.cache', 'identikit', name)
    this.#entries = new Map(entriesIn(this.#file, this.#base))
  }

  /** A result; undefined if it is not known. */
  get(names: readonly string[], files: readonly string[]): unknown {
    return this.#entries.get(keyOf(names, files))
  }

  set(names: readonly string[], files: readonly string[], result: unknown): void {
    this.#entries.set(keyOf(names, files), result)
  }

  /** Writes the results. If files changed meanwhile, nobody knows which of them a run saw. */
  save(): void {
    if (this.#fingerprint() !== this.#base) return
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      writeFileSync(this.#file, JSON.stringify({ base: this.#base, entries: [...this.#entries] }))
    } catch {
      // The folder cannot be written to: the next run tries everything.
    }
  }

  #fingerprint(): string {
    const { version, words, settings, written } = this.#setup
    const apart = new Set([...this.#tests, ...written].map((path) => resolve(path)))
    const env = Object.entries(process.env).filter(([name]) => !passing.test(name))
    const marks = [...filesBelow(rootOf(process.cwd()), apart), settings.data].map((file) => [
      file,
      markOf(file),
    ])
    return hashOf(version, process.version, words, settings, env, marks)
  }
}

const keyOf = (names: readonly string[], files: readonly string[]): string =>
  hashOf(
    names,
    files.map((file) => [file, markOf(file)]),
  )

function entriesIn(file: string, base: string): [string, unknown][] {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { base: string; entries: [string, unknown][] }
    return stored.base === base ? stored.entries : []
  } catch {
    // There is none yet, or it is damaged.
    return []
  }
}

/** The folder of the repository, or the one that the command runs in. */
function rootOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return folder
  }
}

function filesBelow(folder: string, apart: ReadonlySet<string>): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (apart.has(path)) return []
    if (!entry.isDirectory()) return [path]
    return entry.name.startsWith('.') || madeFolders.has(entry.name) ? [] : filesBelow(path, apart)
  })
}

/** A folder that cannot be read has none. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/** A text that differs when the content of a file does; empty for no file. */
function markOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) return ''
  return stat.size > maxRead ? `${stat.size} ${stat.mtimeMs}` : hashOf(readFileSync(file, 'base64'))
}
