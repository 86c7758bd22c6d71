import type { IdKind } from './kernel/ids.ts'
import type { OrgParts } from './org-parts.ts'

interface Holder {
  has(id: string): boolean
}

/** Whether an id is already taken. A caller may have chosen the id that the seed gives next. */
export function takenIds(parts: OrgParts): (kind: IdKind, id: string) => boolean {
  const { users, groups, rules, apps, clients, grants, refreshTokens, authorizationServers } = parts
  const holders: Readonly<Partial<Record<IdKind, readonly Holder[]>>> = {
    user: [users.collection],
    group: [groups.collection],
    groupRule: [rules.collection],
    client: [clients.collection, apps.collection],
    appAssignment: [apps.assignments],
    grant: [grants.collection],
    refreshToken: [refreshTokens.collection],
    authorizationServer: [authorizationServers.collection],
    scope: [authorizationServers.scopes],
  }
  return (kind, id) => holders[kind]?.some((holder) => holder.has(id)) ?? false
}
