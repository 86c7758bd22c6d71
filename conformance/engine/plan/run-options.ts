import type { Requirement } from '../../registry/requirement.ts'
import type { FeatureFinding } from './availability.ts'
import type { Orphan } from '../clean-up/clean-up.ts'
import type { ControlAdapter } from '../supply/control-adapter.ts'
import type { Sender } from '../wire/http-sender.ts'
import type { Feature } from './prerequisite.ts'
import type { SecretSources } from '../wire/secret-source.ts'
import type { SuiteSetup } from './conform-options.ts'

/** The settings of a run of checks: a setup, of which all but the address may be left out. */
export interface RunOptions extends Partial<Omit<SuiteSetup, 'baseUrl'>> {
  readonly baseUrl: string
  readonly sender: Sender
  /** All requirements that checks may judge. */
  readonly requirements: readonly Requirement[]
  readonly adapter?: ControlAdapter | undefined
  readonly secrets?: SecretSources
  /**
   * Whether the token is known to have every right, so that each refusal is the target's fault. Default false: if the
   * token can create no record of a kind, refusals of that kind do not count.
   */
  readonly trustToken?: boolean
}

/** The facts at the end of a run, in addition to the results of its checks. */
export interface RunFacts {
  readonly runId: string
  readonly features: Readonly<Partial<Record<Feature, FeatureFinding>>>
  readonly orphans: readonly Orphan[]
  /** Why the run ended before its time, when the target stopped answering. */
  readonly lost?: string
  /** Requests sent, clean-up included. */
  readonly requests: number
  /** How often the target limited the rate, and how long the run waited for that. */
  readonly rateLimited: { readonly times: number; readonly milliseconds: number }
  readonly created: Readonly<Record<string, number>>
  /** The missing rights of the token, a sentence each. */
  readonly denied: readonly string[]
  /** Findings from trials on the target, a sentence each. */
  readonly found: readonly string[]
  readonly ledgerFile?: string | undefined
}
