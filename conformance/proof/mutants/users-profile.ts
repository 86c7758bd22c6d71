/** Servers that break requirements of the profile and the logins of users. */
import type { Json } from '../../engine/wire/reply.ts'
import { neededProperties, optionalProperties } from '../../tables/profile.ts'
import { drop, inCapitals, set } from '../alter/answer.ts'
import { not, on, sends, sendsValue, when, whenSuccess } from '../alter/flow.ts'
import { after, afterwards } from '../alter/memory.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { ignoreInput, input } from '../alter/request.ts'
import { like } from '../alter/path.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf, type Mutant } from './mutant.ts'
import { stored } from './families/properties.ts'
import { onlyDeclared, refuseButStore, somebody, unrefused } from './users-steps.ts'

export const userProfileMutants: readonly Mutant[] = [
  ...stored(
    optionalProperties.map(({ slug, name }) => ({
      requirement: `users.profile.${slug}.kept` as const,
      on: 'createUser' as const,
      path: `profile.${name}`,
    })),
  ),
  ...optionalProperties.flatMap(({ slug, name }): Mutant[] => {
    const isNull = sendsValue(`profile.${name}`, null)
    return mistakesAt('updateUser', `users.profile.${slug}.null`, {
      refused: when(isNull, refuse()),
      ignored: when(isNull, ignoreInput(`profile.${name}`)),
    })
  }),
  ...neededProperties.flatMap(({ slug, name }): Mutant[] =>
    mistakesOf(`users.profile.${slug}.kept`, {
      'shown-in-capitals': on('getUser', inCapitals(`profile.${name}`)),
      'left-out': on(['createUser', 'getUser'], whenSuccess(drop(`profile.${name}`))),
    }),
  ),
  ...stored([{ requirement: 'users.profile.locale.kept', on: 'createUser', path: 'profile.locale' }]),
  ...mistakes({
    'users.profile.locale.null/shown': after(
      'createUser',
      { outcome: 'success', when: sendsValue('profile.locale', null) },
      { profile: { locale: null } },
    ),

    'users.profile.strings/list': on('getUser', whenSuccess(set('profile.division', []))),
  }),
  ...mistakesIn('createUser', {
    'users.profile.locale.default/another': when(
      not(sends('profile.locale')),
      input('profile.locale', 'en_GB'),
    ),
  }),
]

/** Logins that equal one in use. */
const sameLogins = [
  ['users.login.duplicate', /^[!-@[-~]*$/],
  ['users.login.duplicate-case', /[A-Z]/],
  ['users.login.duplicate-diacritics', /[^ -~]/],
] as const

/** The profile of another user with the same short name. */
function brother(profile: Json): Json {
  return { ...profile, login: String(profile?.login).replace('@', '@brothers.') }
}

function eachText(profile: Json, change: (text: string) => string): Json {
  return Object.fromEntries(
    Object.entries(Object(profile)).map(([name, value]) => [
      name,
      typeof value === 'string' ? change(value) : value,
    ]),
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

export const userLoginMutants: readonly Mutant[] = [
  ...sameLogins.flatMap(([requirement, form]) => unrefused(requirement, 'profile.login', like(form))),
  ...(['updateUser', 'replaceUser'] as const).flatMap((operation): Mutant[] => {
    const slug = operation === 'updateUser' ? 'update' : 'replacement'
    return mistakesAt(operation, 'users.login.duplicate-update', {
      [`${slug}-accepted`]: when(sends('profile.login'), acceptWith('profile.login', somebody)),
      [`${slug}-refused-but-done`]: refuseButStore('profile.login', somebody),
    })
  }),
  ...mistakesIn('createUser', {
    'users.login.short-name-sign-in/never': afterwards((call, { path, json }) =>
      call('POST', path, { ...json, profile: brother(json?.profile) }),
    ),
    'users.custom.declared/ignored': [input('profile', onlyDeclared), 'users.custom.html'],
    'users.custom.html/escaped': input('profile', (profile: Json) => eachText(profile, escaped)),
  }),
  ...mistakes({
    'users.custom.undeclared/refused-but-created': on(
      ['createUser', 'getUser'],
      refuseButStore('profile', onlyDeclared),
    ),
  }),
]
