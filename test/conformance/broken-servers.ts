import { all, on } from '../../conformance/proof/alter/flow.ts'
import { ignoreWrite } from '../../conformance/proof/alter/memory.ts'
import { readOf, sentWith } from '../../conformance/proof/alter/wire.ts'
import type { Alteration } from '../../conformance/proof/alter/wire.ts'
import { recordPath } from '../../conformance/proof/mutants/routes.ts'
import type { OperationName } from '../../src/contract/operation-names.ts'

/** A server that answers success to some calls and does not do what they ask for. */
export interface BrokenServer {
  readonly alter: Alteration
  /** The requirements that may be named first: they are about what the server does not do. */
  readonly about: RegExp
}

/** Answers as if it had done it, and does nothing; what is not there it refuses. */
const idle = (operation: OperationName, about: RegExp, status?: number): BrokenServer => ({
  alter: on(operation, () => {
    const answer = (status === undefined ? ignoreWrite() : ignoreWrite(status))()
    return async (sent, forward) => {
      const read = await forward(readOf(sent, recordPath(sent.path)))
      if (read.status >= 400) return forward(sent)
      const { credentials: _, ...json } = Object(sent.json) as Record<string, unknown>
      return answer(sent.json === undefined ? sent : sentWith(sent, { json }), forward)
    }
  }),
  about,
})

/** Does not read a parameter of its lists. */
const deaf = (name: string, about: RegExp): BrokenServer => ({
  alter: () => (sent, forward) => {
    const query = new URLSearchParams(sent.query)
    query.delete(name)
    return forward(sent.method === 'GET' ? sentWith(sent, { query }) : sent)
  },
  about,
})

export const brokenServers: Readonly<Record<string, BrokenServer>> = {
  suspend: idle('suspendUser', /^users\.suspend\./),
  unsuspend: idle('unsuspendUser', /^users\.unsuspend\./),
  activate: idle('activateUser', /^users\.activate\./),
  deactivate: idle('deactivateUser', /^users\.deactivate\./),
  'expire password': idle('expirePassword', /^users\.expire-password\./),
  'reset password': idle('resetPassword', /^users\.reset-password\./),
  'user update': idle('updateUser', /^users\.update\./),
  'user replace': idle('replaceUser', /^users\.replace\./),
  'user delete': idle('deleteUser', /^users\.delete\./),
  'group update': idle('updateGroup', /^groups\.update\./),
  'group delete': idle('deleteGroup', /^groups\.delete\./),
  'member add': idle('addUserToGroup', /^membership\.add\./, 204),
  'member remove': idle('removeUserFromGroup', /^membership\.remove\./),
  'rule activate': idle('activateGroupRule', /^rules\.(activate|active)\./, 204),
  'rule deactivate': idle('deactivateGroupRule', /^rules\.(deactivate|inactive)\./, 204),
  'rule delete': idle('deleteGroupRule', /^rules\.delete\./),
  'client update': idle('updateClient', /^clients\.update\./),
  'client delete': idle('deleteClient', /^clients\.delete\./),
  'grants revoke': idle('revokeUserGrants', /^grants\.revoke/),
  limit: deaf('limit', /\.limit$/),
  after: deaf('after', /\.after$|^conventions\.paging\.(complete|ends|next-after)/),
}

/** A server with each of these faults. */
export function serverWith(faults: readonly string[]): BrokenServer {
  const chosen = faults.map((name) => brokenServers[name]!)
  return {
    alter: all(...chosen.map(({ alter }) => alter)),
    about: new RegExp(chosen.map(({ about }) => about.source).join('|')),
  }
}
