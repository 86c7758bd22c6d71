import { about, type Interpretation } from './interpretation.ts'

/** Choices about sign-in for applications: OAuth 2.0 and OpenID Connect, of which the API description shows no endpoint. */
export const signInInterpretations: readonly Interpretation[] = about('oauth', {
  'oauth-endpoints': {
    question: 'Where tokens are acquired (Clients, Authentication, 2: not shown).',
    choice:
      'Below /oauth2/v1 for the server whose issuer is the base URL, below /oauth2/{id}/v1 for other servers. The discovery documents list everything that works, and nothing else.',
    evidence: "The service's published endpoints; OpenID Connect Discovery 1.0, RFC 8414.",
  },
  'default-server': {
    question: 'Which authorization servers there are before anybody makes one.',
    choice:
      "The organisation's own, and `default`, which is made with audience api://default when it is first asked for. Once deleted it does not come back.",
    evidence: 'Tutorials and client libraries assume /oauth2/default.',
  },
  'keys-of-own-issuer': {
    question: "Where the keys of the organisation's own server are.",
    choice: 'At /oauth2/v1/keys, and at /v1/keys as well.',
    evidence: 'A widely used verifier puts /v1/keys after whatever the issuer is.',
  },
  'client-secret-place': {
    question:
      'Whether a client registered for client_secret_basic may send its secret in the body, and the reverse.',
    choice: 'Either is taken, not both at once. An assertion is taken from clients registered for one only.',
    evidence: 'Current client libraries send client_secret_post whatever is registered.',
  },
  'client-basic-without-colon': {
    question: 'Meaning of an Authorization header of the scheme Basic without a colon.',
    choice: 'The id of a public client.',
    evidence: 'A widely used browser library revokes tokens with it.',
  },
  'client-assertion-lifetime': {
    question: 'How long a client assertion may be good for, and by which clock.',
    choice:
      "At most an hour, by the organisation's clock or the machine's, with 30 seconds of skew. It needs a jti, which works once for each client. Its aud is the token endpoint, the issuer, or the endpoint asked.",
    evidence:
      "OpenID Connect Core 1.0, section 9, requires jti; the service's reference names an hour. Client libraries go by the machine's clock while a test may have moved the other.",
  },
  'client-jwks-uri-cache': {
    question: 'How long the keys behind a jwks_uri are kept.',
    choice:
      'Not at all: they are fetched for each assertion or request object, within 5 seconds, without redirects.',
    evidence: 'A test that changes the keys of a client wants to see the change at once.',
  },
  'pkce-required': {
    question: 'Who has to use PKCE, and with which method.',
    choice: 'Public clients have to; S256 is the only method, for confidential clients as well.',
    evidence: 'RFC 9700, section 2.1.1.',
  },
  'redirect-uri-ports': {
    question: 'How a redirect URI is compared with those registered.',
    choice:
      'Letter by letter; for native clients the port of http://127.0.0.1 and http://[::1] may differ. It may be left out where one is registered and openid is not asked for.',
    evidence: 'RFC 9700, section 2.1; RFC 8252, section 7.3; OpenID Connect Core 1.0, section 3.1.2.1.',
  },
  'unknown-scopes': {
    question: 'Whether scopes that a server does not have are left out or refused.',
    choice:
      'invalid_scope names them. Scopes are added by the control plane; its own actions add those that they name.',
    evidence: 'RFC 6749, section 3.3, allows both; a mistyped scope that is left out is found late.',
  },
  'offline-access-ignored': {
    question: 'Meaning of offline_access for a client that is not registered for refresh_token.',
    choice: 'Nothing: it is left out of the scopes. prompt=consent is not needed for it.',
    evidence:
      'OpenID Connect Core 1.0, section 11. By Clients browser clients cannot have refresh_token, and their libraries ask for offline_access all the same.',
  },
  'consent-asked': {
    question: 'When a user is asked to consent.',
    choice:
      'For a client with consent_method REQUIRED, when it asks for a scope that no active grant covers. With prompt=consent always, of TRUSTED clients too. Consented scopes become grants; TRUSTED clients leave none behind.',
    evidence: 'Clients, rule 7; Users, Grant; OpenID Connect Core 1.0, section 3.1.2.4.',
  },
  'sign-in-to-client': {
    question: 'Whether a user needs an assignment to the application that a client is.',
    choice: 'No: every user who may sign in may sign in to every client.',
    evidence: 'The API description shows no operation that assigns users to the application of a client.',
  },
  'suspended-tokens': {
    question: 'Tokens of a user who is suspended.',
    choice:
      'No access or refresh token works while the user is SUSPENDED: not for the API, UserInfo, introspection or a refresh. They are not revoked and work again once the user is back. API tokens go on working.',
    evidence: 'Users: suspended users cannot sign in; only deactivation and deletion end grants.',
  },
  'refresh-token-rotation': {
    question: 'Whether a refresh token changes when it is used.',
    choice:
      'The token of a public client gets another value, under the same id and with the same end. An earlier value that comes again revokes the token and everything issued in its family.',
    evidence: 'RFC 9700, section 4.14.2.',
  },
  'introspection-callers': {
    question: 'Who may introspect which tokens.',
    choice:
      'A confidential client those of its server; a public client its own. Tokens of other servers are not active there.',
    evidence: 'RFC 7662, section 2.1, leaves it to the server; resource servers ask with their own clients.',
  },
  'revoke-foreign-token': {
    question: 'How revoking a token of another client is refused.',
    choice: '400 invalid_grant.',
    evidence:
      'RFC 7009, section 2.1, wants an error; invalid_grant is "issued to another client" in RFC 6749.',
  },
  'revocation-reply': {
    question: 'The body of a successful revocation.',
    choice: 'An empty object, as application/json.',
    evidence:
      'RFC 7009, section 2.2, lets clients ignore it. Client libraries that read every reply as JSON fail at a reply without a content type.',
  },
  'dpop-ignored': {
    question: 'Whether access tokens are bound to keys (RFC 9449).',
    choice:
      'No: every access token is a bearer token. Under ignored, the journal notes a DPoP header, and each parameter of an authorization or token request without effect.',
    evidence: 'Clients does not show it, and discovery does not list it, by which clients know.',
  },
  'password-grant-session': {
    question: 'Whether the grant type password opens a session.',
    choice: 'No; it counts wrong passwords, and sets lastLogin, as every sign-in does.',
    evidence: 'RFC 6749, section 4.3, knows no browser.',
  },
  'id-token-claims': {
    question: 'Whether the claims of scopes are in ID tokens when an access token comes along.',
    choice: 'They are in ID tokens and at UserInfo alike.',
    evidence: 'OpenID Connect Core 1.0, section 5.4, allows it, and a test reads what it has in hand.',
  },
  'access-token-scopes': {
    question: 'Which claim of an access token holds its scopes.',
    choice:
      'scp, a list of names. Replies of the token endpoint and of introspection have scope whatever it is.',
    evidence:
      "Libraries that verify the service's tokens read scp; RFC 9068, section 2.2.3, names scope, which other resource servers read.",
  },
  'email-verified': {
    question: 'When email_verified is true.',
    choice:
      'Once the user was activated. Self-service changes the address only after verification, and an administrator vouches for the one that it sets. A claim of that name overrides it.',
    evidence: 'Users, POST users/me; no document shows whether an address was verified.',
  },
  'logout-tokens': {
    question: 'The effect of signing out by an application.',
    choice:
      'The session of the browser ends, not tokens. Without an ID token of the very user the page asks first. A post_logout_redirect_uri needs id_token_hint or client_id, and is compared letter by letter.',
    evidence: 'OpenID Connect RP-Initiated Logout 1.0; Users, DELETE sessions, treats tokens apart.',
  },
  'frontchannel-logout': {
    question:
      'How a client learns by its frontchannel_logout_uri that its user signed out, and which clients do.',
    choice:
      'Every client that got a code or a token by the session of the browser, by each authorization server. The page that follows loads the addresses in frames, with iss and sid where frontchannel_logout_session_required is true. It then leads on to post_logout_redirect_uri: once all are loaded, or after 3 seconds. Without such a client signing out redirects at once. A session that ends otherwise notifies nobody. The address may have another origin than the redirect URIs.',
    evidence:
      'OpenID Connect Front-Channel Logout 1.0, sections 2 and 3; Clients states the two settings and no limit on the origin.',
  },
  'initiate-login': {
    question: 'Where a link to an application leads, and where initiate_login_uri is used.',
    choice:
      "The linkUrl of an app link asks for a sign-in where nobody is signed in. It leads to the initiate_login_uri of a client with iss, that of the organisation's own server. An application that is no client leads to settings.app.url. The page after a sign-in lists the user's applications, and every client with an initiate_login_uri.",
    evidence: 'Clients, Client Application; Users, App link; OpenID Connect Core 1.0, section 4.',
  },
  'grant-types-served': {
    question: 'Which of the grant types of Clients the token endpoint serves.',
    choice:
      'authorization_code, refresh_token, client_credentials, password, device_code; implicit at the authorization endpoint. interaction_code, saml2-bearer and token-exchange answer unsupported_grant_type.',
    evidence: 'Discovery advertises what works; nobody could present what the other three need.',
  },
})
