import { z } from 'zod'
import { type Client, createClient } from './client.ts'
import { createOrg } from './create-org-node.ts'
import { checkOptions } from './model/kernel/check-options.ts'
import { once } from './model/kernel/once.ts'
import type { OrgOptions } from './model/kernel/options.ts'
import { parseOrgOptions } from './model/kernel/options-schema.ts'
import type { Organisation } from './organisation.ts'
import type { RunningServer } from './server/http.ts'
import { createSharedOrg, type SharedOrg } from './client/shared-org.ts'

export type { RemoteControl, SharedOrg } from './client/shared-org.ts'

/** What a test that takes these fixtures may ask for; what it does not ask for is not made. */
export interface OrgFixtures {
  /** An organisation of this test's own. */
  readonly org: Organisation
  /** That organisation, served over HTTP at a free port of this machine. */
  readonly service: RunningServer
  /** A client of that organisation, in process, with the administrator's token. */
  readonly client: Client
}

/** What a test that takes these fixtures of a shared server may ask for; what it does not ask for is not made. */
export interface SharedOrgFixtures {
  /** An organisation of this test's own on the server, which is deleted after the test. */
  readonly org: SharedOrg
  /** Where that organisation answers. */
  readonly service: { readonly url: string }
  /** A client of that organisation, with the administrator's token. */
  readonly client: Client
}

/** A server that tests share: `identikit serve`, on this machine or another. */
export interface SharedServer {
  /** Where it is reached: `http://localhost:4010`. */
  readonly serverUrl: string
  /** What its control plane asks for, if anything. */
  readonly controlToken?: string
  /** What each organisation is filled with: empty, demo, large:N. Default: what the server says. */
  readonly world?: string
  /** The organisation of the server that each is a copy of. */
  readonly from?: string
}

type Use<Value> = (value: Value) => Promise<void>

/** Fixtures in the form that the `test.extend` of Vitest, and of Playwright, takes. */
interface FixtureFunctions {
  readonly org: (made: object, use: Use<Organisation>) => Promise<void>
  readonly service: (made: Pick<OrgFixtures, 'org'>, use: Use<RunningServer>) => Promise<void>
  readonly client: (made: Pick<OrgFixtures, 'org'>, use: Use<Client>) => Promise<void>
}

/** The same for a shared server. */
interface SharedFixtureFunctions {
  readonly org: (made: object, use: Use<SharedOrg>) => Promise<void>
  readonly service: (
    made: Pick<SharedOrgFixtures, 'org'>,
    use: Use<{ readonly url: string }>,
  ) => Promise<void>
  readonly client: (made: Pick<SharedOrgFixtures, 'org'>, use: Use<Client>) => Promise<void>
}

/**
 * Fixtures for a test runner: each test gets an organisation of its own, and servers are closed after it.
 *
 * ```ts
 * import { test as base } from 'vitest'
 * const test = base.extend(orgFixtures({ searchLag: 500 }))
 *
 * test('suspends whom we block', async ({ service, org }) => {
 *   await block('ada@example.com', { baseUrl: service.url, token: org.apiToken })
 * })
 * ```
 *
 * @param options How the organisation of each test is made, or a function that makes it, to put records in; or a
 *   server that tests share, on which each then has an organisation of its own.
 * @throws TypeError that lists every mistake in the options.
 */
export function orgFixtures(options: SharedServer): SharedFixtureFunctions
export function orgFixtures(
  options?: OrgOptions | (() => Organisation | Promise<Organisation>),
): FixtureFunctions
export function orgFixtures(
  options: OrgOptions | (() => Organisation | Promise<Organisation>) | SharedServer = {},
): FixtureFunctions | SharedFixtureFunctions {
  if (typeof options === 'object' && 'serverUrl' in options) {
    checkOptions(sharedServerSchema(), options)
    return sharedFixtures(options)
  }
  if (typeof options !== 'function') parseOrgOptions(options)
  return ownFixtures(typeof options === 'function' ? options : (): Organisation => createOrg(options))
}

const sharedServerSchema = once(() =>
  z.strictObject({
    serverUrl: z.url({ protocol: /^https?$/ }),
    controlToken: z.string().optional(),
    world: z.string().optional(),
    from: z.string().optional(),
  }),
)

function ownFixtures(make: () => Organisation | Promise<Organisation>): FixtureFunctions {
  return {
    // Runners read from the destructuring what a fixture needs: an empty one says nothing.
    // oxlint-disable-next-line no-empty-pattern
    org: async ({}, use) => {
      await use(await make())
    },
    service: async ({ org }, use) => {
      const { serve } = await import('./server/http.ts')
      const server = await serve({ org, port: 0 })
      await use(server)
      await server.close()
    },
    client: async ({ org }, use) => {
      await use(createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch }))
    },
  }
}

/** What is needed of a browser context of Playwright. */
export interface BrowserContext {
  addCookies(cookies: readonly SessionCookie[]): Promise<void>
}

/** A cookie as Playwright takes it. */
export interface SessionCookie {
  readonly name: string
  readonly value: string
  /** Where the browser sends it. */
  readonly url: string
  readonly httpOnly: boolean
}

/**
 * Signs a user in in a browser, without a page: what the browser opens next finds the user signed in, applications
 * that send it to an authorization endpoint included.
 *
 * ```ts
 * await signInBrowser(page.context(), org, { user: 'jo@example.com' })
 * ```
 *
 * @param context A browser context of Playwright.
 * @param org The organisation; its base URL is where the browser reaches it.
 * @throws Refusal `not-found` when there is no such user.
 */
export async function signInBrowser(
  context: BrowserContext,
  org: Pick<Organisation, 'baseUrl' | 'control'>,
  { user }: { readonly user: string },
): Promise<void> {
  const { sessionCookie } = org.control.openSession({ user })
  const equals = sessionCookie.indexOf('=')
  await context.addCookies([
    {
      name: sessionCookie.slice(0, equals),
      value: sessionCookie.slice(equals + 1),
      url: org.baseUrl,
      httpOnly: true,
    },
  ])
}

function sharedFixtures(server: SharedServer): SharedFixtureFunctions {
  return {
    // oxlint-disable-next-line no-empty-pattern
    org: async ({}, use) => {
      const org = await createSharedOrg(server)
      try {
        await use(org)
      } finally {
        await org.delete()
      }
    },
    service: async ({ org }, use) => {
      await use({ url: org.baseUrl })
    },
    client: async ({ org }, use) => {
      await use(createClient({ baseUrl: org.baseUrl, token: org.apiToken }))
    },
  }
}
