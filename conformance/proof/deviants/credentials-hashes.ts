/** Servers that break clauses of imported hashes and of providers. */
import { drop, set } from '../alter/answer.ts'
import { on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, takeFromCaller } from '../alter/memory.ts'
import { acceptInstead, refuse } from '../alter/refusal.ts'
import { ignoreInput, input } from '../alter/request.ts'
import { mistakes, mistakesAt, mistakesIn, mistakesOf } from './deviant.ts'
import { refuseButStoreCredentials } from './lifecycle-steps.ts'
import type { Sent } from '../alter/wire.ts'

export const password = 'credentials.password.value'

export const hash = 'credentials.password.hash'

export const question = 'credentials.recovery_question'

export const created = 'createUser'

export const updated = ['updateUser', 'replaceUser'] as const

/** Another digest of the same length. */
const otherDigest = (value: string): string => `${value.startsWith('Z') ? 'Y' : 'Z'}${value.slice(1)}`

const isAlgorithm = (name: string): ((sent: Sent) => boolean) =>
  sends(`${hash}.algorithm`, (value) => value === name)

export const hashDeviants = [
  ...(
    [
      ['bcrypt', 'BCRYPT'],
      ['sha-512', 'SHA-512'],
      ['sha-256', 'SHA-256'],
      ['sha-1', 'SHA-1'],
      ['md5', 'MD5'],
      ['pbkdf2', 'PBKDF2'],
    ] as const
  ).flatMap(([name, algorithm]) =>
    mistakesOf(`credentials.hash.${name}.sign-in`, {
      miscounted: [
        `does not know the password of a ${algorithm} hash`,
        on(created, when(isAlgorithm(algorithm), input(`${hash}.value`, otherDigest))),
      ],
      refused: [`refuses ${algorithm} hashes`, on(created, when(isAlgorithm(algorithm), refuse()))],
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

export const providerDeviants = [
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
