import type { Refusal } from './errors.ts'
import { type Dialect, type RefusalName, type RefusalRow, refusals } from './refusals.ts'
import type { OperationName } from './operation-names.ts'
import { reasons } from './explanation-texts.ts'
import { userTransitions } from './user-lifecycle.ts'

/** Why a call was refused, for people. */
export interface Explanation {
  /** Name of the refusal: `suspend-not-active`. */
  readonly refusal: string
  /** HTTP status, and the code that the reply carries: its `errorCode`, or `error` on client endpoints. */
  readonly status: number
  readonly code: string
  /** The rule that was broken, in our own words. */
  readonly rule: string
  /** Where the rule stands. */
  readonly section: string
  /** What was found instead. */
  readonly found: readonly string[]
  /** What would have been accepted. */
  readonly accepted: string
  /** The statuses in which the operation is allowed, where it is one of the user's lifecycle. */
  readonly allowedIn?: readonly string[]
  /** Id of the decision that it rests on, where the documents are silent; docs/reference/decisions.md has them all. */
  readonly decision?: string
}

const transitionByOperation: Partial<Record<OperationName, keyof typeof userTransitions>> = {
  activateUser: 'activate',
  reactivateUser: 'reactivate',
  deactivateUser: 'deactivate',
  suspendUser: 'suspend',
  unsuspendUser: 'unsuspend',
  unlockUser: 'unlock',
  resetPassword: 'resetPassword',
  expirePassword: 'expirePassword',
  resetFactors: 'resetFactors',
  changePassword: 'changePassword',
  forgotPassword: 'forgotPassword',
  changeRecoveryQuestion: 'changeRecoveryQuestion',
}

/** Refusals that the status of a user may be the reason of. */
const ofStatus: ReadonlySet<string> = new Set<RefusalName>([
  'activate-already-active',
  'reactivate-wrong-status',
  'operation-not-allowed-in-status',
  'suspend-not-active',
  'unsuspend-not-suspended',
  'unlock-not-locked',
  'change-password-not-allowed',
  'forgot-password-not-allowed',
  'change-recovery-question-not-allowed',
])

/**
 * Says why a call was refused: the rule and its section, what was found, what would have been accepted, and the
 * decision that it rests on.
 *
 * @param found What was wrong, as the refusal said it.
 * @param dialect In which form the refusal was told.
 */
export function explain(
  { refusal, details }: Pick<Refusal, 'refusal' | 'details'>,
  found: readonly string[],
  operation?: OperationName,
  dialect: Dialect = 'platform',
): Explanation {
  const { rule, section, accepted, decision } = reasons[refusal]
  const { status, code, oauth }: RefusalRow = refusals[refusal]
  const transition = operation && transitionByOperation[operation]
  const values = details.values ?? {}
  return {
    refusal,
    status,
    code: (dialect === 'oauth' && oauth?.error) || code,
    rule,
    section,
    found,
    accepted: accepted.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name),
    ...(transition && ofStatus.has(refusal) ? { allowedIn: userTransitions[transition].from } : {}),
    ...(decision === undefined ? {} : { decision }),
  }
}
