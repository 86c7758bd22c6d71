/** A difference is blamed on the act that did not do its work, or on the read that shows it. */
import { expect, test } from 'vitest'
import type { Difference } from '../../../conformance/explore/compare/difference.ts'
import { requirementsFor } from '../../../conformance/explore/report/name.ts'
import type { Call } from '../../../conformance/explore/sequence/sequence.ts'

const deleteGroup: Call = {
  operation: 'deleteGroup',
  method: 'DELETE',
  path: '/api/v1/groups/«g1.id»',
  dimension: 'second-time',
}
const search: Call = {
  operation: 'listGroups',
  method: 'GET',
  path: '/api/v1/groups',
  shows: 'group',
  pages: true,
  expression: {
    parameter: 'search',
    tree: { is: 'compare', property: 'profile.name', operator: 'EQ', value: 'any' },
  },
  dimension: 'lists',
}
const updateGroup: Call = { ...deleteGroup, operation: 'updateGroup', method: 'PUT', body: { profile: {} } }
const newSecret: Call = {
  operation: 'newClientSecret',
  method: 'POST',
  path: '/oauth2/v1/clients/«c1.client_id»/lifecycle/newSecret',
  record: 'c1',
  shows: 'client',
  dimension: 'second-time',
}
const getClient: Call = {
  operation: 'getClient',
  method: 'GET',
  path: '/oauth2/v1/clients/«c1.client_id»',
  record: 'c1',
  shows: 'client',
  dimension: 'views',
}
const groupsOfUser: Call = {
  operation: 'listUserGroups',
  method: 'GET',
  path: '/api/v1/users/«u1.id»/groups',
  shows: 'group',
  dimension: 'views',
}
const createUser: Call = {
  operation: 'createUser',
  method: 'POST',
  path: '/api/v1/users',
  record: 'u1',
  shows: 'user',
  body: { profile: { login: 'ann@example.com' } },
  states: 'users.create.password',
  dimension: 'values',
}
const deleteUser = (states: NonNullable<Call['states']>): Call => ({
  operation: 'deleteUser',
  method: 'DELETE',
  path: '/api/v1/users/«u1.id»',
  states,
  dimension: 'second-time',
})
const deactivated = deleteUser('users.delete.from-active')
const removed = deleteUser('users.delete.removed')
const listUsers: Call = {
  operation: 'listUsers',
  method: 'GET',
  path: '/api/v1/users',
  shows: 'user',
  pages: true,
  dimension: 'lists',
}
const extra = { aspect: 'extra', record: 'g1', expected: 'not in the list', got: 'in it' } as const
const member = { aspect: 'member', expected: 'nothing', got: 'given' } as const

const cases: readonly [string, Call[], Difference, string][] = [
  [
    'a login that a removed user keeps: the removal',
    [createUser, deactivated, removed, { ...createUser, record: 'u2' }],
    { aspect: 'refused', expected: '200', got: '400 E0000001' },
    'users.delete.removed',
  ],
  [
    'a list that shows a user whom the first DELETE deactivated: the list',
    [createUser, deactivated, listUsers],
    { ...extra, record: 'u1' },
    'users.list.hides-deprovisioned',
  ],
  ['a search that finds a deleted group: the deletion', [deleteGroup, search], extra, 'groups.delete.gone'],
  [
    'a page after a deletion in between that lacks another record: the list',
    [{ ...search, between: deleteGroup }],
    { ...extra, aspect: 'missing', record: 'g2' },
    'groups.list.after',
  ],
  [
    'a client that shows its new secret when read: the read',
    [newSecret, getClient],
    { ...member, member: 'client_secret', record: 'c1' },
    'clients.get.no-secret',
  ],
  [
    'an old description among the groups of a user: that list',
    [updateGroup, groupsOfUser],
    { ...member, member: 'profile.description', record: 'g1' },
    'users.groups.ok',
  ],
  [
    'a time of the password that stands still after a new password: the update',
    [
      {
        ...updateGroup,
        operation: 'updateUser',
        shows: 'user',
        record: 'u1',
        states: 'users.update.password',
      },
    ],
    { aspect: 'time', member: 'passwordChanged', record: 'u1', expected: 'later than before', got: 'then' },
    'users.update.password',
  ],
]

test.each(cases)('blames for %s', (_, sequence, difference, requirement) => {
  expect(requirementsFor({ sequence, difference }, true)[0]?.id).toBe(requirement)
})
