import { HttpHandler } from 'msw'
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
 * @throws TypeError that lists every mistake in the options.
 */
export function createOrg(options: CreateOrgOptions = {}): Organisation {
  return createOrganisation(options, (dispatcher, handlersOptions) =>
    createMswHandlers(HttpHandler, dispatcher, handlersOptions),
  )
}
