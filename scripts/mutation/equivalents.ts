import type { Mutant } from './mutants.ts'

/** A change that changes nothing that a caller can see. */
type Equivalent = {
  file: string
  /** What stands there, as far as it tells it from others. */
  original: string
  /** What it becomes; any change of `original` if absent. */
  replacement?: string
  reason: string
}

export const equivalents: Equivalent[] = []

/** Why a change changes nothing, if it is one of those. */
export function reasonOf(mutant: Mutant): string | undefined {
  return equivalents.find(
    ({ file, original, replacement }) =>
      mutant.file === file &&
      mutant.original === original &&
      (replacement === undefined || mutant.replacement === replacement),
  )?.reason
}
