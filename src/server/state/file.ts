import { closeSync, openSync, rmSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { RowStore } from '../../model/kernel/persistence.ts'
import type { StateRow } from '../../model/kernel/state-log.ts'
import { builtin } from '../builtin.ts'
import { applicationId, fileVersion, refuseUnlessState, StateFileError } from './check.ts'

/** The name of the server's own organisation in the file; those beside it have their own. */
export const ownName = ''

/** How a file of state is opened. */
export interface StateFileOptions {
  /** Reads it only: nothing of it is written, and others may read it too. Default false. */
  readonly readOnly?: boolean | undefined
  /** How large it may become, in pages of 4 KiB. Default: as large as the disk. */
  readonly mostPages?: number | undefined
}

/** What has changed of one organisation and is not in the file yet: by part and key, the last value counts. */
type Batch = Map<string, Map<string, readonly [name: string, row: StateRow]>>

/** A promise that others settle. */
interface Commit {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * The state of organisations in one file, a database of SQLite: one row for each of an organisation's rows. What is
 * written in one turn is one transaction, on the disk before those who wait for it go on.
 */
export class StateFile {
  readonly path: string
  /** Whether the process that had it last was stopped before it could close it. */
  readonly isInterrupted: boolean
  /** Those that went on in no process since one was stopped. */
  readonly #interrupted: Set<string>
  readonly #database: DatabaseSync
  readonly #isReadOnly: boolean
  readonly #put: StatementSync | undefined
  readonly #take: StatementSync | undefined
  readonly #takeAll: StatementSync | undefined
  #batch: Batch = new Map()
  #gone: string[] = []
  #commit: Commit | undefined

  /** @throws StateFileError that says why a file cannot be used; it is left as it was then. */
  constructor(path: string, { readOnly = false, mostPages }: StateFileOptions = {}) {
    this.path = path
    this.#isReadOnly = readOnly
    const isNew = refuseUnlessState(path, readOnly)
    this.#database = opened(path, isNew, readOnly)
    if (mostPages !== undefined) this.#database.exec(`PRAGMA max_page_count = ${mostPages}`)
    const [running] = this.#database.prepare("SELECT value FROM about WHERE name = 'running'").all()
    this.isInterrupted = running !== undefined
    const left = this.#database.prepare("SELECT value FROM about WHERE name LIKE 'interrupted %'").all()
    this.#interrupted = new Set(this.isInterrupted ? this.names() : left.map(({ value }) => String(value)))
    if (readOnly) return
    this.#put = this.#database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?, ?, ?)')
    this.#take = this.#database.prepare('DELETE FROM state WHERE organisation = ? AND part = ? AND key = ?')
    this.#takeAll = this.#database.prepare('DELETE FROM state WHERE organisation = ?')
    this.#database.prepare("INSERT OR REPLACE INTO about VALUES ('running', ?)").run(String(process.pid))
  }

  /** The names of the organisations that are in it. */
  names(): readonly string[] {
    // Each name is looked up behind the one before: that reads no rows.
    const rows = this.#database
      .prepare(
        'WITH RECURSIVE names(name) AS (SELECT min(organisation) FROM state UNION ALL' +
          ' SELECT (SELECT min(organisation) FROM state WHERE organisation > name) FROM names WHERE name IS NOT NULL)' +
          ' SELECT name FROM names WHERE name IS NOT NULL',
      )
      .all()
    return rows.map(({ name }) => String(name))
  }

  /** The rows of an organisation, or of one part of it; none where there is none of this name. */
  *rows(name = ownName, part?: string): IterableIterator<StateRow> {
    // What waits to be written is there as well.
    if (this.#batch.has(name)) this.#flush()
    const select = 'SELECT part, key, value FROM state WHERE organisation = ?'
    const found =
      part === undefined
        ? this.#database.prepare(select).iterate(name)
        : this.#database.prepare(`${select} AND part = ?`).iterate(name, part)
    for (const { part: of, key, value } of found) {
      yield [String(of), String(key), readValue(this.path, String(of), String(value))]
    }
  }

  /** One value of an organisation; undefined where there is none, or none that can be read. */
  value(name: string, part: string, key: string): unknown {
    const [row] = this.#database
      .prepare('SELECT value FROM state WHERE organisation = ? AND part = ? AND key = ?')
      .all(name, part, key)
    try {
      return row && (JSON.parse(String(row['value'])) as unknown)
    } catch {
      return undefined
    }
  }

  /** How many records a part of an organisation has. */
  count(name: string, part: string): number {
    const [row] = this.#database
      .prepare("SELECT count(*) AS count FROM state WHERE organisation = ? AND part = ? AND key <> 'last'")
      .all(name, part)
    return Number(row?.['count'] ?? 0)
  }

  /** Whether the process that had an organisation in memory last was stopped before it could keep all of it. */
  wasInterrupted(name: string): boolean {
    return this.#interrupted.has(name)
  }

  /** Notes that an organisation is in memory, and goes on. */
  goesOn(name: string): void {
    this.#interrupted.delete(name)
  }

  /** Keeps the rows of one organisation. */
  storeOf(name = ownName): RowStore {
    return { write: (rows) => this.put(rows, name), read: () => this.rows(name) }
  }

  /** Takes an organisation out. Resolves once that is on the disk. */
  remove(name: string): Promise<void> {
    this.#batch.delete(name)
    this.#interrupted.delete(name)
    this.#gone.push(name)
    return this.#committed()
  }

  /** How large it is, in bytes. */
  get size(): number {
    const [{ bytes } = { bytes: 0 }] = this.#database
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
      .all() as { bytes: number }[]
    return bytes
  }

  /** Writes what waits, and closes the file: it is one file then, which can be copied. */
  close(): void {
    if (!this.#database.isOpen) return
    if (!this.#isReadOnly) {
      if (this.#commit) this.#flush()
      this.#database.exec("BEGIN; DELETE FROM about WHERE name = 'running' OR name LIKE 'interrupted %'")
      const note = this.#database.prepare('INSERT INTO about VALUES (?, ?)')
      for (const name of this.#interrupted) note.run(`interrupted ${name}`, name)
      this.#database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
      // Left by who read it before; nobody else has it open now.
      rmSync(`${this.path}-shm`, { force: true })
    }
    this.#database.close()
  }

  /** Writes rows of one organisation. Resolves once they are on the disk. */
  put(rows: readonly StateRow[], name = ownName): Promise<void> {
    let ofOne = this.#batch.get(name)
    if (!ofOne) this.#batch.set(name, (ofOne = new Map()))
    for (const row of rows) ofOne.set(`${row[0]} ${row[1]}`, [name, row])
    return this.#committed()
  }

  /** What is written until the turn ends is one transaction: a disk takes a thousand rows as soon as one. */
  #committed(): Promise<void> {
    if (!this.#commit) {
      this.#commit = Promise.withResolvers<void>()
      setImmediate(() => this.#flush())
    }
    return this.#commit.promise
  }

  #flush(): void {
    const commit = this.#commit
    if (!commit) return
    const [batch, gone] = [this.#batch, this.#gone]
    this.#commit = undefined
    this.#batch = new Map()
    this.#gone = []
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      for (const name of gone) this.#takeAll!.run(name)
      for (const ofOne of batch.values()) for (const [name, row] of ofOne.values()) this.#writeRow(name, row)
      this.#database.exec('COMMIT')
      commit.resolve()
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      commit.reject(error)
    }
  }

  #writeRow(name: string, [part, key, value]: StateRow): void {
    if (value === null) this.#take!.run(name, part, key)
    else this.#put!.run(name, part, key, JSON.stringify(value))
  }
}

function readValue(path: string, part: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StateFileError(`${path} is damaged: a row of ${part} cannot be read`)
  }
}

function opened(path: string, isNew: boolean, readOnly: boolean): DatabaseSync {
  const { DatabaseSync: Database } = sqlite()
  let database: DatabaseSync | undefined
  try {
    // For its owner alone: hashes of passwords, tokens and keys are in it.
    if (isNew) closeSync(openSync(path, 'a', 0o600))
    database = new Database(path, { readOnly })
    if (isNew) create(database)
    // Exclusive: two servers on one file would each tell of what the other does not know.
    if (!readOnly) {
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; COMMIT',
      )
    }
    check(database, path)
    if (!readOnly && !isNew) compact(database)
    return database
  } catch (error) {
    if (database?.isOpen) database.close()
    throw error instanceof StateFileError ? error : new StateFileError(reasonOf(path, error as Error))
  }
}

function create(database: DatabaseSync): void {
  database.exec(
    `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${fileVersion};` +
      'CREATE TABLE state (organisation TEXT NOT NULL, part TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,' +
      ' PRIMARY KEY (organisation, part, key)) WITHOUT ROWID;' +
      'CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  )
}

/** @throws StateFileError where pages of the file contradict each other, or are missing. */
function check(database: DatabaseSync, path: string): void {
  const [{ quick_check: verdict } = {}] = database.prepare('PRAGMA quick_check(1)').all()
  if (verdict !== 'ok') throw new StateFileError(`${path} is damaged: ${String(verdict)}`)
}

/** Gives back what removed rows have left, once that is worth it. */
function compact(database: DatabaseSync): void {
  const [{ free, pages } = { free: 0, pages: 0 }] = database
    .prepare(
      'SELECT freelist_count AS free, page_count AS pages FROM pragma_freelist_count(), pragma_page_count()',
    )
    .all() as { free: number; pages: number }[]
  if (free > 1000 && free > pages / 4) database.exec('VACUUM')
}

/** What of SQLite's reasons a person can act on. */
function reasonOf(path: string, error: Error & { readonly errcode?: number }): string {
  // The lower byte is SQLite's primary result code.
  switch ((error.errcode ?? 0) & 0xff) {
    case 5:
    case 6:
      return `${path} is in use by another server; stop that, or name another file`
    case 8:
      return `${path} cannot be written to; --read-only serves it as it is`
    case 11:
    case 26:
      return `${path} is damaged: ${error.message}`
    case 13:
      return `the disk is full: ${path} cannot be opened`
    case 14:
      return `${path} cannot be opened: ${error.message}`
    default:
      return `${path}: ${error.message}`
  }
}

/** @throws StateFileError where this Node has no SQLite of its own. */
function sqlite(): typeof import('node:sqlite') {
  const emit = process.emitWarning.bind(process)
  // Node says of each start that its SQLite is experimental.
  process.emitWarning = () => {}
  try {
    const module: typeof import('node:sqlite') | undefined = builtin('node:sqlite')
    if (module) return module
  } finally {
    process.emitWarning = emit
  }
  throw new StateFileError(
    `keeping state in a file takes Node 22.13 or later, which has SQLite; this is Node ${process.versions.node}`,
  )
}
