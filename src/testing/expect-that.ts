import { matchers, type OrgMatchers } from './matchers/index.ts'
import { inTest } from './matchers/stack.ts'
import type { MatcherOutcome } from './matchers/outcome.ts'
import { isPromise } from '../model/kernel/changes.ts'

/** The matchers as separate assertions, and their negation. */
export interface OrgAssertions extends OrgMatchers {
  readonly not: OrgMatchers
}

/** Thrown by a failed assertion: test runners show only its message. */
export class OrgAssertionError extends Error {
  /** Always `AssertionError`. */
  override readonly name = 'AssertionError'
  /** `ERR_ASSERTION`, as Node's own has. */
  readonly code = 'ERR_ASSERTION'
}

type AnyMatcher = (subject: unknown, ...wanted: unknown[]) => MatcherOutcome | Promise<MatcherOutcome>

/**
 * The matchers without a runner's `expect`, for node:test and scripts.
 *
 * ```ts
 * expectThat('ada@example.com').toHaveStatus('SUSPENDED')
 * expectThat(org).not.toHaveReceived('deleteUser')
 * ```
 *
 * Each throws an OrgAssertionError if the assertion fails.
 */
export function expectThat(subject: unknown): OrgAssertions {
  return { ...assertions(subject, true), not: assertions(subject, false) }
}

function assertions(subject: unknown, wanted: boolean): OrgMatchers {
  return Object.fromEntries(
    Object.entries(matchers as Readonly<Record<string, AnyMatcher>>).map(([name, matcher]) => [
      name,
      function called(...expected: unknown[]) {
        try {
          const outcome = matcher(subject, ...expected)
          return isPromise(outcome) ? outcome.then((late) => settle(late, wanted)) : settle(outcome, wanted)
        } catch (error) {
          throw inTest(error, called)
        }
      },
    ]),
  ) as unknown as OrgMatchers
}

function settle({ pass, message }: MatcherOutcome, wanted: boolean): void {
  if (pass !== wanted) throw new OrgAssertionError(message())
}
