/** Servers that break requirements of the profile and the logins of users. */
import type { Json } from '../../engine/wire/reply.ts'
import {
  boundedProperties,
  neededProperties,
  optionalProperties,
  phoneProperties,
  type LimitedProperty,
} from '../../tables/profile.ts'
import { drop, edit, inCapitals, set } from '../alter/answer.ts'
import { all, asks, both, not, on, sends, sendsValue, when, whenSuccess } from '../alter/flow.ts'
import { after, afterwards } from '../alter/memory.ts'
import { acceptInstead, acceptWith, refuse } from '../alter/refusal.ts'
import { byDefault, ignoreInput, ignoreQuery, input } from '../alter/request.ts'
import { above, below, like, ofSize, type Fits } from '../alter/path.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { stored } from './families.ts'
import { onlyDeclared, refuseButStore, somebody, unrefused } from './users-steps.ts'
import { refusedAddresses } from '../../tables/refused-values.ts'
import type { Alteration, Test } from '../alter/wire.ts'
import { creates, type CreateRow } from '../../tables/creates.ts'

export const userProfileMutants: readonly Mutant[] = [
  ...optionalProperties.flatMap(({ slug, name }) =>
    mutantsAt('createUser', `users.profile.${slug}.kept`, stored(`profile.${name}`)),
  ),
  ...optionalProperties.flatMap(({ slug, name }): Mutant[] => {
    const isNull = sendsValue(`profile.${name}`, null)
    return mutantsAt('updateUser', `users.profile.${slug}.null`, {
      refused: when(isNull, refuse()),
      ignored: when(isNull, ignoreInput(`profile.${name}`)),
    })
  }),
  ...neededProperties.flatMap(({ slug, name }): Mutant[] =>
    mutantsAt('getUser', `users.profile.${slug}.kept`, {
      'shown-in-capitals': inCapitals(`profile.${name}`),
    }),
  ),
  ...mutantsAt('createUser', 'users.profile.locale.kept', stored('profile.locale')),
  ...mutants({
    'users.profile.locale.null/shown': after(
      'createUser',
      { outcome: 'success', when: sendsValue('profile.locale', null) },
      { profile: { locale: null } },
    ),

    'users.profile.strings/list': on('getUser', whenSuccess(set('profile.division', []))),
  }),
  ...mutantsIn('createUser', {
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
    return mutantsAt(operation, 'users.login.duplicate-update', {
      [`${slug}-refused-but-done`]: refuseButStore('profile.login', somebody),
    })
  }),
  ...mutantsIn('createUser', {
    'users.login.short-name-sign-in/never': afterwards((call, { path, json }) =>
      call('POST', path, { ...json, profile: brother(json?.profile) }),
    ),
    'users.custom.declared/ignored': [input('profile', onlyDeclared), 'users.custom.html'],
    'users.custom.html/escaped': input('profile', (profile: Json) => eachText(profile, escaped)),
  }),
  ...mutants({
    'users.custom.undeclared/refused-but-created': on(
      ['createUser', 'getUser'],
      refuseButStore('profile', onlyDeclared),
    ),
  }),
]

const grown = ({ min }: LimitedProperty, value: Json): Json => (min === 5 ? somebody() : `${value}x`)
const cut = ({ min, max }: LimitedProperty, value: Json): Json =>
  min === 5 ? somebody() : String(value).slice(0, max)

const firstName = 'profile.firstName'

const accepting = when(sends(firstName, above(50)), acceptWith(firstName, cutTo50))

function cutTo50(value: Json): Json {
  return String(value).slice(0, 50)
}

/** Values of a form that is not allowed. */
const badForms = [
  ['users.profile.login.form', 'without-at', 'profile.login', /^[^@]{5,}$/],
  ...refusedAddresses.map(({ id, path, takes: [how, texts] }) => [id, how, path, texts] as const),
] as const

/** More bytes than letters are allowed. */
const isWide: Fits = (value) => String(value).length <= 50 && Buffer.byteLength(String(value)) > 50

export const userProfileLimitMutants: readonly Mutant[] = [
  ...mutantsAt('createUser', 'users.profile.first-name.max.accepted', {
    'counted-in-bytes': when(sends(firstName, isWide), refuse()),
  }),
  ...boundedProperties.flatMap((row): Mutant[] =>
    unrefused(`users.profile.${row.slug}.min.refused`, `profile.${row.name}`, below(row.min), (value) =>
      grown(row, value),
    ),
  ),
  ...[...boundedProperties, ...phoneProperties].flatMap((row): Mutant[] => {
    const { slug, name, min, max } = row
    const path = `profile.${name}`
    const refusing = (size: number): Alteration => when(sends(path, ofSize(size)), refuse())
    return [
      ...mutantsAt('createUser', `users.profile.${slug}.min.accepted`, { refused: refusing(min) }),
      ...mutantsAt('createUser', `users.profile.${slug}.max.accepted`, {
        refused: refusing(max),
        cut: when(
          sends(path, ofSize(max)),
          input(path, (value: Json) => String(value).slice(1)),
        ),
      }),
      ...unrefused(`users.profile.${slug}.max.refused`, path, above(max), (value) => cut(row, value)),
    ]
  }),
  ...mutantsIn('updateUser', {
    'users.profile.limits-on-update/accepted': accepting,
  }),
  ...mutants({
    'users.profile.limits-on-update/refused-but-replaced': on(
      ['replaceUser', 'getUser'],
      refuseButStore(firstName, cutTo50),
    ),
  }),
  ...badForms.flatMap(([requirement, slug, path, form]) =>
    unrefused(requirement, path, like(form), somebody, `${slug}-`),
  ),
  ...(
    [
      ['plus', /\+/],
      ['quote', /'/],
      ['underscore', /_/],
    ] as const
  ).flatMap(([name, form]) =>
    mutantsAt('createUser', 'users.profile.email.atom', {
      [`refuses-${name}`]: when(sends('profile.email', like(form)), refuse()),
    }),
  ),
]

const password = 'credentials.password.value'
const question = 'credentials.recovery_question'

export const userCreateMutants: readonly Mutant[] = [
  ...mutantsIn('createUser', {
    'users.create.ok/profile-left-out': whenSuccess(drop('profile')),
    'users.create.activate-default/staged': byDefault('activate', 'false'),
    'users.create.credentials-recovery-question/other-answer': when(
      sends(question),
      input(`${question}.answer`, 'nothing like it'),
    ),
    'users.create.group-ids/first-only': [
      when(
        sends('groupIds'),
        input('groupIds', (ids: Json) => ids.slice(0, 1)),
      ),
      'users.create.group-ids.max.accepted',
    ],
    'users.create.group-ids.max.refused/refused-but-created': when(
      sends('groupIds', ofSize(21)),
      refuseButStore('groupIds', firstTwenty),
    ),
    'users.create.provider/refused': when(asks('provider'), refuse()),
    'users.create.token-mailed/refused': when(not(sends('credentials')), refuse()),
  }),
  ...mutants({
    'users.create.stored/title-lost': after('createUser', { outcome: 'success' }, (user) => ({
      ...user,
      profile: { ...user.profile, title: null },
    })),
  }),
  ...mutantsIn('getUser', {
    'users.create.credentials-password/hidden': whenSuccess(drop('credentials.password')),
    'users.create.transitioning/to-provisioned': whenSuccess(edit('transitioningToStatus', 'PROVISIONED')),
  }),
  ...(
    [
      ['users.create.no-token-with-password', password],
      ['users.create.no-token-with-hash', 'credentials.password.hash'],
      ['users.create.no-token-with-hook', 'credentials.password.hook'],
    ] as const
  ).flatMap(([requirement, path]) =>
    mutantsAt('createUser', requirement, {
      sent: when(sends(path), mailAToken()),
    }),
  ),
]

function firstTwenty(ids: Json): Json {
  return ids.slice(0, 20)
}

/** Gives a new user a recovery question, which a mail with a token needs, and sends the mail. */
function mailAToken(): Alteration {
  return all(
    afterwards((call, _, { json }) =>
      call('POST', `/api/v1/users/${json?.id}/credentials/forgot_password?sendEmail=true`),
    ),
    input(question, { question: 'Who asked?', answer: 'nobody did' }),
  )
}

const sendsPassword = sends(password)
const isOf = (type: string): Test => sendsValue('credentials.provider.type', type)

const isSent: Readonly<Record<CreateRow['sends'], Test>> = {
  nothing: both(not(sendsPassword), not(sends(question))),
  password: sendsPassword,
  question: sends(question),
  FEDERATION: isOf('FEDERATION'),
  SOCIAL: isOf('SOCIAL'),
}

const activate = { activate: true }

/** Creates for which passwords may be optional. */
const optional = [
  { id: 'users.create.password-enrolled', query: activate, sends: 'nothing', wrong: 'ACTIVE' },
  { id: 'users.create.password-optional-given', query: activate, sends: 'password', wrong: 'PROVISIONED' },
  { id: 'users.create.password-not-needed', query: activate, sends: 'nothing', wrong: 'PROVISIONED' },
] as const

export const newStatusMutants = [...creates, ...optional].flatMap(
  ({ id, query, sends: sent, wrong }): Mutant[] => {
    const asked = Object.entries(query).map(([name, value]) => asks(name, String(value)))
    const isIt = both(...asked, isSent[sent])
    return mutantsOf(id, {
      [`ends-in-${wrong.toLowerCase()}`]: after(
        'createUser',
        { outcome: 'success', when: isIt },
        { status: wrong },
      ),
    })
  },
)

export const moreCreates: readonly Mutant[] = [
  ...mutantsIn('createUser', {
    'users.create.password-sign-in/another': when(
      sendsPassword,
      () => async (each, forward) =>
        forward({
          ...each,
          text: JSON.stringify({ ...each.json, credentials: { password: { value: 'Entirely0therOne' } } }),
        }),
    ),
    'users.create.change-password-sign-in/ignored': ignoreQuery('nextLogin'),
  }),
  ...mutants({ 'users.create.password-not-settable/accepted': on('updateUser', acceptInstead()) }),
]
