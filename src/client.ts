import type { ClientOperations } from './client/operations.ts'
import { type RetryOptions, retryDelay, waitFor } from './client/retry.ts'
import { routes } from './client/routes.ts'
import { requestIdOf, ServiceError } from './client/service-error.ts'
import type { ClientArguments, ClientReply, ClientResult, ListName } from './client/types.ts'
import type { OperationName } from './contract/operation-names.ts'
import { unknownName } from './query/suggestion.ts'

export type { ClientOperations } from './client/operations.ts'
export type { RetryOptions } from './client/retry.ts'
export { ServiceError } from './client/service-error.ts'
export type { ClientArguments, ClientInput, ClientReply, ClientResult, ListName } from './client/types.ts'

/** How a client reaches the service, and as whom. */
export interface ClientOptions {
  /** Address of the service, with or without a path and a trailing slash. */
  readonly baseUrl: string
  /** API token, sent as `Authorization: SSWS …` (document 1, Authentication). */
  readonly token?: string
  /** Scoped access token, sent as `Authorization: Bearer …`; an API token comes before it. */
  readonly accessToken?: string
  /** Headers of every call, such as a cookie. */
  readonly headers?: Readonly<Record<string, string>>
  /** What sends a request, such as an organisation's own `fetch`. Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
  /**
   * When a call that was answered 429 is made again; `false` for never. Default: twice, each time once the
   * headers of the reply say that it may be, and never without them.
   */
  readonly retry?: RetryOptions | false
}

/** A client of the service, typed by the contract. */
export interface Client extends ClientOperations {
  /**
   * Calls an operation, and resolves to the reply in full, status and headers included.
   *
   * @throws ServiceError when the service refuses.
   */
  readonly call: <Name extends OperationName>(
    name: Name,
    ...input: ClientArguments<Name>
  ) => Promise<ClientReply<Name>>
  /**
   * Goes through a list, page by page, along the `next` links; a page is asked for once its first element is
   * wanted.
   *
   * @throws ServiceError when the service refuses a page.
   */
  readonly each: <Name extends ListName>(
    name: Name,
    ...input: ClientArguments<Name>
  ) => AsyncGenerator<ClientResult<Name> extends readonly (infer Item)[] ? Item : never, void>
}

/** An operation's input without its types, which the contract has checked. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** A reply without its types. */
interface AnyReply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly requestId?: string
  readonly next?: string
}

/**
 * Makes a client of the service.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010', token })
 * const user = await client.getUser({ params: { userId: 'ada@example.com' } })
 * for await (const group of client.each('listGroups')) console.log(group.profile.name)
 * ```
 *
 * @throws TypeError that lists every mistake in the options.
 */
export function createClient(options: ClientOptions): Client {
  refuseMistaken(options)
  const { fetch: send = (request: Request) => fetch(request), retry = {} } = options
  const base = options.baseUrl.replace(/\/+$/, '')
  const common = commonHeaders(options)

  async function exchange(name: OperationName, url: string, input: AnyInput): Promise<AnyReply> {
    const response = await answered(name, () => requestOf(name, url, input), input.signal)
    const body = bodyOf(await response.text())
    const { status, headers } = response
    // A page of a proxy, a sign-in page or an application that answers every path: none of it is the service's.
    if (!response.ok || typeof body === 'string') throw new ServiceError(name, status, headers, body)
    const next = nextLink(headers.get('link'))
    const requestId = requestIdOf(headers)
    return {
      status,
      headers,
      body,
      ...(requestId === undefined ? {} : { requestId }),
      ...(next === undefined ? {} : { next }),
    }
  }

  function requestOf(name: OperationName, url: string, input: AnyInput): Request {
    const hasBody = input.body !== undefined
    return new Request(url, {
      method: routes[name][0],
      headers: { ...common, ...(hasBody ? { 'Content-Type': 'application/json' } : {}), ...input.headers },
      ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
      ...(input.signal ? { signal: input.signal } : {}),
    })
  }

  /** Sends a request, again where it was one too many. */
  async function answered(
    name: OperationName,
    make: () => Request,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const sent = (request: Request): Promise<Response> =>
      send(request).catch((error: unknown) => {
        throw error instanceof TypeError ? unanswered(name, base, error) : error
      })
    let response = await sent(make())
    if (retry === false) return response
    const { times = 2, longest = 60_000, wait = waitFor } = retry
    for (let tried = 0; response.status === 429 && tried < times; tried++) {
      const delay = retryDelay(response.headers)
      if (delay === undefined || delay > longest) return response
      // Read to its end, so that the connection can be used again.
      await response.text()
      await wait(delay, signal)
      response = await sent(make())
    }
    return response
  }

  async function call(name: OperationName, input: AnyInput = {}): Promise<AnyReply> {
    const { query, ...rest } = input
    const names = Object.keys(routes)
    if (!names.includes(name)) throw new TypeError(`${name}: ${unknownName('operation', name, names)}`)
    return exchange(name, base + pathOf(name, rest) + queryOf(query), input)
  }

  /** Goes on at the address that was given, wherever a link says the service is: the token goes nowhere else. */
  async function* each(name: OperationName, input: AnyInput = {}): AsyncGenerator<unknown, void> {
    let at: string | undefined
    for (let page = await call(name, input); ;) {
      if (!Array.isArray(page.body)) throw new TypeError(`${name}: no list came`)
      yield* page.body as unknown[]
      if (page.next === undefined) return
      const { search } = new URL(page.next, base)
      // Who follows it would never come to an end.
      if (search === at) throw new Error(`${name}: the next link of a page leads to itself`)
      at = search
      page = await exchange(name, base + pathOf(name, input) + at, input)
    }
  }

  const operations = Object.fromEntries(
    Object.keys(routes).map((name) => [
      name,
      async (input?: AnyInput) => (await call(name as OperationName, input)).body,
    ]),
  )
  return { ...operations, call, each } as unknown as Client
}

/** What each option is; by hand, for a schema would make a small module a large one. */
const optionTypes: Readonly<Record<keyof ClientOptions, 'string' | 'object' | 'function'>> = {
  baseUrl: 'string',
  token: 'string',
  accessToken: 'string',
  headers: 'object',
  fetch: 'function',
  retry: 'object',
}

function refuseMistaken(options: ClientOptions): void {
  const given: Partial<ClientOptions> = { ...options }
  const mistakes = [
    ...strays('options', given, Object.keys(optionTypes)),
    ...strays('retry', given.retry || {}, ['times', 'longest', 'wait']),
    ...Object.entries(optionTypes).flatMap(([name, type]) => {
      const value: unknown = given[name as keyof ClientOptions]
      if (name === 'baseUrl' && !isAddress(String(value))) {
        return [`baseUrl: Expected an absolute URL such as https://svc.example.com, found "${String(value)}"`]
      }
      if (value === undefined || (name === 'retry' && value === false)) return []
      if (typeof value !== type || value === null) {
        return [`${name}: Expected ${type === 'object' ? 'an object' : `a ${type}`}`]
      }
      // What fetch says of it would tell the token.
      return /token/i.test(name) && /[^!-~]/.test((value as string).trim())
        ? [`${name}: Expected visible ASCII characters, and no blanks`]
        : []
    }),
  ]
  if (mistakes.length > 0) throw new TypeError(`Bad options\n  ${mistakes.join('\n  ')}`)
}

/** What is said of names that nothing has. */
function strays(path: string, given: object, known: readonly string[]): string[] {
  const names = Object.keys(given).filter((name) => !known.includes(name))
  return names.map((name) => `${path}.${name}: ${unknownName('option', name, known)}`)
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^?#@]+$/i.test(text) && URL.canParse(text)
}

function commonHeaders({ token, accessToken, headers }: ClientOptions): Record<string, string> {
  const bearer = accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }
  const authorization = token === undefined ? bearer : { Authorization: `SSWS ${token}` }
  return { Accept: 'application/json', ...authorization, ...headers }
}

/** The path of a call, with its parameters in their places. */
function pathOf(name: OperationName, input: AnyInput): string {
  const parts = 'params, body, headers, signal, query'
  for (const part in input) if (!parts.includes(part)) throw new TypeError(`${name}: no ${part} in ${parts}`)
  const [, path] = routes[name]
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = input.params?.[parameter]
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`${name}: params.${parameter} is missing`)
    // A URL without it would lead to another operation.
    if (/^\.\.?$/.test(value)) throw new TypeError(`${name}: params.${parameter} cannot be "${value}"`)
    return encodeURIComponent(value)
  })
}

/** The query of a call; lists have commas. */
function queryOf(query: AnyInput['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return search.size === 0 ? '' : `?${search.toString()}`
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What `fetch` says where no reply came, with what was called and why; it says the latter in its cause alone. */
function unanswered(name: string, base: string, error: TypeError): TypeError {
  const { message, code } = (error.cause ?? {}) as { message?: string; code?: string }
  return new TypeError(`${name}: no reply from ${base}: ${message || code || error.message}`, {
    cause: error,
  })
}

/** The URL of `rel="next"` in a `Link` header (document 1, Conventions, 3). */
function nextLink(header: string | null): string | undefined {
  return /<([^>]*)>\s*;\s*rel="next"/.exec(header ?? '')?.[1]
}
