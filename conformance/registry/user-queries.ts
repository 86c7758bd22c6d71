/** The list of users: search, filter, q, paging and sorting (Users). */
import { finderRequirements, userFilters, userSearches } from '../tables/finders.ts'
import { pageRows } from '../tables/pages.ts'
import { requirementsIn } from './requirement.ts'

const place = {
  area: 'users',
  document: 3,
  section: 'Create, read, list, update',
  operations: ['listUsers'],
} as const

const list = requirementsIn(place, {
  'users.list.ok': ['The list of users is an array.', 'success:listUsers'],
  ...pageRows('users.list'),
  'users.list.hides-deprovisioned': 'The list without search, filter and q leaves DEPROVISIONED users out.',
  'users.list.shows-others': 'The list without search, filter and q holds STAGED and SUSPENDED users.',
  'users.list.eventually-consistent': {
    level: 'caller',
    statement: 'A caller reckons with results of search and filter that lag a little behind.',
    reason: 'It binds the caller; checks wait for the lag to pass.',
  },
  'users.list.scoped-time-out': {
    statement: 'Scoped administrators may see lists time out.',
    excluded: 'It permits either, so nothing can break it.',
  },
  'users.list.q.first-name': ['q with the whole firstName of a user finds it.', 'query:listUsers.q'],
  'users.list.q.last-name': 'q with the whole lastName of a user finds it.',
  'users.list.q.email': 'q with the whole email of a user finds it.',
  'users.list.q.excludes': 'q leaves out users whose names and email have nothing in common with it.',
  'users.list.q.starts-with': {
    level: 'may-change',
    statement: 'q matches the start of firstName, lastName or email.',
    reason: 'The matching strategy may change.',
  },
  'users.list.q.hides-deprovisioned': 'q leaves DEPROVISIONED users out.',
  'users.list.q.no-paging': 'A list asked for with q carries no next link.',
  'users.list.sort-by': [
    'A search with sortBy=profile.lastName comes in the order of the names.',
    'query:listUsers.sortBy',
    'default:listUsers.sortOrder',
  ],
  'users.list.sort-case': 'Sorting takes upper and lower case for the same.',
  'users.list.sort-asc': ['sortOrder=asc gives the same order as no sortOrder.', 'query:listUsers.sortOrder'],
  'users.list.sort-desc': 'sortOrder=desc turns the order of sortBy around.',
  'users.list.sort-order-alone':
    'A search with sortOrder and no sortBy succeeds and finds the same users as without it.',
  'users.list.sort-ties': 'Users that are equal in sortBy come in the order of their ids.',
  'users.list.sort-by-without-search': {
    statement: 'sortBy without search is refused or ignored.',
    reason: 'It is for search only; the answer without one is not stated.',
  },
  'users.list.combined': {
    statement: 'search, filter and q sent together are refused, or one of them wins.',
    reason: 'Not stated.',
  },
})

const expressions = requirementsIn(place, {
  'users.search.custom': {
    statement: 'A search by a declared custom property finds the user that holds the value.',
    needs: ['custom-property'],
    covers: ['search:User.custom'],
  },
  'users.search.and': [
    'A search joined by and finds only users for whom both sides hold.',
    'search:User.and',
  ],
  'users.search.or': ['A search joined by or finds users for whom either side holds.', 'search:User.or'],
  'users.search.parentheses': ['Parentheses in a search group what they enclose.', 'search:User.parentheses'],
  'users.search.property-case':
    'A search that spells profile.lastName in another case does not find the user.',
  'users.search.operator-case': 'A search may spell its operators in upper case.',
  'users.search.value-case': 'A search finds a value spelled in another case.',
  'users.search.diacritics': 'A search for a value without its diacritical marks does not find it.',
  'users.search.quote': 'A search finds a value that holds a double quote, escaped by a backslash.',
  'users.search.ne': ['A search with ne is refused.', 'search:User.ne'],
  'users.search.lt-or-gt': 'A search with lt or gt around a value finds all others and not that value.',
  'users.search.array': {
    statement: 'A search on an array property finds a user by any of its elements.',
    needs: ['custom-array-property'],
    covers: ['search:User.array'],
  },
  'users.filter.and': [
    'A filter joined by and finds only users for whom both sides hold.',
    'filter:User.and',
  ],
  'users.filter.or': ['A filter joined by or finds users for whom either side holds.', 'filter:User.or'],
  'users.filter.not': ['A filter with not is refused.', 'filter:User.not'],
  'users.filter.eq-only': {
    statement: 'A filter with another operator than eq, on any property but lastUpdated, is refused.',
    reason: 'The API description says which operators a filter takes, and not what becomes of others.',
  },
  'users.filter.property-case':
    'A filter that spells profile.lastName in another case does not find the user.',
  'users.filter.value-case': 'A filter does not find a name spelled in another case.',
  'users.filter.unlisted': {
    statement: 'A filter on a property that is not listed is refused.',
    reason: 'The properties are listed; the answer to another is not stated.',
  },
})

const limits = requirementsIn(
  { area: 'users', document: 3, section: 'Limits', operations: ['listUsers'] },
  {
    'users.list.limit-default': {
      level: 'may-change',
      statement: 'Without limit a page holds up to 200 users.',
      reason: 'Default page sizes may change.',
      covers: ['limit:listUsers.limit.default'],
    },
    'users.list.limit-maximum': {
      level: 'may-change',
      statement: 'The largest limit is 200 users.',
      reason: 'Maximum page sizes may change.',
      covers: ['limit:listUsers.limit.max'],
    },
    'users.list.q-limit-default': {
      level: 'may-change',
      statement: 'With q and without limit a list holds up to 10 users.',
      reason: 'Default page sizes may change.',
      covers: ['limit:listUsers.q.default'],
    },
  },
)

export const userQueryRequirements = [
  ...list,
  ...finderRequirements(place, userSearches),
  ...finderRequirements(place, userFilters),
  ...expressions,
  ...limits,
] as const
