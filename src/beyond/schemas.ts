import { notOneOf } from '../model/kernel/schema-messages.ts'
import { refuse, refuseMistakes } from '../contract/errors/refusal.ts'
import { notForm } from '../contract/errors/mistakes.ts'
import { isPattern, type ProfileProperty, profilePropertyTypes } from '../contract/profile.ts'
import { removeProperty } from '../model/custom-properties.ts'
import type { Org } from '../model/org.ts'
import { type BeyondHandlers, sliced } from './handler.ts'

export const schemas = {
  getUserSchema: ({ params }, org) => ({ status: 200, body: schemaOf(org, params.schemaId) }),

  updateUserSchema({ params, body }, org) {
    typeOf(org, params.schemaId)
    const given = Object.entries(body.definitions.custom.properties)
    const read = given.map(([name, stated]) => [name, stated && propertyOf(name, stated)] as const)
    for (const [name, property] of read) {
      if (property === null) removeProperty(org, 'user', name)
      else org.schemas.user.set(name, changesOf(property))
    }
    return { status: 200, body: schemaOf(org, params.schemaId) }
  },

  listUserTypes: ({ query }, org, call) => sliced(call, query, org.userTypes.ids, (id) => shownType(org, id)),
  getUserType: ({ params }, org) => ({ status: 200, body: shownType(org, typeOf(org, params.typeId)) }),
} satisfies Partial<BeyondHandlers>

/** The id of a user type; `default` is the type of users who are created without one. */
function typeOf({ userTypes }: Org, id: string): string {
  const found = id === 'default' ? userTypes.byDefault.id : id
  return userTypes.ids.includes(found) ? found : refuse('not-found', { id, kind: 'user type' })
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

/** The schema of profiles, as it is shown. */
function schemaOf(org: Org, schemaId: string): object {
  const type = typeOf(org, schemaId)
  const { baseUrl } = org
  const schema = org.schemas.user
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    id: `${baseUrl}/meta/schemas/user/${schemaId}`,
    name: 'user',
    title: 'User',
    type: 'object',
    definitions: {
      base: definition('#base', schema.properties, (name) => schema.isDefault(name)),
      custom: definition('#custom', schema.properties, (name) => !schema.isDefault(name)),
    },
    properties: { profile: { allOf: [{ $ref: '#/definitions/custom' }, { $ref: '#/definitions/base' }] } },
    _links: {
      self: { href: `${baseUrl}/api/v1/meta/schemas/user/${schemaId}` },
      type: { href: `${baseUrl}/api/v1/meta/types/user/${type}` },
    },
  }
}

function definition(id: string, all: readonly ProfileProperty[], isIn: (name: string) => boolean): object {
  const properties = all.filter(({ name }) => isIn(name))
  return {
    id,
    type: 'object',
    properties: Object.fromEntries(properties.map((property) => [property.name, shownProperty(property)])),
    required: properties.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** A property, as it is shown. JSON leaves out undefined members. */
function shownProperty(property: ProfileProperty): object {
  const { name, type, required, minLength, maxLength, enum: values, pattern } = property
  const { title = name, permission = 'READ_WRITE' } = property
  return {
    title,
    type,
    items: type === 'array' ? { type: 'string' } : undefined,
    required: required || undefined,
    minLength,
    maxLength,
    enum: values,
    pattern,
    mutability: 'READ_WRITE',
    scope: 'NONE',
    permissions: [{ principal: 'SELF', action: permission }],
    master: { type: 'PROFILE_MASTER' },
  }
}

type Stated = Readonly<Record<string, unknown>>

/** The members of a property that may be sent, and what they have to be. */
const members: Readonly<Record<string, readonly [test: (value: unknown) => boolean, expected: string]>> = {
  title: [(value) => typeof value === 'string' && value !== '', 'a text'],
  minLength: [isLength, 'a whole number of 0 or more'],
  maxLength: [isLength, 'a whole number of 0 or more'],
  required: [(value) => typeof value === 'boolean', 'a boolean'],
  pattern: [(value) => typeof value === 'string' && isPattern(value), 'a regular expression'],
  enum: [isListOfValues, 'a list of texts or numbers'],
}

/** A property as it is sent; null counts as not sent. Other members, such as `externalName`, are passed over. */
function propertyOf(name: string, stated: Stated): ProfileProperty {
  const expect = (member: string, isRight: boolean, expected: string): void => {
    if (!isRight) refuseMistakes([notForm(`${name}.${member}`, expected)], { field: name })
  }
  const { type = 'string', permissions } = stated
  const types: readonly unknown[] = profilePropertyTypes
  if (!types.includes(type))
    refuseMistakes([notOneOf(`${name}.type`, profilePropertyTypes, type)], { field: name })
  const sent = Object.keys(members).filter((member) => (stated[member] ?? null) !== null)
  for (const member of sent) {
    const [test, expected] = members[member]!
    expect(member, test(stated[member]), expected)
  }
  const permission = permissionIn(permissions)
  expect('permissions', permission !== undefined, 'an action of READ_WRITE, READ_ONLY or HIDE for SELF')
  return {
    name,
    type,
    ...Object.fromEntries(sent.map((member) => [member, stated[member]])),
    ...(permission === null ? {} : { permission }),
  } as ProfileProperty
}

function changesOf(property: ProfileProperty): Omit<ProfileProperty, 'name'> {
  return Object.fromEntries(Object.entries(property).filter(([member]) => member !== 'name')) as never
}

function isLength(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0
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
