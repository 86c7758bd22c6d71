import { operationSpecs } from '../../contract/operations/index.ts'
import type { UserRecord } from '../../model/users/records.ts'
import { paramsOf } from '../../exchange/before.ts'
import { choicesOf, type RestsOn } from '../../exchange/alternatives.ts'
import type { Exchange } from '../../exchange/watch.ts'
import type { Generator, Json } from '../../exchange/pact/pact-file.ts'
import {
  fromState,
  interactionOf,
  queryOf,
  recordedBody,
  recordedHeaders,
} from '../../exchange/pact/interaction.ts'
import { isSecretAt } from '../../exchange/secret-place.ts'
import { jsonOf } from '../../exchange/json.ts'
import { readPact } from '../../exchange/pact/read-pact.ts'
import { fits, matchReply } from '../match/match-reply.ts'
import type { Replay } from '../replay.ts'
import { pactDocument, type RecordedInteraction } from '../../exchange/pact/document.ts'
import { CanonicalIds, sorted } from '../../exchange/canonical.ts'
import { expectedBody, type Keeping } from './reply-body.ts'
import { statesOf } from './states.ts'

type JsonObject = Readonly<Record<string, Json>>

/** An exchange, with facts that are known only right afterwards. */
export interface Recorded {
  readonly exchange: Exchange
  /** Users of a list in the reply that would otherwise not be in it. */
  readonly listed: readonly UserRecord[]
}

/** Makes an interaction from an exchange; undefined if it is not an operation of the service. */
export async function recordedInteraction(
  { exchange, listed }: Recorded,
  keeping: Keeping,
  replay: Replay,
): Promise<RecordedInteraction | undefined> {
  const { operation } = exchange
  if (operation === undefined) return undefined
  const draft = draftOf(exchange, listed, keeping)
  const comments = await commentsOn(draft, replay)
  return sorted({
    ...draft,
    pending: comments.length > 0,
    ...(comments.length > 0 ? { comments: { text: comments } } : {}),
  }) as RecordedInteraction
}

function draftOf(exchange: Exchange, listed: readonly UserRecord[], keeping: Keeping): JsonObject {
  const { request, reply, refusal, operation } = exchange
  const states = statesOf(exchange, listed)
  const { body, rules: bodyRules } = recordedBody(
    jsonOf(request.body) as Json | undefined,
    { refusal, status: reply.status, text: reply.body },
    isSecretAt,
  )
  const json = reply.json as Json | undefined
  const expected = json === undefined ? undefined : expectedBody(json, operation, reply.status, keeping)
  const ids = new CanonicalIds()
  const { after, ...query } = queryOf(request.query)
  const draft = ids.replaced({
    path: request.path,
    query: after === undefined ? query : { ...query, after: after.map(() => exampleCursor) },
    body: body ?? null,
    states: states.map(({ name, params }) => ({ name, params })),
    expected: expected ? { body: expected.example, rules: expected.rules as unknown as Json } : {},
  }) as unknown as {
    readonly path: string
    readonly query: JsonObject
    readonly body: Json
    readonly states: readonly Json[]
    readonly expected: { readonly body?: Json; readonly rules: Json }
  }
  const when = [...new Set(states.map(({ phrase }) => phrase))].join(', ')
  const { summary } = operationSpecs[operation!]
  return interactionOf({
    description: `${summary}: ${reply.status}${refusal === undefined ? '' : ` ${refusal}`}${when === '' ? '' : `, when ${when}`}`,
    states: draft.states,
    request: {
      method: request.method,
      path: draft.path,
      query: draft.query,
      headers: recordedHeaders(request.headers),
      body: draft.body ?? undefined,
      bodyRules,
      pathGenerator: pathGeneratorOf(request.method, draft.path, states, ids),
    },
    response: { status: reply.status, body: draft.expected.body, rules: draft.expected.rules },
  })
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

/** Why an interaction is pending: it depends on an interpretation, or its states cannot reproduce it. */
async function commentsOn(draft: JsonObject, replay: Replay): Promise<readonly string[]> {
  const pact = pactDocument({ consumer: 'consumer', provider: 'provider' }, [draft as RecordedInteraction])
  const [interaction] = readPact(JSON.stringify(pact), 'recorded').interactions
  const { request, response } = interaction!
  if ('after' in request.query) {
    return [
      'Pending: it cannot be had again, since its cursor comes from a next link, and no provider state gives one.',
    ]
  }
  let restsOn: readonly RestsOn[]
  try {
    const again = await replay.run(interaction!)
    const mismatches = matchReply(response, again.reply)
    restsOn = choicesOf(again, (reply) => fits(response, reply))
    if (mismatches.length > 0) {
      const [{ place, message }] = mismatches as [(typeof mismatches)[number]]
      return [
        `Pending: what came before it is no provider state, and it cannot be had again (${place}: ${message}).`,
      ]
    }
  } catch (error) {
    return [`Pending: its provider states cannot be set up again: ${(error as Error).message}`]
  }
  return restsOn.map(
    ({ interpretation, what, question }) =>
      `Pending: it depends on ${what}, which the API description leaves open (interpretation ${interpretation}). ${question}`,
  )
}
