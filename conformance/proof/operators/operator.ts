import type { OperationName } from '../../../src/contract/operation-names.ts'
import { on } from '../alter/flow.ts'
import { onlyIf } from './fits.ts'
import type { Alteration } from '../alter/wire.ts'

/** A mistake that any operation can have: an alteration for each operation it fits. */
export interface Operator {
  /** Family and mistake: `neighbours/doubled`. */
  readonly id: string
  /** The mistake of the server in an operation, as a sentence without its subject. */
  readonly summary: string
  /** Why it does not apply to an operation; undefined if it does. */
  readonly unfit: (operation: OperationName) => string | undefined
  readonly alter: (operation: OperationName) => Alteration
  /** The beginning of the title of a check to run first, so that the mistake can show. */
  readonly first?: string
  /** Whether it shows only if calls overlap. */
  readonly overlaps?: boolean
  /** Why it may have nothing to do: the service refuses its additional calls wherever the suite calls the operation. */
  readonly idle?: string
}

/** Operators that fit the same operations, by id: a summary, and the alteration for each operation. */
export function fitting(
  fits: (operation: OperationName) => boolean,
  otherwise: string,
  rows: Readonly<Record<string, readonly [summary: string, alter: Operator['alter']]>>,
): Operator[] {
  return Object.entries(rows).map(([id, [summary, alter]]) => ({
    id,
    summary,
    unfit: onlyIf(fits, otherwise),
    alter,
  }))
}

/** These steps in the calls of each operation. */
export function inCalls(...steps: readonly Alteration[]): Operator['alter'] {
  return (operation) => on(operation, ...steps)
}
