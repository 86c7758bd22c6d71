import { z } from 'zod'
import { once } from '../contract/once.ts'
import { isPattern, profileFormats, profilePropertyTypes, type ProfileProperty } from '../contract/profile.ts'
import { schemaKinds, type SchemaKind } from '../model/custom-properties.ts'
import type { Org } from '../model/org.ts'
import { defined } from '../model/kernel/defined.ts'
import { defineAction } from './action.ts'

const schema = once(() => z.enum(schemaKinds))
const length = once(() => z.int().min(0))

const details = once(() => ({
  title: z.string().min(1).optional(),
  required: z.boolean().optional(),
  minLength: length().optional(),
  maxLength: length().optional(),
  format: z.enum(Object.keys(profileFormats) as (keyof typeof profileFormats)[]).optional(),
  enum: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .optional(),
  pattern: z.string().refine(isPattern, { error: 'expected a regular expression' }).optional(),
  permission: z.enum(['READ_WRITE', 'READ_ONLY', 'HIDE']).optional(),
  default: z.string().optional(),
}))

/** In a change, null removes a setting. */
const changes = once(() => ({
  title: details().title.nullable(),
  required: details().required,
  minLength: details().minLength.nullable(),
  maxLength: details().maxLength.nullable(),
  format: details().format.nullable(),
  enum: details().enum.nullable(),
  pattern: details().pattern.nullable(),
  permission: details().permission.nullable(),
  default: details().default.nullable(),
}))

export const schemaActions = {
  addSchemaProperty: defineAction({
    input: () =>
      z.strictObject({
        schema: schema(),
        name: z.string().min(1),
        type: z.enum(profilePropertyTypes).default('string'),
        ...details(),
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
