import type { RequestHandler } from 'msw'
import { setupWorker as setupMswWorker, type SetupWorker } from 'msw/browser'
import { createOrg } from './create-org.ts'
import type { OrgOptions } from './model/kernel/options.ts'
import type { Organisation } from './organisation.ts'

/** An msw worker with an organisation behind it. */
export type MockWorker = SetupWorker & { readonly org: Organisation }

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
export function setupWorker(org: Organisation | OrgOptions = {}, ...overrides: RequestHandler[]): MockWorker {
  const mock = 'handlers' in org ? org : createOrg(org)
  return Object.assign(setupMswWorker(...overrides, ...mock.handlers()), { org: mock })
}
