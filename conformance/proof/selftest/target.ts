import type { ControlAdapter } from '../../engine/supply/control-adapter.ts'
import type { RunOptions } from '../../engine/plan/run-options.ts'
import type { Alteration } from '../alter/wire.ts'

/** How a server is set up for a deviant or a variant; one that cannot be set so ignores it. */
export interface TargetOptions {
  /** Milliseconds that searches lag behind writes. */
  readonly searchLag?: number
  /** Milliseconds that activation and deactivation take. */
  readonly transitionDelay?: number
  /** Default and maximum size of every page. */
  readonly pageSize?: number
  /** The operator's word inside identifiers, in place of `svc` (Clients, Conventions, 6). */
  readonly word?: string
  /** Further options of the mock's organisation, where the API description leaves it a choice. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Features that a run is told this server lacks. */
  readonly lacks?: readonly ('early-access' | 'newer-engine' | 'defaults')[]
  /** Stands before all of the server, its control plane too: for what both have to agree on, such as ids. */
  readonly through?: Alteration
}

/** A server for one run. */
export interface SelftestTarget {
  readonly baseUrl: string
  /** API token with the rights to manage users, groups and clients. */
  readonly token: string
  /** Answers requests in this process; without it they go over the network to `baseUrl`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /** Causes behind the API what the API cannot. */
  readonly control?: ControlAdapter
  /**
   * Whether it lives on: then all records are removed, nothing is allowed and no feature is taken to be there
   * unless `run` says so. Default false.
   */
  readonly shared?: boolean
  /** What a run against it is told beside that. */
  readonly run?: Partial<Pick<RunOptions, 'profile' | 'allow' | 'features' | 'lag' | 'rps' | 'headers'>>
  close(): void | Promise<void>
}

/** Makes a server that keeps every clause, empty and cheap: one is made for every run. */
export type CreateTarget = (options?: TargetOptions) => Promise<SelftestTarget>
