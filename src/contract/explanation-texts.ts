import type { OperationName } from './operation-names.ts'
import type { RefusalName } from './refusals.ts'

/** Why the service gives an error, for people. The error fills the `{names}`. */
export interface Reason {
  /** The rule, in our own words. */
  readonly rule: string
  /** Where it stands: a document and its section, or an RFC. `{source}` is where the operation is described. */
  readonly section: string
  /** The value or state that the service accepts. */
  readonly accepted: string
  /** The interpretation behind it, where the API description leaves it open. */
  readonly decision?: string
}

/** A reason, and what is different for some operations. */
interface ReasonRow extends Reason {
  readonly of?: Readonly<Partial<Record<OperationName, Partial<Reason>>>>
}

const conventions = 'Clients, Conventions common to all areas'
const transitions = 'Users, States and transitions'
const usersList = 'Users, GET /api/v1/users'
const groupsList = 'Groups, Group operations'
const moment = '"2026-01-05T09:30:00.000Z"'

/** Why the service gives each error. */
export const reasons: Readonly<Record<RefusalName, ReasonRow>> = {
  'malformed-json': {
    rule: 'Request bodies are JSON',
    section: `${conventions}, 1`,
    accepted: 'A body that a JSON parser reads',
    decision: 'error-codes',
  },
  'body-too-large': {
    rule: 'A request body has a greatest size here',
    section: 'Clients, Limits (request size: not shown)',
    accepted: 'A body of at most 1,048,576 characters (1 MiB)',
    decision: 'error-codes',
  },
  'uri-too-long': {
    rule: 'The links of a list repeat its address, and fit into the headers that clients read',
    section: 'RFC 9110, section 15.5.15',
    accepted: 'A shorter query, such as several lists with a part of the values each',
    decision: 'link-length',
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
    rule: 'Each % in a path is followed by two hexadecimal digits',
    section: 'RFC 3986, section 2.1',
    accepted: 'The path with %25 instead of a bare %',
    decision: 'error-codes',
  },
  'unknown-path': {
    rule: 'Only the documented paths are served',
    section: 'Clients, Groups, Users, Endpoints',
    accepted: 'One of the documented paths',
    decision: 'unknown-path',
  },
  'method-not-supported': {
    rule: 'A path takes the documented methods only',
    section: 'Clients, Groups, Users, Endpoints',
    accepted: 'One of the methods of this path',
    decision: 'unknown-path',
  },
  'invalid-token': {
    rule: 'A call needs an API token or an access token that works here',
    section: 'Clients, Authentication, 1',
    accepted:
      'Authorization: SSWS followed by an API token, or Authorization: Bearer followed by an access token',
    decision: 'error-codes',
  },
  'invalid-session': {
    rule: 'The session cookie is that of an open session',
    section: 'Clients, Authentication, 3',
    accepted: 'The cookie {cookie} of an open session: sign in again, or control.openSession',
    decision: 'error-codes',
    of: {
      deleteCurrentUserSessions: { section: 'Users, POST /users/me/lifecycle/delete_sessions' },
    },
  },
  'authentication-failed': {
    rule: 'Only the right password, or the token of an open session, signs in',
    section: 'no document: interpretation beyond-the-description',
    accepted: 'The login and password of an ACTIVE user; or a sessionToken of POST /api/v1/authn',
    decision: 'beyond-the-description',
  },
  'access-denied': {
    rule: 'The role of the token does not allow this operation',
    section: 'Clients, Authentication, 5',
    accepted: 'A token with one of these roles: {roles}',
    decision: 'admin-roles',
  },
  'insufficient-scope': {
    rule: 'An access token allows what its scopes say',
    section: 'Clients, Authentication, 2',
    accepted: 'An access token with the scope {scope}',
    decision: 'scope-names',
  },
  'untrusted-origin': {
    rule: 'A page may write with a session cookie only from a trusted origin',
    section: 'Clients, Authentication, 3',
    accepted: 'A page on localhost, at the base URL, or at an origin in the option trustedOrigins',
    decision: 'delete-sessions-origin',
  },
  'rate-limited': {
    rule: 'Each window of time allows a limited number of requests',
    section: 'Clients, Limits (rate limits: not shown)',
    accepted: 'The same call after the seconds that Retry-After names',
    decision: 'rate-limit',
  },
  'time-out': {
    rule: 'A list with large pages may time out',
    section: 'Clients, Errors',
    accepted: 'The same list with a limit of at most {most}',
    decision: 'large-page-time-out',
  },
  'server-fault': {
    rule: 'Identikit itself failed',
    section: 'Clients, Errors',
    accepted: 'Please report it with the request, from toCurl() or the journal',
    decision: 'error-codes',
  },
  'read-only-mode': {
    rule: 'The service takes no writes now',
    section: 'Clients, Errors (read-only mode: not shown)',
    accepted: 'The same call once it takes writes again',
    decision: 'error-codes',
  },
  'not-implemented': {
    rule: 'This operation is not served here',
    section: '{source}',
    accepted: 'An operation that docs/reference/operations.md lists',
  },
  'feature-not-enabled': {
    rule: 'Early-access features work only where they are enabled',
    section: 'Clients, Versioning, 2',
    accepted: 'The same call with the option features.earlyAccess: true',
    decision: 'early-access',
  },
  validation: {
    rule: 'A field has the form that the section describes',
    section: '{source}',
    accepted: 'A body as the section describes it',
    decision: 'error-codes',
  },
  'query-type-mismatch': {
    rule: 'A query parameter has the documented type',
    section: '{source}, {field}',
    accepted: '{accepted}',
    decision: 'error-codes',
  },
  'invalid-cursor': {
    rule: 'A cursor is opaque and comes from the next link of the same list',
    section: `${conventions}, 3`,
    accepted: 'The URL of the next link as the reply had it, with the same filter, search and sorting',
    decision: 'cursor',
  },
  'invalid-limit': {
    rule: 'A page holds at least one entry',
    section: '{source}, limit',
    accepted: 'limit: a whole number from 1; a number above the maximum counts as the maximum',
    decision: 'page-size',
  },
  'invalid-paging': {
    rule: 'Paging and q exclude each other',
    section: usersList,
    accepted: 'Either q or after, not both',
    decision: 'q-and-after',
    of: {
      listGroups: { section: groupsList, decision: 'group-q-after' },
    },
  },
  'invalid-search': {
    rule: 'A search follows the grammar of search expressions',
    section: `${usersList}, Search`,
    accepted: 'search: an expression such as profile.firstName eq "Ada" and status eq "ACTIVE"',
    decision: 'error-codes',
    of: {
      listGroups: {
        section: `${groupsList}, Search`,
        accepted: 'search: an expression such as profile.name sw "Eng" and type eq "BUILT_IN"',
      },
    },
  },
  'invalid-filter': {
    rule: 'A filter follows the grammar of filter expressions',
    section: `${usersList}, Filter`,
    accepted: 'filter: an expression such as status eq "ACTIVE"',
    decision: 'error-codes',
    of: {
      listGroups: {
        section: `${groupsList}, Filter expressions`,
        accepted: `filter: an expression such as type eq "BUILT_IN" or lastUpdated gt ${moment}`,
      },
    },
  },
  'unsupported-filter': {
    rule: 'A filter knows only some properties, each with its operators',
    section: `${usersList}, Filter`,
    accepted:
      'filter: lastUpdated with eq, gt, ge, lt or le. With eq alone: status, id, profile.login, profile.email, profile.firstName, profile.lastName. Or search, which takes more',
    decision: 'error-codes',
    of: {
      listGroups: {
        section: `${groupsList}, Filter expressions`,
        accepted:
          'filter: id or type with eq, or lastUpdated or lastMembershipUpdated with eq, gt or lt; search takes more',
      },
    },
  },
  'search-and-filter': {
    rule: 'A request takes one of search, filter and q',
    section: usersList,
    accepted: 'Either {first} or {second}, not both',
    decision: 'search-and-filter-together',
    of: {
      listGroups: { section: groupsList },
    },
  },
  'invalid-date': {
    rule: 'Timestamps are ISO 8601 with seconds and a zone',
    section: `${conventions}, 2`,
    accepted: `A timestamp in double quotes, such as lastUpdated gt ${moment}`,
    decision: 'query-values',
  },
  'not-found': {
    rule: 'The path and the body name records that exist',
    section: 'Clients, Errors',
    accepted: '{reference} that exists',
    of: {
      newClientSecret: { section: 'Clients, newSecret' },
    },
  },
  'group-targets-exceeded': {
    rule: 'A user is created into 20 groups at the most',
    section: 'Users, POST /api/v1/users, groupIds',
    accepted: 'groupIds: at most 20 ids',
  },
  'next-login-without-password': {
    rule: 'nextLogin=changePassword expires the password, so there must be one',
    section: 'Users, POST /api/v1/users, nextLogin',
    accepted: 'credentials.password together with nextLogin=changePassword',
    decision: 'error-codes',
  },
  'next-login-without-activation': {
    rule: 'nextLogin=changePassword needs activate=true',
    section: 'Users, POST /api/v1/users, nextLogin',
    accepted: 'activate=true, or no nextLogin',
    decision: 'error-codes',
  },
  'read-only-attribute': {
    rule: 'Users may write only some properties of themselves',
    section: 'Users, POST /api/v1/users/me',
    accepted:
      'A profile without {field}, or with its present value; an administrator can write it with POST /api/v1/users and the id',
    decision: 'me-permissions',
  },
  'immutable-attribute': {
    rule: 'A partial update does not change the type of a user',
    section: 'Users, POST /api/v1/users/ID',
    accepted: 'A body without {field}, or with its present value; PUT can change it',
    decision: 'user-type',
  },
  'transition-in-progress': {
    rule: 'While a user is activated or deactivated, PUT and POST cannot update it',
    section: `${transitions}, transitioningToStatus`,
    accepted: 'The same call once transitioningToStatus is gone: move the clock on by transitionDelay',
    decision: 'respond-async',
  },
  'activate-already-active': {
    rule: 'Only a user who is STAGED or DEPROVISIONED can be activated',
    section: transitions,
    accepted: 'A user in {allowed}; an ACTIVE user needs no activation',
    decision: 'error-codes',
  },
  'reactivate-wrong-status': {
    rule: 'Only a user in PROVISIONED or RECOVERY can be reactivated',
    section: 'Users, Errors',
    accepted: 'A user in PROVISIONED or RECOVERY',
  },
  'operation-not-allowed-in-status': {
    rule: 'The status of a user decides which lifecycle operations are allowed',
    section: transitions,
    accepted: 'A user in {allowed}',
    decision: 'error-codes',
  },
  'suspend-not-active': {
    rule: 'Only an ACTIVE user can be suspended',
    section: 'Users, Errors',
    accepted: 'A user in ACTIVE',
  },
  'unsuspend-not-suspended': {
    rule: 'Only a SUSPENDED user can be unsuspended',
    section: 'Users, Errors',
    accepted: 'A user in SUSPENDED',
  },
  'unlock-not-locked': {
    rule: 'Only a user who is locked out, or blocked from unknown devices, can be unlocked',
    section: transitions,
    accepted: 'A user in LOCKED_OUT, or ACTIVE with a block from unknown devices',
    decision: 'error-codes',
  },
  'unlock-not-native': {
    rule: 'Only users whose credentials this service holds can be unlocked',
    section: transitions,
    accepted: "A user whose provider is the service's own",
    decision: 'error-codes',
  },
  'no-password-for-federated': {
    rule: 'Users of a trusted identity provider have no password here',
    section: 'Users, Provider object',
    accepted:
      "A user whose provider is the service's own; reset_password without provider converts the user back",
    decision: 'federated-operations',
  },
  'update-credentials-failed': {
    rule: 'New credentials meet what the policies ask',
    section: 'Users, Credential operations',
    accepted: 'Credentials as the section describes them',
    decision: 'error-codes',
  },
  'recovery-answer-wrong': {
    rule: 'Who recovers a password knows the answer to the recovery question',
    section: 'Users, Credential operations, forgot_password',
    accepted: 'recovery_question.answer: the answer that was set, in any case of letters',
    decision: 'recovery-answer-case',
  },
  'forgot-password-not-allowed': {
    rule: 'forgot_password is for ACTIVE users with a recovery question',
    section: 'Users, Credential operations, forgot_password',
    accepted: 'An ACTIVE user with a recovery question',
    decision: 'error-codes',
  },
  'change-password-not-allowed': {
    rule: 'A password can be changed only in some statuses',
    section: transitions,
    accepted: 'A user in {allowed}',
    decision: 'change-password-statuses',
  },
  'change-recovery-question-not-allowed': {
    rule: 'A recovery question can be changed only in some statuses',
    section: transitions,
    accepted: 'A user in {allowed}',
    decision: 'error-codes',
  },
  'group-not-modifiable': {
    rule: 'Only groups of the type {managed} are managed here',
    section: 'Groups, Group type',
    accepted: 'A group of the type {managed}',
    decision: 'group-not-modifiable',
  },
  'group-not-removable': {
    rule: 'The service itself manages built-in groups',
    section: 'Groups, Group type',
    accepted: 'A group of another type than BUILT_IN',
    decision: 'group-not-modifiable',
  },
  'group-in-push-mapping': {
    rule: 'An APP_GROUP that a group push mapping uses cannot be removed',
    section: 'Groups, Group operations',
    accepted: 'The same call once the push mapping is gone',
    decision: 'group-not-modifiable',
  },
  'rule-not-inactive': {
    rule: 'Only INACTIVE rules can be updated',
    section: 'Groups, States and transitions',
    accepted: 'The same update once the rule is INACTIVE: POST the lifecycle operation deactivate first',
  },
  'rule-actions-immutable': {
    rule: 'The action section of a rule cannot be changed',
    section: 'Groups, Group rules',
    accepted:
      'actions.assignUserToGroups.groupIds: the ids that the rule has; make another rule for other groups',
    decision: 'rule-actions-change',
  },
  'rule-invalid': {
    rule: 'A rule whose group was deleted is INVALID: it can only be read and deleted',
    section: 'Groups, Group rule, status (INVALID: not shown)',
    accepted: 'Another rule, with groups that exist; delete this one',
    decision: 'rule-invalid-status',
  },
  'invalid-expression': {
    rule: 'The condition of a rule is an expression that evaluates to a Boolean',
    section: 'Groups, Group rule',
    accepted: 'conditions.expression.value: an expression such as user.department=="Engineering"',
    decision: 'rule-expression-check',
  },
  'invalid-client': {
    rule: 'The client id in the path is the id of a client',
    section: 'Clients, Errors',
    accepted: 'The client_id of a client; GET /oauth2/v1/clients lists them',
    of: {
      updateClient: { section: 'Clients, PUT /oauth2/v1/clients', decision: 'client-unknown-on-put' },
    },
  },
  'invalid-client-metadata': {
    rule: 'A setting has the form that the section describes',
    section: 'Clients, Client Application',
    accepted: 'Settings as the section describes them',
    decision: 'client-error-codes',
  },
  'invalid-redirect-uri': {
    rule: 'A redirect URI is absolute and has no fragment',
    section: 'Clients, Client Application, rule 5',
    accepted: 'An absolute URI without a fragment',
    decision: 'client-error-codes',
  },
  'secret-not-applicable': {
    rule: 'Only a client that sends its secret can get a new one',
    section: 'Clients, newSecret',
    accepted: 'A client whose token_endpoint_auth_method is client_secret_post or client_secret_basic',
    decision: 'client-new-secret-refusal',
  },
}
