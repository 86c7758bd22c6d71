import { expect, test } from 'vitest'
import type { ProfileProperty } from '../../src/contract/profile.ts'
import { causesOf } from '../../src/contract/errors/mistakes.ts'
import { type ProfileMistake, profileReader } from '../../src/contract/profile.ts'

const properties: readonly ProfileProperty[] = [
  { name: 'nick', type: 'string', required: true, minLength: 2, maxLength: 3 },
  { name: 'admin', type: 'boolean', required: true },
  { name: 'colour', type: 'string', enum: ['red', 'green'], default: 'red' },
  { name: 'code', type: 'string', pattern: 'even', minLength: 3, enum: ['aaaa'] },
  { name: 'mail', type: 'string', format: 'email' },
  { name: 'size', type: 'integer' },
  { name: 'ratio', type: 'number', enum: [0.5, 2] },
  { name: 'tags', type: 'array', enum: ['a', 7] },
  { name: 'constructor', type: 'string' },
]

const read = profileReader(properties, (pattern) => (text) => pattern === 'even' && text.length % 2 === 0)

function mistakesIn(profile: unknown): readonly string[] {
  const mistakes: ProfileMistake[] = []
  read(profile, mistakes)
  return mistakes.map((each) =>
    'unknown' in each ? `unknown ${each.unknown}` : causesOf({ ...each, at: each.path.join('.') }).join('; '),
  )
}

const whole = { nick: 'Ada', admin: false }

test('gives properties in the order of the schema, with defaults and without unset ones', () => {
  const tags = ['a', 7]
  const given = { tags, size: 3, mail: null, code: undefined, admin: true, nick: 'Ada', ratio: 2 }
  const mistakes: ProfileMistake[] = []
  const profile = read(given, mistakes)
  expect(mistakes).toEqual([])
  expect(JSON.stringify(profile)).toBe(
    '{"nick":"Ada","admin":true,"colour":"red","size":3,"ratio":2,"tags":["a",7]}',
  )
  expect(profile['tags']).not.toBe(tags)
})

test('takes an empty text for none where the property cannot hold it', () => {
  const mistakes: ProfileMistake[] = []
  const given = { ...whole, colour: '', code: '', mail: '', constructor: '' }
  expect(read(given, mistakes)).toEqual({ ...whole, colour: 'red', constructor: '' })
  expect(mistakes).toEqual([])
  expect(mistakesIn({ ...whole, size: '', mail: ' ' })).toEqual([
    'mail: Does not match required pattern',
    'size: expected an integer',
  ])
})

test('checks only values that came: the list of valid ones may take long to build', () => {
  const checked: string[] = []
  const reader = profileReader(
    [{ name: 'zone', type: 'string', pattern: '' }],
    () => (text) => checked.push(text) > 0,
  )
  reader({}, [])
  expect(checked).toEqual([])
  reader({ zone: 'UTC' }, [])
  expect(checked).toEqual(['UTC'])
})

const blank = 'The field cannot be left blank'

test.each<[string, object, readonly string[]]>([
  ['missing ones', {}, [`nick: ${blank}`, 'admin: expected a boolean']],
  ['null and blank', { nick: ' ', admin: null }, [`nick: ${blank}`, 'admin: expected a boolean']],
  ['too short', { ...whole, nick: '🦊' }, ['nick: The field must have 2 to 3 characters']],
  ['too long', { ...whole, nick: 'Adam' }, ['nick: The field must have 2 to 3 characters']],
  ['characters, not units', { ...whole, nick: '🦊🦊🦊' }, []],
  [
    'another type',
    { ...whole, nick: 7, admin: 'x' },
    ['nick: expected a string', 'admin: expected a boolean'],
  ],
  ['not of the enum', { ...whole, colour: 'blue' }, ['colour: expected one of red, green']],
  [
    'a pattern and an enum',
    { ...whole, code: 'aaa' },
    ['code: Does not match required pattern even', 'code: expected aaaa'],
  ],
  ['an address', { ...whole, mail: 'ada' }, ['mail: Does not match required pattern']],
  ['a fraction', { ...whole, size: 1.5 }, ['size: expected an integer']],
  ['no number', { ...whole, ratio: Number.NaN }, ['ratio: expected a number']],
  ['another number', { ...whole, ratio: 3 }, ['ratio: expected one of 0.5, 2']],
  ['no list', { ...whole, tags: 'a' }, ['tags: expected an array of strings or numbers']],
  [
    'elements',
    { ...whole, tags: ['a', null, 'b', 7] },
    ['tags.1: expected a string or a number', 'tags.2: expected one of a, 7'],
  ],
  [
    'unknown names come last',
    { toString: 1, nick: '' },
    [`nick: ${blank}`, 'admin: expected a boolean', 'unknown toString'],
  ],
])('names every mistake: %s', (_, profile, mistakes) => {
  expect(mistakesIn(profile)).toEqual(mistakes)
})

test.each([undefined, null, 5, [[]]])('takes no %j for a profile', (profile) => {
  expect(mistakesIn(profile)).toEqual(['expected an object'])
})
