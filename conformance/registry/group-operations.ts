/** Create, read, list, update and delete groups; filter, search and q (Groups). */
import { finderRequirements, groupFilters, groupSearches } from '../tables/finders.ts'
import { pageRows, pageSize } from '../tables/pages.ts'
import { requiredRows } from '../tables/required.ts'
import { unknownGroupIds, unknownIdRequirements } from '../tables/unknown-ids.ts'
import { requirementsIn, inOrder } from './requirement.ts'

const states = requirementsIn(
  { area: 'groups', document: 2, section: 'States and transitions' },
  {
    'groups.no-status': {
      statement: 'Groups have no status.',
      excluded: 'A property beyond those listed is never held against a server.',
    },
  },
)

const endpoints = requirementsIn(
  { area: 'groups', document: 2, section: 'Endpoints' },
  {
    'groups.success-codes': {
      statement: 'Create, get, list and update of groups use some 2xx status.',
      operations: ['createGroup', 'getGroup', 'listGroups', 'updateGroup'],
      reason: 'The statuses are not shown, save that bodies are returned.',
    },
  },
)

const place = { area: 'groups', document: 2, section: 'Group operations' } as const

const operations = requirementsIn(place, {
  'groups.operations.kept': {
    statement:
      'A change of members leaves profile, type and creation time of a group, a change of profile its members.',
    alsoIn: ['2 Membership'],
    operations: ['updateGroup', 'addUserToGroup', 'removeUserFromGroup'],
  },
  'groups.create.ok': [
    'A create with a profile succeeds and answers with the group, of type SVC_GROUP.',
    'success:createGroup',
  ],
  'groups.create.stored': {
    statement: 'A created group is found again under the id of the reply.',
    operations: ['createGroup', 'getGroup'],
  },
  ...requiredRows('groups.create'),
  'groups.get.ok': ['A group is answered under its id.', 'success:getGroup'],
  'groups.get.reads-own-writes': {
    statement: 'A get by id right after an update shows the update.',
    operations: ['updateGroup', 'getGroup'],
  },
  'groups.list.ok': ['The list of groups is an array.', 'success:listGroups'],
  'groups.update.ok': [
    'An update of an SVC_GROUP succeeds and answers with the group and its new profile.',
    'success:updateGroup',
  ],
  'groups.update.stored': ['The profile of an update is read back afterwards.', 'updateGroup', 'getGroup'],
  'groups.update.whole':
    'An update that leaves the description out never keeps the old one: it is refused or the description goes.',
  ...requiredRows('groups.update'),
  'groups.update.app-group': ['An update of an APP_GROUP is refused and changes nothing.', 'needs:app-group'],
  'groups.delete.no-content': ['An SVC_GROUP is deleted with 204.', 'success:deleteGroup'],
  'groups.delete.gone': ['A deleted group is not read by id any more.', 'deleteGroup', 'getGroup'],
  'groups.delete.members-stay': {
    statement:
      'The members of a deleted group stay what they were: their status, profile, password and other groups.',
    alsoIn: ['3 States and transitions'],
    operations: ['deleteGroup', 'getUser'],
  },
  'groups.delete.app-group': ['An APP_GROUP is deleted with 204.', 'needs:disposable-app-group'],
  'groups.delete.pushed': {
    statement: 'Deletion of an APP_GROUP that a group push mapping uses is refused, and the group stays.',
    needs: ['pushed-app-group'],
  },
  'groups.delete.built-in': {
    statement: 'Deletion of a BUILT_IN group is refused.',
    excluded:
      'The suite never sends it. A server that wrongly obeyed would lose a group that cannot be made again.',
  },
})

const lists = { ...place, operations: ['listGroups'] } as const

const list = requirementsIn(lists, {
  ...pageRows('groups.list'),
  'groups.list.q': ['q with the whole name of a group finds it.', 'query:listGroups.q'],
  'groups.list.q-excludes': 'q leaves out groups whose name has nothing in common with it.',
  'groups.list.q-exact-first':
    'A group whose name is exactly q comes before one whose name only starts with it.',
  'groups.list.q-starts-with': {
    level: 'may-change',
    statement: 'q matches the start of the name.',
    reason: 'The matching strategy may change.',
  },
  'groups.list.q-no-paging': 'A list asked for with q carries no next link.',
  'groups.list.q-with-after': {
    statement: 'q and after sent together are refused, or one of them is ignored.',
    reason: 'They exclude each other; the answer when both are sent is not stated.',
  },
  'groups.list.expand-stats': [
    'expand=stats adds an _embedded object to each group.',
    'query:listGroups.expand',
  ],
  'groups.list.expand-app': ['expand=app adds an _embedded object to an APP_GROUP.', 'needs:app-group'],
  'groups.list.expand-both': 'expand takes stats and app together.',
  'groups.list.expand-contents': {
    statement: 'expand=stats counts members and expand=app describes the application.',
    reason: 'The contents of _embedded are not shown.',
  },
  'groups.list.sort-by': [
    'A search with sortBy=profile.name comes in the order of the names.',
    'query:listGroups.sortBy',
    'default:listGroups.sortOrder',
  ],
  'groups.list.sort-asc': [
    'sortOrder=asc gives the same order as no sortOrder.',
    'query:listGroups.sortOrder',
  ],
  'groups.list.sort-desc': 'sortOrder=desc turns the order of sortBy around.',
  'groups.list.sort-order-alone':
    'A search with sortOrder and no sortBy succeeds and finds the same groups as without it.',
  'groups.list.sort-ties': 'Groups that are equal in sortBy come in the order of their ids.',
  'groups.list.sort-by-several': {
    statement: 'sortBy with more than one property is refused.',
    reason: 'It takes a single property; the answer to several is not stated.',
  },
  'groups.list.sort-by-without-search': {
    statement: 'sortBy without search is refused or ignored.',
    reason: 'It is for search only; the answer without one is not stated.',
  },
  'groups.list.eventually-consistent': {
    level: 'caller',
    statement: 'A caller reads what it updates by id, since filter, query and search lag a little behind.',
    reason: 'It binds the caller; checks wait for the lag to pass.',
  },
  'groups.list.everyone-hidden': {
    statement: 'The built-in everyone group is not in the list that a group administrator gets.',
    alsoIn: ['1 Authentication'],
    needs: ['group-admin-token'],
  },
})

const expressions = requirementsIn(lists, {
  'groups.filter.and': [
    'A filter joined by and finds only groups for which both sides hold.',
    'filter:Group.and',
  ],
  'groups.filter.or': ['A filter joined by or finds groups for which either side holds.', 'filter:Group.or'],
  'groups.filter.parentheses': [
    'Parentheses in a filter group what they enclose.',
    'filter:Group.parentheses',
  ],
  'groups.filter.unlisted': {
    statement: 'A filter on a property or with an operator that is not listed is refused.',
    reason: 'The filters are listed; the answer to another is not stated.',
  },
  'groups.search.custom': {
    statement: 'A search by a declared custom property finds the group that holds the value.',
    needs: ['group-custom-property'],
  },
  'groups.search.unsearchable': {
    statement: 'A search by _embedded, _links or objectClass is refused or finds nothing.',
    reason: 'They are excepted from search; the answer to such a search is not stated.',
  },
  'groups.search.and': [
    'A search joined by and finds only groups for which both sides hold.',
    'search:Group.and',
  ],
  'groups.search.or': ['A search joined by or finds groups for which either side holds.', 'search:Group.or'],
  'groups.search.property-case': 'A search that spells profile.name in another case does not find the group.',
  'groups.search.operator-case': 'A search may spell its operators in upper case.',
  'groups.search.value-case': 'A search finds a name spelled in another case.',
  'groups.search.paging': 'The results of a search are paged, and following next reaches all of them.',
})

const limits = requirementsIn(
  { area: 'groups', document: 2, section: 'Limits', operations: ['listGroups'] },
  {
    'groups.list.limit-default': {
      statement: 'Without limit a page holds up to 10000 groups, or about 200, or 10 with a query.',
      reason: 'Three defaults are given for the same parameter, and the largest exceeds the stated maximum.',
      covers: ['limit:listGroups.limit.default', 'limit:listGroups.limit.default-with-query'],
    },
    'groups.list.limit-maximum': pageSize(
      'listGroups.limit.max',
      'The largest limit is 200 groups for most organisations.',
    ),
    'groups.list.q-limit-default': {
      statement: 'With q a page holds up to 300 groups.',
      reason: 'It exceeds the stated maximum of 200, and another row says at most 10 with a query.',
      covers: ['limit:listGroups.q.default'],
    },
  },
)

export const groupOperationRequirements = [
  ...states,
  ...endpoints,
  ...inOrder(operations, unknownIdRequirements(place, unknownGroupIds)),
  ...list,
  ...finderRequirements(lists, groupFilters),
  ...finderRequirements(lists, groupSearches),
  ...expressions,
  ...limits,
] as const
