import { profileKept, questionKept, statusKept, timesKept } from './keeps.ts'
import type { OperationName } from '../../../../src/contract/operation-names.ts'
import { consentsLook, userLook } from '../scene.ts'
import type { OperationRow, Scene } from '../scene.ts'
import { consentPaths, within } from '../consents.ts'

/** Consents of a user for a client that all scenes share. Each scene has its own, so a call revokes only one. */
const consentOf =
  (
    thing: 'grants' | 'refresh-tokens',
    method: Scene['method'],
    path: (paths: ReturnType<typeof consentPaths>, id: string) => string,
  ): OperationRow['scene'] =>
  async ({ need, memory }) => {
    const known = memory.get('client')
    const made = await need(thing, known === undefined ? {} : { clientId: known })
    memory.set('client', made.clientId)
    const paths = consentPaths(made.userId, made.clientId)
    const ids = 'grantIds' in made ? made.grantIds : made.tokenIds
    const user = { path: `/api/v1/users/${encodeURIComponent(made.userId)}` }
    const consents = consentsLook('consents', thing === 'grants' ? paths.grants : paths.clientTokens)
    return {
      method,
      path: path(paths, String(ids[0])),
      paths: {
        listUserClients: paths.clients,
        listUserClientGrants: paths.clientGrants,
        listUserClientTokens: paths.clientTokens,
      },
      // The first look stands for the called record. For a read that is the user: a list that changes a consent would
      // change it before the look.
      looks: method === 'GET' ? [userLook(user), consents] : [consents, userLook(user)],
    }
  }

/** Reads that share the arrangement of another operation. */
const alsoRead: Readonly<Partial<Record<OperationName, OperationRow['also']>>> = {
  getUserGrant: ['listUserClientGrants', 'listUserClients'],
  getUserClientToken: ['listUserClientTokens'],
}

const consentKeeps = { ...questionKept, ...profileKept, ...statusKept, ...timesKept }

export const consentRows: readonly OperationRow[] = (
  [
    ['getUserGrant', 'grants', 'GET', ({ grants }, id) => within(grants, id)],
    ['revokeUserGrants', 'grants', 'DELETE', ({ grants }) => grants],
    ['revokeUserGrant', 'grants', 'DELETE', ({ grants }, id) => within(grants, id)],
    ['revokeUserClientGrants', 'grants', 'DELETE', ({ clientGrants }) => clientGrants],
    ['getUserClientToken', 'refresh-tokens', 'GET', ({ clientTokens }, id) => within(clientTokens, id)],
    ['revokeUserClientTokens', 'refresh-tokens', 'DELETE', ({ clientTokens }) => clientTokens],
    ['revokeUserClientToken', 'refresh-tokens', 'DELETE', ({ clientTokens }, id) => within(clientTokens, id)],
  ] as const satisfies readonly (readonly [
    OperationRow['operation'],
    'grants' | 'refresh-tokens',
    Scene['method'],
    (paths: ReturnType<typeof consentPaths>, id: string) => string,
  ])[]
).map(([operation, thing, method, path]): OperationRow => ({
  operation,
  needs: thing === 'grants' ? ['early-access', thing] : [thing],
  scene: consentOf(thing, method, path),
  keeps: method === 'DELETE' ? consentKeeps : {},
  also: alsoRead[operation] ?? [],
}))
