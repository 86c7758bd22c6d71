import { expect, test } from 'vitest'
import type { Seed } from '../../src/fixtures/index.ts'
import { planOf } from '../../src/transfer/push/plan.ts'

const person = (login: string): { login: string; firstName: string; lastName: string } => ({
  login,
  firstName: 'First',
  lastName: 'Last',
})

const hash = { algorithm: 'SHA-256', value: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' } as const

test('names whatever the operations of the service cannot write', () => {
  const seed = {
    clock: { start: '2026-01-05T09:30:00.000Z' },
    settings: { searchLag: 100, transitionDelay: 50 },
    schema: { user: [{ name: 'shoeSize', type: 'number' }], group: [{ name: 'floor', type: 'string' }] },
    groups: [
      { name: 'Old', created: '2020-01-01T00:00:00.000Z' },
      { name: 'Directory', app: 'AD' },
    ],
    users: [
      { ...person('locked@x.test'), status: 'LOCKED_OUT', password: 'Correct1Horse' },
      { ...person('directory@x.test'), provider: { type: 'LDAP', name: 'ldap' } },
      { ...person('invited@x.test'), status: 'PROVISIONED', password: 'Correct1Horse' },
      { ...person('hook@x.test'), passwordHook: true },
      { ...person('factors@x.test'), factors: ['sms'] },
      { ...person('block@x.test'), block: 'ANY_DEVICES' },
      { ...person('history@x.test'), passwordHistory: [hash] },
      { ...person('answer@x.test'), recoveryQuestion: { question: 'Pet?', answerHash: hash } },
      { ...person('type@x.test'), type: 'robot' },
      { ...person('times@x.test'), lastLogin: '2026-01-01T00:00:00.000Z' },
      { ...person('suspended@x.test'), status: 'SUSPENDED' },
    ],
    rules: [
      {
        name: 'Broken',
        expression: 'true',
        groups: ['Old', 'Gone'],
        deletedGroups: ['Gone'],
        status: 'INVALID',
      },
    ],
    clients: [
      { client_name: 'App', client_id: '0oaApp', client_secret: 'a-secret-0123456789', active: false },
    ],
    apps: [{ label: 'Wiki' }],
    assignments: [{ app: 'Wiki', group: 'Old' }],
    userTypes: [{ name: 'robot' }],
    scopes: [{ name: 'robots.read' }],
    authorizationServers: [{ name: 'Partners' }],
    claims: [{ name: 'shoe', value: 1 }],
    consents: [{ user: 'locked@x.test', client: 'App', scopes: ['openid'] }],
    refreshTokens: [{ user: 'locked@x.test', client: 'App', scopes: ['openid'] }],
    apiTokens: [{ owner: 'locked@x.test', role: 'SUPER_ADMIN' }],
    accessTokens: [{ scopes: ['svc.users.read'] }],
  } as unknown as Seed

  expect(planOf(seed).notCarried).toEqual([
    'LOCKED_OUT comes of wrong passwords, which a push does not try; ACTIVE instead: locked@x.test',
    'Users of a directory are imported; without a password here they stay PROVISIONED: directory@x.test',
    'Passwords of users who are PROVISIONED: invited@x.test',
    'Password hooks work where the deployment has one: hook@x.test',
    'Factors: factors@x.test',
    'Blocks of devices: block@x.test',
    'Histories of passwords: history@x.test',
    'Recovery questions of whose answers there are hashes only: answer@x.test',
    'User types: type@x.test',
    'When things were made, changed status and signed in',
    'Users without a password cannot be SUSPENDED; they stay PROVISIONED: suspended@x.test',
    'Groups imported from an application become groups of the service itself: Directory',
    'Rules become INVALID when a group is deleted; INACTIVE instead: Broken',
    'Ids of clients, which the service chooses: App',
    'Secrets of clients, which the service chooses: App',
    'Whether clients are in use: App',
    'Applications and who has them: 1',
    'Applications that are assigned one by one: 1',
    'User types that there may be: 1',
    'Scopes of the authorization server: 1',
    'Authorization servers: 1',
    'Claims that are added to tokens: 1',
    'Consents, which people give: 1',
    'Refresh tokens: 1',
    'API tokens: 1',
    'Access tokens: 1',
    'The clock',
    'Settings of the organisation: searchLag, transitionDelay',
    'Declarations of custom properties; their values are left out where the deployment has no such property: shoeSize, floor',
  ])
  expect(planOf({}).notCarried).toEqual([])
})

test('managers come before those whom they manage, and in a circle everybody comes once', () => {
  const users = [
    { ...person('c@x.test'), manager: 'B@x.test' },
    { ...person('b@x.test'), manager: 'a@x.test' },
    { ...person('a@x.test'), manager: 'c@x.test', profile: { displayName: 'The Boss' } },
    { ...person('d@x.test'), manager: 'elsewhere@x.test' },
  ] as unknown as NonNullable<Seed['users']>
  expect(planOf({ users }).users.map(({ login, manager }) => [login, manager])).toEqual([
    ['a@x.test', { login: 'c@x.test', name: 'First Last' }],
    ['b@x.test', { login: 'a@x.test', name: 'The Boss' }],
    ['c@x.test', { login: 'b@x.test', name: 'First Last' }],
    ['d@x.test', undefined],
  ])
})

test('members of groups that name each other, rules and clients as they are pushed', () => {
  const seed = {
    groups: [
      { name: 'A', members: ['ONE@x.test'], profile: { floor: 3 } },
      { name: 'Everyone', builtIn: true },
    ],
    users: [
      { ...person('one@x.test'), groups: ['A', 'B'] },
      { administrator: true, login: 'admin@example.com' },
    ],
    rules: [
      {
        name: 'On',
        expression: 'true',
        groups: ['A', 'Gone'],
        deletedGroups: ['Gone'],
        status: 'ACTIVE',
        exclude: ['one@x.test'],
      },
      { name: 'Off', expression: 'false', groups: ['A'] },
    ],
  } as unknown as Seed
  const plan = planOf(seed)
  expect(plan.groups).toEqual([{ name: 'A', profile: { name: 'A', floor: 3 } }])
  expect(plan.users.map(({ login, groups }) => [login, groups])).toEqual([['one@x.test', ['A', 'B']]])
  const on = { name: 'On', expression: 'true', groups: ['A'], exclude: ['one@x.test'], isActive: true }
  const off = { name: 'Off', expression: 'false', groups: ['A'], exclude: [], isActive: false }
  expect(plan.rules).toEqual([on, off])
  expect(planOf(seed, { inactiveRules: true }).rules).toEqual([{ ...on, isActive: false }, off])
})

test.each([
  [{ application_type: 'browser' }, 'none'],
  [{ application_type: 'native', token_endpoint_auth_method: 'client_secret_post' }, 'client_secret_post'],
  [{ application_type: 'web' }, undefined],
] as const)('a client of a seed with %j is pushed with the method %s', (settings, method) => {
  const client = { client_name: 'App', redirect_uris: ['https://app.example.com/'], ...settings }
  const [pushed] = planOf({ clients: [client] }).clients
  expect(pushed!.settings).toMatchObject(client)
  expect(pushed!.settings.token_endpoint_auth_method).toBe(method)
  expect(pushed!.settings).not.toHaveProperty('consent_method')
})
