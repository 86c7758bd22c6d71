import { routes } from './client/routes.ts'
import { ServiceError } from './client/service-error.ts'
import type { ClientArguments, ClientReply, ClientResult, ListName } from './client/types.ts'
import type { OperationName } from './contract/operation-names.ts'

export { ServiceError } from './client/service-error.ts'
export type { ClientArguments, ClientInput, ClientReply, ClientResult, ListName } from './client/types.ts'

/** How a client reaches the service, and as whom. */
export interface ClientOptions {
  /** Address of the service, with or without a trailing slash. */
  readonly baseUrl: string
  /** API token, sent as `Authorization: SSWS …` (document 1, Authentication). */
  readonly token?: string
  /** Scoped access token, sent as `Authorization: Bearer …`; an API token comes before it. */
  readonly accessToken?: string
  /** Headers of every call, such as a cookie. */
  readonly headers?: Readonly<Record<string, string>>
  /** What sends a request, such as an organisation's own `fetch`. Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** One method for each operation, which resolves to the body of the reply and rejects with a ServiceError. */
type Operations = {
  readonly [Name in OperationName]: (...input: ClientArguments<Name>) => Promise<ClientResult<Name>>
}

/** A client of the service, typed by the contract. */
export type Client = Operations & {
  /** Calls an operation, and resolves to the reply in full, status and headers included. */
  readonly call: <Name extends OperationName>(
    name: Name,
    ...input: ClientArguments<Name>
  ) => Promise<ClientReply<ClientResult<Name>>>
  /** Goes through a list, page by page, along the `next` links. */
  readonly each: <Name extends ListName>(
    name: Name,
    ...input: ClientArguments<Name>
  ) => AsyncGenerator<ClientResult<Name> extends readonly (infer Item)[] ? Item : never, void>
}

/** An operation's input without its types, which the contract has checked. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/**
 * Makes a client of the service.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', token })
 * const user = await client.getUser({ params: { userId: 'ada@example.com' } })
 * for await (const group of client.each('listGroups')) console.log(group.profile.name)
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { fetch: send = (request: Request) => fetch(request) } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const common = commonHeaders(options)

  async function exchange(name: OperationName, url: string, input: AnyInput): Promise<ClientReply<unknown>> {
    const [method] = routes[name]
    const hasBody = input.body !== undefined
    const request = new Request(url, {
      method,
      headers: { ...common, ...(hasBody ? { 'Content-Type': 'application/json' } : {}), ...input.headers },
      ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
    })
    const response = await send(request)
    const body = bodyOf(await response.text())
    const { status, headers } = response
    if (!response.ok) throw new ServiceError(name, status, headers, body as ServiceError['body'])
    const next = nextLink(headers.get('link'))
    return { status, headers, body, ...(next === undefined ? {} : { next }) }
  }

  function call(name: OperationName, input: AnyInput = {}): Promise<ClientReply<unknown>> {
    return exchange(name, base + targetOf(name, input), input)
  }

  async function* each(name: OperationName, input: AnyInput = {}): AsyncGenerator<unknown, void> {
    let page = await call(name, input)
    yield* page.body as unknown[]
    while (page.next !== undefined) {
      page = await exchange(name, onBase(page.next), input)
      yield* page.body as unknown[]
    }
  }

  /** A link's path and query at the address that was given: the token goes nowhere else. */
  function onBase(link: string): string {
    const { pathname, search } = new URL(link)
    return new URL(base).origin + pathname + search
  }

  const operations = Object.fromEntries(
    Object.keys(routes).map((name) => [
      name,
      async (input?: AnyInput) => (await call(name as OperationName, input)).body,
    ]),
  )
  return { ...operations, call, each } as unknown as Client
}

function commonHeaders({ token, accessToken, headers }: ClientOptions): Record<string, string> {
  const bearer = accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }
  const authorization = token === undefined ? bearer : { Authorization: `SSWS ${token}` }
  return { Accept: 'application/json', ...authorization, ...headers }
}

/** Path and query of a call. */
function targetOf(name: OperationName, { params = {}, query = {} }: AnyInput): string {
  const [, path] = routes[name]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = params[parameter]
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`${name}: params.${parameter} is missing`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The URL of `rel="next"` in a `Link` header (document 1, Conventions, 3). */
function nextLink(header: string | null): string | undefined {
  return /<([^>]*)>\s*;\s*rel="next"/.exec(header ?? '')?.[1]
}
