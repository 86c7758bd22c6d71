import { expect, test } from 'vitest'
import {
  groupFilter,
  groupSearch,
  parse,
  QuerySyntaxError,
  userFilter,
  userSearch,
} from '../../src/query/index.ts'
import type { Dialect, PropertyType } from '../../src/query/index.ts'

const OPERATORS = ['eq', 'sw', 'gt', 'ge', 'lt', 'le', 'pr']
const DATE = '"2026-01-01T00:00:00.000Z"'

/** The operators that a dialect reads on a property, found by trying each. */
function operatorsOf(language: Dialect, property: string, value: string): string {
  const accepted = OPERATORS.filter((operator) => {
    try {
      return parse(operator === 'pr' ? `${property} pr` : `${property} ${operator} ${value}`, language)
    } catch (error) {
      if (error instanceof QuerySyntaxError && error.kind === 'operator') return false
      throw error
    }
  })
  return accepted.join(' ')
}

function kindOf(text: string, language: Dialect): string | undefined {
  try {
    parse(text, language)
    return undefined
  } catch (error) {
    return error instanceof QuerySyntaxError ? error.kind : 'crash'
  }
}

test.each([
  ['status', '"ACTIVE"', 'eq'],
  ['lastUpdated', DATE, 'eq gt ge lt le'],
  ['id', '"00u1"', 'eq'],
  ['profile.login', '"a"', 'eq'],
  ['profile.email', '"a"', 'eq'],
  ['profile.firstName', '"a"', 'eq'],
  ['profile.lastName', '"a"', 'eq'],
])('user filter reads %s with value %s and the operators %s', (property, value, operators) => {
  expect(operatorsOf(userFilter(), property, value)).toBe(operators)
})

test.each([
  'created',
  'activated',
  'statusChanged',
  'lastLogin',
  'type.id',
  'profile.department',
  'Status',
  'profile.Login',
])('user filter does not know %s', (property) => {
  expect(kindOf(`${property} eq "x"`, userFilter())).toBe('property')
  expect(() => parse(`${property} eq "x"`, userFilter())).toThrow('a property of the user filter')
})

test.each([
  'ACTIVE',
  'DEPROVISIONED',
  'LOCKED_OUT',
  'PASSWORD_EXPIRED',
  'PROVISIONED',
  'RECOVERY',
  'STAGED',
  'SUSPENDED',
])('user filter reads the status %s, in capitals only', (status) => {
  expect(kindOf(`status eq "${status}"`, userFilter())).toBeUndefined()
  expect(kindOf(`status eq "${status.toLowerCase()}"`, userFilter())).toBe('value')
})

test.each([
  ['id', '"x"', 'eq sw gt ge lt le pr'],
  ['status', '"x"', 'eq sw gt ge lt le pr'],
  ['type.id', '"x"', 'eq sw gt ge lt le pr'],
  ['created', DATE, 'eq gt ge lt le pr'],
  ['activated', DATE, 'eq gt ge lt le pr'],
  ['statusChanged', DATE, 'eq gt ge lt le pr'],
  ['lastUpdated', DATE, 'eq gt ge lt le pr'],
])('user search reads %s with value %s and the operators %s', (property, value, operators) => {
  expect(operatorsOf(userSearch(), property, value)).toBe(operators)
})

test.each(
  (
    'login email secondEmail firstName lastName middleName honorificPrefix honorificSuffix title displayName nickName ' +
    'profileUrl primaryPhone mobilePhone streetAddress city state zipCode postalAddress countryCode preferredLanguage ' +
    'locale timezone userType employeeNumber costCenter organization division department managerId manager'
  ).split(' '),
)('user search reads the default profile property %s', (name) => {
  expect(operatorsOf(userSearch(), `profile.${name}`, '"x"')).toBe('eq sw gt ge lt le pr')
})

test.each([
  'lastLogin',
  'passwordChanged',
  'transitioningToStatus',
  'credentials.provider.type',
  '_links',
  '_embedded',
  'profile',
  'type',
])('user search does not know %s', (property) => {
  expect(kindOf(`${property} pr`, userSearch())).toBe('property')
})

test('search knows a custom property from when it enters the schema until it leaves', () => {
  const schema = new Map<string, PropertyType>()
  for (const language of [userSearch(schema), groupSearch(schema)]) {
    expect(kindOf('profile.badge eq "7"', language)).toBe('property')
    schema.set('badge', 'string')
    expect(kindOf('profile.badge eq "7"', language)).toBeUndefined()
    expect(kindOf('badge eq "7"', language)).toBe('property')
    schema.clear()
    expect(kindOf('profile.badge eq "7"', language)).toBe('property')
  }
})

test('search gives each type of custom property the operators that it has', () => {
  const language = userSearch(
    new Map<string, PropertyType>([
      ['n', 'number'],
      ['b', 'boolean'],
      ['t', 'timestamp'],
    ]),
  )
  expect(operatorsOf(language, 'profile.n', '1')).toBe('eq gt ge lt le pr')
  expect(operatorsOf(language, 'profile.b', 'true')).toBe('eq pr')
  expect(operatorsOf(language, 'profile.t', DATE)).toBe('eq gt ge lt le pr')
})

test('a custom property cannot take the place of a default one', () => {
  expect(kindOf('profile.login eq "x"', userSearch(new Map([['login', 'number']])))).toBeUndefined()
})

test.each([
  ['id', '"00g1"', 'eq'],
  ['type', '"APP_GROUP"', 'eq'],
  ['lastUpdated', DATE, 'eq gt lt'],
  ['lastMembershipUpdated', DATE, 'eq gt lt'],
])('group filter reads %s with value %s and the operators %s', (property, value, operators) => {
  expect(operatorsOf(groupFilter(), property, value)).toBe(operators)
})

test.each(['created', 'profile.name', 'source.id', 'objectClass', 'Type'])(
  'group filter does not know %s',
  (property) => {
    expect(kindOf(`${property} eq "x"`, groupFilter())).toBe('property')
  },
)

test.each(['APP_GROUP', 'BUILT_IN', 'SVC_GROUP'])(
  'group filter reads the type %s, in capitals only',
  (type) => {
    expect(kindOf(`type eq "${type}"`, groupFilter())).toBeUndefined()
    expect(kindOf(`type eq "${type.toLowerCase()}"`, groupFilter())).toBe('value')
  },
)

test('group filter takes the names of the types from its caller', () => {
  const language = groupFilter(['APP_GROUP', 'BUILT_IN', 'ACME_GROUP'])
  expect(kindOf('type eq "ACME_GROUP"', language)).toBeUndefined()
  expect(kindOf('type eq "SVC_GROUP"', language)).toBe('value')
})

test.each([
  ['id', '"x"', 'eq sw gt ge lt le pr'],
  ['type', '"x"', 'eq sw gt ge lt le pr'],
  ['source.id', '"x"', 'eq sw gt ge lt le pr'],
  ['profile.name', '"x"', 'eq sw gt ge lt le pr'],
  ['profile.description', '"x"', 'eq sw gt ge lt le pr'],
  ['profile.samAccountName', '"x"', 'eq sw gt ge lt le pr'],
  ['profile.dn', '"x"', 'eq sw gt ge lt le pr'],
  ['profile.externalId', '"x"', 'eq sw gt ge lt le pr'],
  ['profile.directoryDomainQualifiedName', '"x"', 'eq sw gt ge lt le pr'],
  ['profile.groupType', '"x"', 'eq sw gt ge lt le pr'],
  ['profile.objectSid', '"x"', 'eq sw gt ge lt le pr'],
  ['profile.groupScope', '"x"', 'eq sw gt ge lt le pr'],
  ['created', DATE, 'eq gt ge lt le pr'],
  ['lastUpdated', DATE, 'eq gt ge lt le pr'],
  ['lastMembershipUpdated', DATE, 'eq gt ge lt le pr'],
])('group search reads %s with value %s and the operators %s', (property, value, operators) => {
  expect(operatorsOf(groupSearch(), property, value)).toBe(operators)
})

test.each(['_embedded', '_links', 'objectClass', 'source', 'profile', 'status'])(
  'group search does not know %s',
  (property) => {
    expect(kindOf(`${property} pr`, groupSearch())).toBe('property')
  },
)
