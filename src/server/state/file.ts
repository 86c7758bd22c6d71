import { rmSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { RowStore } from '../../model/kernel/persistence.ts'
import type { StateRow } from '../../model/kernel/state-log.ts'
import { refuseUnlessState, StateFileError } from './check.ts'
import { type Opened, openToRead, openToWrite, sqlite } from './open.ts'

/** The name of the server's own organisation in the file; further organisations have their names. */
export const ownName = ''

/** How a file of state is opened. */
export interface StateFileOptions {
  /** Opens it only for reading, as others may at the same time. Default false. */
  readonly readOnly?: boolean | undefined
  /** The largest size, in pages of 4 KiB. Default: limited by the disk. */
  readonly mostPages?: number | undefined
}

/** Changes of one organisation that are not in the file yet: for each part and key, the last value. */
type Batch = Map<string, Map<string, readonly [name: string, row: StateRow]>>

/** A promise that other code settles. */
interface Commit {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * The state of organisations in an SQLite database: one database row for each row of an organisation. One turn's
 * writes are one transaction. It is on the disk before the writers continue.
 */
export class StateFile {
  readonly path: string
  /** Whether the previous process stopped before it could close the file. */
  readonly isInterrupted: boolean
  /** Organisations that no process has loaded since one was interrupted. */
  readonly #interrupted: Set<string>
  readonly #mostPages: number | undefined
  /** Undefined for a new file that nothing was written to. */
  #opened: Opened | undefined
  /** The file on the disk that it writes to. */
  #inode: number | undefined
  /** Whether it is open for writing. */
  #isWriting = false
  #batch: Batch = new Map()
  #gone: string[] = []
  #commit: Commit | undefined

  /**
   * Opens a file for reading: nothing is written before `begin`.
   *
   * @throws StateFileError that says why the file cannot be used; the file then stays unchanged, byte for byte.
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
   * Opens the file for writing: from now on no other process can. Do not call it if the file contains anything
   * unusable. The first `put` calls it, too.
   *
   * @throws StateFileError that says why it cannot be written to.
   */
  begin(): void {
    if (this.#isWriting) return
    const seen = this.#opened
    // SQLite lets nobody write while this connection reads.
    seen?.close()
    this.#opened = undefined
    const opened = openToWrite(this.path, seen)
    if (this.#mostPages !== undefined) opened.database.exec(`PRAGMA max_page_count = ${this.#mostPages}`)
    this.#opened = opened
    this.#inode = inodeOf(this.path)
    this.#isWriting = true
  }

  #all(sql: string, ...values: string[]): readonly Readonly<Record<string, unknown>>[] {
    return this.#opened?.database.prepare(sql).all(...values) ?? []
  }

  /** The names of the organisations in the file. */
  names(): readonly string[] {
    // Finds each name after the one before: that reads no rows.
    const rows = this.#all(
      'WITH RECURSIVE names(name) AS (SELECT min(organisation) FROM state UNION ALL' +
        ' SELECT (SELECT min(organisation) FROM state WHERE organisation > name) FROM names WHERE name IS NOT NULL)' +
        ' SELECT name FROM names WHERE name IS NOT NULL',
    )
    return rows.map(({ name }) => String(name))
  }

  /**
   * The rows of an organisation, or of one part of it; empty for an unknown name.
   *
   * @param start The beginning of the values of the part, as JSON.
   */
  *rows(name = ownName, part?: string, start = ''): IterableIterator<StateRow> {
    // Waiting writes count, too.
    if (this.#batch.has(name)) this.#flush()
    const select = 'SELECT part, key, value FROM state WHERE organisation = ?'
    if (!this.#opened) return
    const { database } = this.#opened
    const found =
      part === undefined
        ? database.prepare(select).iterate(name)
        : database
            .prepare(`${select} AND part = ? AND substr(value, 1, ?) = ?`)
            .iterate(name, part, start.length, start)
    for (const { part: of, key, value } of found) {
      yield [String(of), String(key), readValue(this.path, String(of), String(value))]
    }
  }

  /** One value of an organisation; undefined if it does not exist or is unreadable. */
  value(name: string, part: string, key: string): unknown {
    const sql = 'SELECT value FROM state WHERE organisation = ? AND part = ? AND key = ?'
    const [row] = this.#all(sql, name, part, key)
    try {
      return row && (JSON.parse(String(row['value'])) as unknown)
    } catch {
      return undefined
    }
  }

  /** The number of records in a part of an organisation. */
  count(name: string, part: string): number {
    const sql = "SELECT count(*) AS count FROM state WHERE organisation = ? AND part = ? AND key <> 'last'"
    const [row] = this.#all(sql, name, part)
    return Number(row?.['count'] ?? 0)
  }

  /** Whether the last process with an organisation in memory stopped before it could store all of it. */
  wasInterrupted(name: string): boolean {
    return this.#interrupted.has(name)
  }

  /** Notes that an organisation is loaded again. */
  goesOn(name: string): void {
    this.#interrupted.delete(name)
  }

  /** A store for the rows of one organisation. */
  storeOf(name = ownName): RowStore {
    return { write: (rows) => this.put(rows, name), read: () => this.rows(name) }
  }

  /** Deletes an organisation. Resolves once the deletion is on the disk. */
  remove(name: string): Promise<void> {
    this.#batch.delete(name)
    this.#interrupted.delete(name)
    this.#gone.push(name)
    return this.#committed()
  }

  /** The size in bytes. */
  get size(): number {
    const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()'
    return Number(this.#all(sql)[0]?.['bytes'] ?? 0)
  }

  /** Writes what waits, and closes the file: it is then a single file that you can copy. */
  close(): void {
    if (!this.#opened?.database.isOpen) return
    try {
      if (this.#isWriting) this.#finish(this.#opened.database)
    } finally {
      this.#opened.close()
    }
  }

  #finish(database: DatabaseSync): void {
    if (this.#commit) this.#flush()
    this.#refuseGone()
    database.exec("BEGIN; DELETE FROM about WHERE name = 'running' OR name LIKE 'interrupted %'")
    const note = database.prepare('INSERT INTO about VALUES (?, ?)')
    for (const name of this.#interrupted) note.run(`interrupted ${name}`, name)
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
    // A reader may have left it; no other process has the file open now.
    rmSync(`${this.path}-shm`, { force: true })
  }

  /** Writes rows of one organisation. Resolves once they are on the disk. */
  put(rows: readonly StateRow[], name = ownName): Promise<void> {
    let ofOne = this.#batch.get(name)
    if (!ofOne) this.#batch.set(name, (ofOne = new Map()))
    for (const row of rows) ofOne.set(`${row[0]} ${row[1]}`, [name, row])
    return this.#committed()
  }

  /**
   * SQLite goes on writing to a file without a name, which nobody finds again.
   *
   * @throws StateFileError if the file was removed, or replaced by another one.
   */
  #refuseGone(): void {
    if (inodeOf(this.path) === this.#inode) return
    throw new StateFileError(
      `${this.path} was removed or replaced while the server wrote to it; changes since then are not kept`,
    )
  }

  /** All writes of a turn become one transaction: a disk writes a thousand rows as fast as one. */
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
    try {
      this.#refuseGone()
      database.exec('BEGIN IMMEDIATE')
      const takeAll = database.prepare('DELETE FROM state WHERE organisation = ?')
      for (const name of gone) takeAll.run(name)
      const put = database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?, ?, ?)')
      const take = database.prepare('DELETE FROM state WHERE organisation = ? AND part = ? AND key = ?')
      for (const ofOne of batch.values()) {
        for (const [name, [part, key, value]] of ofOne.values()) {
          if (value === null) take.run(name, part, key)
          else put.run(name, part, key, JSON.stringify(value))
        }
      }
      database.exec('COMMIT')
      commit.resolve()
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      commit.reject(error)
    }
  }
}

/** Which file a name leads to; undefined if there is none. */
function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

function readValue(path: string, part: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StateFileError(`${path} is damaged: a row of ${part} cannot be read`)
  }
}
