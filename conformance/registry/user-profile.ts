/** The default profile of a user: each property, its limits and its form (Users). */
import {
  boundedProperties,
  limitSides,
  neededProperties,
  optionalProperties,
  phoneProperties,
  type LimitedProperty,
} from '../tables/profile.ts'
import { textOfLength } from '../tables/limits.ts'
import { requirementsForEach, requirementsIn, sharing, type RequirementRow } from './requirement.ts'
import { finderRequirements, userFilters, userSearches } from '../tables/finders.ts'
import { pageRows, pageSize } from '../tables/pages.ts'

const place = {
  area: 'users',
  document: 3,
  section: 'Profile',
  operations: ['createUser', 'getUser'],
} as const

const needed = requirementsForEach(place, neededProperties, {
  'users.profile.*.kept': ({ name }) => ({
    statement: `A user carries the ${name} it was given.`,
    covers: [`property:Profile.${name}`],
  }),
  'users.profile.*.required': ({ name, mayDiffer }) => ({
    level: mayDiffer ? 'default' : 'must',
    statement: `A create without ${name} is refused.`,
    operations: ['createUser'],
    covers: [`input:createUser.profile.${name}`],
  }),
  'users.profile.*.null': ({ slug, name, mayDiffer }) => ({
    ...(mayDiffer ? { level: 'default', shownBy: `users.profile.${slug}.required` } : {}),
    statement: `A create with ${name} null is refused.`,
    operations: ['createUser'],
    covers: [`not-null:Profile.${name}`],
  }),
})

const optional = requirementsForEach(place, optionalProperties, {
  'users.profile.*.kept': ({ name, kind }) => ({
    statement: `A user carries the ${name}${kind === undefined ? '' : ` (${kind})`} it was given.`,
    covers: [`property:Profile.${name}`],
  }),
  'users.profile.*.null': ({ name }) => ({
    statement: `A null ${name} is accepted and takes the value away.`,
    operations: ['updateUser', 'getUser'],
    covers: [`null:Profile.${name}`],
  }),
})

const others = requirementsIn(place, {
  'users.profile.locale.kept': [
    'A user carries the locale it was given, a language and a country joined by an underscore.',
    'property:Profile.locale',
  ],
  'users.profile.locale.default': {
    level: 'default',
    statement: 'A user created without locale carries en_US.',
    covers: ['default:Profile.locale'],
  },
  'users.profile.locale.null': {
    level: 'default',
    statement: 'A create with locale null yields a user whose locale is not null, or is refused.',
    operations: ['createUser'],
    covers: ['not-null:Profile.locale'],
  },
  'users.profile.strings': 'Every default profile property of a user is a string or null.',
})

/** The common parts of the requirements of a limit: place and level. */
function limit(
  row: LimitedProperty,
  side: keyof typeof limitSides,
): Omit<RequirementRow, 'id' | 'statement'> {
  const shownBy = row.slug === 'login' ? 'users.profile.login.form' : `users.profile.${row.slug}.required`
  return {
    ...(row.mayDiffer?.includes(side) ? { level: 'default', shownBy } : {}),
    alsoIn: ['3 Limits'],
    ...(side.endsWith('refused') ? { operations: ['createUser'] } : {}),
    covers: [`limit:Profile.${row.name}.${limitSides[side]}`],
  }
}

const least = {
  'users.profile.*.min.accepted': (row: LimitedProperty) => ({
    ...limit(row, 'min.accepted'),
    statement: `${textOfLength(row.name, row.min)} is accepted.`,
  }),
}

const max = {
  'users.profile.*.max.accepted': (row: LimitedProperty) => ({
    ...limit(row, 'max.accepted'),
    statement: `${textOfLength(row.name, row.max)} is accepted and kept whole.`,
  }),
  'users.profile.*.max.refused': (row: LimitedProperty) => ({
    ...limit(row, 'max.refused'),
    statement: `${textOfLength(row.name, row.max + 1)} is refused.`,
  }),
}

const lengths = [
  ...requirementsForEach(place, boundedProperties, {
    ...least,
    'users.profile.*.min.refused': (row) => ({
      ...limit(row, 'min.refused'),
      statement: `${textOfLength(row.name, row.min - 1)} is refused.`,
    }),
    ...max,
  }),
  ...requirementsForEach(place, phoneProperties, { ...least, ...max }),
] as const

const updates = requirementsIn(place, {
  'users.profile.limits-on-update': {
    statement: 'An update with a firstName of 51 characters is refused and keeps the old name.',
    alsoIn: ['3 Limits'],
    operations: ['updateUser', 'replaceUser'],
  },
})

const forms = requirementsIn(place, {
  ...sharing({ operations: ['createUser'] })({
    'users.profile.login.form': {
      level: 'default',
      statement: 'A login that is no e-mail address is refused.',
    },
    'users.profile.email.form': 'An email without @ is refused.',
    'users.profile.email.dots': 'An email with two dots in a row, or a leading dot, is refused.',
  }),
  'users.profile.email.atom':
    "An email whose local part uses marks that an atom of RFC 5322 allows, such as + ' and _, is accepted.",
  'users.profile.second-email.form': ['A secondEmail without @ is refused.', 'createUser'],
  'users.profile.forms': {
    statement: 'A profileUrl, countryCode, preferredLanguage, locale or timezone of another form is refused.',
    operations: ['createUser'],
    reason: 'The column mixes validation with notes; it says of no property that another form is refused.',
  },
  'users.profile.second-email.recovery': {
    statement: 'secondEmail serves account recovery.',
    excluded: 'Recovery by e-mail is not among the operations.',
  },
})

const rules = requirementsIn(place, {
  ...sharing({ operations: ['createUser'] })({
    'users.login.duplicate': [
      'A create with a login that is taken is refused and creates no user.',
      'unique:Profile.login',
    ],
    'users.login.duplicate-case':
      'A create with a login that differs from a taken one only in case is refused.',
    'users.login.duplicate-diacritics':
      'A create with a login that differs from a taken one only in diacritical marks is refused.',
  }),
  'users.login.duplicate-update': {
    statement: 'An update to a login that is taken is refused and keeps the old login.',
    operations: ['updateUser', 'replaceUser'],
  },
  'users.login.deactivated': {
    statement: 'A DEPROVISIONED user still owns its login.',
    operations: ['createUser'],
    reason: 'Logins are unique; whether a deactivated user counts is not stated.',
  },
  'users.login.short-name-sign-in': {
    statement: 'A user signs in with the part of the login before the @ when no other user has it.',
    needs: ['sign-in'],
  },
  'users.profile.customization': {
    statement:
      'Only permissions, nullability of firstName and lastName, and the pattern of login can be customized.',
    excluded: 'The schema API is not among the operations.',
  },
  'users.custom.undeclared': [
    'A profile property outside the schema is never stored: the create is refused or the property left out.',
    'createUser',
  ],
  ...sharing({ needs: ['custom-property'] })({
    'users.custom.declared': 'A custom property that the schema declares is kept.',
    'users.custom.html': 'A custom property keeps HTML as it was sent.',
  }),
  'users.custom.escape': {
    level: 'caller',
    statement: 'A caller escapes custom properties before showing them.',
    reason: 'It binds the caller.',
  },
})

export const userProfileRequirements = [
  ...needed,
  ...optional,
  ...others,
  ...lengths,
  ...updates,
  ...forms,
  ...rules,
] as const

const queryPlace = {
  area: 'users',
  document: 3,
  section: 'Create, read, list, update',
  operations: ['listUsers'],
} as const

const list = requirementsIn(queryPlace, {
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

const expressions = requirementsIn(queryPlace, {
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
    'users.list.limit-default': pageSize(
      'listUsers.limit.default',
      'Without limit a page holds up to 200 users.',
    ),
    'users.list.limit-maximum': pageSize('listUsers.limit.max', 'The largest limit is 200 users.'),
    'users.list.q-limit-default': pageSize(
      'listUsers.q.default',
      'With q and without limit a list holds up to 10 users.',
    ),
  },
)

export const userQueryRequirements = [
  ...list,
  ...finderRequirements(queryPlace, userSearches),
  ...finderRequirements(queryPlace, userFilters),
  ...expressions,
  ...limits,
] as const
