import { oauthEndpoints } from '../contract/oauth-endpoints.ts'
import type { Authentication, Interaction, Session, TokenOf } from '../model/tokens/records.ts'
import type { UserRecord } from '../model/users/records.ts'
import type { WireReply } from '../handlers/wire.ts'
import { cspSource, formToken, isOwnForm, redirectReply } from '../pages/page.ts'
import { basePath, type SignedIn, signedInUser } from '../pages/signed-in.ts'
import {
  type AuthorizeRequest,
  isRespelledMode,
  readRequest,
  readTarget,
  type Target,
} from './authorize-request.ts'
import { showConsent } from './consent-page.ts'
import { type Endpoint, type EndpointCall, errorBody } from './endpoint.ts'
import { Refusal, refuse } from '../contract/errors/refusal.ts'
import { isOfOAuth } from '../contract/errors/catalogue.ts'
import { Parameters } from './parameters.ts'
import { withRequestObject } from './request-object.ts'
import { respond } from './response.ts'
import { issueTokens, refuseByPolicy } from './tokens.ts'
import { defined } from '../model/kernel/defined.ts'

/** RFC 6749, section 3.1; OpenID Connect Core 1.0, section 3.1.2. */
export const authorizeEndpoint: Endpoint = {
  ...oauthEndpoints.authorize,
  get: (call) => authorize(call, call.request.query),
  post: (call) => authorize(call, call.request.body),
}

/** In characters. A request is kept while the user signs in, and anybody can send one. */
const longestRequest = 32_768

/** A request that begins, or one that goes on after the user signed in or consented. */
async function authorize(call: EndpointCall, text: string): Promise<WireReply> {
  if (text.length > longestRequest) {
    refuse('request-too-long', { length: text.length, longest: longestRequest }, { status: 413 })
  }
  const given = new Parameters(text)
  const id = given.get('interaction')
  if (id === undefined) return answer(call, given)
  const interaction = call.org.tokens.live('interaction', id)
  if (!interaction || interaction.authorizationServerId !== call.server.id) {
    return refuse('sign-in-over')
  }
  return answer(call, Parameters.of(interaction.parameters), interaction, given)
}

async function answer(
  call: EndpointCall,
  given: Parameters,
  interaction?: TokenOf<'interaction'>,
  sent?: Parameters,
): Promise<WireReply> {
  const { org, server } = call
  let target: Target | undefined = readTarget(org, given)
  call.noted.caller = { kind: 'client', id: target.client.id }
  try {
    const parameters = await withRequestObject(org, target.client, given)
    if (parameters !== given) {
      target = undefined
      target = readTarget(org, parameters)
    }
    if (isRespelledMode(org, parameters.get('response_mode'))) call.noted.tolerated = ['post-message-word']
    const request = await readRequest(org, server, target, parameters)
    call.noted.ignored = parameters.unread
    return await proceed(call, request, parameters, interaction, sent)
  } catch (error) {
    // Without a target, only the person at the browser may see the error.
    if (!target || !(error instanceof Refusal && isOfOAuth(error.refusal))) throw error
    const { refusal, details } = error
    if (interaction) org.tokens.remove(interaction)
    const issuer = org.authorizationServers.issuer(server)
    const reply = respond(target, issuer, errorBody(error), call.request.method)
    call.noted.refusal = new Refusal(refusal, { ...details, status: reply.status })
    return reply
  }
}

/** Lets the user sign in and consent where that is needed, and answers the client. */
async function proceed(
  call: EndpointCall,
  request: AuthorizeRequest,
  parameters: Parameters,
  interaction: Interaction | undefined,
  sent: Parameters | undefined,
): Promise<WireReply> {
  const { org } = call
  const isSilent = request.prompts.has('none')
  const signedIn = signedInUser(org, call.request)
  const isFresh = signedIn !== undefined && interaction?.sessionId === signedIn.session.id
  const isOther = request.hintedUserId !== undefined && signedIn?.user.id !== request.hintedUserId
  if (isOther && isFresh) refuse('another-user')
  if (!signedIn || isOther || (!isFresh && asksSignIn(call, request, signedIn.session))) {
    if (isSilent) refuse('not-signed-in')
    const begun = interaction ?? begin(call, request, parameters)
    return redirectReply(`${basePath(org)}/signin?interaction=${begun.id}`)
  }
  const decision = interaction && decisionOf(call, interaction, signedIn.session, sent)
  if (decision === 'deny') refuse('user-refused')
  if (decision === 'allow') consent(call, request, signedIn.user)
  else if (asksConsent(call, request, signedIn.user)) {
    if (isSilent) refuse('not-consented')
    const shown = interaction ?? begin(call, request, parameters)
    return showConsent(request, signedIn.user, shown, formToken(signedIn.session, shown.id))
  }
  if (interaction) org.tokens.remove(interaction)
  return complete(call, request, signedIn)
}

/** The user's answer on the consent page. Somebody else may have begun the request, and knows its id. */
function decisionOf(
  { org, request }: EndpointCall,
  interaction: Interaction,
  session: Session,
  sent: Parameters | undefined,
): string | undefined {
  const token = formToken(session, interaction.id)
  return isOwnForm(org, request, sent?.get('token'), token) ? sent?.get('decision') : undefined
}

/** How and when the user of a session signed in. */
export function authenticationOf({ id, created, amr = ['pwd'] }: Session): Authentication {
  return { authTime: Date.parse(created), amr, sessionId: id }
}

/** Whether a user who is signed in has to do it again. */
function asksSignIn({ org }: EndpointCall, { prompts, maxAge }: AuthorizeRequest, session: Session): boolean {
  if (prompts.has('login') || prompts.has('select_account')) return true
  if (maxAge === undefined) return false
  return maxAge === 0 || org.clock.now() - Date.parse(session.created) > maxAge * 1000
}

function begin(
  { org, server }: EndpointCall,
  request: AuthorizeRequest,
  parameters: Parameters,
): Interaction {
  const { client, redirectUri, loginHint } = request
  return org.tokens.issue('interaction', {
    authorizationServerId: server.id,
    parameters: parameters.toRecord(),
    leadsTo: cspSource(redirectUri),
    clientName: client.settings.client_name,
    ...(loginHint === undefined ? {} : { loginHint }),
  })
}

function needsConsent({ client }: AuthorizeRequest): boolean {
  return client.settings.consent_method === 'REQUIRED'
}

/** A trusted client's users are asked only where the client wants it (interpretation: consent-asked). */
function asksConsent({ org }: EndpointCall, request: AuthorizeRequest, user: UserRecord): boolean {
  if (request.prompts.has('consent')) return true
  if (!needsConsent(request)) return false
  const consented = org.grants.consentedScopeIds(user.id, request.client.id)
  return request.scopes.some(({ id, consent: how }) => how !== 'IMPLICIT' && !consented.has(id))
}

function consent(
  { org, server }: EndpointCall,
  { client, scopes }: AuthorizeRequest,
  user: UserRecord,
): void {
  org.grants.consent({
    userId: user.id,
    clientId: client.id,
    scopes: scopes.map(({ name }) => name),
    server,
  })
}

/** Answers with what the response type names: a code, an access token, an ID token. */
async function complete(
  call: EndpointCall,
  request: AuthorizeRequest,
  { user, session }: SignedIn,
): Promise<WireReply> {
  const { org, server } = call
  const { client, responseTypes, scopes, nonce, codeChallenge, namedRedirectUri } = request
  const isUnderConsent = needsConsent(request)
  const authentication = authenticationOf(session)
  const asked = { clientId: client.id, userId: user.id, scopes: scopes.map(({ name }) => name), server }
  if (responseTypes.has('code')) refuseByPolicy(org, { ...asked, grantType: 'authorization_code' })
  const code = responseTypes.has('code')
    ? org.tokens.issue('code', {
        clientId: client.id,
        userId: user.id,
        authorizationServerId: server.id,
        scopeIds: scopes.map(({ id }) => id),
        authentication,
        isUnderConsent,
        familyId: org.ids('authorization'),
        use: 'unused',
        ...defined({ redirectUri: namedRedirectUri, nonce, codeChallenge }),
      })
    : undefined
  const wantsTokens = responseTypes.has('token') || responseTypes.has('id_token')
  const tokens = wantsTokens
    ? await issueTokens(
        org,
        {
          ...asked,
          grantType: 'implicit',
          accessToken: responseTypes.has('token'),
          idToken: responseTypes.has('id_token'),
          refreshToken: false,
          nonce,
          code: code?.id,
          authentication,
          familyId: code?.familyId ?? org.ids('authorization'),
          isUnderConsent,
        },
        'access_denied',
      )
    : undefined
  org.sessions.addClients(session.value, [
    { clientId: client.id, authorizationServerId: server.id, sessionId: session.id },
  ])
  const answered = {
    code: code?.id,
    ...(tokens?.accessToken
      ? {
          access_token: tokens.accessToken.value,
          token_type: 'Bearer',
          expires_in: String(tokens.expiresIn),
          scope: tokens.scopes.join(' '),
        }
      : {}),
    id_token: tokens?.idToken,
  }
  return respond(request, org.authorizationServers.issuer(server), answered, call.request.method)
}
