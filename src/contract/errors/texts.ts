import type { OperationName } from '../operation-names.ts'

/** Why the service gives an error, for people. The error fills the `{names}`. */
export interface Reason {
  /** The rule, in our own words. */
  readonly rule: string
  /** Where it stands: a document and its section, or an RFC. `{source}` is where the operation is described. */
  readonly section: string
  /** The value or state that the service accepts. */
  readonly accepted: string
  /** The interpretation behind it, where the API description leaves it open. */
  readonly interpretation?: string | undefined
  /** The finding for people, where it says more than the cause. */
  readonly found?: string
}

/**
 * The conditions of an error: the cause of each, which is also the whole OAuth description. An empty one is that of the
 * error. Or also the value that is accepted instead, where the error does not say it.
 */
export type Conditions = Readonly<
  Record<string, string | { readonly cause: string; readonly accepted: string }>
>

/** Where something is stated: a section, an interpretation of it, or an interpretation alone. */
export interface Stated {
  readonly section?: string
  readonly interpretation?: string
}

/** A reason, and what is different for some operations. */
export interface ReasonRow extends Omit<Reason, 'section'>, Partial<Pick<Reason, 'section'>> {
  /** Where its status and code come from. Default: the interpretation of codes. */
  readonly from?: Stated
  readonly of?: Readonly<
    Partial<Record<OperationName | 'listApplications' | 'listLogEvents', Partial<Reason>>>
  >
}

const conventions = 'Clients, Conventions common to all areas'
const transitions = 'Users, States and transitions'
const usersList = 'Users, GET /api/v1/users'
const groupsList = 'Groups, Group operations'
const filterAlone = { section: 'interpretation beyond-the-description', accepted: 'filter: {filters}' }
/** Where the cause in a reply is another text. */
const seenStatus = 'status: expected {allowed}, got {status}'
const moment = '"2026-01-05T09:30:00.000Z"'

const ofFactors = {
  rule: 'A sign-in that waits for a second factor goes on with its state token and a code',
  section: 'no document: interpretation second-factor',
  interpretation: 'second-factor',
  from: { interpretation: 'beyond-the-description' },
}

/** Why the service gives each error. */
export const reasons = {
  'malformed-json': {
    rule: 'Request bodies are JSON',
    section: `${conventions}, 1`,
    accepted: 'A body that a JSON parser reads',
  },
  'body-too-large': {
    rule: 'A request body has a greatest size here',
    section: 'Clients, Limits (request size: not shown)',
    accepted: 'A body of at most 1,048,576 characters (1 MiB)',
    found: 'The body has {length} characters',
  },
  'uri-too-long': {
    rule: 'The links of a list repeat its address, and fit into the headers that clients read',
    accepted: 'A shorter query, such as several lists with a part of the values each',
    from: { section: 'RFC 9110, section 15.5.15', interpretation: 'link-length' },
  },
  'unsupported-content-encoding': {
    rule: 'A request body is sent as it is, without compression',
    accepted: 'The same body without Content-Encoding',
    from: { section: 'RFC 9110, section 15.5.16', interpretation: 'content-encoding' },
  },
  'unsupported-content-type': {
    rule: 'Where a body is sent, it is declared as JSON',
    section: `${conventions}, 1`,
    accepted: 'Content-Type: application/json',
    interpretation: 'content-type',
  },
  'unacceptable-accept': {
    rule: 'Replies are JSON, and the caller has to accept that',
    section: `${conventions}, 1`,
    accepted: 'Accept: application/json, or no Accept header',
    interpretation: 'content-type',
  },
  'missing-content-type': {
    rule: 'Where a body is sent, it is declared as JSON',
    section: `${conventions}, 1`,
    accepted: 'Content-Type: application/json',
    interpretation: 'content-type',
  },
  'malformed-path': {
    rule: 'Each % in a path is followed by two hexadecimal digits',
    section: 'RFC 3986, section 2.1',
    accepted: 'The path with %25 instead of a bare %',
    found: '{message}',
  },
  'unknown-path': {
    rule: 'Only the documented paths are served',
    section: 'Clients, Groups, Users, Endpoints',
    accepted: 'One of the documented paths',
    interpretation: 'unknown-path',
  },
  'method-not-supported': {
    rule: 'A path takes the documented methods only',
    section: 'Clients, Groups, Users, Endpoints',
    accepted: 'One of the methods of this path',
    interpretation: 'unknown-path',
  },
  'invalid-token': {
    rule: 'A call needs an API token or an access token that works here',
    section: 'Clients, Authentication, 1',
    accepted:
      'Authorization: SSWS followed by an API token, or Authorization: Bearer followed by an access token',
  },
  'invalid-session': {
    rule: 'The session cookie is that of an open session',
    section: 'Clients, Authentication, 3',
    accepted: 'The cookie {cookie} of an open session: sign in again, or control.openSession',
    of: {
      deleteCurrentUserSessions: { section: 'Users, POST /users/me/lifecycle/delete_sessions' },
    },
    from: { section: 'Clients, Errors', interpretation: 'error-codes' },
  },
  'authentication-failed': {
    rule: 'Only the right password, or the token of an open session, signs in',
    section: 'no document: interpretation beyond-the-description',
    accepted: 'The login and password of an ACTIVE user; or a sessionToken of POST /api/v1/authn',
    from: { interpretation: 'beyond-the-description' },
    found: '{message}',
  },
  'state-token-over': {
    ...ofFactors,
    accepted: 'The stateToken of a reply of POST /api/v1/authn, for five minutes',
    found: 'stateToken: {message}',
  },
  'passcode-wrong': {
    ...ofFactors,
    accepted: 'The code that the authenticator shows, or the one that was mailed last',
  },
  'passcode-used': { ...ofFactors, accepted: 'The code of the next 30 seconds' },
  'access-denied': {
    rule: 'The role of the token does not allow this operation',
    section: 'Clients, Authentication, 5',
    accepted: 'A token with one of these roles: {roles}',
    interpretation: 'admin-roles',
  },
  'insufficient-scope': {
    rule: 'An access token allows what its scopes say',
    section: 'Clients, Authentication, 2',
    accepted: 'An access token with the scope {scope}',
    interpretation: 'scope-names',
    found: 'The access token has {held}, and {operation} needs {scope}',
  },
  'untrusted-origin': {
    rule: 'A page may write with a session cookie only from a trusted origin',
    section: 'Clients, Authentication, 3',
    accepted: 'A page on localhost, at the base URL, or at an origin in the option trustedOrigins',
    interpretation: 'delete-sessions-origin',
  },
  'rate-limited': {
    rule: 'Each window of time allows a limited number of requests',
    section: 'Clients, Limits (rate limits: not shown)',
    accepted: 'The same call after the seconds that Retry-After names',
    interpretation: 'rate-limit',
    found: 'All {limit} requests of the window are used up; it ends in {seconds} s',
  },
  'time-out': {
    rule: 'A list with large pages may time out',
    accepted: 'The same list with a limit of at most {max}',
    interpretation: 'large-page-time-out',
    from: { section: 'Clients, Errors' },
    found: 'limit: {limit}, and the interpretation large-page-time-out lets lists above {max} time out',
  },
  'server-fault': {
    rule: 'Identikit itself failed',
    section: 'Clients, Errors',
    accepted: 'Please report it with the request, from the journal',
  },
  'read-only-mode': {
    rule: 'The service takes no writes now',
    section: 'Clients, Errors (read-only mode: not shown)',
    accepted: 'The same call once it takes writes again',
  },
  'not-implemented': {
    rule: 'This operation is not served here',
    section: '{source}',
    accepted: 'An operation that docs/reference/operations.md lists',
    interpretation: undefined,
  },
  'feature-not-enabled': {
    rule: 'Early-access features work only where they are enabled',
    section: 'Clients, Versioning, 2',
    accepted: 'The same call with the option features.earlyAccess: true',
    interpretation: 'early-access',
  },
  validation: {
    rule: 'A field has the form that the section describes',
    section: '{source}',
    accepted: 'A body as the section describes it',
  },
  'query-type-mismatch': {
    rule: 'A query parameter has the documented type',
    section: '{source}, {field}',
    accepted: '{accepted}',
  },
  'invalid-cursor': {
    rule: 'A cursor is opaque and comes from the next link of the same list',
    section: `${conventions}, 3`,
    accepted: 'The URL of the next link as the reply had it, with the same filter, search and sorting',
    interpretation: 'cursor',
  },
  'invalid-limit': {
    rule: 'A page holds at least one entry',
    section: '{source}, limit',
    accepted: 'limit: a whole number from 1; a number above the maximum counts as the maximum',
    interpretation: 'page-size',
  },
  'invalid-paging': {
    rule: 'Paging and q exclude each other',
    section: usersList,
    accepted: 'Either q or after, not both',
    interpretation: 'q-and-after',
    of: {
      listGroups: { section: groupsList, interpretation: 'group-q-after' },
    },
  },
  'invalid-search': {
    rule: 'A search follows the grammar of search expressions',
    section: `${usersList}, Search`,
    accepted: 'search: an expression such as profile.firstName eq "Ada" and status eq "ACTIVE"',
    of: {
      listGroups: {
        section: `${groupsList}, Search`,
        accepted: 'search: an expression such as profile.name sw "Eng" and type eq "BUILT_IN"',
      },
    },
    found: 'search: {message}',
  },
  'invalid-filter': {
    rule: 'A filter follows the grammar of filter expressions',
    section: `${usersList}, Filter`,
    accepted: 'filter: an expression such as status eq "ACTIVE"',
    of: {
      listGroups: {
        section: `${groupsList}, Filter expressions`,
        accepted: `filter: an expression such as type eq "BUILT_IN" or lastUpdated gt ${moment}`,
      },
    },
    found: 'filter: {message}',
  },
  'unsupported-filter': {
    rule: 'A filter knows only some properties, each with its operators',
    section: `${usersList}, Filter`,
    accepted: 'filter: {filters}. Or search, which takes more',
    of: {
      listGroups: { section: `${groupsList}, Filter expressions` },
      listApplications: filterAlone,
      listLogEvents: filterAlone,
    },
    found: 'filter: {message}',
  },
  'search-and-filter': {
    rule: 'A request takes one of search, filter and q',
    section: usersList,
    accepted: 'Either {first} or {second}, not both',
    interpretation: 'search-and-filter-together',
    of: {
      listGroups: { section: groupsList },
    },
  },
  'invalid-date': {
    rule: 'Timestamps are ISO 8601 with seconds and a zone',
    section: `${conventions}, 2`,
    accepted: `A timestamp in double quotes, such as lastUpdated gt ${moment}`,
    interpretation: 'query-values',
    found: '{parameter}: {message}',
  },
  'not-found': {
    rule: 'The path and the body name records that exist',
    accepted: '{reference} that exists',
    of: {
      newClientSecret: { section: 'Clients, newSecret' },
    },
    from: { section: 'Clients, Errors' },
  },
  'group-targets-exceeded': {
    rule: 'A user is created into 20 groups at the most',
    section: 'Users, POST /api/v1/users, groupIds',
    accepted: 'groupIds: at most 20 ids',
    interpretation: undefined,
  },
  'next-login-without-password': {
    rule: 'nextLogin=changePassword expires the password, so there must be one',
    section: 'Users, POST /api/v1/users, nextLogin',
    accepted: 'credentials.password together with nextLogin=changePassword',
    found: 'credentials.password: the body has none',
  },
  'next-login-without-activation': {
    rule: 'nextLogin=changePassword needs activate=true',
    section: 'Users, POST /api/v1/users, nextLogin',
    accepted: 'activate=true, or no nextLogin',
    found: 'activate: expected true, got false',
  },
  'read-only-attribute': {
    rule: 'Users may write only some properties of themselves',
    section: 'Users, POST /api/v1/users/me',
    accepted:
      'A profile without {field}, or with its present value; an administrator can write it with POST /api/v1/users and the id',
    interpretation: 'me-permissions',
  },
  'immutable-attribute': {
    rule: 'A partial update does not change the type of a user',
    section: 'Users, POST /api/v1/users/ID',
    accepted: 'A body without {field}, or with its present value; PUT can change it',
    interpretation: 'user-type',
    found: '{field}.id: expected {present}, got {given}',
  },
  'transition-in-progress': {
    rule: 'While a user is activated or deactivated, PUT and POST cannot update it',
    section: `${transitions}, transitioningToStatus`,
    accepted: 'The same call once transitioningToStatus is gone: move the clock on by delays.transition',
    interpretation: 'respond-async',
  },
  'activate-already-active': {
    rule: 'Only a user who is STAGED or DEPROVISIONED can be activated',
    section: transitions,
    accepted: 'A user in {allowed}; an ACTIVE user needs no activation',
  },
  'reactivate-wrong-status': {
    rule: 'Only a user in PROVISIONED or RECOVERY can be reactivated',
    accepted: 'A user in PROVISIONED or RECOVERY',
    from: { section: 'Users, Errors' },
  },
  'operation-not-allowed-in-status': {
    rule: 'The status of a user decides which lifecycle operations are allowed',
    section: transitions,
    accepted: 'A user in {allowed}',
    from: { section: 'Clients, Errors', interpretation: 'error-codes' },
  },
  'suspend-not-active': {
    rule: 'Only an ACTIVE user can be suspended',
    accepted: 'A user in ACTIVE',
    from: { section: 'Users, Errors' },
    found: seenStatus,
  },
  'unsuspend-not-suspended': {
    rule: 'Only a SUSPENDED user can be unsuspended',
    accepted: 'A user in SUSPENDED',
    from: { section: 'Users, Errors' },
    found: seenStatus,
  },
  'unlock-not-locked': {
    rule: 'Only a user who is locked out, or blocked from unknown devices, can be unlocked',
    section: transitions,
    accepted: 'A user in LOCKED_OUT, or ACTIVE with a block from unknown devices',
    found: seenStatus,
  },
  'unlock-not-native': {
    rule: 'Only users whose credentials this service holds can be unlocked',
    section: transitions,
    accepted: "A user whose provider is the service's own",
    found: "The user's provider is {provider}.",
  },
  'no-password-for-federated': {
    rule: 'Users of a trusted identity provider have no password here',
    section: 'Users, Provider object',
    accepted:
      "A user whose provider is the service's own; reset_password without provider converts the user back",
    interpretation: 'federated-operations',
    found: "The user's provider is {provider}.",
  },
  'update-credentials-failed': {
    rule: 'New credentials meet what the policies ask',
    section: 'Users, Credential operations',
    accepted: 'Credentials as the section describes them',
  },
  'recovery-answer-wrong': {
    rule: 'Who recovers a password knows the answer to the recovery question',
    section: 'Users, Credential operations, forgot_password',
    accepted: 'recovery_question.answer: the answer that was set, in any case of letters',
    interpretation: 'recovery-answer-case',
    found: 'recovery_question.answer: not the answer that the user set',
  },
  'forgot-password-not-allowed': {
    rule: 'forgot_password is for ACTIVE users with a recovery question',
    section: 'Users, Credential operations, forgot_password',
    accepted: 'An ACTIVE user with a recovery question',
  },
  'change-password-not-allowed': {
    rule: 'A password can be changed only in some statuses',
    section: transitions,
    accepted: 'A user in {allowed}',
    interpretation: 'change-password-statuses',
  },
  'change-recovery-question-not-allowed': {
    rule: 'A recovery question can be changed only in some statuses',
    section: transitions,
    accepted: 'A user in {allowed}',
  },
  'group-not-modifiable': {
    rule: 'Only groups of the type {managed} are managed here',
    section: 'Groups, Group type',
    accepted: 'A group of the type {managed}',
    interpretation: 'group-not-modifiable',
  },
  'group-not-removable': {
    rule: 'The service itself manages built-in groups',
    section: 'Groups, Group type',
    accepted: 'A group of another type than BUILT_IN',
    interpretation: 'group-not-modifiable',
  },
  'group-in-push-mapping': {
    rule: 'An APP_GROUP that a group push mapping uses cannot be removed',
    section: 'Groups, Group operations',
    accepted: 'The same call once the push mapping is gone',
    interpretation: 'group-not-modifiable',
  },
  'rule-not-inactive': {
    rule: 'Only INACTIVE rules can be updated',
    section: 'Groups, States and transitions',
    accepted: 'The same update once the rule is INACTIVE: POST the lifecycle operation deactivate first',
    interpretation: undefined,
    found: "The rule's status is {status}",
  },
  'rule-actions-immutable': {
    rule: 'The action section of a rule cannot be changed',
    section: 'Groups, Group rules',
    accepted:
      'actions.assignUserToGroups.groupIds: the ids that the rule has; make another rule for other groups',
    interpretation: 'rule-actions-change',
  },
  'rule-invalid': {
    rule: 'A rule whose group was deleted is INVALID: it can only be read and deleted',
    section: 'Groups, Group rule, status (INVALID: not shown)',
    accepted: 'Another rule, with groups that exist; delete this one',
    interpretation: 'rule-invalid-status',
    found: "The rule's status is {status}",
  },
  'invalid-expression': {
    rule: 'The condition of a rule is an expression that evaluates to a Boolean',
    section: 'Groups, Group rule',
    accepted: 'conditions.expression.value: an expression such as user.department=="Engineering"',
    interpretation: 'rule-expression-check',
  },
  'invalid-client': {
    rule: 'The client id in the path is the id of a client',
    accepted: 'The client_id of a client; GET /oauth2/v1/clients lists them',
    of: {
      updateClient: { section: 'Clients, PUT /oauth2/v1/clients', interpretation: 'client-unknown-on-put' },
    },
    from: { section: 'Clients, Errors' },
  },
  'invalid-client-metadata': {
    rule: 'A setting has the form that the section describes',
    section: 'Clients, Client Application',
    accepted: 'Settings as the section describes them',
    interpretation: 'client-error-codes',
    from: { section: 'Clients, Errors' },
  },
  'invalid-redirect-uri': {
    rule: 'A redirect URI is absolute and has no fragment',
    section: 'Clients, Client Application, rule 5',
    accepted: 'An absolute URI without a fragment',
    from: { section: 'RFC 7591 section 3.2.2', interpretation: 'client-error-codes' },
  },
  'secret-not-applicable': {
    rule: 'Only a client that sends its secret can get a new one',
    section: 'Clients, newSecret',
    accepted: 'A client whose token_endpoint_auth_method is client_secret_post or client_secret_basic',
    interpretation: 'client-new-secret-refusal',
    found: 'token_endpoint_auth_method: expected {expected}, got {given}',
  },
} satisfies Readonly<Record<string, ReasonRow>>

/** Why an OAuth endpoint gives each error. */
export const oauthReasons = {
  invalid_request: {
    rule: 'A request has the parameters that its endpoint needs, each once and in its form',
    section: 'RFC 6749, sections 4.1.2.1 and 5.2',
    accepted: 'The same request, with the parameter that is named as its endpoint takes it',
  },
  invalid_client: {
    rule: 'A client authenticates with what it is registered with',
    section: 'RFC 6749, section 5.2; Clients, Authentication, 4',
    accepted: 'The client_id of an active client, with its secret, or an assertion signed with its key',
  },
  invalid_grant: {
    rule: 'A grant is in force, belongs to this client and server, and is used as it was issued',
    section: 'RFC 6749, section 5.2; RFC 7636, section 4.6',
    accepted:
      'A code, refresh token, device code or password that works, with the redirect URI and verifier that belong to it',
  },
  unauthorized_client: {
    rule: 'A client uses the grant types and response types that it is registered with',
    section: 'RFC 6749, section 5.2; Clients, Client Application',
    accepted: 'A client whose grant_types and response_types hold what was asked for',
  },
  unsupported_grant_type: {
    rule: 'A server serves the grant types that its metadata lists',
    section: 'RFC 6749, section 5.2',
    accepted: 'One of grant_types_supported of the metadata document',
  },
  unsupported_response_type: {
    rule: 'A server serves the response types that its metadata lists',
    section: 'RFC 6749, section 4.1.2.1',
    accepted: 'One of response_types_supported of the metadata document',
  },
  invalid_scope: {
    rule: 'The scopes that are asked for are those of the server, and those that were granted',
    section: 'RFC 6749, sections 3.3 and 5.2',
    accepted: 'Scopes of the server; add one by control.setScope',
  },
  access_denied: {
    rule: 'The user may refuse',
    section: 'RFC 6749, section 4.1.2.1; RFC 8628, section 3.5',
    accepted: 'A user who agrees',
  },
  server_error: {
    rule: 'The server failed',
    section: 'RFC 6749, section 4.1.2.1',
    accepted: 'The same request again',
  },
  invalid_token: {
    rule: 'An access token was issued by this server and is in force',
    section: 'RFC 6750, section 3.1',
    accepted: 'An access token of this server that has neither expired nor been revoked',
  },
  insufficient_scope: {
    rule: 'An access token allows what its scopes say',
    section: 'RFC 6750, section 3.1',
    accepted: 'An access token with the scope named',
  },
  authorization_pending: {
    rule: 'A device polls until the user has answered',
    section: 'RFC 8628, section 3.5',
    accepted: 'The same request after the interval',
  },
  slow_down: {
    rule: 'A device waits for the interval between polls',
    section: 'RFC 8628, section 3.5',
    accepted: 'The same request after an interval that is 5 seconds longer',
  },
  expired_token: {
    rule: 'A device code works for its lifetime',
    section: 'RFC 8628, section 3.5',
    accepted: 'A device code that is new',
  },
  login_required: {
    rule: 'With prompt=none nobody is asked to sign in',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'A browser in which the user has signed in, or a request without prompt=none',
  },
  mfa_required: {
    rule: 'The password grant cannot ask for a second factor',
    section: 'RFC 6749, section 4.3',
    accepted: 'Another grant, such as authorization_code; or a user without a factor',
  },
  consent_required: {
    rule: 'With prompt=none nobody is asked to consent',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'A consent given before, or a request without prompt=none',
  },
  request_not_supported: {
    rule: 'Request objects are taken where the metadata says so',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'The same request without the parameter request',
  },
  request_uri_not_supported: {
    rule: 'Request objects are taken by value',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'The request object in the parameter request',
  },
  registration_not_supported: {
    rule: 'Clients are registered beforehand',
    section: 'OpenID Connect Core 1.0, section 3.1.2.6',
    accepted: 'A client that POST /oauth2/v1/clients registered',
  },
  invalid_request_object: {
    rule: 'A request object is signed by the client, for this server, and says what the request says',
    section: 'OpenID Connect Core 1.0, section 6; Clients, Client Application, rule 9',
    accepted:
      'A request object signed with the algorithm that the client is registered with, whose claims fit the request',
  },
} as const satisfies Record<string, Reason>

/** The code of an error of an OAuth endpoint, as in `error`. */
export type OAuthErrorCode = keyof typeof oauthReasons

const credentials = 'Users, Credential operations'
const authentication = 'Clients, Authentication'
const federated: Partial<Reason> = {
  rule: 'Users of a trusted identity provider have no password and no recovery question here',
  section: 'Users, Provider object',
  accepted: "A user whose provider is the service's own",
  interpretation: 'federated-operations',
}
const otherScheme: Partial<Reason> = {
  rule: 'The Authorization header holds the scheme SSWS or Bearer, a blank and the token',
  section: `${authentication}, 1 and 2`,
  interpretation: 'scope-names',
}
const unseen = {
  rule: 'An administrator of some groups sees only these groups and their members',
  section: `${authentication}, 5`,
  accepted: 'A token of an administrator who may see it, such as SUPER_ADMIN',
  interpretation: 'group-administrator-scope',
}

/** The texts that differ in each condition of an error. The error fills the `{names}`. */
export const caseReasons = {
  'no-body': {
    rule: 'This operation needs a body',
    accepted: 'A JSON object as the body',
    section: '{source}',
  },

  // Who is calling
  'untrusted-preflight': {
    rule: 'A browser lets a page call another origin only if the service trusts the page',
    section: 'Clients, Conventions (CORS: not shown)',
    interpretation: 'cors',
  },
  'no-token': { rule: 'A call needs a token in the Authorization header', interpretation: 'error-codes' },
  'other-scheme': otherScheme,
  'access-token-as-ssws': otherScheme,
  'api-token-as-bearer': otherScheme,
  'unknown-api-token': {
    rule: 'An API token works from its creation until it is revoked',
    accepted:
      'Authorization: SSWS with the apiToken of this organisation, or one that control.createApiToken made',
    interpretation: 'error-codes',
  },
  'unknown-access-token': {
    rule: 'An access token works where it was issued, until it expires or is revoked',
    section: `${authentication}, 2`,
    accepted: 'Authorization: Bearer with a token that the authorization server of this organisation issued',
    interpretation: 'oauth-issuer',
  },
  'expired-token': {
    rule: 'An access token works until it expires, by the clock of the organisation',
    section: `${authentication}, 2`,
    accepted: 'A new access token: use the refresh token, or sign in again',
    interpretation: 'oauth-issuer',
  },
  'suspended-owner': {
    rule: 'The access tokens of a SUSPENDED user do not work',
    section: `${authentication}, 2`,
    accepted: 'The same token once the user is unsuspended, or the token of another user',
    interpretation: 'suspended-tokens',
  },
  'cookie-for-token': {
    rule: 'A session cookie is enough only for what a user does with itself at /users/me',
    section: `${authentication}, 1 and 3`,
    interpretation: 'session-operations',
  },
  'token-for-cookie': {
    rule: 'This operation takes a session cookie and no token',
    section: 'Users, POST /users/me/lifecycle/delete_sessions',
    accepted: 'The cookie {cookie} of an open session, without an Authorization header',
    interpretation: 'token-and-cookie',
  },
  'no-cookie': {
    rule: 'This operation needs the cookie of an open session',
    section: 'Users, POST /users/me/lifecycle/delete_sessions',
    interpretation: 'session-operations',
  },
  'scope-without-role': {
    rule: 'A scope of a token gives a person no right that its role lacks',
    section: `${authentication}, 2 and 5`,
    accepted:
      'A user with one of these roles: {roles}, which the API tokens of the user have; or the token of a client itself (client_credentials)',
    interpretation: 'scope-names',
  },
  'outside-groups': {
    rule: 'An administrator of some groups creates users in these groups only',
    accepted: 'groupIds that hold only groups of the administrator, at least one',
    interpretation: 'group-administrator-scope',
    found: '{message}',
  },
  'unseen-user': { ...unseen, found: 'The user {user} is in none of the groups of the administrator' },
  'unseen-group': { ...unseen, found: 'The group {id} is not one that the administrator may see' },
  'ambiguous-name': {
    rule: 'A short name finds a user only when no other user has it',
    section: 'Users, What the service does',
    accepted: 'The id or the whole login of the user',
    interpretation: 'short-name-ambiguous',
    found: '{count} users have the short name {id}',
  },
  nobody: {
    rule: 'me is the user who owns the token, or whose session it is',
    section: 'Users, What the service does',
    accepted: 'The id or login of a user, or a token that a user owns',
    interpretation: 'session-operations',
    found: 'The token is of no user who exists',
  },

  // The state of this server
  fault: {
    rule: 'A fault that was added to this organisation makes the call fail',
    section: 'docs/faults.md',
    accepted: 'The same call without the fault: control.clearFaults() removes all faults',
    found: 'The fault {fault} matches this call',
  },
  'started-read-only': {
    rule: 'This server was started with --read-only and takes no writes',
    section: 'Clients, Errors (read-only mode: not shown)',
    accepted: 'The same call to a server that was started without --read-only',
  },
  'state-not-kept': {
    rule: 'A change that cannot be stored is taken back',
    section: 'Clients, Errors (read-only mode: not shown)',
    accepted: 'The same call once the state file can be written: look at the disk and at the log',
    interpretation: 'state-write-fails',
  },

  // Queries
  'sort-property': {
    rule: 'sortBy names one property that a search can use',
    section: '{source}, sortBy',
    accepted: 'sortBy: a property such as {example}',
    interpretation: 'error-codes',
    found: '{message}',
  },
  operator: { interpretation: 'query-operators' },
  value: { interpretation: 'query-values' },

  // Credentials
  'wrong-password': {
    rule: 'Who changes credentials proves to know the present password',
    section: credentials,
    accepted: 'The present password of the user',
    found: '{field}.value: not the present password of the user',
  },
  federated,
  'federated-recovery': federated,
  'no-recovery-question': {
    accepted: 'The same call once the user has a recovery question (credentials.recovery_question)',
    found: 'The user has no recovery question',
  },
  'no-password': {
    rule: 'This operation asks for the present password, so the user needs one',
    section: credentials,
    accepted: 'A user who has a password',
  },
  'hook-password': {
    rule: 'A password behind a hook is unknown here until the user signs in',
    section: 'Users, Password Hook object',
    accepted: 'The same call after the first sign-in of the user',
  },

  // Statuses and groups
  suspended: {
    rule: 'A SUSPENDED user can only be unsuspended or deactivated',
    interpretation: 'suspended-operations',
  },
  'blocked-everywhere': {
    rule: 'unlock lifts a block from unknown devices, not one from all devices',
    accepted: 'A user in LOCKED_OUT, or ACTIVE with a block from unknown devices',
    interpretation: 'device-block',
  },
} satisfies Readonly<Record<string, Partial<Reason>>>
