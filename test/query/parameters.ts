import { userProfileProperties } from '../../src/contract/profile.ts'
import { userStatuses } from '../../src/contract/user-lifecycle.ts'
import * as query from '../../src/query/index.ts'

/** The parameters of the lists, as the model makes them. */
export const userSearch = query.userSearch(userProfileProperties.map(({ name }) => name))
export const userFilter = query.userFilter(userStatuses)
export const groupFilter = query.groupFilter(['APP_GROUP', 'BUILT_IN', 'SVC_GROUP'])
