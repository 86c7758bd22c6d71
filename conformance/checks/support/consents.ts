import type { Json } from '../../engine/run/check.ts'
import { userPath } from './paths.ts'

/** Paths below a user and a client (Users, Grants and Refresh tokens). */
export function consentPaths(
  userId: unknown,
  clientId: unknown = '',
): Readonly<Record<'grants' | 'clients' | 'clientGrants' | 'clientTokens', string>> {
  const user = userPath(userId)
  const client = `${user}/clients/${encodeURIComponent(String(clientId))}`
  return {
    grants: `${user}/grants`,
    clients: `${user}/clients`,
    clientGrants: `${client}/grants`,
    clientTokens: `${client}/tokens`,
  }
}

/** The path of one grant or token in a list. */
export function within(list: string, id: unknown): string {
  return `${list}/${encodeURIComponent(String(id))}`
}

/** Whether one of these is valid: a revoked one may be shown as such, or not at all. */
export function isActive(ids: readonly string[]): (each: Json) => boolean {
  return (each) => ids.includes(each?.id) && each?.status === 'ACTIVE'
}
