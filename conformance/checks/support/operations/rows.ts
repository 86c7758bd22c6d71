/** Every operation of the contract, in a situation where it would succeed, and the parts that it leaves unchanged. */
import type { OperationRow } from '../scenario.ts'
import { clientRows, consentRows } from './clients.ts'
import { groupRows } from './groups.ts'
import { ruleRows } from './rules.ts'
import { userRows } from './users.ts'

/** Lists of all records: they have no neighbours. */
const listRows = (['listUsers', 'listGroups', 'listClients'] as const).map((operation): OperationRow => ({
  operation,
  scenario: async ({ given, once }) => {
    // It contains a record of the run, so that it is not empty.
    await once<unknown>('listed', () => {
      if (operation === 'listUsers') return given.user({ activate: false, password: false })
      return operation === 'listGroups' ? given.group() : given.client()
    })
    return { ids: {}, query: '?limit=2', reads: [] }
  },
}))

/** All operations except those on the current user, whose caller is a session. */
export const operationRows: readonly OperationRow[] = [
  ...userRows,
  ...groupRows,
  ...ruleRows,
  ...clientRows,
  ...listRows,
  ...consentRows,
]
