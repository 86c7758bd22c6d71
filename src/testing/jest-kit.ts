import { type Closable, kitOf, type TestKit } from './kit.ts'
import type { KitOptions } from './kit-options.ts'
import { enterOrg } from './live-orgs.ts'
import { matchers } from './matchers/index.ts'
import { makerOf } from './org-source.ts'
import type { FakeTimers } from './test-clock.ts'

/** What is needed of `@jest/globals`. */
export interface JestGlobals {
  readonly expect: { extend(matchers: Readonly<Record<string, unknown>>): void }
  readonly beforeEach: (prepare: () => Promise<void>) => void
  readonly afterEach: (end: () => Promise<void>) => void
  readonly jest: {
    advanceTimersByTimeAsync(milliseconds: number): Promise<void>
    setSystemTime(now: number): unknown
  }
}

/** What Jest's fake timers put in place of: the globals of the test, which are not those of this module. */
export interface JestScope {
  readonly Date: object
  readonly setTimeout: object
}

/** What `identikit/jest` has. */
export interface JestKit {
  /**
   * Gives each test of the file an organisation, made before it and closed after it: called at the top level of a file
   * or inside a `describe`. What it answers is to be asked while a test runs.
   *
   * ```ts
   * const kit = useOrg({ world: 'demo' })
   *
   * test('suspends whom we block', async () => {
   *   await block('ada@example.com', await kit.service())
   *   expect('ada@example.com').toHaveStatus('SUSPENDED')
   * })
   * ```
   *
   * @throws TypeError that lists every mistake in the options.
   */
  readonly useOrg: (options?: KitOptions) => TestKit
}

/**
 * Teaches the `expect` of Jest the matchers. Jest gives each file of tests globals of its own, and loads modules its own
 * way; this module is loaded by Node, once, and is handed what belongs to the file.
 */
export function jestKit({ expect, beforeEach, afterEach, jest }: JestGlobals, scope: JestScope): JestKit {
  expect.extend(matchers)
  const timers: FakeTimers = {
    isOn: () => 'clock' in scope.setTimeout || 'clock' in scope.Date || 'isFake' in scope.Date,
    advance: (milliseconds) => jest.advanceTimersByTimeAsync(milliseconds),
    setTime: (milliseconds) => jest.setSystemTime(milliseconds),
  }
  return {
    useOrg(options = {}) {
      const make = makerOf(options)
      let kit: (TestKit & Closable) | undefined
      let leave: (() => void) | undefined
      beforeEach(async () => {
        const org = await make()
        leave = enterOrg(org)
        kit = kitOf(org, () => [timers])
      })
      afterEach(async () => {
        leave?.()
        await kit?.close()
        kit = undefined
      })
      return whileThere(() => kit)
    },
  }
}

/** A kit that stands for the one of the test that runs. */
function whileThere(kit: () => TestKit | undefined): TestKit {
  const there = (): TestKit => {
    const found = kit()
    if (found) return found
    throw new Error(
      'useOrg: the organisation is there while a test runs; ask inside of test, beforeEach or afterEach',
    )
  }
  return {
    get org() {
      return there().org
    },
    get client() {
      return there().client
    },
    get asUser() {
      return there().asUser
    },
    get outbox() {
      return there().outbox
    },
    get clock() {
      return there().clock
    },
    service: () => there().service(),
  }
}
