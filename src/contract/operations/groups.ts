import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { paging, someOf, sorting, sortingIgnoredWithout, text } from '../parameters.ts'
import { Group, GroupInput } from '../resources/group.ts'

const source = 'Groups, Group operations'

export const groups = {
  createGroup: defineOperation({
    method: 'POST',
    path: '/api/v1/groups',
    summary: 'Create a group',
    source,
    get body() {
      return GroupInput()
    },
    get responses() {
      return { 200: Group() }
    },
    refusals: ['validation'],
  }),
  listGroups: defineOperation({
    method: 'GET',
    path: '/api/v1/groups',
    summary: 'List groups',
    source,
    get query() {
      return z.object({
        ...paging(),
        ...sorting(),
        q: text(),
        filter: text(),
        search: text(),
        expand: someOf('stats', 'app'),
      })
    },
    ignoredWithout: sortingIgnoredWithout,
    get responses() {
      return { 200: z.array(Group()) }
    },
    refusals: [
      'invalid-search',
      'invalid-filter',
      'unsupported-filter',
      'search-and-filter',
      'invalid-date',
      'invalid-cursor',
      'invalid-limit',
      'invalid-paging',
      'query-type-mismatch',
    ],
    page: { default: 200, max: 200 },
  }),
  getGroup: defineOperation({
    method: 'GET',
    path: '/api/v1/groups/{groupId}',
    summary: 'Get a group',
    source,
    get responses() {
      return { 200: Group() }
    },
    refusals: ['not-found'],
  }),
  updateGroup: defineOperation({
    method: 'PUT',
    path: '/api/v1/groups/{groupId}',
    summary: "Replace a group's profile",
    source,
    get body() {
      return GroupInput()
    },
    get responses() {
      return { 200: Group() }
    },
    refusals: ['not-found', 'validation', 'group-not-modifiable'],
  }),
  deleteGroup: defineOperation({
    method: 'DELETE',
    path: '/api/v1/groups/{groupId}',
    summary: 'Delete a group',
    source,
    responses: { 204: null },
    refusals: ['not-found', 'group-not-removable', 'group-in-push-mapping'],
  }),
}
