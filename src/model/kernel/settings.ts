import type { OrgOptions, PageSizeOptions, PasswordHook, PasswordHookEndpoint } from './options.ts'

/** What can be changed while an organisation runs: the options that are not about how it was made. */
export interface OrgSettings {
  searchLag: number
  transitionDelay: number
  pageSizes: Readonly<Record<string, PageSizeOptions>>
  rateLimit: { readonly limit: number; readonly windowSeconds: number; readonly enforce: boolean }
  trustedOrigins: readonly string[] | undefined
  sessionCookie: string
  sessionMinutes: number
  passwordHook: string | PasswordHookEndpoint | PasswordHook | undefined
  optionalPassword: 'off' | 'required' | 'optional' | 'disabled'
  activationWithoutPassword: 'PROVISIONED' | 'ACTIVE'
  oneTimeTokenMinutes: {
    readonly activation: number
    readonly passwordReset: number
    readonly emailVerification: number
  }
  features: { readonly earlyAccess: boolean; readonly newerEngine: boolean }
  largePageTimeout: number | undefined
  uniqueClientNames: boolean
  strictSpelling: boolean
  deactivation: { readonly applications: 'removed' | 'kept'; readonly credentials: 'kept' | 'removed' }
  clientUpdate: 'every-setting' | 'required-settings'
  endedGrants: 'gone' | 'shown'
  tokenMinutes: {
    readonly access: number
    readonly id: number
    readonly refresh: number
    readonly code: number
    readonly deviceCode: number
  }
  refreshTokenRotation: 'public-clients' | 'all-clients' | 'off'
  refreshTokenGrace: number
  quickSignIn: boolean
}

/** The settings that options make, with every default filled in. */
export function settingsFrom(options: OrgOptions): OrgSettings {
  return {
    searchLag: options.searchLag ?? 0,
    transitionDelay: options.transitionDelay ?? 0,
    pageSizes: options.pageSizes ?? {},
    rateLimit: { limit: 600, windowSeconds: 60, enforce: false, ...options.rateLimit },
    trustedOrigins: options.trustedOrigins,
    sessionCookie: options.sessionCookie ?? 'sid',
    sessionMinutes: options.sessionMinutes ?? 120,
    passwordHook: options.passwordHook,
    optionalPassword: options.optionalPassword ?? 'off',
    activationWithoutPassword: options.activationWithoutPassword ?? 'PROVISIONED',
    oneTimeTokenMinutes: {
      activation: 10_080,
      passwordReset: 60,
      emailVerification: 60,
      ...options.oneTimeTokenMinutes,
    },
    features: { earlyAccess: true, newerEngine: true, ...options.features },
    largePageTimeout: options.largePageTimeout,
    uniqueClientNames: options.uniqueClientNames ?? false,
    strictSpelling: options.strictSpelling ?? false,
    deactivation: { applications: 'removed', credentials: 'kept', ...options.deactivation },
    clientUpdate: options.clientUpdate ?? 'every-setting',
    endedGrants: options.endedGrants ?? 'gone',
    tokenMinutes: { access: 60, id: 60, refresh: 10_080, code: 5, deviceCode: 10, ...options.tokenMinutes },
    refreshTokenRotation: options.refreshTokenRotation ?? 'public-clients',
    refreshTokenGrace: options.refreshTokenGrace ?? 0,
    quickSignIn: options.quickSignIn ?? false,
  }
}

/** Takes a step under other settings, and goes back to those that there were. */
export function underSettings<Result>(
  settings: OrgSettings,
  others: Partial<OrgSettings>,
  step: () => Result,
): Result {
  const before = Object.fromEntries(
    Object.keys(others).map((name) => [name, settings[name as keyof OrgSettings]]),
  )
  Object.assign(settings, others)
  try {
    return step()
  } finally {
    Object.assign(settings, before)
  }
}
