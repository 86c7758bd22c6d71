/** An error code of the endpoints. */
interface OAuthErrorRow {
  /** HTTP status where a client gets the error directly. */
  readonly status: number
  /** The rule that was broken, in our own words. */
  readonly rule: string
  /** Where it stands. */
  readonly section: string
  /** The value or state that the service accepts. */
  readonly accepted: string
}

/** The error codes of the endpoints, each with why it is given. */
export const oauthErrors = {
  invalid_request: {
    status: 400,
    rule: 'A request has the parameters that its endpoint needs, each once and in its form',
    section: 'RFC 6749, sections 4.1.2.1 and 5.2',
    accepted: 'The same request, with the parameter that is named as its endpoint takes it',
  },
  invalid_client: {
    status: 401,
    rule: 'A client authenticates with what it is registered with',
    section: 'RFC 6749, section 5.2; Clients, Authentication, 4',
    accepted: 'The client_id of an active client, with its secret, or an assertion signed with its key',
  },
  invalid_grant: {
    status: 400,
    rule: 'A grant is in force, belongs to this client and server, and is used as it was issued',
    section: 'RFC 6749, section 5.2; RFC 7636, section 4.6',
    accepted:
      'A code, refresh token, device code or password that works, with the redirect URI and verifier that belong to it',
  },
  unauthorized_client: {
    status: 400,
    rule: 'A client uses the grant types and response types that it is registered with',
    section: 'RFC 6749, section 5.2; Clients, Client Application',
    accepted: 'A client whose grant_types and response_types hold what was asked for',
  },
  unsupported_grant_type: {
    status: 400,
    rule: 'A server serves the grant types that its metadata lists',
    section: 'RFC 6749, section 5.2',
    accepted: 'One of grant_types_supported of the metadata document',
  },
  unsupported_response_type: {
    status: 400,
    rule: 'A server serves the response types that its metadata lists',
    section: 'RFC 6749, section 4.1.2.1',
    accepted: 'One of response_types_supported of the metadata document',
  },
  invalid_scope: {
    status: 400,
    rule: 'The scopes that are asked for are those of the server, and those that were granted',
    section: 'RFC 6749, sections 3.3 and 5.2',
    accepted: 'Scopes of the server; add one by control.createScope',
  },
  access_denied: {
    status: 400,
    rule: 'The user may refuse',
    section: 'RFC 6749, section 4.1.2.1; RFC 8628, section 3.5',
    accepted: 'A user who agrees',
  },
  server_error: {
    status: 500,
    rule: 'The server failed',
    section: 'RFC 6749, section 4.1.2.1',
    accepted: 'The same request again',
  },
  invalid_token: {
    status: 401,
    rule: 'An access token was issued by this server and is in force',
    section: 'RFC 6750, section 3.1',
    accepted: 'An access token of this server that has neither expired nor been revoked',
  },
  insufficient_scope: {
    status: 403,
    rule: 'An access token allows what its scopes say',
    section: 'RFC 6750, section 3.1',
    accepted: 'An access token with the scope named',
  },
  authorization_pending: {
    status: 400,
    rule: 'A device polls until the user has answered',
    section: 'RFC 8628, section 3.5',
    accepted: 'The same request after the interval',
  },
  slow_down: {
    status: 400,
    rule: 'A device waits for the interval between polls',
    section: 'RFC 8628, section 3.5',
    accepted: 'The same request after an interval that is 5 seconds longer',
  },
  expired_token: {
    status: 400,
    rule: 'A device code works for its lifetime',
    section: 'RFC 8628, section 3.5',
    accepted: 'A device code that is new',
  },
  login_required: {
    status: 400,
    rule: 'With prompt=none nobody is asked to sign in',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'A browser in which the user has signed in, or a request without prompt=none',
  },
  consent_required: {
    status: 400,
    rule: 'With prompt=none nobody is asked to consent',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'A consent given before, or a request without prompt=none',
  },
  request_not_supported: {
    status: 400,
    rule: 'Request objects are taken where the metadata says so',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'The same request without the parameter request',
  },
  request_uri_not_supported: {
    status: 400,
    rule: 'Request objects are taken by value',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'The request object in the parameter request',
  },
  registration_not_supported: {
    status: 400,
    rule: 'Clients are registered beforehand',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'A client that POST /oauth2/v1/clients registered',
  },
  invalid_request_object: {
    status: 400,
    rule: 'A request object is signed by the client, for this server, and says what the request says',
    section: 'OpenID Connect Core 1.0, section 6; Clients, Client Application, rule 9',
    accepted:
      'A request object signed with the algorithm that the client is registered with, whose claims fit the request',
  },
} as const satisfies Record<string, OAuthErrorRow>

/** The code of an error, as in `error`. */
export type OAuthErrorCode = keyof typeof oauthErrors
