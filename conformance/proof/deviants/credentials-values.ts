/** Servers that accept, show or verify passwords, hashes, questions and providers wrongly (Users, Credentials). */
import type { Json } from '../../engine/wire/reply.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import { hashSignIns, hashValues, type HashValue, isOfLength } from '../../tables/hashes.ts'
import { textLimits } from '../../tables/limits.ts'
import { drop, set } from '../alter/answer.ts'
import { all, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, takeFromCaller } from '../alter/memory.ts'
import { at } from '../alter/path.ts'
import { acceptInstead, acceptWith, refuse } from '../alter/refusal.ts'
import { ignoreInput, input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf } from './deviant.ts'
import { allowedValues, nullable } from './families/properties.ts'
import { refuseButStoreCredentials } from './lifecycle-steps.ts'
import type { Alteration } from '../alter/wire.ts'

const password = 'credentials.password.value'
const hash = 'credentials.password.hash'
const question = 'credentials.recovery_question'
const created = 'createUser'
const updated = ['updateUser', 'replaceUser'] as const
const hook = 'credentials.password.hook'

const anywhere = [created, ...updated, 'getUser', 'listUsers'] as const

const repaired = 'Kx9repaired7Q'

/** Shows in every answer about a user the value that its create or update sent at a path. */
function telling(path: string, shownAt = path): Alteration {
  return all(
    after([created, ...updated, 'changeRecoveryQuestion'], { when: sends(path) }, (user, cause) => {
      const value = at(cause.json, path)
      const [last = '', ...parents] = shownAt.split('.').toReversed()
      return mergedAt(user, parents.toReversed(), last, value)
    }),
  )
}

function mergedAt(json: Json, parents: readonly string[], key: string, value: Json): Json {
  const [first, ...rest] = parents
  if (first === undefined) return { ...json, [key]: value }
  return { ...json, [first]: mergedAt(json?.[first], rest, key, value) }
}

const shownDeviants = [
  ...mistakes({
    'credentials.password.empty-object/left-out': on(anywhere, whenSuccess(drop('credentials.password'))),
    'credentials.password.write-only/told': ['tells passwords', telling(password)],
    'credentials.password.write-only/told-in-lists': on(
      'listUsers',
      whenSuccess(set('credentials.password', { value: '' })),
    ),
    'credentials.hash.write-only/told': ['tells imported hashes', telling(`${hash}.value`)],
    'credentials.hash.write-only/salt-told': ['tells the salt of imported hashes', telling(`${hash}.salt`)],
    'credentials.hook.write-only/told': ['tells the password hook', telling(hook)],
    'credentials.question.kept/another': on(
      created,
      when(sends(`${question}.question`), input(`${question}.question`, 'Which other?')),
    ),
    'credentials.answer.write-only/told': [
      'tells the answer to the recovery question',
      telling(`${question}.answer`),
    ],
  }),
  ...mistakesIn('getUser', {
    'credentials.password.empty-object-hash/left-out': whenSuccess(drop('credentials.password')),
    'credentials.password.empty-object-hook/left-out': whenSuccess(drop('credentials.password')),
    'credentials.question.kept/left-out': whenSuccess(drop(question)),
  }),
]

const is =
  (wanted: unknown) =>
  (value: unknown): boolean =>
    value === wanted
const ofLength =
  (length: number) =>
  (value: string): boolean =>
    value.length === length
const longerThan =
  (length: number) =>
  (value: string): boolean =>
    value.length > length

/** The limits of a recovery question and its answer, each with a text within them. */
const recoveryLimits = [
  ['credentials.question', `${question}.question`, textLimits['credentials.question'], 'Which?'],
  ['credentials.answer', `${question}.answer`, textLimits['credentials.answer'], 'this'],
] as const

/** Allowed values: each is refused. */
const taken = [
  ...nullable([
    { clause: 'credentials.password.null', on: created, path: 'credentials.password' },
    { clause: 'credentials.question.null', on: created, path: question },
  ]),
  ...allowedValues([
    { clause: 'credentials.hook.default', on: created, path: `${hook}.type`, value: 'default' },
  ]),
  ...sizes([
    ['credentials.password.max.accepted', password, 72],
    ['credentials.policy.length.accepted', password, 8],
    ...recoveryLimits.flatMap(
      ([key, path, { min, max }]) =>
        [
          [`${key}.min.accepted`, path, min],
          [`${key}.max.accepted`, path, max],
        ] as const,
    ),
  ]),
  ...mistakes({
    'credentials.policy.login-part.short/refused': [
      'refuses a password that holds a part of the login of 3 characters',
      on(
        created,
        when(
          sends(password, (value: string) => value.includes('fig')),
          refuse(),
        ),
      ),
    ],
  }),
]

function sizes(rows: readonly (readonly [ClauseId, string, number])[]): Deviant[] {
  return rows.flatMap(([clause, path, size]) =>
    mistakesAt(created, clause, {
      refused: [`refuses ${path} of ${size} characters`, when(sends(path, ofLength(size)), refuse())],
    }),
  )
}

/** Values that must be refused, and the value that a server stores when it accepts them. */
const accepted: readonly (readonly [ClauseId, string, (value: never) => boolean, Json])[] = [
  ['credentials.password.max.refused', password, longerThan(72), repaired],
  ['credentials.policy.length.refused', password, ofLength(7), repaired],
  ['credentials.policy.upper-case', password, (value: string) => !/[A-Z]/.test(value), repaired],
  ['credentials.policy.lower-case', password, (value: string) => !/[a-z]/.test(value), repaired],
  ['credentials.policy.digit', password, (value: string) => !/\d/.test(value), repaired],
  ['credentials.policy.login', password, (value: string) => value.includes('@'), repaired],
  ['credentials.policy.login-part.at', password, (value: string) => /7cf[a-z0-9]+9Qz/.test(value), repaired],
  ['credentials.hook.type-unknown', `${hook}.type`, (value: string) => value !== 'default', 'default'],
  ...recoveryLimits.flatMap(
    ([key, path, { max }, instead]) =>
      [
        [`${key}.min.refused`, path, is(''), instead],
        [`${key}.max.refused`, path, longerThan(max), instead],
      ] as const,
  ),
]

const separators = [
  ['dot', '.'],
  ['underscore', '_'],
  ['hash', '#'],
  ['hyphen', '-'],
] as const

const acceptedDeviants = [
  ...accepted.flatMap(([clause, path, fits, repair]) =>
    mistakesAt(created, clause, {
      accepted: ['accepts what it should refuse', when(sends(path, fits), acceptWith(path, repair))],
    }),
  ),
  ...separators.flatMap(([name, separator]) =>
    mistakesAt(created, `credentials.policy.login-part.${name}`, {
      accepted: [
        `takes ${separator} for no split of a login`,
        when(
          sends('profile.login', (login: string) => login.startsWith(`fern${separator}`)),
          acceptWith(password, repaired),
        ),
      ],
    }),
  ),
  ...mistakesIn(updated, {
    'credentials.policy.on-update/accepted': when(sends(password), acceptInstead()),
    'credentials.policy.on-update/refused-but-changed': [
      'refuses a password in an update, and takes the old one away',
      when(
        sends(password),
        refuseButStoreCredentials(() => ({ password: { value: repaired } })),
      ),
    ],
  }),
]

/** Another digest of the same length. */
const otherDigest = (value: string): string => `${value.startsWith('Z') ? 'Y' : 'Z'}${value.slice(1)}`

/** Refuses a value that a hash may have, or accepts one that it may not have. */
function hashDeviant(row: HashValue & { readonly id: ClauseId }): Deviant[] {
  const { id, member, value, instead } = row
  const path = `${hash}.${member}`
  if (instead !== undefined) {
    const isIt = isOfLength(row) ? ofLength(String(value).length) : is(value)
    return mistakesAt(created, id, {
      accepted: ['accepts what it should refuse', when(sends(path, isIt), acceptWith(path, instead))],
    })
  }
  if (isOfLength(row)) return sizes([[id, path, String(value).length]])
  return allowedValues([{ clause: id, on: created, path, value }])
}

const hashDeviants = [
  ...Object.values(hashValues).flatMap((rows) => rows.flatMap(hashDeviant)),
  ...hashSignIns.flatMap(({ id, row: { id: imported, value } }) =>
    mistakesAt(created, id, {
      miscounted: [
        `does not know the password of a ${value} hash`,
        when(sends(`${hash}.algorithm`, is(value)), input(`${hash}.value`, otherDigest)),
      ],
      refused: [`refuses ${value} hashes`, when(sends(`${hash}.algorithm`, is(value)), refuse()), imported],
    }),
  ),
  ...mistakesIn(created, {
    'credentials.hash.salt-order.sign-in/always-postfix': when(
      sends(`${hash}.saltOrder`),
      input(`${hash}.saltOrder`, 'POSTFIX'),
    ),
    'credentials.hash.no-policy/refused': [
      'refuses the hash of a weak password',
      when(
        sends(`${hash}.value`, (value: string) => value.startsWith('rDiX8')),
        refuse(),
      ),
    ],
    'credentials.hash.no-policy/not-let-in': [
      'does not let a user in with a weak password',
      when(
        sends(`${hash}.value`, (value: string) => value.startsWith('rDiX8')),
        input(`${hash}.value`, otherDigest),
      ),
    ],
  }),
  ...updated.flatMap((where) => [
    ...mistakesOf('credentials.hash.update-staged', {
      [`refused-by-${where.toLowerCase()}`]: on(where, when(sends(hash), refuse())),
      [`ignored-by-${where.toLowerCase()}`]: on(where, ignoreInput(hash)),
    }),
    ...mistakesAt(where, 'credentials.hash.update-active', {
      [`accepted-by-${where.toLowerCase()}`]: when(sends(hash), acceptInstead()),
      [`done-by-${where.toLowerCase()}`]: [
        `refuses a hash for an ACTIVE user in ${where}, and takes its password`,
        when(
          sends(hash),
          refuseButStoreCredentials(() => ({ password: { value: 'FernRoot7Leaf' } })),
        ),
      ],
    }),
  ]),
]

const type = 'credentials.provider.type'

const providerDeviants = [
  ...mistakesIn('getUser', {
    'credentials.provider.present/left-out': [
      'does not show the provider',
      whenSuccess(drop('credentials.provider')),
      'credentials.provider.type',
      'credentials.provider.name',
    ],
    'credentials.provider.present/no-type': [
      'does not show the type of the provider',
      whenSuccess(drop(type)),
      'credentials.provider.type',
    ],
    'credentials.provider.type/unknown': whenSuccess(set(type, 'HOUSE')),
    'credentials.provider.type/other-word': whenSuccess(set(type, 'OKTA')),
    'credentials.provider.name/a-number': whenSuccess(set('credentials.provider.name', 7)),
    'credentials.provider.import/of-the-service': whenSuccess(set(type, 'SVC')),
  }),
  ...updated.flatMap((where) =>
    mistakesOf('credentials.provider.read-only', {
      [`taken-by-${where.toLowerCase()}`]: takeFromCaller(where, 'credentials.provider'),
    }),
  ),
  ...(['FEDERATION', 'SOCIAL'] as const).flatMap((name) => {
    const clause = name === 'SOCIAL' ? 'credentials.provider.social' : 'credentials.provider.federation'
    const isIt = sends(type, (value) => value === name)
    return mistakesOf(clause, {
      'of-the-service': [
        `shows users of the provider ${name} as users of the service`,
        after(created, { outcome: 'success', when: isIt }, { credentials: { provider: { type: 'SVC' } } }),
      ],
    })
  }),
  ...mistakes({
    'credentials.provider.federated-no-password/password': [
      'shows a password of federated users',
      after(created, { outcome: 'success', when: sends(type) }, { credentials: { password: {} } }),
    ],
    'credentials.provider.federated-no-password/question': [
      'shows a recovery question of federated users',
      after(
        created,
        { outcome: 'success', when: sends(type) },
        { credentials: { recovery_question: { question: 'Which?' } } },
      ),
    ],
  }),
]

export const credentialValueDeviants: readonly Deviant[] = [
  ...shownDeviants,
  ...taken,
  ...acceptedDeviants,
  ...hashDeviants,
  ...providerDeviants,
]
