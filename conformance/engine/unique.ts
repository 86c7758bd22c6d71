import { randomBytes, randomInt } from 'node:crypto'
import type { Unique } from './given-types.ts'
import type { Ledger } from './ledger.ts'
import type { Redactor } from './redaction.ts'

/** An id for a run: six characters, the first a letter. */
export function newRunId(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz'
  const all = `${letters}23456789`
  return Array.from({ length: 6 }, (_, at) =>
    at === 0 ? letters[randomInt(letters.length)] : all[randomInt(all.length)],
  ).join('')
}

/** What every name of a run starts with. */
export function markerOf(runId: string): string {
  return `cf-${runId}`
}

/** The source of unique values of a run. */
export function createUnique(marker: string, ledger: Ledger, redactor: Redactor): Unique {
  let count = 0
  const name = (hint?: string): string => `${marker}-${++count}${hint === undefined ? '' : `-${hint}`}`
  return Object.assign(name, {
    login: () => `${name()}@example.com`,
    email: () => `${name('mail')}@example.com`,
    password: () => {
      const password = `Kx${randomBytes(6).toString('hex')}7Q`
      redactor.add('password', password)
      return password
    },
    unknownId: () => {
      const id = `none${marker.replaceAll('-', '')}${++count}`
      ledger.addPhantom(id)
      return id
    },
  })
}
