import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { paging } from '../parameters.ts'
import { User } from '../resources/user.ts'

const source = 'Groups, Membership'

export const membership = {
  listGroupUsers: defineOperation({
    method: 'GET',
    path: '/api/v1/groups/{groupId}/users',
    summary: "List a group's members",
    source,
    get query() {
      return z.object({ ...paging() })
    },
    get responses() {
      return { 200: z.array(User()) }
    },
    refusals: ['not-found', 'invalid-cursor', 'invalid-limit', 'query-type-mismatch'],
    page: { default: 1000, max: 1000 },
  }),
  addUserToGroup: defineOperation({
    method: 'PUT',
    path: '/api/v1/groups/{groupId}/users/{userId}',
    summary: 'Add a user to a group',
    source,
    responses: { 204: null },
    refusals: ['not-found', 'group-not-modifiable'],
  }),
  removeUserFromGroup: defineOperation({
    method: 'DELETE',
    path: '/api/v1/groups/{groupId}/users/{userId}',
    summary: 'Remove a user from a group',
    source,
    responses: { 204: null },
    refusals: ['not-found', 'group-not-modifiable'],
  }),
}
