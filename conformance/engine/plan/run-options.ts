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

/** What a run of checks is set up with. */
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
  /** What the operator says of features, over the profile. */
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
   * Whether the token is known to have every right, so that each refusal is the target's fault. Default false:
   * where the target lets it create no record of a kind, nothing of that kind is held against the target.
   */
  readonly trustToken?: boolean
  /**
   * Whether records are removed. Turn it off only for a target that is thrown away; then every check makes all its own
   * records. Default true: what no check wrote to is used by the next one, and removed at the end.
   */
  readonly cleanUp?: boolean
  /** Whether the exchanges of passed checks are kept too. Default false. */
  readonly keepAllEvidence?: boolean
  readonly version?: string
}

/** What a run knows at its end beside the results of its checks. */
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
  /** What the token turned out to have no right to, a sentence each. */
  readonly denied?: readonly string[]
  /** What was found out about the target by trying, a sentence each. */
  readonly found?: readonly string[]
  readonly ledgerFile?: string | undefined
}
