import type { Permission } from '../engine/plan/rights.ts'
import type { Api } from '../engine/run/api.ts'
import type { Exchange, Json } from '../engine/wire/reply.ts'
import type { Forms } from '../engine/plan/forms.ts'
import type { Feature } from '../engine/plan/prerequisite.ts'
import type { Poll, Unique } from '../engine/supply/given-types.ts'

/** The parts of a run that an exploration uses. */
export interface ExploreContext {
  /**
   * Calls with their own scope, and their exchanges if `isKept`. The end of a scope removes the records created in it.
   */
  readonly scope: (isKept?: boolean) => {
    readonly api: Api
    readonly poll: Poll
    readonly exchanges: readonly Exchange[]
    readonly end: () => Promise<void>
  }
  readonly unique: Unique
  readonly marker: string
  readonly forms: Forms
  /** How long a write's effects elsewhere may take to show, in milliseconds. */
  readonly lag: number
  /** Whether the run has a permission for calls beyond its own records. */
  readonly may: (permission: Permission) => boolean
  /** An expression of a rule that is true for a login; rejects if no such expression is known. */
  readonly expression: (api: Api) => Promise<(login: string) => string>
  /** Runs an action of the mock's control plane on the target, if the target has one. */
  readonly control?: (action: string, input: Json) => Promise<Json>
  /** Whether the target is known to have a feature. */
  readonly hasFeature: (name: Feature) => boolean
  /** Whether a failure of the requirement counts for the target in this run. */
  readonly isGraded: (requirement: string) => boolean
  readonly signal: AbortSignal
  readonly onProgress?: (progress: { calls: number; found: number }) => void
}
