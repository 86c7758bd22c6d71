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
import { orgOptionsSchema } from './model/kernel/org-options.ts'
import { checkTypes } from './model/kernel/check-options.ts'
import { type CreateOrgOptions, isOrganisation, type Organisation } from './organisation.ts'

/** An msw worker with an organisation behind it. */
export type MockWorker = SetupWorker & {
  /**
   * The organisation, if this tab has it.
   *
   * @throws Error in a tab that shares the organisation of another one. There, use `control`; `mountConsole` takes the
   *   worker itself.
   */
  readonly org: Organisation
  /** Controls the mock from every tab, without the API: the functions of `org.control`, each returning a promise. */
  readonly control: RemoteControl
  /** Whether this tab has the organisation. If tabs share one, the next tab gets it when this tab closes. */
  readonly isLeader: boolean
  /** Value of the super administrator's API token. */
  readonly apiToken: string
  /**
   * Shows a page of the service over this one, such as the page behind a link of a mail. A service worker cannot answer
   * navigations. Resolves when the page is shown.
   */
  readonly openPage: (url: string) => Promise<void>
}

/** How a worker is made: the options of an organisation, and options that only a page has. */
export interface WorkerOptions extends Omit<CreateOrgOptions, 'rows' | 'isInterrupted'>, HandlersOptions {
  /** Where the service is called; a path such as `/` is taken from the page. Default `https://svc.example.com`. */
  readonly baseUrl?: string
  /** The initial data: a sample data set (`demo`, `large:5000`) or a seed. Default `empty`. */
  readonly dataset?: string | Seed
  /**
   * Keeps the state when the page is loaded again. `local`: all tabs of the origin share one organisation. `session`:
   * this tab only, until it closes. New options or another `dataset` start over. Default false.
   */
  readonly persist?: 'local' | 'session' | false
  /**
   * Whether pages of the service open over the page. This applies to navigations to a sign-in, a consent, a device
   * code, a sign-out, or the link of a mail. Default true.
   */
  readonly openPages?: boolean
  /** The name under which the state is stored, for a page with several organisations. Default `default`. */
  readonly name?: string
}

/**
 * Makes an msw service worker in which an organisation answers. It intercepts requests after you call `start()`. The
 * page needs msw's worker script: `npx msw init public`.
 *
 * ```ts
 * await setupWorker({ dataset: 'demo', persist: 'local' }).start()
 * ```
 *
 * After the start, pages of the service open over the page: sign-ins by redirect, and links of mails. If a sign-in
 * leads back to the application, the state survives the reload, also without `persist`.
 *
 * `start()` throws an error with a solution if msw's script is missing or cannot serve the page. It also throws if the
 * page has a worker already. You can then fix the cause and call it again.
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
    dataset,
    persist = false,
    name = 'default',
    ...options
  } = org ?? {}
  // createOrg checks their values; a misspelt name may be meant for either.
  const known = [...Object.keys(orgOptionsSchema().shape), 'webhook', 'extend']
  const names = Object.fromEntries(known.map((each) => [each, 'any' as const]))
  checkTypes(org, {
    ...names,
    onUnknownPath: 'any',
    openPages: 'boolean',
    baseUrl: 'string',
    dataset: ['string', 'object'],
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
    dataset,
    persist,
    name,
    madeOf: JSON.stringify([made, dataset]),
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
    routes: page.routes,
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
