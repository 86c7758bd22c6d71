import { expect, test } from 'vitest'
import { containsKeyword, exactFirst, startsWithKeyword } from '../../src/query/index.ts'

const isaac = {
  profile: { firstName: 'Isaac', lastName: 'Brock', email: 'ib@example.com', title: 'Lead Engineer' },
}
const names = ['profile.firstName', 'profile.lastName', 'profile.email']

test.each([
  ['Isa', true],
  ['isaac', true],
  ['BRO', true],
  ['ib@', true],
  ['', true],
  ['saac', false],
  ['Isaac Brock', false],
  ['Lead', false],
])('a user Isaac Brock is found by %j: %s', (keyword, expected) => {
  expect(startsWithKeyword(keyword, names)(isaac)).toBe(expected)
})

test('a record that lacks the properties is not found', () => {
  expect(startsWithKeyword('', names)({ profile: { firstName: null } })).toBe(false)
  expect(startsWithKeyword('', names)({})).toBe(false)
})

test.each([
  ['Engineer', true],
  ['LEAD', true],
  ['d e', true],
  ['manager', false],
])('a title Lead Engineer contains %j: %s', (keyword, expected) => {
  expect(containsKeyword(keyword, ['profile.title'])(isaac)).toBe(expected)
})

test('exact matches come first, and each part keeps its order', () => {
  const groups = ['West Coast', 'West', 'Western', 'west', 'West End'].map((name) => ({ profile: { name } }))
  expect(exactFirst(groups, 'west', 'profile.name').map(({ profile }) => profile.name)).toEqual([
    'West',
    'west',
    'West Coast',
    'Western',
    'West End',
  ])
})

test('without an exact match the order stays', () => {
  const groups = ['West Coast', 'Western'].map((name) => ({ profile: { name } }))
  expect(exactFirst(groups, 'we', 'profile.name')).toEqual(groups)
})
