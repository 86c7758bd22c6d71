import type { z } from 'zod'
import { defined } from './defined.ts'
import { once } from '../../contract/once.ts'
import { objectOf, type Option } from './option.ts'
import { passwordPolicySchema } from './org-options.ts'
import { hasSeveralValues, type OrgSettings, settingRows } from './settings.ts'

/**
 * The settings that can change while an organisation runs, with the names of the options. Null removes an optional
 * setting.
 */
export const settingChangesSchema = once(() => {
  const { trustedOrigins, passwordHook, largePageTimeout, ...rest } = settingRows
  return objectOf({
    ...rest,
    trustedOrigins: orNone(trustedOrigins),
    passwordHook: orNone(passwordHook),
    largePageTimeout: orNone(largePageTimeout),
  })
})

/** The settings and the rules of the password policy that can change. */
export const settingsInput = once(() =>
  settingChangesSchema().extend({
    passwordPolicy: passwordPolicySchema().describe('Rules to change').optional(),
  }),
)

export type SettingChanges = z.output<ReturnType<typeof settingChangesSchema>>

/** A setting that null removes. */
function orNone<Output, Input>(row: Option<Output, Input>): Option<Output | null, Input | null> {
  return { ...row, type: () => row.type().nullable() }
}

/** Changes settings; those that you leave out stay. */
export function changeSettings(org: { settings: OrgSettings }, changes: SettingChanges): void {
  const changed = Object.entries(defined(changes)).map(([name, value]) => {
    const before = org.settings[name as keyof OrgSettings]
    return [
      name,
      hasSeveralValues(name) ? { ...(before as object), ...(value as object) } : (value ?? undefined),
    ]
  })
  org.settings = { ...org.settings, ...Object.fromEntries(changed) }
}
