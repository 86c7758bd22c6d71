import * as vitest from 'vitest'
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
import type { KitOptions } from './testing/kit-options.ts'
import type { OrgSource } from './testing/org-source.ts'
import type { FakeTimers } from './testing/test-clock.ts'
import { usedFixtures } from './testing/used-fixtures.ts'

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
 * const test = base.extend(orgFixtures({ delays: { search: 500 } }))
 *
 * test('suspends a blocked person', async ({ service, org }) => {
 *   await block('ada@example.com', { baseUrl: service.url, token: org.apiToken })
 * })
 * ```
 *
 * @param options Options of each test's organisation, with `dataset` for its data and `per: 'worker'` to share one. Or a
 *   function that makes it, to put records in. Or a server that tests share, with a separate organisation for each.
 *   `vary: 'used'` repeats each test of the file under the variants that touch its calls (docs/vary.md).
 * @throws TypeError that lists every mistake in the options; for `vary: 'used'` also in Vitest 3.
 */
export function orgFixtures(options: SharedServer): SharedFixtureFunctions
export function orgFixtures(options?: OrgSource | UsedVariants): FixtureFunctions
export function orgFixtures(
  options: OrgSource | SharedServer | UsedVariants = {},
): FixtureFunctions | SharedFixtureFunctions {
  if (typeof options !== 'object' || options === null) return ownFixtures(options, () => [viTimers])
  if ('serverUrl' in options) return sharedFixtures(options)
  const { vary, ...others } = options
  if (vary !== 'used') return ownFixtures(options, () => [viTimers])
  const fixtures = ownFixtures(others, () => [viTimers])
  // `identikit vary` varies every test already.
  return process.env['IDENTIKIT_VARY'] ? fixtures : usedFixtures(fixtures, vitest)
}

/** Options with which each test runs again under the variants that touch its calls. */
export interface UsedVariants extends Omit<KitOptions, 'vary'> {
  readonly vary: 'used'
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
