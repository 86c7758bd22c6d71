import type { Anything } from '../../support/oauth.ts'

/** An organisation as the front shows it. */
export interface Shown {
  readonly name: string
  readonly baseUrl: string
  readonly apiToken: string
  readonly users: number
}

export const controlToken = 'control-me'

/** A call of the worker's own endpoints or of a control plane. Default header: the control token. */
export async function administer(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly json: Anything }> {
  const response = await fetch(url, {
    method,
    headers: {
      Authorization: `Bearer ${controlToken}`,
      'Content-Type': 'application/json',
      // The runtime ends a connection that waits for five seconds, at times just when a slow machine uses it again.
      Connection: 'close',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

/** A call of the service. */
export function call(
  { baseUrl, apiToken }: Pick<Shown, 'baseUrl' | 'apiToken'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly json: Anything }> {
  return administer(`${baseUrl}/api/v1${path}`, method, body, { Authorization: `SSWS ${apiToken}` })
}

/** A new user. */
export function person(login: string): unknown {
  return { profile: { login, email: 'p@example.com', firstName: 'P', lastName: 'Q' } }
}
