/** The list of users: search, filter, q, paging and sorting (Users). */
import { clausesIn } from './clause.ts'

const place = {
  area: 'users',
  document: 3,
  section: 'Create, read, list, update',
  operations: ['listUsers'],
} as const

const list = clausesIn(place, {
  'users.list.ok': ['The list of users is an array.', 'success:listUsers'],
  'users.list.limit': ['limit bounds the number of users in a page.', 'query:listUsers.limit'],
  'users.list.after': [
    'The list of users goes on after the cursor of its next link, without a user twice.',
    'query:listUsers.after',
  ],
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

const search = clausesIn(place, {
  'users.search.profile': [
    'A search by profile.login eq finds the user of that login and no other.',
    'query:listUsers.search',
    'search:User.profile',
    'search:User.eq',
  ],
  'users.search.profile-any':
    'A search by profile.department eq finds the users of that department and no other.',
  'users.search.custom': {
    statement: 'A search by a declared custom property finds the user that holds the value.',
    needs: ['custom-property'],
    covers: ['search:User.custom'],
  },
  'users.search.id': ['A search by id eq finds exactly the user of that id.', 'search:User.id'],
  'users.search.status': [
    'A search by status finds users of that status and no other, DEPROVISIONED ones too.',
    'search:User.status',
  ],
  'users.search.created': [
    'A search by created finds the user that carries the value.',
    'search:User.created',
  ],
  'users.search.activated': [
    'A search by activated finds the user that carries the value.',
    'search:User.activated',
  ],
  'users.search.status-changed': [
    'A search by statusChanged finds the user that carries the value.',
    'search:User.statusChanged',
  ],
  'users.search.last-updated': [
    'A search by lastUpdated finds the user that carries the value.',
    'search:User.lastUpdated',
  ],
  'users.search.type-id': ['A search by type.id finds the user of that type.', 'search:User.type.id'],
  'users.search.sw': [
    'A search with sw finds values that start with the given one and no others.',
    'search:User.sw',
  ],
  'users.search.gt': ['A search with gt finds later values and leaves out the equal one.', 'search:User.gt'],
  'users.search.lt': [
    'A search with lt finds earlier values and leaves out the equal one.',
    'search:User.lt',
  ],
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
})

const filter = clausesIn(place, {
  'users.filter.status.active': [
    'The filter status eq "ACTIVE" finds an ACTIVE user and no user of another status.',
    'query:listUsers.filter',
    'filter:User.status.ACTIVE',
  ],
  'users.filter.status.deprovisioned': [
    'The filter status eq "DEPROVISIONED" finds a DEPROVISIONED user and no user of another status.',
    'filter:User.status.DEPROVISIONED',
  ],
  'users.filter.status.locked-out': {
    statement: 'The filter status eq "LOCKED_OUT" finds a LOCKED_OUT user and no user of another status.',
    needs: ['locked-out-user'],
    covers: ['filter:User.status.LOCKED_OUT', 'enum:User.status.LOCKED_OUT'],
  },
  'users.filter.status.password-expired': [
    'The filter status eq "PASSWORD_EXPIRED" finds a PASSWORD_EXPIRED user and no user of another status.',
    'filter:User.status.PASSWORD_EXPIRED',
  ],
  'users.filter.status.provisioned': [
    'The filter status eq "PROVISIONED" finds no user of another status.',
    'filter:User.status.PROVISIONED',
  ],
  'users.filter.status.recovery': [
    'The filter status eq "RECOVERY" finds a RECOVERY user and no user of another status.',
    'filter:User.status.RECOVERY',
  ],
  'users.filter.status.staged': [
    'The filter status eq "STAGED" finds a STAGED user and no user of another status.',
    'filter:User.status.STAGED',
  ],
  'users.filter.status.suspended': [
    'The filter status eq "SUSPENDED" finds a SUSPENDED user and no user of another status.',
    'filter:User.status.SUSPENDED',
  ],
  'users.filter.id': ['The filter id eq finds exactly the user of that id.', 'filter:User.id.eq'],
  'users.filter.login': [
    'The filter profile.login eq finds exactly the user of that login.',
    'filter:User.profile.login.eq',
  ],
  'users.filter.email': [
    'The filter profile.email eq finds users of that e-mail and no other.',
    'filter:User.profile.email.eq',
  ],
  'users.filter.first-name': [
    'The filter profile.firstName eq finds users of that name and no other.',
    'filter:User.profile.firstName.eq',
  ],
  'users.filter.last-name': [
    'The filter profile.lastName eq finds users of that name and no other.',
    'filter:User.profile.lastName.eq',
  ],
  'users.filter.last-updated.eq': [
    'The filter lastUpdated eq finds a user by the value it carries.',
    'filter:User.lastUpdated.eq',
  ],
  'users.filter.last-updated.gt': [
    'The filter lastUpdated gt finds later values and leaves out the equal one.',
    'filter:User.lastUpdated.gt',
  ],
  'users.filter.last-updated.ge': [
    'The filter lastUpdated ge finds later values and the equal one.',
    'filter:User.lastUpdated.ge',
  ],
  'users.filter.last-updated.lt': [
    'The filter lastUpdated lt finds earlier values and leaves out the equal one.',
    'filter:User.lastUpdated.lt',
  ],
  'users.filter.last-updated.le': [
    'The filter lastUpdated le finds earlier values and the equal one.',
    'filter:User.lastUpdated.le',
  ],
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

const limits = clausesIn(
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

export const userQueryClauses = [...list, ...search, ...filter, ...limits] as const
