import type { TargetOptions } from '../selftest/target.ts'
import type { Alteration } from '../alter/wire.ts'

/** A server that keeps every clause, and is built otherwise than the mock: it must fail nothing. */
export interface Variant {
  readonly id: string
  /** What it does otherwise, as a sentence without its subject. */
  readonly summary: string
  readonly alter?: Alteration
  readonly target?: TargetOptions
}
