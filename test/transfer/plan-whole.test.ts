/** The complete plan for each item of a seed, and the notes about it. */
import { expect, test } from 'vitest'
import type { Seed } from '../../src/fixtures/index.ts'
import { planOf } from '../../src/transfer/push/plan.ts'

const login = 'jo@x.test'
const profile = { login, email: login, firstName: 'Jo', lastName: 'Ames' }
const jo = { login, firstName: 'Jo', lastName: 'Ames' }
const quiet = { login, profile, query: { activate: false }, activateQuietly: true, groups: [] }
const active = { login, profile, query: { activate: true }, activateQuietly: false, groups: [] }
const own = { password: { value: 'Own-Password-1' } }
const hash = { algorithm: 'SHA-256', value: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=', salt: 'c2FsdHk=' }
const question = { question: 'Pet?', answer: 'Rex-the-dog' }
const partner = { type: 'FEDERATION', name: 'Partner' }
const social = { type: 'SOCIAL', name: 'Club' }

const cannotBe = (status: string): string[] => [
  `Users without a password cannot be ${status}; they stay PROVISIONED: ${login}`,
]
const times = 'When things were made, changed status and signed in'

test.each<[string, object, object, string[]]>([
  ['nothing but names', {}, quiet, []],
  [
    'an address of its own, and properties',
    { email: 'j@y.test', lastName: undefined, profile: { title: 'Head', city: undefined, login: 'other' } },
    {
      ...quiet,
      profile: { title: 'Head', login, email: 'j@y.test', firstName: 'Jo' },
    },
    [],
  ],
  ['ACTIVE', { status: 'ACTIVE' }, quiet, cannotBe('ACTIVE')],
  ['SUSPENDED', { status: 'SUSPENDED' }, quiet, cannotBe('SUSPENDED')],
  ['DEPROVISIONED', { status: 'DEPROVISIONED' }, { ...quiet, moveTo: 'DEPROVISIONED' }, []],
  ['PROVISIONED', { status: 'PROVISIONED' }, quiet, []],
  ['STAGED', { status: 'STAGED' }, { ...quiet, activateQuietly: false }, []],
  [
    'STAGED with a password',
    { status: 'STAGED', password: 'Own-Password-1', nextLogin: 'changePassword' },
    { ...quiet, credentials: own, activateQuietly: false },
    [],
  ],
  [
    'PROVISIONED with the hash of a password',
    { status: 'PROVISIONED', passwordHash: hash },
    quiet,
    [`Passwords of users who are PROVISIONED: ${login}`],
  ],
  [
    'a password that is to be changed',
    { status: 'ACTIVE', password: 'Own-Password-1', nextLogin: 'changePassword' },
    { ...active, credentials: own, query: { activate: true, nextLogin: 'changePassword' } },
    [],
  ],
  [
    'PASSWORD_EXPIRED',
    { status: 'PASSWORD_EXPIRED', password: 'Own-Password-1' },
    { ...active, credentials: own, moveTo: 'PASSWORD_EXPIRED' },
    [],
  ],
  [
    'a hash and a question',
    { status: 'SUSPENDED', passwordHash: hash, recoveryQuestion: question },
    {
      ...active,
      credentials: { password: { hash }, recovery_question: question },
      moveTo: 'SUSPENDED',
    },
    [],
  ],
  [
    'a hook',
    { passwordHook: true },
    { ...active, credentials: { password: { hook: { type: 'default' } } } },
    [`Password hooks work where the deployment has one: ${login}`],
  ],
  ['no hook', { passwordHook: false }, quiet, []],
  [
    'a partner, who asks no question',
    { status: 'SUSPENDED', provider: partner, recoveryQuestion: question, nextLogin: 'changePassword' },
    {
      ...active,
      credentials: { provider: partner },
      query: { activate: true, provider: true },
      moveTo: 'SUSPENDED',
    },
    [],
  ],
  [
    'a club',
    { provider: social },
    { ...active, credentials: { provider: social }, query: { activate: true, provider: true } },
    [],
  ],
  [
    'a directory',
    { status: 'ACTIVE', provider: { type: 'LDAP', name: 'ldap' } },
    quiet,
    [`Users of a directory are imported; without a password here they stay PROVISIONED: ${login}`],
  ],
  [
    'a question alone',
    { recoveryQuestion: question },
    { ...quiet, credentials: { recovery_question: question } },
    [],
  ],
])('a user with %s', (_, more, planned, notes) => {
  const plan = planOf({ users: [{ ...jo, ...more }] })
  expect(plan.users).toStrictEqual([planned])
  expect(plan.notCarried).toEqual(notes)
})

test.each<[object, object]>([
  [{ provider: { type: 'SERVICE' } }, { ...active, credentials: { password: { value: 'Shared-1' } } }],
  [{ provider: { type: 'IMPORT' } }, { ...active, credentials: { password: { value: 'Shared-1' } } }],
  [{ provider: { type: 'LDAP', name: 'ldap' } }, quiet],
  [
    { provider: partner },
    { ...active, credentials: { provider: partner }, query: { activate: true, provider: true } },
  ],
  [{ status: 'PROVISIONED' }, quiet],
  [{ status: 'STAGED' }, { ...quiet, activateQuietly: false }],
  [{ passwordHash: hash }, { ...active, credentials: { password: { hash } } }],
  [{ password: 'Own-Password-1' }, { ...active, credentials: own }],
])('plans the credentials of a user with %j', (more, planned) => {
  const seed = { defaultPassword: 'Shared-1', users: [{ ...jo, ...more }] } as unknown as Seed
  expect(planOf(seed).users).toStrictEqual([planned])
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
