import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { kindOf } from '../../../conformance/engine/words/text-file.ts'
import type { RowStore } from '../../model/kernel/persistence.ts'
import type { StateRow } from '../../model/kernel/state-log.ts'
import { builtin } from '../builtin.ts'
import { stateError, StateFileError, WrongStateFile } from './error.ts'

/** The name of the server's own organisation in the file; further organisations have their names. */
export const ownName = ''

/** How a file of state is opened. */
export interface StateFileOptions {
  /** Opens it only for reading, as others may at the same time. Default false. */
  readonly readOnly?: boolean | undefined
  /** The largest size, in pages of 4 KiB. Default: limited by the disk. */
  readonly maxPages?: number | undefined
}

/** `IDKT`: databases of SQLite name their application here. */
const applicationId = 0x49444b54

/** The version of the file's content; a later Identikit may write a later one. */
const fileVersion = 3

const schema =
  `BEGIN; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${fileVersion};` +
  'CREATE TABLE state (organisation TEXT NOT NULL, part TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,' +
  ' PRIMARY KEY (organisation, part, key)) WITHOUT ROWID;' +
  'CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID; COMMIT'

/** Changes of one organisation that are not in the file yet: for each part and key, the last row. */
type Batch = Map<string, Map<string, StateRow>>

/**
 * The state of organisations in an SQLite database: one database row for each row of an organisation. One turn's
 * writes are one transaction. It is on the disk before the writers continue.
 */
export class StateFile {
  readonly path: string
  /** Whether the previous process stopped before it could close the file. */
  readonly isInterrupted: boolean
  /** Organisations that no process has loaded since one was interrupted. Take one out when you load it. */
  readonly interrupted: Set<string>
  readonly #maxPages: number | undefined
  /** Undefined for a new file that nothing was written to. */
  #database: DatabaseSync | undefined
  /** The file on the disk that it writes to; undefined before `begin`. */
  #inode: number | undefined
  #batch: Batch = new Map()
  #gone: string[] = []
  #commit: PromiseWithResolvers<void> | undefined

  /**
   * Opens a file, for this process alone unless only for reading: nothing is written before `begin`.
   *
   * @throws StateFileError that says why the file cannot be used; no row of it changes then.
   */
  constructor(path: string, { readOnly = false, maxPages }: StateFileOptions = {}) {
    this.path = path
    this.#maxPages = maxPages
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && !stats.isFile())
      throw new WrongStateFile(`${path} is a ${kindOf(path, stats) ?? 'pipe'}; name a file`)
    const isNew = !stats || stats.size === 0
    if (isNew && readOnly) throw new WrongStateFile(`there is no file ${path}`)
    if (isNew && !existsSync(dirname(path)))
      throw new WrongStateFile(`there is no folder ${dirname(path)} for ${path}`)
    sqlite()
    if (!isNew) this.#database = open(path, readOnly)
    this.isInterrupted = this.#all("SELECT 1 FROM about WHERE name = 'running'").length > 0
    this.interrupted = new Set(this.isInterrupted ? this.names() : [])
  }

  /**
   * Begins to write. Do not call it if the file contains anything unusable. The first `put` calls it, too.
   *
   * @throws StateFileError that says why it cannot be written to.
   */
  begin(): void {
    if (this.#inode !== undefined) return
    try {
      // For its owner alone: it contains password hashes, tokens and keys.
      if (!this.#database) closeSync(openSync(this.path, 'a', 0o600))
      const database = (this.#database ??= open(this.path, false, true))
      const version = pragma(database, 'user_version')
      // Rows of version 2 have checksums.
      const drop = "ALTER TABLE state DROP COLUMN sum; DELETE FROM about WHERE name = 'rows';"
      database.exec(`BEGIN; ${version === 2 ? drop : ''} PRAGMA user_version = ${fileVersion};
        INSERT OR REPLACE INTO about VALUES ('running', '${process.pid}'); COMMIT`)
      if (this.#maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${this.#maxPages}`)
      this.#inode = inodeOf(this.path)
    } catch (error) {
      throw stateError(this.path, error)
    }
  }

  #all(sql: string, ...values: string[]): readonly Readonly<Record<string, unknown>>[] {
    return this.#database?.prepare(sql).all(...values) ?? []
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
    const sql = 'SELECT part, key, value FROM state WHERE organisation = ?'
    const ofPart = part === undefined ? [] : [part, start.length, start]
    const more = part === undefined ? '' : ' AND part = ? AND substr(value, 1, ?) = ?'
    for (const row of this.#database?.prepare(sql + more).iterate(name, ...ofPart) ?? [])
      yield [String(row['part']), String(row['key']), this.#read(String(row['part']), String(row['value']))]
  }

  #read(part: string, text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw new StateFileError(`${this.path} is damaged: a row of ${part} cannot be read`)
    }
  }

  /** The number of records in a part of an organisation. */
  count(name: string, part: string): number {
    const sql = "SELECT count(*) AS count FROM state WHERE organisation = ? AND part = ? AND key <> 'last'"
    return Number(this.#all(sql, name, part)[0]?.['count'] ?? 0)
  }

  /** A store for the rows of one organisation. */
  storeOf(name = ownName): RowStore {
    return { write: (rows) => this.put(rows, name), read: () => this.rows(name) }
  }

  /** Writes rows of one organisation. Resolves once they are on the disk. */
  put(rows: readonly StateRow[], name = ownName): Promise<void> {
    let ofOne = this.#batch.get(name)
    if (!ofOne) this.#batch.set(name, (ofOne = new Map()))
    for (const row of rows) ofOne.set(`${row[0]} ${row[1]}`, row)
    return this.#committed()
  }

  /** Deletes an organisation. Resolves once the deletion is on the disk. */
  remove(name: string): Promise<void> {
    this.#batch.delete(name)
    this.interrupted.delete(name)
    this.#gone.push(name)
    return this.#committed()
  }

  /** The size in bytes. */
  get size(): number {
    return statSync(this.path).size
  }

  /** Writes what waits, and closes the file: it is then a single file that you can copy. */
  close(): void {
    if (!this.#database?.isOpen) return
    try {
      if (this.#inode === undefined) return
      if (this.#commit) this.#flush()
      this.#refuseGone()
      if (this.interrupted.size === 0) this.#database.exec("DELETE FROM about WHERE name = 'running'")
    } catch (error) {
      throw stateError(this.path, error)
    } finally {
      this.#database.close()
    }
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
    const database = this.#database!
    try {
      this.#refuseGone()
      database.exec('BEGIN IMMEDIATE')
      const takeAll = database.prepare('DELETE FROM state WHERE organisation = ?')
      for (const name of gone) takeAll.run(name)
      const put = database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?, ?, ?)')
      const take = database.prepare('DELETE FROM state WHERE organisation = ? AND part = ? AND key = ?')
      for (const [name, rows] of batch) {
        for (const [part, key, value] of rows.values()) {
          if (value === null) take.run(name, part, key)
          else put.run(name, part, key, JSON.stringify(value))
        }
      }
      database.exec('COMMIT')
      commit.resolve()
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      commit.reject(stateError(this.path, error))
    }
  }
}

/** @throws StateFileError for a file that is not one of ours, a damaged one, or one that another process has. */
function open(path: string, readOnly: boolean, isNew = false): DatabaseSync {
  const { DatabaseSync: Database } = sqlite()
  // Without a log nobody has it open: to read, SQLite then needs no lock, and no file next to it.
  const isAlone = readOnly && !existsSync(`${path}-wal`)
  const address = isAlone ? new URL(`${pathToFileURL(path).href}?immutable=1`) : path
  let database: DatabaseSync | undefined
  try {
    database = new Database(address, { readOnly })
    if (isNew) database.exec(schema)
    if (pragma(database, 'application_id') !== applicationId)
      throw new WrongStateFile(`${path} is a database of something else; it was left as it is`)
    const version = Number(pragma(database, 'user_version'))
    if (version > fileVersion) {
      throw new WrongStateFile(
        `${path} was written by a later identikit (version ${version} of the file, this one reads ${fileVersion}); use that`,
      )
    }
    // Exclusive: two servers on one file would each serve data that the other does not know.
    const exclusive = 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;'
    if (!readOnly) database.exec(`${exclusive} BEGIN IMMEDIATE; COMMIT`)
    const verdict = pragma(database, 'quick_check(1)', 'quick_check')
    if (verdict !== 'ok') throw new StateFileError(`${path} is damaged: ${String(verdict)}`)
    return database
  } catch (error) {
    database?.close()
    throw stateError(path, error)
  }
}

function pragma(database: DatabaseSync, name: string, column = name): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[column]
}

/** Which file a name leads to; undefined if there is none. */
function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/** @throws StateFileError if this Node has no built-in SQLite. */
function sqlite(): typeof import('node:sqlite') {
  const emit = process.emitWarning.bind(process)
  // At each start, Node warns that its SQLite is experimental.
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
