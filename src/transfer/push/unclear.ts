import type { Target } from '../target.ts'
import { recordsOf, userWithLogin } from './existing.ts'
import type { BegunRecord, Ledger } from './ledger.ts'

/** Finds out whether the records of a stopped push exist, and notes it. */
export async function settleUnclear(target: Target, ledger: Ledger): Promise<void> {
  for (const begun of ledger.unclear) {
    const id = await idOf(target, begun)
    if (id === undefined) ledger.refused(begun.kind, begun.name)
    else ledger.wasMade(begun.kind, begun.name, id)
  }
}

/** The id of a record of this name, if it is not older than the attempt to make it. */
async function idOf(target: Target, { kind, name, at }: BegunRecord): Promise<string | undefined> {
  // Times of records may be whole seconds.
  const isNewer = (created: number): boolean => created >= at - 2000
  if (kind === 'user') {
    const found = await userWithLogin(target, name)
    return found && isNewer(found.created) ? found.id : undefined
  }
  for await (const record of recordsOf(target, kind)) {
    if (record.name === name && isNewer(record.created)) return record.id
  }
  return undefined
}
