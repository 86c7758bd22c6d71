import { closeSync, existsSync, fsyncSync, openSync, truncateSync, writeSync } from 'node:fs'
import { readTextFile } from '../../../conformance/engine/words/text-file.ts'
import { UsageError } from '../../server/usage-error.ts'

/** The kinds of records that a push makes. */
export type MadeKind = 'group' | 'user' | 'rule' | 'client'

/** A record that a push made. */
export interface MadeRecord {
  readonly kind: MadeKind
  readonly name: string
  readonly id: string
}

/** A record that a push was about to make when it stopped. */
export interface BegunRecord {
  readonly kind: MadeKind
  readonly name: string
  /** The deployment's time, in milliseconds since 1970. */
  readonly at: number
}

interface Header {
  readonly ledger: 'identikit push'
  readonly version: 1
  readonly baseUrl: string
  /** The source: the name of a sample data set, or a file. */
  readonly source: string
  /** Identifies a seed. */
  readonly fingerprint: string
}

type Line =
  | { readonly begun: MadeKind; readonly name: string; readonly at: number }
  | { readonly made: MadeKind; readonly name: string; readonly id: string }
  | { readonly not: MadeKind; readonly name: string }
  | { readonly done: string; readonly name: string }
  | { readonly gone: MadeKind; readonly id: string }

/**
 * The records that a push has made so far, in a file that only grows. It has a line before and after each new record,
 * on the disk before the push continues. It never contains a secret.
 */
export class Ledger {
  readonly file: string
  readonly header: Header
  readonly #made = new Map<string, MadeRecord>()
  readonly #begun = new Map<string, BegunRecord>()
  readonly #done = new Set<string>()
  #descriptor: number | undefined
  #isOnDisk: boolean
  /** Bytes up to the end of the last whole line. */
  #length: number | undefined
  #isUndoBegun = false

  /** @throws UsageError for a file that is no ledger, or the ledger of something else. */
  constructor(file: string, header: Omit<Header, 'ledger' | 'version'>) {
    this.file = file
    this.header = { ledger: 'identikit push', version: 1, ...header }
    this.#isOnDisk = existsSync(file)
    if (!this.#isOnDisk) return
    const { header: found, lines, length } = readLedger(file)
    this.#length = length
    if (found.baseUrl !== header.baseUrl) {
      throw new UsageError(`--ledger: ${file} is about ${found.baseUrl}, not about ${header.baseUrl}`)
    }
    if (found.fingerprint !== header.fingerprint) {
      throw new UsageError(
        `--ledger: ${file} is about another seed (${found.source}); undo that push, or name another file`,
      )
    }
    for (const line of lines) this.#take(line)
  }

  /** Whether there was a file already. */
  get isResumed(): boolean {
    return this.#isOnDisk
  }

  /** The records that were made and not removed, in order of creation. */
  get made(): readonly MadeRecord[] {
    return [...this.#made.values()]
  }

  /** The records that may exist or not: the push stopped in between. */
  get unclear(): readonly BegunRecord[] {
    return [...this.#begun.values()]
  }

  /** The id of a record that was made. */
  idOf(kind: MadeKind, name: string): string | undefined {
    return this.#made.get(keyOf(kind, name))?.id
  }

  /** Whether some of the records were removed, and some were not. */
  get isHalfUndone(): boolean {
    return this.#isUndoBegun
  }

  /** Whether a step without a new record was done. */
  isDone(step: string, name: string): boolean {
    return this.#done.has(keyOf(step, name))
  }

  begin(kind: MadeKind, name: string, at: number): void {
    this.#write({ begun: kind, name, at })
  }

  wasMade(kind: MadeKind, name: string, id: string): void {
    this.#write({ made: kind, name, id })
  }

  /** Notes that a record was not made. */
  refused(kind: MadeKind, name: string): void {
    this.#write({ not: kind, name })
  }

  done(step: string, name: string): void {
    this.#write({ done: step, name })
  }

  gone({ kind, id }: MadeRecord): void {
    this.#write({ gone: kind, id })
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  #write(line: Line): void {
    if (this.#length !== undefined) truncateSync(this.file, this.#length)
    this.#length = undefined
    this.#descriptor ??= openSync(this.file, 'a', 0o600)
    const lines = this.#isOnDisk ? [line] : [this.header, line]
    this.#isOnDisk = true
    writeSync(this.#descriptor, lines.map((each) => `${JSON.stringify(each)}\n`).join(''))
    fsyncSync(this.#descriptor)
    this.#take(line)
  }

  #take(line: Line): void {
    if ('begun' in line) {
      this.#begun.set(keyOf(line.begun, line.name), { kind: line.begun, name: line.name, at: line.at })
    } else if ('made' in line) {
      const key = keyOf(line.made, line.name)
      this.#begun.delete(key)
      this.#made.set(key, { kind: line.made, name: line.name, id: line.id })
    } else if ('not' in line) this.#begun.delete(keyOf(line.not, line.name))
    else if ('done' in line) this.#done.add(keyOf(line.done, line.name))
    else this.#forget(line.gone, line.id)
  }

  #forget(kind: MadeKind, id: string): void {
    for (const [key, record] of this.#made)
      if (record.kind === kind && record.id === id) this.#made.delete(key)
    this.#isUndoBegun = this.#made.size > 0
    if (this.#made.size === 0) this.#done.clear()
  }
}

/**
 * Reads the header of a ledger.
 *
 * @throws UsageError when the file is unreadable, or not a ledger.
 */
export function readHeader(file: string): Header {
  return readLedger(file).header
}

function readLedger(file: string): {
  readonly header: Header
  readonly lines: readonly Line[]
  readonly length: number
} {
  let text: string
  try {
    text = readTextFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new UsageError(
        `--ledger: there is no ${file}; it is where the push was run, unless --ledger said another`,
      )
    }
    throw new UsageError(`--ledger: ${(error as Error).message}`)
  }
  // An incomplete line does not count: the line before it is valid.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  try {
    const [header, ...lines] = whole
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown)
    if ((header as Header).ledger === 'identikit push' && (header as Header).version === 1) {
      return { header: header as Header, lines: lines as Line[], length: Buffer.byteLength(whole) }
    }
  } catch {
    // Said below.
  }
  throw new UsageError(`--ledger: ${file} is no ledger of a push`)
}

function keyOf(kind: string, name: string): string {
  return `${kind}\n${name}`
}
