import { collectChecks, type CheckDefinition } from '../run/check.ts'

/** The files of the suite's checks, in alphabetical order. Each evaluates once, which declares its checks. */
const checkFiles: Readonly<Record<string, () => Promise<unknown>>> = {
  auth: () => import('../../checks/auth.check.ts'),
  clients: () => import('../../checks/clients.check.ts'),
  'clients-identity': () => import('../../checks/clients-identity.check.ts'),
  'clients-open': () => import('../../checks/clients-open.check.ts'),
  'clients-properties': () => import('../../checks/clients-properties.check.ts'),
  conventions: () => import('../../checks/conventions.check.ts'),
  'credentials-operations': () => import('../../checks/credentials-operations.check.ts'),
  'credentials-password': () => import('../../checks/credentials-password.check.ts'),
  'credentials-values': () => import('../../checks/credentials-values.check.ts'),
  'every-operation': () => import('../../checks/every-operation.check.ts'),
  grants: () => import('../../checks/grants.check.ts'),
  'groups-find': () => import('../../checks/groups-find.check.ts'),
  'groups-list': () => import('../../checks/groups-list.check.ts'),
  'groups-metadata': () => import('../../checks/groups-metadata.check.ts'),
  'groups-operations': () => import('../../checks/groups-operations.check.ts'),
  'groups-profile': () => import('../../checks/groups-profile.check.ts'),
  lifecycle: () => import('../../checks/lifecycle.check.ts'),
  'lifecycle-effects': () => import('../../checks/lifecycle-effects.check.ts'),
  'lifecycle-replies': () => import('../../checks/lifecycle-replies.check.ts'),
  lists: () => import('../../checks/lists.check.ts'),
  membership: () => import('../../checks/membership.check.ts'),
  'operations-leave': () => import('../../checks/operations-leave.check.ts'),
  'read-only': () => import('../../checks/read-only.check.ts'),
  'rules-effects': () => import('../../checks/rules-effects.check.ts'),
  'rules-operations': () => import('../../checks/rules-operations.check.ts'),
  'rules-properties': () => import('../../checks/rules-properties.check.ts'),
  sessions: () => import('../../checks/sessions.check.ts'),
  sorting: () => import('../../checks/sorting.check.ts'),
  tokens: () => import('../../checks/tokens.check.ts'),
  'unknown-ids': () => import('../../checks/unknown-ids.check.ts'),
  'users-addressing': () => import('../../checks/users-addressing.check.ts'),
  'users-create': () => import('../../checks/users-create.check.ts'),
  'users-links': () => import('../../checks/users-links.check.ts'),
  'users-list': () => import('../../checks/users-list.check.ts'),
  'users-login': () => import('../../checks/users-login.check.ts'),
  'users-metadata': () => import('../../checks/users-metadata.check.ts'),
  'users-omit': () => import('../../checks/users-omit.check.ts'),
  'users-profile': () => import('../../checks/users-profile.check.ts'),
  'users-profile-limits': () => import('../../checks/users-profile-limits.check.ts'),
  'users-related': () => import('../../checks/users-related.check.ts'),
  'users-search': () => import('../../checks/users-search.check.ts'),
  'users-update': () => import('../../checks/users-update.check.ts'),
}

const collected = new Map<string, Promise<CheckDefinition[]>>()

/** Loads the checks of the suite, file by file in alphabetical order. */
export async function loadChecks(): Promise<CheckDefinition[]> {
  const checks: CheckDefinition[] = []
  for (const [name, load] of Object.entries(checkFiles)) {
    // A module is evaluated once only, so what it declared is kept for the next run in this process.
    const declared = collected.get(name) ?? collectChecks(name, load)
    collected.set(name, declared)
    checks.push(...(await declared))
  }
  return checks
}
