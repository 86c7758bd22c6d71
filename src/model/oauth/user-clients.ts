import { Part } from '../kernel/part.ts'
import type { ClientRecord } from './clients.ts'

/** The clients for which a user has grants or tokens (Users, Client Grant object). */
export class UserClients extends Part<'clients' | 'grants' | 'refreshTokens'> {
  /** A user's clients; first those with the oldest grant or token. */
  list(userId: string): readonly ClientRecord[] {
    const { grants, refreshTokens, clients } = this.org
    const shown = [
      ...grants.collection.allBy('user', userId).filter((grant) => grants.isShown(grant)),
      ...refreshTokens.shown(userId),
    ]
    const byAge = shown.toSorted((one, other) => compare(one.created, other.created))
    const ids = new Set(byAge.map(({ clientId }) => clientId))
    return [...ids].flatMap((id) => clients.get(id) ?? [])
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
