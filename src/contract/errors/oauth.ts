import type { Conditions, OAuthErrorCode } from './texts.ts'

const challenge =
  'code_challenge of 43 characters, the SHA-256 of the verifier, with code_challenge_method=S256'

/** The conditions of the errors of OAuth endpoints. They load with the endpoints. */
export const oauthConditions = {
  registration_not_supported: { 'registered-beforehand': 'Clients are registered beforehand' },
  invalid_scope: {
    'no-scope': 'The request names no scope',
    'openid-missing': 'An ID token needs the scope openid',
    'scope-not-covered': 'The refresh token does not cover {scopes}',
    'scope-of-users': 'There is no user for the scope {scopes}',
    'scope-unknown': 'The server has no scope {scopes}{advice}',
  },
  unsupported_response_type: { 'response-type-unknown': 'response_type: {expected}' },
  unauthorized_client: {
    'response-type-unregistered': {
      cause: 'The client is not registered for the response type {type}: it has {has}',
      accepted: 'A client with {type} among its response_types',
    },
    'no-own-tokens': {
      cause: 'A public client cannot have tokens of its own by client_credentials',
      accepted: 'A client whose token_endpoint_auth_method is another than none',
    },
    'grant-type-unregistered': {
      cause: 'The client is not registered for the grant type {type}: it has {has}',
      accepted: 'A client with {type} among its grant_types',
    },
  },
  invalid_request: {
    'request-too-long': {
      cause: 'The request has {length} characters, expected at most {longest}',
      accepted: 'A request of at most {longest} characters',
    },
    'application-unknown': {
      cause: 'There is no such application',
      accepted: 'The client_id of an active client',
    },
    'redirect-uri-unknown':
      'The parameter redirect_uri is none of the redirect URIs that the application has registered',
    'sign-in-over': {
      cause: 'This sign-in is over. Go back to the application and begin again',
      accepted: 'The interaction of a sign-in that this authorization server began and that has not ended',
    },
    'hint-not-issued': {
      cause: 'The parameter id_token_hint is no ID token that was issued here',
      accepted: 'An ID token whose iss is {issuer}',
    },
    'hint-of-application': {
      cause: 'The ID token was issued to another application than client_id names',
      accepted: 'client_id as in the aud of id_token_hint, or no client_id',
    },
    'hint-missing': {
      cause: 'Send id_token_hint along with post_logout_redirect_uri',
      accepted: 'The same request with id_token_hint or client_id',
    },
    'logout-uri-unknown':
      'The parameter post_logout_redirect_uri is none that the application has registered',
    method: { cause: 'Use {allowed} for this endpoint', accepted: 'The same request by {allowed}' },
    'response-mode-unknown': { cause: 'response_mode: {expected}', accepted: 'response_mode as {modes}' },
    'tokens-in-query': {
      cause: 'response_mode: tokens are not answered in the query',
      accepted: 'response_mode as fragment, form_post or no response_mode',
    },
    'challenge-missing': { cause: 'This client has to send a code_challenge', accepted: challenge },
    'challenge-method': { cause: 'code_challenge_method must be S256', accepted: challenge },
    'challenge-form': {
      cause: 'code_challenge must be a SHA-256 in base64url: 43 characters',
      accepted: challenge,
    },
    'prompt-unknown': 'prompt: {expected}',
    'prompt-none-alone': 'prompt=none goes with no other',
    'max-age-form': {
      cause: 'max_age must be a number of seconds',
      accepted: 'max_age in whole seconds: 3600',
    },
    'hint-of-another': {
      cause: 'id_token_hint is no ID token that this server issued to the client',
      accepted: 'An ID token whose iss is {issuer} and whose aud is {client}',
    },
    'several-ways': {
      cause: 'The client authenticates in more than one way: {ways}',
      accepted: 'One of {ways}',
    },
    'another-client-id': {
      cause: 'client_id is not that of the {place}',
      accepted: 'client_id as there, or no client_id',
    },
    'parameter-repeated': { cause: 'The parameter {name} came more than once', accepted: '{name} once' },
    'parameter-missing': {
      cause: 'The parameter {name} is missing',
      accepted: 'The same request with {name}',
    },
    'form-encoded': {
      cause: 'Content-Encoding: expected none, got {encoding}',
      accepted: 'The same body without Content-Encoding',
    },
    'no-form': { cause: 'expected Content-Type: {type}', accepted: 'A form, with Content-Type: {type}' },
    'access-token-twice': {
      cause: 'The access token came in the Authorization header and as access_token',
      accepted: 'One of the Authorization header and access_token',
    },
    'bearer-malformed': {
      cause: 'The Authorization header holds no bearer token',
      accepted: 'Authorization: Bearer, and an access token',
    },
  },
  login_required: {
    'another-user': 'Another user signed in than the one that was asked for',
    'not-signed-in': 'The user has to sign in',
  },
  mfa_required: { 'factor-needed': 'The user has to send the code of a second factor' },
  access_denied: {
    'user-refused': 'The user refused',
    'policy-denied': 'No rule of the policies of this server applies to the request (grant type {grantType})',
  },
  consent_required: { 'not-consented': 'The user has to consent' },
  invalid_client: {
    'client-unnamed':
      'The request names no client: expected client_id, credentials of the scheme Basic or a client_assertion',
    'client-unknown': 'There is no client {id}',
    'client-deactivated': 'The client {id} is deactivated',
    'client-changed': 'The client has changed meanwhile',
    // These tell how the client is registered.
    'client-public': 'The client is public and has no secret{registered}',
    'not-authenticated': 'The client did not authenticate{registered}',
    'secret-wrong': 'The client secret is wrong{registered}',
    'assertion-missing': 'The client has to send a client_assertion{registered}',
    'no-assertions': 'The client does not authenticate by an assertion{registered}',
    'assertion-expired': 'The assertion has expired{registered}',
    'assertion-too-long': 'The assertion is good for more than an hour{registered}',
    'assertion-not-yet': 'The assertion is not good yet{registered}',
    'assertion-of-future': 'The assertion was issued in the future{registered}',
    'assertion-type': 'client_assertion_type must be {type}{registered}',
    'assertion-parties': 'iss and sub of the assertion must be the client_id{registered}',
    'assertion-audience': 'aud of the assertion must be {audience}{registered}',
    'assertion-without-id': 'The assertion has no jti{registered}',
    'assertion-repeated': 'An assertion with this jti was used before{registered}',
    'assertion-endless': 'The assertion has no exp{registered}',
    'algorithm-not-taken': 'The algorithm {alg} is not accepted{registered}',
    'assertion-unverified': 'The assertion cannot be verified: {reason}{registered}',
    'assertion-empty': 'The assertion holds no claims{registered}',
    'header-not-base64': 'The Authorization header is not base64',
  },
  invalid_grant: {
    'code-unknown': 'The code is unknown, or over, or was issued to another client',
    'code-over': 'The code is over',
    'code-used': 'The code was used before',
    'redirect-uri-missing': 'redirect_uri is missing: the authorization request had one',
    'redirect-uri-other': 'redirect_uri is not that of the authorization request',
    'verifier-unasked': 'code_verifier came, but there was no code_challenge',
    'verifier-missing': 'code_verifier is missing',
    'verifier-form': 'code_verifier must be 43 to 128 unreserved characters',
    'verifier-wrong': 'code_verifier does not match the code_challenge',
    'device-code-unknown': 'The device code is unknown, or was issued to another client',
    'device-code-used': 'The device code was used before',
    'device-code-over': 'The device code is over',
    'refresh-token-unknown': 'The refresh token is unknown, or was issued to another client',
    'refresh-token-used': 'The refresh token was used before: all tokens issued with it have ended',
    'refresh-token-status': 'The refresh token is {status}',
    'token-of-another': 'The token was issued to another client',
    'login-or-password': 'The login or the password is wrong',
    'user-gone': 'The user is gone',
    'user-status': 'The user is {status}',
  },
  expired_token: { 'device-code-expired': 'The device code has expired' },
  slow_down: { 'polled-too-soon': 'Wait 5 seconds longer between polls from now on' },
  authorization_pending: { 'not-answered': 'The user has not answered yet' },
  request_uri_not_supported: { 'request-by-value': 'Request objects are taken by value only' },
  invalid_request_object: {
    'request-client': 'client_id of the request object differs',
    'request-response-type': 'response_type of the request object differs',
    'request-nested': 'The claim {name} is nested too deeply',
    'request-algorithm': 'The request object must be signed with {registered}',
    'request-algorithm-unknown': 'Request objects are not accepted with the algorithm {alg}',
    'request-unverified': 'The request object cannot be verified: {reason}',
    'request-expired': 'The request object has expired',
    'request-audience': 'aud of the request object is not the issuer',
  },
  unsupported_grant_type: { 'grant-type-unknown': 'grant_type: {expected}' },
  invalid_token: {
    'access-token-unknown': 'The access token is unknown, or over, or was revoked',
    'access-token-missing': 'The request holds no access token',
    'no-bearer': 'The Authorization header holds no bearer token',
  },
  insufficient_scope: { 'openid-not-granted': 'The access token lacks the scope openid' },
} as const satisfies Partial<Record<OAuthErrorCode, Conditions>>

export type OAuthConditions = typeof oauthConditions
