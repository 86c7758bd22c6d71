import type { RequestHandler } from 'msw'
import { setupWorker as setupMswWorker, type SetupWorker } from 'msw/browser'
import { createOrg } from './create-org.ts'
import type { HandlersOptions } from './handlers/msw.ts'
import type { OrgOptions } from './model/kernel/options.ts'
import type { Organisation } from './organisation.ts'

/** An msw worker with an organisation behind it. */
export type MockWorker = SetupWorker & { readonly org: Organisation }

/** How a worker is made: as an organisation is, and what only a page has. */
export interface WorkerOptions extends OrgOptions, HandlersOptions {
  /** Where the service is called; a path such as `/` is taken from the page. Default `https://svc.example.com`. */
  readonly baseUrl?: string
}

/**
 * Makes an msw service worker in which an organisation answers; it intercepts once it is told to `start()`. The
 * page needs msw's worker script: `npx msw init public`.
 *
 * ```ts
 * await setupWorker().start()
 * ```
 *
 * @param org An organisation, or the options to make one with.
 * @param overrides Handlers that come before the organisation's.
 * @throws TypeError that lists every mistake in the options.
 */
export function setupWorker(
  org: Organisation | WorkerOptions = {},
  ...overrides: RequestHandler[]
): MockWorker {
  if ('handlers' in org) return workerOf(org, org.handlers(), overrides)
  const { onUnknownPath = 'network', baseUrl, ...options } = org
  // A relative one is taken from the page, which only the handlers know of.
  const isRelative = baseUrl?.startsWith('/') ?? false
  const mock = createOrg(isRelative || baseUrl === undefined ? options : { ...options, baseUrl })
  return workerOf(mock, mock.handlers(isRelative ? baseUrl : undefined, { onUnknownPath }), overrides)
}

function workerOf(
  org: Organisation,
  handlers: readonly RequestHandler[],
  overrides: readonly RequestHandler[],
): MockWorker {
  return Object.assign(setupMswWorker(...overrides, ...handlers), { org })
}
