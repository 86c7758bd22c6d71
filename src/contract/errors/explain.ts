import { docsOf } from '../docs-links.ts'
import { anyOf } from '../formats/counted.ts'
import type { OperationName } from '../operation-names.ts'
import type { OperationSpec } from '../operation.ts'
import { operationSpecs } from '../operations/index.ts'
import { statusRefusals, transitionOf, userTransitions, type UserTransitionName } from '../user-lifecycle.ts'
import {
  bodyRefusals,
  type Case,
  cases,
  type ErrorFormat,
  type ErrorName,
  type ErrorRow,
  isOfOAuth,
  type RefusalName,
  refusals,
  rowOf,
} from './catalogue.ts'
import { fill, filled } from './fill.ts'
import { reasonOfMistakes } from './mistake-reasons.ts'
import { type Refusal, shortened } from './refusal.ts'
import { caseReasons, oauthReasons, type Reason, type ReasonRow, reasons, type Stated } from './texts.ts'

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
  /** The page about it: of docs/reference/the-api.md in this version, or of a standard. */
  readonly docs: string
  /** The value or state that the service found instead. */
  readonly found: readonly string[]
  /** The value or state that the service accepts. */
  readonly accepted: string
  /** The statuses in which the operation is allowed, where it is one of the user's lifecycle. */
  readonly allowedIn?: readonly string[]
  /** Id of the interpretation behind it, where the API description is silent (docs/reference/interpretations.md). */
  readonly interpretation?: string
}

const rows: Readonly<Record<RefusalName, ReasonRow>> = reasons
const rowsOfCases: Readonly<Record<string, Partial<Reason>>> = caseReasons satisfies Record<Case, unknown>

/** A row of the catalogue, as the public contract shows it. */
export interface RefusalRow extends ErrorRow {
  /** Where the row comes from: a table of the API description, or the id of an interpretation. */
  readonly source: string
}

/** Where the status and the code of an error are stated. */
export function statedAt(name: RefusalName): Stated {
  return rows[name].from ?? { interpretation: 'error-codes' }
}

/** Every way in which the service refuses a request, by name: status, code, texts and where it is stated. */
export const statedRefusals = Object.fromEntries(
  Object.entries(refusals).map(([name, row]) => {
    const { section, interpretation } = statedAt(name as RefusalName)
    const source = [section ?? [], interpretation ? `interpretation: ${interpretation}` : []]
      .flat()
      .join('; ')
    return [name, { ...row, source }]
  }),
) as Readonly<Record<RefusalName, RefusalRow>>

/** Why the service gives an error. Its row also has the section and interpretation, where they are not those of its code. */
export function reasonOf(name: ErrorName): Reason & Pick<ReasonRow, 'of'> {
  if (isOfOAuth(name)) return oauthReasons[name]
  return { section: '', ...statedAt(name), ...rows[name] }
}

/** Errors that the status of a user can cause. */
const ofStatus: ReadonlySet<string> = new Set(
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

/** The findings for people who ask why a call was refused. They can say more than the reply. */
export function foundIn(refusal: Refusal): readonly string[] {
  const { because, causes, mistakes, values } = refusal.details
  const hasCause = causes || mistakes || cases.get(because ?? '')?.cause
  const { found = hasCause ? undefined : reasonOf(refusal.refusal).found } = rowsOfCases[because ?? ''] ?? {}
  const text = filled(found, values)
  return text === undefined ? refusal.found : [shortened(text)]
}

/**
 * Explains an error: the rule and its section, the value found, the value accepted, and the interpretation behind it.
 *
 * @param found The findings, as the error lists them.
 * @param errorFormat The form in which the error was sent.
 */
export function explain(
  { refusal, status, details, accepted }: Pick<Refusal, 'refusal' | 'status' | 'details' | 'accepted'>,
  found: readonly string[],
  operation?: OperationName,
  errorFormat: ErrorFormat = 'platform',
): Explanation {
  const { of, ...row } = reasonOf(refusal)
  const { code, oauth } = rowOf(refusal)
  const { because, values = {}, mistakes = [] } = details
  const transition = operation && transitionOf(operation)
  const isOfStatus = transition !== undefined && ofStatus.has(refusal)
  const isOfFields = bodyRefusals.has(refusal) || refusal === 'update-credentials-failed'
  const reason: Reason = {
    ...row,
    ...(operation && of?.[operation]),
    ...(isOfFields ? reasonOfMistakes(mistakes, operation) : {}),
    ...rowsOfCases[because ?? ''],
  }
  const from: readonly string[] = isOfStatus ? userTransitions[transition].from : []
  const kind = String(values['kind'])
  const slots = {
    source:
      (operation && (operationSpecs[operation] as OperationSpec | undefined)?.source) ??
      'Clients, Groups, Users, Endpoints',
    allowed: from.length > 0 ? anyOf(from) : 'one of the statuses that the operation takes',
    reference: references[kind] ?? 'The id of a record',
    filters: 'a property that the filter of this list knows',
    ...values,
  }
  // An unknown client in a path of grants or tokens is an interpretation; in newSecret it is documented.
  const isOfGrants = refusal === 'not-found' && kind === 'PublicClientApp' && operation !== 'newClientSecret'
  const interpretation = isOfGrants ? 'grants-of-unknown-client' : reason.interpretation
  const section = fill(reason.section, slots)
  return {
    refusal,
    status,
    code: (errorFormat === 'oauth' && oauth?.error) || code,
    rule: fill(reason.rule, slots),
    section,
    docs: docsOf(section),
    found,
    // Many errors share a code of OAuth: each says what its request needs.
    accepted: (isOfOAuth(refusal) && accepted) || fill(reason.accepted, slots),
    ...(isOfStatus ? { allowedIn: from } : {}),
    ...(interpretation === undefined ? {} : { interpretation }),
  }
}
