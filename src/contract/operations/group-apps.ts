import { listOf, operationsOf } from '../operation.ts'
import { paging, parameters } from '../parameters.ts'
import { GroupApplication } from '../resources/app.ts'

const { get } = operationsOf('Groups, Applications of a group')

export const groupApps = {
  listGroupApps: get('/api/v1/groups/{groupId}/apps', 'List the applications assigned to a group', {
    query: parameters(() => paging),
    responses: { 200: listOf(GroupApplication) },
    page: { default: 20, max: 200, isMaxOurs: true },
  }),
}
