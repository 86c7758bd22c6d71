import { Refusal, renderRefusal } from '../contract/errors/refusal.ts'
import { type ErrorFormat, type ErrorRow, type RefusalName, refusals } from '../contract/errors/catalogue.ts'
import type { Mistake } from '../contract/errors/mistakes.ts'
import { anyOf } from '../contract/formats/counted.ts'
import {
  allowedStatuses,
  transitionAllowed,
  transitionRefusal,
  userTransitions,
  type UserTransitionName,
} from '../contract/user-lifecycle.ts'
import { statedAt } from '../contract/errors/explain.ts'
import type { Operation } from '../contract/operation.ts'
import { refusalsOf } from '../contract/operation-refusals.ts'
import type { Settings } from './options.ts'
import { replyHeaders } from './reply-headers.ts'
import { type JsonObject, refTo } from './types.ts'

/** Errors of the same status that an operation, or two that share a path, can answer. */
export interface RefusalReply {
  readonly status: number
  readonly names: readonly RefusalName[]
}

/** The errors that some operations can answer, by status in ascending order. */
export function refusalReplies(operations: readonly Operation[]): readonly RefusalReply[] {
  const byStatus = new Map<number, Set<RefusalName>>()
  for (const name of operations.flatMap(refusalsOf)) {
    const { status } = refusals[name]
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(name))
  }
  return [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .map(([status, names]) => ({ status, names: [...names] }))
}

/** Whether a reply has so few reasons that other operations have the same ones: it is a component. */
export function isShared({ names }: RefusalReply): boolean {
  return names.length <= 3
}

/** The name of a shared reply, from its possible reasons. */
export function sharedName({ names }: RefusalReply, errorFormat: ErrorFormat): string {
  return `${errorFormat === 'oauth' ? 'oauth.' : ''}${names.join('.')}`
}

/** The replies that operations share. */
export function sharedReplies(
  operations: readonly Operation[],
  settings: Settings,
): Readonly<Record<string, JsonObject>> {
  const replies: Record<string, JsonObject> = {}
  for (const operation of operations) {
    const errorFormat = operation.errorFormat ?? 'platform'
    for (const reply of refusalReplies([operation]).filter(isShared)) {
      replies[sharedName(reply, errorFormat)] ??= refusalResponse(reply, errorFormat, settings)
    }
  }
  return replies
}

/** Whether an error has a separate form in the OAuth style. */
function speaksOAuth(name: RefusalName, errorFormat: ErrorFormat): boolean {
  return errorFormat === 'oauth' && refusals[name].oauth !== undefined
}

/** The code of an error in a format, as `errorCode` or `error` has it. */
function codeOf(name: RefusalName, errorFormat: ErrorFormat): string {
  const row: ErrorRow = refusals[name]
  return speaksOAuth(name, errorFormat) ? row.oauth!.error : row.code
}

/** An error reply: its possible codes, and an example of each error. */
export function refusalResponse(
  { status, names }: RefusalReply,
  errorFormat: ErrorFormat,
  settings: Settings,
): JsonObject {
  const codes = [...new Set(names.map((name) => codeOf(name, errorFormat)))].toSorted()
  const [schema, field] = errorFormat === 'oauth' ? ['OAuthError', 'error'] : ['PlatformError', 'errorCode']
  return {
    description: `${statusTexts[status] ?? 'Refused'}: ${codes.join(', ')}.`,
    headers: replyHeaders(settings, false),
    content: {
      'application/json': {
        schema: {
          allOf: [
            refTo('schemas', schema),
            { type: 'object', properties: { [field]: { type: 'string', enum: codes } } },
          ],
        },
        examples: Object.fromEntries(
          names.map((name) => [name, refTo('examples', exampleName(name, errorFormat))]),
        ),
      },
    },
    'x-refusals': names,
    ...interpretationsOf(names),
  }
}

/** The interpretations behind the codes of some errors. */
function interpretationsOf(names: readonly RefusalName[]): JsonObject {
  const ids = names.flatMap((name) => statedAt(name).interpretation ?? [])
  return ids.length === 0 ? {} : { 'x-interpretations': [...new Set(ids)] }
}

function exampleName(name: RefusalName, errorFormat: ErrorFormat): string {
  return errorFormat === 'oauth' ? `oauth.${name}` : name
}

/** An example of each error in each dialect in which it is given. */
export function refusalExamples(operations: readonly Operation[]): Readonly<Record<string, JsonObject>> {
  const examples: Record<string, JsonObject> = {}
  for (const operation of operations) {
    const errorFormat = operation.errorFormat ?? 'platform'
    for (const name of refusalsOf(operation))
      examples[exampleName(name, errorFormat)] ??= refusalExample(name, errorFormat)
  }
  return Object.fromEntries(Object.entries(examples).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function refusalExample(name: RefusalName, errorFormat: ErrorFormat): JsonObject {
  const mistake = exampleMistakes[name]
  const refusal = mistake
    ? new Refusal(name, { values: { field: mistake.at }, mistakes: [mistake] })
    : new Refusal(name, { values: exampleValues[name] ?? statusValues(name) })
  const value = renderRefusal(refusal, errorFormat, () => 'oaeGy2bQ8vXk5TnLz0WmRc1dH')
  return { summary: name, value: { ...value } }
}

/** The mistake in a field that an error of the body has in its example. */
const exampleMistakes: Readonly<Partial<Record<RefusalName, Mistake>>> = {
  validation: { code: 'blank', at: 'login' },
  'invalid-client-metadata': { code: 'blank', at: 'client_name' },
  'invalid-redirect-uri': {
    code: 'uri',
    at: 'redirect_uris.0',
    params: { expected: 'an absolute URI without a fragment' },
  },
}

/** The values for an error of a status: the first operation of the table of transitions that it refuses. */
function statusValues(name: RefusalName): Readonly<Record<string, string>> {
  const refused = (Object.keys(userTransitions) as UserTransitionName[]).flatMap((transition) =>
    (['ACTIVE', 'SUSPENDED'] as const)
      .filter((status) => !transitionAllowed(transition, status))
      .filter((status) => transitionRefusal(transition, status) === name)
      .map((status) => ({ allowed: anyOf(allowedStatuses(transition)), status })),
  )
  return refused[0] ?? {}
}

/** The values for the texts of the other examples. */
const exampleValues: Readonly<Partial<Record<RefusalName, Readonly<Record<string, string>>>>> = {
  'uri-too-long': { message: 'The links of this list would have 14250 characters, expected at most 14000' },
  'unsupported-content-encoding': { found: 'gzip' },
  'unsupported-content-type': { found: 'text/plain' },
  'unacceptable-accept': { found: 'text/html' },
  'insufficient-scope': { scope: 'svc.users.manage' },
  'untrusted-origin': { origin: 'https://elsewhere.example.com' },
  'feature-not-enabled': { feature: 'Early access' },
  'query-type-mismatch': { field: 'limit', expected: "a whole number, got 'few'" },
  'invalid-limit': { message: "limit: expected a number of 1 or more, got '0'" },
  'invalid-search': { message: 'expected a quoted string, got the end at position 20' },
  'invalid-filter': { message: 'expected a quoted string, got the end at position 9' },
  'unsupported-filter': {
    message: 'expected a property of the user filter, got profile.title at position 0',
  },
  'search-and-filter': { first: 'search', second: 'filter' },
  'invalid-date': {
    message:
      'expected an ISO 8601 date and time with offset, such as "2026-01-31T09:30:00.000Z", got "yesterday" at position 15',
  },
  'not-found': { id: '00uNobody0000000000', kind: 'User' },
  'transition-in-progress': { change: 'activated', target: 'ACTIVE' },
  'read-only-attribute': { field: 'department' },
  'immutable-attribute': { field: 'type' },
  'group-not-modifiable': {
    field: 'profile',
    message: 'The profile of a group of type BUILT_IN is not managed here',
  },
  'group-not-removable': { field: 'group' },
  'group-in-push-mapping': { id: '00gSales00000000000' },
  'invalid-expression': {
    message: "conditions.expression.value: line 1, column 1: expected a Boolean, got a String, 'user.title'",
  },
}

const statusTexts: Readonly<Record<number, string>> = {
  400: 'The request is not well-formed or not valid',
  401: 'Not authenticated, or not there for the caller',
  403: 'Not allowed',
  404: 'Not found',
  409: 'In conflict with what is under way',
  413: 'The body is too large',
  429: 'Too many requests; try again after the reset',
  500: 'The service failed; a smaller page may help',
  503: 'The service is read-only for now',
}
