import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { paging } from '../parameters.ts'
import { GroupApplication } from '../resources/group.ts'

export const groupApps = {
  listGroupApps: defineOperation({
    method: 'GET',
    path: '/api/v1/groups/{groupId}/apps',
    summary: 'List the applications assigned to a group',
    source: 'Groups, Applications of a group',
    get query() {
      return z.object({ ...paging() })
    },
    get responses() {
      return { 200: z.array(GroupApplication()) }
    },
    refusals: ['not-found', 'invalid-cursor', 'invalid-limit', 'query-type-mismatch'],
    page: { default: 20, max: 200 },
  }),
}
