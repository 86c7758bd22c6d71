import type { IdKind } from './kernel/ids.ts'

/** The collections of records whose ids a caller can choose. */
interface Parts {
  readonly users: { readonly collection: Holder }
  readonly groups: { readonly collection: Holder }
  readonly rules: { readonly collection: Holder }
  readonly apps: { readonly collection: Holder; readonly assignments: Holder }
  readonly clients: { readonly collection: Holder }
  readonly grants: { readonly collection: Holder }
  readonly refreshTokens: { readonly collection: Holder }
  readonly authorizationServers: { readonly collection: Holder; readonly scopes: Holder }
}

interface Holder {
  has(id: string): boolean
}

/** Whether an id is already taken. A caller may have chosen the id that the seed gives next. */
export function takenIds(parts: Parts): (kind: IdKind, id: string) => boolean {
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
