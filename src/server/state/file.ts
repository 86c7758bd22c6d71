import { rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { RowStore } from '../../model/kernel/persistence.ts'
import type { StateRow } from '../../model/kernel/state-log.ts'
import { refuseUnlessState, StateFileError } from './check.ts'
import { type Opened, openToRead, openToWrite, sqlite } from './open.ts'
import { SealedRows } from './sums.ts'

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
  readonly #mostPages: number | undefined
  /** Undefined as long as nothing was written to a file that is not there yet. */
  #opened: Opened | undefined
  /** What writes, once something is to be written. */
  #sealed: SealedRows | undefined
  #batch: Batch = new Map()
  #gone: string[] = []
  #commit: Commit | undefined

  /**
   * Opens a file to read it: nothing of it is written before `begin`.
   *
   * @throws StateFileError that says why a file cannot be used; it is left as it was then, byte for byte.
   */
  constructor(path: string, { readOnly = false, mostPages }: StateFileOptions = {}) {
    this.path = path
    this.#mostPages = mostPages
    sqlite()
    if (!refuseUnlessState(path, readOnly)) this.#opened = openToRead(path)
    const noted = (condition: string): string[] =>
      this.#all(`SELECT value FROM about WHERE name ${condition}`).map(({ value }) => String(value))
    this.isInterrupted = noted("= 'running'").length > 0
    this.#interrupted = new Set(this.isInterrupted ? this.names() : noted("LIKE 'interrupted %'"))
  }

  /**
   * Takes the file to write to it: from now on no other process can. Whoever has found something in it that cannot be
   * used leaves that out. It is begun by the first row that is put, too.
   *
   * @throws StateFileError that says why it cannot be written to.
   */
  begin(): void {
    if (this.#sealed) return
    const seen = this.#opened
    // SQLite lets nobody write who reads.
    seen?.close()
    this.#opened = undefined
    const opened = openToWrite(this.path, seen)
    if (this.#mostPages !== undefined) opened.database.exec(`PRAGMA max_page_count = ${this.#mostPages}`)
    this.#opened = opened
    this.#sealed = new SealedRows(opened.database, opened.tally)
  }

  #all(sql: string, ...values: string[]): readonly Readonly<Record<string, unknown>>[] {
    return this.#opened?.database.prepare(sql).all(...values) ?? []
  }

  /** The names of the organisations that are in it. */
  names(): readonly string[] {
    // Each name is looked up behind the one before: that reads no rows.
    const rows = this.#all(
      'WITH RECURSIVE names(name) AS (SELECT min(organisation) FROM state UNION ALL' +
        ' SELECT (SELECT min(organisation) FROM state WHERE organisation > name) FROM names WHERE name IS NOT NULL)' +
        ' SELECT name FROM names WHERE name IS NOT NULL',
    )
    return rows.map(({ name }) => String(name))
  }

  /** The rows of an organisation, or of one part of it; none where there is none of this name. */
  *rows(name = ownName, part?: string): IterableIterator<StateRow> {
    // What waits to be written is there as well.
    if (this.#batch.has(name)) this.#flush()
    const select = 'SELECT part, key, value FROM state WHERE organisation = ?'
    if (!this.#opened) return
    const { database } = this.#opened
    const found =
      part === undefined
        ? database.prepare(select).iterate(name)
        : database.prepare(`${select} AND part = ?`).iterate(name, part)
    for (const { part: of, key, value } of found) {
      yield [String(of), String(key), readValue(this.path, String(of), String(value))]
    }
  }

  /** One value of an organisation; undefined where there is none, or none that can be read. */
  value(name: string, part: string, key: string): unknown {
    const sql = 'SELECT value FROM state WHERE organisation = ? AND part = ? AND key = ?'
    const [row] = this.#all(sql, name, part, key)
    try {
      return row && (JSON.parse(String(row['value'])) as unknown)
    } catch {
      return undefined
    }
  }

  /** How many records a part of an organisation has. */
  count(name: string, part: string): number {
    const sql = "SELECT count(*) AS count FROM state WHERE organisation = ? AND part = ? AND key <> 'last'"
    const [row] = this.#all(sql, name, part)
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
    const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()'
    return Number(this.#all(sql)[0]?.['bytes'] ?? 0)
  }

  /** Writes what waits, and closes the file: it is one file then, which can be copied. */
  close(): void {
    if (!this.#opened?.database.isOpen) return
    if (this.#sealed) this.#finish(this.#opened.database)
    this.#opened.close()
  }

  #finish(database: DatabaseSync): void {
    if (this.#commit) this.#flush()
    database.exec("BEGIN; DELETE FROM about WHERE name = 'running' OR name LIKE 'interrupted %'")
    const note = database.prepare('INSERT INTO about VALUES (?, ?)')
    for (const name of this.#interrupted) note.run(`interrupted ${name}`, name)
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
    // Left by who read it before; nobody else has it open now.
    rmSync(`${this.path}-shm`, { force: true })
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
      this.begin()
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
    const { database } = this.#opened!
    const sealed = this.#sealed!
    try {
      database.exec('BEGIN IMMEDIATE')
      for (const name of gone) sealed.removeAll(name)
      for (const ofOne of batch.values()) for (const [name, row] of ofOne.values()) sealed.write(name, row)
      sealed.seal()
      database.exec('COMMIT')
      sealed.committed()
      commit.resolve()
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      sealed.rolledBack()
      commit.reject(error)
    }
  }
}

function readValue(path: string, part: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StateFileError(`${path} is damaged: a row of ${part} cannot be read`)
  }
}
