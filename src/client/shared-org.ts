import { type RemoteControl, ServerCalls } from './server-calls.ts'

export type { RemoteControl } from './server-calls.ts'

/** An organisation on a shared server. */
export interface SharedOrg {
  /** Its name on the server. */
  readonly name: string
  /** Address under which its links are made, without a trailing slash. */
  readonly baseUrl: string
  /** Value of the super administrator's API token. */
  readonly apiToken: string
  /** Controls the mock over HTTP, without the API. */
  readonly control: RemoteControl
  /** Deletes it on the server. */
  readonly delete: () => Promise<void>
}

interface SharedOrgInput {
  readonly serverUrl: string
  readonly controlToken?: string
  readonly dataset?: string
  readonly from?: string
}

/**
 * Makes an organisation on a server.
 *
 * @throws Error with the message of the server if it makes none, or if no server answers.
 */
export async function createSharedOrg({
  serverUrl,
  controlToken,
  ...input
}: SharedOrgInput): Promise<SharedOrg> {
  const access = { token: controlToken, option: 'serverUrl' }
  const server = new ServerCalls(serverUrl, access)
  const made = (await server.call('POST', '/_orgs', input)) as Omit<SharedOrg, 'control' | 'delete'>
  const { name, baseUrl, apiToken } = made
  return {
    name,
    baseUrl,
    apiToken,
    control: new ServerCalls(baseUrl, access).control,
    delete: async () => void (await server.call('DELETE', `/_orgs/${name}`)),
  }
}
