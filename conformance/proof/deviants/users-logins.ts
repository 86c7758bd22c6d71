/** Servers that break clauses of logins and of custom properties. */
import type { Json } from '../../engine/wire/reply.ts'
import { on, sends, when } from '../alter/flow.ts'
import { andAlso } from '../alter/memory.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { isDeclared, onlyDeclared, refuseButStore, somebody } from './users-steps.ts'

const isText =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value)

/** Logins that equal one in use. */
const sameLogins = [
  ['users.login.duplicate', /^[!-@[-~]*$/],
  ['users.login.duplicate-case', /[A-Z]/],
  ['users.login.duplicate-diacritics', /[^ -~]/],
] as const

const loginDeviants = [
  ...sameLogins.flatMap(([clause, form]): Deviant[] => {
    const isSent = sends('profile.login', isText(form))
    return [
      deviant(`${clause}/accepted`, {
        summary: 'creates a second user of the same login',
        alter: on('createUser', when(isSent, acceptWith('profile.login', somebody))),
      }),
      deviant(`${clause}/refused-but-created`, {
        summary: 'refuses a second user of the same login, and creates it',
        alter: on('createUser', when(isSent, refuseButStore('profile.login', somebody))),
      }),
    ]
  }),
  ...(['updateUser', 'replaceUser'] as const).flatMap((operation): Deviant[] => {
    const slug = operation === 'updateUser' ? 'update' : 'replacement'
    return [
      deviant(`users.login.duplicate-update/${slug}-accepted`, {
        summary: `accepts a taken login in a ${slug}`,
        alter: on(operation, when(sends('profile.login'), acceptWith('profile.login', somebody))),
      }),
      deviant(`users.login.duplicate-update/${slug}-refused-but-done`, {
        summary: `refuses a taken login in a ${slug}, and stores the rest`,
        alter: on(operation, when(sends('profile.login'), refuseButStore('profile.login', somebody))),
      }),
    ]
  }),
  deviant('users.login.short-name-sign-in/never', {
    summary: 'lets nobody sign in with a short name',
    alter: on(
      'createUser',
      andAlso(({ json }) => ({ json: { ...json, profile: brother(json?.profile) } })),
    ),
  }),
  deviant('users.login.short-name-sign-in/shared', {
    summary: 'lets a user sign in with a short name that another user has as well',
    alter: on(
      'createUser',
      when(
        sends('profile.login', isText(/@example\.org$/)),
        input('profile.login', (login: Json) => `other-${login}`),
      ),
    ),
  }),
]

/** The profile of another user with the same short name. */
function brother(profile: Json): Json {
  return { ...profile, login: String(profile?.login).replace('@', '@brothers.') }
}

const customDeviants = [
  deviant('users.custom.undeclared/accepted-and-shown', {
    summary: 'accepts properties that no schema declares, and shows them',
    alter: on('createUser', acceptWith('profile', onlyDeclared)),
  }),
  deviant('users.custom.undeclared/refused-but-created', {
    summary: 'refuses properties that no schema declares, and creates the user',
    alter: on(['createUser', 'getUser'], refuseButStore('profile', onlyDeclared)),
  }),
  deviant('users.custom.declared/ignored', {
    summary: 'ignores custom properties',
    breaks: 'users.custom.html',
    alter: on('createUser', input('profile', onlyDeclared)),
  }),
  deviant('users.custom.declared/refused', {
    summary: 'refuses custom properties',
    breaks: 'users.custom.html',
    alter: on(
      'createUser',
      when((sent) => Object.keys(Object(sent.json?.profile)).some((name) => !isDeclared(name)), refuse()),
    ),
  }),
  deviant('users.custom.html/escaped', {
    summary: 'escapes HTML in what it stores',
    alter: on(
      'createUser',
      input('profile', (profile: Json) => eachText(profile, escaped)),
    ),
  }),
  deviant('users.custom.html/stripped', {
    summary: 'takes tags out of what it stores',
    alter: on(
      'createUser',
      input('profile', (profile: Json) => eachText(profile, stripped)),
    ),
  }),
]

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

function stripped(text: string): string {
  return text.replaceAll(/<[^>]*>/g, '')
}

export const userLoginDeviants: readonly Deviant[] = [...loginDeviants, ...customDeviants]
