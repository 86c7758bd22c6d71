import { hiddenFields } from '../../support/oauth.ts'
import { serve, type RunningServer } from '../../../src/server.ts'
import type { OrgOptions } from '../../../src/model/kernel/org-options.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
export type Anything = any

/** A server with a user, for client libraries that know nothing but its address. */
export interface Served extends RunningServer {
  readonly login: string
  readonly password: string
  readonly userId: string
  /** Registers a client of which users are not asked to consent. */
  readonly client: (changes: object) => Anything
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export const callback = 'http://localhost:8080/callback'

export async function served(options: OrgOptions = {}): Promise<Served> {
  const server = await serve({ port: 0, options })
  const { control, apiToken } = server.org
  const login = 'jo@example.com'
  const password = 'Sup3rsecret'
  const created = await fetch(`${server.url}/api/v1/users`, {
    method: 'POST',
    headers: { authorization: `SSWS ${apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      profile: { login, email: login, firstName: 'Jo', lastName: 'Ames' },
      credentials: { password: { value: password } },
    }),
  })
  const { id } = (await created.json()) as { readonly id: string }
  return {
    ...server,
    login,
    password,
    userId: id,
    client: (changes) =>
      control.registerClient({
        client_name: 'Shop',
        application_type: 'web',
        redirect_uris: [callback],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        ...changes,
      } as Anything),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** Acts as a browser: follows redirects, keeps cookies, signs in when asked, and stops at the application. */
export class Browser {
  readonly #served: Served
  readonly #cookies = new Map<string, string>()

  constructor(server: Served) {
    this.#served = server
  }

  /** Opens an address; returns the one at which the application is reached. */
  async open(address: string | URL): Promise<URL> {
    let url = new URL(address)
    for (let step = 0; step < 10; step++) {
      if (url.origin !== new URL(this.#served.url).origin) return url
      const reply = await this.#fetch(url)
      const location = reply.headers.get('location')
      if (location !== null) {
        url = new URL(location, url)
        continue
      }
      const text = await reply.text()
      if (url.pathname === '/signin') {
        const { login, password } = this.#served
        const sent = await this.#fetch(url, new URLSearchParams({ login, password }))
        url = new URL(sent.headers.get('location') ?? 'error:', url)
        continue
      }
      const fields = hiddenFields({ text })
      if (fields['interaction'] === undefined) throw new Error(`${reply.status} at ${url.href}: ${text}`)
      const sent = await this.#fetch(
        new URL('authorize', url),
        new URLSearchParams({ ...fields, decision: 'allow' }),
      )
      url = new URL(sent.headers.get('location') ?? 'error:', url)
    }
    throw new Error('redirected for ever')
  }

  async #fetch(url: URL, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split('=')
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return reply
  }
}
