import { RowsError } from '../model/kernel/state-log.ts'
import type { Org } from '../model/org.ts'
import { Views } from './index.ts'

/**
 * Looks at every record of an organisation as replies show it: one that lacks a member would make each later call
 * that shows it fail.
 *
 * @throws RowsError that names the kind and the id of the first record that cannot be shown.
 */
export function refuseUnreadable(org: Org): void {
  const views = new Views(org)
  each('users', org.users, (user) => {
    views.users.single(user, { expandBlock: true })
    views.users.singleText(user)
    views.users.listedText(user)
  })
  each('groups', org.groups, (group) => {
    views.groups.of(group)
    views.groups.embedded(group, ['stats', 'app'])
  })
  each('rules', org.rules, (rule) => views.rules.of(rule, true))
  each('clients', org.clients, (client) => views.userClients.of('', client))
  each('grants', org.grants, (grant) => views.grants.of(grant, true))
  each('refreshTokens', org.refreshTokens, (token) => views.refreshTokens.of(token, true))
  // The links of an application that is not ACTIVE are shown once it is.
  each('apps', org.apps, (app) =>
    views.apps.links([{ app: { ...app, status: 'ACTIVE' }, assignment: { id: '' } }]),
  )
}

function each<Record extends { readonly id: string }>(
  kind: string,
  { collection }: { readonly collection: { values(): Iterable<Record> } },
  show: (record: Record) => unknown,
): void {
  for (const record of collection.values()) {
    try {
      show(record)
    } catch (error) {
      throw new RowsError(
        `${kind} cannot be read: ${record.id} lacks what replies show of it (${(error as Error).message})`,
      )
    }
  }
}
