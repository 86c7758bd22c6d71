import { groupQueries } from '../../src/contract/resources/group.ts'
import { userQueries } from '../../src/contract/resources/user.ts'
import { filterOf, searchOf } from '../../src/query/index.ts'

/** The parameters of the lists, as the model makes them. */
export const userSearch = searchOf('user', userQueries)
export const userFilter = filterOf('user', userQueries)
export const groupSearch = searchOf('group', groupQueries)
export const groupFilterOf = (types: readonly string[]) => filterOf('group', groupQueries, { type: types })
export const groupFilter = groupFilterOf(['APP_GROUP', 'BUILT_IN', 'SVC_GROUP'])
