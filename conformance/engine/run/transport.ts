import type { Api, CallOptions } from './api.ts'
import { emptyScope, type CallScope } from './call-scope.ts'
import { Deadline } from '../wire/deadline.ts'
import type { Send } from '../wire/http-sender.ts'
import { RateLimiter } from '../wire/rate-limiter.ts'
import { Redactor } from '../wire/redaction.ts'
import type { SuiteSetup } from '../plan/conform-options.ts'
import { Blocked, Inconclusive, NotCarriedOut, SuiteFault } from './interruption.ts'
import { Ledger, type LedgerEntry, kindAt, recordKinds } from '../clean-up/ledger.ts'
import { RetryingSender, type SendingOptions } from '../wire/retrying-sender.ts'
import { type Permission, Rights, lacksRights } from '../plan/rights.ts'
import { noteTouched } from '../supply/record-pool.ts'
import type { Json, Reply } from '../wire/reply.ts'
import { parsed } from '../words/text.ts'
import { Watch } from './watch.ts'
import { guardWrite, type Creation } from './write-guard.ts'

/** Options that all calls of a run share. */
export interface TransportOptions extends SendingOptions {
  /** Address of the target, with or without a path; no query. */
  readonly baseUrl: URL
  readonly token: string | undefined
  /** Headers added to every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly allowed: ReadonlySet<Permission>
  readonly ledger: Ledger
  /** The part that every name of this run contains, lower case. */
  readonly marker: string
  /** The domain of the logins of the run, where they have one. */
  readonly loginDomain?: () => string | undefined
}

type Identity = {
  readonly headers: Readonly<Record<string, string>>
  readonly me?: string | undefined
  /** Whether it is the run's own token. */
  readonly own?: boolean
}

/**
 * The run's way to the target. Every call waits for its turn and is guarded. A create is noted in the ledger. A call is
 * repeated after a 429, and recorded with its secrets redacted.
 */
export class Transport {
  readonly #options: TransportOptions
  /** Users by the session cookies that were supplied or given: what `me` means in a call. */
  readonly #sessions = new Map<string, string>()
  readonly #sender: RetryingSender
  readonly rights = new Rights()
  readonly watch: Watch

  constructor(options: TransportOptions) {
    this.#options = options
    this.watch = new Watch(options.baseUrl.origin)
    this.#sender = new RetryingSender(options, this.#basePath)
    if (options.token !== undefined) options.redactor.add('token', options.token)
  }

  /** Requests sent so far, repeats included. */
  get requests(): number {
    return this.#sender.requests
  }

  /** Notes whose session a cookie is. */
  addSession(cookie: string, userId: string): void {
    this.#sessions.set(cookie, userId)
  }

  /** The calls of one check. */
  api(scope: CallScope): Api {
    const { token } = this.#options
    if (token === undefined) return this.#apiAs(scope, { headers: {} })
    return this.#apiAs(scope, { headers: { Authorization: `SSWS ${token}` }, own: true })
  }

  #apiAs(scope: CallScope, identity: Identity, control?: { owner: string; status: number | undefined }): Api {
    const request = async (
      method: string,
      path: string,
      body?: Json,
      options: CallOptions = {},
    ): Promise<Reply> => {
      const reply = await this.#call(scope, identity, method, path, body, options)
      if (control !== undefined) holdControl(reply, control)
      return reply
    }
    const { token } = this.#options
    const api: Api = {
      request,
      get: (path, options) => request('GET', path, undefined, options),
      post: (path, body, options) => request('POST', path, body, options),
      put: (path, body, options) => request('PUT', path, body, options),
      delete: (path, options) => request('DELETE', path, undefined, options),
      as: (token) => {
        this.#options.redactor.add('token', token)
        return this.#apiAs(
          scope,
          { headers: { ...without(identity.headers, 'Cookie'), Authorization: `SSWS ${token}` } },
          control,
        )
      },
      almost: (change) => {
        if (token === undefined) throw new Blocked('the run has no API token')
        return api.as(change(token))
      },
      anonymous: () =>
        this.#apiAs(scope, { headers: without(identity.headers, 'Authorization', 'Cookie') }, control),
      withCookie: (cookie) => {
        this.#options.redactor.headers({ cookie })
        const headers = { ...without(identity.headers, 'Authorization'), Cookie: cookie }
        return this.#apiAs(scope, { headers, me: this.#sessions.get(cookie) }, control)
      },
      withHeaders: (headers) =>
        this.#apiAs(
          scope,
          {
            ...identity,
            headers: { ...identity.headers, ...headers },
            own: identity.own === true && !('Authorization' in headers),
          },
          control,
        ),
      control: (owner, status) => this.#apiAs(scope, identity, { owner, status }),
    }
    return api
  }

  async #call(
    scope: CallScope,
    identity: Identity,
    method: string,
    path: string,
    body: Json,
    options: CallOptions,
  ): Promise<Reply> {
    const { ledger, allowed, marker } = this.#options
    const url = this.#resolve(path, options.query)
    demandIds(method, url.pathname)
    const text = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const relative = url.pathname.slice(this.#basePath.length)
    let creation: Creation | undefined
    if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') {
      creation = guardWrite(
        {
          method,
          path: relative,
          query: url.searchParams,
          body: options.raw === undefined ? body : (parsed(options.raw) as Json),
          me: identity.me,
          unmarked: options.unmarked,
          loginDomain: this.#options.loginDomain?.(),
        },
        ledger,
        allowed,
        marker,
      )
      noteTouched(scope.held, {
        path: relative,
        text: text ?? '',
        isOwn: (kind, reference) => ledger.find(kind, reference) !== undefined,
      })
    }
    let entry: LedgerEntry | undefined
    // Noted at the last moment: what still waits for its turn when the run is stopped was never sent.
    const beforeSending = (): void => {
      if (creation === undefined || entry !== undefined) return
      entry = ledger.intend(creation.kind, creation.name)
      scope.created.push(entry)
    }
    // A call that was answered with 429 was not carried out, even if the run does not ask again.
    const afterRefusal = (): void => {
      if (entry !== undefined) ledger.refused(entry)
      entry = undefined
    }
    const headers = {
      Accept: 'application/json',
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...this.#options.headers,
      ...identity.headers,
      ...options.headers,
    }
    const reply = await this.#sender.send(
      scope,
      { method, url, headers, body: text, beforeSending, afterRefusal },
      relative,
      (identity.own === true || identity.me !== undefined) &&
        !relative.split('/').some((part) => ledger.isNonexistentId(decodeURIComponent(part))),
    )
    this.watch.note(method, relative + url.search, body, reply)
    if (identity.own === true && !('Authorization' in (options.headers ?? {})))
      this.#noteRights(scope, relative, creation, reply, text)
    if (entry) settleCreation(ledger, entry, reply)
    else {
      this.#noteRename(method, relative, body)
      if (reply.status < 300) this.#noteDeactivation(method, relative)
    }
    return reply
  }

  #noteRights(
    { refusals }: CallScope,
    path: string,
    creation: Creation | undefined,
    reply: Reply,
    text: string | undefined,
  ): void {
    const { status, json, exchange } = reply
    if (creation) this.rights.note(creation.kind, status, json.errorCode ?? json.error)
    const kind = kindAt(path)
    if (kind === undefined) return
    const denial = this.rights.formDenial(kind, status, /"(password|newPassword)":\{"value"/.test(text ?? ''))
    if (denial) refusals.push({ exchange, kind, denial })
    else if (lacksRights(status)) refusals.push({ exchange, kind })
  }

  /** A user whose login was changed is known by the new one as well. */
  #noteRename(method: string, path: string, body: Json): void {
    const login: unknown = body?.profile?.login
    if ((method !== 'POST' && method !== 'PUT') || typeof login !== 'string') return
    const entry = this.#options.ledger.find('user', decodeURIComponent(path.split('/')[4] ?? ''))
    if (entry) this.#options.ledger.renamed(entry, login)
  }

  /** A user who was deactivated takes one delete to remove, until it is activated again. */
  #noteDeactivation(method: string, path: string): void {
    const [, reference = '', below = ''] = /^\/api\/v1\/users\/([^/]+)(\/lifecycle\/\w+)?$/.exec(path) ?? []
    const isDeactivated = method === 'DELETE' ? below === '' : below === '/lifecycle/deactivate'
    if (!isDeactivated && !(method === 'POST' && below === '/lifecycle/activate')) return
    const entry = this.#options.ledger.find('user', decodeURIComponent(reference))
    if (entry) this.#options.ledger.deactivated(entry, isDeactivated)
  }

  get #basePath(): string {
    return this.#options.baseUrl.pathname.replace(/\/$/, '')
  }

  /** Brings a path, or the full URL of a link, under the base URL. */
  #resolve(path: string, query: CallOptions['query'] = {}): URL {
    const { baseUrl } = this.#options
    let relative = path
    if (/^https?:\/\//i.test(path)) {
      const full = new URL(path)
      relative =
        (full.pathname.startsWith(`${this.#basePath}/`)
          ? full.pathname.slice(this.#basePath.length)
          : full.pathname) + full.search
    }
    if (!relative.startsWith('/')) throw new SuiteFault(`a path of a call starts with a slash: '${path}'`)
    const url = new URL(`${baseUrl.origin}${this.#basePath}${relative}`)
    for (const [key, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.append(key, String(value))
    // Not `+` for a space: a server may read a query by RFC 3986 alone.
    url.search = url.search.replaceAll('+', '%20')
    return url
  }
}

/** A path made from an id that an answer should have held, and did not, is sent nowhere. */
function demandIds(method: string, path: string): void {
  if (/\/(undefined|null|NaN|(?:\[|%5B)object%20Object(?:\]|%5D))(\/|$)/.test(path)) {
    throw new Blocked(`an answer lacks the id that the next call needs: ${method} ${path}`)
  }
}

function holdControl(reply: Reply, { owner, status }: { owner: string; status: number | undefined }): void {
  const held = status === undefined ? reply.status >= 200 && reply.status < 300 : reply.status === status
  if (held) return
  throw new NotCarriedOut(
    `the control case ${reply.request.method} ${reply.request.path} was answered with ${reply.status}, not ${status ?? '2xx'} (exchange ${reply.exchange})`,
    owner,
  )
}

function settleCreation(ledger: Ledger, entry: LedgerEntry, reply: Reply): void {
  if (reply.status >= 400 && reply.status < 500) return ledger.refused(entry)
  const id = recordKinds[entry.kind].idOf(reply.json)
  if (typeof id === 'string' && id !== '') ledger.created(entry, id)
}

function without(
  headers: Readonly<Record<string, string>>,
  ...names: readonly string[]
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

/** How calls outside a run are made: their ledger, the marker of their records, and how long they may take. */
interface OutsideRun {
  readonly ledger?: Ledger
  readonly marker?: string
  readonly milliseconds: number
  readonly late: string
}

/** Makes calls to a target outside a run, at the pace of one. */
export async function withApi<T>(
  setup: SuiteSetup,
  send: Send,
  { ledger = new Ledger(), marker = setup.runId, milliseconds, late }: OutsideRun,
  work: (api: Api, transport: Transport) => Promise<T>,
): Promise<T> {
  const deadline = new Deadline(milliseconds, () => new Inconclusive(late))
  const transport = new Transport({
    ...setup,
    send,
    baseUrl: new URL(setup.baseUrl),
    allowed: new Set(),
    ledger,
    redactor: new Redactor(),
    rateLimiter: new RateLimiter(setup),
    marker,
    onLost: (why) => deadline.abort(new Inconclusive(why)),
  })
  try {
    return await work(transport.api(emptyScope(deadline)), transport)
  } finally {
    deadline.stop()
  }
}
