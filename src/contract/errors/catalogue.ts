/**
 * The catalogue of errors by code, with the texts of each in the two error formats (Clients, Errors). The arguments of
 * an error fill `{name}` in a text. Codes that the API description does not state come from the interpretations.
 * `texts.ts` explains them, and `mistakes.ts` lists those in a field.
 */

import type { OAuthConditions } from './oauth.ts'
import type { Conditions, OAuthErrorCode } from './texts.ts'

/** The two error body formats: OAuth style for client endpoints, platform style for the rest. */
export type ErrorFormat = 'platform' | 'oauth'

/** One row of the catalogue. */
export interface ErrorRow {
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
}

type More = Partial<Omit<ErrorRow, 'status' | 'code' | 'summary' | 'oauth'>>

/** One row. */
function row(status: number, code: string, summary: string, more?: More): ErrorRow {
  return { status, code, summary, ...more }
}

/** One row with an OAuth form. `alone` is a cause that is also the whole description. */
function both(
  status: number,
  code: string,
  summary: string,
  error: string,
  {
    alone,
    description = alone,
    ...more
  }: More & { readonly alone?: string; readonly description?: string } = {},
): ErrorRow {
  const oauth = description === undefined ? { error } : { error, description }
  if (alone === undefined) return { status, code, summary, ...more, oauth }
  return { status, code, summary, cause: alone, ...more, oauth }
}

const forbidden = 'You do not have permission to perform the requested action'
const headersUnset = 'Bad request. Accept and/or Content-Type headers are not set.'
const headersUnlike = 'Bad request. Accept and/or Content-Type headers likely do not match supported values.'
const otherStatus = "This operation is not allowed in the user's current status."
const readOnly = 'Cannot modify the {field} attribute because it is read-only.'
const noPassword =
  'Could not create user. To create a user and expire their password immediately, a password must be specified'
const notActivated =
  'Could not create user. To create a user and expire their password immediately, "activate" must be true'
const said = { cause: '{message}' }
const inStatus = { cause: 'status: expected {allowed}, got {status}' }

/** Every way in which the service refuses a request, by name: status, code, texts and where it is stated. */
export const refusals = {
  // Requests that never reach an operation
  'malformed-json': both(400, 'E0000003', 'The request body was not well-formed.', 'invalid_request', {
    alone: '{problem}',
  }),
  'body-too-large': both(
    413,
    'E0000003',
    'The request body is larger than this server takes.',
    'invalid_request',
    {},
  ),
  'uri-too-long': both(414, 'E0000003', 'The address is too long.', 'invalid_request', {
    cause: '{message}',
  }),
  'unsupported-content-encoding': both(
    415,
    'E0000003',
    'The request body has a content encoding that this server does not take.',
    'invalid_request',
    {
      cause: 'Content-Encoding: expected none, got {found}',
      headers: { 'Accept-Encoding': 'identity' },
    },
  ),
  'unsupported-content-type': both(400, 'E0000021', headersUnlike, 'invalid_request', {
    cause: 'Content-Type: expected application/json, got {found}',
  }),
  'unacceptable-accept': both(400, 'E0000019', headersUnlike, 'invalid_request', {
    cause: 'Accept: expected application/json, got {found}',
  }),
  'missing-content-type': both(400, 'E0000018', headersUnset, 'invalid_request', {
    cause: 'Content-Type: expected application/json, got none',
  }),
  'malformed-path': both(400, 'E0000003', 'The request path was not well-formed.', 'invalid_request'),
  'unknown-path': both(404, 'E0000008', 'The requested path was not found', 'invalid_request', {
    cause: '{hint}',
  }),
  'method-not-supported': both(
    405,
    'E0000022',
    'The endpoint does not support the provided HTTP method',
    'invalid_request',
    { cause: '{hint}' },
  ),
  'invalid-token': both(401, 'E0000011', 'Invalid token provided', 'invalid_token'),
  'invalid-session': both(403, 'E0000005', 'Invalid session', 'access_denied', { alone: '{problem}' }),
  'authentication-failed': row(401, 'E0000004', 'Authentication failed'),
  'state-token-over': row(401, 'E0000011', 'Invalid token provided'),
  'passcode-wrong': row(403, 'E0000068', 'Invalid Passcode/Answer', said),
  'passcode-used': row(403, 'E0000082', 'Each code can only be used once.', said),
  'access-denied': both(403, 'E0000006', forbidden, 'access_denied', {
    alone: 'The role {role} may not call {operation}',
  }),
  'insufficient-scope': both(403, 'E0000006', forbidden, 'insufficient_scope', {
    alone: 'The access token lacks the scope {scope}',
  }),
  'untrusted-origin': both(403, 'E0000006', forbidden, 'access_denied', {
    cause:
      'Origin {origin} is not trusted: add it to trustedOrigins, or serve with --trusted-origins {origin}',
  }),
  'rate-limited': both(
    429,
    'E0000047',
    'API call exceeded rate limit due to too many requests.',
    'too_many_requests',
    {},
  ),
  'time-out': both(500, 'E0000009', 'Internal Server Error', 'server_error', {
    cause: 'The request timed out; retry with a smaller limit',
  }),
  'server-fault': both(500, 'E0000009', 'Internal Server Error', 'server_error'),
  'read-only-mode': both(503, 'E0000010', 'Service is in read only mode', 'temporarily_unavailable'),
  'not-implemented': both(501, 'E0000060', 'Unsupported operation.', 'unsupported_operation', {
    cause: '{operation} has no handler yet',
  }),
  'feature-not-enabled': both(
    401,
    'E0000015',
    'You do not have permission to access the feature you are requesting',
    'access_denied',
    { alone: '{feature} is not enabled' },
  ),

  // Inputs of every operation
  validation: both(400, 'E0000001', 'Api validation failed: {field}', 'invalid_request'),
  'query-type-mismatch': both(400, 'E0000037', 'Type mismatch exception.', 'invalid_request', {
    alone: '{field}: expected {expected}',
  }),
  'invalid-cursor': both(400, 'E0000029', 'Invalid paging request.', 'invalid_request', {
    alone: 'after: Not a cursor of this list',
  }),
  'invalid-limit': both(400, 'E0000029', 'Invalid paging request.', 'invalid_request', {
    alone: '{message}',
  }),
  'invalid-paging': both(400, 'E0000029', 'Invalid paging request.', 'invalid_request', {
    alone: 'q and after exclude each other',
  }),
  'invalid-search': row(400, 'E0000031', 'Invalid search criteria.', { ...said }),
  'invalid-filter': row(400, 'E0000031', 'Invalid search criteria.', { ...said }),
  'unsupported-filter': row(400, 'E0000094', 'Unsupported filter specified.', { ...said }),
  'search-and-filter': row(400, 'E0000033', 'Cannot combine {first} and {second} in one request.'),
  'invalid-date': row(
    400,
    'E0000030',
    "Invalid date. Dates must be of the form yyyy-MM-dd'T'HH:mm:ss.SSSZ.",
    { ...said },
  ),
  'not-found': both(404, 'E0000007', 'Not found: Resource not found: {id} ({kind})', 'invalid_request', {
    found: 'There is no {noun} {id}',
  }),

  // Users
  'group-targets-exceeded': row(400, 'E0000093', 'Target count limit exceeded', {
    cause: 'The number of group targets is too large',
  }),
  'next-login-without-password': row(400, 'E0000124', noPassword, { cause: noPassword }),
  'next-login-without-activation': row(400, 'E0000125', notActivated, { cause: notActivated }),
  'read-only-attribute': row(403, 'E0000077', readOnly, { cause: '{field}: read-only' }),
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
    { cause: 'The user is on its way to {target}.' },
  ),

  // Lifecycle (Users, Errors and States and transitions)
  'activate-already-active': row(
    403,
    'E0000016',
    'Activation failed because the user is already active',
    inStatus,
  ),
  'reactivate-wrong-status': row(403, 'E0000038', otherStatus, inStatus),
  'operation-not-allowed-in-status': row(403, 'E0000038', otherStatus, inStatus),
  'suspend-not-active': row(400, 'E0000001', 'Api validation failed: suspendUser', {
    cause: 'Cannot suspend a user that is not active',
  }),
  'unsuspend-not-suspended': row(400, 'E0000001', 'Api validation failed: unsuspendUser', {
    cause: 'Cannot unsuspend a user that is not suspended',
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
  'forgot-password-not-allowed': row(
    403,
    'E0000034',
    'Forgot password not allowed on specified user.',
    inStatus,
  ),
  'change-password-not-allowed': row(
    403,
    'E0000035',
    'Change password not allowed on specified user.',
    inStatus,
  ),
  'change-recovery-question-not-allowed': row(
    403,
    'E0000036',
    'Change recovery question not allowed on specified user.',
    inStatus,
  ),

  // Groups and rules
  'group-not-modifiable': row(403, 'E0000077', readOnly, said),
  'group-not-removable': row(403, 'E0000077', readOnly, { cause: 'A built-in group cannot be removed' }),
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
  'invalid-expression': row(400, 'E0000001', 'Api validation failed: validateRule', said),

  // OAuth clients
  'invalid-client': both(
    401,
    'E0000007',
    'Not found: Resource not found: {id} (PublicClientApp)',
    'invalid_client',
    { description: "Invalid value for 'client_id' parameter.", found: 'client_id: There is no client {id}' },
  ),
  'invalid-client-metadata': both(
    400,
    'E0000001',
    'Api validation failed: {field}',
    'invalid_client_metadata',
    { description: '{message}' },
  ),
  'invalid-redirect-uri': both(
    400,
    'E0000001',
    'Api validation failed: redirect_uris',
    'invalid_redirect_uri',
    { description: '{message}' },
  ),
  'secret-not-applicable': row(400, 'E0000001', 'Api validation failed: token_endpoint_auth_method', {
    cause:
      'token_endpoint_auth_method: a new secret applies only to client_secret_post and client_secret_basic',
  }),
} satisfies Record<string, ErrorRow>

/** The name of a way to refuse, for example `suspend-not-active`. */
export type RefusalName = keyof typeof refusals

/** The name of an error: of the API, or of an OAuth endpoint. */
export type ErrorName = RefusalName | OAuthErrorCode

/** Errors of OAuth endpoints with another status than 400, where a client gets them directly. */
const oauthStatuses: Readonly<Partial<Record<ErrorName, number>>> = {
  invalid_client: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  server_error: 500,
}

/** Whether an error is one that only the OAuth endpoints answer. */
export function isOfOAuth(name: ErrorName): name is OAuthErrorCode {
  return !Object.hasOwn(refusals, name)
}

/** The row of an error. Those of OAuth endpoints say themselves what is wrong. */
export function rowOf(name: ErrorName): ErrorRow {
  if (!isOfOAuth(name)) return refusals[name]
  const oauth = { error: name, description: '{message}' }
  return { status: oauthStatuses[name] ?? 400, code: name, summary: '{message}', oauth }
}

/** The conditions of errors that have several. */
const causesInCases = {
  'malformed-json': { 'no-body': 'The request has no body' },

  // Who is calling
  'untrusted-origin': { 'untrusted-preflight': '' },
  'invalid-token': {
    'no-token': 'Authorization: expected SSWS or Bearer and a token, {seen}',
    'cookie-for-token': 'Authorization: expected SSWS or Bearer and a token, got the cookie {cookie} only',
    'other-scheme': 'Authorization: expected {expected}, got {seen}',
    'access-token-as-ssws': 'Authorization: SSWS came with an access token, which is sent as Bearer',
    'api-token-as-bearer': 'Authorization: Bearer came with an API token, which is sent as SSWS',
    'unknown-api-token':
      'Authorization: no API token of this organisation has the value that came after SSWS',
    'unknown-access-token': 'Authorization: no access token in force has the value that came after Bearer',
    'expired-token': 'Authorization: the access token expired at {moment}',
    'suspended-owner': 'Authorization: the user of the access token, {user}, is SUSPENDED',
  },
  'invalid-session': {
    'token-for-cookie': 'Authorization: expected none, since only the session cookie {cookie} works here',
    'no-cookie': 'Cookie: expected {cookie} of an open session, got none',
  },
  'access-denied': {
    'scope-without-role': 'The user {user} of the access token has {held}, and {operation} needs {needed}',
    'outside-groups': '',
  },
  'not-found': { 'unseen-user': '', 'unseen-group': '', 'ambiguous-name': '', nobody: '' },

  // The state of this server
  'read-only-mode': { 'started-read-only': '', 'state-not-kept': '' },

  // Queries, credentials and statuses
  'invalid-search': { 'sort-property': '' },
  'update-credentials-failed': { 'wrong-password': '{message}' },
  'forgot-password-not-allowed': {
    'federated-recovery': 'The user authenticates through a trusted identity provider.',
    'no-recovery-question': 'Recovery credential not set.',
  },
  'unlock-not-locked': { 'blocked-everywhere': '' },
  several: {
    fault: '',
    operator: '',
    value: '',
    federated: 'A user with provider {provider} has no password.',
    'no-password': 'The user has no password.',
    'hook-password': 'The password is not known until the user has signed in.',
    suspended: '',
  },
} as const satisfies Partial<Record<ErrorName | 'several', Conditions>>

type Cases = typeof causesInCases
type CaseIn<Table> = { [Name in keyof Table]: keyof Table[Name] }[keyof Table]

/** A condition of an error: `expired-token`. */
export type Case = CaseIn<Cases>

/** A condition that belongs to one error. */
export type CaseOfError = Exclude<Case, keyof Cases['several']> | CaseIn<OAuthConditions>

interface CaseRow {
  readonly of: string
  readonly cause: string
  readonly accepted?: string
}

/** The error and the texts of each condition. */
export const cases = new Map<string, CaseRow>()

/** Adds conditions. Those of OAuth endpoints load with the endpoints. */
export function addCases(conditions: Readonly<Record<string, Conditions>>): void {
  for (const [of, rows] of Object.entries(conditions)) {
    for (const [name, row] of Object.entries(rows))
      cases.set(name, { of, ...(typeof row === 'string' ? { cause: row } : row) })
  }
}

addCases(causesInCases)

/** Errors of a body: the mistakes in its fields explain them. */
export const bodyRefusals: ReadonlySet<string> = new Set([
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
