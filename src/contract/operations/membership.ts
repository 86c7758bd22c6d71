import { listOf, operationsOf } from '../operation.ts'
import { paging, parameters } from '../parameters.ts'
import { User } from '../resources/user.ts'

const { get, put, remove } = operationsOf('Groups, Membership')

export const membership = {
  listGroupUsers: get('/api/v1/groups/{groupId}/users', "List a group's members", {
    query: parameters(() => paging),
    responses: { 200: listOf(User) },
    page: { default: 1000, max: 1000, isMaxOurs: true },
  }),
  addUserToGroup: put('/api/v1/groups/{groupId}/users/{userId}', 'Add a user to a group', {
    responses: { 204: null },
    refusals: ['group-not-modifiable'],
  }),
  removeUserFromGroup: remove('/api/v1/groups/{groupId}/users/{userId}', 'Remove a user from a group', {
    responses: { 204: null },
    refusals: ['group-not-modifiable'],
  }),
}
