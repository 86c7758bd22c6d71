/** Organisations, clients, clocks and matchers for tests in any runner, such as node:test. */
import { type Closable, kitOf, type TestKit } from './testing/kit.ts'
import type { KitOptions } from './testing/kit-options.ts'
import { enterOrg } from './testing/live-orgs.ts'
import { makerOf } from './testing/org-source.ts'
import type { FakeTimers } from './testing/test-clock.ts'

export type { SharedOrg } from './client/shared-org.ts'
export type { AsUser } from './testing/as-user.ts'
export { expectThat, OrgAssertionError } from './testing/expect-that.ts'
export type { TestKit } from './testing/kit.ts'
export type { KitOptions } from './testing/kit-options.ts'
export { matchers, type OrgMatchers } from './testing/matchers/index.ts'
export { signInBrowser } from './testing/sign-in-browser.ts'
export type { TestClock } from './testing/test-clock.ts'
export type { TestOutbox } from './testing/test-outbox.ts'

/** The used part of a node:test test context. */
interface NodeTestContext {
  readonly after: (end: () => Promise<void>) => void
  readonly mock: {
    readonly timers: { tick(milliseconds: number): void; setTime(milliseconds: number): void }
  }
}

/** A kit to close yourself, unless it belongs to a test: then the end of the test closes it. */
interface OpenTestKit extends TestKit, Closable, AsyncDisposable {}

/**
 * Makes an organisation for a test, with everything that a test needs for it.
 *
 * ```ts
 * test('blocks whom we block', async (t) => {
 *   const { org, client, asUser, outbox, clock } = await createTestKit({ dataset: 'demo' }, t)
 * })
 * ```
 *
 * @param test The context of a node:test test. The kit closes when the test ends, and its clock also moves the mock
 *   timers of the test. Without a context, close the kit yourself.
 * @throws TypeError that lists every mistake in the options, and for an invalid context.
 */
export async function createTestKit(
  options: Omit<KitOptions, 'per'> = {},
  test?: NodeTestContext,
): Promise<OpenTestKit> {
  if (test !== undefined && typeof test.after !== 'function') {
    throw new TypeError(
      'createTestKit: expected the context of a test of node:test second, which has after()',
    )
  }
  if ('per' in (options ?? {}))
    throw new TypeError('createTestKit: options.per: unknown option; each call makes an organisation')
  const org = await makerOf(options)()
  const leave = enterOrg(org)
  const { close: closeKit, ...kit } = kitOf(org, () => (test ? [nodeTimers(test)] : []))
  const close = async (): Promise<void> => {
    leave()
    await closeKit()
  }
  test?.after(close)
  return { ...kit, close, [Symbol.asyncDispose]: close }
}

/** The mock timers of node:test. They do not report whether they are on, except by a faked `Date`. */
function nodeTimers({ mock: { timers } }: NodeTestContext): FakeTimers {
  return {
    isOn: () => 'isMock' in Date,
    advance: (milliseconds) => timers.tick(milliseconds),
    setTime: (milliseconds) => timers.setTime(milliseconds),
  }
}
