import { listOf, operationsOf } from '../operation.ts'
import {
  paging,
  parameters,
  searchRefusals,
  someOf,
  sorting,
  sortingIgnoredWithout,
  text,
} from '../parameters.ts'
import { Group, GroupInput } from '../resources/group.ts'

const { get, post, put, remove } = operationsOf('Groups, Group operations')

export const groups = {
  createGroup: post('/api/v1/groups', 'Create a group', {
    body: GroupInput,
    responses: { 200: Group },
  }),
  listGroups: get('/api/v1/groups', 'List groups', {
    query: parameters(() => ({
      ...paging,
      ...sorting,
      q: text,
      filter: text,
      search: text,
      expand: someOf('stats', 'app'),
    })),
    ignoredWithout: sortingIgnoredWithout,
    responses: { 200: listOf(Group) },
    refusals: searchRefusals,
    // Interpretation: group-page-sizes.
    page: {
      default: 200,
      max: 200,
      with: { q: { default: 300, max: 300 }, search: { default: 10 }, filter: { default: 10 } },
    },
  }),
  getGroup: get('/api/v1/groups/{groupId}', 'Get a group', {
    responses: { 200: Group },
  }),
  updateGroup: put('/api/v1/groups/{groupId}', "Replace a group's profile", {
    body: GroupInput,
    responses: { 200: Group },
    refusals: ['group-not-modifiable'],
  }),
  deleteGroup: remove('/api/v1/groups/{groupId}', 'Delete a group', {
    responses: { 204: null },
    refusals: ['group-not-removable', 'group-in-push-mapping'],
  }),
}
