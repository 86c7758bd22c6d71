import type { ParsedOrgOptions } from './options-schema.ts'

const minute = 60_000
const hour = 60 * minute
const week = 7 * 24 * hour

/**
 * The options that can change while an organisation runs, with their defaults. Those without one may be unset.
 * Durations are milliseconds.
 */
export const defaultSettings = {
  searchLag: 0,
  transitionDelay: 0,
  pageSizes: {},
  rateLimit: { limit: 600, window: minute, enforce: false },
  trustedOrigins: undefined,
  sessionCookie: 'sid',
  sessionLifetime: 2 * hour,
  passwordHook: undefined,
  optionalPassword: 'off',
  activationWithoutPassword: 'PROVISIONED',
  oneTimeTokenLifetimes: { activation: week, passwordReset: hour, emailVerification: hour },
  features: { earlyAccess: true, newerEngine: true },
  largePageTimeout: undefined,
  uniqueClientNames: false,
  strictSpelling: false,
  beyond: true,
  deactivation: { applications: 'removed', credentials: 'kept' },
  clientUpdate: 'every-setting',
  endedGrants: 'gone',
  tokenLifetimes: { access: hour, id: hour, refresh: week, code: 5 * minute, deviceCode: 10 * minute },
  refreshTokenRotation: 'public-clients',
  refreshTokenGrace: 0,
  scopeClaim: 'scp',
  quickSignIn: false,
} satisfies { readonly [Name in keyof ParsedOrgOptions]: ParsedOrgOptions[Name] | undefined }

type Name = keyof typeof defaultSettings
type Optional = 'trustedOrigins' | 'passwordHook' | 'largePageTimeout'

/** Settings that always have a value. */
export type DefaultedName = Exclude<Name, Optional>

/** The settings of an organisation that runs. */
export type OrgSettings = {
  -readonly [Each in Exclude<DefaultedName, 'pageSizes'>]: Whole<NonNullable<ParsedOrgOptions[Each]>>
} & { -readonly [Each in Optional]: ParsedOrgOptions[Each] } & {
  pageSizes: NonNullable<ParsedOrgOptions['pageSizes']>
}

type Whole<Value> = Value extends object ? Required<Value> : Value

/** Whether a setting has several values. Those that a change leaves out stay. */
export function hasSeveralValues(name: string): boolean {
  return name !== 'pageSizes' && typeof defaultSettings[name as Name] === 'object'
}

/** The settings of the options, with every default filled in. */
export function settingsFrom(options: ParsedOrgOptions): OrgSettings {
  const settings = Object.entries(defaultSettings).map(([name, byDefault]) => {
    const given = options[name as Name]
    // A copy: an organisation must not change what another one gets.
    return [
      name,
      typeof byDefault === 'object' ? { ...byDefault, ...(given as object) } : (given ?? byDefault),
    ]
  })
  return Object.fromEntries(settings) as OrgSettings
}

/** Runs a step with other settings, and restores the earlier ones. */
export function underSettings<Settings extends object, Result>(
  settings: Settings,
  others: Partial<Settings>,
  step: () => Result,
): Result {
  const before: Partial<Settings> = {}
  for (const name of Object.keys(others) as (keyof Settings)[]) before[name] = settings[name]
  Object.assign(settings, others)
  try {
    return step()
  } finally {
    Object.assign(settings, before)
  }
}
