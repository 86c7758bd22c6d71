import type { ParsedOrgOptions } from './options-schema.ts'

/** The options that can change while an organisation runs. Durations are milliseconds. */
export interface OrgSettings {
  searchLag: number
  transitionDelay: number
  pageSizes: NonNullable<ParsedOrgOptions['pageSizes']>
  rateLimit: { readonly limit: number; readonly window: number; readonly enforce: boolean }
  trustedOrigins: readonly string[] | undefined
  sessionCookie: string
  sessionLifetime: number
  passwordHook: ParsedOrgOptions['passwordHook']
  optionalPassword: 'off' | 'required' | 'optional' | 'disabled'
  activationWithoutPassword: 'PROVISIONED' | 'ACTIVE'
  ruleOfDeletedGroup: 'INVALID' | 'unchanged'
  oneTimeTokenLifetimes: {
    readonly activation: number
    readonly passwordReset: number
    readonly emailVerification: number
  }
  features: { readonly earlyAccess: boolean; readonly newerEngine: boolean }
  largePageTimeout: number | undefined
  uniqueClientNames: boolean
  strictSpelling: boolean
  beyond: boolean
  deactivation: { readonly applications: 'removed' | 'kept'; readonly credentials: 'kept' | 'removed' }
  clientUpdate: 'every-setting' | 'required-settings'
  endedGrants: 'gone' | 'shown'
  tokenLifetimes: {
    readonly access: number
    readonly id: number
    readonly refresh: number
    readonly code: number
    readonly deviceCode: number
  }
  refreshTokenRotation: 'public-clients' | 'all-clients' | 'off'
  refreshTokenGrace: number
  scopeClaim: 'scp' | 'scope' | 'both'
  quickSignIn: boolean
}

/** The settings of the options, with every default filled in. */
export function settingsFrom(options: ParsedOrgOptions): OrgSettings {
  return {
    searchLag: options.searchLag ?? 0,
    transitionDelay: options.transitionDelay ?? 0,
    pageSizes: options.pageSizes ?? {},
    rateLimit: { limit: 600, window: minute, enforce: false, ...options.rateLimit },
    trustedOrigins: options.trustedOrigins,
    sessionCookie: options.sessionCookie ?? 'sid',
    sessionLifetime: options.sessionLifetime ?? 2 * hour,
    passwordHook: options.passwordHook,
    optionalPassword: options.optionalPassword ?? 'off',
    activationWithoutPassword: options.activationWithoutPassword ?? 'PROVISIONED',
    ruleOfDeletedGroup: options.ruleOfDeletedGroup ?? 'INVALID',
    oneTimeTokenLifetimes: {
      activation: week,
      passwordReset: hour,
      emailVerification: hour,
      ...options.oneTimeTokenLifetimes,
    },
    features: { earlyAccess: true, newerEngine: true, ...options.features },
    largePageTimeout: options.largePageTimeout,
    uniqueClientNames: options.uniqueClientNames ?? false,
    strictSpelling: options.strictSpelling ?? false,
    beyond: options.beyond ?? true,
    deactivation: { applications: 'removed', credentials: 'kept', ...options.deactivation },
    clientUpdate: options.clientUpdate ?? 'every-setting',
    endedGrants: options.endedGrants ?? 'gone',
    tokenLifetimes: {
      access: hour,
      id: hour,
      refresh: week,
      code: 5 * minute,
      deviceCode: 10 * minute,
      ...options.tokenLifetimes,
    },
    refreshTokenRotation: options.refreshTokenRotation ?? 'public-clients',
    refreshTokenGrace: options.refreshTokenGrace ?? 0,
    scopeClaim: options.scopeClaim ?? 'scp',
    quickSignIn: options.quickSignIn ?? false,
  }
}

const minute = 60_000
const hour = 60 * minute
const week = 7 * 24 * hour

/** Runs a step with other settings, and restores the earlier ones. */
export function underSettings<Result>(
  settings: OrgSettings,
  others: Partial<OrgSettings>,
  step: () => Result,
): Result {
  const before: Record<string, unknown> = {}
  for (const name of Object.keys(others)) before[name] = settings[name as keyof OrgSettings]
  Object.assign(settings, others)
  try {
    return step()
  } finally {
    Object.assign(settings, before)
  }
}
