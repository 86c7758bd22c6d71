import type { ClientRecord } from './clients.ts'
import type { Org } from '../org.ts'

/** The clients for which a user has grants or tokens (document 3, Client Grant object). */
export class UserClients {
  readonly #org: Org

  constructor(org: Org) {
    this.#org = org
  }

  /** A user's clients as replies show them, those first with which it has had to do for longest. */
  list(userId: string): readonly Record<string, unknown>[] {
    const { grants, refreshTokens, clients } = this.#org
    const shown = [
      ...grants.collection.allBy('user', userId).filter((grant) => grants.isShown(grant)),
      ...refreshTokens.collection.allBy('user', userId).filter((token) => refreshTokens.isShown(token)),
    ]
    const byAge = shown.toSorted((one, other) => compare(one.created, other.created))
    const ids = new Set(byAge.map(({ clientId }) => clientId))
    return [...ids].flatMap((id) => clients.get(id) ?? []).map((client) => this.#view(userId, client))
  }

  #view(userId: string, { id, settings }: ClientRecord): Record<string, unknown> {
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

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
