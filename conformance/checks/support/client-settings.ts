import type { Api, Json, Reply } from '../../engine/run/check.ts'
import { Expectation } from '../../engine/judge/expectation.ts'
import { webClient } from '../../engine/supply/new-records.ts'
import { ecKey } from './public-keys.ts'
import { walkList } from '../../engine/run/paging.ts'
import { clientsPath, readClient } from './paths.ts'

/** Settings of a client, as sent. A value `undefined` is left out. */
export type Settings = Readonly<Record<string, Json>>

/** A redirect URI that is absolute and has no fragment. */
export const [callback] = webClient.redirect_uris

/** Settings that a client of each type may be registered with (Clients, Client Application). */
export const baseSettings = {
  web: webClient,
  native: { ...webClient, application_type: 'native' },
  browser: { ...webClient, application_type: 'browser', token_endpoint_auth_method: 'none' },
  service: {
    redirect_uris: [],
    response_types: ['token'],
    application_type: 'service',
    grant_types: ['client_credentials'],
    token_endpoint_auth_method: 'client_secret_basic',
  },
} as const satisfies Readonly<Record<string, Settings>>

/** A service client that authenticates with a key (Clients, POST /oauth2/v1/clients). */
export const keyedService = (kid: string): Settings => ({
  ...baseSettings.service,
  redirect_uris: undefined,
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: [ecKey(kid)] },
})

/** Registers a client. Unlike `given.client` it does not block the check when the registration is refused. */
export function register(api: Api, name: Json, settings: Settings): Promise<Reply> {
  return api.post(clientsPath, { client_name: name, ...settings })
}

/** Registers a client and reads it back. */
export async function registered(
  api: Api,
  name: Json,
  settings: Settings,
): Promise<{ readonly reply: Reply; readonly read: Reply }> {
  const reply = await register(api, name, settings)
  return { reply, read: await readClient(api, reply) }
}

/** A full body for an update: everything that was read, without the properties that it must not send. */
export function fullSettings(client: Json): Record<string, Json> {
  const {
    client_id_issued_at: _at,
    client_secret: _secret,
    client_secret_expires_at: _expiry,
    ...rest
  } = client
  const { client_id: _id, _links, ...settings } = rest
  return settings
}

/** All clients that can be listed, up to the limit of a run. */
export function allClients(api: Api): ReturnType<typeof walkList> {
  return walkList(api, clientsPath, { limit: 200 }, 50)
}

/** A demand for a list of these values in any order. */
export function sameList(values: readonly unknown[]): Expectation {
  const sorted = (list: readonly unknown[]): string => JSON.stringify(list.map(String).toSorted())
  return new Expectation(
    `${JSON.stringify(values)} in any order`,
    (value) => Array.isArray(value) && sorted(value) === sorted(values),
  )
}

/** Settings as a demand: lists in any order. */
export function demanded(settings: Settings): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? sameList(value) : value]),
  )
}
