// Made by `npm run docs` from src/server/serve-options-schema.ts.
import type { Seed } from '../../fixtures/seed/format.ts'
import type { Duration } from '../../model/kernel/duration.ts'
import type { OrgOptions } from '../../model/kernel/options.ts'

/** How the organisations of one server are made, and how many there may be. */
export interface OrganisationsOptions {
  /** Whether a request for one that is not there makes it. Default false: `POST /_orgs` does. */
  readonly onDemand?: boolean
  /** Name of a sample data set, or a seed, for each of them. Default `empty`. */
  readonly world?: string | Seed
  /** How each is made; its secrets are its own all the same. Default: as the server's own. */
  readonly options?: OrgOptions
  /** How many there may be at once. Default 10,000. */
  readonly max?: number
  /**
   * How long one lives that nobody calls; with a file of state it only leaves the memory. Default: for as
   * long as the server.
   */
  readonly idle?: Duration
}
