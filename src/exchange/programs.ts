import type { KeptEntry } from '../model/access/journal.ts'
import type { Org } from '../model/org.ts'
import { sorted } from './canonical.ts'
import { addressOf } from './formats.ts'
import { type Exchange, exchangeOf } from './journal.ts'
import { type PactDocument, pactDocument, type RecordedInteraction } from './pact/document.ts'
import { draftOf, recordedOf } from './pact/draft.ts'
import { queryOf } from './pact/interaction.ts'
import { paramsIn } from './params.ts'

/**
 * A kept request as a program, or as a pact of one interaction. Undefined for a client or a pact, if the API description
 * does not have the request.
 */
export function programOf(form: 'fetch' | 'client' | 'pact', kept: KeptEntry, org: Org): string | undefined {
  const exchange = exchangeOf(kept, org)
  if (form === 'fetch') return fetchCall(exchange, org.baseUrl)
  const params = paramsIn(exchange.operation, exchange.path)
  if (params === undefined) return undefined
  if (form === 'client') return clientCall(exchange, params, org.baseUrl)
  return JSON.stringify(pactFor(org, kept), undefined, 2)
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

/** A request as a call of `identikit/client`. */
function clientCall({ operation, query, request }: Exchange, params: object, baseUrl: string): string {
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
 * A pact of version 4 with this interaction, as `recordPact` writes it. `npx identikit pact check` reads it. Provider
 * states are the records of the request as they are now, without its changes.
 */
function pactFor(org: Org, kept: KeptEntry): PactDocument {
  return pactDocument({ consumer: 'consumer', provider: 'identity-service' }, [
    sorted({
      ...draftOf(recordedOf(kept, org), { links: false, read: undefined }),
      pending: false,
    }) as RecordedInteraction,
  ])
}
