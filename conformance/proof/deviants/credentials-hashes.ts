/** Servers that break clauses of imported hashes and of providers. */
import { drop, set } from '../alter/answer.ts'
import { on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, takeFromCaller } from '../alter/memory.ts'
import { acceptInstead, refuse } from '../alter/refusal.ts'
import { ignoreInput, input } from '../alter/request.ts'
import { deviant, deviantOf } from './deviant.ts'
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
  ).flatMap(([name, algorithm]) => [
    deviantOf(`credentials.hash.${name}.sign-in`, 'miscounted', {
      summary: `does not know the password of a ${algorithm} hash`,
      alter: on(created, when(isAlgorithm(algorithm), input(`${hash}.value`, otherDigest))),
    }),
    deviantOf(`credentials.hash.${name}.sign-in`, 'refused', {
      summary: `refuses ${algorithm} hashes`,
      alter: on(created, when(isAlgorithm(algorithm), refuse())),
    }),
  ]),
  deviant('credentials.hash.salt-order.sign-in/always-prefix', {
    summary: 'takes every salt to precede the password',
    alter: on(created, when(sends(`${hash}.saltOrder`), input(`${hash}.saltOrder`, 'PREFIX'))),
  }),
  deviant('credentials.hash.salt-order.sign-in/always-postfix', {
    summary: 'takes every salt to follow the password',
    alter: on(created, when(sends(`${hash}.saltOrder`), input(`${hash}.saltOrder`, 'POSTFIX'))),
  }),
  deviant('credentials.hash.no-policy/refused', {
    summary: 'refuses the hash of a weak password',
    alter: on(
      created,
      when(
        sends(`${hash}.value`, (value: string) => value.startsWith('rDiX8')),
        refuse(),
      ),
    ),
  }),
  deviant('credentials.hash.no-policy/not-let-in', {
    summary: 'does not let a user in with a weak password',
    alter: on(
      created,
      when(
        sends(`${hash}.value`, (value: string) => value.startsWith('rDiX8')),
        input(`${hash}.value`, otherDigest),
      ),
    ),
  }),
  ...updated.flatMap((where) => [
    deviantOf('credentials.hash.update-staged', `refused-by-${where.toLowerCase()}`, {
      summary: `refuses a hash in ${where}`,
      alter: on(where, when(sends(hash), refuse())),
    }),
    deviantOf('credentials.hash.update-staged', `ignored-by-${where.toLowerCase()}`, {
      summary: `ignores a hash in ${where}`,
      alter: on(where, ignoreInput(hash)),
    }),
    deviantOf('credentials.hash.update-active', `accepted-by-${where.toLowerCase()}`, {
      summary: `accepts a hash for an ACTIVE user in ${where}`,
      alter: on(where, when(sends(hash), acceptInstead())),
    }),
    deviantOf('credentials.hash.update-active', `done-by-${where.toLowerCase()}`, {
      summary: `refuses a hash for an ACTIVE user in ${where}, and takes its password`,
      alter: on(
        where,
        when(
          sends(hash),
          refuseButStoreCredentials(() => ({ password: { value: 'FernRoot7Leaf' } })),
        ),
      ),
    }),
  ]),
]

const type = 'credentials.provider.type'

export const providerDeviants = [
  deviant('credentials.provider.present/left-out', {
    summary: 'does not show the provider',
    alter: on('getUser', whenSuccess(drop('credentials.provider'))),
    breaks: ['credentials.provider.type', 'credentials.provider.name'],
  }),
  deviant('credentials.provider.present/no-type', {
    summary: 'does not show the type of the provider',
    alter: on('getUser', whenSuccess(drop(type))),
    breaks: 'credentials.provider.type',
  }),
  deviant('credentials.provider.type/unknown', {
    summary: 'shows a provider of its own kind',
    alter: on('getUser', whenSuccess(set(type, 'HOUSE'))),
  }),
  deviant('credentials.provider.type/other-word', {
    summary: 'spells the service in another word',
    alter: on('getUser', whenSuccess(set(type, 'OKTA'))),
  }),
  deviant('credentials.provider.name/a-number', {
    summary: 'shows the name of the provider as a number',
    alter: on('getUser', whenSuccess(set('credentials.provider.name', 7))),
  }),
  ...updated.map((where) =>
    deviantOf('credentials.provider.read-only', `taken-by-${where.toLowerCase()}`, {
      summary: `takes the provider from ${where}`,
      alter: takeFromCaller(where, 'credentials.provider'),
    }),
  ),
  deviant('credentials.provider.import/of-the-service', {
    summary: 'shows an imported password as one of its own',
    alter: on('getUser', whenSuccess(set(type, 'SVC'))),
  }),
  ...(['FEDERATION', 'SOCIAL'] as const).flatMap((name) => {
    const clause = name === 'SOCIAL' ? 'credentials.provider.social' : 'credentials.provider.federation'
    const isIt = sends(type, (value) => value === name)
    return [
      deviantOf(clause, 'refused', {
        summary: `refuses the provider ${name}`,
        alter: on(created, when(isIt, refuse())),
      }),
      deviantOf(clause, 'of-the-service', {
        summary: `shows users of the provider ${name} as users of the service`,
        alter: after(
          created,
          { outcome: 'success', when: isIt },
          { credentials: { provider: { type: 'SVC' } } },
        ),
      }),
    ]
  }),
  deviant('credentials.provider.federated-no-password/password', {
    summary: 'shows a password of federated users',
    alter: after(created, { outcome: 'success', when: sends(type) }, { credentials: { password: {} } }),
  }),
  deviant('credentials.provider.federated-no-password/question', {
    summary: 'shows a recovery question of federated users',
    alter: after(
      created,
      { outcome: 'success', when: sends(type) },
      { credentials: { recovery_question: { question: 'Which?' } } },
    ),
  }),
]
