import { expect, test } from 'vitest'
import { userProfileProperties } from '../../src/contract/profile.ts'
import { newUser, testOrg } from '../support/call.ts'
import { codeOf } from '../support/people.ts'

test.for([
  ['firstName', { maxLength: 51 }],
  ['firstName', { minLength: 0 }],
  ['email', { required: false }],
  ['login', { required: false }],
  ['login', { maxLength: 200 }],
  ['email', { pattern: '.*' }],
  ['secondEmail', { format: null }],
  ['title', { type: 'number' }],
  ['title', { required: true }],
  ['countryCode', { enum: ['DE'] }],
  ['locale', { default: 'de_DE' }],
  ['mobilePhone', { maxLength: null }],
] as const)('of %s the API description lets nobody change %j', ([name, change]) => {
  const { control, org } = testOrg()
  const before = org.userSchema.properties
  const [what] = Object.keys(change)
  expect(() => control.changeSchemaProperty({ schema: 'user', name, ...change } as never)).toThrow(
    new RegExp(`${what}: ${name} is a default property: only permission`),
  )
  expect(org.userSchema.properties).toBe(before)
})

test('of a default property of groups nothing may be changed', () => {
  const { control } = testOrg()
  const change = { schema: 'group', name: 'name', maxLength: 300 } as const
  expect(() => control.changeSchemaProperty(change)).toThrow('nothing may be changed of it')
})

test('the permission of each default property may be changed, and what holds may be said again', () => {
  const { control } = testOrg()
  for (const property of userProfileProperties) {
    const { alwaysShown: _, permission: __, ...said } = property
    const given = { schema: 'user', ...said, permission: 'HIDE' } as const
    const { properties } = control.changeSchemaProperty(given as never)
    expect(properties.find(({ name }) => name === property.name)).toMatchObject({
      ...said,
      permission: 'HIDE',
    })
  }
})

test('firstName and lastName may be let go without a value', async () => {
  const { control, call } = testOrg()
  for (const name of ['firstName', 'lastName']) {
    control.changeSchemaProperty({ schema: 'user', name, required: false })
  }
  const { firstName: _, lastName: __, ...profile } = newUser().profile
  expect((await call('POST', '/api/v1/users', { profile })).status).toBe(200)
})

test('a pattern of login takes the place of its form, and null lifts both', async () => {
  const { control, call } = testOrg()
  const create = (login: string) => call('POST', '/api/v1/users', newUser({ login, email: 'a@example.com' }))
  expect(codeOf(await create('free-form'))).toBe('400 E0000001')
  control.changeSchemaProperty({ schema: 'user', name: 'login', pattern: '[a-z]{5,9}' })
  expect((await create('letters')).status).toBe(200)
  expect(codeOf(await create('numb3rs'))).toBe('400 E0000001')
  control.changeSchemaProperty({ schema: 'user', name: 'login', pattern: null })
  expect((await create('numb3rs')).status).toBe(200)
  expect((await create('Free form')).status).toBe(200)
})

test('null lifts what was said of a custom property', async () => {
  const { control, call } = testOrg()
  control.addSchemaProperty({ schema: 'user', name: 'x', pattern: '[a-z]+', maxLength: 2, default: 'a' })
  const create = (x: unknown) => call('POST', '/api/v1/users', newUser({ x }))
  expect(codeOf(await create('ABC'))).toBe('400 E0000001')
  const { properties } = control.changeSchemaProperty({
    schema: 'user',
    name: 'x',
    pattern: null,
    maxLength: null,
    default: null,
  })
  expect(properties.at(-1)).toEqual({ name: 'x', type: 'string' })
  expect((await create('ABC')).json.profile.x).toBe('ABC')
  expect((await create(null)).json.profile).not.toHaveProperty('x')
})

test('a property may be called by one letter', async () => {
  const { control, call } = testOrg()
  control.addSchemaProperty({ schema: 'user', name: 'x' })
  expect((await call('POST', '/api/v1/users', newUser({ x: 'y' }))).json.profile.x).toBe('y')
  control.changeSchemaProperty({ schema: 'user', name: 'x', maxLength: 1 })
  expect(control.removeSchemaProperty({ schema: 'user', name: 'x' })).toMatchObject({ removed: true })
})
