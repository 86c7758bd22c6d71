import { expect, test } from 'vitest'
import { logFilter, parse, QuerySyntaxError } from '../../src/query/index.ts'
import type { Dialect, PropertyType } from '../../src/query/index.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { groupFilter, groupFilterOf, groupSearch, userFilter, userSearch } from './parameters.ts'

const custom = new Map<string, PropertyType>([
  ['n', 'number'],
  ['b', 'boolean'],
  ['t', 'timestamp'],
])
const languages: Readonly<Record<string, Dialect>> = {
  'user filter': userFilter,
  'user search': userSearch(custom),
  'group filter': groupFilter,
  'group search': groupSearch(),
  'log filter': logFilter,
}

function kindOf(text: string, language: Dialect): string | undefined {
  try {
    parse(text, language)
    return undefined
  } catch (error) {
    return error instanceof QuerySyntaxError ? error.kind : 'crash'
  }
}

/** The operators that a language reads between a property and a value, or what is wrong. */
function outcome(line: string): string {
  const [, name = '', property = '', value = ''] = /^([^:]+): (\S+) (.*)$/.exec(line) ?? []
  const kinds = ['eq', 'sw', 'gt', 'ge', 'lt', 'le', 'pr'].map(
    (operator) =>
      [
        operator,
        kindOf(`${property} ${operator}${operator === 'pr' ? '' : ` ${value}`}`, languages[name]!),
      ] as const,
  )
  const wrong = kinds.map(([, kind]) => kind).find((kind) => kind !== undefined && kind !== 'operator')
  if (wrong !== undefined) return `wrong ${wrong}`
  return kinds.flatMap(([operator, kind]) => (kind === undefined ? [operator] : [])).join(' ')
}

test('each language reads the properties, operators and values that dialects.txt says', async () => {
  await expectGolden(new URL('dialects.txt', import.meta.url), outcome)
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

test('a custom property cannot take the place of a default one', () => {
  expect(kindOf('profile.login eq "x"', userSearch(new Map([['login', 'number']])))).toBeUndefined()
})

test('group filter takes the names of the types from its caller', () => {
  const language = groupFilterOf(['APP_GROUP', 'BUILT_IN', 'ACME_GROUP'])
  expect(kindOf('type eq "ACME_GROUP"', language)).toBeUndefined()
  expect(kindOf('type eq "SVC_GROUP"', language)).toBe('value')
})
