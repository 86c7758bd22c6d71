import type { ClientRecord } from '../model/oauth/clients.ts'

/** Writes the clients of a user as replies show them (Users, Client Grant object). */
export class UserClientView {
  readonly #org: { readonly baseUrl: string }

  constructor(org: { readonly baseUrl: string }) {
    this.#org = org
  }

  /** A client, with the links to what the user has with it. */
  of(userId: string, { id, settings }: ClientRecord): Record<string, unknown> {
    const self = `${this.#org.baseUrl}/api/v1/users/${userId}/clients/${id}`
    const hints = { allow: ['GET', 'DELETE'] }
    return {
      client_id: id,
      client_name: settings.client_name,
      client_uri: settings.client_uri,
      logo_uri: settings.logo_uri,
      _links: {
        grants: { href: `${self}/grants`, hints },
        tokens: { href: `${self}/tokens`, hints },
      },
    }
  }
}
