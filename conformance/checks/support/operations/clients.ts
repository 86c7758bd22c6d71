import type { Json } from '../../../engine/run/check.ts'
import { clientLook, listedLook } from '../scene.ts'
import type { OperationRow, Scene } from '../scene.ts'
import { baseSettings, clientsPath, fullSettings } from '../client-settings.ts'

const clientOf =
  (method: Scene['method'], suffix: string, body?: (json: Json) => Json): OperationRow['scene'] =>
  async ({ given }) => {
    const client = await given.client()
    return {
      method,
      path: `${client.path}${suffix}`,
      ...(body === undefined ? {} : { body: body(client.json) }),
      looks: [clientLook(client)],
    }
  }

export const clientRows: readonly OperationRow[] = [
  { operation: 'getClient', scene: clientOf('GET', '') },
  {
    operation: 'updateClient',
    scene: clientOf('PUT', '', (json) => ({
      ...fullSettings(json),
      redirect_uris: ['https://client.example.com/changed'],
    })),
  },
  {
    operation: 'newClientSecret',
    scene: clientOf('POST', '/lifecycle/newSecret'),
    keeps: { settings: 'clients.new-secret.settings-kept' },
  },
  {
    operation: 'deleteClient',
    scene: clientOf('DELETE', ''),
  },
  {
    operation: 'registerClient',
    scene: async ({ unique }) => {
      const name = unique('client')
      return {
        method: 'POST',
        path: clientsPath,
        body: { client_name: name, ...baseSettings.web },
        looks: [],
        listed: listedLook(clientsPath, name),
      }
    },
  },
]
