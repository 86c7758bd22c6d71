import { expect, test } from 'vitest'
import { createOrg } from '../../src/create-org.ts'
import { providerState, providerStates } from '../../src/pact.ts'
import { providerStateNames } from '../../src/pact/states/catalogue.ts'

test('has a handler for each state, which returns the values of the state', async () => {
  const org = createOrg()
  const { stateHandlers } = providerStates(org)
  expect(Object.keys(stateHandlers)).toEqual(['', ...providerStateNames])
  expect(await stateHandlers['']!()).toEqual({ apiToken: org.apiToken })
  expect(await stateHandlers['a group exists']!({ id: '00g7' })).toEqual({
    apiToken: org.apiToken,
    groupId: '00g7',
    name: 'Group 00g7',
  })
  expect(await stateHandlers['group 00g8 of type APP_GROUP exists']!()).toMatchObject({ groupId: '00g8' })
  for (const params of [null, 'id=1', 7])
    expect(await stateHandlers['a user exists']!(params)).toHaveProperty('userId')
})

test('handlers are an object like any other to what serialises, awaits or prints it', async () => {
  const { stateHandlers } = providerStates(createOrg())
  const all = stateHandlers as unknown as Record<string | symbol, unknown>
  expect([all['toJSON'], all['then'], all[Symbol.toPrimitive]]).toEqual([undefined, undefined, undefined])
  expect(all['hasOwnProperty']).toBe(Reflect.get(Object.prototype, 'hasOwnProperty'))
  expect(await Promise.resolve(stateHandlers)).toBe(stateHandlers)
  expect(JSON.stringify(stateHandlers)).toBe('{}')
})

test('each interaction begins with an organisation in its first state', async () => {
  const org = createOrg()
  const states = providerStates({ org })
  await states.beforeEach()
  await states.stateHandlers['user 00u7 is ACTIVE']!()
  expect(org.model.users.get('00u7')).toBeDefined()
  await states.afterEach()
  expect(org.model.users.get('00u7')).toBeDefined()
  await states.beforeEach()
  expect(org.model.users.get('00u7')).toBeUndefined()
})

test('the error of a state fails only its own interaction, each message once', async () => {
  const { stateHandlers, beforeEach, afterEach } = providerStates(createOrg())
  const unknown = 'there is no provider state "the moon is full"'
  const fail = (name: string) => expect(stateHandlers[name]!()).rejects.toThrow()
  await fail('the moon is full')
  await fail('the moon is full')
  await fail('group 00g1 of type FANCY exists')
  await expect(afterEach()).rejects.toThrow(
    new Error(
      `${unknown}\nprovider state "group 00g1 of type FANCY exists" could not be set up: type: expected SVC_GROUP, APP_GROUP or BUILT_IN, got FANCY`,
    ),
  )
  await expect(afterEach()).resolves.toBeUndefined()
  await fail('the moon is full')
  await beforeEach()
  await expect(afterEach()).resolves.toBeUndefined()
})

test('a typed state is the name and the parameters that given takes', () => {
  expect(providerState('user {id} is {status}', { id: '00u1', status: 'ACTIVE' })).toEqual([
    'user {id} is {status}',
    { id: '00u1', status: 'ACTIVE' },
  ])
  expect(providerState('no user exists')).toEqual(['no user exists', {}])
})
