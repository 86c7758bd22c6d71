import { HttpHandler, type RequestHandler } from 'msw'
import { setupWorker as setupMswWorker, type SetupWorker } from 'msw/browser'
import { everyTab } from './browser/every-tab.ts'
import { type OpenPage, openPages } from './browser/open-pages.ts'
import { PageOrg } from './browser/page-org.ts'
import { warnOfWindows } from './browser/unserved-windows.ts'
import { startWorker, stopWorker } from './browser/start-worker.ts'
import type { RemoteControl } from './client/shared-org.ts'
import { createOrg } from './create-org.ts'
import type { Seed } from './fixtures/seed/format.ts'
import type { Answering } from './handlers/fetch.ts'
import { createMswHandlers, type HandlersOptions } from './handlers/msw.ts'
import { checkTypes } from './model/kernel/check-options.ts'
import type { OrgOptions } from './model/kernel/options.ts'
import { isOrganisation, type Organisation } from './organisation.ts'

/** An msw worker with an organisation behind it. */
export type MockWorker = SetupWorker & {
  /**
   * The organisation, where this tab has it.
   *
   * @throws Error in a tab that shares the organisation of another one: `control` reaches it from every tab, and
   *   `mountConsole` takes the worker itself.
   */
  readonly org: Organisation
  /** What a test does behind the API's back, from every tab: the functions of `org.control`, each answering a promise. */
  readonly control: RemoteControl
  /** Whether this tab has the organisation; where tabs share one, the next one gets it when that tab closes. */
  readonly isLeader: boolean
  /** Value of the super administrator's API token. */
  readonly apiToken: string
  /**
   * Shows a page of the service over this one, such as that behind the link of a mail: a service worker answers no
   * navigation. Resolves once the page was closed.
   */
  readonly openPage: (url: string) => Promise<void>
}

/** How a worker is made: as an organisation is, and what only a page has. */
export interface WorkerOptions extends OrgOptions, HandlersOptions {
  /** Where the service is called; a path such as `/` is taken from the page. Default `https://svc.example.com`. */
  readonly baseUrl?: string
  /** What the organisation starts with: a world (`demo`, `large:5000`) or a seed. Default `empty`. */
  readonly world?: string | Seed
  /**
   * Whether its state is kept when the page is loaded again: `local` for all tabs of the origin, which then share one
   * organisation; `session` for this tab until it is closed. Made anew when the options or the world change. Default
   * false.
   */
  readonly persist?: 'local' | 'session' | false
  /**
   * Whether pages of the service open over the page: where the page navigates to a sign-in, a consent, a device's code
   * or a sign-out, or to the link of a mail. Default true.
   */
  readonly openPages?: boolean
  /** Under which name the state is kept, where a page has several organisations. Default `default`. */
  readonly name?: string
}

/**
 * Makes an msw service worker in which an organisation answers; it intercepts once it is told to `start()`. The
 * page needs msw's worker script: `npx msw init public`.
 *
 * ```ts
 * await setupWorker({ world: 'demo', persist: 'local' }).start()
 * ```
 *
 * Once it has started, the service's pages open over the page: of a sign-in by redirect and of links of mails. Where
 * a sign-in leads back to the application, the state survives the reload, also without `persist`.
 *
 * `start()` throws an error that says what to do where msw's script is missing or cannot serve the page, and where the
 * page has a worker already; once that is mended, it can be called again.
 *
 * @param org An organisation, or the options to make one with.
 * @param overrides Handlers that come before the organisation's.
 * @throws TypeError that lists every mistake in the options.
 */
export function setupWorker(
  org: Organisation | WorkerOptions = {},
  ...overrides: RequestHandler[]
): MockWorker {
  if (isOrganisation(org)) {
    const page = new PageOrg(org, unkept)
    return workerOf(page, [...overrides, ...createMswHandlers(HttpHandler, answeringOf(page))], true)
  }
  const {
    onUnknownPath,
    openPages: opensPages = true,
    baseUrl,
    world,
    persist = false,
    name = 'default',
    ...options
  } = org ?? {}
  const names = Object.fromEntries(Object.keys(options).map((each) => [each, 'any' as const]))
  checkTypes(org, {
    ...names,
    onUnknownPath: 'any',
    openPages: 'boolean',
    baseUrl: 'string',
    world: ['string', 'object'],
    persist: 'any',
    name: 'string',
  })
  if (persist !== false && persist !== 'local' && persist !== 'session') {
    throw new TypeError(`persist: expected local, session or false, got ${JSON.stringify(persist)}`)
  }
  const address = baseUrl === undefined ? undefined : absoluteUrl(baseUrl)
  const made = { ...options, ...(address === undefined ? {} : { baseUrl: address }) }
  const mock = createOrg(made)
  const page = new PageOrg(mock, {
    world,
    persist,
    name,
    madeOf: JSON.stringify([made, world]),
    goOn: (rows) => createOrg({ ...made, rows, isInterrupted: true }),
  })
  const handlers = createMswHandlers(
    HttpHandler,
    answeringOf(page),
    onUnknownPath === undefined ? {} : { onUnknownPath },
  )
  return workerOf(page, [...overrides, ...handlers], opensPages)
}

const unkept = { persist: false, name: '', madeOf: '', goOn: () => createOrg() } as const

function absoluteUrl(baseUrl: string): string {
  const isRelative = baseUrl.startsWith('/') && typeof location !== 'undefined'
  return isRelative ? new URL(baseUrl, location.href).href : baseUrl
}

function answeringOf(page: PageOrg): Answering {
  return {
    org: { baseUrl: page.baseUrl },
    dispatch: page.dispatch.bind(page),
    refuse: page.refuse.bind(page),
  }
}

function workerOf(page: PageOrg, handlers: readonly RequestHandler[], opensPages: boolean): MockWorker {
  const { baseUrl } = page
  const worker = setupMswWorker(...handlers)
  const { start, stop } = worker
  const openPage: OpenPage = async (url, form) => {
    const { showServicePage } = await import('./browser/service-pages.ts')
    await showServicePage(page, new URL(url, baseUrl).href, form)
  }
  let stopPages: (() => void) | undefined
  return Object.defineProperties(
    Object.assign(worker, {
      [everyTab]: page,
      control: page.control,
      openPage: (url: string) => openPage(url),
      async start(...given: Parameters<typeof start>) {
        const started = await startWorker(worker, { start, stop, prepare: () => page.prepare() }, given[0])
        stopPages?.()
        if (opensPages) {
          const stops = [openPages(baseUrl, openPage), warnOfWindows(baseUrl, (url) => page.hasAnswered(url))]
          stopPages = () => stops.forEach((each) => each())
        }
        return started
      },
      async stop() {
        stopPages?.()
        page.leave()
        await stopWorker(worker, stop)
      },
    }),
    {
      org: { get: () => page.org },
      isLeader: { get: () => page.isLeader },
      apiToken: { get: () => page.apiToken },
    },
  ) as unknown as MockWorker
}
