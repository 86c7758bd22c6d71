import type { HttpHandler } from 'msw'
import { type Control, createControl } from './control/index.ts'
import { Dispatcher } from './handlers/dispatcher.ts'
import { createData, type OrgData } from './data/index.ts'
import { OrgEvents } from './control/events/event-log.ts'
import { readWebhook, type WebhookOptions } from './control/webhooks/input.ts'
import { startWebhook } from './control/webhooks/of-org.ts'
import { fetchOf } from './handlers/fetch.ts'
import type { ExportedSeed, SeedExportOptions } from './fixtures/seed/export.ts'
import { checkExtension, type OwnEndpoint } from './handlers/own-endpoints.ts'
import type { HandlersOptions } from './handlers/msw.ts'
import { checkTypes } from './model/kernel/check-options.ts'
import type { OrgOptions } from './model/kernel/org-options.ts'
import type { Persistence, PersistOptions, RowStore } from './model/kernel/persistence.ts'
import { typeOf } from './model/kernel/schema-messages.ts'
import type { StateLog, StateRow } from './model/kernel/state-log.ts'
import { Org } from './model/org.ts'
import { type ExportedState, exportedState, readExported } from './model/exported-state.ts'
import { type NamedVariation, readVariation } from './vary/variant-names.ts'
import { replaceWith, orgOfRows } from './model/org-rows.ts'
import { refuseUnreadable } from './control/refuse-unreadable.ts'

/** An organisation in process. It answers through msw, `fetch` and a server, and gives control without the API. */
export interface Organisation {
  /**
   * The model of the organisation: records, clock, ids, settings.
   *
   * @internal
   */
  readonly model: Org
  /** Controls the mock without the API: sign-ins, mails, the clock, faults, and more. */
  readonly control: Control
  /** Its records as collections of @msw/data: `org.data.users.findFirst((q) => q.where({ status: 'ACTIVE' }))`. */
  readonly data: OrgData
  /** Its events: `org.events.on('user.suspended', …)`. */
  readonly events: OrgEvents
  /**
   * Answers requests of any transport; every entry point uses it.
   *
   * @internal
   */
  readonly dispatcher: Dispatcher
  /** Value of the super administrator's API token, for `Authorization: SSWS …`. */
  readonly apiToken: string
  /** Address under which links are made, without a trailing slash. */
  readonly baseUrl: string
  /**
   * Answers as `fetch` does, for any host: for Bun, Deno, Workers, Hono, and every client that takes a `fetch`. A path
   * such as `/api/v1/users` is relative to the organisation's base URL. Never rejects for an error of the service. Like
   * `fetch`, it rejects with a TypeError for an invalid request, and with the reason of a signal that aborts.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /**
   * Request handlers for msw, one for each operation in the order of the API description. A last one answers every
   * other path of the service. Spread them into `setupServer` or `setupWorker`, and override single ones with
   * `server.use()`.
   *
   * @param baseUrl Where the service is called; the organisation moves there, links included. In a browser, a path such
   *   as `/` is relative to the page. Default: the organisation's base URL.
   * @throws TypeError when the base URL is relative and there is no page. Also when `serve` made the organisation
   *   itself: then it has no msw to make handlers with.
   */
  readonly handlers: (baseUrl?: string, options?: HandlersOptions) => HttpHandler[]
  /**
   * Its whole state as rows, which can become another organisation:
   *
   * ```ts
   * const rows = [...org.rows.all()]                 // an exact copy: JSON
   * const other = createOrg({ rows })                // goes on as this one does
   * org.rows.persist({ write: (rows) => database.put(rows) })
   * ```
   */
  readonly rows: OrgRows
  /**
   * Its whole state as one exact JSON document, with hashes of passwords, tokens and keys. `createOrg({ rows:
   * state.rows })` and `importState` continue from it.
   */
  readonly exportState: () => ExportedState
  /**
   * Becomes the organisation that `exportState` returned, made with the same options. It keeps its own address.
   *
   * @throws RowsError for data that is not an export, or of an organisation with another seed. Then nothing changes.
   */
  readonly importState: (state: ExportedState) => void
  /**
   * The organisation as a readable seed (`seed`), which makes it again with the same ids. `notCarried` lists the data
   * that a seed cannot carry. Only `{ secrets: true }` includes values of tokens, secrets of clients and headers of the
   * password hook. For an exact copy, use `exportState`.
   */
  readonly exportSeed: (options?: SeedExportOptions) => Promise<ExportedSeed>
  /**
   * Answers otherwise from now on, in ways that the API description leaves open: `await org.vary('short-pages')`.
   * docs/reference/variants.md lists the variants. Without a name it answers as usual again.
   *
   * @throws TypeError that names the unknown variant.
   */
  readonly vary: (...variants: string[]) => Promise<void>
  /** Goes back to the seeded state: records, ids, tokens, mails, settings and clock. */
  readonly reset: () => void
  /**
   * Remembers the state and the time. Returns a function that goes back to them, as often as you call it. For
   * snapshots with a name, use `control.saveSnapshot`.
   *
   * ```ts
   * const goBack = org.snapshot()
   * afterEach(goBack)
   * ```
   */
  readonly snapshot: () => () => void
  /**
   * Ends the organisation. It stores its last changes (`rows.persist`), and sends no more events to its webhook. Time
   * causes nothing more.
   */
  readonly close: () => Promise<void>
}

/** An organisation's whole state as rows `[part, key, value]`, which JSON can carry. */
export interface OrgRows {
  /** Every row: together they are an exact copy of the organisation, passwords and secrets among them. */
  all(): IterableIterator<StateRow>
  /**
   * Stores every change from now on. A reply waits until the store has the changes that it shows and those of earlier
   * requests. If the store rejects, the reply is the service's read-only mode (503). Changes by time or by actions in
   * process are stored soon afterwards.
   *
   * @returns Functions that store everything at once (`flush`), wait for it (`settled`), and end it (`stop`).
   */
  persist(store: RowStore, options?: PersistOptions): Persistence
  /**
   * The log behind `persist`, for other ways to store the state.
   *
   * @internal
   */
  readonly log: StateLog
}

/** How an organisation is made: with options, or from the rows of another one. */
export interface CreateOrgOptions extends OrgOptions {
  /** The rows of an organisation. Options that you give with them replace its earlier ones. */
  readonly rows?: Iterable<StateRow> | undefined
  /** Whether the process that kept the rows was killed: ids that it may have sent in replies are then skipped. */
  readonly isInterrupted?: boolean | undefined
  /** A URL to which its events are sent, in signed batches (docs/control.md). Default: none. */
  readonly webhook?: WebhookOptions | undefined
  /** Your own endpoints, made by `endpoint()` (docs/extend.md). Default: none. */
  readonly extend?: readonly OwnEndpoint[] | undefined
}

/** Whether a value is an organisation, rather than the options of one, or neither. */
export function isOrganisation(value: unknown): value is Organisation {
  return typeof value === 'object' && value !== null && 'handlers' in value && 'dispatcher' in value
}

/** Makes the msw handlers of an organisation. */
type HandlersMaker = (dispatcher: Dispatcher, options?: HandlersOptions) => HttpHandler[]

/**
 * Makes an organisation. The server makes its own without a maker of handlers, so that it starts without msw.
 *
 * @throws TypeError that lists every mistake in the options.
 * @throws TypeError for an unknown variant in `IDENTIKIT_VARY`.
 * @throws RowsError for rows that are not those of an organisation.
 */
export function createOrganisation(
  given: CreateOrgOptions = {},
  makeHandlers: HandlersMaker = noHandlers,
): Organisation {
  const { rows, isInterrupted, webhook, extend, ...options } = given ?? {}
  const names = Object.fromEntries(Object.keys(options).map((name) => [name, 'any' as const]))
  checkTypes(given, { ...names, rows: 'any', isInterrupted: 'boolean', webhook: 'any', extend: 'any' })
  if (extend !== undefined) checkExtension(extend)
  if (rows !== undefined && typeof rows?.[Symbol.iterator] !== 'function')
    throw new TypeError(`rows: expected rows [part, key, value], got ${typeOf(rows)}`)
  const settings = webhook === undefined ? undefined : readWebhook(webhook)
  const org = rows ? orgOfRows(rows, options, { isInterrupted: isInterrupted === true }) : new Org(options)
  if (settings) void startWebhook(org, settings)
  const organisation = new EntryPoints(org, makeHandlers)
  if (extend) extendOrganisation(organisation, extend)
  const { IDENTIKIT_VARY: variants, process } = globalThis as Varying
  const named = variants ?? process?.env?.['IDENTIKIT_VARY']
  if (named) void setVariation(organisation.dispatcher, readVariation([named], 'IDENTIKIT_VARY'))
  return organisation
}

/** Where variants may be named for every organisation: in pages, the first. */
interface Varying {
  readonly IDENTIKIT_VARY?: string
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
}

/** Varies replies from now on: requests wait until the code for it is loaded. */
async function setVariation(dispatcher: Dispatcher, named: NamedVariation): Promise<void> {
  const { variation: before } = dispatcher
  dispatcher.variation = import('./vary/index.ts').then(async (it) => {
    ;(await before)?.end?.()
    return it.variationOf(dispatcher, named)
  })
  await dispatcher.variation
}

/** Sets the own endpoints of an organisation, instead of its earlier ones. */
export function extendOrganisation(organisation: Organisation, endpoints: readonly OwnEndpoint[]): void {
  organisation.model.extension = { endpoints, organisation }
}

/**
 * The entry points of an organisation's model; rare ones are made on first use. A class, since the engine keeps object
 * literals with getters until it collects the whole heap.
 */
class EntryPoints implements Organisation {
  readonly model: Org
  readonly dispatcher: Dispatcher
  readonly fetch: Organisation['fetch']
  readonly #makeHandlers: HandlersMaker
  #control: Control | undefined
  #data: OrgData | undefined
  #events: OrgEvents | undefined
  #rows: OrgRows | undefined

  constructor(model: Org, makeHandlers: HandlersMaker) {
    this.model = model
    this.dispatcher = new Dispatcher(model)
    this.fetch = fetchOf(this.dispatcher)
    model.service = this.dispatcher
    this.#makeHandlers = makeHandlers
  }

  get control(): Control {
    return (this.#control ??= createControl(this.model))
  }

  get data(): OrgData {
    return (this.#data ??= createData(this.model))
  }

  get events(): OrgEvents {
    return (this.#events ??= new OrgEvents(this.model.traffic.recorder))
  }

  get rows(): OrgRows {
    const { model } = this
    return (this.#rows ??= {
      log: model.state.log,
      all: () => model.state.log.all(),
      persist: (store, options = {}) => {
        if (typeof store?.write !== 'function')
          throw new TypeError('persist: expected a store with write(rows) first')
        checkTypes(options, { withAll: 'boolean' })
        return model.persist(store, options)
      },
    })
  }

  get apiToken(): string {
    return this.model.apiToken
  }

  get baseUrl(): string {
    return this.model.baseUrl
  }

  // Own functions, so that you can pass them on: `{ fetch: org.fetch }`, `afterEach(org.reset)`.
  readonly handlers: Organisation['handlers'] = (baseUrl, options) => {
    if (baseUrl !== undefined) this.model.baseUrl = absoluteUrl(baseUrl)
    return this.#makeHandlers(this.dispatcher, options)
  }

  readonly exportState: Organisation['exportState'] = () => exportedState(this.model.state.log.all())

  readonly importState: Organisation['importState'] = (state) =>
    replaceWith(this.model, readExported(state).rows, refuseUnreadable)

  readonly exportSeed: Organisation['exportSeed'] = async (options = {}) => {
    checkTypes(options, { secrets: 'boolean' })
    return (await import('./fixtures/seed/export.ts')).seedOf(this.model, options)
  }

  readonly vary: Organisation['vary'] = async (...variants) =>
    setVariation(this.dispatcher, readVariation(variants, 'vary'))

  readonly reset: Organisation['reset'] = () => this.model.reset()

  readonly snapshot: Organisation['snapshot'] = () => {
    const { clock } = this.model
    const time = clock.now()
    const state = this.model.state.snapshot()
    return () => {
      clock.set(time)
      this.model.state.restore(state)
    }
  }

  readonly close: Organisation['close'] = async () => {
    this.model.end()
    await this.model.persistence?.stop()
  }
}

function noHandlers(): never {
  throw new TypeError('handlers: make the organisation with createOrg(), and hand it to serve({ org })')
}

function absoluteUrl(baseUrl: string): string {
  const page = typeof location === 'undefined' ? undefined : location.href
  if (URL.canParse(baseUrl, page)) return new URL(baseUrl, page).href
  throw new TypeError(`handlers: expected an absolute URL such as https://svc.example.com, got "${baseUrl}"`)
}
