import { routes } from '../../generated/client-routes.ts'
import type { Exchange } from '../exchange/journal.ts'

/** Path and query of a request. */
export function addressOf({ path, query }: Exchange): string {
  return query === undefined ? path : `${path}?${query}`
}

/** A request as a `fetch` call for a program; a variable contains the token. */
export function fetchCall(exchange: Exchange, baseUrl: string): string {
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
export function clientCall(
  { operation, path, query, request }: Exchange,
  baseUrl: string,
): string | undefined {
  const params = paramsOf(operation, path)
  if (params === undefined) return undefined
  const { authorization = '' } = request.headers
  const input = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(query === undefined
      ? {}
      : { query: queryOf(query, (values) => (values.length > 1 ? values : values[0])) }),
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

/** The parameters in the path of a request; undefined for an unknown operation. */
function paramsOf(operation: string | undefined, path: string): Readonly<Record<string, string>> | undefined {
  const [, template] = (routes as Readonly<Record<string, readonly [string, string]>>)[operation ?? ''] ?? []
  if (template === undefined) return undefined
  const parts = path.split('/')
  return Object.fromEntries(
    template.split('/').flatMap((name, at) => {
      return name.startsWith('{') ? [[name.slice(1, -1), decodeURIComponent(parts[at] ?? '')]] : []
    }),
  )
}

/** The parameters of a query by name, each with all its values, formatted by `write`. */
function queryOf<Value>(query: string, write: (values: string[]) => Value): Readonly<Record<string, Value>> {
  const all = new URLSearchParams(query)
  return Object.fromEntries([...new Set(all.keys())].map((name) => [name, write(all.getAll(name))]))
}

/** Replaces passwords, which the journal does not store; it meets the usual policy. */
const examplePassword = 'Another2Horse'

/**
 * A pact of version 4 with this interaction, as from a consumer's test: it matches the reply by type. `npx identikit
 * pact check` reads it.
 *
 * @param statusBefore Status that the user in the path had before the request.
 */
export function pactOf(exchange: Exchange, statusBefore: string | undefined): unknown {
  const { method, path, query, status, request, response } = exchange
  const { authorization, 'content-type': type } = request.headers
  const isBearer = /^bearer/i.test(authorization ?? '')
  const scheme = isBearer ? 'Bearer' : 'SSWS'
  const isSigned = authorization !== undefined
  const states = statesOf(exchange, statusBefore)
  return {
    consumer: { name: 'consumer' },
    provider: { name: 'identity-service' },
    interactions: [
      {
        type: 'Synchronous/HTTP',
        description: [`${method} ${path}: ${status}`, ...states.map(({ name }) => name)].join(', when '),
        pending: false,
        providerStates: states,
        request: {
          method,
          path,
          ...(query === undefined ? {} : { query: queryOf(query, (values) => values) }),
          headers: {
            Accept: ['application/json'],
            ...(type === undefined ? {} : { 'Content-Type': [type] }),
            ...(isSigned ? { Authorization: [`${scheme} example-token`] } : {}),
          },
          ...(request.body === undefined ? {} : { body: jsonBody(withPasswords(request.body)) }),
          ...(isSigned
            ? {
                matchingRules: {
                  header: { Authorization: rule({ match: 'regex', regex: `^${scheme} \\S+$` }) },
                },
                generators: {
                  header: {
                    Authorization: {
                      type: 'ProviderState',
                      expression: `${scheme} \${${isBearer ? 'accessToken' : 'apiToken'}}`,
                      dataType: 'STRING',
                    },
                  },
                },
              }
            : {}),
        },
        response: {
          status,
          ...(response.body === undefined
            ? {}
            : {
                headers: { 'Content-Type': ['application/json'] },
                body: jsonBody(response.body),
                matchingRules: { body: { $: rule({ match: 'type' }) } },
              }),
        },
      },
    ],
    metadata: { pactSpecification: { version: '4.0' } },
  }
}

function rule(matcher: object): object {
  return { combine: 'AND', matchers: [matcher] }
}

function jsonBody(content: unknown): object {
  return { content, contentType: 'application/json', encoded: false }
}

function withPasswords(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll('"[secret]"', JSON.stringify(examplePassword)))
}

/** The provider states that a request needs: the records in its path exist, or do not. */
function statesOf({ operation, path, status }: Exchange, statusBefore: string | undefined) {
  const { userId, groupId, ruleId, clientId } = paramsOf(operation, path) ?? {}
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
