import { afterEach, beforeEach, expect, jest } from '@jest/globals'
import type { JestKit } from './testing/jest-kit.ts'
import type { OrgMatchers } from './testing/matchers/index.ts'

declare module 'expect' {
  // oxlint-disable-next-line typescript/no-unused-vars, typescript/no-empty-interface, typescript/no-empty-object-type
  interface Matchers<R extends void | Promise<void>, T = unknown> extends OrgMatchers<R> {}
}

declare global {
  // For those who have @types/jest.
  namespace jest {
    // oxlint-disable-next-line typescript/no-unused-vars, typescript/no-empty-interface, typescript/no-empty-object-type
    interface Matchers<R, T = {}> extends OrgMatchers<R> {}
  }
}

// Node loads the kit, not Jest: once for all test files, both modules and CommonJS. Jest replaces node:module in tests
// by an object derived from it.
const { Module } = process.getBuiltinModule('node:module')
const outer = Object.getPrototypeOf(Module) as Partial<typeof Module>
const load = (outer.createRequire ?? Module.createRequire)(import.meta.url)
const { jestKit } = load('./chunks/jest-kit.js') as typeof import('./testing/jest-kit.ts')

/**
 * Gives each test of the file its own organisation, made before it and closed after it. Call it at the top level of a
 * file or inside a `describe`. Use the result only while a test runs.
 *
 * ```ts
 * import { useOrg } from 'identikit/jest'
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
export const useOrg: JestKit['useOrg'] = jestKit({ expect, beforeEach, afterEach, jest }, globalThis).useOrg
