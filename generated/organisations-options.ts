// Made by `npm run docs` from src/server/serve-options-schema.ts.
import type { Seed } from '../src/fixtures/seed/format.ts'
import type { Duration } from '../src/model/kernel/duration.ts'
import type { OrgOptions } from './org-options.ts'

/** Options of the further organisations of a server. */
export interface OrganisationsOptions {
  /** Whether the first request for an organisation creates it. Default false: only `POST /_orgs` does. */
  readonly onDemand?: boolean
  /** Name of a sample data set, or a seed, for each organisation. Default `empty`. */
  readonly world?: string | Seed
  /**
   * Options of each organisation, which always has its own secrets. Default: the options of the server's
   * own.
   */
  readonly options?: OrgOptions
  /** The most organisations at one time. Default 10,000. */
  readonly max?: number
  /**
   * Removes an organisation after this time without a call. With a state file it only leaves the memory.
   * Default: never.
   */
  readonly idle?: Duration
}
