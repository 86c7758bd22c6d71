import { refuseInput } from '../contract/errors.ts'
import { type OrgEvent, OrgEvents } from '../control/events/event-log.ts'
import type { EventType } from '../control/events/table.ts'
import { type BeyondHandlers, sliced } from './handler.ts'

export const logs: BeyondHandlers<'listLogEvents'> = {
  listLogEvents({ query }, org, call) {
    const { q, sortOrder } = query
    const [since, until] = [momentOf('since', query.since), momentOf('until', query.until)]
    const word = q?.toLowerCase()
    const found = new OrgEvents(org.traffic.recorder)
      .list()
      .filter(({ time }) => (since === undefined || time >= since) && (until === undefined || time < until))
      .map(shown)
      .filter((event) => word === undefined || JSON.stringify(event).toLowerCase().includes(word))
    return sliced(call, query, sortOrder === 'DESCENDING' ? found.toReversed() : found, (event) => event)
  },
}

function momentOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime()))
    refuseInput(name, [`${name}: Expected a time such as 2026-01-05T09:30:00.000Z`])
  return moment.toISOString()
}

/** What the service calls an event; others have the name that they have here. */
const names: Readonly<Partial<Record<EventType, string>>> = {
  'user.created': 'user.lifecycle.create',
  'user.activated': 'user.lifecycle.activate',
  'user.suspended': 'user.lifecycle.suspend',
  'user.unsuspended': 'user.lifecycle.unsuspend',
  'user.deactivated': 'user.lifecycle.deactivate',
  'user.deleted': 'user.lifecycle.delete.completed',
  'user.locked-out': 'user.account.lock',
  'user.unlocked': 'user.account.unlock',
  'user.profile-updated': 'user.account.update_profile',
  'user.password-changed': 'user.account.update_password',
  'user.sign-in-failed': 'user.session.start',
  'session.opened': 'user.session.start',
  'session.ended': 'user.session.end',
  'group.created': 'group.lifecycle.create',
  'group.updated': 'group.profile.update',
  'group.deleted': 'group.lifecycle.delete',
  'group.member-added': 'group.user_membership.add',
  'group.member-removed': 'group.user_membership.remove',
  'app.created': 'application.lifecycle.create',
  'app.updated': 'application.lifecycle.update',
  'app.deleted': 'application.lifecycle.delete',
  'app.assigned': 'application.user_membership.add',
  'app.unassigned': 'application.user_membership.remove',
}

function shown({ id, type, time, record, cause }: OrgEvent): object {
  const isFailure = type === 'user.sign-in-failed'
  return {
    uuid: id,
    published: time,
    eventType: names[type] ?? type,
    version: '0',
    severity: isFailure ? 'WARN' : 'INFO',
    displayMessage: type.replaceAll(/[.-]/g, ' '),
    actor: {
      id: cause?.name ?? 'clock',
      type: 'SystemPrincipal',
      alternateId: 'system',
      displayName: 'System',
    },
    outcome: isFailure ? { result: 'FAILURE', reason: 'INVALID_CREDENTIALS' } : { result: 'SUCCESS' },
    target: [{ id: record.id, type: record.kind, alternateId: record.label, displayName: record.label }],
    transaction: { type: 'WEB', id: cause?.requestId ?? id, detail: {} },
  }
}
