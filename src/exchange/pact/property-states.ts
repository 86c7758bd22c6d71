import type { ProfileProperty } from '../../contract/profile.ts'
import {
  changeableOfDefaults,
  profileRows,
  propertySettings,
  userProfileProperties,
} from '../../contract/resources/profiles.ts'
import { type SchemaKind, schemaKinds } from '../../model/custom-properties.ts'
import { defined } from '../../model/kernel/defined.ts'
import { decoded } from '../../model/kernel/decoded.ts'
import { takesValue } from '../../model/users/profile-schemas.ts'
import type { UserRecord } from '../../model/users/records.ts'
import type { Answered } from '../before.ts'
import type { GivenState, Json } from './pact-file.ts'

/** A provider state of the catalogue (`src/pact/states`), and its words in a description. */
export interface RecordedState extends GivenState {
  readonly phrase: string
}

type Profiles = readonly Readonly<Record<string, unknown>>[]

/**
 * The states of the schemas for an exchange and its other states. They are each custom property that either mentions, and
 * each changed default property.
 */
export function propertyStates(
  { before, operation, query, requestBody, body }: Answered,
  listed: readonly UserRecord[],
  others: readonly RecordedState[],
): readonly RecordedState[] {
  const profiles: Readonly<Record<SchemaKind, Profiles>> = {
    user: [...before.users, ...listed].map(({ profile }) => profile),
    group: before.groups.map(({ profile }) => profile),
  }
  const mentioned = new Set(
    [JSON.stringify(others.map(({ params }) => params)), decoded(query), requestBody, body]
      .join(' ')
      .match(/[\w$]+/g),
  )
  const custom = schemaKinds.flatMap((kind) =>
    customOf(before.properties[kind], profileRows[kind], profiles[kind])
      .filter(({ name }) => mentioned.has(name))
      .map(({ name, ...settings }) => ({
        name: 'the {schema} profile has custom property {name}',
        params: { schema: kind, name, ...statedOf(settings) },
        phrase: `the ${kind} profile has custom property ${name}`,
      })),
  )
  const hasUsers = profiles.user.length > 0 || operation?.includes('User') === true
  return [...(hasUsers ? changedOf(before.properties.user) : []), ...custom]
}

/** The custom properties, those included that only a stored profile has since the schema lost them. */
function customOf(
  properties: readonly ProfileProperty[],
  own: Readonly<Record<string, unknown>>,
  profiles: Profiles,
): readonly ProfileProperty[] {
  const known = new Map(properties.map((property) => [property.name, property]))
  const names = new Set([...known.keys(), ...profiles.flatMap((profile) => Object.keys(profile))])
  const custom = [...names].filter((name) => !Object.hasOwn(own, name))
  return custom.map((name) => {
    const values = profiles.map((profile) => profile[name] ?? undefined).filter((each) => each !== undefined)
    const property = known.get(name)
    // Stored values stay when their property changes.
    return property && values.every((value) => takesValue(property, value))
      ? property
      : { name, type: values.length > 0 ? typeOf(values[0]) : 'string' }
  })
}

function typeOf(value: unknown): ProfileProperty['type'] {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'number' ? 'number' : 'string'
}

/** The settings that a state gives. Required properties would stop states that make up a record. */
function statedOf({ type, ...settings }: Omit<ProfileProperty, 'name'>): Readonly<Record<string, Json>> {
  const stated = Object.keys(propertySettings()).filter((name) => name !== 'required')
  return defined({
    type,
    ...Object.fromEntries(stated.map((name) => [name, settings[name as keyof typeof settings]])),
  }) as Readonly<Record<string, Json>>
}

/** The default properties that differ. Logins take any text, since states make up some. */
function changedOf(properties: readonly ProfileProperty[]): readonly RecordedState[] {
  return userProfileProperties().flatMap((own) => {
    const now = properties.find(({ name }) => name === own.name) ?? own
    const changed = changeableOfDefaults()[own.name]!.filter((setting) => now[setting] !== own[setting])
    const isFree = own.format !== undefined && now.format === undefined
    const params = {
      ...Object.fromEntries(changed.map((setting) => [setting, now[setting] ?? false])),
      ...(isFree ? { pattern: null } : {}),
    } as Readonly<Record<string, Json>>
    if (Object.keys(params).length === 0) return []
    return [
      {
        name: 'user profiles have property {name} changed',
        params: { name: own.name, ...params },
        phrase: `property ${own.name} is changed`,
      },
    ]
  })
}
