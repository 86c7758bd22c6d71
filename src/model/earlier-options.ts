import { defined } from './kernel/defined.ts'
import { asRecorded } from './kernel/interpretation-options.ts'
import type { ParsedOrgOptions } from './kernel/org-options.ts'
import { type OrgSettings, settingsFrom } from './kernel/settings.ts'

type Values = Readonly<Record<string, unknown>>

/** Options that rows before version 3 have at other places, and those of today. */
const places: Readonly<Record<string, string>> = {
  searchLag: 'delays.search',
  transitionDelay: 'delays.transition',
  sessionCookie: 'signIn.cookie',
  quickSignIn: 'signIn.quick',
  secondFactor: 'signIn.secondFactor',
  sessionLifetime: 'lifetimes.session',
  'tokenLifetimes.access': 'lifetimes.access',
  'tokenLifetimes.id': 'lifetimes.id',
  'tokenLifetimes.refresh': 'lifetimes.refresh',
  'tokenLifetimes.code': 'lifetimes.code',
  'tokenLifetimes.deviceCode': 'lifetimes.deviceCode',
  'oneTimeTokenLifetimes.activation': 'lifetimes.activation',
  'oneTimeTokenLifetimes.passwordReset': 'lifetimes.passwordReset',
  'oneTimeTokenLifetimes.emailVerification': 'lifetimes.emailVerification',
  refreshTokenRotation: 'refreshTokens.rotation',
  refreshTokenGrace: 'refreshTokens.grace',
  loginPattern: 'profile.loginPattern',
  nullableNames: 'profile.nullableNames',
  activationWithoutPassword: 'interpretations.activation-without-password',
  'deactivation.applications': 'interpretations.deactivated-applications',
  'deactivation.credentials': 'interpretations.deactivated-credentials',
  endedGrants: 'interpretations.revoked-grants',
  uniqueClientNames: 'interpretations.client-name-unique',
  clientUpdate: 'interpretations.client-update-missing',
  scopeClaim: 'interpretations.access-token-scopes',
  largePageTimeout: 'interpretations.large-page-time-out',
  strictSpelling: 'interpretations.tolerances',
  beyond: 'interpretations.beyond-the-description',
  'vocabulary.word': 'prefix',
  'vocabulary.prefix': 'prefix',
}

/** Switches that are texts today: their values for false and true. */
const switches: Readonly<Record<string, readonly [off: unknown, on: unknown]>> = {
  uniqueClientNames: ['shared', 'unique'],
  strictSpelling: ['taken', 'refused'],
  beyond: ['absent', 'served'],
}

/** Options of rows, or settings, with the names of today. */
export function presentOptions(earlier: Values): ParsedOrgOptions {
  const { seed: ids, secretSeed: secrets, sampleSeed: samples, ...others } = earlier
  const { recorded, ruleOfDeletedGroup: _, unsetActivated: __, ...named } = others
  const seed = secrets === undefined && samples === undefined ? ids : { ids, secrets, samples }
  const present: Record<string, unknown> = { seed, ...(recorded !== undefined && { preset: 'okta' }) }
  for (const { path, value } of leavesOf(named)) {
    const [group = '', member] = (places[path] ?? path).split('.')
    const given = path in switches ? switches[path]![Number(value)] : value
    present[group] = member === undefined ? given : { ...(present[group] as object), [member]: given }
  }
  return defined(present)
}

/** The options, and the members of those groups whose members are at other places today. */
function leavesOf(options: Values): readonly { readonly path: string; readonly value: unknown }[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (!groups.has(name)) return [{ path: name, value }]
    return Object.entries(value as Values).map(([member, of]) => ({ path: `${name}.${member}`, value: of }))
  })
}

const groups = new Set(Object.keys(places).flatMap((path) => path.match(/^.*(?=\.)/) ?? []))

/** The settings in a row of an earlier version. */
export function presentSettings(row: unknown, { preset }: ParsedOrgOptions): OrgSettings {
  const { interpretations, ...others } = presentOptions(row as Values)
  return settingsFrom({
    ...others,
    interpretations: { ...(preset === undefined ? {} : asRecorded), ...interpretations },
  })
}
