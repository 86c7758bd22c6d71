import type { TargetOptions } from '../selftest/target-options.ts'
import type { Alteration } from '../alter/wire.ts'

/** A server that fulfils every requirement, and is built differently from the mock: it must fail nothing. */
export interface Variant {
  readonly id: string
  /** Its difference, as a sentence without its subject. */
  readonly summary: string
  readonly alter?: Alteration
  readonly target?: TargetOptions
}

/** Variants by their ids: what differs, the alteration, and the setup of the server. */
export function variantsOf(
  rows: Readonly<
    Record<string, readonly [summary: string, alter?: Alteration | undefined, target?: TargetOptions]>
  >,
): Variant[] {
  return Object.entries(rows).map(([id, [summary, alter, target]]) => ({
    id,
    summary,
    ...(alter && { alter }),
    ...(target && { target }),
  }))
}
