/** Servers that break requirements of replacing and updating users, and of the caller's own profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, drop, header, noBody, reply, set, status } from '../alter/answer.ts'
import { asks, both, carries, not, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreProperty, ignoreWrite } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButDo, wrongCode } from '../alter/refusal.ts'
import { byDefault, ignoreInput, ignoreQuery, input, query } from '../alter/request.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf, type Mutant } from './mutant.ts'
import type { Sent } from '../alter/wire.ts'
import { cell } from '../operators/operators.ts'
import { mailedLinks } from '../../tables/mails.ts'
import { alsoRefused, moveRows, refusalRows } from '../../tables/statuses.ts'
import { inStatus, moves, statusRefusals } from './families.ts'
import { isTemporary } from './users-steps.ts'
import type { RequirementId } from '../../registry/requirements.ts'
import type { Where } from './routes.ts'
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
    ...mistakesOf(ok, {
      'done-but-refused': on(operation, refuseButDo()),
      'no-body': on(operation, whenSuccess(noBody())),
      'old-values': on(operation, whenSuccess(set('profile.firstName', 'Earlier'))),
    }),
    ...mistakesOf(stored, {
      ignored: on(operation, ignoreWrite()),
      'one-lost': on(operation, ignoreProperty('profile.city')),
    }),
  ]),
  ...mistakesIn('updateUser', {
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
    mistakesOf(requirement, {
      refused: on(operation, when(sends(password), refuse(403, 'E0000014'))),
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
    mistakesOf(requirement, {
      refused: on(operation, when(asks('strict'), refuse())),
      ignored: on(operation, when(asks('strict'), ignoreWrite())),
      'password-ignored': on(operation, when(asks('strict'), ignoreInput('credentials'))),
    }),
  ),
  ...mistakesIn(me, {
    'users.update-me.ok/ignored': ignoreInput('profile.nickName'),
    'users.update-me.cors/any-origin': header('access-control-allow-origin', '*'),
  }),
  ...mistakes({
    'users.update-me.keeps/lost': after(me, ofMe, { profile: { firstName: 'Lost' } }),
    'users.update-me.cors/no-preflight': on('OPTIONS /api/v1/users/me', refuse(405)),
  }),
  ...(
    [
      ['users.update-me.email-waits', 'email'],
      ['users.update-me.second-email-waits', 'secondEmail'],
    ] as const
  ).flatMap(([requirement, name]): Mutant[] => [
    ...mistakesOf(requirement, {
      'at-once': after(me, { ...ofMe, when: sends(`profile.${name}`) }, (user, cause) => ({
        ...user,
        profile: { ...user.profile, [name]: cause.json.profile[name] },
      })),
      refused: on(me, when(sends(`profile.${name}`), refuse())),
    }),
    ...mistakesOf('users.update-me.email-sent', {
      [`not-for-${name.toLowerCase()}`]: on(me, ignoreInput(`profile.${name}`)),
    }),
  ]),
]

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
