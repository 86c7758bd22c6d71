import { type Mistake, wrong } from '../../contract/errors/mistakes.ts'
import {
  type ClientInputGiven,
  type ClientSetting,
  neverSent,
  secretMethods,
  settingDefaults,
  settingFeatures,
  settingsNeverNull,
  updateNeeds,
} from '../../contract/resources/client.ts'
import {
  addProblems,
  type ClientSettings,
  type Features,
  hasSetting,
  isExempt,
  refuseProblems,
} from './client-rules.ts'
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
  const settings = completed(input, 'web')
  const problems: Mistake[] = []
  sentInVain(problems, input, neverSent.register)
  addProblems(problems, settings, input, features)
  refuseProblems([...problems, ...known], input)
  return settings
}

/**
 * The settings of an updated client: all of them come from the update (Clients, PUT).
 *
 * @param organisation `clientUpdate` sets which settings are required.
 * @param known Mistakes that the settings themselves do not show.
 * @throws `Refusal` as for a registration, and for a setting that is missing or cannot change.
 */
export function updatedSettings(
  input: ClientInputGiven,
  current: { readonly id: string; readonly settings: ClientSettings },
  { features, clientUpdate }: { features: Features; clientUpdate: keyof typeof updateNeeds },
  known: readonly Mistake[],
): ClientSettings {
  const settings = completed(input, current.settings.application_type)
  const kept = { ...settings, consent_method: input.consent_method ?? current.settings.consent_method }
  const missing = missingSettings(input, current.settings, features, clientUpdate)
  const problems: Mistake[] = []
  sentInVain(problems, input, neverSent.update)
  identityProblems(problems, input, current)
  const others: Mistake[] = []
  addProblems(others, kept, input, features)
  const rest = others.filter(({ at }) => !missing.some((it) => it.at === at))
  refuseProblems([...problems, ...missing, ...rest, ...known], input)
  return kept
}

/** Whether clients with these settings have a secret (Clients, Client Application, rule 2). */
export function needsSecret({ token_endpoint_auth_method: method }: ClientSettings): boolean {
  return secretMethods.includes(method)
}

function completed(input: ClientInputGiven, type: ClientSettings['application_type']): ClientSettings {
  const { redirect_uris, response_types, grant_types } = settingDefaults
  const grants = input.grant_types ?? grant_types
  return {
    client_name: input.client_name ?? '',
    client_uri: input.client_uri ?? null,
    logo_uri: input.logo_uri ?? null,
    application_type: input.application_type ?? type,
    redirect_uris: input.redirect_uris === undefined ? redirect_uris : input.redirect_uris,
    post_logout_redirect_uris:
      input.post_logout_redirect_uris === undefined
        ? settingDefaults.post_logout_redirect_uris
        : input.post_logout_redirect_uris,
    response_types: withImpliedCode(
      input.response_types === undefined ? response_types : input.response_types,
      grants,
    ),
    grant_types: grants,
    token_endpoint_auth_method:
      input.token_endpoint_auth_method ?? settingDefaults.token_endpoint_auth_method,
    initiate_login_uri: input.initiate_login_uri ?? null,
    jwks: input.jwks?.keys === undefined ? null : publicKeySet(input.jwks),
    jwks_uri: input.jwks_uri ?? null,
    policy_uri: input.policy_uri ?? null,
    tos_uri: input.tos_uri ?? null,
    request_object_signing_alg: input.request_object_signing_alg ?? null,
    frontchannel_logout_uri: input.frontchannel_logout_uri ?? null,
    frontchannel_logout_session_required: input.frontchannel_logout_session_required ?? null,
    consent_method: input.consent_method ?? 'REQUIRED',
  } as ClientSettings
}

/**
 * If the grant types make the response types optional, `authorization_code` still implies `code` (Clients, rules 4
 * and 6).
 */
function withImpliedCode(
  responses: ClientSettings['response_types'] | readonly string[],
  grants: readonly string[],
): typeof responses {
  if ((responses && responses.length > 0) || !grants.includes('authorization_code')) return responses
  return isExempt(grants) ? ['code'] : responses
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
    const held = Object.keys(settingFeatures) as ClientSetting[]
    needed.push(...held.filter((setting) => current[setting] !== null && hasSetting(setting, features)))
  }
  return needed
    .filter((setting) => input[setting] === undefined && !isKeyGivenOtherwise(setting, input))
    .map((setting) => wrong(mayBeNull(setting) ? 'setting-missing' : 'blank', setting))
}

/** Whether an update may send null for a required setting. */
function mayBeNull(setting: ClientSetting): boolean {
  return setting !== 'client_name' && !settingsNeverNull.some((name) => name === setting)
}

function isKeyGivenOtherwise(setting: ClientSetting, input: ClientInputGiven): boolean {
  if (setting === 'jwks') return input.jwks_uri !== undefined && input.jwks_uri !== null
  return setting === 'jwks_uri' && input.jwks !== undefined && input.jwks !== null
}
