import { refuse, refuseInput } from '../contract/errors.ts'
import { isPattern, type ProfileProperty, profilePropertyTypes } from '../contract/profile.ts'
import type { Org } from '../model/org.ts'
import { type BeyondHandlers, sliced } from './handler.ts'

export const schemas: BeyondHandlers<'getUserSchema' | 'updateUserSchema' | 'listUserTypes' | 'getUserType'> =
  {
    getUserSchema: ({ params }, org) => ({ status: 200, body: schemaOf(org, params.schemaId) }),

    updateUserSchema({ params, body }, org) {
      typeOf(org, params.schemaId)
      const given = Object.entries(body.definitions.custom.properties)
      const read = given.map(([name, stated]) => [name, stated && propertyOf(name, stated)] as const)
      for (const [name, property] of read) {
        if (property === null) org.customProperties.remove('user', name)
        else if (org.userSchema.find(name)) org.customProperties.change('user', name, changesOf(property))
        else org.customProperties.add('user', property)
      }
      return { status: 200, body: schemaOf(org, params.schemaId) }
    },

    listUserTypes: ({ query }, org, call) =>
      sliced(call, query, org.userTypes.ids, (id) => shownType(org, id)),
    getUserType: ({ params }, org) => ({ status: 200, body: shownType(org, typeOf(org, params.typeId)) }),
  }

/** The id of a user type; `default` is the type of users who are created without one. */
function typeOf({ userTypes }: Org, id: string): string {
  const found = id === 'default' ? userTypes.byDefault.id : id
  return userTypes.ids.includes(found) ? found : refuse('not-found', { id, kind: 'UserType' })
}

function shownType({ baseUrl, userTypes }: Org, id: string): object {
  const isDefault = id === userTypes.byDefault.id
  return {
    id,
    name: isDefault ? 'user' : id,
    displayName: isDefault ? 'User' : id,
    default: isDefault,
    _links: {
      self: { href: `${baseUrl}/api/v1/meta/types/user/${id}` },
      schema: { href: `${baseUrl}/api/v1/meta/schemas/user/${id}` },
    },
  }
}

/** A property as it is sent. Unknown members, such as `externalName`, are ignored. */
function schemaOf(org: Org, schemaId: string): object {
  const type = typeOf(org, schemaId)
  const { baseUrl, userSchema } = org
  const { custom, properties } = userSchema
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    id: `${baseUrl}/meta/schemas/user/${schemaId}`,
    name: 'user',
    title: 'User',
    type: 'object',
    definitions: {
      base: definition(
        '#base',
        properties.filter(({ name }) => !custom.has(name)),
      ),
      custom: definition(
        '#custom',
        properties.filter(({ name }) => custom.has(name)),
      ),
    },
    properties: { profile: { allOf: [{ $ref: '#/definitions/custom' }, { $ref: '#/definitions/base' }] } },
    _links: {
      self: { href: `${baseUrl}/api/v1/meta/schemas/user/${schemaId}` },
      type: { href: `${baseUrl}/api/v1/meta/types/user/${type}` },
    },
  }
}

function definition(id: string, properties: readonly ProfileProperty[]): object {
  return {
    id,
    type: 'object',
    properties: Object.fromEntries(properties.map((property) => [property.name, shownProperty(property)])),
    required: properties.filter(({ required }) => required).map(({ name }) => name),
  }
}

function shownProperty(property: ProfileProperty): object {
  const {
    name,
    title = name,
    type,
    required,
    minLength,
    maxLength,
    enum: values,
    pattern,
    permission,
  } = property
  return {
    title,
    type,
    ...(type === 'array' ? { items: { type: 'string' } } : {}),
    ...(required ? { required } : {}),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(values ? { enum: values } : {}),
    ...(pattern === undefined ? {} : { pattern }),
    mutability: 'READ_WRITE',
    scope: 'NONE',
    permissions: [{ principal: 'SELF', action: permission ?? 'READ_WRITE' }],
    master: { type: 'PROFILE_MASTER' },
  }
}

type Stated = Readonly<Record<string, unknown>>

/** A property as it is sent; members that no property here has are passed over, as `externalName`. */
function propertyOf(name: string, stated: Stated): ProfileProperty {
  const {
    title,
    type = 'string',
    required,
    minLength,
    maxLength,
    enum: values,
    pattern,
    permissions,
  } = stated
  const expect = (member: string, isRight: boolean, expected: string): void => {
    if (!isRight) refuseInput(name, [`${name}.${member}: expected ${expected}`])
  }
  const types: readonly unknown[] = profilePropertyTypes
  expect('type', types.includes(type), `one of ${types.join(', ')}`)
  expect(
    'title',
    title === undefined || title === null || (typeof title === 'string' && title !== ''),
    'a text',
  )
  for (const [member, given] of Object.entries({ minLength, maxLength }))
    expect(member, given === undefined || given === null || isLength(given), 'a whole number of 0 or more')
  expect(
    'required',
    required === undefined || required === null || typeof required === 'boolean',
    'a boolean',
  )
  expect(
    'pattern',
    pattern === undefined || pattern === null || isPatternText(pattern),
    'a regular expression',
  )
  expect(
    'enum',
    values === undefined || values === null || isListOfValues(values),
    'a list of texts or numbers',
  )
  const permission = permissionIn(permissions)
  expect('permissions', permission !== undefined, 'an action of READ_WRITE, READ_ONLY or HIDE for SELF')
  return {
    name,
    type,
    ...given({ title, required, minLength, maxLength, enum: values, pattern }),
    ...(permission === null ? {} : { permission }),
  } as ProfileProperty
}

function given(members: Stated): Stated {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  )
}

function changesOf(property: ProfileProperty): Omit<ProfileProperty, 'name'> {
  return Object.fromEntries(Object.entries(property).filter(([member]) => member !== 'name')) as never
}

function isLength(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0
}

function isPatternText(value: unknown): boolean {
  return typeof value === 'string' && isPattern(value)
}

function isListOfValues(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'string' || typeof each === 'number')
  )
}

/** The permission of users on their own property; null if unstated, undefined if it is unreadable. */
function permissionIn(permissions: unknown): string | null | undefined {
  if (permissions === undefined || permissions === null) return null
  const own = (Array.isArray(permissions) ? permissions : []).find(
    (each: { principal?: unknown } | null) => each?.principal === 'SELF',
  ) as { action?: unknown } | undefined
  return ['READ_WRITE', 'READ_ONLY', 'HIDE'].find((action) => action === own?.action)
}
