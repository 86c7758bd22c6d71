import type { z } from 'zod'
import { defined } from './defined.ts'
import { once } from '../../contract/once.ts'
import { objectOf, type Option } from './option.ts'
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

export type SettingChanges = z.output<ReturnType<typeof settingChangesSchema>>

/** A setting that null removes. */
function orNone<Output, Input>(row: Option<Output, Input>): Option<Output | null, Input | null> {
  return { ...row, type: () => row.type().nullable() }
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
