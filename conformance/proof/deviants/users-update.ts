/** Servers that break clauses of replacing and updating users, and of the caller's own profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { answer, dropHeader, header, noBody, set } from '../alter/answer.ts'
import { asks, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreWrite } from '../alter/memory.ts'
import { acceptInstead, refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreInput, input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import type { Alteration, Sent } from '../alter/wire.ts'
import { answerWith, sentWith } from '../alter/wire.ts'

const password = 'credentials.password.value'
const question = 'credentials.recovery_question'

const updates = [
  ['users.replace.ok', 'users.replace.stored', 'replaceUser'],
  ['users.update.ok', 'users.update.stored', 'updateUser'],
] as const

const writeDeviants = updates.flatMap(([ok, stored, operation]): Deviant[] => [
  deviant(`${ok}/refused`, {
    summary: 'refuses the write',
    breaks: stored,
    alter: on(operation, refuse()),
  }),
  deviant(`${ok}/done-but-refused`, {
    summary: 'does it, and answers with a refusal',
    alter: on(operation, refuseButDo()),
  }),
  deviant(`${ok}/no-body`, {
    summary: 'answers with nothing',
    alter: on(operation, whenSuccess(noBody())),
  }),
  deviant(`${ok}/old-values`, {
    summary: 'answers with the values before the write',
    alter: on(operation, whenSuccess(set('profile.firstName', 'Earlier'))),
  }),
  deviant(`${stored}/ignored`, {
    summary: 'answers as if it had done it, and does nothing',
    alter: on(operation, ignoreWrite()),
  }),
  deviant(`${stored}/one-lost`, {
    summary: 'stores all but the city',
    alter: on(operation, ignoreCity()),
  }),
])

/** The server stores the profile without city, and shows it in the answer. */
function ignoreCity(): Alteration {
  return when(
    sends('profile.city'),
    answer((old, sent) =>
      old.json?.profile === undefined
        ? old
        : answerWith(old, {
            json: { ...old.json, profile: { ...old.json.profile, city: sent.json.profile.city } },
          }),
    ),
    ignoreInput('profile.city'),
  )
}

const isWhole = sends('profile.login')

const updateDeviants = [
  deviant('users.replace.deletes/kept', {
    summary: 'keeps profile properties that a full replacement does not send',
    alter: on('replaceUser', when(isWhole, asUpdate())),
  }),
  deviant('users.replace.required/accepted', {
    summary: 'replaces a profile without login',
    alter: on(
      'replaceUser',
      when((sent) => !isWhole(sent), asUpdate()),
    ),
  }),
  deviant('users.replace.required/ignored', {
    summary: 'answers success to a profile without login',
    alter: on(
      'replaceUser',
      when((sent) => !isWhole(sent), acceptInstead()),
    ),
  }),
  deviant('users.replace.required/refused-but-done', {
    summary: 'refuses a profile without login, and stores the rest',
    alter: after('replaceUser', { outcome: 'refusal', when: (sent) => !isWhole(sent) }, (user, cause) => ({
      ...user,
      profile: { ...user.profile, ...cause.json?.profile },
    })),
  }),
  deviant('users.update.keeps/title-lost', {
    summary: 'loses the title in a partial update',
    alter: after('updateUser', { outcome: 'success' }, (user) => ({
      ...user,
      profile: { ...user.profile, title: null },
    })),
  }),
  deviant('users.update.keeps/phone-lost', {
    summary: 'loses the mobile phone in a partial update that does not name it',
    alter: after('updateUser', { outcome: 'success' }, (user, cause) => ({
      ...user,
      profile: { ...user.profile, ...(cause.json?.profile?.mobilePhone ? {} : { mobilePhone: null }) },
    })),
  }),
  deviant('users.update.keeps/names-lost', {
    summary: 'loses the lastName in a partial update',
    alter: on(
      'updateUser',
      when((sent) => !sends('profile.lastName')(sent), input('profile.lastName', 'Lost')),
    ),
  }),
  ...(
    [
      ['users.replace.credentials', 'replaceUser'],
      ['users.update.password', 'updateUser'],
    ] as const
  ).flatMap(([clause, operation]): Deviant[] => [
    deviant(`${clause}/ignored`, {
      summary: 'ignores a password',
      alter: on(operation, ignoreInput('credentials')),
    }),
    deviant(`${clause}/refused`, {
      summary: 'refuses a password without the old one',
      alter: on(operation, when(sends(password), refuse(403, 'E0000014'))),
    }),
    deviant(`${clause}/another`, {
      summary: 'sets another password than the one that was sent',
      alter: on(operation, when(sends(password), input(password, 'Entirely0therOne'))),
    }),
    deviant(`${clause}/old-still-counts`, {
      summary: 'takes the old password as well',
      alter: on('changeRecoveryQuestion', acceptInstead(200, {})),
    }),
  ]),
  deviant('users.update.recovery-question/ignored', {
    summary: 'ignores a recovery question in an update',
    alter: on('updateUser', ignoreInput('credentials')),
  }),
  deviant('users.update.recovery-question/refused', {
    summary: 'refuses a recovery question without the password',
    alter: on('updateUser', when(sends(question), refuse(403, 'E0000014'))),
  }),
  deviant('users.update.recovery-question/answer-ignored', {
    summary: 'stores another answer than the one that was sent',
    alter: on('updateUser', when(sends(question), input(`${question}.answer`, 'nothing like it'))),
  }),
  deviant('users.update.recovery-question/old-still-counts', {
    summary: 'takes the old answer as well',
    alter: on('forgotPasswordWithAnswer', acceptInstead(200, {})),
  }),
  ...(
    [
      ['users.replace.strict', 'replaceUser'],
      ['users.update.strict', 'updateUser'],
    ] as const
  ).flatMap(([clause, operation]): Deviant[] => [
    deviant(`${clause}/refused`, {
      summary: 'refuses strict',
      alter: on(operation, when(asks('strict'), refuse())),
    }),
    deviant(`${clause}/ignored`, {
      summary: 'does nothing when asked to be strict',
      alter: on(operation, when(asks('strict'), ignoreWrite())),
    }),
    deviant(`${clause}/password-ignored`, {
      summary: 'leaves the password as it was when asked to be strict',
      alter: on(operation, when(asks('strict'), ignoreInput('credentials'))),
    }),
  ]),
]

/** Sends a full replacement as a partial update. */
function asUpdate(): Alteration {
  return () => (sent, forward) => forward(sentWith(sent, { method: 'POST' }))
}

const me = 'updateCurrentUser'
const ofMe = { outcome: 'success', whose: (_: Sent, { json }: { json: Json }) => json?.id } as const

const meDeviants = [
  deviant('users.update-me.ok/refused', {
    summary: 'refuses an update of the own profile',
    breaks: 'users.update-me.keeps',
    alter: on(me, refuse(403)),
  }),
  deviant('users.update-me.ok/ignored', {
    summary: 'answers an update of the own profile and ignores it',
    alter: on(me, ignoreInput('profile.nickName')),
  }),
  deviant('users.update-me.ok/no-body', {
    summary: 'answers an update of the own profile with nothing',
    alter: on(me, whenSuccess(noBody())),
  }),
  deviant('users.update-me.keeps/lost', {
    summary: 'loses a name in an update of the own profile',
    alter: after(me, ofMe, { profile: { firstName: 'Lost' } }),
  }),
  deviant('users.update-me.cors/no-origin', {
    summary: 'does not let a page read the reply',
    alter: on(me, dropHeader('access-control-allow-origin')),
  }),
  deviant('users.update-me.cors/any-origin', {
    summary: 'allows any origin, which excludes cookies',
    alter: on(me, header('access-control-allow-origin', '*')),
  }),
  deviant('users.update-me.cors/no-credentials', {
    summary: 'does not let a page read a reply with credentials',
    alter: on(me, dropHeader('access-control-allow-credentials')),
  }),
  deviant('users.update-me.cors/no-preflight', {
    summary: 'refuses the preflight',
    alter: on('OPTIONS /api/v1/users/me', refuse(405)),
  }),
  deviant('users.update-me.cors/refused', {
    summary: 'refuses calls with an Origin',
    alter: on(
      me,
      when(({ headers }) => headers['origin'] !== undefined, refuse(403)),
    ),
  }),
  ...(
    [
      ['users.update-me.email-waits', 'email'],
      ['users.update-me.second-email-waits', 'secondEmail'],
    ] as const
  ).flatMap(([clause, name]): Deviant[] => [
    deviant(`${clause}/at-once`, {
      summary: `puts a new ${name} in force at once`,
      alter: after(me, { ...ofMe, when: sends(`profile.${name}`) }, (user, cause) => ({
        ...user,
        profile: { ...user.profile, [name]: cause.json.profile[name] },
      })),
    }),
    deviant(`${clause}/refused`, {
      summary: `refuses a new ${name}`,
      alter: on(me, when(sends(`profile.${name}`), refuse())),
    }),
    deviant(`users.update-me.email-sent/not-for-${name.toLowerCase()}`, {
      summary: `sends no verification of a new ${name}`,
      alter: on(me, ignoreInput(`profile.${name}`)),
    }),
  ]),
]

export const userUpdateDeviants: readonly Deviant[] = [...writeDeviants, ...updateDeviants, ...meDeviants]
