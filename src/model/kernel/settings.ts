import { once } from '../../contract/once.ts'
import { defaultsOf, type Setting, type ValueOf } from './option.ts'
import { orgOptions, type ParsedOrgOptions } from './org-options.ts'
import type { Coding } from './stored.ts'

type Rows = typeof orgOptions

/** The names of the options that can change while an organisation runs. */
export type SettingName = {
  [Name in keyof Rows]: Rows[Name] extends Setting<unknown> ? Name : never
}[keyof Rows]

/** The settings of an organisation that runs, with every default filled in. Durations are milliseconds. */
export type OrgSettings = { readonly [Name in SettingName]: ValueOf<Rows[Name]> }

/** The rows of the settings. */
export interface SettingRows extends Pick<Rows, SettingName> {}

export const settingRows = Object.fromEntries(
  Object.entries(orgOptions).filter(([, row]) => 'isSetting' in row),
) as unknown as SettingRows

const byDefault = once((): OrgSettings => defaultsOf(settingRows))

/** Whether a setting has several values. Those that a change leaves out stay. */
export function hasSeveralValues(name: string): boolean {
  return 'rows' in settingRows[name as SettingName]
}

/** The settings of the options, with every default filled in. */
export function settingsFrom(options: ParsedOrgOptions): OrgSettings {
  const settings = Object.entries(byDefault()).map(([name, value]) => {
    const given = options[name as SettingName]
    // A copy: an organisation must not change what another one gets.
    return [
      name,
      typeof value === 'object' ? { ...(value as object), ...(given as object) } : (given ?? value),
    ]
  })
  return Object.fromEntries(settings) as OrgSettings
}

/** Runs a step with other settings, and restores the earlier ones. */
export function underSettings<Result>(
  org: { settings: OrgSettings },
  others: Partial<OrgSettings>,
  step: () => Result,
): Result {
  const names = Object.keys(others) as (keyof OrgSettings)[]
  const before = Object.fromEntries(names.map((name) => [name, org.settings[name]]))
  org.settings = { ...org.settings, ...others }
  try {
    return step()
  } finally {
    org.settings = { ...org.settings, ...before }
  }
}

/** The row of a password hook that is a function of the process. */
const isFunction = { isFunction: true }

/**
 * Converts settings to a row, and back.
 *
 * @param given The initial settings of the organisation: a hook that is a function comes from them.
 */
export function settingsCoding(given: OrgSettings): Coding<OrgSettings> {
  const { passwordHook: own } = given
  return {
    encode: (settings) =>
      typeof settings.passwordHook === 'function' ? { ...settings, passwordHook: isFunction } : settings,
    decode(row) {
      const settings = row as OrgSettings
      const { passwordHook: hook } = settings
      if (typeof hook !== 'object' || !('isFunction' in hook)) return settings
      return { ...settings, passwordHook: typeof own === 'function' ? own : undefined }
    },
  }
}
