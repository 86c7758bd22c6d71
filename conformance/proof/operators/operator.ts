import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import { eachRecord } from '../alter/answer.ts'
import { on, whenSuccess } from '../alter/flow.ts'
import type { Alteration } from '../alter/wire.ts'
import type { Anywhere } from '../mutants/mutant.ts'

/** A mistake that any operation can have: an alteration for each operation it fits. */
export interface Operator extends Omit<Anywhere, 'operation'> {
  /** Family and mistake: `neighbours/doubled`. */
  readonly id: string
  /** The mistake of the server in an operation, as a sentence without its subject. */
  readonly summary: string
  readonly fits: (operation: OperationName) => boolean
  readonly alter: (operation: OperationName) => Alteration
}

/** Operators that fit the same operations, by id: a summary, and the alteration for each operation. */
export function fitting(
  fits: (operation: OperationName) => boolean,
  rows: Readonly<Record<string, readonly [summary: string, alter: Operator['alter']]>>,
): Operator[] {
  return Object.entries(rows).map(([id, [summary, alter]]) => ({ id, summary, fits, alter }))
}

/** These steps in the calls of each operation. */
export function inCalls(...steps: readonly Alteration[]): Operator['alter'] {
  return (operation) => on(operation, ...steps)
}

/** Changes every record in an answer. */
export function records(change: (record: Readonly<Record<string, Json>>) => Json): Operator['alter'] {
  return inCalls(whenSuccess(eachRecord(change)))
}
