import type { ClientRecord, Clients } from './clients.ts'
import type { Grants } from './grants.ts'
import type { RefreshTokens } from './refresh-tokens.ts'

interface Needs {
  readonly clients: Pick<Clients, 'get'>
  readonly grants: Pick<Grants, 'collection' | 'isShown'>
  readonly refreshTokens: Pick<RefreshTokens, 'collection' | 'isShown'>
}

/** The clients for which a user has grants or tokens (Users, Client Grant object). */
export class UserClients {
  readonly #org: Needs

  constructor(org: Needs) {
    this.#org = org
  }

  /** A user's clients; first those with the oldest grant or token. */
  list(userId: string): readonly ClientRecord[] {
    const { grants, refreshTokens, clients } = this.#org
    const shown = [
      ...grants.collection.allBy('user', userId).filter((grant) => grants.isShown(grant)),
      ...refreshTokens.collection.allBy('user', userId).filter((token) => refreshTokens.isShown(token)),
    ]
    const byAge = shown.toSorted((one, other) => compare(one.created, other.created))
    const ids = new Set(byAge.map(({ clientId }) => clientId))
    return [...ids].flatMap((id) => clients.get(id) ?? [])
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
