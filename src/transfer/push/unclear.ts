import type { Target } from '../target.ts'
import { userWithLogin } from './existing.ts'
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
  const { client } = target
  // Times of records may be whole seconds.
  const isNewer = (created: number): boolean => created >= at - 2000
  switch (kind) {
    case 'user': {
      const found = await userWithLogin(target, name)
      return found && isNewer(found.created) ? found.id : undefined
    }
    case 'group':
      for await (const { id, created, profile } of client.each('listGroups')) {
        if (profile.name === name && isNewer(Date.parse(created))) return id
      }
      return undefined
    case 'rule':
      for await (const rule of client.each('listGroupRules')) {
        if (rule.name === name && isNewer(Date.parse(rule.created))) return rule.id
      }
      return undefined
    case 'client':
      for await (const each of client.each('listClients')) {
        if (each.client_name === name && isNewer((each.client_id_issued_at ?? 0) * 1000))
          return each.client_id
      }
      return undefined
  }
}
