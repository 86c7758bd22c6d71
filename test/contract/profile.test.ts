/** What a property of a profile takes, what is said of what it does not, and what parameters of a query become. */
import { expect, test } from 'vitest'
import {
  flag,
  oneOf,
  optionalFlag,
  paging,
  preferHeader,
  someOf,
  sorting,
  text,
  yes,
} from '../../src/contract/parameters.ts'
import { plainProfileReader } from '../../src/contract/plain-profile.ts'
import {
  changeableOfDefaults,
  groupProfileProperties,
  isBlank,
  isPattern,
  profileMessages,
  type ProfileProperty,
  profilePropertyName,
  profilePropertyTypes,
  profileSchema,
  stringCheck,
  userProfileProperties,
} from '../../src/contract/profile.ts'
import {
  GroupProfileInput,
  UserProfileChanges,
  UserProfileInput,
} from '../../src/contract/resources/profiles.ts'
import { timeZoneAliases } from '../../src/contract/formats/time-zone-aliases.ts'

const property = (more: Partial<ProfileProperty> = {}): ProfileProperty => ({
  name: 'p',
  type: 'string',
  ...more,
})

/** What a property makes of a value: the value it keeps, or what is said. */
function taken(one: ProfileProperty, value: unknown): unknown {
  const { success, data, error } = profileSchema([one]).safeParse(value === undefined ? {} : { p: value })
  return success ? (data['p'] ?? 'nothing') : error.issues.map(({ message }) => message).join('; ')
}

const blank = 'The field cannot be left blank'

test.each<[Partial<ProfileProperty>, value: unknown, made: unknown]>([
  [{}, 'x', 'x'],
  [{}, '', ''],
  [{}, null, 'nothing'],
  [{}, undefined, 'nothing'],
  [{}, 7, 'Expected a string'],
  [{ required: true }, 'x', 'x'],
  [{ required: true }, ' x ', ' x '],
  [{ required: true }, ' ', blank],
  [{ required: true }, '', blank],
  [{ required: true }, null, blank],
  [{ required: true }, undefined, blank],
  [{ required: true }, 7, 'Expected a string'],
  [{ default: 'd' }, undefined, 'd'],
  [{ default: 'd' }, null, 'd'],
  [{ default: 'd' }, 'x', 'x'],
  [{ minLength: 2, maxLength: 3 }, 'a', 'The field must have 2 to 3 characters'],
  [{ minLength: 2, maxLength: 3 }, 'ab', 'ab'],
  [{ minLength: 2, maxLength: 3 }, 'abc', 'abc'],
  [{ minLength: 2, maxLength: 3 }, 'abcd', 'The field must have 2 to 3 characters'],
  // Characters are counted, and not the units that they are written in.
  [{ minLength: 2, maxLength: 3 }, '🦊', 'The field must have 2 to 3 characters'],
  [{ minLength: 2, maxLength: 3 }, '🦊🦊', '🦊🦊'],
  [{ minLength: 2, maxLength: 3 }, '🦊🦊🦊', '🦊🦊🦊'],
  [{ minLength: 2, maxLength: 3 }, '🦊🦊🦊🦊', 'The field must have 2 to 3 characters'],
  [{ minLength: 3 }, '🦊🦊', 'The field must have 3 to Infinity characters'],
  [{ format: 'country-code' }, 'US', 'US'],
  [{ format: 'country-code' }, 'UK', 'Does not match required pattern'],
  [{ format: 'country-code', pattern: '^U' }, 'UK', 'UK'],
  [{ pattern: '^.$' }, '🦊', '🦊'],
  [{ pattern: '^a+$' }, 'b', 'Does not match required pattern'],
  [{ enum: ['red', 'green'] }, 'red', 'red'],
  [{ enum: ['red', 'green'] }, 'blue', 'Expected one of red, green'],
  [{ type: 'boolean' }, false, false],
  [{ type: 'boolean' }, 'true', 'Expected a boolean'],
  [{ type: 'boolean', required: true }, true, true],
  [{ type: 'number' }, 1.5, 1.5],
  [{ type: 'number' }, '1', 'Expected a number'],
  [{ type: 'number', required: true }, undefined, blank],
  [{ type: 'number', enum: [1, 2] }, 3, 'Expected one of 1, 2'],
  [{ type: 'integer' }, 7, 7],
  [{ type: 'integer' }, 7.5, 'Expected an integer'],
  [{ type: 'integer' }, '7', 'Expected an integer'],
  [{ type: 'integer', required: true }, null, blank],
  [{ type: 'integer', enum: [1, 2] }, 2, 2],
  [{ type: 'array' }, ['a', 1], ['a', 1]],
  [{ type: 'array' }, 'a', 'Expected an array of strings or numbers'],
  [{ type: 'array', required: true }, undefined, blank],
  [{ type: 'array', enum: ['a', 'b'] }, ['a', 'b'], ['a', 'b']],
  [{ type: 'array', enum: ['a', 'b'] }, ['a', 'c'], 'Expected one of a, b'],
])('a property %j makes of %j %j', (more, value, made) => {
  expect(taken(property(more), value)).toEqual(made)
})

test('a profile keeps what is set, in the order of its properties, and refuses what is not defined', () => {
  const schema = profileSchema([
    property({ name: 'a' }),
    property({ name: 'b' }),
    property({ name: 'constructor' }),
  ])
  expect(JSON.stringify(schema.parse({ b: 'y', a: 'x' }))).toBe('{"a":"x","b":"y"}')
  expect(schema.parse({ a: null, b: 'y' })).toEqual({ b: 'y' })
  expect(Object.keys(schema.parse({ a: undefined, b: 'y' }))).toEqual(['b'])
  expect(Object.keys(schema.parse({}))).toEqual([])
  expect(schema.safeParse({ c: 1 }).error!.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['c'] }])
  for (const none of [null, 7, 'x', ['x']]) expect(schema.safeParse(none).success).toBe(false)
})

test('messages of the service, to the letter', () => {
  const { undefinedProperty, ...texts } = profileMessages
  expect(texts).toEqual({
    blank,
    missing: 'The setting is missing: send null where the client has none',
    pattern: 'Does not match required pattern',
    taken: 'An object with this field already exists in the current organization',
  })
  expect(undefinedProperty('x')).toBe("Property name 'x' is not defined in profile")
})

test('a pattern may be compiled another way', () => {
  const compile = (pattern: string) => (value: string) => value.includes(pattern)
  expect(stringCheck(property({ pattern: '^' }), compile)('a^')).toBeUndefined()
  expect(stringCheck(property({ pattern: '^' }), compile)('a')).toBe('Does not match required pattern')
  expect(stringCheck(property())('x'.repeat(100_000))).toBeUndefined()
  expect([isPattern('^a$'), isPattern('['), isPattern(String.raw`\-`)]).toEqual([true, false, false])
  expect([isBlank(' \t'), isBlank(''), isBlank('x'), isBlank(7), isBlank(undefined)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('names and types that a property can have', () => {
  const names = ['a', '_a', '$a', 'a1', 'A_$9', `a${'b'.repeat(63)}`, '__proto__s', 'proto']
  const none = ['', '1a', 'a-b', 'a b', `a${'b'.repeat(64)}`, '__proto__', 'ä', 'a\n']
  expect(names.filter((name) => !profilePropertyName.test(name))).toEqual([])
  expect(none.filter((name) => profilePropertyName.test(name))).toEqual([])
  expect(profilePropertyTypes).toEqual(['string', 'boolean', 'number', 'integer', 'array'])
})

test('of the default properties the permission may be changed, and a little more of three', () => {
  const { firstName, lastName, login, ...others } = changeableOfDefaults
  expect({ firstName, lastName, login }).toEqual({
    firstName: ['permission', 'required'],
    lastName: ['permission', 'required'],
    login: ['permission', 'pattern'],
  })
  expect(Object.keys(others)).toHaveLength(28)
  expect(new Set(Object.values(others).flat())).toEqual(new Set(['permission']))
})

test('the default properties, with all that is said of them', () => {
  const required = { required: true, alwaysShown: true }
  const readOnly = { permission: 'READ_ONLY' }
  const given: Record<string, object> = {
    firstName: { ...required, minLength: 1, maxLength: 50 },
    lastName: { ...required, minLength: 1, maxLength: 50 },
    mobilePhone: { minLength: 0, maxLength: 100, alwaysShown: true },
    secondEmail: { minLength: 5, maxLength: 100, format: 'email', alwaysShown: true },
    login: { ...required, minLength: 5, maxLength: 100, format: 'login', ...readOnly },
    email: { ...required, minLength: 5, maxLength: 100, format: 'email' },
    middleName: {},
    honorificPrefix: {},
    honorificSuffix: {},
    title: {},
    displayName: {},
    nickName: {},
    profileUrl: { format: 'url' },
    primaryPhone: { minLength: 0, maxLength: 100 },
    streetAddress: {},
    city: {},
    state: {},
    zipCode: {},
    postalAddress: {},
    countryCode: { format: 'country-code' },
    preferredLanguage: { format: 'language' },
    locale: { format: 'locale', default: 'en_US' },
    timezone: { format: 'time-zone' },
    userType: readOnly,
    employeeNumber: readOnly,
    costCenter: readOnly,
    organization: readOnly,
    division: readOnly,
    department: readOnly,
    managerId: readOnly,
    manager: readOnly,
  }
  expect(userProfileProperties).toEqual(
    Object.entries(given).map(([name, more]) => ({ name, type: 'string', ...more })),
  )
  expect(groupProfileProperties).toEqual([
    { name: 'name', type: 'string', required: true, minLength: 1, maxLength: 255 },
    { name: 'description', type: 'string', minLength: 0, maxLength: 1024, alwaysShown: true },
  ])
})

test('what is plain is read without the schema, in the order of the properties', () => {
  const read = plainProfileReader([
    property({ name: 'a', required: true }),
    property({ name: 'b' }),
    property({ name: 'c', default: 'C' }),
    property({ name: 'd', type: 'boolean' }),
    property({ name: 'e', type: 'integer' }),
    property({ name: 'f', enum: ['x', 'y'] }),
    property({ name: 'g', maxLength: 2 }),
  ])
  const order = (given: object) => JSON.stringify(read(given))
  expect(order({ a: '1' })).toBe('{"a":"1","c":"C"}')
  expect(order({ g: 'g', f: 'y', d: false, b: 'b', a: 'a' })).toBe(
    '{"a":"a","b":"b","c":"C","d":false,"f":"y","g":"g"}',
  )
  expect(order({ c: 'x', a: 'a', b: 'b' })).toBe('{"a":"a","b":"b","c":"x"}')
  expect(order({ b: '', a: 'a' })).toBe('{"a":"a","b":"","c":"C"}')
  expect(order({ a: 'a', b: null, c: null, d: undefined, e: null })).toBe('{"a":"a","c":"C"}')
  // The list of what is looked at is one for all profiles.
  expect(order({ a: '1' })).toBe('{"a":"1","c":"C"}')
  for (const left of [
    {},
    { a: null },
    { a: ' ' },
    { a: 7 },
    { a: 'a', d: 'true' },
    { a: 'a', e: 7 },
    { a: 'a', f: 'z' },
    { a: 'a', g: 'abc' },
    { a: 'a', z: null },
  ])
    expect([left, read(left)]).toEqual([left, undefined])
  // Nothing that an object inherits is a value of it.
  expect(order(Object.create({ a: '1' }) as object)).toBeUndefined()
})

test('a profile on its way in is an object, whatever is in it', () => {
  for (const schema of [UserProfileInput(), UserProfileChanges(), GroupProfileInput()]) {
    const said = (value: unknown) => schema.safeParse(value).error?.issues.map(({ message }) => message)
    expect([said({}), said({ __proto__: null, a: 1 })]).toEqual([undefined, undefined])
    expect([null, 'x', 7, ['x'], true].map(said)).toEqual(
      Array.from({ length: 5 }, () => ['Expected an object']),
    )
    expect(said(undefined)).toEqual([blank])
  }
})

const parsed = (
  schema: {
    safeParse: (value: unknown) => {
      success: boolean
      data?: unknown
      error?: { issues: { message: string }[] }
    }
  },
  value?: unknown,
): unknown => {
  const { success, data, error } = schema.safeParse(value)
  return success ? data : `no: ${error!.issues.map(({ message }) => message).join('; ')}`
}

test('parameters of a query are read from texts', () => {
  expect([
    parsed(flag(true)),
    parsed(flag(false)),
    parsed(flag(true), 'false'),
    parsed(flag(false), 'true'),
  ]).toEqual([true, false, false, true])
  expect([parsed(flag(true), 'TRUE'), parsed(optionalFlag(true), 'x')]).toEqual([
    'no: true or false',
    'no: true or false',
  ])
  expect([
    parsed(optionalFlag(true)),
    parsed(optionalFlag(true), 'true'),
    parsed(optionalFlag(true), 'false'),
  ]).toEqual([undefined, true, false])
  expect([parsed(yes()), parsed(yes(), 'TRUE'), parsed(yes(), 'true'), parsed(yes(), 'yes')]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([parsed(text()), parsed(text(), ''), parsed(text(), ' ')]).toEqual([undefined, undefined, ' '])
  const { limit, after } = paging()
  const whole = 'no: a whole number'
  const one = 'no: a number of 1 or more'
  const limits = [undefined, '1', '+7', '0', '-1', '1.5', 'x1', '1x', '']
  expect(limits.map((value) => parsed(limit, value))).toEqual([
    undefined,
    1,
    7,
    one,
    one,
    whole,
    whole,
    whole,
    whole,
  ])
  expect([parsed(after), parsed(after, 'x')]).toEqual([undefined, 'x'])
  const { sortBy, sortOrder } = sorting()
  expect([
    parsed(sortBy, 'x'),
    parsed(sortOrder, 'asc'),
    parsed(sortOrder, 'desc'),
    parsed(sortOrder, 'up'),
  ]).toEqual(['x', 'asc', 'desc', 'no: one of asc, desc'])
  expect([parsed(oneOf('a'), 'b'), parsed(oneOf('a'))]).toEqual(['no: a', undefined])
  const some = someOf('a', 'b', 'c')
  expect([parsed(some), parsed(some, 'c, a,x'), parsed(some, '')]).toEqual([[], ['a', 'c'], []])
  expect(parsed(preferHeader(), { prefer: 'x', other: 'y' })).toEqual({ prefer: 'x' })
  expect(paging().limit).toBe(limit)
})

test('there are so many further names of time zones', () => {
  expect(timeZoneAliases).toHaveLength(198)
})
