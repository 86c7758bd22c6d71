import { expect as vitestExpect, type ExpectStatic, test as base, type TestAPI, vi } from 'vitest'
import {
  type FixtureFunctions,
  type OrgFixtures,
  ownFixtures,
  type SharedFixtureFunctions,
  sharedFixtures,
  type SharedServer,
} from './testing/fixtures.ts'
import { matchers, type OrgMatchers } from './testing/matchers/index.ts'
import type { OrgSource } from './testing/org-source.ts'
import type { FakeTimers } from './testing/test-clock.ts'

export type { OrgFixtures } from './testing/fixtures.ts'

declare global {
  // Every version of Vitest uses this namespace for its assertions in the same way, unlike its own interfaces.
  namespace Chai {
    // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
    interface Assertion extends OrgMatchers {}
  }
}

/** The `expect` of Vitest with the matchers. Each test file has its own, to which this import adds them. */
export const expect: ExpectStatic = vitestExpect
expect.extend(matchers)

/**
 * Fixtures for a test runner: each test gets its own organisation, and servers are closed after it.
 *
 * ```ts
 * import { test as base } from 'vitest'
 * const test = base.extend(orgFixtures({ searchLag: 500 }))
 *
 * test('suspends a blocked person', async ({ service, org }) => {
 *   await block('ada@example.com', { baseUrl: service.url, token: org.apiToken })
 * })
 * ```
 *
 * @param options Options of each test's organisation, with `world` for its data and `per: 'worker'` to share one. Or a
 *   function that makes it, to put records in. Or a server that tests share, with a separate organisation for each.
 * @throws TypeError that lists every mistake in the options.
 */
export function orgFixtures(options: SharedServer): SharedFixtureFunctions
export function orgFixtures(options?: OrgSource): FixtureFunctions
export function orgFixtures(
  options: OrgSource | SharedServer = {},
): FixtureFunctions | SharedFixtureFunctions {
  if (typeof options === 'object' && options !== null && 'serverUrl' in options)
    return sharedFixtures(options)
  return ownFixtures(options, () => [viTimers])
}

const viTimers: FakeTimers = {
  isOn: () => vi.isFakeTimers(),
  advance: (milliseconds) => vi.advanceTimersByTimeAsync(milliseconds),
  setTime: (milliseconds) => vi.setSystemTime(milliseconds),
}

/**
 * The `test` of Vitest with an organisation for each test that asks for one.
 *
 * ```ts
 * import { expect, test } from 'identikit/vitest'
 *
 * test('suspends a blocked person', async ({ org, client }) => {
 *   const ada = await client.createUser({ body: { profile } })
 *   await block(ada.id, org)
 *   expect(ada.id).toHaveStatus('SUSPENDED')
 * })
 * ```
 */
export const test: TestAPI<OrgFixtures> = base.extend<OrgFixtures>(orgFixtures())
