import { createOrganisation } from '../../../src/organisation.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { toReply } from '../../engine/wire/reply.ts'
import { Endpoint } from './endpoint.ts'

/** The settings of the model, so that it resembles the target. */
export interface ModelOptions {
  /** Whether logins have any form: an administrator can remove the rule that they are addresses (Users, Profile). */
  readonly anyLogin?: boolean
  /** The status of an activated user without a password. */
  readonly interpretations?: { readonly 'activation-without-password': 'ACTIVE' }
  /** Whether users need no password, and nobody can set one for a user without one. */
  readonly optionalPassword?: 'optional'
}

/** A fresh organisation of the mock, for comparison with the target. */
export function createModel(texts: Map<string, string>, { anyLogin, ...options }: ModelOptions): Endpoint {
  const org = createOrganisation({ baseUrl: base, ...options })
  // Each call has its own time, so that changed times show.
  org.control.setClock({ frozen: true })
  if (anyLogin === true) org.control.setSchemaProperty({ schema: 'user', name: 'login', pattern: '.+' })
  const control = org.control as unknown as Readonly<Record<string, (input: Json) => unknown>>
  return new Endpoint(
    texts,
    async ({ method, path, query, body, headers, as }) => {
      org.control.advanceClock({ by: 1000 })
      const url = new URL(path, base)
      for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
      const credential: Record<string, string> =
        as === 'nobody'
          ? {}
          : as === undefined || as === 'stranger'
            ? { Authorization: `SSWS ${org.apiToken}${as === undefined ? '' : 'x'}` }
            : { Cookie: as }
      const text = body === undefined ? undefined : JSON.stringify(body)
      const answer = await org.fetch(url, {
        method,
        headers: {
          Accept: 'application/json',
          ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...credential,
          ...headers,
        },
        ...(text === undefined ? {} : { body: text }),
      })
      const raw = {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        text: await answer.text(),
      }
      return toReply(raw, 0, { method, path: url.pathname + url.search, body: text })
    },
    async (action, input) => (await control[action]?.(input)) as Json,
  )
}

const base = 'https://model.example.com'
