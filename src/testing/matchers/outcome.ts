import type { SharedOrg } from '../../client/shared-org.ts'
import type { Organisation } from '../../organisation.ts'

/** What a matcher found: runners print the message when it is not what was expected. */
export interface MatcherOutcome {
  readonly pass: boolean
  readonly message: () => string
}

/** What a matcher about an organisation takes beside what it looks for. */
export interface InOrg {
  /** The organisation it is about. Default: that of the test that runs, where only one runs at a time. */
  readonly org?: Organisation | SharedOrg
}

/** The same, of an organisation on a server: the matcher answers a promise. */
export interface InSharedOrg {
  /** The organisation on a server that the user is looked for in. */
  readonly org: SharedOrg
}

/** A value as a message shows it: JSON, shortened. */
export function printed(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value instanceof RegExp) return String(value)
  if (isAsymmetric(value)) return described(value)
  const text = JSON.stringify(value, (_, part: unknown) =>
    part instanceof RegExp ? String(part) : isAsymmetric(part) ? described(part) : part,
  )
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`
}

/** What every runner's `expect.any(String)` and its like are. */
interface AsymmetricMatcher {
  readonly asymmetricMatch: (found: unknown) => boolean
  readonly toAsymmetricMatcher?: () => string
}

/** Whether a value is one of a runner's asymmetric matchers. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return typeof (value as AsymmetricMatcher | null | undefined)?.asymmetricMatch === 'function'
}

function described(matcher: AsymmetricMatcher): string {
  return matcher.toAsymmetricMatcher?.() ?? 'a value that the matcher takes'
}
