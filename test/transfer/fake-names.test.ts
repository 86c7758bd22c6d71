/** Whose names, addresses and domains stand for whose, and who is in a group by a rule about another group. */
import { expect, test } from 'vitest'
import type { Seed } from '../../src/fixtures/index.ts'
import { Notes } from '../../src/transfer/notes.ts'
import { withFakeNames } from '../../src/transfer/pull/fake-names.ts'
import { withoutMembersByRule } from '../../src/transfer/pull/loadable-seed.ts'

const person = (login: string, more: object = {}) => ({ login, firstName: 'A', lastName: 'B', ...more })

const domainsOf = (users: readonly object[]): (string | undefined)[] =>
  withFakeNames({ users } as unknown as Seed, 'x').users!.flatMap(({ login, email }) =>
    [login, ...(email === undefined ? [] : [email])].map((address) => address.split('@')[1]),
  )

test('the domain that most have is example.com, and of those that as many have the first by its name', () => {
  expect(domainsOf([person('a@small.org'), person('b@big.fr'), person('c@BIG.fr')])).toEqual([
    'org2.example.com',
    'example.com',
    'example.com',
  ])
  expect(domainsOf([person('a@z.org'), person('b@m.org'), person('c@a.org')])).toEqual([
    'org3.example.com',
    'org2.example.com',
    'example.com',
  ])
})

test('an address counts once for its user, and a login that is none has the domain of its address', () => {
  expect(
    domainsOf([person('a@one.org', { email: 'a@one.org' }), person('b@two.org'), person('c@two.org')]),
  ).toEqual(['org2.example.com', 'org2.example.com', 'example.com', 'example.com'])
  expect(domainsOf([person('short', { email: 's@two.org' }), person('b@one.org')])).toEqual([
    undefined,
    'org2.example.com',
    'example.com',
  ])
  expect(domainsOf([person('short', { email: 'none' })])).toEqual([undefined, 'example.com'])
})

test('a text that names somebody as shown names who stands for them', () => {
  const seed = {
    groups: [{ name: 'Friends of Mme Curie' }, { name: 'mme curie' }, { name: 'Mme  Curie' }],
    users: [
      person('marie@lab.fr', {
        firstName: 'Marie',
        lastName: 'Curie',
        profile: { displayName: 'Mme Curie' },
      }),
    ],
  } as unknown as Seed
  const { users, groups } = withFakeNames(seed, 'x')
  const { firstName, lastName } = users![0]!
  expect(firstName).not.toBe('Marie')
  expect(groups!.map(({ name }) => name)).toEqual([
    `Friends of ${firstName} ${lastName}`,
    `${firstName} ${lastName}`,
    'Mme  Curie',
  ])
})

test('a value of a custom property stays that three share, and not one that two do', () => {
  const users = ['red', 'red', 'red', 'blue', 'blue'].map((team, index) =>
    person(`u${index}@x.test`, { profile: { team, tags: [team], lead: index === 0 } }),
  )
  const { users: faked } = withFakeNames({ users }, 'x')
  expect(faked!.map(({ profile }) => profile)).toEqual([
    { team: 'red', tags: ['red'], lead: true },
    { team: 'red', tags: ['red'], lead: false },
    { team: 'red', tags: ['red'], lead: false },
    { team: 'team 1', tags: ['tags 2'], lead: false },
    { team: 'team 1', tags: ['tags 2'], lead: false },
  ])
})

test('who is in a group by a rule about another group is left to the rule', async () => {
  const seed = {
    groups: [{ name: 'Lab' }, { name: 'Sales' }],
    users: [person('ann@x.test', { groups: ['Lab', 'Sales'] }), person('ben@x.test', { groups: ['Sales'] })],
    rules: [{ name: 'R', expression: 'isMemberOfGroupName("Lab")', groups: ['Sales'], status: 'ACTIVE' }],
  } as unknown as Seed
  const notes = new Notes()
  const { users } = await withoutMembersByRule(seed, notes)
  expect(users!.map(({ groups }) => groups)).toEqual([['Lab'], ['Sales']])
  expect(notes.lines()).toEqual([])
})
