import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainProfileReader } from '../../src/contract/plain-profile.ts'
import { type ProfileProperty, profileSchema, userProfileProperties } from '../../src/contract/profile.ts'

const custom: readonly ProfileProperty[] = [
  { name: 'shoeSize', type: 'integer' },
  { name: 'remote', type: 'boolean' },
  { name: 'colour', type: 'string', enum: ['red', 'green'], default: 'red' },
  { name: 'badge', type: 'string', pattern: '^[A-Z]{2}\\d+$', required: true },
]
const properties = [...userProfileProperties, ...custom]

const value = fc.oneof(
  fc.constantFrom(
    '',
    'red',
    'green',
    'AB1',
    'a@example.com',
    'US',
    'en',
    'en_US',
    'Europe/Oslo',
    'Ada',
    '🦊',
  ),
  fc.constantFrom(null, undefined, true, 7, 7.5, ['x'], {}),
  fc.string({ maxLength: 60 }),
)
const name = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...properties.map((property) => property.name)) },
  { weight: 1, arbitrary: fc.constantFrom('unknown', 'toString', '__proto__') },
)
const profile = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(name, value), { maxLength: 6 }))
  .map(([isWhole, pairs]) => {
    const required = {
      login: 'a@example.com',
      email: 'a@example.com',
      firstName: 'A',
      lastName: 'B',
      badge: 'AB1',
    }
    return { ...(isWhole ? required : {}), ...Object.fromEntries(pairs) }
  })

test('reads what the schema reads, in the same order, or leaves it to the schema', () => {
  const read = plainProfileReader(properties)
  const schema = profileSchema(properties)
  let plain = 0
  fc.assert(
    fc.property(profile, (given) => {
      const answer = read(given)
      if (answer === undefined) return
      plain += 1
      expect(JSON.stringify(answer)).toBe(JSON.stringify(schema.parse(given)))
    }),
    { numRuns: 3000 },
  )
  expect(plain).toBeGreaterThan(100)
})

test.each([undefined, null, 5, 'text', [], [{}]])('leaves a non-object to the schema: %j', (given) => {
  expect(plainProfileReader(properties)(given)).toBeUndefined()
})

test('a blank text of an optional property is plain, and the given function tests a pattern', () => {
  const read = plainProfileReader(
    [
      { name: 'note', type: 'string' },
      { name: 'code', type: 'string', pattern: 'even' },
    ],
    (pattern) => (text) => pattern === 'even' && text.length % 2 === 0,
  )
  expect(read({ note: ' ', code: 'ab' })).toStrictEqual({ note: ' ', code: 'ab' })
  expect(read({ code: 'abc' })).toBeUndefined()
  expect(read({})).toStrictEqual({})
})
