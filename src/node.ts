import type { RequestHandler } from 'msw'
import type { SetupServer } from 'msw/node'
import { createOrg } from './create-org.ts'
import { loadMsw } from './msw/node.js'
import { type CreateOrgOptions, isOrganisation, type Organisation } from './organisation.ts'

/** An msw server with an organisation behind it. */
export type MockServer = SetupServer & {
  /** The organisation that answers: `server.org.control` controls the mock without the API. */
  readonly org: Organisation
}

/**
 * Makes an msw server in which an organisation answers. It intercepts requests after you call `listen()`.
 *
 * ```ts
 * const server = setupServer()
 * beforeAll(() => server.listen())
 * afterEach(() => server.org.reset())
 * afterAll(() => server.close())
 * ```
 *
 * @param org An organisation, or the options to make one with.
 * @param overrides Handlers that come before the organisation's.
 * @throws TypeError that lists every mistake in the options, or says that msw is not installed.
 */
export function setupServer(
  org: Organisation | CreateOrgOptions = {},
  ...overrides: RequestHandler[]
): MockServer {
  const mock = isOrganisation(org) ? org : createOrg(org)
  return Object.assign(setupMswServer(...overrides, ...mock.handlers()), { org: mock })
}

const { setupServer: setupMswServer } = loadMsw(
  'msw/node',
  'identikit/node needs msw',
) as typeof import('msw/node')
