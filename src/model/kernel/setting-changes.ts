import type { z } from 'zod'
import { defined } from './defined.ts'
import { once } from '../../contract/once.ts'
import { changeableInterpretations } from './interpretation-options.ts'
import { group, objectOf, type Option } from './option.ts'
import { passwordPolicySchema } from './org-options.ts'
import { type OrgSettings, type OtherSettings, settingRows, withOthers } from './settings.ts'

/**
 * The settings that can change while an organisation runs, with the names of the options. Null removes an optional
 * setting.
 */
export const settingChangesSchema = once(() => {
  const { trustedOrigins, passwordHook, interpretations, ...rest } = settingRows
  return objectOf({
    ...rest,
    interpretations: group(changeableInterpretations).describe(interpretations.text ?? ''),
    trustedOrigins: orNone(trustedOrigins),
    passwordHook: orNone(passwordHook),
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
  const given = Object.entries(defined(changes)).map(([name, value]) => [name, value ?? undefined])
  org.settings = withOthers(org.settings, Object.fromEntries(given) as OtherSettings)
}
