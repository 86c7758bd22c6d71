import type { Side } from './side.ts'
import type { Call } from './story.ts'

/** How long a search may show what was before, in milliseconds: Users says that it is typically under a second. */
const longestLag = 1500

/**
 * How long a look that differs is repeated, in milliseconds. Rules of groups run by themselves, and nothing tells when they
 * have. Users and groups are found in data that are eventually consistent: a target that finds a new record at once may
 * still keep what it answered to the very same search.
 *
 * @param side the target, with its records and whether the last write may still be under way
 * @param lag what the run waits for at most, in milliseconds
 */
export function patienceWith(call: Call, side: Pick<Side, 'records' | 'isBegun'>, lag: number): number {
  const showsMembers = ['listGroupUsers', 'listUserGroups', 'getGroup', 'listGroups'].includes(call.operation)
  if (showsMembers && [...side.records.keys()].some((handle) => handle.startsWith('r'))) return lag
  return isSearch(call) || side.isBegun ? Math.min(lag, longestLag) : 0
}

function isSearch({ operation, query = {}, expression }: Call): boolean {
  if (operation === 'listGroups') return true
  return operation === 'listUsers' && (expression !== undefined || 'search' in query || 'filter' in query)
}
