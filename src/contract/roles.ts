import type { Method } from './operation.ts'
import type { Area, OperationName } from './operation-names.ts'

/**
 * The administrator roles. The API description does not show which operations each may call (Clients, Authentication,
 * 5). This table is the interpretation admin-roles.
 */
export const roles = ['SUPER_ADMIN', 'GROUP_ADMIN', 'READ_ONLY_ADMIN', 'HELP_DESK_ADMIN'] as const

/** The role of the owner of an API token. */
export type Role = (typeof roles)[number]

interface RoleRules {
  /** Areas whose every operation is allowed, or only those that read. */
  readonly areas: Readonly<Partial<Record<Area, 'all' | 'read'>>>
  /** Single operations that are also allowed. */
  readonly operations?: readonly OperationName[]
}

const readAll = {
  clients: 'read',
  groups: 'read',
  membership: 'read',
  rules: 'read',
  groupApps: 'read',
  users: 'read',
  grants: 'read',
  tokens: 'read',
} as const

/** The rights of each role, except the super administrator, who may do everything. */
const roleRules: Readonly<Record<Exclude<Role, 'SUPER_ADMIN'>, RoleRules>> = {
  GROUP_ADMIN: {
    areas: {
      groups: 'read',
      membership: 'all',
      groupApps: 'read',
      users: 'all',
      lifecycle: 'all',
      sessions: 'all',
      credentials: 'all',
    },
    operations: ['updateGroup'],
  },
  READ_ONLY_ADMIN: { areas: readAll },
  HELP_DESK_ADMIN: {
    areas: { groups: 'read', membership: 'read', users: 'read' },
    operations: [
      'unlockUser',
      'reactivateUser',
      'resetPassword',
      'expirePassword',
      'resetFactors',
      'clearUserSessions',
      'forgotPassword',
    ],
  },
}

/**
 * Whether a role may call an operation at all; its scope is checked separately.
 *
 * @param area Undefined for operations beyond the API description (interpretation: beyond-the-description).
 */
export function roleAllows(role: Role, name: OperationName, area: Area | undefined, method: Method): boolean {
  if (role === 'SUPER_ADMIN') return true
  if (area === undefined) return role === 'READ_ONLY_ADMIN' && method === 'GET'
  const { areas, operations = [] } = roleRules[role]
  const rule = areas[area]
  return rule === 'all' || (rule === 'read' && method === 'GET') || operations.includes(name)
}

/** The resource in the name of a scope, by area (interpretation: scope-names). */
const scopeResources: Readonly<Record<Area, string>> = {
  clients: 'clients',
  groups: 'groups',
  membership: 'groups',
  rules: 'groups',
  groupApps: 'groups',
  users: 'users',
  lifecycle: 'users',
  sessions: 'users',
  credentials: 'users',
  grants: 'users',
  tokens: 'users',
}

/** The scope an access token needs for an operation of an area (interpretation: scope-names). */
export function scopeNeeded(prefix: string, area: Area, method: Method): string {
  return scopeAbout(prefix, scopeResources[area], method)
}

/** The scope for a resource: `<prefix>.<resource>.read` or `.manage`; manage includes read. */
export function scopeAbout(prefix: string, resource: string, method: Method): string {
  return `${prefix}.${resource}.${method === 'GET' ? 'read' : 'manage'}`
}

/** Whether a set of scopes covers the one needed. */
export function scopesCover(scopes: readonly string[], needed: string): boolean {
  return scopes.includes(needed) || scopes.includes(needed.replace(/\.read$/, '.manage'))
}
