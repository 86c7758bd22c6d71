/** Servers that break requirements of replacing and updating users, and of the caller's own profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, drop, header, noBody, reply, set, status } from '../alter/answer.ts'
import { asks, both, carries, not, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreProperty, ignoreWrite } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButDo, wrongCode } from '../alter/refusal.ts'
import { byDefault, ignoreInput, ignoreQuery, input, query } from '../alter/request.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import type { Sent, Where } from '../alter/wire.ts'
import { cell } from '../operators/operators.ts'
import { mailedLinks } from '../../tables/mails.ts'
import { alsoRefused, moveRows, refusalRows } from '../../tables/statuses.ts'
import { inStatus, moved, refusals } from './families.ts'
import { defined } from '../../engine/words/text.ts'
import { isTemporary } from './users-steps.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import { moreCreates, newStatusMutants } from './users-profile.ts'

const password = 'credentials.password.value'
const question = 'credentials.recovery_question'

const updates = [
  ['users.replace.ok', 'users.replace.stored', 'replaceUser'],
  ['users.update.ok', 'users.update.stored', 'updateUser'],
] as const

const me = 'updateCurrentUser'
const ofMe = { outcome: 'success', whose: (_: Sent, { json }: { json: Json }) => json?.id } as const

export const userUpdateMutants: readonly Mutant[] = [
  ...updates.flatMap(([ok, stored, operation]): Mutant[] => [
    ...mutantsOf(ok, {
      'done-but-refused': on(operation, refuseButDo()),
      'no-body': on(operation, whenSuccess(noBody())),
      'old-values': on(operation, whenSuccess(set('profile.firstName', 'Earlier'))),
    }),
    ...mutantsOf(stored, {
      'one-lost': on(operation, ignoreProperty('profile.city')),
    }),
  ]),
  ...mutantsIn('updateUser', {
    'users.update.keeps/names-lost': when(not(sends('profile.lastName')), input('profile.lastName', 'Lost')),
    'users.update.recovery-question/answer-ignored': when(
      sends(question),
      input(`${question}.answer`, 'nothing like it'),
    ),
  }),
  ...(
    [
      ['users.replace.credentials', 'replaceUser'],
      ['users.update.password', 'updateUser'],
    ] as const
  ).flatMap(([requirement, operation]): Mutant[] =>
    mutantsOf(requirement, {
      another: on(operation, when(sends(password), input(password, 'Entirely0therOne'))),
      'old-still-counts': on('changeRecoveryQuestion', acceptInstead(200, {})),
    }),
  ),
  ...(
    [
      ['users.replace.strict', 'replaceUser'],
      ['users.update.strict', 'updateUser'],
    ] as const
  ).flatMap(([requirement, operation]): Mutant[] =>
    mutantsAt(operation, requirement, {
      'password-ignored': when(asks('strict'), ignoreInput('credentials')),
    }),
  ),
  ...mutantsIn(me, {
    'users.update-me.ok/ignored': ignoreInput('profile.nickName'),
    'users.update-me.cors/any-origin': header('access-control-allow-origin', '*'),
  }),
  ...mutants({
    'users.update-me.keeps/lost': after(me, ofMe, { profile: { firstName: 'Lost' } }),
    'users.update-me.cors/no-preflight': on('OPTIONS /api/v1/users/me', refuse(405)),
  }),
  ...(
    [
      ['users.update-me.email-waits', 'email'],
      ['users.update-me.second-email-waits', 'secondEmail'],
    ] as const
  ).flatMap(([requirement, name]): Mutant[] => [
    ...mutantsOf(requirement, {
      'at-once': after(me, { ...ofMe, when: sends(`profile.${name}`) }, (user, cause) => ({
        ...user,
        profile: { ...user.profile, [name]: cause.json.profile[name] },
      })),
      refused: on(me, when(sends(`profile.${name}`), refuse())),
    }),
    ...mutantsOf('users.update-me.email-sent', {
      [`not-for-${name.toLowerCase()}`]: on(me, ignoreInput(`profile.${name}`)),
    }),
  ]),
]

export const lifecycleStatusMutants: readonly Mutant[] = [
  ...moveRows
    .filter(({ reason }) => reason === undefined)
    .flatMap(({ id, on, from }) => mutantsAt(on, id, moved(from))),
  ...mutantsIn('expirePassword', {
    'users.expire-password.temporary-status/accepted-and-ignored': when(
      isTemporary,
      inStatus('ACTIVE', ignoreWrite(200, { tempPassword: 'Madeup12' })),
    ),
  }),
  ...refusals([
    ...refusalRows.map((row) => {
      const { id, on, from, to, stated: [status, code] = [] } = row
      const of = { status: from }
      return {
        requirement: id,
        on,
        of,
        shows: { status: to },
        also: alsoRefused(row),
        ...defined({ status, code }),
      }
    }),
    {
      requirement: 'users.reset-password.forgot',
      on: 'forgotPassword',
      of: { status: 'RECOVERY' },
      shows: { status: 'ACTIVE' },
    },
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
    mutantsAt(where, requirement, {
      'accepted-status': whenSuccess(status(202)),
      'not-empty': whenSuccess(body(() => ({ done: true }))),
    }),
  ),
  ...keys.flatMap(([requirement, where, key]): Mutant[] =>
    mutantsAt(where, requirement, { [`no-${key.toLowerCase()}`]: whenSuccess(drop(key)) }),
  ),
  // Answers without what is not mailed; mails a link never, or unasked.
  ...mailedLinks.flatMap(({ on, answers, mails, defaults, sends, shows, reason }): Mutant[] => {
    const isAsked = asks('sendEmail', 'true')
    return [
      ...shows.flatMap((key) =>
        mutantsAt(on, answers, { [`no-${key.toLowerCase()}`]: whenSuccess(drop(key)) }),
      ),
      ...mutantsAt(on, mails, {
        'as-without': when(isAsked, query('sendEmail', 'false')),
      }),
      ...(reason === undefined
        ? mutantsAt(on, defaults, {
            refused: when(not(asks('sendEmail')), refuse()),
          })
        : []),
      ...mutantsAt(on, sends, {
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
    ...mutantsOf(`users.${name}.mail`, { never: on(where, ignoreQuery('sendEmail')) }),
    ...mutantsOf(`users.${name}.mail-default`, {
      always: on(where, byDefault('sendEmail', 'true')),
    }),
    ...mutantsOf(`users.${name}.asynchronous`, {
      'never-done': on(where, when(carries('prefer'), name === 'delete' ? reply(204) : reply(200, {}))),
    }),
  ]),
  ...mutantsIn('resetPassword', {
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
  ...mutantsIn('getUser', {
    'users.reset-password.to-federation-no-password/password-kept': body((user: Json) =>
      user?.credentials?.provider?.type === 'FEDERATION'
        ? { ...user, credentials: { ...user.credentials, password: {} } }
        : user,
    ),
  }),
  ...mutants({
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
  ...mutantsIn('unlockUser', {
    'users.unlock.device-block/refused': inStatus('ACTIVE', refuse()),
  }),
  ...mutantsIn('resetPassword', {
    'users.reset-password.sign-in/ignored': ignoreWrite(200, {
      resetPasswordUrl: 'https://id.example.com/reset',
    }),
    'users.reset-password.revoke-sessions/refused': when(asks('revokeSessions'), refuse()),
  }),
  ...mutantsIn('expirePassword', {
    'users.expire-password.temporary-set/old-stays': when(
      isTemporary,
      set('tempPassword', 'Entirely0ther'),
      ignoreQuery('tempPassword'),
    ),
  }),
  ...mutantsIn('deleteUser', {
    'users.delete.no-content/second-ok': inStatus('DEPROVISIONED', status(200)),
  }),
  ...newStatusMutants,
  ...moreCreates,
  ...mutantsIn('getUser', {
    'users.deactivate.transitioning/hidden': [drop('transitioningToStatus'), 'users.activate.transitioning'],
    'users.delete.removed/wrong-code': wrongCode('E0000001'),
  }),
]
