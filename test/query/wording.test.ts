/** What is said of a refused query, word for word, and where its limits are. */
import { expect, test } from 'vitest'
import type { Dialect, PropertyRule } from '../../src/query/dialect.ts'
import {
  compile,
  FirstRows,
  groupFilter,
  parse,
  QuerySyntaxError,
  userFilter,
  userSearch,
} from '../../src/query/index.ts'
import { propertyReader } from '../../src/query/property-reader.ts'
import { ruleOf } from '../../src/query/property-rule.ts'
import { didYouMean, suggest, unknownName } from '../../src/query/suggestion.ts'
import { canonicalTimestamp, storedTimestamp, timestampHint } from '../../src/query/timestamp.ts'

const search = userSearch(
  new Map([
    ['sizes', 'string-or-number'],
    ['age', 'number'],
  ] as const),
)

function said(text: string, dialect: Dialect = search): string {
  try {
    parse(text, dialect)
  } catch (error) {
    if (error instanceof QuerySyntaxError) return `${error.kind}: ${error.message}`
    throw error
  }
  return 'read'
}

const texts = 'eq, sw, gt, ge, lt, le or pr'
const iso = 'an ISO 8601 date and time with offset, such as "2026-01-31T09:30:00.000Z"'
const noNegation = 'there is no not; to leave out one value, join lt and gt with or'

test.for([
  ['status', `syntax: Expected ${texts} after status, found the end at position 6`],
  ['status eq 5', 'value: Expected a quoted string, found 5 at position 10: write "5"'],
  ['created eq 5', 'value: Expected a quoted timestamp, found 5 at position 11: write "5"'],
  ['created eq (', 'syntax: Expected a quoted timestamp, found ( at position 11'],
  ['profile.age eq (', 'syntax: Expected a number, found ( at position 15'],
  ['profile.age eq x', 'value: Expected a number, found x at position 15'],
  ['profile.sizes eq (', 'syntax: Expected a quoted string or a number, found ( at position 17'],
  ['profile.sizes eq x', 'value: Expected a quoted string or a number, found x at position 17: write "x"'],
  [
    'profile.sizes eq true',
    'value: Expected a quoted string or a number, found true at position 17: write "true"',
  ],
  ['profile.sizes sw 5', 'value: Expected a quoted string, found 5 at position 17'],
  ['profile.sizes sw "5"', 'read'],
  ['profile.sizes ge 5', 'read'],
  ['created sw "2"', 'operator: Expected eq, gt, ge, lt, le or pr after created, found sw at position 8'],
  [
    'profile.title ne "x"',
    `operator: Expected ${texts} after profile.title, found ne at position 14: write (profile.title lt … or profile.title gt …)`,
  ],
  [
    'profile.title Co "x"',
    `operator: Expected ${texts} after profile.title, found Co at position 14: no operator looks inside a value; sw looks at its beginning`,
  ],
  [
    'profile.title ew "x"',
    `operator: Expected ${texts} after profile.title, found ew at position 14: no operator looks at the end of a value; sw looks at its beginning`,
  ],
  [
    'profile.age co "x"',
    'operator: Expected eq, gt, ge, lt, le or pr after profile.age, found co at position 12',
  ],
  ['not status pr', `operator: Expected a property, found not at position 0: ${noNegation}`],
  ['status not eq "x"', `operator: Expected ${texts} after status, found not at position 7: ${noNegation}`],
  ['or status pr', 'syntax: Expected a property, found or at position 0'],
  ['created eq "2026"', `date: Expected ${iso}, found "2026" at position 11`],
  [
    'created eq "2026-01-31"',
    `date: Expected ${iso}, found "2026-01-31" at position 11: write "2026-01-31T00:00:00.000Z"`,
  ],
  [
    'created eq "2026-01-31T09:30:00 0200"',
    `date: Expected ${iso}, found "2026-01-31T09:30:00 0200" at position 11: encode the + of the offset as %2B in a URL`,
  ],
  ["status eq 'x", "value: Expected a quoted string, found 'x at position 10: use \" in place of '"],
  [
    'status eq "\\x"',
    'syntax: Expected an escape such as \\" or \\\\, found \\x at position 11: a backslash itself is written \\\\',
  ],
  ['nothing pr', 'property: Expected a property of the user search, found nothing at position 0'],
  [
    'login pr',
    'property: Expected a property of the user search, found login at position 0: did you mean profile.login?',
  ],
  [`${'('.repeat(51)}status pr`, 'syntax: Expected at most 50 nested parentheses, found ( at position 50'],
  ['x'.repeat(16_385), 'syntax: Expected at most 16384 characters, found 16385 characters at position 16384'],
] as const)('%s is answered: %s', ([text, message]) => {
  expect(said(text)).toBe(message)
})

test.for([
  [
    'status eq "ACTIV"',
    'value: Expected "STAGED", "PROVISIONED", "ACTIVE", "RECOVERY", "LOCKED_OUT", "PASSWORD_EXPIRED", "SUSPENDED" or "DEPROVISIONED", found "ACTIV" at position 10: did you mean ACTIVE?',
  ],
  ['status eq null', 'value: Expected a quoted string, found null at position 10: write "null"'],
  ['id eq null', 'read'],
  ['id eq NULL', 'value: Expected a quoted string, found NULL at position 6: write "NULL"'],
  ['id ne "x"', 'operator: Expected eq after id, found ne at position 3'],
  [
    'lastUpdated ne "x"',
    'operator: Expected eq, gt, ge, lt or le after lastUpdated, found ne at position 12: write (lastUpdated lt … or lastUpdated gt …)',
  ],
  ['profile.login co "x"', 'operator: Expected eq after profile.login, found co at position 14'],
  [
    'statu eq "ACTIVE"',
    'property: Expected a property of the user filter, found statu at position 0: did you mean status?',
  ],
] as const)('the user filter answers %s: %s', ([text, message]) => {
  expect(said(text, userFilter())).toBe(message)
})

test('the group filter names the types that there are', () => {
  expect(said('type eq "X"', groupFilter())).toBe(
    'value: Expected "APP_GROUP", "BUILT_IN" or "SVC_GROUP", found "X" at position 8',
  )
  expect(said('type eq "X"', groupFilter(['A', 'B']))).toBe(
    'value: Expected "A" or "B", found "X" at position 8: did you mean A?',
  )
  expect(said('type eq "X"', groupFilter(['A']))).toBe(
    'value: Expected "A", found "X" at position 8: did you mean A?',
  )
  expect(said('lastUpdated le "2026-01-31T09:30:00Z"', groupFilter())).toBe(
    'operator: Expected eq, gt or lt after lastUpdated, found le at position 12',
  )
})

test('ne is answered with lt and gt only where both are allowed', () => {
  const dialect = (...operators: PropertyRule['operators'][number][]): Dialect => ({
    name: 'list',
    caseSensitiveValues: true,
    property: () => ({ type: 'string', operators }),
  })
  expect(said('x ne "y"', dialect('lt'))).toBe('operator: Expected lt after x, found ne at position 2')
  expect(said('x ne "y"', dialect('gt'))).toBe('operator: Expected gt after x, found ne at position 2')
  expect(said('x ne "y"', dialect('gt', 'lt'))).toBe(
    'operator: Expected gt or lt after x, found ne at position 2: write (x lt … or x gt …)',
  )
})

test('a property without a name, or of a dialect that suggests nothing', () => {
  const dialect: Dialect = { name: 'list', caseSensitiveValues: true, property: () => undefined }
  const message = (path: string, position?: number) => {
    try {
      ruleOf(path, dialect, position)
      return undefined
    } catch (error) {
      return (error as QuerySyntaxError).message
    }
  }
  expect(message('')).toBe('Expected a property of the list, found an empty name at position 0')
  expect(message('x', 7)).toBe('Expected a property of the list, found x at position 7')
})

test('a text in an error has 40 characters at most', () => {
  const error = (found: string) => new QuerySyntaxError({ kind: 'value', position: 1, expected: 'x', found })
  expect(error('x'.repeat(40)).found).toBe('x'.repeat(40))
  expect(error('x'.repeat(41)).found).toBe(`${'x'.repeat(39)}…`)
  expect([error('y').name, error('y').message]).toStrictEqual([
    'QuerySyntaxError',
    'Expected x, found y at position 1',
  ])
})

test('a value of no type is told by compile, which gets no text', () => {
  const compiled = (property: string, value: never) => {
    try {
      compile({ kind: 'compare', property, operator: 'eq', value }, search)
      return undefined
    } catch (error) {
      const { kind, message } = error as QuerySyntaxError
      return [kind, message]
    }
  }
  expect(compiled('created', 'x' as never)).toStrictEqual([
    'date',
    'Expected a timestamp for created, found "x" at position 0',
  ])
  expect(compiled('profile.age', 'x' as never)).toStrictEqual([
    'value',
    'Expected a number for profile.age, found "x" at position 0',
  ])
  expect(compiled('profile.nope', 'x' as never)).toStrictEqual([
    'property',
    'Expected a property of the user search, found profile.nope at position 0',
  ])
})

test.for([
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00.1Z', '2026-01-31T09:30:00.100Z'],
  ['2026-01-31T09:30:00.1239Z', '2026-01-31T09:30:00.123Z'],
  ['2026-01-31T09:30:00+02:30', '2026-01-31T07:00:00.000Z'],
  ['2026-01-31T09:30:00-0230', '2026-01-31T12:00:00.000Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['0000-01-01T00:00:00+00:01', undefined],
  ['9999-12-31T23:59:59-00:01', undefined],
  ['2026-02-29T00:00:00Z', undefined],
  ['x2026-01-31T09:30:00Z', undefined],
  ['2026-01-31T09:30:00Zx', undefined],
  ['2026-01-31T09:30:00+2:30', undefined],
  ['2026-01-31T09:30:00+02:60', undefined],
] as const)('%s is the moment %s', ([text, moment]) => {
  expect(canonicalTimestamp(text)).toBe(moment)
})

test('a stored moment is taken as it is where it has the one spelling', () => {
  expect(storedTimestamp('2026-01-31T09:30:00.000Z')).toBe('2026-01-31T09:30:00.000Z')
  expect(storedTimestamp('2026-01-31T09:30:00.00Z')).toBe('2026-01-31T09:30:00.000Z')
  expect(storedTimestamp('2026-01-31T09:30:00-0100')).toBe('2026-01-31T10:30:00.000Z')
  expect(storedTimestamp('yesterday')).toBeUndefined()
  expect(storedTimestamp('2026-99-31T09:30:00.000Z')).toBe('2026-99-31T09:30:00.000Z')
})

test.for([
  ['2026-01-31', 'write "2026-01-31T00:00:00.000Z"'],
  ['x2026-01-31', undefined],
  ['2026-01-31x', undefined],
  ['2026-1-31', undefined],
  ['2026-01-31T09:30:00.5 02:00', 'encode the + of the offset as %2B in a URL'],
  ['2026-01-31T09:30:00 0200', 'encode the + of the offset as %2B in a URL'],
  ['2026-01-31T09:30:00 02:00x', undefined],
  ['2026-01-31 09:30', undefined],
  ['2026-01-31T09:30:00  02:00', undefined],
] as const)('who writes %s is told: %s', ([text, hint]) => {
  expect(timestampHint(text)).toBe(hint)
})

test.for([
  ['Login', ['login', 'profile.login'], 'login'],
  ['login', ['profile.Login', 'logim'], 'profile.Login'],
  ['abcd', ['abxy'], 'abxy'],
  ['abcd', ['axyz'], undefined],
  ['abcd', ['abxy', 'abcx'], 'abcx'],
  ['abcd', ['abcx', 'abcy'], 'abcx'],
  ['abcd', ['ABCX'], 'ABCX'],
  ['abcd', ['abcdef'], 'abcdef'],
  ['abcd', ['abcdefg'], undefined],
  ['abcd', ['ab'], 'ab'],
  ['abcd', ['a'], undefined],
  ['', ['ab'], undefined],
  ['xy', ['ab'], undefined],
  ['ab', ['ba'], 'ba'],
] as const)('instead of %s, of %j is meant %s', ([name, known, expected]) => {
  expect(suggest(name, known)).toBe(expected)
  expect(didYouMean(name, known)).toBe(expected === undefined ? undefined : `did you mean ${expected}?`)
})

test('an unknown name is told with what was meant, and of a long one only the beginning is read', () => {
  expect(didYouMean('x')).toBeUndefined()
  expect(unknownName('option', 'prot', ['port'])).toBe('unknown option, did you mean port?')
  expect(unknownName('option', 'prot', ['other'])).toBe('unknown option')
  expect(unknownName('option', 'x'.repeat(90), ['x'.repeat(80)])).toBe(
    `unknown option, did you mean ${'x'.repeat(80)}?`,
  )
})

test('the value at a path is what the record has itself', () => {
  const record = {
    id: 'x',
    profile: { login: 'ada', deep: { er: 1 }, toString: 'own' },
    type: { id: 't' },
    text: 'abc',
    none: null,
  }
  const read = (path: string) => propertyReader(path)(record)
  expect(
    ['id', 'profile.login', 'type.id', 'profile.deep.er', 'profile.toString', 'text'].map(read),
  ).toStrictEqual(['x', 'ada', 't', 1, 'own', 'abc'])
  expect(
    [
      'toString',
      'profile.constructor',
      'text.length',
      'none.x',
      'gone.x',
      'profile.none',
      'toString.x',
      'profile.login.length.x',
    ].map(read),
  ).toStrictEqual(Array.from({ length: 8 }))
  expect(propertyReader('profile.login')({ profile: null })).toBeUndefined()
  expect(propertyReader('profile.login')({ profile: 'text' })).toBeUndefined()
})

test('the first rows are the same in whatever order they are offered', () => {
  const offered = (order: 'asc' | 'desc', ids: readonly number[]) => {
    const first = new FirstRows<{ id: string }>(order, 2)
    for (const id of ids) {
      const key = id % 3
      if (!first.isFull(key)) first.offer({ id: String(1000 + id) }, key)
    }
    return first.records().map(({ id }) => Number(id) - 1000)
  }
  const ids = Array.from({ length: 400 }, (_, index) => index)
  expect([offered('asc', ids), offered('asc', ids.toReversed())]).toStrictEqual([
    [0, 3],
    [0, 3],
  ])
  expect([offered('desc', ids), offered('desc', ids.toReversed())]).toStrictEqual([
    [2, 5],
    [2, 5],
  ])
})
