/** Servers that break clauses of the properties of the profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { neededProperties, optionalProperties } from '../../tables/profile.ts'
import { drop, edit, set } from '../alter/answer.ts'
import { on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { ignoreInput, input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { stored } from './families/properties.ts'
import { refuseButStore, somebody } from './users-steps.ts'
import type { Sent } from '../alter/wire.ts'

const isNull = (value: unknown): boolean => value === null

const storedDeviants = stored(
  optionalProperties.map(({ slug, name }) => ({
    clause: `users.profile.${slug}.kept` as const,
    on: 'createUser' as const,
    path: `profile.${name}`,
  })),
)

const optionalDeviants = optionalProperties.flatMap(({ slug, name }): Deviant[] => {
  const path = `profile.${name}`
  return [
    deviant(`users.profile.${slug}.kept/shown-in-capitals`, {
      summary: `shows ${path} in another case than it was given`,
      alter: on(
        'getUser',
        edit(path, (value: Json) => otherCase(value)),
      ),
    }),
    deviant(`users.profile.${slug}.null/refused`, {
      summary: `refuses null for ${path}`,
      alter: on('updateUser', when(sends(path, isNull), refuse())),
    }),
    deviant(`users.profile.${slug}.null/ignored`, {
      summary: `accepts null for ${path} and keeps the value`,
      alter: on('updateUser', when(sends(path, isNull), ignoreInput(path))),
    }),
    deviant(`users.profile.${slug}.null/stored-as-text`, {
      summary: `stores null for ${path} as the word null`,
      alter: after('updateUser', { when: sends(path, isNull) }, { profile: { [name]: 'null' } }),
    }),
  ]
})

/** The other case, or with an additional mark if the case changes nothing. */
function otherCase(value: Json): Json {
  if (typeof value !== 'string') return value
  const lower = value.toLowerCase()
  const other = value === lower ? value.toUpperCase() : lower
  return other === value ? `${value} ` : other
}

const neededDeviants = neededProperties.flatMap(({ slug, name }): Deviant[] => {
  const path = `profile.${name}`
  const isSent = sends(path)
  const lacks = (sent: Sent): boolean => sent.json?.profile !== undefined && !isSent(sent)
  const repair = (): string => (name === 'login' || name === 'email' ? somebody() : 'Nameless')
  return [
    deviant(`users.profile.${slug}.kept/shown-in-capitals`, {
      summary: `shows ${path} in capitals`,
      alter: on(
        'getUser',
        edit(path, (value: Json) => String(value).toUpperCase()),
      ),
    }),
    deviant(`users.profile.${slug}.kept/left-out`, {
      summary: `leaves ${path} out of its answers`,
      alter: on(['createUser', 'getUser'], whenSuccess(drop(path))),
    }),
    deviant(`users.profile.${slug}.required/accepted`, {
      summary: `creates a user without ${path}`,
      alter: on('createUser', when(lacks, acceptWith(path, repair))),
    }),
    deviant(`users.profile.${slug}.required/refused-but-created`, {
      summary: `refuses a create without ${path}, and creates the user`,
      alter: on('createUser', when(lacks, refuseButStore(path, repair))),
    }),
    deviant(`users.profile.${slug}.null/accepted`, {
      summary: `creates a user with null for ${path}`,
      alter: on('createUser', when(sends(path, isNull), acceptWith(path, repair))),
    }),
    deviant(`users.profile.${slug}.null/refused-but-created`, {
      summary: `refuses a create with null for ${path}, and creates the user`,
      alter: on('createUser', when(sends(path, isNull), refuseButStore(path, repair))),
    }),
  ]
})

const localeDeviants = [
  ...stored([{ clause: 'users.profile.locale.kept', on: 'createUser', path: 'profile.locale' }]),
  deviant('users.profile.locale.default/another', {
    summary: 'gives a user without locale en_GB',
    alter: on(
      'createUser',
      when((sent) => !sends('profile.locale')(sent), input('profile.locale', 'en_GB')),
    ),
  }),
  deviant('users.profile.locale.default/none', {
    summary: 'shows no default locale',
    alter: on(['createUser', 'getUser'], whenSuccess(edit('profile.locale', () => undefined))),
  }),
  deviant('users.profile.locale.null/shown', {
    summary: 'stores null as the locale',
    alter: after(
      'createUser',
      { outcome: 'success', when: sends('profile.locale', isNull) },
      { profile: { locale: null } },
    ),
  }),
  deviant('users.profile.strings/number', {
    summary: 'shows an employee number as a number',
    alter: on(
      'getUser',
      edit('profile.employeeNumber', () => 731),
    ),
  }),
  deviant('users.profile.strings/list', {
    summary: 'shows an unset division as an empty list',
    alter: on('getUser', whenSuccess(set('profile.division', []))),
  }),
]

export const userProfileDeviants: readonly Deviant[] = [
  ...storedDeviants,
  ...optionalDeviants,
  ...neededDeviants,
  ...localeDeviants,
]
