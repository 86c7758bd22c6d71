import { operationSpecs } from '../../contract/operations/index.ts'
import type { Org } from '../../model/org.ts'
import type { UserRecord } from '../../model/users/records.ts'
import type { KeptEntry } from '../../model/access/journal.ts'
import { type Answered, answeredOf, paramsOf } from '../before.ts'
import { redactionOf } from '../journal.ts'
import type { Generator, Json } from './pact-file.ts'
import { fromState, queryOf, recordedBody, recordedHeaders } from './interaction.ts'
import type { Redaction } from '../redact.ts'
import { isBelowSecret, isSecretAt } from '../secret-place.ts'
import { jsonOf, listOf, member, textOf } from '../json.ts'
import { CanonicalIds } from '../canonical.ts'
import { expectedBody, type Keeping } from './reply-body.ts'
import { statesOf } from './states.ts'

type JsonObject = Readonly<Record<string, Json>>

/** An exchange, with facts that are known only right afterwards. */
export interface Recorded {
  readonly exchange: Answered
  /** Users of a list in the reply that would otherwise not be in it. */
  readonly listed: readonly UserRecord[]
  /** Knows the secrets of the exchange, to strike them at ordinary places as well. */
  readonly redaction: Redaction
}

/** An answered request right after its reply, with the first user that it lists. */
export function recordedOf(kept: KeptEntry, org: Org): Recorded {
  const exchange = answeredOf(kept, org)
  const { operation, status, json } = exchange
  const isList = operation === 'listUsers' || operation === 'listGroupUsers'
  const [first] = isList && status === 200 ? listOf(json) : []
  const user = org.users.get(textOf(member(first, 'id')))
  return { exchange, listed: user ? [user] : [], redaction: redactionOf(kept, org) }
}

/** The interaction that an exchange of an operation makes, with the records before it as its provider states. */
export function draftOf({ exchange, listed, redaction }: Recorded, keeping: Keeping): JsonObject {
  const isOpen = (place: readonly unknown[], text: string): boolean =>
    !isBelowSecret(place) && redaction.text(text) !== text
  const { method, status, refusal, operation } = exchange
  const states = statesOf(exchange, listed)
  const { body, rules: bodyRules } = recordedBody(
    jsonOf(exchange.requestBody) as Json | undefined,
    { refusal, status, text: exchange.body },
    (place, text) => isSecretAt(place) || isOpen(place, text),
  )
  const json = exchange.json as Json | undefined
  const expected = json === undefined ? undefined : expectedBody(json, operation, status, keeping)
  const ids = new CanonicalIds()
  const { after, ...query } = queryOf(exchange.query)
  const whole = {
    path: redaction.path(exchange.path),
    query: after === undefined ? query : { ...query, after: after.map(() => exampleCursor) },
    body: body ?? null,
    states: states.map(({ name, params }) => ({ name, params })),
    expected: expected ? { body: expected.example, rules: expected.rules as unknown as Json } : {},
  }
  const draft = ids.replaced(struck(whole, redaction) as Json) as unknown as {
    readonly path: string
    readonly query: JsonObject
    readonly body: Json
    readonly states: readonly Json[]
    readonly expected: { readonly body?: Json; readonly rules: Json }
  }
  const when = [...new Set(states.map(({ phrase }) => phrase))].join(', ')
  const { summary } = operationSpecs[operation!]
  const headers = recordedHeaders(redaction.headers(Object.entries(exchange.requestHeaders)))
  return {
    type: 'Synchronous/HTTP',
    description: `${summary}: ${status}${refusal === undefined ? '' : ` ${refusal}`}${when === '' ? '' : `, when ${when}`}`,
    providerStates: draft.states,
    request: {
      method,
      path: draft.path,
      ...withoutEmpty({
        query: draft.query,
        headers: headers.headers,
        body: draft.body === null ? {} : jsonBody(draft.body),
        matchingRules: withoutEmpty({ header: headers.rules, body: bodyRules }),
        generators: withoutEmpty({
          path: pathGeneratorOf(method, draft.path, states, ids) ?? {},
          header: headers.generators,
        }),
      }),
    },
    response: {
      status,
      ...(draft.expected.body === undefined
        ? {}
        : {
            headers: { 'Content-Type': ['application/json'] },
            body: jsonBody(draft.expected.body),
            matchingRules: { body: draft.expected.rules },
          }),
    },
  }
}

/** The parts that hold anything. */
function withoutEmpty(parts: Readonly<Record<string, object>>): JsonObject {
  return Object.fromEntries(
    Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0),
  ) as JsonObject
}

function jsonBody(content: Json): JsonObject {
  return { content, contentType: 'application/json', encoded: false }
}

/** A value without the secrets under ordinary names; those at their own places are examples already. */
function struck(value: unknown, redaction: Redaction, place: readonly string[] = []): unknown {
  if (typeof value === 'string')
    return isBelowSecret(place) || place[0] === 'path' ? value : redaction.text(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => struck(item, redaction, place))
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'rules' ? member : struck(member, redaction, [...place, name]),
    ]),
  )
}

/** Stands for a cursor: real ones come from a `next` link, and are valid only in their organisation. */
const exampleCursor = 'example-cursor'

/** Which value of the states to use for which parameter of a path. */
const stateValues: Readonly<Record<string, string>> = {
  userId: 'userId',
  groupId: 'groupId',
  ruleId: 'ruleId',
  clientId: 'clientId',
  grantId: 'grantId',
  tokenId: 'refreshTokenId',
}

/** The ids of a path come from the states, if each kind has only one. */
function pathGeneratorOf(
  method: string,
  path: string,
  states: readonly unknown[],
  ids: CanonicalIds,
): Generator | undefined {
  if (states.length === 0) return undefined
  let expression = path
  for (const [name, value] of Object.entries(paramsOf(method, path))) {
    const prefix = value.slice(0, 3)
    const isId = value.length === 20 && ids.count(prefix) === 1
    if (isId && stateValues[name] !== undefined)
      expression = expression.replace(value, `\${${stateValues[name]}}`)
  }
  return expression === path ? undefined : fromState(expression)
}
