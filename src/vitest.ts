import { type Client, createClient } from './client.ts'
import { createOrg } from './create-org.ts'
import type { OrgOptions } from './model/kernel/options.ts'
import type { Organisation } from './organisation.ts'
import type { RunningServer } from './server/http.ts'

/** What a test that takes these fixtures may ask for; what it does not ask for is not made. */
export interface OrgFixtures {
  /** An organisation of this test's own. */
  readonly org: Organisation
  /** That organisation, served over HTTP at a free port of this machine. */
  readonly service: RunningServer
  /** A client of that organisation, in process, with the administrator's token. */
  readonly client: Client
}

type Use<Value> = (value: Value) => Promise<void>

/** Fixtures in the form that the `test.extend` of Vitest, and of Playwright, takes. */
interface FixtureFunctions {
  readonly org: (made: object, use: Use<Organisation>) => Promise<void>
  readonly service: (made: Pick<OrgFixtures, 'org'>, use: Use<RunningServer>) => Promise<void>
  readonly client: (made: Pick<OrgFixtures, 'org'>, use: Use<Client>) => Promise<void>
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
 * @param options How the organisation of each test is made, or a function that makes it, to put records in.
 */
export function orgFixtures(
  options: OrgOptions | (() => Organisation | Promise<Organisation>) = {},
): FixtureFunctions {
  const make = typeof options === 'function' ? options : (): Organisation => createOrg(options)
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
interface BrowserContext {
  addCookies(cookies: readonly SessionCookie[]): Promise<void>
}

/** A cookie as Playwright takes it. */
interface SessionCookie {
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
