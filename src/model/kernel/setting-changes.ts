import { z } from 'zod'
import { defined } from './defined.ts'
import { once } from '../../contract/once.ts'
import { orgOptionsSchema } from './options-schema.ts'
import type { OrgSettings } from './settings.ts'

/**
 * The settings that can change while an organisation runs, with the names of the options. Null removes an optional
 * setting.
 */
export const settingChangesSchema = once(() => {
  const { trustedOrigins, passwordHook, largePageTimeout } = orgOptionsSchema().shape
  return z.strictObject({
    ...orgOptionsSchema().pick({
      searchLag: true,
      transitionDelay: true,
      pageSizes: true,
      rateLimit: true,
      sessionCookie: true,
      sessionLifetime: true,
      optionalPassword: true,
      activationWithoutPassword: true,
      ruleOfDeletedGroup: true,
      oneTimeTokenLifetimes: true,
      features: true,
      uniqueClientNames: true,
      strictSpelling: true,
      beyond: true,
      deactivation: true,
      clientUpdate: true,
      endedGrants: true,
      tokenLifetimes: true,
      refreshTokenRotation: true,
      refreshTokenGrace: true,
      scopeClaim: true,
      quickSignIn: true,
    }).shape,
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

/** Settings with several values; those that you leave out stay. */
const groups: ReadonlySet<string> = new Set([
  'rateLimit',
  'oneTimeTokenLifetimes',
  'features',
  'deactivation',
  'tokenLifetimes',
])

/** Changes settings; those that you leave out stay. */
export function changeSettings(settings: OrgSettings, changes: SettingChanges): void {
  for (const [name, value] of Object.entries(defined(changes))) {
    const before = settings[name as keyof OrgSettings]
    const after = groups.has(name) ? { ...(before as object), ...(value as object) } : (value ?? undefined)
    Object.assign(settings, { [name]: after })
  }
}
