import { expect, test } from 'vitest'
import { KnownExpressions } from '../../src/query/index.ts'
import { QuerySyntaxError } from '../../src/query/query-syntax-error.ts'
import { userFilter, userSearch } from './parameters.ts'

test('reads the same text once, and each other text separately', () => {
  const known = new KnownExpressions(userFilter)
  const first = known.read('status eq "ACTIVE"')
  expect(known.read('status eq "ACTIVE"')).toBe(first)
  expect(known.read('status eq "STAGED"')).not.toBe(first)
  expect(first.predicate({ status: 'ACTIVE' })).toBe(true)
  expect(first.predicate({ status: 'STAGED' })).toBe(false)
  expect(first.equalities).toEqual([{ property: 'status', values: ['ACTIVE'] }])
})

test('rejects a wrong text each time', () => {
  const known = new KnownExpressions(userFilter)
  for (let time = 0; time < 2; time++) expect(() => known.read('status eq')).toThrow(QuerySyntaxError)
})

test('a property that is taken away is refused, though an expression with it was read before', () => {
  let custom: ReadonlyMap<string, 'string' | 'number'> = new Map([['shoe', 'string']])
  const dialect = userSearch({ get: (name) => custom.get(name), keys: () => custom.keys() })
  const known = new KnownExpressions(dialect, () => custom)
  expect(known.read('profile.shoe eq "9"').predicate({ profile: { shoe: '9' } })).toBe(true)
  custom = new Map()
  expect(() => known.read('profile.shoe eq "9"')).toThrow(QuerySyntaxError)
  custom = new Map([['shoe', 'number']])
  expect(known.read('profile.shoe eq 9').predicate({ profile: { shoe: 9 } })).toBe(true)
})

test('more texts than are kept are read all the same', () => {
  const known = new KnownExpressions(userFilter)
  for (let number = 0; number < 500; number++) {
    expect(known.read(`id eq "${number}"`).equalities).toEqual([{ property: 'id', values: [`${number}`] }])
  }
})
