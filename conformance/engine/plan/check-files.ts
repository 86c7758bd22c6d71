import { collectChecks, type CheckDefinition } from '../run/check.ts'

/** A file of checks. */
export interface CheckFile {
  /** File name without folders and extension, like `lifecycle`. */
  readonly name: string
  /** Evaluates it, which declares its checks. */
  readonly load: () => Promise<unknown>
}

/** The files of the suite's checks, in alphabetical order. */
const checkFiles: readonly CheckFile[] = [
  { name: 'auth', load: () => import('../../checks/auth.check.ts') },
  { name: 'clients', load: () => import('../../checks/clients.check.ts') },
  { name: 'clients-identity', load: () => import('../../checks/clients-identity.check.ts') },
  { name: 'clients-open', load: () => import('../../checks/clients-open.check.ts') },
  { name: 'clients-properties', load: () => import('../../checks/clients-properties.check.ts') },
  { name: 'conventions', load: () => import('../../checks/conventions.check.ts') },
  { name: 'credentials-operations', load: () => import('../../checks/credentials-operations.check.ts') },
  { name: 'credentials-password', load: () => import('../../checks/credentials-password.check.ts') },
  { name: 'credentials-values', load: () => import('../../checks/credentials-values.check.ts') },
  { name: 'every-operation', load: () => import('../../checks/every-operation.check.ts') },
  { name: 'grants', load: () => import('../../checks/grants.check.ts') },
  { name: 'groups-find', load: () => import('../../checks/groups-find.check.ts') },
  { name: 'groups-list', load: () => import('../../checks/groups-list.check.ts') },
  { name: 'groups-metadata', load: () => import('../../checks/groups-metadata.check.ts') },
  { name: 'groups-operations', load: () => import('../../checks/groups-operations.check.ts') },
  { name: 'groups-profile', load: () => import('../../checks/groups-profile.check.ts') },
  { name: 'lifecycle', load: () => import('../../checks/lifecycle.check.ts') },
  { name: 'lifecycle-effects', load: () => import('../../checks/lifecycle-effects.check.ts') },
  { name: 'lifecycle-replies', load: () => import('../../checks/lifecycle-replies.check.ts') },
  { name: 'lists', load: () => import('../../checks/lists.check.ts') },
  { name: 'membership', load: () => import('../../checks/membership.check.ts') },
  { name: 'operations-leave', load: () => import('../../checks/operations-leave.check.ts') },
  { name: 'read-only', load: () => import('../../checks/read-only.check.ts') },
  { name: 'rules-effects', load: () => import('../../checks/rules-effects.check.ts') },
  { name: 'rules-operations', load: () => import('../../checks/rules-operations.check.ts') },
  { name: 'rules-properties', load: () => import('../../checks/rules-properties.check.ts') },
  { name: 'sessions', load: () => import('../../checks/sessions.check.ts') },
  { name: 'sorting', load: () => import('../../checks/sorting.check.ts') },
  { name: 'tokens', load: () => import('../../checks/tokens.check.ts') },
  { name: 'unknown-ids', load: () => import('../../checks/unknown-ids.check.ts') },
  { name: 'users-addressing', load: () => import('../../checks/users-addressing.check.ts') },
  { name: 'users-create', load: () => import('../../checks/users-create.check.ts') },
  { name: 'users-links', load: () => import('../../checks/users-links.check.ts') },
  { name: 'users-list', load: () => import('../../checks/users-list.check.ts') },
  { name: 'users-login', load: () => import('../../checks/users-login.check.ts') },
  { name: 'users-metadata', load: () => import('../../checks/users-metadata.check.ts') },
  { name: 'users-omit', load: () => import('../../checks/users-omit.check.ts') },
  { name: 'users-profile', load: () => import('../../checks/users-profile.check.ts') },
  { name: 'users-profile-limits', load: () => import('../../checks/users-profile-limits.check.ts') },
  { name: 'users-related', load: () => import('../../checks/users-related.check.ts') },
  { name: 'users-search', load: () => import('../../checks/users-search.check.ts') },
  { name: 'users-update', load: () => import('../../checks/users-update.check.ts') },
]

/** Loads the checks of the suite, file by file in alphabetical order. */
export async function loadChecks(): Promise<CheckDefinition[]> {
  const checks: CheckDefinition[] = []
  for (const file of checkFiles) checks.push(...(await collectOnce(file)))
  return checks
}

const collected = new Map<string, Promise<CheckDefinition[]>>()

/** A module is evaluated once only, so what it declared is kept for the next run in this process. */
function collectOnce({ name, load }: CheckFile): Promise<CheckDefinition[]> {
  const before = collected.get(name)
  if (before) return before
  const now = collectChecks(name, load)
  collected.set(name, now)
  return now
}
