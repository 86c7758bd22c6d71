import { ValueError } from '../../kernel/value-error.ts'
import { codePointLength } from '../../../contract/formats/index.ts'
import { defaultPasswordPolicy, type PasswordPolicy } from '../../../contract/password-policy.ts'
import { passwordMaxLength } from '../../../contract/resources/credentials.ts'

/**
 * The default policy with some of its settings changed.
 * @param changes Settings that passed their schema; one left out or undefined keeps its default.
 * @throws RangeError if no password of 72 characters could meet the policy.
 */
export function passwordPolicy(
  changes: { readonly [Name in keyof PasswordPolicy]?: PasswordPolicy[Name] | undefined } = {},
): PasswordPolicy {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const policy: PasswordPolicy = { ...defaultPasswordPolicy, ...Object.fromEntries(given) }
  const needed = policy.minLowerCase + policy.minUpperCase + policy.minNumber + policy.minSymbol
  if (needed > passwordMaxLength) {
    throw new ValueError(
      'passwordPolicy',
      `the characters it asks for make ${needed}, a password has at most ${passwordMaxLength}`,
    )
  }
  return policy
}

/** One requirement of a policy: its text, or undefined if the policy does not require it, and its test. */
interface Requirement {
  readonly text: (policy: PasswordPolicy) => string | undefined
  readonly met: (password: string, login: string, policy: PasswordPolicy) => boolean
}

/** In the order of the error message. */
const requirements: readonly Requirement[] = [
  {
    text: ({ minLength }) => (minLength > 0 ? `at least ${count(minLength, 'character')}` : undefined),
    met: (password, _, { minLength }) => codePointLength(password) >= minLength,
  },
  atLeast('minLowerCase', 'a', 'lowercase letter', () => /\p{Ll}/gu),
  atLeast('minUpperCase', 'an', 'uppercase letter', () => /\p{Lu}/gu),
  atLeast('minNumber', 'a', 'number', () => /\p{Nd}/gu),
  atLeast('minSymbol', 'a', 'symbol', () => /[\p{P}\p{S}]/gu),
  {
    text: ({ excludeUsername }) => (excludeUsername ? 'no parts of your username' : undefined),
    met: (password, login) => !containsAny(password.toLowerCase(), usernameParts(login)),
  },
]

function atLeast(
  setting: 'minLowerCase' | 'minUpperCase' | 'minNumber' | 'minSymbol',
  article: string,
  noun: string,
  characters: () => RegExp,
): Requirement {
  return {
    text({ [setting]: min }) {
      if (min === 0) return undefined
      return min === 1 ? `${article} ${noun}` : `at least ${count(min, noun)}`
    },
    met: (password, _, policy) => (password.match(characters())?.length ?? 0) >= policy[setting],
  }
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}

function containsAny(password: string, parts: readonly string[]): boolean {
  return parts.some((part) => password.includes(part))
}

/** Required of every password, whatever the policy (Users, Limits). */
const atMost = `at most ${passwordMaxLength} characters`

/**
 * The requirements that a plain-text password does not meet, in the words of the error; empty if it meets all. The
 * limit of 72 characters applies with every policy (Users, Limits). Lengths are in characters; the search for the
 * login and its parts ignores case. The policy does not apply to imported hashes and password hooks.
 */
export function checkPassword(
  password: string,
  login: string,
  policy: PasswordPolicy = defaultPasswordPolicy,
): string[] {
  const unmet = requirements.filter(({ text, met }) => text(policy) && !met(password, login, policy))
  const texts = unmet.map(({ text }) => text(policy) as string)
  return codePointLength(password) > passwordMaxLength ? [...texts, atMost] : texts
}

/**
 * Every requirement of a policy, met or not: `at least 8 characters, a number`.
 * @param unmet The result of `checkPassword`: only a password over 72 characters adds that limit.
 */
export function passwordRequirements(policy: PasswordPolicy, unmet: readonly string[] = []): string {
  const texts = requirements.flatMap(({ text }) => text(policy) ?? [])
  return (unmet.includes(atMost) ? [...texts, atMost] : texts).join(', ')
}

/** The error message of the service for a password: it lists every requirement of the policy, met or not. */
export function passwordRefusal(policy: PasswordPolicy, unmet: readonly string[]): string {
  return `Password requirements were not met. Password requirements: ${passwordRequirements(policy, unmet)}.`
}

const separators = /[,._#@-]/

/** Shorter parts do not count, in characters. */
const shortestPart = 4

/**
 * The parts of a login, in lower case, that its owner's password must not contain (Users, Credentials, default
 * password policy). These are the login itself, and its parts of 4 or more characters between `,` `.` `_` `#` `@`
 * `-`.
 *
 * The parent domain does not count: the last label of a domain of two or more. So `jane.doe@corp.example.info` has
 * the parts `jane`, `corp` and `example`. The service's own account of the rule names `com` as the parent of
 * `example.com`, and counts `example`. A domain of one label has no parent.
 */
export function usernameParts(login: string): string[] {
  const whole = login.toLowerCase()
  const parts = withoutParentDomain(whole).split(separators)
  const counting = parts.filter((part) => codePointLength(part) >= shortestPart)
  return [...new Set([whole, ...counting])].filter((part) => part !== '')
}

function withoutParentDomain(login: string): string {
  const at = login.lastIndexOf('@')
  const dot = login.lastIndexOf('.')
  return at !== -1 && dot > at ? login.slice(0, dot) : login
}

/**
 * Whether a password is too young for its owner to change it. Users: `strict` of change_password and of the update
 * operations.
 * @param passwordChanged When it was set, as a timestamp; null for a user without a password.
 * @param now In milliseconds since 1970.
 */
export function isTooYoung(
  passwordChanged: string | null | undefined,
  now: number,
  { minAge }: PasswordPolicy,
): boolean {
  if (!passwordChanged || minAge === 0) return false
  return now - Date.parse(passwordChanged) < minAge
}

/**
 * Whether a password is older than its maximum age. Only sign-in checks this (Users, States and transitions).
 * @param passwordChanged When it was set, as a timestamp; null for a user without a password.
 * @param now In milliseconds since 1970.
 */
export function isTooOld(
  passwordChanged: string | null | undefined,
  now: number,
  { maxAge }: PasswordPolicy,
): boolean {
  if (!passwordChanged || maxAge === 0) return false
  return now - Date.parse(passwordChanged) >= maxAge
}
