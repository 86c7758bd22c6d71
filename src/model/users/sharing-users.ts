import { nothingHidden } from './credentials-input.ts'
import type { Coding } from '../kernel/stored.ts'
import { type Provider, type UserRecord, writtenOut } from './records.ts'

/**
 * Converts rows to users. Equal values of most users become one shared object again. Otherwise a hundred thousand
 * users would take twice the memory.
 */
export function sharingUsers(typeOf: (id: string) => UserRecord['type']): Coding<UserRecord> {
  const providers = new Map<string, Provider>()
  const providerOf = (provider: Provider): Provider => {
    const key = JSON.stringify(provider)
    const known = providers.get(key)
    if (!known) providers.set(key, provider)
    return known ?? provider
  }
  return {
    encode: (user) => user,
    decode(row) {
      const user = row as UserRecord
      const hidden = Object.keys(user.hidden).length === 0 ? nothingHidden : user.hidden
      return writtenOut({ ...user, type: typeOf(user.type.id), provider: providerOf(user.provider), hidden })
    },
  }
}
