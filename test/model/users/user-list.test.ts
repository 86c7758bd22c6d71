import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/errors.ts'
import type { OrgOptions } from '../../../src/model/kernel/options.ts'
import type { UserListQuery } from '../../../src/model/users/user-list.ts'
import { testOrg } from '../../support/call.ts'

/** Five users beside the administrator, of whom the last is deactivated. */
function stage(options: OrgOptions = {}) {
  const { org } = testOrg(options)
  const create = (name: string, more: object = {}, activate = false) =>
    org.registration.create(
      {
        profile: {
          login: `${name}@example.com`,
          email: `${name}@mail.example.com`,
          firstName: name,
          lastName: 'Person',
          ...more,
        },
        credentials: { password: { value: 'Tr0ub4dor' } },
      },
      { activate },
    )
  const made = [
    create('ann', { email: 'shared@example.com', title: 'd' }),
    create('bob', { title: 'a' }, true),
    create('cyd', { email: 'shared@example.com', lastName: 'Annan' }),
    create('dan', { title: 'c' }),
    create('eve'),
  ]
  const ids = made.map(({ id }) => id)
  org.lifecycle.deactivate(ids[4]!)
  org.users.lag.clear()
  const page = (query: Partial<UserListQuery>) => {
    const { items, next } = org.users.list({ limit: 100, ...query })
    return { names: items.map(({ profile }) => profile.firstName), next }
  }
  const names = (query: Partial<UserListQuery>) => page(query).names
  return { org, ids, page, names, create }
}

const only = (limit: number, query: Partial<UserListQuery>) => ({ limit, ...query })

test('the plain list has all but the deactivated, whom the caller may see', () => {
  const { names, page } = stage()
  expect(names({})).toStrictEqual(['Ada', 'ann', 'bob', 'cyd', 'dan'])
  const visible: UserListQuery['visible'] = ({ profile }) => profile.firstName !== 'bob'
  expect(names({ visible })).toStrictEqual(['Ada', 'ann', 'cyd', 'dan'])
  expect(names({ visible: () => true })).toHaveLength(5)
  const first = page(only(2, { visible }))
  expect(first.names).toStrictEqual(['Ada', 'ann'])
  expect(page(only(2, { visible, after: first.next }))).toStrictEqual({
    names: ['cyd', 'dan'],
    next: undefined,
  })
  expect(Object.keys(stage().org.users.list({ limit: 100 }))).toStrictEqual(['items'])
})

test('a keyword is sought at the beginning of names and addresses, on one page, and finds nobody deactivated', () => {
  const { names, page } = stage()
  expect(names({ q: 'ann' })).toStrictEqual(['ann', 'cyd'])
  expect(names({ q: 'PERSON' })).toStrictEqual(['ann', 'bob', 'dan'])
  expect(names({ q: 'shared@' })).toStrictEqual(['ann', 'cyd'])
  expect(names({ q: 'eve' })).toStrictEqual([])
  expect(names({ q: 'example' })).toStrictEqual([])
  expect(page(only(1, { q: 'person' }))).toStrictEqual({ names: ['ann'], next: undefined })
  expect(names({ q: 'person', visible: ({ profile }) => profile.title === 'a' })).toStrictEqual(['bob'])
})

test.each([
  [
    { search: 'x', filter: 'y' },
    { first: 'search', second: 'filter' },
  ],
  [
    { search: 'x', q: 'y' },
    { first: 'search', second: 'q' },
  ],
  [
    { filter: 'x', q: 'y' },
    { first: 'filter', second: 'q' },
  ],
  [
    { search: '', filter: '', q: '' },
    { first: 'search', second: 'filter' },
  ],
])('%j exclude each other', (query, values) => {
  const { org } = stage()
  expect(() => org.users.list({ limit: 1, ...query })).toThrow(new Refusal('search-and-filter', { values }))
  try {
    org.users.list({ limit: 1, ...query })
  } catch (error) {
    expect((error as Refusal).details).toStrictEqual({ values })
  }
})

test('what an expression finds stands in the order of creation, each once, whatever is asked first', () => {
  const { ids, names } = stage()
  const either = (name: string, ...values: (string | undefined)[]) =>
    values.map((value) => `${name} eq "${value}"`).join(' or ')
  for (const kind of ['filter', 'search'] as const) {
    const found = (expression: string) => names({ [kind]: expression })
    expect(found(either('id', ids[3], ids[0], ids[3]))).toStrictEqual(['ann', 'dan'])
    expect(found(either('id', ids[3], 'none'))).toStrictEqual(['dan'])
    expect(found(either('id', 'none'))).toStrictEqual([])
    expect(found(either('profile.login', 'dan@example.com', 'ann@example.com', 'x'))).toStrictEqual([
      'ann',
      'dan',
    ])
    expect(found(either('profile.email', 'shared@example.com'))).toStrictEqual(['ann', 'cyd'])
    expect(
      found(either('profile.email', 'dan@mail.example.com', 'shared@example.com', 'shared@example.com')),
    ).toStrictEqual(['ann', 'cyd', 'dan'])
    expect(found(either('status', 'DEPROVISIONED'))).toStrictEqual(['eve'])
    expect(found(either('status', 'DEPROVISIONED', 'ACTIVE'))).toStrictEqual(['Ada', 'bob', 'eve'])
    expect(found(either('status', 'STAGED'))).toStrictEqual(['ann', 'cyd', 'dan'])
    expect(found(`${either('status', 'STAGED')} and (${either('id', ids[1], ids[2])})`)).toStrictEqual([
      'cyd',
    ])
  }
})

test('a search finds a login and an address in any case', () => {
  const { names } = stage()
  expect(names({ search: 'profile.login eq "DAN@example.com"' })).toStrictEqual(['dan'])
  expect(names({ search: 'profile.email eq "Shared@Example.com"' })).toStrictEqual(['ann', 'cyd'])
})

test('of many users too, a status that few have is found', () => {
  const { names, create } = stage()
  for (let number = 0; number < 20; number += 1) create(`many${number}`)
  expect(names({ search: 'status eq "DEPROVISIONED"' })).toStrictEqual(['eve'])
  expect(names({ search: 'status eq "deprovisioned"' })).toStrictEqual(['eve'])
  expect(names({ filter: 'status eq "ACTIVE"' })).toStrictEqual(['Ada', 'bob'])
  expect(
    names({ search: 'status eq "ACTIVE"', visible: ({ profile }) => profile.firstName !== 'Ada' }),
  ).toStrictEqual(['bob'])
})

test('a page of what an index finds says where the next one begins', () => {
  const { org, ids, page } = stage()
  const search = 'profile.email eq "shared@example.com"'
  const first = page(only(1, { search }))
  expect(first).toStrictEqual({ names: ['ann'], next: org.users.collection.sequenceOf(ids[0]!) })
  expect(page(only(1, { search, after: first.next }))).toStrictEqual({ names: ['cyd'], next: undefined })
})

test.each([0, 1000])(
  'a sorted list stands in its order, page by page, where searches lag by %i',
  (searchLag) => {
    const { ids, page, names } = stage({ searchLag })
    const search = 'profile.title pr'
    const sortBy = 'profile.title'
    expect(names({ search, sortBy })).toStrictEqual(['bob', 'dan', 'ann'])
    expect(names({ search, sortBy, sortOrder: 'desc' })[0]).toBe('ann')
    const first = page(only(1, { search, sortBy }))
    expect(first).toStrictEqual({ names: ['bob'], next: ['a', ids[1]] })
    expect(page(only(5, { search, sortBy, after: first.next }))).toStrictEqual({
      names: ['dan', 'ann'],
      next: undefined,
    })
    expect(names({ search, sortBy, visible: ({ profile }) => profile.firstName !== 'dan' })).toStrictEqual([
      'bob',
      'ann',
    ])
  },
)

test('while searches lag, they see who was there, and go on behind who is gone', () => {
  const { org, ids, page, names } = stage({ searchLag: 1000 })
  const filter = 'status eq "STAGED"'
  org.users.remove(org.users.get(ids[2]!)!)
  org.users.update(ids[3]!, { profile: { firstName: 'new' } })
  expect(names({ filter })).toStrictEqual(['ann', 'cyd', 'dan'])
  expect(names({ q: 'annan' })).toStrictEqual(['cyd'])
  const second = page(only(2, { filter }))
  expect(second.names).toStrictEqual(['ann', 'cyd'])
  expect(page(only(2, { filter, after: second.next }))).toStrictEqual({ names: ['dan'], next: undefined })
  expect(names({ search: filter, sortBy: 'profile.firstName', sortOrder: 'desc' })).toStrictEqual([
    'dan',
    'cyd',
    'ann',
  ])
  org.clock.advance(1000)
  expect(names({ filter })).toStrictEqual(['ann', 'new'])
})

test('custom properties are searched for as soon as there are any', () => {
  const { org, ids, names } = stage()
  const search = 'profile.size gt 5'
  expect(() => names({ search })).toThrow(Refusal)
  org.userSchema.add({ name: 'size', type: 'integer' })
  org.users.update(ids[0]!, { profile: { size: 10 } })
  org.users.update(ids[1]!, { profile: { size: 5 } })
  expect(names({ search })).toStrictEqual(['ann'])
  org.userSchema.remove('size')
  expect(() => names({ search })).toThrow(Refusal)
})
