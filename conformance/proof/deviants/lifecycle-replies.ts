/** Servers that answer lifecycle operations differently, or leave out or add an effect. */
import type { ClauseId } from '../../registry/clauses.ts'
import { body, drop, reply, set, status } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { acceptInstead, refuse, wrongCode } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviantOf } from './deviant.ts'
import { inStatus } from './families/statuses.ts'
import { emptiesAfter, isTemporary, otherDefault } from './lifecycle-steps.ts'
import type { Where } from './routes.ts'
import type { Sent } from '../alter/wire.ts'
import { made, createRows, moreCreates } from './lifecycle-creates.ts'
import type { Row } from './lifecycle-creates.ts'
import { federationRows } from './lifecycle-federation.ts'

const empties: readonly (readonly [ClauseId, Where])[] = [
  ['users.deactivate.ok', 'deactivateUser'],
  ['users.suspend.ok', 'suspendUser'],
  ['users.unsuspend.ok', 'unsuspendUser'],
  ['users.unlock.ok', 'unlockUser'],
  ['users.reset-factors.ok', 'resetFactors'],
]

const okRows = empties.flatMap(([clause, where]): Row[] => [
  [clause, 'no-content', 'answers with 204', on(where, whenSuccess(reply(204)))],
  [clause, 'accepted-status', 'answers with 202', on(where, whenSuccess(status(202)))],
  [
    clause,
    'not-empty',
    'answers with an object that is not empty',
    on(where, whenSuccess(body(() => ({ done: true })))),
  ],
])

const keys: readonly (readonly [ClauseId, Where, string])[] = [
  ['users.activate.token', 'activateUser', 'activationUrl'],
  ['users.activate.token', 'activateUser', 'activationToken'],
  ['users.reactivate.token', 'reactivateUser', 'activationUrl'],
  ['users.reactivate.token', 'reactivateUser', 'activationToken'],
  ['users.reset-password.url', 'resetPassword', 'resetPasswordUrl'],
  ['users.expire-password.temporary', 'expirePassword', 'tempPassword'],
  ...['id', 'status', 'created', 'profile', 'credentials'].map(
    (key) => ['users.expire-password.user', 'expirePassword', key] as const,
  ),
]

const keyRows = keys.flatMap(([clause, where, key]): Row[] => [
  [clause, `no-${key.toLowerCase()}`, `leaves ${key} out`, on(where, whenSuccess(drop(key)))],
  [clause, `${key.toLowerCase()}-a-number`, `shows ${key} as a number`, on(where, whenSuccess(set(key, 7)))],
])

const mails: readonly (readonly [ClauseId, Where, (sent: Sent) => boolean])[] = [
  ['users.activate.mail', 'activateUser', asks('sendEmail', 'true')],
  ['users.activate.mail-default', 'activateUser', (sent) => !sent.query.has('sendEmail')],
  ['users.reactivate.mail', 'reactivateUser', asks('sendEmail', 'true')],
  ['users.reset-password.mail', 'resetPassword', asks('sendEmail', 'true')],
  ['users.reset-password.mail-default', 'resetPassword', (sent) => !sent.query.has('sendEmail')],
]

const mailRows = mails.flatMap(([clause, where, test]): Row[] => [
  [clause, 'as-without', 'takes sendEmail for false', on(where, when(test, query('sendEmail', 'false')))],
  [clause, 'refused', 'refuses to send mail', on(where, when(test, refuse()))],
])

const sent: readonly (readonly [ClauseId, Where])[] = [
  ['users.activate.mail-sent', 'activateUser'],
  ['users.reactivate.mail-sent', 'reactivateUser'],
  ['users.reset-password.mail-sent', 'resetPassword'],
]

const sentRows = sent.flatMap(([clause, where]): Row[] => [
  [clause, 'never', 'never sends a mail', on(where, query('sendEmail', 'false'))],
  [clause, 'always', 'sends a mail whatever sendEmail says', on(where, query('sendEmail', 'true'))],
])

const noticeRows = (
  [
    ['deactivate', 'deactivateUser'],
    ['delete', 'deleteUser'],
  ] as const
).flatMap(([name, where]): Row[] => [
  [`users.${name}.mail`, 'never', 'tells no administrator', on(where, ignoreQuery('sendEmail'))],
  [
    `users.${name}.mail-default`,
    'always',
    'tells an administrator unasked',
    otherDefault(where, 'sendEmail', 'true'),
  ],
  [
    `users.${name}.asynchronous`,
    'refused',
    'refuses the header Prefer',
    on(
      where,
      when((each) => each.headers['prefer'] !== undefined, refuse()),
    ),
  ],
  [
    `users.${name}.asynchronous`,
    'never-done',
    'accepts a call with the header Prefer and forgets it',
    on(
      where,
      when(
        (each) => each.headers['prefer'] !== undefined,
        reply(name === 'delete' ? 204 : 200, name === 'delete' ? undefined : {}),
      ),
    ),
  ],
])

const effects: readonly Row[] = [
  [
    'users.reactivate.provisioned',
    'refused',
    'refuses to reactivate PROVISIONED users',
    on('reactivateUser', inStatus('PROVISIONED', refuse(403, 'E0000038'))),
  ],
  [
    'users.reactivate.recovery',
    'refused',
    'refuses to reactivate RECOVERY users',
    on('reactivateUser', inStatus('RECOVERY', refuse(403, 'E0000038'))),
  ],
  [
    'users.activate.transitioning',
    'other',
    'shows activations as deactivations',
    on(
      'getUser',
      body((user) =>
        user?.transitioningToStatus === 'ACTIVE' ? { ...user, transitioningToStatus: 'DEPROVISIONED' } : user,
      ),
    ),
  ],
  [
    'users.activate.transitioning',
    'for-ever',
    'shows activations as never done',
    after('activateUser', { outcome: 'success' }, { transitioningToStatus: 'ACTIVE' }),
  ],
  [
    'users.deactivate.transitioning',
    'other',
    'shows deactivations as activations',
    on(
      'getUser',
      body((user) =>
        user?.transitioningToStatus === 'DEPROVISIONED' ? { ...user, transitioningToStatus: 'ACTIVE' } : user,
      ),
    ),
  ],
  [
    'users.deactivate.transitioning',
    'for-ever',
    'shows deactivations as never done',
    after('deactivateUser', { outcome: 'success' }, { transitioningToStatus: 'DEPROVISIONED' }),
  ],
  [
    'users.suspend.groups-kept',
    'lost',
    'takes suspended users out of their groups',
    emptiesAfter('suspendUser', 'listUserGroups'),
  ],
  [
    'users.suspend.apps-kept',
    'lost',
    'takes suspended users their applications',
    emptiesAfter('suspendUser', 'listUserAppLinks'),
  ],
  ['users.suspend.sign-in', 'ignored', 'lets suspended users sign in', on('suspendUser', reply(200, {}))],
  [
    'users.unlock.device-block',
    'ignored',
    'leaves the block in place',
    on('unlockUser', inStatus('ACTIVE', reply(200, {}))),
  ],
  [
    'users.unlock.device-block',
    'refused',
    'refuses to unlock blocked users',
    on('unlockUser', inStatus('ACTIVE', refuse())),
  ],
  [
    'users.unlock.device-block',
    'other-status',
    'brings unlocked users to PASSWORD_EXPIRED',
    after(
      'unlockUser',
      { outcome: 'success', of: ({ status }) => status === 'ACTIVE' },
      { status: 'PASSWORD_EXPIRED' },
    ),
  ],
  [
    'users.reset-password.sign-in',
    'ignored',
    'lets users sign in while their password is reset',
    on('resetPassword', reply(200, { resetPasswordUrl: 'https://id.example.com/reset' })),
  ],
  [
    'users.reset-password.forgot',
    'with-answer',
    'lets users in RECOVERY reset by their answer',
    on('forgotPasswordWithAnswer', inStatus('RECOVERY', acceptInstead())),
  ],
  [
    'users.reset-password.revoke-sessions',
    'ignored',
    'ignores revokeSessions',
    on('resetPassword', ignoreQuery('revokeSessions')),
  ],
  [
    'users.reset-password.revoke-sessions',
    'refused',
    'refuses revokeSessions',
    on('resetPassword', when(asks('revokeSessions'), refuse())),
  ],
  [
    'users.reset-password.sessions-default',
    'ended',
    'ends sessions unasked',
    otherDefault('resetPassword', 'revokeSessions', 'true'),
  ],
  [
    'users.expire-password.temporary',
    'empty',
    'answers with an empty temporary password',
    on('expirePassword', when(isTemporary, set('tempPassword', ''))),
  ],
  [
    'users.expire-password.temporary',
    'user',
    'ignores tempPassword',
    on('expirePassword', ignoreQuery('tempPassword')),
  ],
  [
    'users.expire-password.temporary-set',
    'another',
    'tells another password than it sets',
    on('expirePassword', when(isTemporary, set('tempPassword', 'Entirely0ther'))),
  ],
  [
    'users.expire-password.temporary-set',
    'old-stays',
    'expires the old password and makes one up',
    on(
      'expirePassword',
      when(isTemporary, set('tempPassword', 'Entirely0ther'), ignoreQuery('tempPassword')),
    ),
  ],
  [
    'users.reset-factors.status',
    'other',
    'brings the user to PASSWORD_EXPIRED',
    after('resetFactors', { outcome: 'success' }, { status: 'PASSWORD_EXPIRED' }),
  ],
  ['users.reset-factors.unenrolled', 'ignored', 'resets no factor', on('resetFactors', reply(200, {}))],
  ['users.delete.no-content', 'ok', 'answers with 200', on('deleteUser', whenSuccess(status(200)))],
  [
    'users.delete.no-content',
    'second-ok',
    'answers the second DELETE with 200',
    on('deleteUser', inStatus('DEPROVISIONED', status(200))),
  ],
  ['users.delete.no-content', 'body', 'answers with a body', on('deleteUser', whenSuccess(reply(200, {})))],
  [
    'users.delete.removed',
    'ignored',
    'ignores the second DELETE',
    on('deleteUser', inStatus('DEPROVISIONED', reply(204))),
  ],
  [
    'users.delete.not-recoverable',
    'recovered',
    'activates users that were removed',
    on('activateUser', acceptInstead()),
  ],
]

export const lifecycleReplyDeviants: readonly Deviant[] = [
  ...made([
    ...okRows,
    ...keyRows,
    ...mailRows,
    ...sentRows,
    ...noticeRows,
    ...federationRows,
    ...effects,
    ...createRows,
    ...moreCreates,
  ]),
  deviantOf('users.deactivate.transitioning', 'hidden', {
    summary: 'hides transitions',
    breaks: 'users.activate.transitioning',
    alter: on('getUser', drop('transitioningToStatus')),
  }),
  deviantOf('users.delete.removed', 'wrong-code', {
    summary: 'answers otherwise for users that were removed',
    alter: on('getUser', wrongCode('E0000001')),
  }),
]
