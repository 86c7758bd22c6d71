import type { Side } from './side.ts'
import type { Call } from './story.ts'

/** How long a search may show the old state, in milliseconds: Users says that it is typically under a second. */
const longestLag = 1500

/**
 * How long a look that differs is repeated, in milliseconds. Group rules run by themselves, and nothing shows when they
 * have run. Searches for users and groups are eventually consistent. A target that finds a new record at once may still
 * cache its answer to the same search.
 *
 * @param side the target, with its records and whether the last write may still be under way
 * @param lag the longest wait of the run, in milliseconds
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
