import { z } from 'zod'
import { defined } from './defined.ts'
import { once } from '../../contract/once.ts'
import { orgOptionsSchema } from './options-schema.ts'
import { type DefaultedName, defaultSettings, hasSeveralValues, type OrgSettings } from './settings.ts'

/**
 * The settings that can change while an organisation runs, with the names of the options. Null removes an optional
 * setting.
 */
export const settingChangesSchema = once(() => {
  const { trustedOrigins, passwordHook, largePageTimeout } = orgOptionsSchema().shape
  const defaulted = Object.entries(defaultSettings).filter(([, byDefault]) => byDefault !== undefined)
  const names = Object.fromEntries(defaulted.map(([name]) => [name, true])) as Record<DefaultedName, true>
  return z.strictObject({
    ...orgOptionsSchema().pick(names).shape,
    trustedOrigins: orNone(trustedOrigins),
    passwordHook: orNone(passwordHook),
    largePageTimeout: orNone(largePageTimeout),
  })
})

export type SettingChanges = z.output<ReturnType<typeof settingChangesSchema>>

/** A setting that null removes, with the same description. */
function orNone<Schema extends z.ZodType>(schema: Schema): z.ZodNullable<Schema> {
  return schema.nullable().describe(schema.description!)
}

/** Changes settings; those that you leave out stay. */
export function changeSettings(settings: OrgSettings, changes: SettingChanges): void {
  for (const [name, value] of Object.entries(defined(changes))) {
    const before = settings[name as keyof OrgSettings]
    const after = hasSeveralValues(name)
      ? { ...(before as object), ...(value as object) }
      : (value ?? undefined)
    Object.assign(settings, { [name]: after })
  }
}
