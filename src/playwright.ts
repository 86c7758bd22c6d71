import { expect as baseExpect, type Page, test as base } from '@playwright/test'
import { type Client, createClient } from './client.ts'
import type { Builders } from './fixtures/build/index.ts'
import type { OrgOptions } from './model/kernel/org-options.ts'
import type { Organisation } from './organisation.ts'
import { type RunningServer, serve } from './server/http.ts'
import type { AsUser } from './testing/as-user.ts'
import { buildersOf } from './testing/fixtures.ts'
import { kitOf } from './testing/kit.ts'
import { enterOrg } from './testing/live-orgs.ts'
import { matchers, type OrgMatchers } from './testing/matchers/index.ts'
import type { UserReference } from './testing/matchers/subject.ts'
import type { DatasetOption } from './testing/kit-options.ts'
import { signInBrowser } from './testing/sign-in-browser.ts'
import { type FakeTimers, type TestClock, testClock } from './testing/test-clock.ts'
import type { TestOutbox } from './testing/test-outbox.ts'

declare global {
  namespace PlaywrightTest {
    // oxlint-disable-next-line typescript/no-unused-vars, typescript/no-empty-interface, typescript/no-empty-object-type
    interface Matchers<R, T> extends OrgMatchers<R> {}
  }
}

declare module '@playwright/test' {
  // `use` of a configuration takes the options below without type arguments.
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
  interface PlaywrightTestOptions extends Partial<OrgTestOptions> {}
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
  interface PlaywrightWorkerOptions extends Partial<OrgWorkerOptions> {}
}

/** Options of the organisations of tests, in `use` of the configuration or in `test.use`. */
interface OrgTestOptions {
  /** The data of each test's organisation: a sample data set (`demo`, `large:5000`) or a seed. Default `empty`. */
  readonly dataset: DatasetOption
}

/** Options of each worker's server, in `use` of the configuration or in `test.use` of a file. */
interface OrgWorkerOptions {
  /** How organisations are made. */
  readonly orgOptions: OrgOptions
}

/** Fixtures of a worker, made when one of its tests requests an organisation. */
interface OrgWorkerFixtures {
  /** A server at a free port of this machine, with the organisations of all tests of the worker. */
  readonly orgServer: RunningServer
}

/** Fixtures for a test; only the requested ones are made. */
export interface OrgFixtures {
  /** An organisation of this test's own, which pages reach at `org.baseUrl` (`http://localhost:…/orgs/…`). */
  readonly org: Organisation
  /** Where that organisation answers. */
  readonly service: { readonly url: string }
  /** A client of that organisation, with the administrator's token. */
  readonly client: Client
  /** Makes a client that calls as one of the organisation's users. */
  readonly asUser: AsUser
  /** The mails that the service would have sent. */
  readonly outbox: TestOutbox
  /** The time of the organisation, and of the pages on which you install it. */
  readonly clock: PageClock
  /** Builders of valid input, from the seed of the organisation. */
  readonly build: Builders
  /** Signs a user in in the browser context of the test, without a page. */
  readonly signIn: (user: UserReference) => Promise<void>
}

/** The time of an organisation and of pages, moved together. */
interface PageClock extends TestClock {
  /** Sets a page to the organisation's time, and moves it along from now on (`page.clock` of Playwright). */
  readonly install: (page: Page) => Promise<void>
}

type Ours = OrgFixtures & OrgTestOptions
type OursOfWorker = OrgWorkerFixtures & OrgWorkerOptions

/**
 * The `test` of Playwright with a server for each worker, and an organisation for each test that asks for one.
 *
 * ```ts
 * import { expect, test } from 'identikit/playwright'
 * test.use({ dataset: 'demo' })
 *
 * test('suspends a blocked person', async ({ page, org, signIn }) => {
 *   await page.goto(`/people?service=${org.baseUrl}`)
 *   await page.getByRole('button', { name: 'Block Ada' }).click()
 *   await expect.poll(() => org).toHaveReceived('suspendUser')
 * })
 * ```
 */
export const test = base.extend<Ours, OursOfWorker>({
  // Playwright takes them for its own options, since `use` of a configuration knows them: see above.
  dataset: ['empty', { option: true }] as never,
  orgOptions: [{}, { option: true, scope: 'worker' }] as never,
  orgServer: [
    async ({ orgOptions }, use) => {
      const server = await serve({ port: 0, options: orgOptions })
      // Pages of an application at localhost are then of the same site, and send cookies along.
      server.org.model.baseUrl = `http://localhost:${server.port}`
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  org: async ({ orgServer, dataset }, use) => {
    const { name, organisation } = await orgServer.organisations.create({ dataset })
    const leave = enterOrg(organisation)
    await use(organisation)
    leave()
    orgServer.organisations.delete(name)
  },
  service: ({ org }, use) => use({ url: org.baseUrl }),
  client: ({ org }, use) =>
    use(createClient({ baseUrl: org.baseUrl, token: org.apiToken, fetch: org.fetch })),
  asUser: ({ org }, use) => use(kitOf(org).asUser),
  outbox: ({ org }, use) => use(kitOf(org).outbox),
  clock: ({ org }, use) => use(pageClock(org)),
  build: async ({ org }, use) => use(await buildersOf(org)),
  signIn: ({ org, context }, use) =>
    use((user) => signInBrowser(context, org, { user: typeof user === 'string' ? user : user.id })),
})

/** The `expect` of Playwright with the matchers. */
export const expect = baseExpect.extend(matchers) as unknown as typeof baseExpect

function pageClock(org: Organisation): PageClock {
  const pages: FakeTimers[] = []
  const clock = testClock(org, () => pages)
  return {
    ...clock,
    async install(page) {
      await page.clock.install({ time: clock.now() })
      pages.push({
        isOn: () => !page.isClosed(),
        advance: (milliseconds) => page.clock.fastForward(milliseconds),
        setTime: (milliseconds) => page.clock.setSystemTime(milliseconds),
      })
    },
  }
}
