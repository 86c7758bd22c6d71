/** Servers that break clauses of logins and of custom properties. */
import type { Json } from '../../engine/wire/reply.ts'
import { on, sends, when } from '../alter/flow.ts'
import { andAlso } from '../alter/memory.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesIn, mistakesOf } from './deviant.ts'
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
    return mistakesOf(clause, {
      accepted: [
        'creates a second user of the same login',
        on('createUser', when(isSent, acceptWith('profile.login', somebody))),
      ],
      'refused-but-created': [
        'refuses a second user of the same login, and creates it',
        on('createUser', when(isSent, refuseButStore('profile.login', somebody))),
      ],
    })
  }),
  ...(['updateUser', 'replaceUser'] as const).flatMap((operation): Deviant[] => {
    const slug = operation === 'updateUser' ? 'update' : 'replacement'
    return mistakesOf('users.login.duplicate-update', {
      [`${slug}-accepted`]: on(
        operation,
        when(sends('profile.login'), acceptWith('profile.login', somebody)),
      ),
      [`${slug}-refused-but-done`]: [
        `refuses a taken login in a ${slug}, and stores the rest`,
        on(operation, when(sends('profile.login'), refuseButStore('profile.login', somebody))),
      ],
    })
  }),
  ...mistakesIn('createUser', {
    'users.login.short-name-sign-in/never': [
      'lets nobody sign in with a short name',
      andAlso(({ json }) => ({ json: { ...json, profile: brother(json?.profile) } })),
    ],
    'users.login.short-name-sign-in/shared': [
      'lets a user sign in with a short name that another user has as well',
      when(
        sends('profile.login', isText(/@example\.org$/)),
        input('profile.login', (login: Json) => `other-${login}`),
      ),
    ],
  }),
]

/** The profile of another user with the same short name. */
function brother(profile: Json): Json {
  return { ...profile, login: String(profile?.login).replace('@', '@brothers.') }
}

const customDeviants = [
  ...mistakesIn('createUser', {
    'users.custom.undeclared/accepted-and-shown': acceptWith('profile', onlyDeclared),
    'users.custom.declared/ignored': [
      'ignores custom properties',
      input('profile', onlyDeclared),
      'users.custom.html',
    ],
    'users.custom.declared/refused': [
      'refuses custom properties',
      when((sent) => Object.keys(Object(sent.json?.profile)).some((name) => !isDeclared(name)), refuse()),
      'users.custom.html',
    ],
    'users.custom.html/escaped': [
      'escapes HTML in what it stores',
      input('profile', (profile: Json) => eachText(profile, escaped)),
    ],
    'users.custom.html/stripped': [
      'takes tags out of what it stores',
      input('profile', (profile: Json) => eachText(profile, stripped)),
    ],
  }),
  ...mistakes({
    'users.custom.undeclared/refused-but-created': [
      'refuses properties that no schema declares, and creates the user',
      on(['createUser', 'getUser'], refuseButStore('profile', onlyDeclared)),
    ],
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
