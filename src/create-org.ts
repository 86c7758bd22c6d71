import type { HttpHandler } from 'msw'
import { createMswHandlers } from './handlers/msw.ts'
import type { OrgOptions } from './model/kernel/options.ts'
import { createOrganisation, type Organisation } from './organisation.ts'

/** An organisation in process: answers through msw, through `fetch`, and through its control plane. */
export interface MockOrg extends Organisation {
  /**
   * Request handlers for msw, one for each operation in the order of the documents, and a last one that
   * answers every other path of the service. Spread them into `setupServer` or `setupWorker`, and override
   * single ones with `server.use()`.
   *
   * @param baseUrl Where the service is called; the organisation moves there, links included. A path such as
   *   `/` is taken relative to the page, in a browser. Default: the organisation's base URL.
   * @throws TypeError when the base URL is relative and there is no page that it could be relative to.
   */
  readonly handlers: (baseUrl?: string) => HttpHandler[]
}

/**
 * Makes an organisation that answers all documented operations, in memory.
 *
 * ```ts
 * const org = createOrg()
 * const server = setupServer(...org.handlers())
 * ```
 *
 * @throws TypeError that lists every mistake in the options.
 */
export function createOrg(options: OrgOptions = {}): MockOrg {
  return withHandlers(createOrganisation(options))
}

/** Adds the msw handlers to an organisation. */
function withHandlers(organisation: Organisation): MockOrg {
  const { model, dispatcher } = organisation
  return Object.defineProperties({} as MockOrg, {
    ...Object.getOwnPropertyDescriptors(organisation),
    handlers: {
      enumerable: true,
      value(baseUrl?: string) {
        if (baseUrl !== undefined) model.baseUrl = absoluteUrl(baseUrl)
        return createMswHandlers(dispatcher)
      },
    },
  })
}

function absoluteUrl(baseUrl: string): string {
  const page = typeof location === 'undefined' ? undefined : location.href
  if (URL.canParse(baseUrl, page)) return new URL(baseUrl, page).href
  throw new TypeError(
    `handlers: expected an absolute URL such as https://svc.example.com, found "${baseUrl}"`,
  )
}
