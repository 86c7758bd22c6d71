import fs from 'node:fs'
import path from 'node:path'
import { readTextFile } from '../words/text-file.ts'
import { parsed } from '../words/text.ts'
import { isLoopback } from '../wire/http-sender.ts'
import type { Json } from '../wire/reply.ts'

/** The kinds of records a run creates. */
export type RecordKind = 'user' | 'group' | 'rule' | 'client'

/** How far a run may go with something that was supplied to it. */
export type AccessScope = 'read' | 'lifecycle' | 'consents' | 'own-profile' | 'all'

/** One record that a run created, or meant to. */
export interface LedgerEntry {
  readonly number: number
  readonly kind: RecordKind
  /** Login, group name, rule name or client name; `''` when the create had none. */
  readonly name: string
  readonly id?: string
  /**
   * `intended`: the create was about to be sent, with an unknown outcome. `created`: it exists. `none`: the target
   * refused to create it. `gone`: the run removed it again.
   */
  readonly state: 'intended' | 'created' | 'none' | 'gone'
  /** Whether this run deactivated the user, and has not activated it again; known while it runs only. */
  readonly isDeactivated?: boolean
}

/** First line of a ledger file. */
export interface LedgerHead {
  readonly run: string
  readonly baseUrl: string
  /** ISO timestamp. */
  readonly startedAt: string
  readonly version: string
}

type Line =
  | { readonly is: 'run'; readonly head: LedgerHead }
  | { readonly is: 'intent'; readonly number: number; readonly kind: RecordKind; readonly name: string }
  | { readonly is: 'id'; readonly number: number; readonly id: string }
  | { readonly is: 'none' | 'gone'; readonly number: number }

/**
 * The records that this run may write to. The ledger notes every record on disk before the create, and again with its
 * id. So no record is lost in a crash. It contains no secrets.
 */
export class Ledger {
  readonly #entries: { -readonly [Key in keyof LedgerEntry]: LedgerEntry[Key] }[] = []
  readonly #names = new Map<string, LedgerEntry>()
  readonly #accessScopes = new Map<string, { accessScope: AccessScope; profile?: unknown }>()
  readonly #nonexistentIds = new Set<string>()
  readonly #file: number | undefined
  #isSynced = true
  readonly path: string | undefined

  /** Opens a new ledger file. Without a path or a head the ledger exists only in memory. */
  constructor(head?: LedgerHead, file?: string) {
    this.path = file
    if (head === undefined || file === undefined) return
    // A local target stops together with its machine. Then the ledger must only survive a crash of the run.
    this.#isSynced = !isLoopback(new URL(head.baseUrl))
    fs.mkdirSync(path.dirname(file), { recursive: true })
    this.#file = fs.openSync(file, 'wx', 0o600)
    this.#write({ is: 'run', head })
  }

  #write(line: Line): void {
    if (this.#file === undefined) return
    fs.writeSync(this.#file, `${JSON.stringify(line)}\n`)
    if (this.#isSynced) fs.fdatasyncSync(this.#file)
  }

  /** Notes that a record is about to be created. */
  intend(kind: RecordKind, name: string): LedgerEntry {
    const entry: LedgerEntry = { number: this.#entries.length + 1, kind, name, state: 'intended' }
    this.#write({ is: 'intent', number: entry.number, kind, name })
    this.#entries.push(entry)
    return entry
  }

  /** Notes the id of a record that was created. */
  created(entry: LedgerEntry, id: string): void {
    this.#write({ is: 'id', number: entry.number, id })
    Object.assign(entry, { id, state: 'created' })
    this.#names.set(`${entry.kind} ${id}`, entry)
    this.renamed(entry, entry.name)
  }

  /** Notes a further name of a record, such as its new login. */
  renamed(entry: LedgerEntry, name: string): void {
    for (const each of [name, shortName(name)]) {
      if (each === '') continue
      this.#names.set(`${entry.kind} ${each}`, entry)
      if (entry.kind === 'user') this.#names.set(`login ${each.toLowerCase()}`, entry)
    }
  }

  /** Notes that nothing was created. */
  refused(entry: LedgerEntry): void {
    this.#write({ is: 'none', number: entry.number })
    Object.assign(entry, { state: 'none' })
  }

  /** Notes that the record was removed. */
  removed(entry: LedgerEntry): void {
    this.#write({ is: 'gone', number: entry.number })
    Object.assign(entry, { state: 'gone' })
  }

  /** Notes whether a user is deactivated now. */
  deactivated(entry: LedgerEntry, isDeactivated: boolean): void {
    Object.assign(entry, { isDeactivated })
  }

  /** The entry of a record of this run, by id, name or (for users) short login. Case does not matter in a login. */
  find(kind: RecordKind, reference: string): LedgerEntry | undefined {
    return (
      this.#names.get(`${kind} ${reference}`) ??
      (kind === 'user' ? this.#names.get(`login ${reference.toLowerCase()}`) : undefined)
    )
  }

  /** Notes something that was supplied from outside, and how far the run may go with it. */
  grantAccess(kind: RecordKind, id: string, accessScope: AccessScope, profile?: unknown): void {
    this.#accessScopes.set(`${kind} ${id}`, { accessScope, profile })
  }

  /** How far the run may go with something that it did not create; undefined when it was never supplied. */
  accessScopeOf(kind: RecordKind, id: string): { accessScope: AccessScope; profile?: unknown } | undefined {
    return this.#accessScopes.get(`${kind} ${id}`)
  }

  /** Notes an id that belongs to nothing. */
  addNonexistentId(id: string): void {
    this.#nonexistentIds.add(id)
  }

  isNonexistentId(id: string): boolean {
    return this.#nonexistentIds.has(id)
  }

  /** All records that may still be there, newest first. */
  get remaining(): readonly LedgerEntry[] {
    return this.#entries.filter(({ state }) => state === 'intended' || state === 'created').toReversed()
  }

  get entries(): readonly LedgerEntry[] {
    return this.#entries
  }

  /** Closes the file, and removes it when nothing remains. */
  close(): void {
    if (this.#file === undefined || this.path === undefined) return
    fs.closeSync(this.#file)
    if (this.remaining.length === 0) fs.rmSync(this.path, { force: true })
  }
}

function shortName(name: string): string {
  return name.includes('@') ? name.slice(0, name.lastIndexOf('@')) : ''
}

/**
 * Reads a ledger file of an earlier run. A last line that was cut off is left out.
 *
 * @throws Error when the file is no ledger.
 */
export function readLedger(file: string): { head: LedgerHead; remaining: LedgerEntry[] } {
  const entries = new Map<number, { -readonly [Key in keyof LedgerEntry]: LedgerEntry[Key] }>()
  let head: LedgerHead | undefined
  for (const text of readTextFile(file).split('\n')) {
    const line = parseLine(text)
    if (line === undefined) continue
    if (line.is === 'run') head = line.head
    else if (line.is === 'intent') entries.set(line.number, { ...line, state: 'intended' })
    else {
      const entry = entries.get(line.number)
      if (entry === undefined) continue
      if (line.is === 'id') Object.assign(entry, { id: line.id, state: 'created' })
      else entry.state = line.is
    }
  }
  if (head === undefined) throw new Error(`${file} is no ledger of a conformance run`)
  const remaining = [...entries.values()]
    .filter(({ state }) => state === 'intended' || state === 'created')
    .toReversed()
  return { head, remaining }
}

function parseLine(text: string): Line | undefined {
  const line = parsed(text)
  return typeof line === 'object' && line !== null && 'is' in line ? (line as Line) : undefined
}

/** Where the records of a kind are, and what they are known by. */
interface KindOfRecord {
  readonly path: string
  /** The parameter by which their list finds a name. */
  readonly parameter: 'q' | 'search'
  readonly nameOf: (record: Json) => unknown
  readonly idOf: (record: Json) => unknown
}

const idOf = (record: Json): unknown => record?.id

/** The kinds of records that a run makes. A path that begins with another one comes first. */
export const recordKinds: Readonly<Record<RecordKind, KindOfRecord>> = {
  rule: { path: '/api/v1/groups/rules', parameter: 'search', nameOf: (rule) => rule?.name, idOf },
  group: { path: '/api/v1/groups', parameter: 'q', nameOf: (group) => group?.profile?.name, idOf },
  user: { path: '/api/v1/users', parameter: 'search', nameOf: (user) => user?.profile?.login, idOf },
  client: {
    path: '/oauth2/v1/clients',
    parameter: 'q',
    nameOf: (client) => client?.client_name,
    idOf: (client) => client?.client_id ?? client?.id,
  },
}

/** The path of a record, by its id or, for users, by a login. */
export function pathOf(kind: RecordKind, reference: unknown): string {
  return `${recordKinds[kind].path}/${encodeURIComponent(String(reference))}`
}

/** The kind of record that a path is about: their list, or something below it. */
export function kindAt(path: string): RecordKind | undefined {
  return kinds.find((kind) => `${path}/`.startsWith(`${recordKinds[kind].path}/`))
}

/** The kind of record that a POST to a path creates. */
export function kindMadeAt(path: string): RecordKind | undefined {
  return kinds.find((kind) => path === recordKinds[kind].path)
}

const kinds = Object.keys(recordKinds) as RecordKind[]
