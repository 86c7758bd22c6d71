import type { ControlAdapter } from '../../engine/supply/control-adapter.ts'
import type { RunOptions } from '../../engine/plan/run-options.ts'
import type { Alteration } from '../alter/wire.ts'

/** The setup of a server for a deviant or a variant; a server ignores settings that it does not have. */
export interface TargetOptions {
  /** Milliseconds that searches lag behind writes. */
  readonly searchLag?: number
  /** Milliseconds that activation and deactivation take. */
  readonly transitionDelay?: number
  /** Default and maximum size of every page. */
  readonly pageSize?: number
  /** The name prefix inside identifiers, instead of `svc` (Clients, Conventions, 6). */
  readonly word?: string
  /** Further options of the mock's organisation, where the API description leaves a choice. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Features that this server lacks, which the run gets as its options. */
  readonly lacks?: readonly ('early-access' | 'newer-engine' | 'defaults')[]
  /** Stands before the whole server, also before its control plane: for values that both share, such as ids. */
  readonly through?: Alteration
}

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

/** Makes an empty and cheap server that fulfils every clause; each run gets a new one. */
export type CreateTarget = (options?: TargetOptions) => Promise<SelftestTarget>
