import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Alteration } from '../wire.ts'

/** One way of being wrong that any operation can have: an alteration made for each operation it fits. */
export interface Operator {
  /** Family and what is wrong: `neighbours/doubled`. */
  readonly id: string
  /** What the server does wrong with an operation, as a sentence without its subject. */
  readonly summary: string
  /** Why it says nothing of an operation; undefined where it applies. */
  readonly unfit: (operation: OperationName) => string | undefined
  readonly alter: (operation: OperationName) => Alteration
}
