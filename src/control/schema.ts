import { z } from 'zod'
import { once } from '../contract/once.ts'
import { profilePropertyTypes, type ProfileProperty } from '../contract/profile.ts'
import { propertySettings } from '../contract/resources/profiles.ts'
import { schemaKinds, type SchemaKind } from '../model/custom-properties.ts'
import type { Org } from '../model/org.ts'
import { defined } from '../model/kernel/defined.ts'
import { defineAction } from './action.ts'

const schema = once(() => z.enum(schemaKinds))
/** In a change, null removes a setting. */
const changes = once(() => {
  const { required, ...others } = propertySettings()
  type Others = typeof others
  type Nullable = { [Name in keyof Others]: z.ZodNullable<Others[Name]> }
  const nullable = Object.entries(others).map(([name, setting]) => [name, setting.nullable()])
  return { required, ...(Object.fromEntries(nullable) as Nullable) }
})

export const schemaActions = {
  addSchemaProperty: defineAction({
    input: () =>
      z.strictObject({
        schema: schema(),
        name: z.string().min(1),
        type: z.enum(profilePropertyTypes).default('string'),
        ...propertySettings(),
      }),
    run(org, { schema: kind, ...property }) {
      org.customProperties.add(kind, defined(property))
      return shown(org, kind)
    },
  }),
  changeSchemaProperty: defineAction({
    input: () =>
      z.strictObject({
        schema: schema(),
        name: z.string().min(1),
        type: z.enum(profilePropertyTypes).optional(),
        ...changes(),
      }),
    run(org, { schema: kind, name, ...given }) {
      org.customProperties.change(kind, name, defined(given))
      return shown(org, kind)
    },
  }),
  removeSchemaProperty: defineAction({
    input: () => z.strictObject({ schema: schema(), name: z.string().min(1) }),
    run(org, { schema: kind, name }) {
      const removed = org.customProperties.remove(kind, name)
      return { removed, ...shown(org, kind) }
    },
  }),
}

function shown(org: Org, kind: SchemaKind): { readonly properties: readonly ProfileProperty[] } {
  return { properties: org.customProperties.schemaOf(kind).properties }
}
