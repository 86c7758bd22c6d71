import type { Permission } from '../../engine/plan/permission.ts'
import type { Part } from './chosen.ts'

/** The output of the command. */
export interface SelftestIo {
  readonly out: (line: string) => void
  readonly error: (line: string) => void
}

/** The options of `identikit conform selftest`, as the command line read them. */
export interface SelftestValues {
  readonly mutants?: true | undefined
  /** Tries each operator in each operation instead of the catalogue. */
  readonly operators?: true | undefined
  readonly empty?: true | undefined
  readonly variants?: true | undefined
  readonly part?: Part | undefined
  readonly thorough?: true | undefined
  readonly concurrency?: number | undefined
  readonly page?: string | undefined
  readonly list?: true | undefined
  readonly through?: string | undefined
  /** `env:NAME`, `file:PATH` or `stdin`. */
  readonly token?: string | undefined
  readonly profile?: string | undefined
  readonly control?: true | undefined
  readonly allow?: readonly (Permission | 'all')[] | undefined
  /** Milliseconds. */
  readonly lag?: number | undefined
}
