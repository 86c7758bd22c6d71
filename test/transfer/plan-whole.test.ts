/** The complete plan for each item of a seed, and the notes about it. */
import { expect, test } from 'vitest'
import type { Seed } from '../../src/fixtures/index.ts'
import { expectGolden } from '../support/golden-cases.ts'
import { planOf } from '../../src/transfer/push/plan.ts'

const jo = { login: 'jo@x.test', firstName: 'Jo', lastName: 'Ames' }
const hash = { algorithm: 'SHA-256', value: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=', salt: 'c2FsdHk=' }
const question = { question: 'Pet?', answer: 'Rex-the-dog' }
const times = 'When things were made, changed status and signed in'

test('each user of a seed is planned whole, with what is not carried', async () => {
  await expectGolden(new URL('plans.txt', import.meta.url), (input) => {
    const { users, notCarried } = planOf(JSON.parse(input) as Seed)
    return [...users.map((user) => JSON.stringify(user)), ...notCarried].join('\n')
  })
})

test.each(['created', 'activated', 'statusChanged', 'lastLogin', 'lastUpdated', 'passwordChanged'])(
  'the moment of %s is not carried',
  (name) => {
    const users = [{ ...jo, [name]: '2026-01-05T09:30:00.000Z' }]
    expect(planOf({ users }).notCarried).toEqual([times])
    expect(planOf({ users: [{ ...jo, [name]: null }] }).notCarried).toEqual([])
  },
)

test('groups, with what is theirs', () => {
  const groups = [
    { name: 'Plain' },
    { name: 'Told', description: 'What for', profile: { floor: 3 }, members: ['JO@x.test', 'al@x.test'] },
    { name: 'Directory', app: 'AD', description: 'From there', profile: { dn: 'x' } },
    { name: 'Bare', app: 'AD' },
    { name: 'Everyone', builtIn: true },
  ]
  const plan = planOf({ groups, users: [{ ...jo, groups: ['Plain', 'Plain'] }] } as unknown as Seed)
  expect(plan.groups).toStrictEqual([
    { name: 'Plain', profile: { name: 'Plain' } },
    { name: 'Told', profile: { name: 'Told', description: 'What for', floor: 3 } },
    { name: 'Directory', profile: { name: 'Directory', description: 'From there' } },
    { name: 'Bare', profile: { name: 'Bare' } },
  ])
  expect(plan.users[0]!.groups).toEqual(['Plain', 'Told'])
  expect(plan.notCarried).toEqual([
    'Groups imported from an application become groups of the service itself: Directory, Bare',
  ])
})

test('clients and rules, with what is theirs', () => {
  const created = '2026-01-05T09:30:00.000Z'
  const rule = { name: 'R', expression: 'true', groups: ['A', 'B'] }
  const planned = { name: 'R', expression: 'true', groups: ['A', 'B'], exclude: [], isActive: false }
  const client = { client_name: 'App', application_type: 'web' }
  const of = (more: object) => planOf({ rules: [], clients: [], ...more })
  expect(of({ rules: [{ ...rule, status: 'INACTIVE', created }] })).toMatchObject({
    rules: [planned],
    notCarried: [times],
  })
  expect(of({ rules: [{ ...rule, status: 'INVALID' }] })).toMatchObject({
    rules: [planned],
    notCarried: ['Rules become INVALID when a group is deleted; INACTIVE instead: R'],
  })
  expect(of({ clients: [{ ...client, active: true }] })).toMatchObject({
    clients: [{ name: 'App', settings: client }],
    notCarried: [],
  })
  expect(of({ clients: [{ ...client, client_id: 'i', client_secret: 's' }] }).clients).toStrictEqual([
    { name: 'App', settings: client },
  ])
  for (const moment of ['created', 'lastUpdated']) {
    expect(of({ clients: [{ ...client, [moment]: created }] })).toMatchObject({
      clients: [{ name: 'App', settings: client }],
      notCarried: [times],
    })
  }
})

test('names of custom properties, and secrets of six characters and more', () => {
  const seed = {
    defaultPassword: '12345',
    schema: { user: [{ name: 'badge' }], group: [{ name: 'floor' }] },
    users: [
      { ...jo, password: '123456', recoveryQuestion: question },
      { ...jo, login: 'al@x.test', passwordHash: hash },
      { ...jo, login: 'bo@x.test', recoveryQuestion: { question: 'Pet?', answerHash: hash } },
    ],
  } as unknown as Seed
  expect(planOf(seed)).toMatchObject({
    customProperties: ['badge', 'floor'],
    secrets: ['123456', 'Rex-the-dog', hash.value, hash.salt],
  })
  expect(planOf({ settings: {}, apps: [], schema: {} })).toStrictEqual({
    groups: [],
    users: [],
    rules: [],
    clients: [],
    customProperties: [],
    notCarried: [],
    secrets: [],
  })
})

test('a manager is named as it is shown', () => {
  const managed = (boss: object) =>
    planOf({
      users: [
        { login: 'boss@x.test', ...boss },
        { ...jo, manager: 'BOSS@x.test' },
      ],
    }).users[1]!.manager
  expect(managed({ firstName: 'Ann', lastName: 'Lee' })).toEqual({ login: 'boss@x.test', name: 'Ann Lee' })
  expect(managed({ firstName: 'Ann' })).toEqual({ login: 'boss@x.test', name: 'Ann' })
  expect(managed({ lastName: 'Lee' })).toEqual({ login: 'boss@x.test', name: 'Lee' })
  expect(managed({ profile: { displayName: 'The Boss' } })).toEqual({
    login: 'boss@x.test',
    name: 'The Boss',
  })
  expect(managed({ firstName: 'Ann', profile: { displayName: 7 } })).toEqual({
    login: 'boss@x.test',
    name: 'Ann',
  })
})
