import { circumstances } from './circumstances.ts'
import { docsOf } from './docs-links.ts'
import { fill } from './errors/fill.ts'
import { reasonOfMistakes } from './errors/mistake-reasons.ts'
import type { Refusal } from './errors.ts'
import { type Reason, reasons } from './explanation-texts.ts'
import { anyOf } from './formats/counted.ts'
import type { OperationName } from './operation-names.ts'
import type { OperationSpec } from './operation.ts'
import { operationSpecs } from './operations/index.ts'
import { bodyRefusals, type Dialect, type RefusalName, type RefusalRow, refusals } from './refusals.ts'
import { statusRefusals, transitionOf, userTransitions, type UserTransitionName } from './user-lifecycle.ts'

/** Why a call was refused, for people. */
export interface Explanation {
  /** Name of the error: `suspend-not-active`. */
  readonly refusal: string
  /** HTTP status, and the code that the reply carries: its `errorCode`, or `error` on client endpoints. */
  readonly status: number
  readonly code: string
  /** The rule that was broken, in our own words. */
  readonly rule: string
  /** Where the rule stands. */
  readonly section: string
  /** The page about it: of docs/the-api.md in this version, or of a standard. */
  readonly docs: string
  /** The value or state that the service found instead. */
  readonly found: readonly string[]
  /** The value or state that the service accepts. */
  readonly accepted: string
  /** The statuses in which the operation is allowed, where it is one of the user's lifecycle. */
  readonly allowedIn?: readonly string[]
  /** Id of the interpretation behind it, where the API description is silent (docs/reference/decisions.md). */
  readonly decision?: string
}

/** Errors that the status of a user can cause. */
const ofStatus = new Set<RefusalName>(
  (Object.keys(userTransitions) as UserTransitionName[]).flatMap(statusRefusals),
)

/** How people name a kind of record that was not found, and its identifier. */
const references: Readonly<Record<string, string>> = {
  User: 'The id, login or unambiguous short name of a user',
  UserGroup: 'The id of a group',
  GroupRule: 'The id of a group rule',
  PublicClientApp: 'The id of a client',
  grant: 'The id of a grant of this user',
  'refresh token': 'The id of a refresh token of this user and client',
}

/**
 * Explains an error: the rule and its section, the value found, the value accepted, and the interpretation behind it.
 *
 * @param found The findings, as the error lists them.
 * @param dialect The form in which the error was sent.
 */
export function explain(
  { refusal, details }: Pick<Refusal, 'refusal' | 'details'>,
  found: readonly string[],
  operation?: OperationName,
  dialect: Dialect = 'platform',
): Explanation {
  const { of, ...row } = reasons[refusal]
  const { status, code, oauth }: RefusalRow = refusals[refusal]
  const { because, values = {}, mistakes = [] } = details
  const transition = operation && transitionOf[operation]
  const isOfStatus = transition !== undefined && ofStatus.has(refusal)
  const reason: Reason = {
    ...row,
    ...(operation && of?.[operation]),
    ...(bodyRefusals.has(refusal) ? reasonOfMistakes(mistakes, operation) : {}),
    ...(because && circumstances[because]),
  }
  const from: readonly string[] = isOfStatus ? userTransitions[transition].from : []
  const slots: Readonly<Record<string, string>> = {
    source:
      (operation && (operationSpecs[operation] as OperationSpec | undefined)?.source) ??
      'Clients, Groups, Users, Endpoints',
    allowed: from.length > 0 ? anyOf(from) : 'one of the statuses that the operation takes',
    reference: references[values['kind'] ?? ''] ?? 'The id of a record',
    ...values,
  }
  const decision = decisionOf(refusal, reason, values['kind'], operation)
  const section = fill(reason.section, slots)
  return {
    refusal,
    status,
    code: (dialect === 'oauth' && oauth?.error) || code,
    rule: fill(reason.rule, slots),
    section,
    docs: docsOf(section),
    found,
    accepted: fill(reason.accepted, slots),
    ...(isOfStatus ? { allowedIn: from } : {}),
    ...(decision === undefined ? {} : { decision }),
  }
}

/** An unknown client in a path of grants or tokens is an interpretation; in newSecret it is documented. */
function decisionOf(
  refusal: RefusalName,
  { decision }: Reason,
  kind: string | undefined,
  operation: OperationName | undefined,
): string | undefined {
  const isOfGrants = refusal === 'not-found' && kind === 'PublicClientApp' && operation !== 'newClientSecret'
  return isOfGrants ? 'grants-of-unknown-client' : decision
}
