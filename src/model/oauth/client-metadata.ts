import type { z } from 'zod'
import { refuse, told } from '../../contract/errors.ts'
import { isAbsoluteUriWithoutFragment, isUrl } from '../../contract/formats/index.ts'
import { profileMessages } from '../../contract/profile.ts'
import {
  applicationTypeRules,
  type ClientInputGiven,
  type ClientSetting,
  type clientSettings,
  type Feature,
  grantTypeFeatures,
  grantTypesWithoutRedirect,
  neverSent,
  schemesLeadingNowhere,
  secretMethods,
  settingDefaults,
  settingFeatures,
  settingsNeverNull,
  updateNeeds,
  urlSettings,
} from '../../contract/resources/client.ts'
import { type KeySet, keySetProblems, publicKeySet } from './json-web-keys.ts'

type Sent = {
  readonly [Name in ClientSetting]: Exclude<z.output<ReturnType<typeof clientSettings>[Name]>, undefined>
}
type NeverNull = (typeof settingsNeverNull)[number] | 'client_name' | 'consent_method'

/** The settings of a client in the wire's shape, every one of them present. */
export type ClientSettings = {
  readonly [Name in Exclude<ClientSetting, NeverNull | 'jwks'>]: Sent[Name]
} & { readonly [Name in NeverNull]: NonNullable<Sent[Name]> } & { readonly jwks: KeySet | null }

/** Which features a deployment has. */
export type Features = Readonly<Record<Feature, boolean>>

/** Something wrong with a setting; an address that is wrong has an error of its own (RFC 7591 section 3.2.2). */
interface Problem {
  readonly setting: string
  readonly message: string
  readonly isAddress?: true
}

/**
 * The settings of a client that is registered, with defaults for those that are not sent (document 1, POST).
 *
 * @throws Refusal `invalid-client-metadata` or `invalid-redirect-uri`, which names everything that is wrong.
 */
export function registeredSettings(input: ClientInputGiven, features: Features): ClientSettings {
  const settings = completed(input, 'web')
  const problems: Problem[] = []
  sentInVain(problems, input, neverSent.register)
  addProblems(problems, settings, input, features)
  refuseProblems(problems)
  return settings
}

/**
 * The settings of a client that is updated: all of them come from the update (document 1, PUT).
 *
 * @param needs Which settings must be there.
 * @throws Refusal as for a registration, and for a setting that is missing or cannot change.
 */
export function updatedSettings(
  input: ClientInputGiven,
  current: { readonly id: string; readonly settings: ClientSettings },
  features: Features,
  needs: keyof typeof updateNeeds,
): ClientSettings {
  const settings = completed(input, current.settings.application_type)
  const kept = { ...settings, consent_method: input.consent_method ?? current.settings.consent_method }
  const missing = missingSettings(input, current.settings, features, needs)
  const problems: Problem[] = []
  sentInVain(problems, input, neverSent.update)
  identityProblems(problems, input, current)
  const others: Problem[] = []
  addProblems(others, kept, input, features)
  refuseProblems([
    ...problems,
    ...missing,
    ...others.filter(({ setting }) => !missing.some((it) => it.setting === setting)),
  ])
  return kept
}

/** Whether a deployment has a setting (document 1, Versioning, 2). */
export function hasSetting(setting: ClientSetting, features: Features): boolean {
  return lacking(settingFeatures[setting], features) === undefined
}

/** Whether clients with these settings have a secret (document 1, Client Application, rule 2). */
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
    jwks: input.jwks ? publicKeySet(input.jwks) : null,
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
 * Where the grant types let the response types be left out, `authorization_code` among them still implies
 * `code` (document 1, rules 4 and 6).
 */
function withImpliedCode(
  responses: ClientSettings['response_types'] | readonly string[],
  grants: readonly string[],
): typeof responses {
  if ((responses && responses.length > 0) || !grants.includes('authorization_code')) return responses
  return isExempt(grants) ? ['code'] : responses
}

function isExempt(grants: readonly string[]): boolean {
  return grantTypesWithoutRedirect.some((grant) => grants.includes(grant))
}

function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const message = told(problems.map((problem) => `${problem.setting}: ${problem.message}`)).join('; ')
  if (problems.every((problem) => problem.isAddress)) refuse('invalid-redirect-uri', { message })
  refuse('invalid-client-metadata', { field: problems[0]!.setting, message })
}

function addProblems(
  problems: Problem[],
  settings: ClientSettings,
  input: ClientInputGiven,
  features: Features,
): void {
  for (const rule of rules) rule(problems, settings, features, input)
}

/** Adds to a list what is wrong: mostly nothing is, and the list is one for all rules. */
type Rule = (
  problems: Problem[],
  settings: ClientSettings,
  features: Features,
  input: ClientInputGiven,
) => void

/** What holds for every client, rule by rule. */
const rules: readonly Rule[] = [
  nameGiven,
  featuresPresent,
  grantTypesOfApplicationType,
  responseTypesOfGrantTypes,
  redirectUris,
  addresses,
  keys,
]

/** Document 1, Client Application: `client_name` is required. */
function nameGiven(problems: Problem[], { client_name }: ClientSettings): void {
  if (client_name.trim() === '') problems.push({ setting: 'client_name', message: profileMessages.blank })
}

const settingsOfFeatures = Object.entries(settingFeatures)

/** Document 1, Versioning, 2: features are available only where enabled. */
function featuresPresent(problems: Problem[], settings: ClientSettings, features: Features): void {
  for (const [setting, needed] of settingsOfFeatures) {
    const feature = lacking(needed, features)
    const isSent = settings[setting as ClientSetting] !== null
    if (feature && isSent) problems.push({ setting, message: `${feature} is not enabled` })
  }
  for (const grant of settings.grant_types) {
    const feature = lacking(grantTypeFeatures[grant], features)
    if (feature)
      problems.push({ setting: 'grant_types', message: `${grant} needs ${feature}, which is not enabled` })
  }
}

/** Document 1, Valid grant types per application type. */
function grantTypesOfApplicationType(problems: Problem[], settings: ClientSettings): void {
  const { application_type: type, grant_types: grants } = settings
  const { valid, unplaced, required } = applicationTypeRules[type]
  for (const grant of grants) {
    if (valid.includes(grant) || unplaced.includes(grant)) continue
    problems.push({ setting: 'grant_types', message: `${grant} is not valid for application_type ${type}` })
  }
  for (const grant of required) {
    if (grants.includes(grant)) continue
    problems.push({ setting: 'grant_types', message: `application_type ${type} must include ${grant}` })
  }
}

/** Document 1, rules 4 and 6, and the requirement of service clients. */
function responseTypesOfGrantTypes(problems: Problem[], settings: ClientSettings): void {
  const { application_type: type, grant_types: grants, response_types: responses } = settings
  const setting = 'response_types'
  if (!responses || responses.length === 0) {
    if (!isExempt(grants)) problems.push({ setting, message: 'At least one response type is required' })
    return
  }
  if (grants.includes('authorization_code') && !responses.includes('code')) {
    problems.push({ setting, message: 'authorization_code among grant_types implies code' })
  }
  for (const response of responses) {
    if (!applicationTypeRules[type].forbiddenResponses.includes(response)) continue
    problems.push({ setting, message: `${response} is not valid for application_type ${type}` })
  }
}

/** Document 1, rules 4 and 5. */
function redirectUris(problems: Problem[], settings: ClientSettings): void {
  const { redirect_uris: uris, grant_types: grants } = settings
  if (!uris || uris.length === 0) {
    if (!isExempt(grants))
      problems.push({ setting: 'redirect_uris', message: 'At least one redirect URI is required' })
    return
  }
  for (const [index, uri] of uris.entries()) {
    const setting = `redirect_uris.${index}`
    if (!isAbsoluteUriWithoutFragment(uri)) {
      problems.push({ setting, message: 'Must be an absolute URI without a fragment', isAddress: true })
    } else if (leadsNowhere(uri)) problems.push({ setting, message: nowhere, isAddress: true })
  }
}

const nowhere = `Must not have the scheme ${schemesLeadingNowhere.join(' or ')}`

function leadsNowhere(uri: string): boolean {
  const scheme = uri.slice(0, uri.indexOf(':')).toLowerCase()
  return schemesLeadingNowhere.some((name) => name === scheme)
}

/** Document 1, Client Application: the settings that are URLs (decision: client-url-form). */
function addresses(problems: Problem[], settings: ClientSettings): void {
  for (const setting of urlSettings) {
    const url = settings[setting]
    if (url !== null && !isUrl(url))
      problems.push({ setting, message: 'Must be an absolute http or https URL' })
  }
  for (const [index, uri] of (settings.post_logout_redirect_uris ?? []).entries()) {
    const setting = `post_logout_redirect_uris.${index}`
    if (!isAbsoluteUriWithoutFragment(uri.split('#', 1)[0]!)) {
      problems.push({ setting, message: 'Must be an absolute URI' })
    } else if (leadsNowhere(uri)) problems.push({ setting, message: nowhere })
  }
}

/** Document 1, JSON Web Key Set; RFC 7591 section 2 for the two ways to give one. */
function keys(
  problems: Problem[],
  settings: ClientSettings,
  _features: Features,
  input: ClientInputGiven,
): void {
  const { jwks, jwks_uri, token_endpoint_auth_method: method } = settings
  if (input.jwks) {
    for (const problem of keySetProblems(input.jwks)) {
      const colon = problem.indexOf(': ')
      problems.push({ setting: problem.slice(0, colon), message: problem.slice(colon + 2) })
    }
  }
  if (jwks && jwks_uri !== null)
    problems.push({ setting: 'jwks', message: 'Cannot be combined with jwks_uri' })
  if (method === 'private_key_jwt' && !jwks?.keys?.length && jwks_uri === null) {
    problems.push({ setting: 'jwks', message: 'private_key_jwt needs jwks with a key, or jwks_uri' })
  }
}

/** What only the service says, but the caller did. */
function sentInVain(problems: Problem[], input: ClientInputGiven, names: readonly string[]): void {
  for (const name of names) {
    const value = input[name]
    if (value !== undefined && value !== null)
      problems.push({ setting: name, message: 'Must not be specified' })
  }
}

/** Document 1, PUT and Client Application: the id may be sent; it and the application type do not change. */
function identityProblems(
  problems: Problem[],
  input: ClientInputGiven,
  current: { readonly id: string; readonly settings: ClientSettings },
): void {
  const { client_id: id, application_type: type } = input
  if (id !== undefined && id !== null && id !== current.id) {
    problems.push({ setting: 'client_id', message: 'Cannot be changed' })
  }
  if (type && type !== current.settings.application_type) {
    problems.push({ setting: 'application_type', message: 'Cannot be changed' })
  }
}

/**
 * Document 1, PUT: partial updates fail (decision: client-update-missing). A setting that comes with a feature
 * counts where the client has it; of the two ways to give keys, one is enough.
 */
function missingSettings(
  input: ClientInputGiven,
  current: ClientSettings,
  features: Features,
  needs: keyof typeof updateNeeds,
): readonly Problem[] {
  const needed: ClientSetting[] = [...updateNeeds[needs]]
  if (needs === 'every-setting') {
    const held = Object.keys(settingFeatures) as ClientSetting[]
    needed.push(...held.filter((setting) => current[setting] !== null && hasSetting(setting, features)))
  }
  return needed
    .filter((setting) => input[setting] === undefined && !isKeyGivenOtherwise(setting, input))
    .map((setting) => ({ setting, message: profileMessages.blank }))
}

function isKeyGivenOtherwise(setting: ClientSetting, input: ClientInputGiven): boolean {
  if (setting === 'jwks') return input.jwks_uri !== undefined && input.jwks_uri !== null
  return setting === 'jwks_uri' && input.jwks !== undefined && input.jwks !== null
}

function lacking(needed: readonly Feature[] | undefined, features: Features): string | undefined {
  if (!needed) return undefined
  for (const name of needed) if (!features[name]) return featureNames[name]
  return undefined
}

const featureNames: Readonly<Record<Feature, string>> = {
  earlyAccess: 'early access',
  newerEngine: 'the newer engine',
}
