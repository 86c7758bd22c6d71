import { refuse } from '../contract/errors/refusal.ts'
import type { ApplicationGiven } from '../contract/resources/application.ts'
import { clientSettings } from '../contract/resources/client-settings.ts'
import type { ClientInputGiven } from '../contract/resources/client.ts'
import { chosenSettings } from '../model/oauth/chosen-clients.ts'
import type { AppOfClient, ClientRecord } from '../model/oauth/clients.ts'
import type { Org } from '../model/org.ts'
import { withoutNulls } from './handler.ts'

/** The client of an application to create, whose id and secret the caller may choose (Clients, rule 3). */
export function createClient(org: Org, body: ApplicationGiven): ClientRecord {
  const { id, secret, settings, app } = read(body)
  if (id !== undefined && org.apps.find(id)) refuse('taken', { at: 'credentials.oauthClient.client_id' })
  return org.clients.register(chosenSettings({ ...settings, client_secret: secret }), { id, secret, app })
}

/** Replaces the settings of a client by those of its application; settings that are not sent get their defaults. */
export function replaceClient(org: Org, client: ClientRecord, body: ApplicationGiven): void {
  const { id = client.id, secret, settings, app } = read(body)
  if (id !== client.id) refuse('setting-fixed', { at: 'credentials.oauthClient.client_id' })
  org.clients.change(client, { ...byDefault, ...settings }, { secret, app })
}

/** A null keeps what a client always has: its type, and its way to ask for consent. */
const byDefault = Object.fromEntries(
  clientSettings.map(({ name, neverNull, default: otherwise = null }) => [
    name,
    neverNull ? null : otherwise,
  ]),
)

/** The settings of a client in the body of its application, and what only the application has. */
function read({ label, accessibility, visibility, credentials, settings }: ApplicationGiven): {
  readonly id: string | undefined
  readonly secret: string | undefined
  readonly settings: ClientInputGiven
  readonly app: AppOfClient
} {
  const { client_id, client_secret, token_endpoint_auth_method, ...ofCredentials } =
    credentials?.oauthClient ?? {}
  const sent = Object.entries(settings?.oauthClient ?? {})
  const isOfClient = ([name]: readonly [string, unknown]): boolean =>
    name in byDefault || name === 'client_id'
  return {
    id: client_id ?? undefined,
    secret: client_secret ?? undefined,
    settings: {
      ...Object.fromEntries(sent.filter(([name]) => name in byDefault)),
      client_name: label,
      token_endpoint_auth_method,
    },
    app: {
      ...withoutNulls({ accessibility, visibility }),
      credentials: { ...credentials, oauthClient: ofCredentials },
      settings: { ...settings, oauthClient: Object.fromEntries(sent.filter((each) => !isOfClient(each))) },
    },
  }
}
