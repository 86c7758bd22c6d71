import { z } from 'zod'
import { once } from '../contract/once.ts'
import { profilePropertyTypes, type ProfileProperty } from '../contract/profile.ts'
import { propertySettings } from '../contract/resources/profiles.ts'
import { schemaKinds } from '../model/custom-properties.ts'
import { defined } from '../model/kernel/defined.ts'
import { defineAction } from './action.ts'

/** The settings of a property; null removes one. */
const changes = once(() => {
  const { required, ...others } = propertySettings()
  type Others = typeof others
  type Nullable = { [Name in keyof Others]: z.ZodNullable<Others[Name]> }
  const nullable = Object.entries(others).map(([name, setting]) => [name, setting.nullable()])
  return { required, ...(Object.fromEntries(nullable) as Nullable) }
})

export const schemaActions = {
  setSchemaProperty: defineAction({
    input: () =>
      z.strictObject({
        schema: z.enum(schemaKinds),
        name: z.string().min(1),
        type: z.enum(profilePropertyTypes).optional(),
        ...changes(),
      }),
    run(org, { schema: kind, name, ...settings }): { readonly properties: readonly ProfileProperty[] } {
      org.schemas[kind].set(name, defined(settings))
      return { properties: org.schemas[kind].properties }
    },
  }),
}
