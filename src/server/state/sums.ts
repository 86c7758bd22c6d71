import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { StateRow } from '../../model/kernel/state-log.ts'
import { StateFileError } from './check.ts'

/** The number of rows in a file, and the total of their checksums: a missing row shows as well. */
export interface Tally {
  readonly count: number
  readonly total: number
}

/** Totals stay below it, and therefore exact. */
const modulus = 2 ** 48

export const noRows: Tally = { count: 0, total: 0 }

export function sumOf(name: string, part: string, key: string, value: string): number {
  return crc32(value, crc32(`${name}\0${part}\0${key}\0`))
}

function changed({ count, total }: Tally, rows: number, sums: number): Tally {
  return { count: count + rows, total: (total + (sums % modulus) + modulus) % modulus }
}

/** The tally as it is written in the file. */
export function textOfTally({ count, total }: Tally): string {
  return `${count} ${total}`
}

/**
 * Adds up the rows of a file.
 *
 * @throws StateFileError if a row, or the number of rows, differs from the last write of Identikit.
 */
export function tallyOf(database: DatabaseSync, path: string): Tally {
  let tally = noRows
  const rows = database.prepare('SELECT organisation, part, key, value, sum FROM state').iterate()
  for (const { organisation, part, key, value, sum } of rows) {
    if (sumOf(String(organisation), String(part), String(key), String(value)) !== sum) {
      throw changedOutside(path, `a row of ${String(part)}`)
    }
    tally = changed(tally, 1, sum)
  }
  const [kept] = database.prepare("SELECT value FROM about WHERE name = 'rows'").all()
  if (kept?.['value'] === textOfTally(tally)) return tally
  const had = Number(String(kept?.['value']).split(' ', 1)[0])
  throw changedOutside(
    path,
    had === tally.count ? 'its rows' : `its ${had} rows, which are ${tally.count} now`,
  )
}

function changedOutside(path: string, what: string): StateFileError {
  return new StateFileError(
    `${path} is damaged: another program changed ${what}; use a copy of the file from before that, or another file`,
  )
}

/** Writes rows with their checksums, and updates the tally. Use it within a transaction. */
export class SealedRows {
  #tally: Tally
  #before: Tally
  readonly #put: StatementSync
  readonly #take: StatementSync
  readonly #takeAll: StatementSync
  readonly #sum: StatementSync
  readonly #sums: StatementSync
  readonly #note: StatementSync

  constructor(database: DatabaseSync, tally: Tally) {
    this.#tally = this.#before = tally
    this.#put = database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?, ?, ?, ?)')
    this.#take = database.prepare('DELETE FROM state WHERE organisation = ? AND part = ? AND key = ?')
    this.#takeAll = database.prepare('DELETE FROM state WHERE organisation = ?')
    this.#sum = database.prepare('SELECT sum FROM state WHERE organisation = ? AND part = ? AND key = ?')
    this.#sums = database.prepare(
      'SELECT count(*) AS count, coalesce(sum(sum), 0) AS sums FROM state WHERE organisation = ?',
    )
    this.#note = database.prepare("INSERT OR REPLACE INTO about VALUES ('rows', ?)")
  }

  write(name: string, [part, key, value]: StateRow): void {
    const before = this.#sum.get(name, part, key)
    if (before) this.#tally = changed(this.#tally, -1, -Number(before['sum']))
    if (value === null) {
      if (before) this.#take.run(name, part, key)
      return
    }
    const text = JSON.stringify(value)
    const sum = sumOf(name, part, key, text)
    this.#put.run(name, part, key, text, sum)
    this.#tally = changed(this.#tally, 1, sum)
  }

  /** Deletes all rows of an organisation. */
  removeAll(name: string): void {
    const { count, sums } = this.#sums.get(name) as { count: number; sums: number }
    this.#takeAll.run(name)
    this.#tally = changed(this.#tally, -count, -sums)
  }

  /** Writes the tally: call it before the transaction is committed. */
  seal(): void {
    this.#note.run(textOfTally(this.#tally))
  }

  /** Call it after the transaction was committed. */
  committed(): void {
    this.#before = this.#tally
  }

  /** Call it after the transaction was rolled back. */
  rolledBack(): void {
    this.#tally = this.#before
  }
}
