import { type Closable, kitOf, type TestKit } from './kit.ts'
import type { KitOptions } from './kit-options.ts'
import { enterOrg } from './live-orgs.ts'
import { matchers } from './matchers/index.ts'
import { makerOf } from './org-source.ts'
import type { FakeTimers } from './test-clock.ts'

/** The used part of `@jest/globals`. */
export interface JestGlobals {
  readonly expect: { extend(matchers: Readonly<Record<string, unknown>>): void }
  readonly beforeEach: (prepare: () => Promise<void>) => void
  readonly afterEach: (end: () => Promise<void>) => void
  readonly jest: {
    advanceTimersByTimeAsync(milliseconds: number): Promise<void>
    setSystemTime(now: number): unknown
  }
}

/** The globals of the test, which Jest's fake timers replace. They are not those of this module. */
export interface JestScope {
  readonly Date: object
  readonly setTimeout: object
}

/** The exports of `identikit/jest`. */
export interface JestKit {
  /**
   * Gives each test of the file its own organisation, made before it and closed after it. Call it at the top level of a
   * file or inside a `describe`. Use the result only while a test runs.
   *
   * ```ts
   * const kit = useOrg({ dataset: 'demo' })
   *
   * test('suspends a blocked person', async () => {
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
 * Adds the matchers to the `expect` of Jest. Jest gives each test file its own globals, and loads modules its own way.
 * Node loads this module once, and it receives the globals of the file.
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

/** A kit that stands for the one of the running test. */
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
