import { z } from 'zod'
import { mistakes } from '../errors/mistakes.ts'
import { once } from '../once.ts'
import { characters, nullByDocuments, resource } from './common.ts'

/** The longest password that is taken (Users, Limits), in characters. */
export const passwordMaxLength = 72

/** Hash algorithms that can be imported (Users, Hashed Password object). */
export const hashAlgorithms = ['BCRYPT', 'SHA-512', 'SHA-256', 'SHA-1', 'MD5', 'PBKDF2'] as const

/** A password that an outside service verifies at the first sign-in (Users, Password Hook object). */
const PasswordHook = resource(
  'PasswordHook',
  'A password that an inline hook verifies at the first sign-in.',
  {
    type: () => z.literal('default', { error: 'expected default' }),
  },
)

/** A password hash on its way in (Users, Hashed Password object); the model says what is wrong with one. */
export interface PasswordHash {
  readonly algorithm: (typeof hashAlgorithms)[number]
  /** Base64 of the hash; for BCRYPT 31 characters of its own alphabet. */
  readonly value: string
  /** Base64; for BCRYPT 22 characters of its own alphabet. BCRYPT and PBKDF2 need one. */
  readonly salt?: string | null
  /** BCRYPT only: binary logarithm of the rounds, 1 to 20. With other algorithms 0 counts as not sent. */
  readonly workFactor?: number | null
  /** Whether the salt stands before or behind the password; for salted SHA and MD5. */
  readonly saltOrder?: 'PREFIX' | 'POSTFIX' | null
  /** PBKDF2 only: at least 4096. */
  readonly iterationCount?: number | null
  /** PBKDF2 only: bytes of the derived key. */
  readonly keySize?: number | null
  /** PBKDF2 only. */
  readonly digestAlgorithm?: 'SHA256_HMAC' | 'SHA512_HMAC' | null
}

/** Let through as it is: nothing of a hash is to appear in a message. */
const PasswordHash = once(() => z.custom<PasswordHash | null>().meta({ id: 'PasswordHash' }))

const isWriteOnly = true

/** A password on its way in (Users, Password object). An empty object means no password. */
const Password = resource(
  'Password',
  'A password on its way in: in clear, as a hash, or to be verified by a hook. Empty for none.',
  {
    value: {
      schema: () => z.string().meta({ maxLength: passwordMaxLength }).nullish(),
      says: 'In clear. Must satisfy the password policy.',
      isWriteOnly,
    },
    hash: { schema: () => PasswordHash().optional(), isWriteOnly },
    hook: { schema: () => PasswordHook().nullish(), isWriteOnly },
  },
)

/** A password given in clear, where nothing else will do (Users, Credential operations). */
const PasswordValue = resource('PasswordValue', 'A password in clear.', {
  value: {
    schema: () => z.string({ error: mistakes.blank.says }).meta({ maxLength: passwordMaxLength }),
    isWriteOnly,
  },
})

/** A password, where an operation asks for one. */
export const passwordRow = { schema: PasswordValue, secret: 'password' } as const

/** The passwords of the operation that changes one. */
export const changedPasswordRows = { oldPassword: passwordRow, newPassword: passwordRow } as const

/** The answer to a recovery question. */
export const answerRow = { schema: () => characters(1, 100), isWriteOnly, secret: 'answer' } as const

/** A recovery question (Users, Recovery Question object). */
const RecoveryQuestion = resource('RecoveryQuestion', 'A recovery question and its answer.', {
  question: () => characters(1, 100).nullish(),
  answer: {
    ...answerRow,
    schema: () => characters(1, 100).nullish(),
    says: 'Compared without regard to case. Never shown.',
  },
})

/** The kinds of provider, but the service's own, whose name is in the vocabulary (Users, Provider object). */
export const outsideProviderTypes = ['ACTIVE_DIRECTORY', 'LDAP', 'FEDERATION', 'SOCIAL', 'IMPORT'] as const

/** Who holds the credentials (Users, Provider object). */
const Provider = resource('Provider', 'Who holds the credentials of a user.', {
  type: () => z.string().meta({ vocabulary: 'providerType', values: outsideProviderTypes }),
  name: { schema: () => z.string().nullish(), says: 'Name of the directory, for directories.' },
})

/** Credentials on their way in (Users, Credentials). */
export const CredentialsInput = resource('CredentialsInput', 'Credentials on their way in.', {
  password: { schema: () => Password().nullish(), secret: 'password' },
  recovery_question: () => RecoveryQuestion().nullish(),
  // Read-only except in a create. Elsewhere it is ignored, whatever its value: the reader checks it.
  provider: () =>
    Provider()
      .nullish()
      .catch(({ value }) => value as z.output<ReturnType<typeof Provider>>),
})

/** Credentials in a reply: the password is an empty object, the answer is left out (Users, Credentials). */
export const Credentials = resource(
  'Credentials',
  'Credentials as replies show them: no secret, and an empty object where there is a password.',
  {
    password: () => nullByDocuments(z.strictObject({})).optional(),
    recovery_question: () =>
      nullByDocuments(
        z.strictObject({ question: nullByDocuments(z.string().meta({ minLength: 1, maxLength: 100 })) }),
      ).optional(),
    provider: { schema: Provider, writer: 'service' },
  },
)
