import { refuseMistakes } from '../../contract/errors/refusal.ts'
import { type Mistake, wrong } from '../../contract/errors/mistakes.ts'
import { gotAt, valueAt } from '../../contract/errors/got.ts'
import { isAbsoluteUri, isUri, isUrl } from '../../contract/formats/index.ts'
import {
  type ClientSetting,
  clientSettings,
  type ClientSettings,
  type Feature,
  grantTypeRows,
  type GrantType,
} from '../../contract/resources/client-settings.ts'
import { type ClientInputGiven, schemesLeadingNowhere } from '../../contract/resources/client.ts'
import { isForEncryption, keySetProblems } from './json-web-keys.ts'

/** Which features a deployment has. */
export type Features = Readonly<Record<Feature, boolean>>

/** Adds mistakes that apply to the settings of any client. */
export function addProblems(
  problems: Mistake[],
  settings: ClientSettings,
  input: ClientInputGiven,
  features: Features,
): void {
  for (const check of rules) check(problems, settings, features, input)
}

/** Adds mistakes to a list. Mostly it adds nothing, so all rules share one list. */
type Rule = (
  problems: Mistake[],
  settings: ClientSettings,
  features: Features,
  input: ClientInputGiven,
) => void

/** The rules for every client. */
const rules: readonly Rule[] = [
  nameGiven,
  featuresPresent,
  grantTypesOfApplicationType,
  responseTypesOfGrantTypes,
  redirectUriGiven,
  redirectUris,
  addresses,
  publicKeys,
  keysGiven,
]

/** Clients, Client Application: `client_name` is required. */
function nameGiven(problems: Mistake[], { client_name }: ClientSettings): void {
  if (client_name.trim() === '') problems.push(wrong('blank', 'client_name'))
}

/** The settings that not every deployment has. */
export const settingsOfFeatures: typeof clientSettings = clientSettings.filter(
  ({ features }) => features !== undefined,
)
const urlSettings = clientSettings.filter(({ isUrl }) => isUrl).map(({ name }) => name)

/** Clients, Versioning, 2: features are available only where enabled. */
function featuresPresent(problems: Mistake[], settings: ClientSettings, features: Features): void {
  for (const { name, features: needed } of settingsOfFeatures) {
    const feature = lacking(needed, features)
    if (feature && settings[name] !== null) problems.push(wrong('feature-off', name, { feature }))
  }
  for (const grant of settings.grant_types) {
    const feature = lacking(grantTypeRows[grant].features, features)
    if (feature) problems.push(wrong('grant-feature-off', 'grant_types', { grant, feature }))
  }
}

/** Clients, Valid grant types per application type. */
function grantTypesOfApplicationType(problems: Mistake[], settings: ClientSettings): void {
  const { application_type: type } = settings
  for (const grant of settings.grant_types) {
    const { types, isUnplaced } = grantTypeRows[grant]
    if (types.includes(type)) continue
    const code = isUnplaced ? 'grant-unplaced' : 'grant-not-valid'
    problems.push(wrong(code, 'grant_types', { grant, type, types: types.join(' or ') }))
  }
  for (const [grant, { requiredBy }] of requiredGrants) {
    if (!requiredBy?.includes(type) || settings.grant_types.includes(grant as GrantType)) continue
    problems.push(wrong('grant-missing', 'grant_types', { type, grant }))
  }
}

const requiredGrants = Object.entries(grantTypeRows).filter(([, { requiredBy }]) => requiredBy)

/** Clients, rules 4 and 6, and the requirement of service clients. */
function responseTypesOfGrantTypes(problems: Mistake[], settings: ClientSettings): void {
  const { application_type: type, grant_types: granted, response_types: responses } = settings
  const setting = 'response_types'
  if (!responses || responses.length === 0) {
    if (!isExempt(granted)) problems.push(wrong('at-least-one', setting, { what: 'response type' }))
    return
  }
  if (granted.includes('authorization_code') && !responses.includes('code')) {
    problems.push(wrong('response-implied', setting))
  }
  for (const response of responses) {
    // Services sign nobody in (interpretation: service-oauth-only).
    if (type !== 'service' || response !== 'id_token') continue
    problems.push(wrong('response-not-valid', setting, { response, type }))
  }
}

/** Clients, rule 4. */
function redirectUriGiven(problems: Mistake[], settings: ClientSettings): void {
  const { redirect_uris: uris, grant_types: granted } = settings
  if (uris?.length || isExempt(granted)) return
  problems.push(wrong('at-least-one', 'redirect_uris', { what: 'redirect URI' }))
}

/** Clients, rule 5. */
function redirectUris(problems: Mistake[], settings: ClientSettings): void {
  settings.redirect_uris?.forEach((uri, index) => {
    if (!isAbsoluteUri(uri)) {
      const expected = 'an absolute URI without a fragment'
      problems.push(wrong('uri', `redirect_uris.${index}`, { expected }))
    } else if (leadsNowhere(uri)) problems.push(wrong('scheme', `redirect_uris.${index}`, nowhere))
  })
}

const nowhere = { schemes: schemesLeadingNowhere.join(' or ') }

function leadsNowhere(uri: string): boolean {
  const scheme = uri.slice(0, uri.indexOf(':')).toLowerCase()
  return schemesLeadingNowhere.some((name) => name === scheme)
}

/** Clients, Client Application: the settings that are URLs (interpretation: client-url-form). */
function addresses(problems: Mistake[], settings: ClientSettings): void {
  for (const setting of urlSettings) {
    const url = settings[setting] as string | null
    if (url !== null && !isUrl(url)) problems.push(wrong('url', setting))
  }
  settings.post_logout_redirect_uris?.forEach((uri, index) => {
    const setting = `post_logout_redirect_uris.${index}`
    if (!isUri(uri)) {
      problems.push(wrong('uri', setting, { expected: 'an absolute URI' }))
    } else if (leadsNowhere(uri)) problems.push(wrong('scheme', setting, nowhere))
  })
}

/** Clients, JSON Web Key Set. */
function publicKeys(
  problems: Mistake[],
  _settings: ClientSettings,
  _features: Features,
  input: ClientInputGiven,
): void {
  if (input.jwks?.keys) problems.push(...keySetProblems(input.jwks))
}

/** RFC 7591, section 2, on the two ways to give a key set. */
function keysGiven(problems: Mistake[], settings: ClientSettings): void {
  const { jwks, jwks_uri, token_endpoint_auth_method: method } = settings
  if (jwks && jwks_uri !== null) problems.push(wrong('two-key-sets', 'jwks', { other: 'jwks_uri' }))
  if (method === 'private_key_jwt' && (jwks?.keys ?? []).every(isForEncryption) && jwks_uri === null) {
    problems.push(wrong('keys-missing', 'jwks'))
  }
}

/** Whether redirect URIs and response types may be left out (Clients, rule 4). */
export function isExempt(granted: readonly GrantType[]): boolean {
  return granted.some((grant) => grantTypeRows[grant].needsNoRedirect)
}

/** @throws `Refusal` that names every mistake; a wrong redirect URI has its own error (RFC 7591 section 3.2.2). */
export function refuseProblems(problems: readonly Mistake[], input: ClientInputGiven = {}): void {
  if (problems.length === 0) return
  const mistakes = problems.map((problem) => {
    const path = problem.at.split('.')
    return { ...problem, got: gotAt(valueAt(input, path), path) }
  })
  const isOfUris = problems.every(({ at }) => at.startsWith('redirect_uris.'))
  refuseMistakes(mistakes, { of: isOfUris ? 'invalid-redirect-uri' : 'invalid-client-metadata' })
}

/** Whether a deployment has a setting (Clients, Versioning, 2). */
export function hasSetting(setting: ClientSetting, features: Features): boolean {
  return lacking(settingsOfFeatures.find(({ name }) => name === setting)?.features, features) === undefined
}

/** The feature that a deployment lacks, of those that something needs. */
export function lacking(needed: readonly Feature[] | undefined, features: Features): string | undefined {
  if (!needed) return undefined
  for (const name of needed) if (!features[name]) return featureNames[name]
  return undefined
}

const featureNames: Readonly<Record<Feature, string>> = {
  earlyAccess: 'early access',
  newerEngine: 'the newer engine',
}
