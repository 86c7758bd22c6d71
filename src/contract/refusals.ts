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
  /** The finding for people, where the texts of the service do not say it in plain words. */
  readonly found?: string
  /** OAuth style, for errors of client endpoints: `error` and, where it differs, the description. */
  readonly oauth?: { readonly error: string; readonly description?: string }
  /** Headers of the reply. */
  readonly headers?: Readonly<Record<string, string>>
  /** Where the row comes from: a table of the API description, or the id of an interpretation. */
  readonly source: string
}

/**
 * One row, with its literal types. Its source is the interpretation of codes where it names no other.
 *
 * @param more Its other members.
 */
function row<
  const Status extends number,
  const Code extends string,
  const Summary extends string,
  const More extends Partial<RefusalRow> = object,
>(status: Status, code: Code, summary: Summary, more?: More) {
  const head = { status, code, summary, source: 'interpretation: error-codes' as const }
  return { ...head, ...more } as Omit<Readonly<typeof head>, keyof More> & More
}

/** Every way in which the service refuses a request, by name: status, code, texts and where it is stated. */
export const refusals = {
  // Requests that never reach an operation
  'malformed-json': row(400, 'E0000003', 'The request body was not well-formed.', {
    oauth: { error: 'invalid_request' },
  }),
  'body-too-large': row(413, 'E0000003', 'The request body is larger than this server takes.', {
    oauth: { error: 'invalid_request' },
  }),
  'uri-too-long': row(414, 'E0000003', 'The address is too long.', {
    cause: '{message}',
    oauth: { error: 'invalid_request' },
    source: 'RFC 9110, section 15.5.15; interpretation: link-length',
  }),
  'unsupported-content-encoding': row(
    415,
    'E0000003',
    'The request body has a content encoding that this server does not take.',
    {
      cause: 'Content-Encoding: expected none, got {found}',
      oauth: { error: 'invalid_request' },
      headers: { 'Accept-Encoding': 'identity' },
      source: 'RFC 9110, section 15.5.16; interpretation: content-encoding',
    },
  ),
  'unsupported-content-type': row(
    400,
    'E0000021',
    'Bad request. Accept and/or Content-Type headers likely do not match supported values.',
    { cause: 'Content-Type: expected application/json, got {found}', oauth: { error: 'invalid_request' } },
  ),
  'unacceptable-accept': row(
    400,
    'E0000019',
    'Bad request. Accept and/or Content-Type headers likely do not match supported values.',
    { cause: 'Accept: expected application/json, got {found}', oauth: { error: 'invalid_request' } },
  ),
  'missing-content-type': row(
    400,
    'E0000018',
    'Bad request. Accept and/or Content-Type headers are not set.',
    { cause: 'Content-Type: expected application/json, got none', oauth: { error: 'invalid_request' } },
  ),
  'malformed-path': row(400, 'E0000003', 'The request path was not well-formed.', {
    oauth: { error: 'invalid_request' },
  }),
  'unknown-path': row(404, 'E0000008', 'The requested path was not found', {
    cause: '{hint}',
    oauth: { error: 'invalid_request' },
  }),
  'method-not-supported': row(405, 'E0000022', 'The endpoint does not support the provided HTTP method', {
    cause: '{hint}',
    oauth: { error: 'invalid_request' },
  }),
  'invalid-token': row(401, 'E0000011', 'Invalid token provided', { oauth: { error: 'invalid_token' } }),
  'invalid-session': row(403, 'E0000005', 'Invalid session', {
    oauth: { error: 'access_denied' },
    source: 'Clients, Errors (status); interpretation: error-codes (code)',
  }),
  'authentication-failed': row(401, 'E0000004', 'Authentication failed', {
    source: 'interpretation: beyond-the-description',
  }),
  'access-denied': row(403, 'E0000006', 'You do not have permission to perform the requested action', {
    oauth: { error: 'access_denied' },
  }),
  'insufficient-scope': row(403, 'E0000006', 'You do not have permission to perform the requested action', {
    cause: 'The access token lacks the scope {scope}',
    oauth: { error: 'insufficient_scope', description: 'The access token lacks the scope {scope}' },
  }),
  'untrusted-origin': row(403, 'E0000006', 'You do not have permission to perform the requested action', {
    cause:
      'Origin {origin} is not trusted: add it to trustedOrigins, or serve with --trusted-origins {origin}',
    oauth: { error: 'access_denied' },
  }),
  'rate-limited': row(429, 'E0000047', 'API call exceeded rate limit due to too many requests.', {
    oauth: { error: 'too_many_requests' },
  }),
  'time-out': row(500, 'E0000009', 'Internal Server Error', {
    cause: 'The request timed out; retry with a smaller limit',
    oauth: { error: 'server_error' },
    source: 'Clients, Errors',
  }),
  'server-fault': row(500, 'E0000009', 'Internal Server Error', { oauth: { error: 'server_error' } }),
  'read-only-mode': row(503, 'E0000010', 'Service is in read only mode', {
    oauth: { error: 'temporarily_unavailable' },
  }),
  'not-implemented': row(501, 'E0000060', 'Unsupported operation.', {
    cause: '{operation} has no handler yet',
    oauth: { error: 'unsupported_operation' },
  }),
  'feature-not-enabled': row(
    401,
    'E0000015',
    'You do not have permission to access the feature you are requesting',
    {
      cause: '{feature} is not enabled',
      oauth: { error: 'access_denied', description: '{feature} is not enabled' },
    },
  ),

  // Inputs of every operation
  validation: row(400, 'E0000001', 'Api validation failed: {field}', { oauth: { error: 'invalid_request' } }),
  'query-type-mismatch': row(400, 'E0000037', 'Type mismatch exception.', {
    cause: '{field}: expected {expected}',
    oauth: { error: 'invalid_request', description: '{field}: expected {expected}' },
  }),
  'invalid-cursor': row(400, 'E0000029', 'Invalid paging request.', {
    cause: 'after: {message}',
    oauth: { error: 'invalid_request', description: 'after: {message}' },
  }),
  'invalid-limit': row(400, 'E0000029', 'Invalid paging request.', {
    cause: '{message}',
    oauth: { error: 'invalid_request', description: '{message}' },
  }),
  'invalid-paging': row(400, 'E0000029', 'Invalid paging request.', {
    cause: '{message}',
    oauth: { error: 'invalid_request', description: '{message}' },
  }),
  'invalid-search': row(400, 'E0000031', 'Invalid search criteria.', { cause: '{message}' }),
  'invalid-filter': row(400, 'E0000031', 'Invalid search criteria.', { cause: '{message}' }),
  'unsupported-filter': row(400, 'E0000094', 'Unsupported filter specified.', { cause: '{message}' }),
  'search-and-filter': row(400, 'E0000033', 'Cannot combine {first} and {second} in one request.'),
  'invalid-date': row(
    400,
    'E0000030',
    "Invalid date. Dates must be of the form yyyy-MM-dd'T'HH:mm:ss.SSSZ.",
    { cause: '{message}' },
  ),
  'not-found': row(404, 'E0000007', 'Not found: Resource not found: {id} ({kind})', {
    oauth: { error: 'invalid_request' },
    found: 'There is no {noun} {id}',
    source: 'Clients, Errors',
  }),

  // Users
  'group-targets-exceeded': row(400, 'E0000093', 'Target count limit exceeded', {
    cause: 'The number of group targets is too large',
  }),
  'next-login-without-password': row(
    400,
    'E0000124',
    'Could not create user. To create a user and expire their password immediately, a password must be specified',
    {
      cause:
        'Could not create user. To create a user and expire their password immediately, a password must be specified',
    },
  ),
  'next-login-without-activation': row(
    400,
    'E0000125',
    'Could not create user. To create a user and expire their password immediately, "activate" must be true',
    {
      cause:
        'Could not create user. To create a user and expire their password immediately, "activate" must be true',
    },
  ),
  'read-only-attribute': row(
    403,
    'E0000077',
    'Cannot modify the {field} attribute because it is read-only.',
    { cause: '{field}: read-only' },
  ),
  'immutable-attribute': row(
    403,
    'E0000078',
    'Cannot modify the {field} attribute because it is immutable.',
    { cause: '{field}: immutable' },
  ),
  'transition-in-progress': row(
    409,
    'E0000112',
    'Cannot update this user because they are still being {change}. Please try again in a few minutes.',
  ),

  // Lifecycle (Users, Errors and States and transitions)
  'activate-already-active': row(403, 'E0000016', 'Activation failed because the user is already active', {
    cause: '{message}',
  }),
  'reactivate-wrong-status': row(
    403,
    'E0000038',
    "This operation is not allowed in the user's current status.",
    { cause: '{message}', source: 'Users, Errors' },
  ),
  'operation-not-allowed-in-status': row(
    403,
    'E0000038',
    "This operation is not allowed in the user's current status.",
    { cause: '{message}', source: 'Clients, Errors; interpretation: error-codes' },
  ),
  'suspend-not-active': row(400, 'E0000001', 'Api validation failed: suspendUser', {
    cause: 'Cannot suspend a user that is not active',
    source: 'Users, Errors',
  }),
  'unsuspend-not-suspended': row(400, 'E0000001', 'Api validation failed: unsuspendUser', {
    cause: 'Cannot unsuspend a user that is not suspended',
    source: 'Users, Errors',
  }),
  'unlock-not-locked': row(403, 'E0000032', 'Unlock is not allowed for this user.', {
    cause: 'The user is not locked out.',
  }),
  'unlock-not-native': row(403, 'E0000032', 'Unlock is not allowed for this user.', {
    cause: 'The user is not sourced by this service.',
  }),
  'no-password-for-federated': row(403, 'E0000017', 'Password reset failed', {
    cause: 'The user authenticates through a trusted identity provider and has no password.',
  }),
  'update-credentials-failed': row(403, 'E0000014', 'Update of credentials failed'),
  'recovery-answer-wrong': row(403, 'E0000087', 'The recovery question answer did not match our records.'),
  'forgot-password-not-allowed': row(403, 'E0000034', 'Forgot password not allowed on specified user.', {
    cause: '{message}',
  }),
  'change-password-not-allowed': row(403, 'E0000035', 'Change password not allowed on specified user.', {
    cause: '{message}',
  }),
  'change-recovery-question-not-allowed': row(
    403,
    'E0000036',
    'Change recovery question not allowed on specified user.',
    { cause: '{message}' },
  ),

  // Groups and rules
  'group-not-modifiable': row(
    403,
    'E0000077',
    'Cannot modify the {field} attribute because it is read-only.',
    { cause: '{message}' },
  ),
  'group-not-removable': row(
    403,
    'E0000077',
    'Cannot modify the {field} attribute because it is read-only.',
    { cause: '{message}' },
  ),
  'group-in-push-mapping': row(
    403,
    'E0000077',
    'Cannot modify the group because it is used in a group push mapping.',
    { cause: 'Group {id} is used in a group push mapping' },
  ),
  'rule-not-inactive': row(400, 'E0000001', 'Api validation failed: status', {
    cause: 'status: Only a rule with status INACTIVE can be updated',
  }),
  'rule-actions-immutable': row(400, 'E0000001', 'Api validation failed: actions', {
    cause: 'actions: the action section of a rule cannot be changed',
  }),
  'rule-invalid': row(400, 'E0000001', 'Api validation failed: status', {
    cause: 'status: The rule is INVALID because one of its groups was deleted',
  }),
  'invalid-expression': row(400, 'E0000001', 'Api validation failed: validateRule', { cause: '{message}' }),

  // OAuth clients
  'invalid-client': row(401, 'E0000007', 'Not found: Resource not found: {id} (PublicClientApp)', {
    oauth: { error: 'invalid_client', description: "Invalid value for 'client_id' parameter." },
    found: 'client_id: There is no client {id}',
    source: 'Clients, Errors',
  }),
  'invalid-client-metadata': row(400, 'E0000001', 'Api validation failed: {field}', {
    oauth: { error: 'invalid_client_metadata', description: '{message}' },
    source: 'Clients, Errors',
  }),
  'invalid-redirect-uri': row(400, 'E0000001', 'Api validation failed: redirect_uris', {
    oauth: { error: 'invalid_redirect_uri', description: '{message}' },
    source: 'RFC 7591 section 3.2.2; interpretation: client-error-codes',
  }),
  'secret-not-applicable': row(400, 'E0000001', 'Api validation failed: token_endpoint_auth_method', {
    cause:
      'token_endpoint_auth_method: a new secret applies only to client_secret_post and client_secret_basic',
  }),
} satisfies Record<string, RefusalRow>

/** The name of a way to refuse, for example `suspend-not-active`. */
export type RefusalName = keyof typeof refusals

/** Errors of a body: the mistakes in its fields explain them. */
export const bodyRefusals: ReadonlySet<RefusalName> = new Set([
  'validation',
  'invalid-client-metadata',
  'invalid-redirect-uri',
])

/** The nouns of kinds of records, by the names that the texts of the service use. Other kinds are nouns. */
export const recordNouns: Readonly<Record<string, string>> = {
  User: 'user',
  UserGroup: 'group',
  GroupRule: 'group rule',
  PublicClientApp: 'client',
  AppInstance: 'application',
  AuthorizationServer: 'authorization server',
}
