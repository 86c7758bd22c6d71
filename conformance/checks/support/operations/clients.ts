import type { OperationName } from '../../../../src/contract/operation-names.ts'
import type { Json } from '../../../engine/run/check.ts'
import { baseSettings, fullSettings } from '../client-settings.ts'
import { clientRead, listedRead } from '../scenario.ts'
import type { OperationRow } from '../scenario.ts'
import { clientsPath } from '../paths.ts'

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
