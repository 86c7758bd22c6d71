/** What the smaller actions take at their limits, and answer as a whole. */
import { expect, test } from 'vitest'
import { testOrg } from '../support/call.ts'
import { person } from '../support/people.ts'

function complaint(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It was taken')
}

const start = '2026-01-05T09:30:00.000Z'

test('each action of the clock answers the time after it', () => {
  const { control } = testOrg()
  expect(control.readClock()).toStrictEqual({ now: start, frozen: true })
  expect(control.advanceClock({ by: 1500 })).toStrictEqual({ now: '2026-01-05T09:30:01.500Z', frozen: true })
  expect(control.setClock({ to: '2026-02-01' })).toStrictEqual({
    now: '2026-02-01T00:00:00.000Z',
    frozen: true,
  })
  expect(control.setClock({ to: 0 })).toStrictEqual({ now: '1970-01-01T00:00:00.000Z', frozen: true })
  expect(control.resumeClock().frozen).toBe(false)
  expect(control.freezeClock({ at: start })).toStrictEqual({ now: start, frozen: true })
  expect(control.resumeClock().frozen).toBe(false)
  expect(control.freezeClock().frozen).toBe(true)
})

test('snapshots are listed after each action', () => {
  const { control } = testOrg()
  const longest = 'x'.repeat(100)
  expect(control.saveSnapshot({ name: 'a' })).toStrictEqual({ snapshots: ['a'] })
  expect(control.saveSnapshot({ name: longest })).toStrictEqual({ snapshots: ['a', longest] })
  expect(control.restoreSnapshot({ name: 'a' })).toStrictEqual({ snapshots: ['a', longest] })
  expect(control.deleteSnapshot({ name: 'a' })).toStrictEqual({ deleted: true })
  expect(control.deleteSnapshot({ name: 'a' })).toStrictEqual({ deleted: false })
  expect(control.listSnapshots()).toStrictEqual({ snapshots: [longest] })
  expect(complaint(() => control.saveSnapshot({ name: `${longest}x` }))).toBe(
    'saveSnapshot: name: Expected at most 100 characters',
  )
})

test('properties of profiles are shown after each action, and what is left out is not there', () => {
  const { control } = testOrg()
  const added = { name: 'grade', type: 'string' as const, enum: ['a', 'b'], maxLength: 1, required: false }
  const { properties } = control.addSchemaProperty({ schema: 'group', ...added, minLength: undefined })
  expect(properties.at(-1)).toStrictEqual(added)
  expect(properties.map(({ name }) => name)).toEqual(['name', 'description', 'grade'])
  const changed = control.changeSchemaProperty({ schema: 'group', name: 'grade', enum: null, maxLength: 2 })
  expect(changed.properties.at(-1)).toStrictEqual({
    name: 'grade',
    type: 'string',
    maxLength: 2,
    required: false,
  })
  expect(control.removeSchemaProperty({ schema: 'group', name: 'grade' })).toStrictEqual({
    removed: true,
    properties: properties.slice(0, -1),
  })
  expect(control.removeSchemaProperty({ schema: 'group', name: 'grade' })).toStrictEqual({
    removed: false,
    properties: properties.slice(0, -1),
  })
  const plain = control.addSchemaProperty({ schema: 'group', name: 'x' })
  expect(plain.properties.at(-1)).toStrictEqual({ name: 'x', type: 'string' })
  expect(complaint(() => control.addSchemaProperty({ schema: 'group', name: 'y', enum: [] }))).toBe(
    'addSchemaProperty: enum: Expected at least 1 item',
  )
  expect(complaint(() => control.addSchemaProperty({ schema: 'group', name: 'y', pattern: '(' }))).toBe(
    'addSchemaProperty: pattern: Expected a regular expression',
  )
})

test('a rule is tried on whom it is asked for, and why people are in a group is told', async () => {
  const it = testOrg()
  const { control, org } = it
  const type = org.vocabulary.expressionType
  const { id, profile } = await person(it)
  const { login } = profile
  const tried = (expression: string, user?: string) =>
    control.tryRule({ expression, ...(user === undefined ? {} : { user }) })
  expect(tried(`user.login == "${login}"`, id)).toStrictEqual({ type, login, matches: true })
  expect(tried(`user.login == "${login}"`)).toStrictEqual({
    type,
    login: 'admin@example.com',
    matches: false,
  })
  const odd = tried('user.', login)
  expect(odd).toStrictEqual({ type, login, matches: false, problem: odd.problem })
  expect(odd.problem).toMatch(/./)
  const crew = control.importGroup({ profile: { name: 'Crew' }, members: [login] })
  expect(control.explainMembers({ group: 'Crew', users: [id, 'admin'] })).toStrictEqual([
    { userId: id, byHand: true, rules: [] },
  ])
  expect(control.explainMembers({ group: crew.id, users: [] })).toStrictEqual([])
  expect(control.explainMembers({ group: 'Everyone', users: [id] })).toStrictEqual([
    { userId: id, byHand: false, rules: [], isEveryone: true },
  ])
  const many = Array.from({ length: 1001 }, () => id)
  expect(complaint(() => control.explainMembers({ group: 'Crew', users: many }))).toBe(
    'explainMembers: users: Expected at most 1000 items',
  )
  expect(control.explainMembers({ group: 'Crew', users: many.slice(1) })).toHaveLength(1000)
})

test('sessions are opened, listed and ended, by their cookie with or without its name', async () => {
  const it = testOrg()
  const { control } = it
  const { id, profile } = await person(it)
  const cookies = [1, 2, 3, 4].map(() => control.openSession({ user: profile.login }).sessionCookie)
  expect(control.listSessions({ user: id })).toHaveLength(4)
  const [first, second] = cookies
  expect(control.signOut({ sessionCookie: first! })).toStrictEqual({ ended: 1 })
  expect(control.signOut({ sessionCookie: first! })).toStrictEqual({ ended: 0 })
  expect(control.signOut({ sessionCookie: second!.split('=')[1]! })).toStrictEqual({ ended: 1 })
  expect(control.signOut({ user: profile.login })).toStrictEqual({ ended: 2 })
  expect(control.listSessions({ user: id })).toEqual([])
  for (const input of [{}, { user: 5 }, { user: id, sessionCookie: first }]) {
    expect(complaint(() => control.signOut(input as never))).toBe(
      'signOut: input: Expected either sessionCookie or user, a text',
    )
  }
})

test('mails are read page by page, each told once', async () => {
  const it = testOrg()
  const { control } = it
  const { id } = await person(it)
  for (let count = 0; count < 3; count += 1) control.sendSignInMail({ user: id })
  const all = control.listMails({ userId: id })
  const kind = all[0]!.kind
  const read = (more: object) => control.readOutbox({ userId: id, ...more })
  const from = all[0]!.number
  expect(read({})).toStrictEqual({ mails: all, matching: 3, sent: from + 2 })
  expect(read({ limit: 3 })).toStrictEqual({ mails: all, matching: 3, sent: from + 2 })
  expect(read({ limit: 2, kind })).toStrictEqual({
    mails: all.slice(0, 2),
    matching: 3,
    sent: from + 2,
    next: from + 1,
  })
  expect(read({ after: from + 1, limit: 2 })).toStrictEqual({
    mails: all.slice(2),
    matching: 1,
    sent: from + 2,
  })
  expect(read({ after: from + 2 })).toStrictEqual({ mails: [], matching: 0, sent: from + 2 })
  expect(control.readOutbox({ to: 'x@example.com', limit: 1000 }).mails).toEqual([])
  for (const [limit, told] of [
    [0, 'Expected at least 1, found 0'],
    [1001, 'Expected at most 1000, found 1001'],
  ] as const) {
    expect(complaint(() => control.readOutbox({ limit }))).toBe(`readOutbox: limit: ${told}`)
  }
  expect(control.clearMails()).toBeUndefined()
  expect(control.listMails()).toEqual([])
})

test('free parts of an input nest fifty levels deep at most', () => {
  const { control } = testOrg()
  const nested = (levels: number): Record<string, unknown> =>
    Array.from({ length: levels - 1 }).reduce<Record<string, unknown>>((inner) => ({ inner }), { leaf: 1 })
  const create = (settings: Record<string, unknown>) => control.createApplication({ label: 'A', settings })
  expect(create(nested(50))).toMatchObject({ label: 'A' })
  expect(complaint(() => create(nested(51)))).toBe(
    'createApplication: settings: Expected at most 50 levels of nesting',
  )
})

test('what there is no such user, group or application of is named by its place', () => {
  const { control } = testOrg()
  const { id } = control.createApplication({ label: 'Mail' })
  const none = (kind: string) => `Not found: Resource not found: none (${kind}) [not-found]`
  const told = (act: () => unknown) => complaint(act)
  expect(told(() => control.assignApplication({ application: id, user: 'none' }))).toBe(
    `assignApplication: user: ${none('User')}`,
  )
  expect(told(() => control.assignApplication({ application: id, group: 'none' }))).toBe(
    `assignApplication: group: ${none('UserGroup')}`,
  )
  expect(told(() => control.setGroupMembers({ group: 'Everyone', members: [] }))).toBe(
    'setGroupMembers: group: Everyone is of type BUILT_IN, and not imported [validation]',
  )
  expect(told(() => control.importGroup({ profile: { name: 'Crew' }, members: ['admin', 'none'] }))).toBe(
    `importGroup: members.1: ${none('User')}`,
  )
  for (const both of [{}, { group: 'Everyone', user: 'admin' }]) {
    expect(told(() => control.unassignApplication({ application: id, ...both }))).toBe(
      'unassignApplication: group: Expected either a group or a user',
    )
  }
  expect(control.unassignApplication({ application: id, user: 'admin' })).toStrictEqual({ removed: false })
  control.assignApplication({ application: id, user: 'admin' })
  expect(control.unassignApplication({ application: id, user: 'admin' })).toStrictEqual({ removed: true })
})
