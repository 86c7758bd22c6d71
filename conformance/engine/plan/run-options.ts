import type { Clause } from '../../registry/clause.ts'
import type { FeatureFinding } from './availability.ts'
import type { Leftover } from '../clean-up/clean-up.ts'
import type { ControlAdapter } from '../supply/control-adapter.ts'
import type { Sender } from '../wire/http-sender.ts'
import type { Feature, FeatureState } from './need.ts'
import type { PaceOptions } from '../wire/pace.ts'
import type { Permission } from './permission.ts'
import type { SecretSources } from '../wire/secret-source.ts'
import type { TargetProfile } from './target-profile.ts'

/** The settings of a run of checks. */
export interface RunOptions extends PaceOptions {
  readonly baseUrl: string
  /** API token; without one only anonymous calls are made. */
  readonly token?: string | undefined
  readonly sender: Sender
  /** All clauses that checks may judge. */
  readonly clauses: readonly Clause[]
  /** Headers added to every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Names of `headers` whose values are secrets. */
  readonly secretHeaders?: readonly string[]
  readonly allow?: readonly Permission[]
  readonly profile?: TargetProfile
  readonly adapter?: ControlAdapter | undefined
  /** The operator's statements about features; they override the profile. */
  readonly features?: Readonly<Partial<Record<Feature, FeatureState>>>
  readonly secrets?: SecretSources
  /** Id of the run; a fresh one by default. */
  readonly runId?: string
  /** File of the ledger; in memory only by default. */
  readonly ledgerFile?: string | undefined
  /** Milliseconds to wait for what may lag. Default 10000. */
  readonly lag?: number
  /** Milliseconds to wait for one answer. Default 30000. */
  readonly requestTimeout?: number
  /** Milliseconds for the body of a check that states none. Default 30000. */
  readonly checkTimeout?: number
  /**
   * Whether the token is known to have every right, so that each refusal is the target's fault. Default false: if the
   * token can create no record of a kind, refusals of that kind do not count.
   */
  readonly trustToken?: boolean
  /**
   * Whether records are removed. Turn it off only for a throw-away target; then every check makes its own records.
   * Default true: the next check uses records that no check wrote to, and the run removes them at the end.
   */
  readonly cleanUp?: boolean
  /** Whether the exchanges of passed checks are kept too. Default false. */
  readonly keepAllEvidence?: boolean
  readonly version?: string
}

/** The facts at the end of a run, in addition to the results of its checks. */
export interface RunFacts {
  readonly runId: string
  readonly features: Readonly<Partial<Record<Feature, FeatureFinding>>>
  readonly leftovers: readonly Leftover[]
  /** Why the run ended before its time, when the target stopped answering. */
  readonly lost?: string
  /** Requests sent, clean-up included. */
  readonly requests: number
  /** How often the target limited the rate, and how long the run waited for that. */
  readonly rateLimited: { readonly times: number; readonly milliseconds: number }
  readonly created: Readonly<Record<string, number>>
  /** The missing rights of the token, a sentence each. */
  readonly denied?: readonly string[]
  /** Findings from trials on the target, a sentence each. */
  readonly found?: readonly string[]
  readonly ledgerFile?: string | undefined
}
