import { refuse, refuseMistakes } from '../../contract/errors/refusal.ts'
import { type Mistake, notForm, wrong } from '../../contract/errors/mistakes.ts'
import type { z } from 'zod'
import type { Stored } from '../../contract/resources/common.ts'
import type { CredentialsInput } from '../../contract/resources/credentials.ts'
import { fold } from '../../query/index.ts'
import { notOneOf } from '../kernel/schema-messages.ts'
import {
  checkHash,
  checkPassword,
  passwordRefusal,
  passwordRequirements,
  storePassword,
} from './password/index.ts'
import { OrgService } from '../kernel/org-service.ts'
import type { Random } from '../kernel/random.ts'
import type { HiddenUserState, Provider, RecoveryQuestion, UserPassword, UserRecord } from './records.ts'
import type { UserStatus } from '../../contract/user-lifecycle.ts'
import type { OrgSettings } from '../kernel/settings.ts'

/** Credentials that passed the contract. */
export type CredentialsGiven = Stored<z.output<ReturnType<typeof CredentialsInput>>>

/** The violations of the policy by a password. */
export interface PolicyProblem {
  /** The message of the service, with every requirement of the policy. */
  readonly message: string
  /** The requirements that the password does not meet: `Requirements not met: a number`. */
  readonly unmet: string
  /** Every requirement of the policy. */
  readonly requirements: string
}

/** A valid password. */
export interface PasswordParsed {
  readonly kind: 'value' | 'hash' | 'hook'
  /** Converts it to the stored form, which draws a salt. */
  readonly keep: () => UserPassword
}

/** A valid recovery question. */
export interface RecoveryParsed {
  /** Converts it to the stored form, which draws a salt. */
  readonly keep: () => RecoveryQuestion
}

/** Reads passwords, recovery questions and providers, and converts them to their stored form. */
export class CredentialsReader extends OrgService {
  /** The source of salts. */
  readonly #random: Pick<Random, 'bytes'>

  constructor(org: CredentialsReader['org']) {
    super(org)
    const random = org.random.fork('credentials')
    const { salts } = org.tables
    salts.follow({ read: () => random.state(), write: (state) => random.restore(state) })
    this.#random = {
      bytes(length) {
        salts.touch()
        return random.bytes(length)
      },
    }
  }

  /**
   * The password of a Password object. Undefined without one: `{}` means no password.
   *
   * @throws `Refusal` `validation` for a password that breaks the policy, and for a wrong hash or hook.
   */
  password(given: CredentialsGiven['password'], login: string): PasswordParsed | undefined {
    if (!given) return undefined
    const forms = (['value', 'hash', 'hook'] as const).filter((form) => isGiven(given[form]))
    const [form] = forms
    if (forms.length > 1) {
      const seen = forms.join(' and ')
      return refuse('seen', { at: 'password', expected: 'one of value, hash and hook', seen })
    }
    if (form === 'hash') {
      const hash = this.#importedHash(given.hash)
      return { kind: 'hash', keep: () => hash }
    }
    if (form === 'hook') return { kind: 'hook', keep: () => ({ kind: 'hook' }) }
    if (form === 'value') {
      const value = given.value!
      this.refuseByPolicy(value, login)
      return { kind: 'value', keep: () => this.keep(value) }
    }
    return undefined
  }

  /**
   * Rejects a password that violates the policy.
   *
   * @param of The error: `update-credentials-failed` where its owner sets it.
   */
  refuseByPolicy(
    value: string,
    login: string,
    of: 'validation' | 'update-credentials-failed' = 'validation',
  ): void {
    const problem = this.policyProblem(value, login)
    const at = of === 'validation' ? 'password' : ''
    if (problem) refuseMistakes([wrong('password-policy', at, { ...problem })], { of })
  }

  /** The violations of the policy; undefined without violations. */
  policyProblem(value: string, login: string): PolicyProblem | undefined {
    const policy = this.org.passwordPolicy
    const unmet = checkPassword(value, login, policy)
    if (unmet.length === 0) return undefined
    return {
      message: passwordRefusal(policy, unmet),
      unmet: `Requirements not met: ${unmet.join(', ')}`,
      requirements: passwordRequirements(policy, unmet),
    }
  }

  /** The provider of a user whose credentials the service stores; one shared object, so that it is stored once. */
  providerOf(password: Pick<PasswordParsed, 'kind'> | undefined): Provider {
    return password?.kind === 'hash' ? importedProvider : this.org.ownProvider
  }

  /** Stores a password without a check of the policy, such as a temporary one. */
  keep(value: string): UserPassword {
    return storePassword(value, this.#random)
  }

  /**
   * The given recovery question; null to remove it, undefined for no change. An empty object is no change. Nor is the
   * present question without an answer, as replies show it.
   *
   * @throws `Refusal` `validation` for a question without an answer, or an answer without a question.
   */
  recoveryQuestion(
    given: CredentialsGiven['recovery_question'],
    present?: RecoveryQuestion,
  ): RecoveryParsed | null | undefined {
    if (given === undefined) return undefined
    const { question, answer } = given ?? {}
    if (given && answer === undefined && (question === undefined || question === present?.question)) {
      return undefined
    }
    if (!isGiven(question) && !isGiven(answer)) return null
    if (!isGiven(question)) {
      return refuseMistakes([wrong('blank', 'recovery_question.question')], { field: 'recovery_question' })
    }
    if (!isGiven(answer)) {
      return refuseMistakes([wrong('blank', 'recovery_question.answer')], { field: 'recovery_question' })
    }
    return { keep: () => ({ question, answer: storePassword(foldAnswer(answer), this.#random) }) }
  }

  #importedHash(given: unknown): UserPassword {
    const checked = checkHash(given)
    if (!checked.ok) {
      const { mistake } = checked
      const at = mistake.at === '' ? 'password.hash' : `password.hash.${mistake.at}`
      return refuseMistakes([{ ...mistake, at }], { field: 'password' })
    }
    return { kind: 'imported', hash: checked.hash }
  }
}

/** Null counts as not given. */
function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}

/** Recovery answers are compared without regard to case (Users, Recovery Question object). */
export function foldAnswer(answer: string): string {
  return fold(answer)
}

/**
 * The provider of a user created with `provider=true` (Users, POST /api/v1/users).
 *
 * @throws `Refusal` `validation` for a provider other than FEDERATION and SOCIAL, or one with a password or question.
 */
export function trustedProvider(given: CredentialsGiven): Provider {
  const { provider, password, recovery_question: question } = given
  const at = 'credentials.provider'
  const refuseProvider = (...mistakes: readonly Mistake[]): never =>
    refuseMistakes(mistakes, { field: 'provider' })
  if (!provider) return refuseProvider(wrong('blank', at))
  if (typeof provider !== 'object') return refuseProvider(notForm(at, 'an object'))
  if (provider.type !== 'FEDERATION' && provider.type !== 'SOCIAL') {
    return refuseProvider(notOneOf(`${at}.type`, ['FEDERATION', 'SOCIAL'], provider.type))
  }
  const name: unknown = provider.name ?? provider.type
  if (typeof name !== 'string') {
    return refuseProvider(notForm(`${at}.name`, 'a string'))
  }
  const { type } = provider
  const mistakes = [
    ...(password && Object.keys(password).length > 0
      ? [wrong('has-none', 'credentials.password', { provider: type, none: 'no password' })]
      : []),
    ...(question
      ? [wrong('has-none', 'credentials.recovery_question', { provider: type, none: 'no recovery question' })]
      : []),
  ]
  if (mistakes.length > 0) return refuseProvider(...mistakes)
  return { type, name }
}

/** Whether a user authenticates through a trusted identity provider (Users, Provider object). */
export function isFederated(provider: Pick<Provider, 'type'>): boolean {
  return provider.type === 'FEDERATION' || provider.type === 'SOCIAL'
}

/**
 * Hidden state for a user of a trusted identity provider: without password and recovery question (Users, Provider
 * object).
 */
export function withoutOwnCredentials(hidden: HiddenUserState): HiddenUserState {
  return withHidden(hidden, {
    password: undefined,
    passwordHistory: undefined,
    passwordExpired: undefined,
    failedSignIns: undefined,
    recovery: undefined,
  })
}

const importedProvider: Provider = Object.freeze({ type: 'IMPORT', name: 'IMPORT' })

const outsideSources: ReadonlySet<string> = new Set(['ACTIVE_DIRECTORY', 'LDAP', 'FEDERATION', 'SOCIAL'])

/** Whether the service itself stores a user's credentials, also as an imported hash. */
export function isServiceSourced(provider: Pick<Provider, 'type'>): boolean {
  return !outsideSources.has(provider.type)
}

/** Hidden state with some members changed; undefined removes a member. */
export function withHidden(
  hidden: HiddenUserState,
  changes: { readonly [Name in keyof HiddenUserState]?: HiddenUserState[Name] | undefined },
): HiddenUserState {
  const all = { ...hidden, ...changes }
  const kept: Record<string, unknown> = {}
  let isEmpty = true
  for (const name in all) {
    const value = all[name as keyof typeof all]
    if (value === undefined) continue
    kept[name] = value
    isEmpty = false
  }
  return isEmpty ? nothingHidden : kept
}

/** The hidden state of most users. */
export const nothingHidden: HiddenUserState = Object.freeze({})

/** The settings for users without a password (Users, States and transitions). */
type EnrolmentPolicy = Pick<OrgSettings, 'optionalPassword' | 'interpretations'>

/** The status of a user after its activation. */
export function activatedStatus(user: UserRecord, policy: EnrolmentPolicy): UserStatus {
  if (isFederated(user.provider) || user.hidden.password) return 'ACTIVE'
  switch (policy.optionalPassword) {
    case 'off':
      return policy.interpretations['activation-without-password']
    case 'required':
      return 'PROVISIONED'
    default:
      return 'ACTIVE'
  }
}

/** Whether users need no password: they sign in by e-mail. */
export function leavesPasswordsOut({ optionalPassword }: Pick<EnrolmentPolicy, 'optionalPassword'>): boolean {
  return optionalPassword === 'optional' || optionalPassword === 'disabled'
}

/** Rejects a password that an administrator may not set, because the policy wants no password. */
export function refusePasswordByPolicy(
  user: UserRecord,
  password: Pick<PasswordParsed, 'kind'> | undefined,
  policy: Pick<EnrolmentPolicy, 'optionalPassword'>,
): void {
  if (!password || user.hidden.password || isFederated(user.provider) || !leavesPasswordsOut(policy)) return
  refuseMistakes([wrong('password-left-out', '')], { of: 'update-credentials-failed' })
}
