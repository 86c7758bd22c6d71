import { ServiceError } from '../../client.ts'
import type { Progress } from '../progress.ts'
import type { Target } from '../target.ts'
import { TransferError } from '../transfer-error.ts'
import type { Ledger, MadeRecord } from './ledger.ts'

/** Kinds in the order of removal: a record before the records that it names. */
const order = ['rule', 'client', 'user', 'group'] as const

/** The records of a ledger, in the order of removal. */
export function undoable(ledger: Ledger): readonly MadeRecord[] {
  return order.flatMap((kind) => ledger.made.filter((record) => record.kind === kind).toReversed())
}

/**
 * Removes the records of a ledger, and nothing else.
 *
 * @returns The records that could not be removed, with the reason, a line each.
 */
export async function undo(target: Target, ledger: Ledger, progress: Progress): Promise<readonly string[]> {
  const refused: string[] = []
  const records = undoable(ledger)
  let done = 0
  for (const record of records) {
    try {
      await remove(target, record)
      ledger.gone(record)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error
      refused.push(`${record.kind} ${record.name}: ${target.clean(error.message)}`)
    }
    progress.show('Removing records', ++done, records.length)
  }
  progress.clear()
  return refused
}

async function remove({ client }: Target, { kind, id }: MadeRecord): Promise<void> {
  switch (kind) {
    case 'rule':
      await tolerating([400, 403, 404], () => client.deactivateGroupRule({ params: { ruleId: id } }))
      await tolerating([404], () => client.deleteGroupRule({ params: { ruleId: id } }))
      return
    case 'client':
      await tolerating([404, 'invalid_client'], () => client.deleteClient({ params: { clientId: id } }))
      return
    case 'group':
      await tolerating([404], () => client.deleteGroup({ params: { groupId: id } }))
      return
    case 'user':
      await removeUser(client, id)
  }
}

/** How long a deactivation may take, in milliseconds, and how often to check it. */
const deactivation = { max: 60_000, every: 500 }

/** The first DELETE deactivates, the second removes (Users). */
async function removeUser(client: Target['client'], userId: string): Promise<void> {
  const params = { userId }
  const until = performance.now() + deactivation.max
  for (let deleted = 0; deleted < 3 && performance.now() < until;) {
    const user = await tolerating([404], () => client.getUser({ params }))
    if (user === undefined) return
    if (user.transitioningToStatus !== undefined && user.transitioningToStatus !== null) {
      await new Promise((resolve) => setTimeout(resolve, deactivation.every))
      continue
    }
    await tolerating([404], () => client.deleteUser({ params }))
    if (user.status === 'DEPROVISIONED') return
    deleted++
  }
  throw new TransferError(`user ${userId} is still there after it was deactivated and deleted; try again`)
}

/** Makes a call; an error with one of these statuses or codes means that nothing is left to do. */
async function tolerating<Reply>(
  expected: readonly (number | string)[],
  call: () => Promise<Reply>,
): Promise<Reply | undefined> {
  try {
    return await call()
  } catch (error) {
    if (
      error instanceof ServiceError &&
      (expected.includes(error.status) || expected.includes(error.code ?? ''))
    )
      return undefined
    throw error
  }
}
