import type { OperationName } from '../../../../src/contract/operation-names.ts'
import type { Json } from '../../../engine/run/check.ts'
import { baseSettings, fullSettings } from '../clients.ts'
import { clientRead, consentsRead, listedRead, userRead, type OperationRow } from '../scenario.ts'
import { clientsPath, userPath } from '../paths.ts'
import { consentPaths } from '../arrange.ts'
import { profileKept, questionKept, statusKept, timesKept } from './keeps.ts'

const onClient = (
  operation: OperationName,
  { body, ...row }: Partial<OperationRow> & { readonly body?: (json: Json) => Json } = {},
): OperationRow => ({
  ...row,
  operation,
  scenario: async ({ given }) => {
    const client = await given.client()
    return { ids: { clientId: client.id }, body: body?.(client.json), reads: [clientRead(client)] }
  },
})

export const clientRows: readonly OperationRow[] = [
  onClient('getClient'),
  onClient('updateClient', {
    body: (json) => ({ ...fullSettings(json), redirect_uris: ['https://client.example.com/changed'] }),
  }),
  onClient('newClientSecret', { keeps: { settings: 'clients.new-secret.settings-kept' } }),
  onClient('deleteClient'),
  {
    operation: 'registerClient',
    scenario: async ({ unique }) => {
      const name = unique('client')
      const body = { client_name: name, ...baseSettings.web }
      return { ids: {}, body, reads: [], listed: listedRead(clientsPath, name) }
    },
  },
]

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
