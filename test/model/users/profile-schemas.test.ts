import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/errors.ts'
import { userProfileProperties } from '../../../src/contract/profile.ts'
import {
  customisedUserProperties,
  groupProfileSchema,
  userProfileSchema,
} from '../../../src/model/users/profile-schemas.ts'

/** Which field a refusal is about, and its causes; what an action returns where it refuses nothing. */
function refusedBy(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [error.refusal, error.details.values?.['field'], error.causes]
  }
}

const person = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }

test.each(['1st', '', 'shoe size', 'shoe-size', '__proto__', `a${'b'.repeat(64)}`])(
  'a property cannot be called %j',
  (name) => {
    const schema = userProfileSchema()
    expect(refusedBy(() => schema.add({ name, type: 'string' }))).toStrictEqual([
      'validation',
      'name',
      ['name: Expected a letter followed by letters, digits or _'],
    ])
    expect(schema.properties).toBe(userProfileProperties)
  },
)

test.each(['login', 'badge'])('a second property cannot be called %s', (name) => {
  const schema = userProfileSchema()
  schema.add({ name: 'badge', type: 'string' })
  expect(refusedBy(() => schema.add({ name, type: 'integer' }))).toStrictEqual([
    'validation',
    'name',
    ['name: An object with this field already exists in the current organization'],
  ])
  expect(schema.find('badge')).toStrictEqual({ name: 'badge', type: 'string' })
})

test('properties that are added are known by the type by which they are queried', () => {
  const schema = userProfileSchema()
  expect([...schema.custom]).toStrictEqual([])
  for (const type of ['string', 'boolean', 'number', 'integer', 'array'] as const) {
    schema.add({ name: `a_${type}`, type })
  }
  expect([...schema.custom]).toStrictEqual([
    ['a_string', 'string'],
    ['a_boolean', 'boolean'],
    ['a_number', 'number'],
    ['a_integer', 'number'],
    ['a_array', 'string-or-number'],
  ])
  expect(schema.custom).toBe(schema.custom)
  expect(schema.properties.slice(0, userProfileProperties.length)).toStrictEqual(userProfileProperties)
  expect(schema.remove('a_number')).toBe(true)
  expect([...schema.custom.keys()]).toStrictEqual(['a_string', 'a_boolean', 'a_integer', 'a_array'])
  schema.restore(userProfileProperties)
  expect([...schema.custom]).toStrictEqual([])
})

test('a custom property is read until it is removed', () => {
  const schema = userProfileSchema()
  const sent = { ...person, badge: 'B1' }
  const unknown = ['validation', 'newUser', ["Property name 'badge' is not defined in profile"]]
  expect(refusedBy(() => schema.parse(sent))).toStrictEqual(unknown)
  schema.add({ name: 'badge', type: 'string' })
  expect(schema.parse(sent)).toStrictEqual({ ...sent, locale: 'en_US' })
  expect(schema.remove('badge')).toBe(true)
  expect(schema.remove('badge')).toBe(false)
  expect(refusedBy(() => schema.parse(sent))).toStrictEqual(unknown)
  expect(refusedBy(() => schema.remove('title'))).toStrictEqual([
    'validation',
    'name',
    ['name: title is a default property and cannot be removed'],
  ])
})

test('a custom property is changed in place, and null lifts what was said of it', () => {
  const schema = userProfileSchema()
  schema.add({ name: 'badge', type: 'string', pattern: '^B\\d$', minLength: 2, format: 'email' })
  schema.add({ name: 'size', type: 'integer' })
  schema.change('badge', { pattern: '^C\\d$', minLength: null, maxLength: 2, required: undefined })
  expect(schema.properties.slice(userProfileProperties.length)).toStrictEqual([
    { name: 'badge', type: 'string', pattern: '^C\\d$', maxLength: 2, format: 'email' },
    { name: 'size', type: 'integer' },
  ])
  expect(schema.parse({ ...person, badge: 'C1' })).toMatchObject({ badge: 'C1' })
  expect(refusedBy(() => schema.parse({ ...person, badge: 'B1' }))).toStrictEqual([
    'validation',
    'badge',
    ['badge: Does not match required pattern'],
  ])
  expect(refusedBy(() => schema.change('other', {}))).toStrictEqual([
    'validation',
    'name',
    ["name: Property name 'other' is not defined in profile"],
  ])
})

test('of a default property only what the documents let change is changed', () => {
  const schema = userProfileSchema()
  schema.change('firstName', { required: null, permission: 'READ_ONLY' })
  expect(schema.find('firstName')).toStrictEqual({
    name: 'firstName',
    type: 'string',
    minLength: 1,
    maxLength: 50,
    permission: 'READ_ONLY',
    alwaysShown: true,
  })
  schema.change('login', { pattern: '^[a-z]+$' })
  expect(schema.find('login')).toStrictEqual({
    name: 'login',
    type: 'string',
    required: true,
    minLength: 5,
    maxLength: 100,
    permission: 'READ_ONLY',
    alwaysShown: true,
    pattern: '^[a-z]+$',
  })
  schema.change('login', { permission: 'READ_WRITE' })
  expect(schema.find('login')).toMatchObject({ pattern: '^[a-z]+$', permission: 'READ_WRITE' })
  schema.change('email', { permission: 'HIDE' })
  expect(schema.find('email')).toMatchObject({ format: 'email', permission: 'HIDE' })
})

test('saying of a default property what holds is no change', () => {
  const schema = userProfileSchema()
  schema.change('title', { type: 'string', required: false, maxLength: null, pattern: undefined })
  expect(schema.find('title')).toStrictEqual({ name: 'title', type: 'string', required: false })
})

test.each([
  [
    'title',
    { maxLength: 5, required: true, permission: 'READ_ONLY' },
    'maxLength',
    [
      'maxLength: title is a default property: only permission may',
      'required: title is a default property: only permission may',
    ],
  ],
  [
    'login',
    { format: null, pattern: '.' },
    'format',
    ['format: login is a default property: only permission and pattern may'],
  ],
  [
    'lastName',
    { minLength: 2 },
    'minLength',
    ['minLength: lastName is a default property: only permission and required may'],
  ],
  [
    'locale',
    { default: false as never },
    'default',
    ['default: locale is a default property: only permission may'],
  ],
] as const)('of %s %j is refused', (name, changes, field, causes) => {
  const schema = userProfileSchema()
  expect(refusedBy(() => schema.change(name, changes))).toStrictEqual(['validation', field, causes])
  expect(schema.properties).toBe(userProfileProperties)
})

test('of the default properties of groups nothing may be changed', () => {
  const schema = groupProfileSchema()
  expect(refusedBy(() => schema.change('name', { permission: 'HIDE' }))).toStrictEqual([
    'validation',
    'permission',
    ['permission: name is a default property: nothing may be changed of it'],
  ])
  expect(refusedBy(() => schema.parse({ name: 'x', size: 1 }))).toStrictEqual([
    'validation',
    'profile',
    ["Property name 'size' is not defined in profile"],
  ])
})

test('everything wrong with a profile is told, and the first field that is named', () => {
  const schema = userProfileSchema()
  const { lastName: _, ...rest } = person
  expect(
    refusedBy(() => schema.parse({ ...rest, firstName: 5, countryCode: 'UK', planet: 'Mars', moon: 1 })),
  ).toStrictEqual([
    'validation',
    'firstName',
    [
      'firstName: Expected a string',
      'lastName: The field cannot be left blank',
      'countryCode: Does not match required pattern',
      "Property name 'planet' is not defined in profile",
      "Property name 'moon' is not defined in profile",
    ],
  ])
  expect(refusedBy(() => schema.parse('x'))).toStrictEqual([
    'validation',
    'profile',
    [expect.stringMatching(/^profile: \w/)],
  ])
})

test('what was read is frozen, whichever way it was read', () => {
  const schema = userProfileSchema()
  schema.add({ name: 'size', type: 'integer' })
  for (const profile of [person, { ...person, size: 7 }, { ...person, title: null }]) {
    expect(Object.isFrozen(schema.parse(profile))).toBe(true)
  }
  expect(schema.parse({ ...person, size: 7, title: null })).toStrictEqual({
    ...person,
    size: 7,
    locale: 'en_US',
  })
})

test('a schema goes back to the properties that it had', () => {
  const schema = userProfileSchema()
  schema.add({ name: 'badge', type: 'string' })
  const before = schema.snapshot()
  schema.remove('badge')
  schema.restore(before)
  expect(schema.find('badge')).toStrictEqual({ name: 'badge', type: 'string' })
  expect(schema.snapshot()).toBe(before)
})

test('rows that tell the default properties are those that all organisations share', () => {
  const { rows } = userProfileSchema()
  const [key] = [...rows.keys()].map(String)
  const told = (properties: unknown) =>
    rows.stateOf(new Map([[key!, JSON.parse(JSON.stringify(properties))]]))
  expect(told(userProfileProperties)).toBe(userProfileProperties)
  const others = [{ name: 'login', type: 'string' }]
  expect(told(others)).toStrictEqual(others)
})

test('options change the default properties', () => {
  expect(customisedUserProperties({})).toBe(userProfileProperties)
  expect(customisedUserProperties({ nullableNames: false })).toBe(userProfileProperties)
  const changed = (options: Parameters<typeof customisedUserProperties>[0]) =>
    customisedUserProperties(options).filter((property) => !userProfileProperties.includes(property))
  const name = { type: 'string', required: false, minLength: 1, maxLength: 50, alwaysShown: true }
  expect(changed({ nullableNames: true })).toStrictEqual([
    { name: 'firstName', ...name },
    { name: 'lastName', ...name },
  ])
  const login = {
    name: 'login',
    type: 'string',
    required: true,
    minLength: 5,
    maxLength: 100,
    permission: 'READ_ONLY',
    alwaysShown: true,
  }
  expect(changed({ loginPattern: null })).toStrictEqual([login])
  expect(changed({ loginPattern: '.+' })).toStrictEqual([{ ...login, pattern: '.+' }])
})
