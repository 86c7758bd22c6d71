import { addressOf } from './formats.ts'
import type { Exchange } from './journal.ts'
import { interactionOf, queryOf, recordedBody, recordedHeaders, ruleOf } from './pact/interaction.ts'
import { pactDocument, type RecordedInteraction } from './pact/document.ts'
import type { Json } from './pact/pact-file.ts'
import { paramsIn } from './params.ts'
import { redacted } from '../model/access/redaction.ts'

/** A request as a program, or as a pact of one interaction. Undefined if it leads to no operation. */
export function programOf(
  form: 'fetch' | 'client' | 'pact',
  exchange: Exchange,
  baseUrl: string,
  statusOf: (userId: string) => string | undefined,
): string | undefined {
  if (form === 'fetch') return fetchCall(exchange, baseUrl)
  if (form === 'client') return clientCall(exchange, baseUrl)
  if (paramsIn(exchange.operation, exchange.path) === undefined) return undefined
  return JSON.stringify(pactFor(exchange, statusBefore(exchange, statusOf)), undefined, 2)
}

/** The status of the user in the path before a request: from its changes, or the present one. */
function statusBefore(
  { operation, path, changes }: Exchange,
  statusOf: (userId: string) => string | undefined,
): string | undefined {
  const id = paramsIn(operation, path)?.['userId']
  if (id === undefined) return undefined
  const changed = changes.find(({ differences }) => differences['status'] !== undefined)
  return changed === undefined ? statusOf(id) : String(changed.differences['status']!.before)
}

/** A request as a `fetch` call for a program; a variable contains the token. */
function fetchCall(exchange: Exchange, baseUrl: string): string {
  const { method, request } = exchange
  const { accept = 'application/json', authorization, 'content-type': type } = request.headers
  const headers = {
    Accept: accept,
    ...(type === undefined ? {} : { 'Content-Type': type }),
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  }
  const { body } = request
  const text =
    typeof body === 'string' ? JSON.stringify(body) : `JSON.stringify(${JSON.stringify(body, undefined, 2)})`
  return [
    `const response = await fetch(${JSON.stringify(baseUrl + addressOf(exchange))}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: ${JSON.stringify(headers).replace(/"([\w-]*) ?\[secret\]"/, '`$1 ${token}`')},`,
    ...(body === undefined ? [] : [`  body: ${text},`]),
    '})',
  ].join('\n')
}

/** A request as a call of `identikit/client`; undefined for an unknown operation. */
function clientCall({ operation, path, query, request }: Exchange, baseUrl: string): string | undefined {
  const params = paramsIn(operation, path)
  if (params === undefined) return undefined
  const { authorization = '' } = request.headers
  const input = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(query === undefined
      ? {}
      : {
          query: Object.fromEntries(
            Object.entries(queryOf(query)).map(([name, values]) => [
              name,
              values.length > 1 ? values : values[0],
            ]),
          ),
        }),
    ...(request.body === undefined ? {} : { body: request.body }),
  }
  const text = Object.keys(input).length > 0 ? JSON.stringify(input, undefined, 2) : ''
  return [
    "import { createClient } from 'identikit/client'",
    '',
    `const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, ${/^bearer/i.test(authorization) ? 'accessToken' : 'token'} })`,
    `const result = await client.${operation}(${text})`,
  ].join('\n')
}

/**
 * A pact of version 4 with this interaction, as from a consumer's test: it matches the reply by type. `npx identikit
 * pact check` reads it.
 *
 * @param statusBefore Status that the user in the path had before the request.
 */
function pactFor(exchange: Exchange, statusBefore: string | undefined): unknown {
  const { method, path, query = '', status, refusal, request, response } = exchange
  const states = statesOf(exchange, statusBefore)
  const { body, rules } = recordedBody(
    request.body as Json | undefined,
    { refusal, status, text: JSON.stringify(response.body) },
    (_, text) => text === redacted,
  )
  const interaction = interactionOf({
    description: [`${method} ${path}: ${status}`, ...states.map(({ name }) => name)].join(', when '),
    states,
    request: {
      method,
      path,
      query: queryOf(query),
      headers: recordedHeaders(request.headers),
      body,
      bodyRules: rules,
    },
    response: {
      status,
      body: response.body as Json | undefined,
      rules: { $: ruleOf('type') } as unknown as Json,
    },
  })
  return pactDocument({ consumer: 'consumer', provider: 'identity-service' }, [
    { ...interaction, pending: false } as unknown as RecordedInteraction,
  ])
}

/** The provider states that a request needs: the records in its path exist, or do not. */
function statesOf({ operation, path, status }: Exchange, statusBefore: string | undefined) {
  const { userId, groupId, ruleId, clientId } = paramsIn(operation, path) ?? {}
  const states: { readonly name: string; readonly params: Readonly<Record<string, string>> }[] = []
  const add = (kind: string, id: string | undefined, name = `${kind} {id} exists`, more = {}): void => {
    if (id === undefined || id === 'me') return
    states.push({
      name: status === 404 ? `${kind} {id} does not exist` : name,
      params: status === 404 ? { id } : { id, ...more },
    })
  }
  add('user', userId, 'user {id} is {status}', { status: statusBefore ?? 'ACTIVE' })
  add('group', groupId, 'a group exists')
  add('group rule', ruleId, 'a group rule exists')
  add('client', clientId)
  return states
}
