import type { Reason } from './explanation-texts.ts'

const credentials = 'Users, Credential operations'
const authentication = 'Clients, Authentication'
const federated: Partial<Reason> = {
  rule: 'Users of a trusted identity provider have no password and no recovery question here',
  section: 'Users, Provider object',
  accepted: "A user whose provider is the service's own",
  decision: 'federated-operations',
}

/**
 * Why something is refused, where one error has several reasons. Each changes texts of its row of the explanations. The
 * error fills the `{names}`.
 */
export const circumstances = {
  'no-body': {
    rule: 'This operation needs a body',
    accepted: 'A JSON object as the body',
    section: '{source}',
  },

  // Who is calling
  'untrusted-preflight': {
    rule: 'A browser lets a page call another origin only if the service trusts the page',
    section: 'Clients, Conventions (CORS: not shown)',
    decision: 'cors',
  },
  'no-token': {
    rule: 'A call needs a token in the Authorization header',
    decision: 'error-codes',
  },
  'other-scheme': {
    rule: 'The Authorization header holds the scheme SSWS or Bearer, a blank and the token',
    section: `${authentication}, 1 and 2`,
    decision: 'scope-names',
  },
  'unknown-api-token': {
    rule: 'An API token works from its creation until it is revoked',
    accepted:
      'Authorization: SSWS with the apiToken of this organisation, or one that control.createApiToken made',
    decision: 'error-codes',
  },
  'unknown-access-token': {
    rule: 'An access token works where it was issued, until it expires or is revoked',
    section: `${authentication}, 2`,
    accepted: 'Authorization: Bearer with a token that the authorization server of this organisation issued',
    decision: 'oauth-issuer',
  },
  'expired-token': {
    rule: 'An access token works until it expires, by the clock of the organisation',
    section: `${authentication}, 2`,
    accepted: 'A new access token: use the refresh token, or sign in again',
    decision: 'oauth-issuer',
  },
  'suspended-owner': {
    rule: 'The access tokens of a SUSPENDED user do not work',
    section: `${authentication}, 2`,
    accepted: 'The same token once the user is unsuspended, or the token of another user',
    decision: 'suspended-tokens',
  },
  'cookie-for-token': {
    rule: 'A session cookie is enough only for what a user does with itself at /users/me',
    section: `${authentication}, 1 and 3`,
    decision: 'session-operations',
  },
  'token-for-cookie': {
    rule: 'This operation takes a session cookie and no token',
    section: 'Users, POST /users/me/lifecycle/delete_sessions',
    accepted: 'The cookie {cookie} of an open session, without an Authorization header',
    decision: 'token-and-cookie',
  },
  'no-cookie': {
    rule: 'This operation needs the cookie of an open session',
    section: 'Users, POST /users/me/lifecycle/delete_sessions',
    decision: 'session-operations',
  },
  'scope-without-role': {
    rule: 'A scope of a token gives a person no right that its role lacks',
    section: `${authentication}, 2 and 5`,
    accepted:
      'A user with one of these roles: {roles}, which the API tokens of the user have; or the token of a client itself (client_credentials)',
    decision: 'scope-names',
  },
  'outside-groups': {
    rule: 'An administrator of some groups creates users in these groups only',
    accepted: 'groupIds that hold only groups of the administrator, at least one',
    decision: 'group-administrator-scope',
  },
  unseen: {
    rule: 'An administrator of some groups sees only these groups and their members',
    section: `${authentication}, 5`,
    accepted: 'A token of an administrator who may see it, such as SUPER_ADMIN',
    decision: 'group-administrator-scope',
  },
  'ambiguous-name': {
    rule: 'A short name finds a user only when no other user has it',
    section: 'Users, What the service does',
    accepted: 'The id or the whole login of the user',
    decision: 'short-name-ambiguous',
  },
  nobody: {
    rule: 'me is the user who owns the token, or whose session it is',
    section: 'Users, What the service does',
    accepted: 'The id or login of a user, or a token that a user owns',
    decision: 'session-operations',
  },

  // The state of this server
  fault: {
    rule: 'A fault that was added to this organisation makes the call fail',
    section: 'docs/faults.md',
    accepted: 'The same call without the fault: control.clearFaults() removes all faults',
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
    decision: 'state-write-fails',
  },

  // Queries
  'sort-property': {
    rule: 'sortBy names one property that a search can use',
    section: '{source}, sortBy',
    accepted: 'sortBy: a property such as {example}',
    decision: 'error-codes',
  },
  operator: { decision: 'query-operators' },
  value: { decision: 'query-values' },

  // Credentials
  'wrong-password': {
    rule: 'Who changes credentials proves to know the present password',
    section: credentials,
    accepted: 'The present password of the user',
  },
  'password-policy': {
    rule: 'A new password meets the password policy',
    section: 'Users, Credentials, default password policy',
    accepted: 'A password with {requirements}',
  },
  'password-too-young': {
    rule: 'With strict=true a password keeps its minimum age',
    section: `${credentials}, strict`,
    accepted: 'The same call later, or without strict=true',
    decision: 'password-history',
  },
  'password-used': {
    rule: 'With strict=true a new password is none of the latest ones',
    section: 'Users, PUT and POST of a user, strict',
    accepted: 'A password that the user did not have lately, or the same call without strict=true',
    decision: 'password-history',
  },
  'no-password-allowed': {
    rule: 'Where the enrolment policy makes passwords optional or disables them, nobody sets one later',
    section: 'Users, States and transitions',
    accepted: 'A sign-in by e-mail, or the option optionalPassword: required',
    decision: 'optional-password-given',
  },
  federated,
  'no-recovery-question': {
    accepted: 'The same call once the user has a recovery question (credentials.recovery_question)',
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
    decision: 'suspended-operations',
  },
  'blocked-everywhere': {
    rule: 'unlock lifts a block from unknown devices, not one from all devices',
    accepted: 'A user in LOCKED_OUT, or ACTIVE with a block from unknown devices',
    decision: 'device-block',
  },
} as const satisfies Record<string, Partial<Reason>>

/** The name of a reason for which something is refused: `expired-token`. */
export type Circumstance = keyof typeof circumstances
