/**
 * Texts in the body of a user that each write refuses (Users, Profile and Credentials). Checks, mutants and calls of the
 * exploration are generated from these rows. Limits of a profile are rows of `profile.ts`.
 */
import { tableOf } from './table.ts'

/** A text that is refused. */
export interface RefusedValue {
  readonly id: string
  /** Its place in the body. */
  readonly path: 'profile.email' | 'profile.secondEmail' | 'credentials.password.value'
  readonly sent: string
  /** The texts that a wrong server takes, and a name for them. */
  readonly takes: readonly [how: string, texts: RegExp]
}

const password = { path: 'credentials.password.value' } as const
const withoutAt = { sent: 'fern.example.com', takes: ['without-at', /^[^@]{5,}$/] } as const

/** Addresses that are none. */
export const refusedAddresses = tableOf<RefusedValue, 'id'>()([
  { id: 'users.profile.email.form', path: 'profile.email', ...withoutAt },
  {
    id: 'users.profile.email.dots',
    path: 'profile.email',
    sent: 'two..dots@example.com',
    takes: ['two-dots', /\.\./],
  },
  {
    id: 'users.profile.email.dots',
    path: 'profile.email',
    sent: '.fern@example.com',
    takes: ['leading-dot', /^\./],
  },
  { id: 'users.profile.second-email.form', path: 'profile.secondEmail', ...withoutAt },
])

/** Passwords against the default policy, each breaking one rule only. */
export const weakPasswords = tableOf<RefusedValue, 'id'>()([
  { id: 'credentials.policy.length.refused', ...password, sent: 'Abcde12', takes: ['short', /^.{7}$/] },
  { id: 'credentials.policy.upper-case', ...password, sent: 'abcdefg12', takes: ['lower', /^[^A-Z]*$/] },
  { id: 'credentials.policy.lower-case', ...password, sent: 'ABCDEFG12', takes: ['upper', /^[^a-z]*$/] },
  { id: 'credentials.policy.digit', ...password, sent: 'Abcdefghi', takes: ['letters', /^\D*$/] },
])

/** A password of a length, with every kind of character that a policy may require. */
export const passwordOf = (size: number): string => 'Kx-7_Rm+4tZ!9q'.repeat(6).slice(0, size)

/** A password that is too long. */
export const longPassword = tableOf<RefusedValue, 'id'>()([
  {
    id: 'credentials.password.max.refused',
    ...password,
    sent: passwordOf(73),
    takes: ['long', /^.{73,}$/],
  },
])

export const refusedValues = [...refusedAddresses, ...weakPasswords, ...longPassword]
