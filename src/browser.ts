import { HttpHandler, type RequestHandler } from 'msw'
import { setupWorker as setupMswWorker, type SetupWorker } from 'msw/browser'
import { openLinks } from './browser/open-links.ts'
import { PageOrg } from './browser/page-org.ts'
import { startWorker, stopWorker } from './browser/start-worker.ts'
import type { RemoteControl } from './client/shared-org.ts'
import { createOrg } from './create-org.ts'
import type { Seed } from './fixtures/seed/format.ts'
import { createMswHandlers, type HandlersOptions } from './handlers/msw.ts'
import type { OrgOptions } from './model/kernel/options.ts'
import type { Organisation } from './organisation.ts'

/** An msw worker with an organisation behind it. */
export type MockWorker = SetupWorker & {
  /**
   * The organisation, where this tab has it.
   *
   * @throws Error in a tab that shares the organisation of another one: `control` reaches it from every tab.
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
 * Once it has started, links of mails open the service's pages over the page, and so does a page that is itself loaded
 * at the address of such a link.
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
  if ('handlers' in org) return workerOf(new PageOrg(org, unkept), org.baseUrl, {}, overrides)
  const { onUnknownPath, baseUrl, world, persist = false, name = 'default', ...options } = org
  if (persist !== false && persist !== 'local' && persist !== 'session') {
    throw new TypeError(`persist: Expected local, session or false, found ${JSON.stringify(persist)}`)
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
  const handling = onUnknownPath === undefined ? {} : { onUnknownPath }
  return workerOf(page, mock.baseUrl, handling, overrides)
}

const unkept = { persist: false, name: '', madeOf: '', goOn: () => createOrg() } as const

function absoluteUrl(baseUrl: string): string {
  const isRelative = baseUrl.startsWith('/') && typeof location !== 'undefined'
  return isRelative ? new URL(baseUrl, location.href).href : baseUrl
}

function workerOf(
  page: PageOrg,
  baseUrl: string,
  handling: HandlersOptions,
  overrides: readonly RequestHandler[],
): MockWorker {
  const answering = {
    org: { baseUrl },
    dispatch: page.dispatch.bind(page),
    refuse: page.refuse.bind(page),
  }
  const worker = setupMswWorker(...overrides, ...createMswHandlers(HttpHandler, answering, handling))
  const { start, stop } = worker
  const asking = { baseUrl, ask: page.ask.bind(page) }
  const openPage = async (url: string): Promise<void> => {
    const { showServicePage } = await import('./browser/service-pages.ts')
    await showServicePage(new URL(url, baseUrl).href, asking)
  }
  let stopLinks: (() => void) | undefined
  return Object.defineProperties(
    Object.assign(worker, {
      control: page.control,
      openPage,
      async start(...given: Parameters<typeof start>) {
        const started = await startWorker(worker, { start, stop, prepare: () => page.prepare() }, given[0])
        stopLinks = openLinks(baseUrl, openPage)
        return started
      },
      async stop() {
        stopLinks?.()
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
