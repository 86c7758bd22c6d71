/** How names find provider states, and the errors for unknown states and wrong parameters. */
import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import { findState, ProviderStateError, setUpState } from '../../src/pact/states/set-up.ts'

test.each<[asked: string, name: string, params: Record<string, string>]>([
  ['a user exists', 'a user exists', {}],
  ['user {id} is {status}', 'user {id} is {status}', {}],
  ['USER 00u7 IS suspended', 'user {id} is {status}', { id: '00u7', status: 'suspended' }],
  // Names that say more come first.
  ['user 00u7 is in group 00g7', 'user {userId} is in group {groupId}', { userId: '00u7', groupId: '00g7' }],
  [
    'user 00u7 is blocked from ANY_DEVICES',
    'user {id} is blocked from {appliesTo}',
    { id: '00u7', appliesTo: 'ANY_DEVICES' },
  ],
  ['group 00g7 is used in a push mapping', 'group {id} is used in a push mapping', { id: '00g7' }],
  ['group rule 0pr7 does not exist', 'group rule {id} does not exist', { id: '0pr7' }],
  ['client 0oa7 exists', 'client {id} exists', { id: '0oa7' }],
  ['12 users exist', '{count} users exist', { count: '12' }],
  ['user a is b is ACTIVE', 'user {id} is {status}', { id: 'a is b', status: 'ACTIVE' }],
  [
    'user 00u7 has recovery question Your pet? (name)',
    'user {id} has recovery question {question}',
    { id: '00u7', question: 'Your pet? (name)' },
  ],
])('"%s" is the state "%s" with %j', (asked, name, params) => {
  expect(findState(asked)).toEqual({ name, params })
})

test.each<[asked: string, nearest: string | undefined]>([
  ['a user exsits', 'a user exists'],
  ['user exists', 'a user exists'],
  ['users exist', '{count} users exist'],
  ['no user', 'no user exists'],
  ['user is suspended', 'user {id} is {status}'],
  ['user  is ACTIVE', 'user {id} is {status}'],
  ['user does not exist', 'user {id} does not exist'],
  ['the user is in the group', 'user {userId} is in group {groupId}'],
  ['a valid session exists', 'a current session for {id} exists'],
  ['there is a client', 'a client exists'],
  ['group', 'a group exists'],
  ['group rule 1 exists', 'a group rule exists'],
  ['the time', 'the time is {time}'],
  ['an expired access token', 'an access token with scopes {scopes} exists'],
  ['xuser 00u7 is ACTIVE', undefined],
  ['the moon is full', undefined],
  ['toString', undefined],
  ['a', undefined],
])('"%s" is not a state; the nearest is %j', (asked, nearest) => {
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`
  expect(() => findState(asked)).toThrow(
    new ProviderStateError(asked, `there is no provider state "${asked}"${hint}`),
  )
})

test('a mistake carries the name that was asked for', () => {
  const error = new ProviderStateError('a usr exists', 'no')
  expect([error.name, error.state, error.message]).toEqual(['ProviderStateError', 'a usr exists', 'no'])
})

const consent = 'user {id} granted {scopes} to client {clientId}'
const ofUser = 'user {id} is {status}'

const given = (id: string): string =>
  id.length > 40 ? `'${id.slice(0, 40)}… (${id.length} characters)'` : `'${id}'`

test.each<[name: string, params: Record<string, unknown>, message: string]>([
  [
    ofUser,
    { id: '00u1', status: 'HAPPY' },
    "status: expected one of STAGED, PROVISIONED, ACTIVE, RECOVERY, LOCKED_OUT, PASSWORD_EXPIRED, SUSPENDED, DEPROVISIONED, got 'HAPPY'",
  ],
  [
    ofUser,
    { id: '00u1', status: 'ACTIVE', frstName: 'Ada', zzz: 1 },
    'parameters.frstName: unknown parameter, did you mean firstName?; parameters.zzz: unknown parameter',
  ],
  [ofUser, { id: '00u1', status: 'ACTIVE', qqq: 1 }, 'parameters.qqq: unknown parameter'],
  [ofUser, { status: 'ACTIVE' }, 'id: Required'],
  [
    ofUser,
    { id: 7, status: 'ACTIVE', login: 8 },
    'id: expected a text, got a number; login: expected a text, got a number',
  ],
  ...['no/slash', '', 'a b', 'ä', 'x'.repeat(101)].map((id): [string, Record<string, unknown>, string] => [
    'a group exists',
    { id },
    `id: expected an id of letters, digits and . _ ~ -, got ${given(id)}`,
  ]),
  ...['a b', 'a/b', 'a?', 'a#', '', 'x'.repeat(101)].map((id): [string, Record<string, unknown>, string] => [
    'a user exists',
    { id },
    `id: expected an id or a login, got ${given(id)}`,
  ]),
  ['{count} users exist', { count: -1 }, 'count: expected at least 0, got -1'],
  ['{count} users exist', { count: 1.5 }, 'count: expected a whole number, got 1.5'],
  ['{count} users exist', { count: 10_001 }, 'count: expected at most 10000, got 10001'],
  ...['x1', '1x', '-1', ''].map((count): [string, Record<string, unknown>, string] => [
    '{count} groups exist',
    { count },
    `count: expected a whole number from 0 to 10000, got '${count}'`,
  ]),
  ['a group exists', { name: '' }, "name: expected at least 1 character, got ''"],
  [consent, { id: '00u1', scopes: [], clientId: 'c' }, 'scopes: expected at least 1 item, got an empty list'],
  [consent, { id: '00u1', scopes: [''], clientId: 'c' }, "scopes.0: expected at least 1 character, got ''"],
  ['the time is {time}', { time: 'noon' }, "time: expected a time such as 2026-01-31T12:00:00Z, got 'noon'"],
  ['the organisation is empty', { a: 1 }, 'parameters.a: unknown parameter'],
])('"%s" does not take %j', (name, params, message) => {
  const { model } = createOrg()
  expect(() => setUpState(model, name, params)).toThrow(
    new ProviderStateError(name, `provider state "${name}": ${message}`),
  )
})

test.each<[name: string, params: Record<string, unknown>, message: string]>([
  ['group 00g1 of type FANCY exists', {}, 'type: expected SVC_GROUP, APP_GROUP or BUILT_IN, got FANCY'],
  ['a user exists', { login: 'x' }, 'login: The field must have 5 to 100 characters'],
  [
    'the user profile has custom property login',
    {},
    'name: An object with this field already exists in the current organization',
  ],
  [
    'a client exists',
    { redirect_uris: ['x'] },
    'redirect_uris.0: Must be an absolute URI without a fragment',
  ],
  [
    'group rule 0pr1 is ACTIVE',
    { expression: 'user.(' },
    "conditions.expression.value: line 1, column 6: expected a name, got '('",
  ],
])('"%s" with %j is what the organisation refuses', (name, params, message) => {
  const { model } = createOrg()
  expect(() => setUpState(model, name, params)).toThrow(
    new ProviderStateError(name, `provider state "${name}" could not be set up: ${message}`),
  )
})

test('the largest counts and the longest ids are taken', () => {
  const { model } = createOrg()
  const id = `.~-_${'x'.repeat(96)}`
  expect(setUpState(model, 'a group exists', { id })).toMatchObject({ groupId: id })
  const login = `${'x'.repeat(88)}@example.com`
  expect(setUpState(model, 'a user exists', { id: login })).toMatchObject({ login })
})
