import { RowsError } from '../model/kernel/state-log.ts'
import type { Org } from '../model/org.ts'
import type { ToldRecords } from '../model/tables.ts'
import { Views } from '../views/index.ts'
import { MailView } from '../views/mail-view.ts'
import { SessionView } from '../views/session-view.ts'
import { recordOf } from './events/event-log.ts'
import type { Part } from './events/table.ts'

/**
 * Renders every record of an organisation as replies, mails and events show it. A record that lacks a member would
 * break later calls, or appear without the member.
 *
 * @throws RowsError that names the kind and the id of the first record that cannot be shown.
 */
export function refuseUnreadable(org: Org): void {
  const views = new Views(org)
  each('users', org.users, (user) => {
    views.users.single(user, { expandBlock: true })
    views.users.singleText(user)
    views.users.listed(user)
  })
  each('groups', org.groups, (group) => {
    views.groups.of(group, ['stats', 'app'])
  })
  each('rules', org.rules, (rule) => views.rules.of(rule, ['groupIdToGroupNameMap']))
  each('clients', org.clients, (client) => views.clients.ofUser('', client))
  each('grants', org.grants, (grant) => views.consents.grant(grant, ['scope']))
  eachOf('refreshTokens', org.tokens.all('refresh'), (token) => views.consents.refreshToken(token, ['scope']))
  // The links of an application that is not ACTIVE are shown once it is.
  each('apps', org.apps, (app) =>
    views.apps.links([{ app: { ...app, status: 'ACTIVE' }, assignment: { id: '' } }]),
  )
  each('appAssignments', { collection: org.apps.assignments })
  eachOf('accessTokens', org.tokens.all('access'), (token) => {
    const { value, clientId, scopeIds, authorizationServerId, issuedAt, expiresAt } = token
    refuseIncomplete(value, { clientId, scopeIds, authorizationServerId, issuedAt, expiresAt })
  })
  const mails = new MailView(org)
  eachOf('mails', org.outbox.list(), (mail) => mails.of(mail))
  const sessions = new SessionView(org)
  eachOf('sessions', org.tokens.all('session'), (session) => {
    sessions.cookie(session)
    for (const { clientId, authorizationServerId, sessionId } of session.clients ?? [])
      refuseIncomplete(sessionId, { clientId, authorizationServerId })
  })
  eachOf('apiTokens', org.tokens.all('api'), ({ value, userId, role }) =>
    refuseIncomplete(value, { userId, role }),
  )
}

function each<Name extends Part>(
  part: Name,
  { collection }: { readonly collection: { values(): Iterable<ToldRecords[Name]> } },
  show?: (record: ToldRecords[Name]) => unknown,
): void {
  eachOf(part, collection.values(), show)
}

function eachOf<Name extends Part>(
  part: Name,
  records: Iterable<ToldRecords[Name]>,
  show?: (record: ToldRecords[Name]) => unknown,
): void {
  for (const record of records) {
    try {
      show?.(record)
      const told = recordOf(part, '', record)!
      refuseIncomplete(told.record.label, told.shown(record))
    } catch (error) {
      const { id = '', number = id } = record as { id?: string; number?: number | string }
      throw new RowsError(
        `${part} cannot be read: ${number} lacks what replies show of it (${(error as Error).message})`,
      )
    }
  }
}

function refuseIncomplete(label: unknown, shown: Readonly<Record<string, unknown>>): void {
  if (typeof label !== 'string') throw new TypeError('it has no label')
  for (const [name, value] of Object.entries(shown)) {
    if (value === undefined) throw new TypeError(`${name} is undefined`)
  }
}
