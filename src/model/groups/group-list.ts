import { groupQueries } from '../../contract/resources/group.ts'
import { filterOf, fold, type PropertyType, searchOf } from '../../query/index.ts'
import type { SearchLag } from '../store/search-lag.ts'
import { type ListQuery, SearchableList } from '../store/searchable-list.ts'
import type { Table } from '../store/table.ts'
import type { GroupRecord } from './group-record.ts'

/** The query of a list of groups (Groups, GET /api/v1/groups). */
export type GroupListQuery = ListQuery<GroupRecord>

const searchWith = searchOf('group', groupQueries)

/**
 * Finds groups: the plain list, `search`, `filter` and `q`.
 *
 * @param types The names of the group types.
 * @param properties The other profile properties: custom and imported ones.
 */
export function createGroupList(
  collection: Table<GroupRecord, never, 'name'>,
  lag: SearchLag<GroupRecord>,
  types: readonly string[],
  properties: () => ReadonlyMap<string, PropertyType>,
): SearchableList<GroupRecord> {
  const dialect = searchWith({ get: (name) => properties().get(name), keys: () => properties().keys() })
  return new SearchableList(collection, lag, {
    search: dialect,
    filter: filterOf('group', groupQueries, { type: types }),
    keywords: ['profile.name'],
    exact: 'profile.name',
    sortedBy: 'profile.name',
    indexed(property, values) {
      if (property === 'id') return values.map((id) => collection.get(id))
      if (property !== 'profile.name') return undefined
      return values.flatMap((name) => collection.allBy('name', fold(name)))
    },
  })
}
