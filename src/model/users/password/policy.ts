import { codePointLength } from '../../../contract/formats/index.ts'
import { defaultPasswordPolicy, type PasswordPolicy } from '../../../contract/password-policy.ts'
import { passwordMaxLength } from '../../../contract/resources/credentials.ts'
import { usernameParts } from './username-parts.ts'

/** The largest value of each number in a policy. The history is kept short, since each entry is verified. */
const largest = {
  minLength: passwordMaxLength,
  minLowerCase: passwordMaxLength,
  minUpperCase: passwordMaxLength,
  minNumber: passwordMaxLength,
  minSymbol: passwordMaxLength,
  historyCount: 30,
  minAge: 315_360_000_000,
  maxAge: 315_360_000_000,
  maxAttempts: 1_000_000,
} as const satisfies { readonly [Name in Exclude<keyof PasswordPolicy, 'excludeUsername'>]: number }

/**
 * The default policy with some of its settings changed.
 * @param changes As they come from an option or a seed file; a setting left out or undefined stays as it is.
 * @throws RangeError that names the setting (`passwordPolicy.minLength: …`) when a name is unknown, a value is
 *   out of range or of the wrong type, or no password of 72 characters could meet the policy.
 */
export function passwordPolicy(
  changes: { readonly [Name in keyof PasswordPolicy]?: PasswordPolicy[Name] | undefined } = {},
): PasswordPolicy {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  for (const [name, value] of given) checkSetting(name, value)
  const policy: PasswordPolicy = { ...defaultPasswordPolicy, ...Object.fromEntries(given) }
  const needed = policy.minLowerCase + policy.minUpperCase + policy.minNumber + policy.minSymbol
  if (needed > passwordMaxLength) {
    throw new RangeError(
      `passwordPolicy: the characters it asks for make ${needed}, a password has at most ${passwordMaxLength}`,
    )
  }
  return policy
}

function checkSetting(name: string, value: unknown): void {
  if (name === 'excludeUsername') {
    if (typeof value === 'boolean') return
    throw new RangeError(`passwordPolicy.${name}: expected true or false`)
  }
  if (!isNumberSetting(name)) {
    const known = Object.keys(defaultPasswordPolicy).join(', ')
    throw new RangeError(`passwordPolicy.${name}: no such setting; there are ${known}`)
  }
  const max = largest[name]
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return
  throw new RangeError(`passwordPolicy.${name}: expected a whole number from 0 to ${max}`)
}

function isNumberSetting(name: string): name is keyof typeof largest {
  return Object.hasOwn(largest, name)
}

/** One thing a policy can ask: how it is said, or undefined when the policy does not ask it, and when it is met. */
interface Requirement {
  readonly text: (policy: PasswordPolicy) => string | undefined
  readonly met: (password: string, login: string, policy: PasswordPolicy) => boolean
}

/** In the order in which the refusal lists them. */
const requirements: readonly Requirement[] = [
  {
    text: ({ minLength }) => (minLength > 0 ? `at least ${count(minLength, 'character')}` : undefined),
    met: (password, _, { minLength }) => codePointLength(password) >= minLength,
  },
  atLeast('minLowerCase', 'a', 'lowercase letter', /\p{Ll}/gu),
  atLeast('minUpperCase', 'an', 'uppercase letter', /\p{Lu}/gu),
  atLeast('minNumber', 'a', 'number', /\p{Nd}/gu),
  atLeast('minSymbol', 'a', 'symbol', /[\p{P}\p{S}]/gu),
  {
    text: ({ excludeUsername }) => (excludeUsername ? 'no parts of your username' : undefined),
    met: (password, login) => !containsAny(password.toLowerCase(), usernameParts(login)),
  },
]

function atLeast(
  setting: 'minLowerCase' | 'minUpperCase' | 'minNumber' | 'minSymbol',
  article: string,
  noun: string,
  characters: RegExp,
): Requirement {
  return {
    text({ [setting]: min }) {
      if (min === 0) return undefined
      return min === 1 ? `${article} ${noun}` : `at least ${count(min, noun)}`
    },
    met: (password, _, policy) => (password.match(characters)?.length ?? 0) >= policy[setting],
  }
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}

function containsAny(password: string, parts: readonly string[]): boolean {
  return parts.some((part) => password.includes(part))
}

/** Asked of every password, whatever the policy (Users, Limits). */
const atMost = `at most ${passwordMaxLength} characters`

/**
 * What of the policy a password in clear does not meet, in the words of the refusal; empty when it meets all.
 * A password over 72 characters misses one more thing, which no policy can lift (Users, Limits). Lengths
 * are counted in characters, the login and its parts are sought ignoring case. Imported hashes and password
 * hooks are not subject to the policy.
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
 * The refusal of a password, for a person to read: all that the policy in force asks, met or not, so that it
 * does not tell what the password was like.
 * @param unmet What `checkPassword` found: the limit of 72 characters is only spoken of when it was passed.
 */
export function passwordRefusal(
  policy: PasswordPolicy = defaultPasswordPolicy,
  unmet: readonly string[] = [],
): string {
  const texts = requirements.flatMap(({ text }) => text(policy) ?? [])
  const all = unmet.includes(atMost) ? [...texts, atMost] : texts
  return `Password requirements were not met. Password requirements: ${all.join(', ')}.`
}
