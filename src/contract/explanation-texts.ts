import type { RefusalName } from './refusals.ts'

/** Why the service refuses for some reason, for people. */
interface Reason {
  /** The rule, in our own words. */
  readonly rule: string
  /** Where it stands: a document and its section, or an RFC. */
  readonly section: string
  /** What would have been accepted. */
  readonly accepted: string
  /** The decision that it rests on, where the documents leave it open. */
  readonly decision?: string
}

const conventions = 'document 1, Conventions common to all areas'
const transitions = 'document 3, States and transitions'

/** Why each refusal is given. `{names}` are filled from the refusal. */
export const reasons: Readonly<Record<RefusalName, Reason>> = {
  'malformed-json': {
    rule: 'Request bodies are JSON',
    section: `${conventions}, 1`,
    accepted: 'A body that a JSON parser reads',
    decision: 'body-encoding',
  },
  'body-too-large': {
    rule: 'A request body has a greatest size here',
    section: 'document 1, Limits (request size: not shown)',
    accepted: 'A smaller body',
    decision: 'error-codes',
  },
  'unsupported-content-encoding': {
    rule: 'A request body is sent as it is, without compression',
    section: 'RFC 9110, section 15.5.16',
    accepted: 'The same body without Content-Encoding',
    decision: 'content-encoding',
  },
  'unsupported-content-type': {
    rule: 'Where a body is sent, it is declared as JSON',
    section: `${conventions}, 1`,
    accepted: 'Content-Type: application/json',
    decision: 'content-type',
  },
  'unacceptable-accept': {
    rule: 'Replies are JSON, and the caller has to accept that',
    section: `${conventions}, 1`,
    accepted: 'Accept: application/json, or no Accept header',
    decision: 'content-type',
  },
  'missing-content-type': {
    rule: 'Where a body is sent, it is declared as JSON',
    section: `${conventions}, 1`,
    accepted: 'Content-Type: application/json',
    decision: 'content-type',
  },
  'malformed-path': {
    rule: 'A path has to decode',
    section: 'RFC 3986, section 2.1',
    accepted: 'A path whose % are followed by two hexadecimal digits',
    decision: 'unknown-path',
  },
  'unknown-path': {
    rule: 'Only the documented paths are served',
    section: 'documents 1 to 3, Endpoints',
    accepted: 'One of the documented paths',
    decision: 'unknown-path',
  },
  'method-not-supported': {
    rule: 'A path takes the documented methods only',
    section: 'documents 1 to 3, Endpoints',
    accepted: 'One of the methods of this path',
    decision: 'unknown-path',
  },
  'invalid-token': {
    rule: 'A call needs an API token or an access token that is known and alive',
    section: 'document 1, Authentication, 1 and 2',
    accepted: 'Authorization: SSWS <API token>, or Authorization: Bearer <access token>',
    decision: 'token-and-cookie',
  },
  'invalid-session': {
    rule: 'The call needs a session that is open',
    section: 'document 1, Errors; document 3, delete_sessions',
    accepted: 'The cookie of an open session',
    decision: 'session-operations',
  },
  'access-denied': {
    rule: "The caller's role does not allow this",
    section: 'document 1, Authentication, 5',
    accepted: 'A token whose owner has a role for this operation',
    decision: 'admin-roles',
  },
  'insufficient-scope': {
    rule: 'An access token allows what its scopes say',
    section: 'document 1, Authentication, 2',
    accepted: 'An access token with the scope {scope}',
    decision: 'scope-names',
  },
  'untrusted-origin': {
    rule: 'Calls with a session cookie come from trusted origins only',
    section: 'document 1, Authentication, 3',
    accepted: 'A page of a trusted origin (option trustedOrigins)',
    decision: 'cors',
  },
  'rate-limited': {
    rule: 'There were too many requests, or a fault says so',
    section: 'document 1, Limits (rate limits: not shown)',
    accepted: 'The same call, after the time in the rate-limit headers',
    decision: 'rate-limit',
  },
  'time-out': {
    rule: 'A list with large pages may time out',
    section: 'document 1, Errors',
    accepted: 'The same list with a smaller limit',
    decision: 'large-page-time-out',
  },
  'server-fault': {
    rule: 'The service failed, or a fault says so',
    section: 'document 1, Errors',
    accepted: 'The same call again',
  },
  'read-only-mode': {
    rule: 'The service takes no writes now, or a fault says so',
    section: 'document 1, Errors',
    accepted: 'The same call later',
    decision: 'error-codes',
  },
  'not-implemented': {
    rule: 'The operation is not served here',
    section: 'documents 1 to 3, Endpoints',
    accepted: 'Another operation',
  },
  'feature-not-enabled': {
    rule: 'Early-access features are there only where they are enabled',
    section: 'document 1, Versioning, 2',
    accepted: 'The same call where the feature is enabled (option features)',
    decision: 'early-access',
  },
  validation: {
    rule: 'What is sent keeps the rules of its fields',
    section: 'documents 1 to 3, Resources and their fields',
    accepted: 'A request in which no field has the faults named',
    decision: 'error-codes',
  },
  'query-type-mismatch': {
    rule: 'A query parameter has the documented type',
    section: 'documents 1 to 3, Endpoints',
    accepted: '{field}: {expected}',
    decision: 'error-codes',
  },
  'invalid-cursor': {
    rule: 'A cursor is opaque, and comes from a next link',
    section: `${conventions}, 3`,
    accepted: 'The next link of the list, as it was given',
    decision: 'cursor',
  },
  'invalid-limit': {
    rule: 'A page holds one entry at least',
    section: `${conventions}, 3`,
    accepted: 'A limit of 1 or more; one above the maximum counts as the maximum',
    decision: 'page-size',
  },
  'invalid-paging': {
    rule: 'Paging and q exclude each other',
    section: 'documents 2 and 3, list endpoints',
    accepted: 'Either q or after',
    decision: 'q-and-after',
  },
  'invalid-search': {
    rule: 'A search follows the grammar of search expressions',
    section: 'document 2, Group operations; document 3, Search',
    accepted: 'An expression such as profile.firstName eq "Ada" and status eq "ACTIVE"',
    decision: 'query-operators',
  },
  'invalid-filter': {
    rule: 'A filter follows the grammar of filter expressions',
    section: 'document 2, Filter expressions; document 3, Filter',
    accepted: 'An expression such as status eq "ACTIVE"',
    decision: 'query-operators',
  },
  'unsupported-filter': {
    rule: 'Filters know some properties and operators only',
    section: 'document 2, Filter expressions; document 3, Filter',
    accepted: 'A property and an operator from the table of the section',
    decision: 'query-operators',
  },
  'search-and-filter': {
    rule: 'Only one way of finding goes with a request',
    section: 'documents 2 and 3, list endpoints',
    accepted: 'One of {first} and {second}',
    decision: 'search-and-filter-together',
  },
  'invalid-date': {
    rule: 'Timestamps are ISO 8601',
    section: `${conventions}, 2`,
    accepted: 'A timestamp such as 2026-01-05T09:30:00.000Z',
    decision: 'query-values',
  },
  'not-found': {
    rule: 'What a request names exists, and the caller may see it',
    section: 'document 1, Errors',
    accepted: 'The id of a {kind} that exists',
  },
  'group-targets-exceeded': {
    rule: 'A user is created into 20 groups at the most',
    section: 'document 3, Create, groupIds',
    accepted: 'At most 20 group ids',
  },
  'next-login-without-password': {
    rule: 'nextLogin=changePassword expires a password, so that there has to be one',
    section: 'document 3, Create, nextLogin',
    accepted: 'credentials.password along with nextLogin',
    decision: 'next-login-status',
  },
  'next-login-without-activation': {
    rule: 'nextLogin=changePassword goes with activate=true',
    section: 'document 3, Create, nextLogin',
    accepted: 'activate=true, or no nextLogin',
    decision: 'next-login-status',
  },
  'read-only-attribute': {
    rule: 'Some attributes are read-only for the caller',
    section: 'document 3, POST /users/me',
    accepted: 'A body without {field}',
    decision: 'me-permissions',
  },
  'immutable-attribute': {
    rule: 'Some attributes never change',
    section: 'document 3, User, type',
    accepted: 'A body without {field}, or with its present value',
    decision: 'user-type',
  },
  'transition-in-progress': {
    rule: 'While an activation or deactivation is under way the user cannot be changed',
    section: `${transitions}, transitioningToStatus`,
    accepted: 'The same call once transitioningToStatus is gone',
    decision: 'respond-async',
  },
  'activate-already-active': {
    rule: 'Only a user who is not active can be activated',
    section: transitions,
    accepted: 'A user in one of the statuses that the operation takes',
    decision: 'error-codes',
  },
  'reactivate-wrong-status': {
    rule: 'Only a user in PROVISIONED or RECOVERY can be reactivated',
    section: 'document 3, Errors',
    accepted: 'A user in PROVISIONED or RECOVERY',
  },
  'operation-not-allowed-in-status': {
    rule: 'The status of a user says which lifecycle operations are allowed',
    section: transitions,
    accepted: 'A user in one of the statuses that the operation takes',
    decision: 'error-codes',
  },
  'suspend-not-active': {
    rule: 'Only an ACTIVE user can be suspended',
    section: 'document 3, Errors',
    accepted: 'A user in ACTIVE',
  },
  'unsuspend-not-suspended': {
    rule: 'Only a SUSPENDED user can be unsuspended',
    section: 'document 3, Errors',
    accepted: 'A user in SUSPENDED',
  },
  'unlock-not-locked': {
    rule: 'Only a user who is locked out, or blocked from unknown devices, can be unlocked',
    section: transitions,
    accepted: 'A user in LOCKED_OUT, or ACTIVE with a device block',
    decision: 'device-block',
  },
  'unlock-not-native': {
    rule: 'Only users whose credentials the service keeps can be unlocked',
    section: transitions,
    accepted: 'A user whose provider is the service itself',
    decision: 'federated-operations',
  },
  'no-password-for-federated': {
    rule: 'Users of a trusted identity provider have no password here',
    section: 'document 3, Provider object',
    accepted: 'A user whose provider is the service itself',
    decision: 'federated-operations',
  },
  'update-credentials-failed': {
    rule: 'A change of credentials needs the right old password, and a new one that the policy takes',
    section: 'document 3, Credential operations',
    accepted: 'The present password, and a new one within the policy',
    decision: 'error-codes',
  },
  'recovery-answer-wrong': {
    rule: 'A recovery needs the right answer',
    section: 'document 3, forgot_password',
    accepted: 'The answer that was set, in any case',
    decision: 'recovery-answer-case',
  },
  'forgot-password-not-allowed': {
    rule: 'A recovery is for ACTIVE users with a recovery question',
    section: 'document 3, forgot_password',
    accepted: 'An ACTIVE user with a recovery question',
    decision: 'error-codes',
  },
  'change-password-not-allowed': {
    rule: 'A password can be changed in some statuses only',
    section: transitions,
    accepted: 'A user in one of the statuses that the operation takes, who has a password',
    decision: 'change-password-statuses',
  },
  'change-recovery-question-not-allowed': {
    rule: 'A recovery question can be changed in STAGED, ACTIVE and RECOVERY',
    section: transitions,
    accepted: 'A user in one of these statuses, who has a password',
    decision: 'error-codes',
  },
  'group-not-modifiable': {
    rule: 'Only groups of the type SVC_GROUP are managed here',
    section: 'document 2, Group type',
    accepted: 'A group of the type SVC_GROUP',
    decision: 'group-not-modifiable',
  },
  'group-not-removable': {
    rule: 'Built-in groups are managed by the service',
    section: 'document 2, Group type',
    accepted: 'A group of another type than BUILT_IN',
    decision: 'group-not-modifiable',
  },
  'group-in-push-mapping': {
    rule: 'An imported group in a group push mapping cannot be removed',
    section: 'document 2, Group operations',
    accepted: 'The same call once the mapping is gone',
    decision: 'push-mapping-managed-group',
  },
  'rule-not-inactive': {
    rule: 'Only INACTIVE rules can be updated',
    section: 'document 2, States and transitions',
    accepted: 'A rule that is INACTIVE: deactivate it first',
  },
  'rule-actions-immutable': {
    rule: 'The action section of a rule cannot be changed',
    section: 'document 2, Group rules',
    accepted: 'The group ids that the rule has',
    decision: 'rule-actions-change',
  },
  'rule-invalid': {
    rule: 'A rule that lost a group can only be read and deleted',
    section: 'document 2, States and transitions',
    accepted: 'A rule whose groups all exist',
    decision: 'rule-invalid-status',
  },
  'invalid-expression': {
    rule: 'The condition of a rule is an expression that evaluates to a Boolean',
    section: 'document 2, Group rule',
    accepted: 'An expression such as user.department=="Engineering"',
    decision: 'rule-expression-check',
  },
  'invalid-client': {
    rule: 'The client id in the path names a client',
    section: 'document 1, Errors',
    accepted: 'The client_id of a registered client',
  },
  'invalid-client-metadata': {
    rule: 'The settings of a client keep the rules of document 1',
    section: 'document 1, Client Application',
    accepted: 'Settings in which no field has the faults named',
    decision: 'client-error-codes',
  },
  'invalid-redirect-uri': {
    rule: 'A redirect URI is absolute and has no fragment',
    section: 'document 1, Client Application, rule 5',
    accepted: 'An absolute URI without a fragment',
    decision: 'client-redirect-schemes',
  },
  'secret-not-applicable': {
    rule: 'A new secret is for clients that send one',
    section: 'document 1, newSecret',
    accepted: 'A client with client_secret_post or client_secret_basic',
    decision: 'client-new-secret-refusal',
  },
}
