import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Alteration } from '../alter/wire.ts'

/** One way of being wrong that any operation can have: an alteration made for each operation it fits. */
export interface Operator {
  /** Family and what is wrong: `neighbours/doubled`. */
  readonly id: string
  /** What the server does wrong with an operation, as a sentence without its subject. */
  readonly summary: string
  /** Why it says nothing of an operation; undefined where it applies. */
  readonly unfit: (operation: OperationName) => string | undefined
  readonly alter: (operation: OperationName) => Alteration
  /** How the title of a check begins that is run first, so that there is something to show. */
  readonly first?: string
  /** Whether it shows only where calls overlap. */
  readonly overlaps?: boolean
  /** Why it may have nothing to do: what it does beside the call is refused wherever the suite makes that call. */
  readonly idle?: string
}
