import { expect, test } from 'vitest'
import { RowsError, sortRows, type StateRow } from '../../src/model/kernel/state-log.ts'
import { Org } from '../../src/model/org.ts'

const made = (more: object = {}) => new Org({ clock: { start: '2026-01-05', frozen: true }, ...more })
const load = (org: Org, rows: Iterable<StateRow>) => org.state.load(sortRows(rows))
const person = { login: 'ada@example.com', email: 'ada@example.com', firstName: 'Ada', lastName: 'L' }

test('an organisation that was just founded differs in nothing', () => {
  expect([...made().state.sinceFounding()]).toStrictEqual([])
})

test('what is new, other and gone since the founding is told by part and key', () => {
  const org = made()
  const administrator = org.users.collection.values()[0]!
  const group = org.groups.create({ profile: { name: 'Crew' } })
  org.users.write(administrator, { profile: { ...administrator.profile, title: 'x' } })
  org.principals.revoke(org.apiToken)
  const since = org.state.sinceFounding()
  expect([...since.keys()].sort()).toStrictEqual(['apiTokens', 'groups', 'ids', 'users'])
  expect([...since.get('groups')!]).toStrictEqual([
    ['last', 2],
    ['2', group],
  ])
  expect([...since.get('users')!]).toStrictEqual([['1', org.users.get(administrator.id)]])
  expect([...since.get('apiTokens')!].filter(([, value]) => value === null)).toHaveLength(1)
  expect([org.state.foundedRow('users', '1'), org.state.foundedRow('users', 'last')]).toStrictEqual([
    administrator,
    1,
  ])
  expect([org.state.foundedRow('groups', '2'), org.state.foundedRow('none', '1')]).toStrictEqual([
    undefined,
    undefined,
  ])
})

test('what was changed back is no difference', () => {
  const org = made()
  const { maxAttempts } = org.passwordPolicy
  org.changePasswordPolicy({ maxAttempts: 3 })
  expect([...org.state.sinceFounding().keys()]).toStrictEqual(['passwordPolicy'])
  org.changePasswordPolicy({ maxAttempts })
  expect([...org.state.sinceFounding()]).toStrictEqual([])
})

test('rows that are put stand beside those that there are, and no other part changes', () => {
  const org = made()
  const { id } = org.registration.create({ profile: person })
  const user = org.users.get(id)!
  const other = { ...user, profile: { ...user.profile, title: 'x' } }
  const policy = org.passwordPolicy
  org.state.putRows(new Map([['users', new Map([['2', other]])]]))
  expect(org.users.get(id)).toStrictEqual(other)
  expect(org.users.collection.size).toBe(2)
  expect(org.passwordPolicy).toBe(policy)
  org.state.putRows(new Map([['users', new Map([['2', null]])]]))
  expect([org.users.get(id), org.users.collection.size]).toStrictEqual([undefined, 1])
})

test('reset goes back to what was seeded, and clear to what was founded, searches at once', () => {
  const org = made({ searchLag: 60_000 })
  const names = () =>
    org.users.list({ limit: 10, search: 'profile.lastName pr' }).items.map(({ profile }) => profile.firstName)
  org.registration.create({ profile: person })
  expect(names()).toStrictEqual(['Ada'])
  org.state.markSeeded()
  expect(names()).toStrictEqual(['Ada', 'Ada'])
  const seeded = org.state.snapshot()
  org.registration.create({ profile: { ...person, login: 'bob@example.com', firstName: 'Bob' } })
  org.state.reset()
  expect(names()).toStrictEqual(['Ada', 'Ada'])
  org.state.clear()
  expect(names()).toStrictEqual(['Ada'])
  org.state.restore(seeded)
  expect(names()).toStrictEqual(['Ada', 'Ada'])
  org.state.clear()
  org.state.reset()
  expect(names()).toStrictEqual(['Ada', 'Ada'])
})

test('an organisation becomes what rows tell, with all that it can go back to', () => {
  const org = made()
  org.registration.create({ profile: person })
  org.markSeeded()
  org.snapshots.save('before')
  org.registration.create({ profile: { ...person, login: 'bob@example.com' } })
  const rows = [...org.state.log.all()]
  const copy = made()
  load(copy, rows)
  expect([...copy.state.log.all()]).toStrictEqual(rows)
  copy.state.tryStates()
  expect([...copy.state.log.all()]).not.toStrictEqual(rows)
  load(copy, rows)
  expect(copy.users.collection.size).toBe(3)
  copy.snapshots.restore('before')
  expect(copy.users.collection.size).toBe(2)
  load(copy, rows)
  copy.reset()
  expect(copy.users.collection.size).toBe(2)
})

test.each([
  [['grants', '1', 5], 'grants cannot be read: expected a record, found 5'],
  [['secrets', 'x', 1], 'there is no part named "secrets"'],
  [['0/secrets', 'x', [1]], 'there is no part named "secrets"'],
  [['x'.repeat(90), 'x', 1], `there is no part named "${'x'.repeat(80)}"`],
] as const)('the row %j is refused', (row, message) => {
  const org = made()
  const before = [...org.state.log.all()]
  expect(() => load(org, [...before, row])).toThrow(new RowsError(message))
  expect([...org.state.log.all()]).toStrictEqual(before)
})
