import { once } from '../../contract/once.ts'
import { defaultsOf, type OptionGroup, type Setting, type ValueOf, withChanges } from './option.ts'
import { orgOptions, type ParsedOrgOptions } from './org-options.ts'
import type { Coding } from './stored.ts'

type Rows = typeof orgOptions

/** The names of the options that can change while an organisation runs. */
type SettingName = {
  [Name in keyof Rows]: Rows[Name] extends Setting<unknown> ? Name : never
}[keyof Rows]

/** The settings of an organisation that runs, with every default filled in. Durations are milliseconds. */
export type OrgSettings = { readonly [Name in SettingName]: ValueOf<Rows[Name]> }

/** Other settings. Values of a group that it leaves out stay. */
export type OtherSettings = {
  readonly [Name in SettingName]?: Rows[Name] extends OptionGroup<infer _>
    ? Partial<OrgSettings[Name]>
    : OrgSettings[Name]
}

/** The rows of the settings. */
export interface SettingRows extends Pick<Rows, SettingName> {}

export const settingRows = Object.fromEntries(
  Object.entries(orgOptions).filter(([, row]) => 'isSetting' in row),
) as unknown as SettingRows

const byDefault = once((): OrgSettings => defaultsOf(settingRows))

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

/** Settings with others. */
export function withOthers(settings: OrgSettings, others: OtherSettings): OrgSettings {
  return withChanges(settingRows, settings, others)
}

/** The present values of what other settings change. */
export function valuesBefore(settings: OrgSettings, others: OtherSettings): OtherSettings {
  const before = Object.entries(others).map(([name, value]) => {
    const present = settings[name as SettingName] as Readonly<Record<string, unknown>>
    const isGroup = 'rows' in settingRows[name as SettingName]
    const names = isGroup ? Object.keys(value as object) : []
    return [name, isGroup ? Object.fromEntries(names.map((each) => [each, present[each]])) : present]
  })
  return Object.fromEntries(before) as OtherSettings
}

/** Runs a step with other settings, and restores the earlier ones. */
export function underSettings<Result>(
  org: { settings: OrgSettings },
  others: OtherSettings,
  step: () => Result,
): Result {
  const before = valuesBefore(org.settings, others)
  org.settings = withOthers(org.settings, others)
  try {
    return step()
  } finally {
    org.settings = withOthers(org.settings, before)
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
