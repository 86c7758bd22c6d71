import type { ClauseId } from '../registry/clauses.ts'
import { beside } from './beside.ts'
import type { Deviant } from './deviant.ts'

/** The clauses that are known to fail beside those that a deviant breaks. */
export function besideOf({ id }: Pick<Deviant, 'id'>): readonly ClauseId[] {
  return beside[id.slice(0, id.indexOf('/')) as ClauseId] ?? []
}
