import type { Alteration } from '../alter/wire.ts'

/** The setup of a server for a mutant or a variant; a server ignores settings that it does not have. */
export interface TargetOptions {
  /** Milliseconds that searches lag behind writes. */
  readonly searchLag?: number
  /** Milliseconds that activation and deactivation take. */
  readonly transitionDelay?: number
  /** Default and maximum size of every page. */
  readonly pageSize?: number
  /** The name prefix inside identifiers, instead of `svc` (Clients, Conventions, 6). */
  readonly prefix?: string
  /** Further options of the mock's organisation, where the API description leaves a choice. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Variants of the mock (docs/reference/variants.md), by name. */
  readonly vary?: readonly string[]
  /** Features that this server lacks, which the run gets as its options. */
  readonly lacks?: readonly ('early-access' | 'newer-engine' | 'defaults')[]
  /** Stands before the whole server, also before its control plane: for values that both share, such as ids. */
  readonly through?: Alteration
}
