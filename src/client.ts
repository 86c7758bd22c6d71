import { type Outcome, type RetryOptions, retryDelay, waitFor } from './client/retry.ts'
import { routes } from '../generated/client-routes.ts'
import { requestIdOf, ServiceError } from './client/service-error.ts'
import type { ClientArguments, ClientReply, ClientResult, ListName } from './client/types.ts'
import type { OperationName } from './contract/operation-names.ts'
import { unknownName } from './query/suggestion.ts'

export { ServiceError } from './client/service-error.ts'
export type { ClientInput, ClientReply, ClientResult } from './client/types.ts'

/** How a client reaches the service, and as whom. */
export interface ClientOptions {
  /** Address of the service, with or without a path and a trailing slash. */
  readonly baseUrl: string
  /** API token, sent as `Authorization: SSWS …` (Clients, Authentication). */
  readonly token?: string
  /** Scoped access token, sent as `Authorization: Bearer …`. If you also give `token`, that one is sent. */
  readonly accessToken?: string
  /** Headers of every call, such as a cookie. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sends a request, such as an organisation's own `fetch`. Default: the global one. */
  readonly fetch?: (request: Request) => Promise<Response>
  /**
   * When to repeat a call; `false` for never. Default: twice. After a 429 it waits as the reply headers say, and without
   * them it does not repeat the call. It also repeats a read after 502, 503, 504 and a broken connection. It then waits
   * as `Retry-After` says, or half a second and then a second.
   */
  readonly retry?: RetryOptions | false
}

/** One method for each operation: it resolves to the body of the reply, and rejects with a ServiceError. */
type ClientOperations = {
  readonly [Name in keyof typeof routes]: (...input: ClientArguments<Name>) => Promise<ClientResult<Name>>
}

/** A client of the service, typed by the contract. */
export interface Client extends ClientOperations {
  /**
   * Calls an operation, and resolves to the full reply, with status and headers.
   *
   * @throws ServiceError when the service answers an error.
   */
  readonly call: <Name extends OperationName>(
    name: Name,
    ...input: ClientArguments<Name>
  ) => Promise<ClientReply<Name>>
  /**
   * Iterates over a list, page by page, along the `next` links. It requests a page when you need its first element.
   *
   * @throws ServiceError when the service answers an error for a page.
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
 * const client = createClient({ baseUrl: 'http://localhost:4010', token })
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
    const { response, text } = await answered(name, () => requestOf(name, url, input), input.signal)
    const body = bodyOf(text)
    const { status, headers } = response
    // Not the service's reply: a page of a proxy, a sign-in page, or an application that answers every path.
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

  /** Sends a request and reads its reply, and repeats it where that is of use. */
  async function answered(
    name: OperationName,
    make: () => Request,
    signal: AbortSignal | undefined,
  ): Promise<Exclude<Outcome, TypeError>> {
    const { times = 2, longest = 60_000, wait = waitFor } = retry || { times: 0 }
    for (let tried = 0; ; tried++) {
      const outcome = await outcomeOf(make())
      const isRead = routes[name][0] === 'GET'
      const delay = tried < times ? retryDelay(outcome, isRead, tried) : undefined
      if (delay !== undefined && delay <= longest) await wait(delay, signal)
      else if (outcome instanceof TypeError) throw unanswered(name, base, outcome)
      else return outcome
    }
  }

  async function outcomeOf(request: Request): Promise<Outcome> {
    try {
      const response = await send(request)
      return { response, text: await response.text() }
    } catch (error) {
      if (error instanceof TypeError) return error
      throw error
    }
  }

  async function call(name: OperationName, input: AnyInput = {}): Promise<AnyReply> {
    const names = Object.keys(routes)
    if (!names.includes(name)) throw new TypeError(`${name}: ${unknownName('operation', name, names)}`)
    return exchange(name, base + pathOf(name, input) + queryOf(name, input?.query), input)
  }

  /** Always calls the given address, whatever host a link names: the token goes nowhere else. */
  async function* each(name: OperationName, input: AnyInput = {}): AsyncGenerator<unknown, void> {
    let at: string | undefined
    let empty = 0
    const visits = new Map<string, number>()
    for (let page = await call(name, input); ;) {
      if (!Array.isArray(page.body)) throw new TypeError(`${name}: no list came`)
      yield* page.body as unknown[]
      if (page.next === undefined) return
      const { search } = new URL(page.next, base)
      // Following such a link would never end.
      if (search === at) throw new Error(`${name}: the next link of a page leads to itself`)
      at = search
      // A changing list may lead to a page again; one that repeats it forever is broken.
      visits.set(at, (visits.get(at) ?? 0) + 1)
      if (visits.get(at)! > visitsMax) throw new Error(`${name}: the next links of pages lead in a circle`)
      empty = page.body.length === 0 ? empty + 1 : 0
      if (empty > emptyMax) throw new Error(`${name}: more than ${emptyMax} pages in a row are empty`)
      page = await exchange(name, base + pathOf(name, input) + search, input)
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

/** How many pages of a list may be empty in a row. */
const emptyMax = 100

/** How often the same page of a list may occur. */
const visitsMax = 2

/** The type of each option. Not a schema, which would make this small module large. */
const optionTypes: Readonly<Record<keyof ClientOptions, 'string' | 'object' | 'function'>> = {
  baseUrl: 'string',
  token: 'string',
  accessToken: 'string',
  headers: 'object',
  fetch: 'function',
  retry: 'object',
}

const retryTypes: Readonly<Record<keyof RetryOptions, 'number' | 'function'>> = {
  times: 'number',
  longest: 'number',
  wait: 'function',
}

/** Whether a value is a plain object: from lists, maps and headers nothing would be sent. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value)
}

function refuseMistaken(options: ClientOptions): void {
  const given: Partial<ClientOptions> = { ...options }
  const mistakes = [
    ...strays('options', given, Object.keys(optionTypes)),
    ...strays('retry', given.retry || {}, Object.keys(retryTypes)),
    ...Object.entries(given.retry || {}).flatMap(([name, value]) => {
      const type = retryTypes[name as keyof RetryOptions]
      const isWrong =
        type !== undefined && value !== undefined && (typeof value !== type || Number.isNaN(value))
      return isWrong ? [`retry.${name}: expected a ${type}`] : []
    }),
    ...Object.entries(optionTypes).flatMap(([name, type]) => {
      const value: unknown = given[name as keyof ClientOptions]
      if (name === 'baseUrl' && !isAddress(String(value))) {
        return [`baseUrl: expected an absolute URL such as https://svc.example.com, got "${String(value)}"`]
      }
      if (value === undefined || (name === 'retry' && value === false)) return []
      if (type === 'object' ? !isPlain(value) : typeof value !== type) {
        return [`${name}: expected ${type === 'object' ? 'an object' : `a ${type}`}`]
      }
      // The error of fetch would show the token.
      return /token/i.test(name) && /[^!-~]/.test((value as string).trim())
        ? [`${name}: expected visible ASCII characters, and no blanks`]
        : []
    }),
  ]
  if (mistakes.length > 0) throw new TypeError(`Bad options\n  ${mistakes.join('\n  ')}`)
}

/** Messages about unknown option names. */
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
  const parts = ['params', 'query', 'body', 'headers', 'signal'] as const
  if (!isPlain(input)) throw new TypeError(`${name}: expected an object with ${parts.join(', ')}`)
  for (const part of ['params', 'query', 'headers'] as const) {
    if (input[part] !== undefined && !isPlain(input[part]))
      throw new TypeError(`${name}: ${part}: expected an object of values by name`)
  }
  for (const part in input) {
    if (!parts.some((known) => known === part))
      throw new TypeError(
        `${name}: ${part}: ${unknownName('part of a call', part, parts)}; expected ${parts.join(', ')}`,
      )
  }
  const [, path] = routes[name]
  for (const parameter in input.params) {
    if (!path.includes(`{${parameter}}`))
      throw new TypeError(
        `${name}: params.${parameter}: ${unknownName('parameter', parameter, path.match(/\w+(?=\})/g) ?? [])}`,
      )
  }
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = input.params?.[parameter]
    if (typeof value !== 'string' || value === '')
      throw new TypeError(`${name}: params.${parameter} is missing`)
    // A URL with `..` would lead to another operation.
    if (/^\.\.?$/.test(value)) throw new TypeError(`${name}: params.${parameter} cannot be "${value}"`)
    // A path segment may contain these characters (RFC 3986, pchar), and people read them in logs.
    return encodeURIComponent(value).replaceAll(/%(?:2[46BC]|3[ABD]|40)/g, decodeURIComponent)
  })
}

/** The query of a call; lists have commas. */
function queryOf(name: OperationName, query: AnyInput['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (typeof value === 'function' || (typeof value === 'object' && !Array.isArray(value)))
      throw new TypeError(`${name}: query.${key}: expected a text, a number, a boolean or a list of them`)
    if (value !== undefined) search.set(key, String(value))
  }
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

/** The error if no reply came, with the operation and the reason. `fetch` has the reason only in its cause. */
function unanswered(name: string, base: string, error: TypeError): TypeError {
  const { message, code } = (error.cause ?? {}) as { message?: string; code?: string }
  return new TypeError(`${name}: no reply from ${base}: ${message || code || error.message}`, {
    cause: error,
  })
}

/** The URL of `rel="next"` in a `Link` header (Clients, Conventions, 3). */
function nextLink(header: string | null): string | undefined {
  return /<([^>]*)>(?:\s*;\s*(?!rel=)[\w*-]+=(?:"[^"]*"|[^",;\s]*))*\s*;\s*rel="?next\b/.exec(
    header ?? '',
  )?.[1]
}
