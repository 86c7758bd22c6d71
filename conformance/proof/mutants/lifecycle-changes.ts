/** Servers that answer lifecycle operations differently, leave out or add an effect, or err about the status of a user. */
import { cell } from '../operators/operators.ts'
import { mailedLinks } from '../../tables/mails.ts'
import { alsoRefused, moveRows, refusalRows } from '../../tables/statuses.ts'
import type { Mutant } from './mutant.ts'
import { moves, statusRefusals, inStatus } from './families/statuses.ts'
import { isTemporary } from './users-steps.ts'
import { mistakesIn, mistakes, mistakesAt, mistakesOf } from './mutant.ts'
import { body, reply, drop, status, set } from '../alter/answer.ts'
import { asks, both, carries, not, when, on, whenSuccess } from '../alter/flow.ts'
import { refuse, refuseButDo, acceptInstead, wrongCode } from '../alter/refusal.ts'
import { byDefault, ignoreQuery, query } from '../alter/request.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { after, ignoreWrite } from '../alter/memory.ts'
import type { Where } from './routes.ts'
import { moreCreates, newStatusMutants } from './users-create.ts'

const moved = moveRows.filter(({ reason }) => reason === undefined)

export const lifecycleStatusMutants: readonly Mutant[] = [
  ...moves(
    moved.map(({ id, on, from }) => ({
      requirement: id,
      on,
      from,
      ...(on === 'deleteUser' ? { answer: { status: 204 } } : {}),
    })),
  ),
  ...moves([
    {
      requirement: 'users.expire-password.temporary-status',
      on: 'expirePassword',
      from: 'ACTIVE',
      when: isTemporary,
      answer: { status: 200, body: { tempPassword: 'Madeup12' } },
    },
  ]),
  ...statusRefusals(refusalRows.map((row) => ({ ...row, requirement: row.id, also: alsoRefused(row) }))),
  ...statusRefusals([
    { requirement: 'users.reset-password.forgot', on: 'forgotPassword', from: 'RECOVERY', to: 'ACTIVE' },
  ]),
]

const empties: readonly (readonly [RequirementId, Where])[] = [
  ['users.deactivate.ok', 'deactivateUser'],
  ['users.suspend.ok', 'suspendUser'],
  ['users.unsuspend.ok', 'unsuspendUser'],
  ['users.unlock.ok', 'unlockUser'],
  ['users.reset-factors.ok', 'resetFactors'],
]

const keys: readonly (readonly [RequirementId, Where, string])[] = [
  ['users.expire-password.temporary', 'expirePassword', 'tempPassword'],
  ...['id', 'status', 'created', 'profile', 'credentials'].map(
    (key) => ['users.expire-password.user', 'expirePassword', key] as const,
  ),
]

export const lifecycleReplyMutants: readonly Mutant[] = [
  ...empties.flatMap(([requirement, where]): Mutant[] =>
    mistakesAt(where, requirement, {
      'accepted-status': whenSuccess(status(202)),
      'not-empty': whenSuccess(body(() => ({ done: true }))),
    }),
  ),
  ...keys.flatMap(([requirement, where, key]): Mutant[] =>
    mistakesAt(where, requirement, { [`no-${key.toLowerCase()}`]: whenSuccess(drop(key)) }),
  ),
  // Answers without what is not mailed; refuses to mail; mails a link never, or unasked.
  ...mailedLinks.flatMap(({ on, answers, mails, defaults, sends, shows, reason }): Mutant[] => {
    const isAsked = asks('sendEmail', 'true')
    return [
      ...shows.flatMap((key) =>
        mistakesAt(on, answers, { [`no-${key.toLowerCase()}`]: whenSuccess(drop(key)) }),
      ),
      ...mistakesAt(on, mails, {
        'as-without': when(isAsked, query('sendEmail', 'false')),
        refused: when(isAsked, refuse()),
      }),
      ...(reason === undefined
        ? mistakesAt(on, defaults, {
            refused: when(not(asks('sendEmail')), refuse()),
          })
        : []),
      ...mistakesAt(on, sends, {
        never: [query('sendEmail', 'false'), reason === undefined ? defaults : mails],
        always: [query('sendEmail', 'true'), answers],
      }),
    ]
  }),
  ...(
    [
      ['deactivate', 'deactivateUser'],
      ['delete', 'deleteUser'],
    ] as const
  ).flatMap(([name, where]): Mutant[] => [
    ...mistakesOf(`users.${name}.mail`, { never: on(where, ignoreQuery('sendEmail')) }),
    ...mistakesOf(`users.${name}.mail-default`, {
      always: on(where, byDefault('sendEmail', 'true')),
    }),
    ...mistakesOf(`users.${name}.asynchronous`, {
      refused: on(where, when(carries('prefer'), refuse())),
      'never-done': on(where, when(carries('prefer'), name === 'delete' ? reply(204) : reply(200, {}))),
    }),
  ]),
  ...mistakesIn('resetPassword', {
    'users.reset-password.to-federation/refused': when(asks('provider'), refuse()),
    'users.reset-password.to-federation-unsent/ignored': when(
      not(asks('sendEmail')),
      ignoreQuery('provider'),
    ),
    'users.reset-password.to-federation-mail/refused-but-done': when(
      both(asks('provider'), asks('sendEmail', 'true')),
      refuseButDo(),
      query('sendEmail', 'false'),
    ),
    'users.reset-password.from-federation/ignored': when(
      not(asks('provider')),
      reply(200, { resetPasswordUrl: 'https://id.example.com/reset' }),
    ),
  }),
  ...mistakesIn('getUser', {
    'users.reset-password.to-federation-no-password/password-kept': body((user: Json) =>
      user?.credentials?.provider?.type === 'FEDERATION'
        ? { ...user, credentials: { ...user.credentials, password: {} } }
        : user,
    ),
  }),
  ...mistakes({
    'users.suspend.apps-kept/lost': cell('side-effects/deactivates', 'suspendUser'),
    'users.suspend.sign-in/ignored': on('suspendUser', ignoreWrite(200, {})),
    'users.reset-password.sessions-default/ended': on('resetPassword', byDefault('revokeSessions', 'true')),
    'users.reset-factors.status/other': after(
      'resetFactors',
      { outcome: 'success' },
      { status: 'PASSWORD_EXPIRED' },
    ),
    'users.reset-factors.unenrolled/ignored': on('resetFactors', ignoreWrite(200, {})),
    'users.delete.not-recoverable/recovered': on('activateUser', acceptInstead()),

    'users.reactivate.provisioned/refused': on(
      'reactivateUser',
      inStatus('PROVISIONED', refuse(403, 'E0000038')),
    ),
    'users.reactivate.recovery/refused': on('reactivateUser', inStatus('RECOVERY', refuse(403, 'E0000038'))),
  }),
  ...mistakesIn('unlockUser', {
    'users.unlock.device-block/refused': inStatus('ACTIVE', refuse()),
  }),
  ...mistakesIn('resetPassword', {
    'users.reset-password.sign-in/ignored': ignoreWrite(200, {
      resetPasswordUrl: 'https://id.example.com/reset',
    }),
    'users.reset-password.revoke-sessions/refused': when(asks('revokeSessions'), refuse()),
  }),
  ...mistakesIn('expirePassword', {
    'users.expire-password.temporary-set/old-stays': when(
      isTemporary,
      set('tempPassword', 'Entirely0ther'),
      ignoreQuery('tempPassword'),
    ),
  }),
  ...mistakesIn('deleteUser', {
    'users.delete.no-content/second-ok': inStatus('DEPROVISIONED', status(200)),
  }),
  ...newStatusMutants,
  ...moreCreates,
  ...mistakesIn('getUser', {
    'users.deactivate.transitioning/hidden': [drop('transitioningToStatus'), 'users.activate.transitioning'],
    'users.delete.removed/wrong-code': wrongCode('E0000001'),
  }),
]
