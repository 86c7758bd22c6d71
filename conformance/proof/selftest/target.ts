import type { ControlAdapter } from '../../engine/supply/control-adapter.ts'
import type { RunOptions } from '../../engine/plan/run-options.ts'
import type { TargetOptions } from '../variants/choices.ts'

/** A server for one run. */
export interface SelftestTarget {
  readonly baseUrl: string
  /** API token with the rights to manage users, groups and clients. */
  readonly token: string
  /** Answers requests in this process; without it they go over the network to `baseUrl`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Causes events directly, without the API, that the API cannot cause. */
  readonly control?: ControlAdapter
  /**
   * Whether it outlives the run. If so, the run removes all records. It allows nothing and expects no feature unless
   * `run` says so. Default false.
   */
  readonly shared?: boolean
  /** Further options for a run against it. */
  readonly run?: Partial<Pick<RunOptions, 'profile' | 'allow' | 'features' | 'lag' | 'rps' | 'headers'>>
  close(): void | Promise<void>
}

/** Makes an empty and cheap server that fulfils every requirement; each run gets a new one. */
export type CreateTarget = (options?: TargetOptions) => Promise<SelftestTarget>
