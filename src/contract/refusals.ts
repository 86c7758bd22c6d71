/**
 * The catalogue of errors by condition, with the texts of each in the two error formats (Clients, Errors). The
 * arguments of an error fill `{name}` in a text. Codes that the API description does not state come from the
 * interpretations.
 */

/** The two error body formats: OAuth style for client endpoints, platform style for the rest. */
export type Dialect = 'platform' | 'oauth'

/** One row of the catalogue. */
export interface RefusalRow {
  /** HTTP status. */
  readonly status: number
  /** Platform style: `errorCode`, `errorSummary`, and the one cause where the error gives none. */
  readonly code: string
  readonly summary: string
  readonly cause?: string
  /** OAuth style, for errors of client endpoints: `error` and, where it differs, the description. */
  readonly oauth?: { readonly error: string; readonly description?: string }
  /** Headers of the reply. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where the row comes from: a table of the API description, or the id of an interpretation. */
  readonly source: string
}

const decided = 'interpretation: error-codes'

/** Every way in which the service refuses a request, by name: status, code, texts and where it is stated. */
export const refusals = {
  // Requests that never reach an operation
  'malformed-json': {
    status: 400,
    code: 'E0000003',
    summary: 'The request body was not well-formed.',
    oauth: { error: 'invalid_request' },
    source: decided,
  },
  'body-too-large': {
    status: 413,
    code: 'E0000003',
    summary: 'The request body is larger than this server takes.',
    oauth: { error: 'invalid_request' },
    source: decided,
  },
  'unsupported-content-encoding': {
    status: 415,
    code: 'E0000003',
    summary: 'The request body has a content encoding that this server does not take.',
    cause: 'Content-Encoding: expected none, got {found}',
    oauth: { error: 'invalid_request' },
    headers: { 'Accept-Encoding': 'identity' },
    source: 'RFC 9110, section 15.5.16; interpretation: content-encoding',
  },
  'unsupported-content-type': {
    status: 400,
    code: 'E0000021',
    summary: 'Bad request. Accept and/or Content-Type headers likely do not match supported values.',
    cause: 'Content-Type: expected application/json, got {found}',
    oauth: { error: 'invalid_request' },
    source: decided,
  },
  'unacceptable-accept': {
    status: 400,
    code: 'E0000019',
    summary: 'Bad request. Accept and/or Content-Type headers likely do not match supported values.',
    cause: 'Accept: expected application/json, got {found}',
    oauth: { error: 'invalid_request' },
    source: decided,
  },
  'missing-content-type': {
    status: 400,
    code: 'E0000018',
    summary: 'Bad request. Accept and/or Content-Type headers are not set.',
    cause: 'Content-Type: expected application/json, got none',
    oauth: { error: 'invalid_request' },
    source: decided,
  },
  'malformed-path': {
    status: 400,
    code: 'E0000003',
    summary: 'The request path was not well-formed.',
    oauth: { error: 'invalid_request' },
    source: decided,
  },
  'unknown-path': {
    status: 404,
    code: 'E0000008',
    summary: 'The requested path was not found',
    cause: '{hint}',
    oauth: { error: 'invalid_request' },
    source: decided,
  },
  'method-not-supported': {
    status: 405,
    code: 'E0000022',
    summary: 'The endpoint does not support the provided HTTP method',
    cause: '{hint}',
    oauth: { error: 'invalid_request' },
    source: decided,
  },
  'invalid-token': {
    status: 401,
    code: 'E0000011',
    summary: 'Invalid token provided',
    oauth: { error: 'invalid_token' },
    source: decided,
  },
  'invalid-session': {
    status: 403,
    code: 'E0000005',
    summary: 'Invalid session',
    oauth: { error: 'access_denied' },
    source: 'Clients, Errors (status); interpretation: error-codes (code)',
  },
  'authentication-failed': {
    status: 401,
    code: 'E0000004',
    summary: 'Authentication failed',
    source: 'interpretation: beyond-the-description',
  },
  'access-denied': {
    status: 403,
    code: 'E0000006',
    summary: 'You do not have permission to perform the requested action',
    oauth: { error: 'access_denied' },
    source: decided,
  },
  'insufficient-scope': {
    status: 403,
    code: 'E0000006',
    summary: 'You do not have permission to perform the requested action',
    cause: 'The access token lacks the scope {scope}',
    oauth: { error: 'insufficient_scope', description: 'The access token lacks the scope {scope}' },
    source: decided,
  },
  'untrusted-origin': {
    status: 403,
    code: 'E0000006',
    summary: 'You do not have permission to perform the requested action',
    cause: 'Origin {origin} is not a trusted origin',
    oauth: { error: 'access_denied' },
    source: decided,
  },
  'rate-limited': {
    status: 429,
    code: 'E0000047',
    summary: 'API call exceeded rate limit due to too many requests.',
    oauth: { error: 'too_many_requests' },
    source: decided,
  },
  'time-out': {
    status: 500,
    code: 'E0000009',
    summary: 'Internal Server Error',
    cause: 'The request timed out; retry with a smaller limit',
    oauth: { error: 'server_error' },
    source: 'Clients, Errors',
  },
  'server-fault': {
    status: 500,
    code: 'E0000009',
    summary: 'Internal Server Error',
    oauth: { error: 'server_error' },
    source: decided,
  },
  'read-only-mode': {
    status: 503,
    code: 'E0000010',
    summary: 'Service is in read only mode',
    oauth: { error: 'temporarily_unavailable' },
    source: decided,
  },
  'not-implemented': {
    status: 501,
    code: 'E0000060',
    summary: 'Unsupported operation.',
    cause: '{operation} has no handler yet',
    oauth: { error: 'unsupported_operation' },
    source: decided,
  },
  'feature-not-enabled': {
    status: 401,
    code: 'E0000015',
    summary: 'You do not have permission to access the feature you are requesting',
    cause: '{feature} is not enabled',
    oauth: { error: 'access_denied', description: '{feature} is not enabled' },
    source: decided,
  },

  // Inputs of every operation
  validation: {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: {field}',
    oauth: { error: 'invalid_request' },
    source: decided,
  },
  'query-type-mismatch': {
    status: 400,
    code: 'E0000037',
    summary: 'Type mismatch exception.',
    cause: '{field}: expected {expected}',
    oauth: { error: 'invalid_request', description: '{field}: expected {expected}' },
    source: decided,
  },
  'invalid-cursor': {
    status: 400,
    code: 'E0000029',
    summary: 'Invalid paging request.',
    cause: 'after: {message}',
    oauth: { error: 'invalid_request', description: 'after: {message}' },
    source: decided,
  },
  'invalid-limit': {
    status: 400,
    code: 'E0000029',
    summary: 'Invalid paging request.',
    cause: '{message}',
    oauth: { error: 'invalid_request', description: '{message}' },
    source: decided,
  },
  'invalid-paging': {
    status: 400,
    code: 'E0000029',
    summary: 'Invalid paging request.',
    cause: '{message}',
    oauth: { error: 'invalid_request', description: '{message}' },
    source: decided,
  },
  'invalid-search': {
    status: 400,
    code: 'E0000031',
    summary: 'Invalid search criteria.',
    cause: '{message}',
    source: decided,
  },
  'invalid-filter': {
    status: 400,
    code: 'E0000031',
    summary: 'Invalid search criteria.',
    cause: '{message}',
    source: decided,
  },
  'unsupported-filter': {
    status: 400,
    code: 'E0000094',
    summary: 'Unsupported filter specified.',
    cause: '{message}',
    source: decided,
  },
  'search-and-filter': {
    status: 400,
    code: 'E0000033',
    summary: 'Cannot combine {first} and {second} in one request.',
    source: decided,
  },
  'invalid-date': {
    status: 400,
    code: 'E0000030',
    summary: "Invalid date. Dates must be of the form yyyy-MM-dd'T'HH:mm:ss.SSSZ.",
    cause: '{message}',
    source: decided,
  },
  'not-found': {
    status: 404,
    code: 'E0000007',
    summary: 'Not found: Resource not found: {id} ({kind})',
    oauth: { error: 'invalid_request' },
    source: 'Clients, Errors',
  },

  // Users
  'group-targets-exceeded': {
    status: 400,
    code: 'E0000093',
    summary: 'Target count limit exceeded',
    cause: 'The number of group targets is too large',
    source: decided,
  },
  'next-login-without-password': {
    status: 400,
    code: 'E0000124',
    summary:
      'Could not create user. To create a user and expire their password immediately, a password must be specified',
    cause:
      'Could not create user. To create a user and expire their password immediately, a password must be specified',
    source: decided,
  },
  'next-login-without-activation': {
    status: 400,
    code: 'E0000125',
    summary:
      'Could not create user. To create a user and expire their password immediately, "activate" must be true',
    cause:
      'Could not create user. To create a user and expire their password immediately, "activate" must be true',
    source: decided,
  },
  'read-only-attribute': {
    status: 403,
    code: 'E0000077',
    summary: 'Cannot modify the {field} attribute because it is read-only.',
    cause: '{field}: read-only',
    source: decided,
  },
  'immutable-attribute': {
    status: 403,
    code: 'E0000078',
    summary: 'Cannot modify the {field} attribute because it is immutable.',
    cause: '{field}: immutable',
    source: decided,
  },
  'transition-in-progress': {
    status: 409,
    code: 'E0000112',
    summary:
      'Cannot update this user because they are still being activated. Please try again in a few minutes.',
    source: decided,
  },

  // Lifecycle (Users, Errors and States and transitions)
  'activate-already-active': {
    status: 403,
    code: 'E0000016',
    summary: 'Activation failed because the user is already active',
    source: decided,
  },
  'reactivate-wrong-status': {
    status: 403,
    code: 'E0000038',
    summary: "This operation is not allowed in the user's current status.",
    source: 'Users, Errors',
  },
  'operation-not-allowed-in-status': {
    status: 403,
    code: 'E0000038',
    summary: "This operation is not allowed in the user's current status.",
    source: 'Clients, Errors; interpretation: error-codes',
  },
  'suspend-not-active': {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: suspendUser',
    cause: 'Cannot suspend a user that is not active',
    source: 'Users, Errors',
  },
  'unsuspend-not-suspended': {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: unsuspendUser',
    cause: 'Cannot unsuspend a user that is not suspended',
    source: 'Users, Errors',
  },
  'unlock-not-locked': {
    status: 403,
    code: 'E0000032',
    summary: 'Unlock is not allowed for this user.',
    cause: 'The user is not locked out.',
    source: decided,
  },
  'unlock-not-native': {
    status: 403,
    code: 'E0000032',
    summary: 'Unlock is not allowed for this user.',
    cause: 'The user is not sourced by this service.',
    source: decided,
  },
  'no-password-for-federated': {
    status: 403,
    code: 'E0000017',
    summary: 'Password reset failed',
    cause: 'The user authenticates through a trusted identity provider and has no password.',
    source: decided,
  },
  'update-credentials-failed': {
    status: 403,
    code: 'E0000014',
    summary: 'Update of credentials failed',
    source: decided,
  },
  'recovery-answer-wrong': {
    status: 403,
    code: 'E0000087',
    summary: 'The recovery question answer did not match our records.',
    source: decided,
  },
  'forgot-password-not-allowed': {
    status: 403,
    code: 'E0000034',
    summary: 'Forgot password not allowed on specified user.',
    cause: '{message}',
    source: decided,
  },
  'change-password-not-allowed': {
    status: 403,
    code: 'E0000035',
    summary: 'Change password not allowed on specified user.',
    cause: '{message}',
    source: decided,
  },
  'change-recovery-question-not-allowed': {
    status: 403,
    code: 'E0000036',
    summary: 'Change recovery question not allowed on specified user.',
    cause: '{message}',
    source: decided,
  },

  // Groups and rules
  'group-not-modifiable': {
    status: 403,
    code: 'E0000077',
    summary: 'Cannot modify the {field} attribute because it is read-only.',
    cause: '{message}',
    source: decided,
  },
  'group-not-removable': {
    status: 403,
    code: 'E0000077',
    summary: 'Cannot modify the {field} attribute because it is read-only.',
    cause: '{message}',
    source: decided,
  },
  'group-in-push-mapping': {
    status: 403,
    code: 'E0000077',
    summary: 'Cannot modify the group because it is used in a group push mapping.',
    cause: 'Group {id} is used in a group push mapping',
    source: decided,
  },
  'rule-not-inactive': {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: updateRule',
    cause: 'Only a rule with status INACTIVE can be updated',
    source: decided,
  },
  'rule-actions-immutable': {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: updateRule',
    cause: 'actions: the action section of a rule cannot be changed',
    source: decided,
  },
  'rule-invalid': {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: generalSettings',
    cause: 'The rule is INVALID because one of its groups was deleted',
    source: decided,
  },
  'invalid-expression': {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: validateRule',
    cause: '{message}',
    source: decided,
  },

  // OAuth clients
  'invalid-client': {
    status: 401,
    code: 'E0000007',
    summary: 'Not found: Resource not found: {id} (PublicClientApp)',
    oauth: { error: 'invalid_client', description: "Invalid value for 'client_id' parameter." },
    source: 'Clients, Errors',
  },
  'invalid-client-metadata': {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: {field}',
    oauth: { error: 'invalid_client_metadata', description: '{message}' },
    source: 'Clients, Errors',
  },
  'invalid-redirect-uri': {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: redirect_uris',
    oauth: { error: 'invalid_redirect_uri', description: '{message}' },
    source: 'RFC 7591 section 3.2.2; interpretation: client-error-codes',
  },
  'secret-not-applicable': {
    status: 400,
    code: 'E0000001',
    summary: 'Api validation failed: token_endpoint_auth_method',
    cause:
      'token_endpoint_auth_method: a new secret applies only to client_secret_post and client_secret_basic',
    source: decided,
  },
} as const satisfies Record<string, RefusalRow>

/** The name of a way to refuse, for example `suspend-not-active`. */
export type RefusalName = keyof typeof refusals
