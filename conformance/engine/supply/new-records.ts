/** The contents of the records that a run creates, unless a check says otherwise. */
import type { Json } from '../wire/reply.ts'
import type { Unique } from './given-types.ts'

/** The properties that every profile needs by default, with a unique login and e-mail, and `more`. */
export function newProfile(
  unique: Unique,
  more: Readonly<Record<string, Json>> = {},
): Record<string, Json> & { readonly login: string; readonly email: string } {
  const login: string = typeof more['login'] === 'string' ? more['login'] : unique.login()
  // If logins are not addresses, the user gets a separate address.
  const email: string = login.endsWith('@example.com') ? login : unique.email()
  return { ...unique.names(), email, login, ...more }
}

/** The settings of a confidential web client (Clients, Client Application). */
export const webClient = {
  redirect_uris: ['https://client.example.com/callback'],
  response_types: ['code'],
  application_type: 'web',
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'client_secret_basic',
} as const
