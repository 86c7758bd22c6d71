import { z } from 'zod'
import { userStatuses } from '../contract/user-lifecycle.ts'
import type { Org } from '../model/org.ts'
import { defineAction } from './action.ts'
import { scenarios } from './faults/scenarios.ts'

export const describeActions = {
  readApiToken: defineAction({
    reads: true,
    input: () => z.strictObject({ of: z.enum(['administrator', 'console']).default('administrator') }),
    run: (org, { of }) => ({ token: of === 'console' ? org.access.makeConsoleToken() : org.apiToken }),
  }),
  describe: defineAction({
    reads: true,
    run: (org) => ({
      baseUrl: org.baseUrl,
      now: org.clock.iso(),
      frozen: org.clock.isFrozen,
      faults: org.traffic.faults.size,
      requests: org.traffic.entries.size,
      sessions: org.sessions.of(undefined).length,
      users: countedUsers(org),
      groups: counted(org.groups.collection.values(), ({ type }) => type),
      rules: counted(org.rules.collection.values(), ({ status }) => status),
      applications: counted(org.apps.collection.values(), ({ status }) => status),
      clients: counted(org.clients.collection.values(), ({ settings }) => settings.application_type),
      grants: counted(org.grants.collection.values(), ({ status }) => status),
      refreshTokens: counted(org.tokens.all('refresh'), (token) => org.refreshTokens.statusOf(token)),
      apiTokens: counted(org.tokens.apiTokens(), ({ role }) => role),
      mails: counted(org.outbox.list(), ({ kind }) => kind),
      snapshots: org.snapshots.names(),
      scenarios: Object.entries(scenarios).map(([name, { summary }]) => ({ name, summary })),
    }),
  }),
}

/** As `counted`, without looking at each: the console asks often, and there may be many. */
function countedUsers({ users: { collection } }: Org): ReturnType<typeof counted> {
  const by = userStatuses.map((status) => [status, collection.countBy('status', status)] as const)
  return { total: collection.size, by: Object.fromEntries(by.filter(([, count]) => count > 0)) }
}

/** How many there are, in all and of each kind. */
function counted<Item>(items: Iterable<Item>, kindOf: (item: Item) => string | null | undefined) {
  const by: Record<string, number> = {}
  let total = 0
  for (const item of items) {
    const kind = kindOf(item) ?? 'none'
    by[kind] = (by[kind] ?? 0) + 1
    total += 1
  }
  return { total, by }
}
