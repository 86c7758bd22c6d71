import type { OrgEvent } from './event-log.ts'
import type { EventType } from './table.ts'

/** The service's name of an event. An event that is not listed here keeps its own name. */
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

/** An event as `GET /api/v1/logs` and webhooks show it. */
export function logEventOf({ id, type, time, record, cause }: OrgEvent) {
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
