import { refuse } from '../contract/errors/refusal.ts'
import { oneOfMessage } from '../query/suggestion.ts'
import { servedResponseTypes } from '../contract/oauth-endpoints.ts'
import type { AuthorizationServerRecord, ScopeRecord } from '../model/oauth/authorization-server-records.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'
import type { Org } from '../model/org.ts'
import { isPublicClient } from './client-authentication.ts'
import { type Parameters, refuseMissing, registeredUris, scopeNames } from './parameters.ts'
import { askedScopes, knownScopes, mayRefresh, refuseUnlessGrantType } from './tokens.ts'

/** How the answer reaches the client. */
export type ResponseMode = 'query' | 'fragment' | 'form_post' | 'post_message'

/** The response modes by their names: a page can also hand the answer to the window that opened it. */
export function responseModes(prefix: string): readonly string[] {
  return ['query', 'fragment', 'form_post', `${prefix}_post_message`]
}

/** Where the answer goes, be it a code or an error. */
export interface Target {
  readonly client: ClientRecord
  readonly redirectUri: string
  readonly mode: ResponseMode
  readonly state: string | undefined
}

/** A request that is in order. */
export interface AuthorizeRequest extends Target {
  /** As the request named it. */
  readonly namedRedirectUri: string | undefined
  readonly responseTypes: ReadonlySet<string>
  readonly scopes: readonly ScopeRecord[]
  readonly nonce: string | undefined
  readonly codeChallenge: string | undefined
  readonly prompts: ReadonlySet<string>
  /** Seconds. */
  readonly maxAge: number | undefined
  readonly loginHint: string | undefined
  /** The id of the user that `id_token_hint` names. */
  readonly hintedUserId: string | undefined
}

/** Ports of a device's own address are chosen as it goes (RFC 8252, section 7.3). */
const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d+)?(?=[/?]|$)/

/**
 * The client and where its answer goes (RFC 6749, section 3.1.2.3).
 *
 * @throws `Refusal` for the person at the browser.
 */
export function readTarget(org: Org, parameters: Parameters): Target {
  for (const name of ['client_id', 'redirect_uri']) {
    if (parameters.isRepeated(name)) refuse('parameter-repeated', { name })
  }
  const id = parameters.get('client_id') ?? missing('client_id')
  const client = org.clients.get(id)
  if (!client?.isActive) return refuse('application-unknown', { received: id })
  const redirectUri = redirectUriOf(client, parameters)
  const types = parameters.get('response_type')?.split(' ') ?? []
  const isFront = types.includes('token') || types.includes('id_token')
  const named = parameters.get('response_mode')
  const wanted = modeNamed(org, named) ?? (isFront ? 'fragment' : 'query')
  // Only pages can be handed a message.
  const mode = wanted === 'post_message' && !/^https?:/.test(redirectUri) ? 'fragment' : wanted
  return {
    client,
    redirectUri,
    // Tokens never go into a query, not even the error that says so.
    mode: mode === 'query' && isFront ? 'fragment' : mode,
    state: parameters.isRepeated('state') ? undefined : parameters.get('state'),
  }
}

function redirectUriOf({ settings }: ClientRecord, parameters: Parameters): string {
  const registered = settings.redirect_uris ?? []
  const given = parameters.get('redirect_uri')
  if (given === undefined) {
    const [only, another] = registered
    if (scopeNames(parameters).includes('openid')) return missing('redirect_uri')
    if (only === undefined || another !== undefined) return missing('redirect_uri')
    return only
  }
  // No port is above 65535.
  const anyPort = settings.application_type === 'native' && URL.canParse(given)
  const isRegistered = registered.some(
    (uri) => uri === given || (anyPort && loopback.test(uri) && withoutPort(uri) === withoutPort(given)),
  )
  if (isRegistered) return given
  return refuse('redirect-uri-unknown', {
    accepted: registeredUris('redirect_uris', registered),
    received: given,
  })
}

function withoutPort(uri: string): string {
  return uri.replace(loopback, '$1')
}

function modeNamed(org: Org, name: string | undefined): ResponseMode | undefined {
  if (name === undefined) return undefined
  if (name === `${org.vocabulary.prefix}_post_message` || isRespelledMode(org, name)) return 'post_message'
  return name === 'query' || name === 'fragment' || name === 'form_post' ? name : undefined
}

/** Whether a response mode has another name prefix (tolerance: post-message-word). */
export function isRespelledMode({ settings, vocabulary }: Org, name: string | undefined): boolean {
  const [, prefix] = /^([a-z][a-z0-9]*)_post_message$/.exec(name ?? '') ?? []
  return (
    prefix !== undefined && prefix !== vocabulary.prefix && settings.interpretations.tolerances === 'taken'
  )
}

/**
 * A request to its end, once it is known where errors go.
 *
 * @throws `Refusal`
 */
export async function readRequest(
  org: Org,
  server: AuthorizationServerRecord,
  target: Target,
  parameters: Parameters,
): Promise<AuthorizeRequest> {
  parameters.refuseRepeated()
  if (parameters.has('registration')) refuse('registered-beforehand')
  const { client } = target
  const responseTypes = responseTypesOf(client, parameters)
  checkMode(org, responseTypes, parameters)
  const asked = askedScopes(org, server, parameters)
  // Only who gets a code can come back later (OpenID Connect Core 1.0, section 11).
  const scopes = knownScopes(org, server, asked, responseTypes.has('code') && mayRefresh(client))
  if (asked.length === 0) refuse('no-scope')
  const isOpenId = asked.includes('openid')
  if (responseTypes.has('id_token') && !isOpenId) refuse('openid-missing')
  const nonce = parameters.get('nonce')
  if (responseTypes.has('id_token') && nonce === undefined) {
    refuseMissing('nonce')
  }
  return {
    ...target,
    namedRedirectUri: parameters.get('redirect_uri'),
    responseTypes,
    scopes,
    nonce,
    codeChallenge: challengeOf(client, responseTypes, parameters),
    prompts: promptsOf(parameters),
    maxAge: maxAgeOf(parameters),
    loginHint: parameters.get('login_hint'),
    hintedUserId: await hintedUserId(org, server, client, parameters.get('id_token_hint')),
  }
}

function responseTypesOf(client: ClientRecord, parameters: Parameters): ReadonlySet<string> {
  const types = parameters.required('response_type').split(' ').filter(Boolean)
  const sorted = types.toSorted().join(' ')
  if (!servedResponseTypes.some((each) => each.split(' ').toSorted().join(' ') === sorted)) {
    refuse('response-type-unknown', { expected: oneOfMessage(servedResponseTypes, types.join(' ')) })
  }
  const { response_types: registered } = client.settings
  for (const type of types) {
    if (!(registered as readonly string[] | null)?.includes(type)) {
      const has = registered?.join(', ') || 'none'
      refuse('response-type-unregistered', { type, has })
    }
    const grant = type === 'code' ? 'authorization_code' : 'implicit'
    refuseUnlessGrantType(client, grant)
  }
  return new Set(types)
}

function checkMode(org: Org, responseTypes: ReadonlySet<string>, parameters: Parameters): void {
  const name = parameters.get('response_mode')
  if (name === undefined) return
  const mode = modeNamed(org, name)
  if (mode === undefined) {
    const modes = responseModes(org.vocabulary.prefix)
    refuse('response-mode-unknown', { expected: oneOfMessage(modes, name), modes: modes.join(', ') })
  }
  if (mode === 'query' && (responseTypes.has('token') || responseTypes.has('id_token'))) {
    refuse('tokens-in-query')
  }
}

/** Whom nothing but the code protects has to send a challenge (RFC 9700, section 2.1.1). */
function challengeOf(
  client: ClientRecord,
  responseTypes: ReadonlySet<string>,
  parameters: Parameters,
): string | undefined {
  const challenge = parameters.get('code_challenge')
  const method = parameters.get('code_challenge_method')
  if (challenge === undefined) {
    if (method !== undefined) refuseMissing('code_challenge')
    if (
      responseTypes.has('code') &&
      (isPublicClient(client) || client.app?.credentials?.oauthClient?.['pkce_required'] === true)
    ) {
      refuse('challenge-missing')
    }
    return undefined
  }
  if (method !== 'S256') {
    refuse('challenge-method')
  }
  if (!/^[\w-]{43}$/.test(challenge)) {
    refuse('challenge-form')
  }
  return challenge
}

const knownPrompts: ReadonlySet<string> = new Set(['none', 'login', 'consent', 'select_account'])

function promptsOf(parameters: Parameters): ReadonlySet<string> {
  const prompts = new Set(parameters.get('prompt')?.split(' ').filter(Boolean))
  const accepted = 'prompt as none alone, or some of login, consent, select_account'
  for (const prompt of prompts) {
    if (!knownPrompts.has(prompt))
      refuse('prompt-unknown', { expected: oneOfMessage([...knownPrompts], prompt), accepted })
  }
  if (prompts.has('none') && prompts.size > 1) {
    refuse('prompt-none-alone', { accepted })
  }
  return prompts
}

function maxAgeOf(parameters: Parameters): number | undefined {
  const text = parameters.get('max_age')
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) {
    refuse('max-age-form')
  }
  return Number(text)
}

async function hintedUserId(
  org: Org,
  server: AuthorizationServerRecord,
  client: ClientRecord,
  hint: string | undefined,
): Promise<string | undefined> {
  if (hint === undefined) return undefined
  const claims = await org.signingKeys.claimsOf(hint)
  if (!claims || !org.authorizationServers.isIssuer(server, claims.iss) || claims.aud !== client.id) {
    return refuse('hint-of-another', {
      issuer: org.authorizationServers.issuer(server),
      client: client.id,
    })
  }
  return claims.sub
}

function missing(name: string): never {
  return refuse('parameter-missing', { name })
}
