import { httpHandler } from '#msw-handler'
import { createMswHandlers } from './handlers/msw.ts'
import { createOrganisation, type CreateOrgOptions, type Organisation } from './organisation.ts'

/**
 * Makes an organisation that answers all documented operations, in memory.
 *
 * ```ts
 * const org = createOrg()
 * const server = setupServer(...org.handlers())
 * ```
 *
 * @throws TypeError that lists every mistake in the options; in Node `org.handlers()` throws one if msw is not
 *   installed.
 */
export function createOrg(options: CreateOrgOptions = {}): Organisation {
  return createOrganisation(options, (dispatcher, handlersOptions) =>
    createMswHandlers(httpHandler(), dispatcher, handlersOptions),
  )
}
