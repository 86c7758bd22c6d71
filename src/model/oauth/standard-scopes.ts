import type { ScopeRecord } from './authorization-server-records.ts'

/** Settings of a scope that most scopes do not have. */
export type ScopeSettings = Pick<ScopeRecord, 'consent' | 'default' | 'metadataPublish' | 'optional'>

/** A scope to create; missing texts come from its name. */
export interface NewScope {
  readonly name: string
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  /** Further settings, as they are stored. */
  readonly more?: ScopeSettings | undefined
}

/**
 * The scopes of OpenID Connect Core 1.0, sections 5.4 and 11, which every authorization server has. Also the scope
 * for the names of a user's groups.
 */
export const standardScopes: readonly Required<Omit<NewScope, 'more'>>[] = [
  { name: 'openid', displayName: 'Sign in', description: 'Tells the application who signed in' },
  { name: 'profile', displayName: 'Profile', description: 'Allows the application to read your profile' },
  { name: 'email', displayName: 'E-mail address', description: 'Allows the application to read your e-mail' },
  { name: 'address', displayName: 'Address', description: 'Allows the application to read your address' },
  { name: 'phone', displayName: 'Phone', description: 'Allows the application to read your phone number' },
  {
    name: 'offline_access',
    displayName: 'Stay signed in',
    description: 'Keeps the application signed in while you are away',
  },
  { name: 'groups', displayName: 'Groups', description: 'Allows the application to read your groups' },
]

/** Names of scopes on a user: a client does not get them for itself. */
export const userScopes: ReadonlySet<string> = new Set(standardScopes.map(({ name }) => name))

/** Whether a scope is one of those that every server has. */
export function isStandardScope({ name }: Pick<ScopeRecord, 'name'>): boolean {
  return userScopes.has(name)
}

const resources = { users: 'users', groups: 'groups', clients: 'OAuth clients' } as const

/** The scopes of the API (interpretation: scope-names). @param prefix The name prefix in identifiers. */
export function apiScopes(prefix: string): readonly Required<Omit<NewScope, 'more'>>[] {
  return Object.entries(resources).flatMap(([resource, text]) => [
    {
      name: `${prefix}.${resource}.read`,
      displayName: `Read ${text}`,
      description: `Allows the application to read ${text} of your organization`,
    },
    {
      name: `${prefix}.${resource}.manage`,
      displayName: `Manage ${text}`,
      description: `Allows the application to manage ${text} of your organization`,
    },
  ])
}
