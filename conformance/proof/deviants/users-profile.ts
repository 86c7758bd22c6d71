/** Servers that break clauses of the properties of the profile. */
import type { Json } from '../../engine/wire/reply.ts'
import { neededProperties, optionalProperties } from '../../tables/profile.ts'
import { drop, edit, set } from '../alter/answer.ts'
import { on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { acceptWith, refuse } from '../alter/refusal.ts'
import { ignoreInput, input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesIn, mistakesOf } from './deviant.ts'
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
    ...mistakesOf(`users.profile.${slug}.kept`, {
      'shown-in-capitals': [
        `shows ${path} in another case than it was given`,
        on(
          'getUser',
          edit(path, (value: Json) => otherCase(value)),
        ),
      ],
    }),
    ...mistakesOf(`users.profile.${slug}.null`, {
      refused: [`refuses null for ${path}`, on('updateUser', when(sends(path, isNull), refuse()))],
      ignored: [
        `accepts null for ${path} and keeps the value`,
        on('updateUser', when(sends(path, isNull), ignoreInput(path))),
      ],
      'stored-as-text': [
        `stores null for ${path} as the word null`,
        after('updateUser', { when: sends(path, isNull) }, { profile: { [name]: 'null' } }),
      ],
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
    ...mistakesOf(`users.profile.${slug}.kept`, {
      'shown-in-capitals': [
        `shows ${path} in capitals`,
        on(
          'getUser',
          edit(path, (value: Json) => String(value).toUpperCase()),
        ),
      ],
      'left-out': on(['createUser', 'getUser'], whenSuccess(drop(path))),
    }),
    ...mistakesOf(`users.profile.${slug}.required`, {
      accepted: [`creates a user without ${path}`, on('createUser', when(lacks, acceptWith(path, repair)))],
      'refused-but-created': [
        `refuses a create without ${path}, and creates the user`,
        on('createUser', when(lacks, refuseButStore(path, repair))),
      ],
    }),
    ...mistakesOf(`users.profile.${slug}.null`, {
      accepted: [
        `creates a user with null for ${path}`,
        on('createUser', when(sends(path, isNull), acceptWith(path, repair))),
      ],
      'refused-but-created': [
        `refuses a create with null for ${path}, and creates the user`,
        on('createUser', when(sends(path, isNull), refuseButStore(path, repair))),
      ],
    }),
  ]
})

const localeDeviants = [
  ...stored([{ clause: 'users.profile.locale.kept', on: 'createUser', path: 'profile.locale' }]),
  ...mistakes({
    'users.profile.locale.default/another': [
      'gives a user without locale en_GB',
      on(
        'createUser',
        when((sent) => !sends('profile.locale')(sent), input('profile.locale', 'en_GB')),
      ),
    ],
    'users.profile.locale.default/none': on(['createUser', 'getUser'], whenSuccess(drop('profile.locale'))),
    'users.profile.locale.null/shown': [
      'stores null as the locale',
      after(
        'createUser',
        { outcome: 'success', when: sends('profile.locale', isNull) },
        { profile: { locale: null } },
      ),
    ],
  }),
  ...mistakesIn('getUser', {
    'users.profile.strings/number': edit('profile.employeeNumber', 731),
    'users.profile.strings/list': whenSuccess(set('profile.division', [])),
  }),
]

export const userProfileDeviants: readonly Deviant[] = [
  ...storedDeviants,
  ...optionalDeviants,
  ...neededDeviants,
  ...localeDeviants,
]
