import type { Dialect, PropertyRule, PropertyType } from './dialect.ts'

/**
 * The profile properties of a schema by name, without `profile.`, and the type of each (or of its elements). A Map will
 * do. It is asked on every use, so it may change.
 */
export type ProfileProperties = Pick<ReadonlyMap<string, PropertyType>, 'get' | 'keys'>

const NONE: ProfileProperties = new Map()

/** Groups, both profile tables: `svc:user_group` and `svc:directory_security_principal`. */
const GROUP_PROFILE = [
  'name',
  'description',
  'dn',
  'externalId',
  'samAccountName',
  'directoryDomainQualifiedName',
  'groupType',
  'objectSid',
  'groupScope',
]

/** Search names eq, sw, gt and lt. The language also has ge, le and pr, as far as a type allows them. */
const SEARCH: Record<PropertyType, PropertyRule> = {
  string: { type: 'string', operators: ['eq', 'sw', 'gt', 'ge', 'lt', 'le', 'pr'] },
  timestamp: { type: 'timestamp', operators: ['eq', 'gt', 'ge', 'lt', 'le', 'pr'] },
  number: { type: 'number', operators: ['eq', 'gt', 'ge', 'lt', 'le', 'pr'] },
  boolean: { type: 'boolean', operators: ['eq', 'pr'] },
  'string-or-number': {
    type: 'string-or-number',
    operators: ['eq', 'sw', 'gt', 'ge', 'lt', 'le', 'pr'],
  },
}

/**
 * The `search` parameter of the user list (Users, Search): a function of the custom profile properties. All
 * organisations of a process share the rest.
 *
 * @param defaults The names of the default profile properties.
 */
export function userSearch(defaults: readonly string[]): (custom?: ProfileProperties) => Dialect {
  const own: ReadonlyMap<string, PropertyRule> = new Map([
    ['id', SEARCH.string],
    ['status', SEARCH.string],
    ['created', SEARCH.timestamp],
    ['activated', SEARCH.timestamp],
    ['statusChanged', SEARCH.timestamp],
    ['lastUpdated', SEARCH.timestamp],
    ['type.id', SEARCH.string],
    ...profile(defaults),
  ])
  return (custom = NONE) => search('user search', own, custom)
}

const EQUAL_TEXT: PropertyRule = { type: 'string', operators: ['eq'] }

/** The `filter` parameter of the user list (Users, Filter). */
export function userFilter(statuses: readonly string[]): Dialect {
  return filter('user filter', [
    ['status', { ...EQUAL_TEXT, values: statuses }],
    ['lastUpdated', { type: 'timestamp', operators: ['eq', 'gt', 'ge', 'lt', 'le'] }],
    ['id', EQUAL_TEXT],
    ['profile.login', EQUAL_TEXT],
    ['profile.email', EQUAL_TEXT],
    ['profile.firstName', EQUAL_TEXT],
    ['profile.lastName', EQUAL_TEXT],
  ])
}

/** The `search` properties of the group list in all organisations of a process. */
const OWN_OF_GROUPS: ReadonlyMap<string, PropertyRule> = new Map([
  ['id', SEARCH.string],
  ['type', SEARCH.string],
  ['created', SEARCH.timestamp],
  ['lastUpdated', SEARCH.timestamp],
  ['lastMembershipUpdated', SEARCH.timestamp],
  ['source.id', SEARCH.string],
  ...profile(GROUP_PROFILE),
])

/** The `search` parameter of the group list (Groups, Search), with the custom and imported properties. */
export function groupSearch(custom: ProfileProperties = NONE): Dialect {
  return search('group search', OWN_OF_GROUPS, custom)
}

/**
 * The `filter` parameter of the group list (Groups, filter expressions).
 *
 * @param types the names of the group types, one of which holds a configurable word
 */
export function groupFilter(types: readonly string[]): Dialect {
  const moment: PropertyRule = { type: 'timestamp', operators: ['eq', 'gt', 'lt'] }
  return filter('group filter', [
    ['id', EQUAL_TEXT],
    ['lastMembershipUpdated', moment],
    ['lastUpdated', moment],
    ['type', { ...EQUAL_TEXT, values: types }],
  ])
}

/** The `filter` parameter of the log, which the API description does not have. */
export const logFilter: Dialect = filter('log filter', [
  ['published', SEARCH.timestamp],
  ...[
    'uuid',
    'eventType',
    'severity',
    'displayMessage',
    'outcome.result',
    'transaction.id',
    ...['actor', 'target'].flatMap((side) =>
      ['id', 'type', 'alternateId', 'displayName'].map((name) => `${side}.${name}`),
    ),
  ].map((path) => [path, SEARCH.string] as const),
])

function filter(name: string, rules: readonly (readonly [string, PropertyRule])[]): Dialect {
  const known = new Map(rules)
  return {
    name,
    caseSensitiveValues: true,
    property: (path) => known.get(path),
    known: () => [...known.keys()],
  }
}

function search(name: string, own: ReadonlyMap<string, PropertyRule>, custom: ProfileProperties): Dialect {
  return {
    name,
    caseSensitiveValues: false,
    property: (path) => own.get(path) ?? customRule(path, custom),
    known: () => [...own.keys(), ...Array.from(custom.keys(), (property) => `profile.${property}`)],
  }
}

function customRule(path: string, custom: ProfileProperties): PropertyRule | undefined {
  if (!path.startsWith('profile.')) return undefined
  const type = custom.get(path.slice('profile.'.length))
  return type === undefined ? undefined : SEARCH[type]
}

function profile(names: readonly string[]): [string, PropertyRule][] {
  return names.map((name) => [`profile.${name}`, SEARCH.string])
}
