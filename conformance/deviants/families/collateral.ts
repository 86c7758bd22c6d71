import type { Deviant } from '../deviant.ts'

/** The same deviants, each declared to fail at these clauses too: ids, or globs. */
export function withCollateral(collateral: readonly string[], deviants: readonly Deviant[]): Deviant[] {
  return deviants.map((each) => Object.assign({}, each, { collateral }))
}
