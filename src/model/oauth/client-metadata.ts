import { type Mistake, wrong } from '../../contract/errors/mistakes.ts'
import {
  type ClientSetting,
  clientSettings,
  type ClientSettings,
  updateNeeds,
} from '../../contract/resources/client-settings.ts'
import type { OrgSettings } from '../kernel/settings.ts'
import { type ClientInputGiven, neverSent, secretMethods } from '../../contract/resources/client.ts'
import { addProblems, type Features, hasSetting, isExempt, refuseProblems } from './client-rules.ts'
import { publicKeySet } from './json-web-keys.ts'

/**
 * The settings of a new client, with defaults for those that are not sent (Clients, POST).
 *
 * @param known Mistakes that the settings themselves do not show.
 * @throws `Refusal` `invalid-client-metadata` or `invalid-redirect-uri`, which names every mistake.
 */
export function registeredSettings(
  input: ClientInputGiven,
  features: Features,
  known: readonly Mistake[],
): ClientSettings {
  const settings = completed(input)
  const problems: Mistake[] = []
  sentInVain(problems, input, neverSent.register)
  addProblems(problems, settings, input, features)
  refuseProblems([...problems, ...known], input)
  return settings
}

/**
 * The settings of an updated client: all of them come from the update (Clients, PUT).
 *
 * @param organisation The interpretation `client-update-missing` sets which settings are required.
 * @param known Mistakes that the settings themselves do not show.
 * @throws `Refusal` as for a registration, and for a setting that is missing or cannot change.
 */
export function updatedSettings(
  input: ClientInputGiven,
  current: { readonly id: string; readonly settings: ClientSettings },
  { features, interpretations }: Pick<OrgSettings, 'features' | 'interpretations'>,
  known: readonly Mistake[],
): ClientSettings {
  const settings = completed(input, current.settings)
  const missing = missingSettings(input, current.settings, features, interpretations['client-update-missing'])
  const problems: Mistake[] = []
  sentInVain(problems, input, neverSent.update)
  identityProblems(problems, input, current)
  const others: Mistake[] = []
  addProblems(others, settings, input, features)
  const rest = others.filter(({ at }) => !missing.some((it) => it.at === at))
  refuseProblems([...problems, ...missing, ...rest, ...known], input)
  return settings
}

/** Whether clients with these settings have a secret (Clients, Client Application, rule 2). */
export function needsSecret({ token_endpoint_auth_method: method }: ClientSettings): boolean {
  return secretMethods.includes(method)
}

/** The settings of a client that was registered with nothing. A copy of it is faster than a new object. */
const byDefault = Object.fromEntries(
  clientSettings.map(({ name, default: value = null }) => [name, value]),
) as unknown as ClientSettings
const rows = new Map<string, (typeof clientSettings)[number]>(clientSettings.map((row) => [row.name, row]))

function completed(input: ClientInputGiven, current: ClientSettings = byDefault): ClientSettings {
  const { application_type, consent_method } = current
  const settings: Record<string, unknown> = { ...byDefault, application_type, consent_method }
  for (const name of Object.keys(input)) {
    const value = input[name]
    const row = rows.get(name)
    if (row && value !== undefined && (value !== null || !row.neverNull)) settings[name] = value
  }
  const { jwks } = input
  settings.jwks = jwks?.keys === undefined ? null : publicKeySet(jwks)
  const { response_types: responses, grant_types: grants } = settings as unknown as ClientSettings
  // If the grant types make the response types optional, `authorization_code` still implies `code` (rules 4 and 6).
  if (!responses?.length && grants.includes('authorization_code') && isExempt(grants))
    settings.response_types = ['code']
  return settings as unknown as ClientSettings
}

/** Adds a mistake for each setting that the caller sent, but only the service may set. */
function sentInVain(problems: Mistake[], input: ClientInputGiven, names: readonly string[]): void {
  for (const name of names) {
    const value = input[name]
    if (value !== undefined && value !== null) problems.push(wrong('setting-read-only', name))
  }
}

/** Clients, PUT and Client Application: the id may be sent. The id and the application type cannot change. */
function identityProblems(
  problems: Mistake[],
  input: ClientInputGiven,
  current: { readonly id: string; readonly settings: ClientSettings },
): void {
  const { client_id: id, application_type: type } = input
  if (id !== undefined && id !== null && id !== current.id) {
    problems.push(wrong('setting-fixed', 'client_id'))
  }
  if (type && type !== current.settings.application_type) {
    problems.push(wrong('setting-fixed', 'application_type'))
  }
}

/**
 * Clients, PUT: partial updates fail (interpretation: client-update-missing). A setting of a feature counts if the
 * client has it. One of the two ways to give keys is enough.
 */
function missingSettings(
  input: ClientInputGiven,
  current: ClientSettings,
  features: Features,
  needs: keyof typeof updateNeeds,
): readonly Mistake[] {
  const needed: ClientSetting[] = [...updateNeeds[needs]]
  if (needs === 'every-setting') {
    needed.push(
      ...clientSettings
        .filter((row) => row.features && current[row.name] !== null && hasSetting(row.name, features))
        .map(({ name }) => name),
    )
  }
  return needed
    .filter((setting) => input[setting] === undefined && !isKeyGivenOtherwise(setting, input))
    .map((setting) => wrong(neverNull.has(setting) ? 'blank' : 'setting-missing', setting))
}

/** The required settings for which an update cannot send null. */
const neverNull = new Set(clientSettings.filter((row) => row.neverNull).map(({ name }) => name))

function isKeyGivenOtherwise(setting: ClientSetting, input: ClientInputGiven): boolean {
  if (setting === 'jwks') return input.jwks_uri !== undefined && input.jwks_uri !== null
  return setting === 'jwks_uri' && input.jwks !== undefined && input.jwks !== null
}
