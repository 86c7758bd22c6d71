import { z } from 'zod'
import { orgOptionsSchema } from './options.ts'
import type { OrgSettings } from './settings.ts'

const { trustedOrigins, passwordHook, largePageTimeout } = orgOptionsSchema.shape

/**
 * What can be changed of the settings while an organisation runs; null goes back to none where there is a
 * none. Named as the options are.
 */
export const settingChangesSchema = z.strictObject({
  ...orgOptionsSchema.pick({
    searchLag: true,
    transitionDelay: true,
    pageSizes: true,
    rateLimit: true,
    sessionCookie: true,
    sessionMinutes: true,
    optionalPassword: true,
    activationWithoutPassword: true,
    oneTimeTokenMinutes: true,
    features: true,
    uniqueClientNames: true,
    strictSpelling: true,
    deactivation: true,
    clientUpdate: true,
    endedGrants: true,
    tokenMinutes: true,
    refreshTokenRotation: true,
    refreshTokenGrace: true,
    quickSignIn: true,
  }).shape,
  trustedOrigins: trustedOrigins.nullable(),
  passwordHook: passwordHook.nullable(),
  largePageTimeout: largePageTimeout.nullable(),
})

export type SettingChanges = z.output<typeof settingChangesSchema>

/** Settings that hold several values, of which those that are not given stay. */
const groups: ReadonlySet<string> = new Set([
  'rateLimit',
  'oneTimeTokenMinutes',
  'features',
  'deactivation',
  'tokenMinutes',
])

/** Changes settings; what is not given stays. */
export function changeSettings(settings: OrgSettings, changes: SettingChanges): void {
  for (const [name, value] of Object.entries(withoutUndefined(changes))) {
    const before = settings[name as keyof OrgSettings]
    const after = groups.has(name)
      ? { ...(before as object), ...withoutUndefined(value as object) }
      : (value ?? undefined)
    Object.assign(settings, { [name]: after })
  }
}

function withoutUndefined(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))
}
