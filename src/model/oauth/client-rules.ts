import type { z } from 'zod'
import { refuseWith } from '../../contract/errors.ts'
import type { Findings } from '../../contract/findings.ts'
import { valueAt, withGot } from '../../contract/refusal-reasons.ts'
import { isAbsoluteUri, isUri, isUrl } from '../../contract/formats/index.ts'
import { profileMessages } from '../../contract/profile.ts'
import {
  applicationTypeRules,
  type ClientInputGiven,
  type ClientSetting,
  type clientSettings,
  type Feature,
  type GrantType,
  grantTypeFeatures,
  grantTypesWithoutRedirect,
  schemesLeadingNowhere,
  settingFeatures,
  type settingsNeverNull,
  urlSettings,
} from '../../contract/resources/client.ts'
import { isForEncryption, type KeySet, keySetProblems } from './json-web-keys.ts'

type Sent = {
  readonly [Name in ClientSetting]: Exclude<z.output<ReturnType<typeof clientSettings>[Name]>, undefined>
}
type NeverNull = (typeof settingsNeverNull)[number] | 'client_name' | 'consent_method'

/** All settings of a client, in the form of the API. */
export type ClientSettings = {
  readonly [Name in Exclude<ClientSetting, NeverNull | 'jwks'>]: Sent[Name]
} & { readonly [Name in NeverNull]: NonNullable<Sent[Name]> } & { readonly jwks: KeySet | null }

/** Which features a deployment has. */
export type Features = Readonly<Record<Feature, boolean>>

/** A mistake in a setting; a wrong address has a separate error (RFC 7591 section 3.2.2). */
export interface Problem {
  readonly setting: string
  readonly message: string
  readonly isAddress?: true
}

/** Adds mistakes that apply to the settings of any client. */
export function addProblems(
  problems: Problem[],
  settings: ClientSettings,
  input: ClientInputGiven,
  features: Features,
  found: Findings,
): void {
  for (const { reads, check } of rules) {
    if (!reads?.some((setting) => found.isUnread(setting))) check(problems, settings, features, input)
  }
}

interface Rule {
  /** The settings that the rule needs. If one of them is unreadable, the rule is skipped. */
  readonly reads?: readonly ClientSetting[]
  /** Adds mistakes to a list. Mostly it adds nothing, so all rules share one list. */
  readonly check: (
    problems: Problem[],
    settings: ClientSettings,
    features: Features,
    input: ClientInputGiven,
  ) => void
}

const ofGrants = ['application_type', 'grant_types'] as const

/** The rules for every client. */
const rules: readonly Rule[] = [
  { reads: ['client_name'], check: nameGiven },
  { check: featuresPresent },
  { reads: ofGrants, check: grantTypesOfApplicationType },
  { reads: [...ofGrants, 'response_types'], check: responseTypesOfGrantTypes },
  { reads: ['grant_types', 'redirect_uris'], check: redirectUriGiven },
  { check: redirectUris },
  { check: addresses },
  { check: publicKeys },
  { reads: ['jwks', 'jwks_uri', 'token_endpoint_auth_method'], check: keysGiven },
]

/** Clients, Client Application: `client_name` is required. */
function nameGiven(problems: Problem[], { client_name }: ClientSettings): void {
  if (client_name.trim() === '') problems.push({ setting: 'client_name', message: profileMessages.blank })
}

const settingsOfFeatures = Object.entries(settingFeatures)

/** Clients, Versioning, 2: features are available only where enabled. */
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

/** Clients, Valid grant types per application type. */
function grantTypesOfApplicationType(problems: Problem[], settings: ClientSettings): void {
  const { application_type: type, grant_types: grants } = settings
  const { valid, unplaced, required } = applicationTypeRules[type]
  for (const grant of grants) {
    if (valid.includes(grant) || unplaced.includes(grant)) continue
    const message = `${grant} is not valid for application_type ${type}: use ${typesWith(grant)}`
    problems.push({ setting: 'grant_types', message })
  }
  for (const grant of required) {
    if (grants.includes(grant)) continue
    problems.push({ setting: 'grant_types', message: `application_type ${type} must include ${grant}` })
  }
}

/** The application types that may use a grant type. */
function typesWith(grant: GrantType): string {
  const types = Object.entries(applicationTypeRules).filter(
    ([, { valid, unplaced }]) => valid.includes(grant) || unplaced.includes(grant),
  )
  return types.map(([name]) => name).join(' or ')
}

/** Clients, rules 4 and 6, and the requirement of service clients. */
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

/** Clients, rule 4. */
function redirectUriGiven(problems: Problem[], settings: ClientSettings): void {
  const { redirect_uris: uris, grant_types: grants } = settings
  if (uris?.length || isExempt(grants)) return
  problems.push({ setting: 'redirect_uris', message: 'At least one redirect URI is required' })
}

/** Clients, rule 5. */
function redirectUris(problems: Problem[], settings: ClientSettings): void {
  const uris: readonly (string | undefined)[] = settings.redirect_uris ?? []
  for (const [index, uri] of uris.entries()) {
    if (uri === undefined) continue
    const setting = `redirect_uris.${index}`
    if (!isAbsoluteUri(uri)) {
      problems.push({ setting, message: 'Must be an absolute URI without a fragment', isAddress: true })
    } else if (leadsNowhere(uri)) problems.push({ setting, message: nowhere, isAddress: true })
  }
}

const nowhere = `Must not have the scheme ${schemesLeadingNowhere.join(' or ')}`

function leadsNowhere(uri: string): boolean {
  const scheme = uri.slice(0, uri.indexOf(':')).toLowerCase()
  return schemesLeadingNowhere.some((name) => name === scheme)
}

/** Clients, Client Application: the settings that are URLs (interpretation: client-url-form). */
function addresses(problems: Problem[], settings: ClientSettings): void {
  for (const setting of urlSettings) {
    const url = settings[setting]
    if (url !== null && !isUrl(url))
      problems.push({ setting, message: 'Must be an absolute http or https URL' })
  }
  const uris: readonly (string | undefined)[] = settings.post_logout_redirect_uris ?? []
  for (const [index, uri] of uris.entries()) {
    if (uri === undefined) continue
    const setting = `post_logout_redirect_uris.${index}`
    if (!isUri(uri)) {
      problems.push({ setting, message: 'Must be an absolute URI' })
    } else if (leadsNowhere(uri)) problems.push({ setting, message: nowhere })
  }
}

/** Clients, JSON Web Key Set. */
function publicKeys(
  problems: Problem[],
  _settings: ClientSettings,
  _features: Features,
  input: ClientInputGiven,
): void {
  if (!input.jwks?.keys) return
  for (const problem of keySetProblems(input.jwks)) {
    const colon = problem.indexOf(': ')
    problems.push({ setting: problem.slice(0, colon), message: problem.slice(colon + 2) })
  }
}

/** RFC 7591, section 2, on the two ways to give a key set. */
function keysGiven(problems: Problem[], settings: ClientSettings): void {
  const { jwks, jwks_uri, token_endpoint_auth_method: method } = settings
  if (jwks && jwks_uri !== null)
    problems.push({ setting: 'jwks', message: 'Cannot be combined with jwks_uri' })
  if (method === 'private_key_jwt' && (jwks?.keys ?? []).every(isForEncryption) && jwks_uri === null) {
    problems.push({
      setting: 'jwks',
      message: 'private_key_jwt needs jwks with a key that signs, or jwks_uri',
    })
  }
}

export function isExempt(grants: readonly string[]): boolean {
  return grantTypesWithoutRedirect.some((grant) => grants.includes(grant))
}

/** @throws `Refusal` that names every mistake. */
export function refuseProblems(problems: readonly Problem[], input: ClientInputGiven = {}): void {
  if (problems.length === 0) return
  const causes = problems.map((problem) => `${problem.setting}: ${problem.message}`)
  const found = problems.map(({ setting }, index) =>
    withGot(causes[index]!, valueAt(input, setting.split('.'))),
  )
  const message = causes.join('; ')
  if (problems.every((problem) => problem.isAddress)) {
    refuseWith('invalid-redirect-uri', { values: { message }, causes, found })
  }
  refuseWith('invalid-client-metadata', { values: { field: problems[0]!.setting, message }, causes, found })
}

/** Whether a deployment has a setting (Clients, Versioning, 2). */
export function hasSetting(setting: ClientSetting, features: Features): boolean {
  return lacking(settingFeatures[setting], features) === undefined
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
