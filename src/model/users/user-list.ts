import { foldLogin } from '../../contract/formats/index.ts'
import { userQueries } from '../../contract/resources/user.ts'
import { userStatuses } from '../../contract/user-lifecycle.ts'
import { filterOf, fold, type PropertyType, searchOf } from '../../query/index.ts'
import type { SearchLag } from '../store/search-lag.ts'
import { type ListQuery, SearchableList } from '../store/searchable-list.ts'
import type { UserRecord, UserTable } from './records.ts'

/** The query of a list of users (Users, GET /api/v1/users). */
export type UserListQuery = ListQuery<UserRecord>

const searchWith = searchOf('user', userQueries)
const filter = filterOf('user', userQueries)

/** Finds users: the plain list, `search`, `filter` and `q`. */
export function createUserList(
  collection: UserTable,
  lag: SearchLag<UserRecord>,
  custom: () => ReadonlyMap<string, PropertyType>,
): SearchableList<UserRecord> {
  const dialect = searchWith({ get: (name) => custom().get(name), keys: () => custom().keys() })
  return new SearchableList(collection, lag, {
    search: dialect,
    filter,
    isListed: ({ status }) => status !== 'DEPROVISIONED',
    keywords: ['profile.firstName', 'profile.lastName', 'profile.email'],
    sortedBy: 'profile.lastName',
    indexed(property, values) {
      switch (property) {
        case 'id':
          return values.map((id) => collection.get(id))
        case 'profile.login':
          return values.flatMap((login) => collection.by('login', foldLogin(login)) ?? [])
        case 'profile.email':
          return values.flatMap((email) => collection.allBy('email', fold(email)))
        case 'status':
          return byStatus(collection, values)
        default:
          return undefined
      }
    },
  })
}

function byStatus(
  collection: UserTable,
  [value, another]: readonly string[],
): readonly UserRecord[] | undefined {
  const status = userStatuses.find((each) => each === value?.toUpperCase())
  // A status of most users does not help: a scan needs no list of candidates.
  if (another !== undefined || !status) return undefined
  if (collection.countBy('status', status) > collection.size / 8) return undefined
  return collection.allBy('status', status)
}
