import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { builtin } from '../builtin.ts'
import { applicationId, fileVersion, StateFileError } from './check.ts'

/** An open state file. */
export interface Opened {
  readonly database: DatabaseSync
  /** How often it was opened for writing: another number means that another process wrote to it. */
  readonly openings: number
  close(): void
}

/**
 * Opens a file for reading, and checks it. After `close` or an error, the file and SQLite's files next to it are
 * unchanged.
 *
 * @throws StateFileError that says what is wrong with the file.
 */
export function openToRead(path: string): Opened {
  const beside = besideOf(path)
  let database: DatabaseSync | undefined
  const close = (): void => {
    // While the file is locked: later, these could be the files of a server that has just started.
    restoreBeside(path, beside)
    database?.close()
  }
  try {
    database = new (sqlite().DatabaseSync)(path, { readOnly: true })
    checkPages(database, path)
    return { database, openings: openingsOf(database), close }
  } catch (error) {
    if (isBusy(error)) database?.close()
    else close()
    throw stateError(path, error)
  }
}

/**
 * Opens a file for exclusive writing, or creates it.
 *
 * @param seen The facts from reading it; leave them out for a new file.
 * @throws StateFileError that says why it cannot be written to.
 */
export function openToWrite(path: string, seen?: Pick<Opened, 'openings'>): Opened {
  let database: DatabaseSync | undefined
  const { DatabaseSync: Database } = sqlite()
  try {
    // For its owner alone: it contains password hashes, tokens and keys.
    if (!seen) closeSync(openSync(path, 'a', 0o600))
    database = new Database(path)
    if (!seen) create(database)
    // Exclusive: two servers on one file would each serve data that the other does not know.
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; COMMIT',
    )
    const openings = openingsOf(database)
    if (seen && openings !== seen.openings) {
      throw new StateFileError(`${path} was changed by another server meanwhile; start again`)
    }
    if (versionOf(database) !== fileVersion) upgrade(database)
    database.prepare("INSERT OR REPLACE INTO about VALUES ('opened', ?)").run(String(openings + 1))
    database.prepare("INSERT OR REPLACE INTO about VALUES ('running', ?)").run(String(process.pid))
    if (seen) compact(database)
    const open = database
    return { database, openings, close: () => open.close() }
  } catch (error) {
    if (database?.isOpen) database.close()
    throw stateError(path, error)
  }
}

/** SQLite's files next to a database before it is opened: the write-ahead log and its index. */
interface Beside {
  readonly hasLog: boolean
  readonly index: Buffer | undefined
}

function besideOf(path: string): Beside {
  const index = `${path}-shm`
  return { hasLog: existsSync(`${path}-wal`), index: existsSync(index) ? readFileSync(index) : undefined }
}

function restoreBeside(path: string, { hasLog, index }: Beside): void {
  if (!hasLog) rmSync(`${path}-wal`, { force: true })
  if (!index) rmSync(`${path}-shm`, { force: true })
  else if (existsSync(`${path}-shm`) && !readFileSync(`${path}-shm`).equals(index)) {
    writeFileSync(`${path}-shm`, index)
  }
}

function create(database: DatabaseSync): void {
  database.exec(
    `BEGIN; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${fileVersion};` +
      'CREATE TABLE state (organisation TEXT NOT NULL, part TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,' +
      ' PRIMARY KEY (organisation, part, key)) WITHOUT ROWID;' +
      'CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID; COMMIT',
  )
}

/** Rewrites a file of an earlier version. Rows of version 2 have checksums, which quick_check makes needless. */
function upgrade(database: DatabaseSync): void {
  const drop = "ALTER TABLE state DROP COLUMN sum; DELETE FROM about WHERE name = 'rows';"
  database.exec(
    `BEGIN; ${versionOf(database) === 2 ? drop : ''} PRAGMA user_version = ${fileVersion}; COMMIT`,
  )
}

function versionOf(database: DatabaseSync): unknown {
  return database.prepare('PRAGMA user_version').get()?.['user_version']
}

function openingsOf(database: DatabaseSync): number {
  return Number(database.prepare("SELECT value FROM about WHERE name = 'opened'").get()?.['value'] ?? 0)
}

/** @throws StateFileError if pages of the file contradict each other, or are missing. */
function checkPages(database: DatabaseSync, path: string): void {
  const [{ quick_check: verdict } = {}] = database.prepare('PRAGMA quick_check(1)').all()
  if (verdict !== 'ok') throw new StateFileError(`${path} is damaged: ${String(verdict)}`)
}

/** Frees the space of deleted rows, if that is worth it. */
function compact(database: DatabaseSync): void {
  const [{ free, pages } = { free: 0, pages: 0 }] = database
    .prepare(
      'SELECT freelist_count AS free, page_count AS pages FROM pragma_freelist_count(), pragma_page_count()',
    )
    .all() as { free: number; pages: number }[]
  if (free > 1000 && free > pages / 4) database.exec('VACUUM')
}

type SqliteError = Error & { readonly errcode?: number }

/** SQLite's primary result code: the lower byte. */
function codeOf({ errcode = 0 }: SqliteError): number {
  return errcode & 0xff
}

function isBusy(error: unknown): boolean {
  return [5, 6].includes(codeOf(error as SqliteError))
}

/** The error about a file, with advice for SQLite's reasons that a person can act on. */
export function stateError(path: string, error: unknown): StateFileError {
  return error instanceof StateFileError ? error : new StateFileError(reasonOf(path, error as SqliteError))
}

function reasonOf(path: string, error: SqliteError): string {
  switch (codeOf(error)) {
    case 5:
    case 6:
      return `${path} is in use by another server; stop that, or name another file`
    case 8:
      return `${path} cannot be written to; --read-only serves it as it is`
    case 11:
    case 26:
      return `${path} is damaged: ${error.message}`
    case 13:
      return `the disk is full: ${path} cannot be written to`
    case 14:
      return `${path} cannot be opened: ${error.message}`
    default:
      return `${path}: ${error.message}`
  }
}

/** @throws StateFileError if this Node has no built-in SQLite. */
export function sqlite(): typeof import('node:sqlite') {
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
