/** Servers that accept, show or verify passwords, hashes, questions and providers wrongly (Users, Credentials). */
import type { Json } from '../../engine/wire/reply.ts'
import type { ClauseId } from '../../registry/clauses.ts'
import { textLimits } from '../../tables/limits.ts'
import { drop, set } from '../alter/answer.ts'
import { all, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after } from '../alter/memory.ts'
import { at } from '../alter/path.ts'
import { acceptInstead, acceptWith, refuse } from '../alter/refusal.ts'
import { input } from '../alter/request.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesAt, mistakesIn } from './deviant.ts'
import { allowedValues, nullable } from './families/properties.ts'
import { refuseButStoreCredentials } from './lifecycle-steps.ts'
import type { Alteration } from '../alter/wire.ts'
import {
  password,
  hash,
  question,
  created,
  updated,
  hashDeviants,
  providerDeviants,
} from './credentials-hashes.ts'

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
const anySalt = 'a'.repeat(21) + 'u'

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
  ...allowedValues(
    (
      [
        ['credentials.hook.default', `${hook}.type`, 'default'],
        ['credentials.hash.bcrypt', `${hash}.algorithm`, 'BCRYPT'],
        ['credentials.hash.sha-512', `${hash}.algorithm`, 'SHA-512'],
        ['credentials.hash.sha-256', `${hash}.algorithm`, 'SHA-256'],
        ['credentials.hash.sha-1', `${hash}.algorithm`, 'SHA-1'],
        ['credentials.hash.md5', `${hash}.algorithm`, 'MD5'],
        ['credentials.hash.pbkdf2', `${hash}.algorithm`, 'PBKDF2'],
        ['credentials.hash.work-factor.min.accepted', `${hash}.workFactor`, 1],
        ['credentials.hash.work-factor.max.accepted', `${hash}.workFactor`, 20],
        ['credentials.hash.salt-order.prefix', `${hash}.saltOrder`, 'PREFIX'],
        ['credentials.hash.salt-order.postfix', `${hash}.saltOrder`, 'POSTFIX'],
        ['credentials.hash.iteration-count.accepted', `${hash}.iterationCount`, 4096],
        ['credentials.hash.digest.sha256', `${hash}.digestAlgorithm`, 'SHA256_HMAC'],
        ['credentials.hash.digest.sha512', `${hash}.digestAlgorithm`, 'SHA512_HMAC'],
      ] as const
    ).map(([clause, path, value]) => ({ clause, on: created, path, value })),
  ),
  ...sizes([
    ['credentials.password.max.accepted', password, 72],
    ['credentials.policy.length.accepted', password, 8],
    ['credentials.hash.salt.bcrypt-exact', `${hash}.salt`, 22],
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
  ['credentials.hash.algorithm.unknown', `${hash}.algorithm`, is('SHA-3'), 'SHA-256'],
  ['credentials.hash.salt.bcrypt-short', `${hash}.salt`, ofLength(21), anySalt],
  ['credentials.hash.salt.bcrypt-long', `${hash}.salt`, ofLength(23), anySalt],
  ['credentials.hash.work-factor.min.refused', `${hash}.workFactor`, is(0), 4],
  ['credentials.hash.work-factor.max.refused', `${hash}.workFactor`, is(21), 4],
  ['credentials.hash.salt-order.unknown', `${hash}.saltOrder`, is('AROUND'), 'PREFIX'],
  ['credentials.hash.iteration-count.refused', `${hash}.iterationCount`, is(4095), 4096],
  [
    'credentials.hash.digest.unknown',
    `${hash}.digestAlgorithm`,
    (value: string) => !value.startsWith('SHA256'),
    'SHA256_HMAC',
  ],
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

export const credentialValueDeviants: readonly Deviant[] = [
  ...shownDeviants,
  ...taken,
  ...acceptedDeviants,
  ...hashDeviants,
  ...providerDeviants,
]
