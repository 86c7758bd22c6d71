import type { OperationName } from '../../../../src/contract/operation-names.ts'
import { consentPaths } from '../consents.ts'
import { consentsRead, userRead } from '../scenario.ts'
import type { OperationRow } from '../scenario.ts'

import { profileKept, questionKept, statusKept, timesKept } from './keeps.ts'
import { userPath } from '../paths.ts'

const consentKeeps = { ...questionKept, ...profileKept, ...statusKept, ...timesKept }

/** An operation on consents of a user for a client that all scenarios share. Each scenario has its own, so a call revokes only one. */
const onConsent = (
  thing: 'grants' | 'refresh-tokens',
  operation: OperationName,
  also: OperationRow['also'] = [],
): OperationRow => {
  const isRead = operation.startsWith('get')
  return {
    operation,
    also,
    needs: thing === 'grants' ? ['early-access', thing] : [thing],
    keeps: isRead ? {} : consentKeeps,
    scenario: async ({ need, memory }) => {
      const known = memory.get('client')
      const made = await need(thing, known === undefined ? {} : { clientId: known })
      const { userId, clientId } = made
      memory.set('client', clientId)
      const [id = ''] = 'grantIds' in made ? made.grantIds : made.tokenIds
      const { grants, clientTokens } = consentPaths(userId, clientId)
      const user = userRead({ path: userPath(userId) })
      const consents = consentsRead('consents', thing === 'grants' ? grants : clientTokens)
      return {
        ids: { userId, clientId, grantId: id, tokenId: id },
        // The first read stands for the called record. For a read that is the user: a list that changes a consent would
        // change it before the read.
        reads: isRead ? [user, consents] : [consents, user],
      }
    },
  }
}

export const consentRows: readonly OperationRow[] = [
  onConsent('grants', 'getUserGrant', ['listUserClientGrants', 'listUserClients']),
  onConsent('grants', 'revokeUserGrants'),
  onConsent('grants', 'revokeUserGrant'),
  onConsent('grants', 'revokeUserClientGrants'),
  onConsent('refresh-tokens', 'getUserClientToken', ['listUserClientTokens']),
  onConsent('refresh-tokens', 'revokeUserClientTokens'),
  onConsent('refresh-tokens', 'revokeUserClientToken'),
]
