/** Servers that break requirements of replacing and updating users, and of the caller's own profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { header, noBody, set } from '../alter/answer.ts'
import { asks, not, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreProperty, ignoreWrite } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreInput, input } from '../alter/request.ts'
import type { Mutant } from './mutant.ts'
import { mistakes, mistakesIn, mistakesOf } from './mutant.ts'
import type { Sent } from '../alter/wire.ts'

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
  ...mistakesIn('replaceUser', {}),
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
