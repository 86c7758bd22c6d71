import type { Api } from '../run/api.ts'
import type { CallScope } from '../run/call-scope.ts'
import type { Orphan } from './clean-up.ts'
import { cleanUp, DeleteTrust, stillListed } from './clean-up.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'

interface Parts {
  readonly ledger: Ledger
  readonly scope: () => CallScope
  readonly api: (scope: CallScope) => Api
  /** The common start of the logins of the run. */
  readonly startOfLogins: () => string
}

/** Removes the records of a run, and remembers what it could not remove. */
export class RunCleanUp {
  orphans: Orphan[] = []
  /** Why nothing answers any more: then nothing is removed either. */
  lost: string | undefined
  readonly #parts: Parts
  readonly #isOn: boolean
  readonly #trust = new DeleteTrust()

  /** @param isOn Whether records are removed at all. */
  constructor(parts: Parts, isOn: boolean) {
    this.#parts = parts
    this.#isOn = isOn
  }

  /**
   * Removes records, and returns whether all are gone. With `last` no later call looks for those whose create had no
   * answer.
   */
  async remove(created: readonly LedgerEntry[], last: boolean): Promise<boolean> {
    const entries = created.filter(({ state }) => state === 'created' || state === 'intended').toReversed()
    if (!this.#isOn || entries.length === 0) return true
    if (this.lost !== undefined) {
      const why = this.lost
      this.orphans.push(
        ...entries.map(({ kind, name, id }) => ({ kind, name, ...(id === undefined ? {} : { id }), why })),
      )
      return false
    }
    const scope = this.#parts.scope()
    const { signal } = scope.deadline
    const orphans = await cleanUp(this.#parts.api(scope), this.#parts.ledger, entries, {
      last,
      signal,
      trust: this.#trust,
    })
    this.orphans.push(...orphans)
    scope.deadline.stop()
    return orphans.length === 0
  }

  /** Looks once for users that two deletes left after all, since not each of them was read again. */
  async lookAgain(): Promise<void> {
    const users = this.#parts.ledger.entries.filter(({ kind, state }) => kind === 'user' && state === 'gone')
    if (!this.#isOn || this.lost !== undefined || this.#trust.asks('user') || users.length === 0) return
    const scope = this.#parts.scope()
    const api = this.#parts.api(scope)
    const start = this.#parts.startOfLogins()
    const ids = new Set(await stillListed(api, start))
    const left = users.filter(({ id }) => id !== undefined && ids.has(id))
    this.orphans.push(...(await cleanUp(api, this.#parts.ledger, left, { signal: scope.deadline.signal })))
    scope.deadline.stop()
  }
}
