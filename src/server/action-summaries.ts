import type { pactActions } from './pact-actions.ts'
import type { worldActions } from './world-actions.ts'
import type { controlActions } from '../control/actions.ts'

type Actions = typeof controlActions & typeof worldActions & typeof pactActions

/**
 * The effect of each action, for people. Apart from the actions: no call needs it, and a page does not load it.
 */
export const summaries: Readonly<Record<keyof Actions, string>> = {
  reset: 'Return to the initial state: records, ids, tokens, mails, settings and clock',
  clear: 'Remove everything but the initial records of an empty organisation. reset still returns to these',
  readStatus:
    'Return the base URL, the time, its difference from the machine in milliseconds, and the number of active faults',
  readApiToken: "Return the administrator's API token",
  describe: 'Count users by status, groups by type, rules by status, clients by type, and more',
  saveSnapshot: 'Save the state and time under a name, and replace an earlier snapshot of that name',
  restoreSnapshot: 'Restore a snapshot with its time: records, ids, tokens, mails and settings',
  deleteSnapshot: 'Delete a snapshot. Returns whether it existed',
  listSnapshots: 'List the names of the snapshots',
  exportState:
    'Export the exact state for createOrg({ rows }) and importState, with hashes of passwords, tokens and keys',
  importState: 'Import a state of exportState into an organisation with the same options. All or nothing',
  createApiToken:
    'Create an API token with a role for an owner, by default the administrator. No other call returns its value',
  createAccessToken:
    'Create an access token with scopes for a user, a client, both or nobody. No other call returns its value',
  revokeApiToken:
    'Revoke an API token, or a token of createAccessToken, by id or value. Returns whether it existed',
  readConsoleToken:
    'Return the API token of the console. Its calls meet no fault or rate limit, and the journal does not list them',
  listTokens: 'List API tokens and scoped access tokens, without their values',
  readClock: 'Return the time of the organisation, and whether it is frozen',
  freezeClock: 'Stop time, now or at a moment',
  resumeClock: 'Let time run again',
  advanceClock: 'Move time forward, by milliseconds or a duration such as 5m, 2h or P1D. Due events happen',
  setClock: 'Move time to a moment',
  readJournal:
    'List requests, oldest first: by operation, user, status, time or text. The next page begins after a number',
  readExchange:
    'Return one request with its reply, changes and error explanation, without secrets. Default: the newest',
  waitForRequest: 'Wait for a matching request, and return it with its reply',
  exportHar: 'Export requests as an HTTP archive (HAR 1.2), without secrets',
  toCurl: 'Return one request as a curl command that reads its token from $TOKEN. Default: the newest',
  clearJournal: 'Remove every request from the journal',
  sendRequest:
    'Send a request with cookies, without following redirects. Faults apply, and the journal lists it',
  listEvents:
    'List events, oldest first: users created, statuses changed, members added, mails sent, and more',
  waitForEvent: 'Wait for an event, by type and id of the record',
  listEventTypes: 'List the types of events with their meaning',
  setWebhook: 'Send events to a URL in signed batches (Standard Webhooks), instead of to the earlier URL',
  readWebhook:
    'Return the webhook without its secret: state and counts of waiting, delivered and dropped events',
  removeWebhook: 'Stop sending events. Returns whether a webhook was set',
  listDeliveries: 'List the last 100 messages of the webhook, oldest first, with every attempt',
  resendDelivery: 'Send a message of the webhook again now, with the same id',
  addFault: 'Make matching calls fail, wait or break: by operation, method, path, caller or user',
  listFaults: 'List the active faults',
  clearFaults: 'Remove one fault, the faults of a scenario, or every fault',
  listScenarios: 'List the scenarios: named sets of faults',
  startScenario: 'Start a scenario, instead of its earlier faults, or your own faults under a name',
  signIn: 'Sign in a user with a password. Returns the session or the reason for the failure',
  openSession: 'Open a session for a user (id or login) without a password, in any status',
  signOut: 'End one session by its cookie, or every session of a user. Returns the number',
  listSessions: 'List the active sessions of a user, oldest first',
  sendSignInMail:
    'Mail a user a sign-in link, as for users that the enrolment policy leaves without a password',
  listMails: 'List the mails that the service would have sent, oldest first: by address, user id or kind',
  readOutbox: 'Read mails by page: up to limit after a number, the total, and where the next page begins',
  clearMails: 'Empty the outbox',
  recoverPassword: 'Start a password recovery for a login or a primary or secondary email. Returns the mail',
  useToken: 'Follow a one-time link as a person does: set the password, confirm an address, or sign in',
  searchUsers: 'Find and count users by any part of name, login, email or id. The API finds beginnings only',
  searchGroups: 'Find and count groups by any part of name, description or id. The API finds beginnings only',
  findUser:
    'Find a user by id or login, with its groups, without an API call. Returns null for an unknown user',
  setUserStatus: 'Put a user (id or login) into any status',
  blockUser: 'Block a user from ANY_DEVICES or UNKNOWN_DEVICES',
  unblockUser: 'Remove a block on devices',
  enrollFactor: 'Enroll a user in an MFA factor, such as sms',
  setUserProvider: "Set which directory or identity provider manages a user's credentials",
  listGroups: 'List groups with id, type and name, without an API call',
  importGroup:
    'Import a group from an application, as a directory does: an APP_GROUP with profile and members. Importing the name again replaces them',
  setGroupMembers: 'Set the members (ids or logins) of an imported group (id or name)',
  addPushMapping:
    'Use a group in a push mapping with an application. An imported group can then not be deleted',
  removePushMapping: 'Remove a push mapping, by id. Returns whether it existed',
  explainMembers: 'Explain why users are in a group: added by hand, imported, or by which rules',
  tryRule: 'Try a rule expression on a user, by id or login. Returns errors of the expression',
  createApplication: 'Create an application. Only the label is required',
  updateApplication: 'Change an application, by id. Omitted fields stay',
  assignApplication: 'Assign an application to a group (id or name) or a user (id or login)',
  unassignApplication:
    'Remove the assignment of an application to a group or user. Returns whether it existed',
  addSchemaProperty: "Add a custom property to users' or groups' profiles",
  changeSchemaProperty:
    'Change a profile property. Omitted settings stay, null removes one. Of a default property you can change permission, ' +
    'of firstName and lastName also required, of login also pattern',
  removeSchemaProperty: 'Remove a custom property and its values from every profile',
  createUserType: 'Add a user type for new and existing users. Returns its id',
  registerClient:
    'Register a client. A browser or native client without client_secret is public. With the client_id and the settings of a client that exists, return it',
  deactivateClient: 'Deactivate a client (id or name). Its grants and tokens end',
  activateClient: 'Activate a client. Ended grants and tokens stay ended',
  grantConsent: 'Let a user consent to scopes for a client. Missing scopes are created',
  expireGrant: 'Expire a grant, by id',
  revokeGrant: 'Revoke a grant, by id',
  issueTokens:
    'Issue a signed access token to a client. With offline_access or refreshToken also a refresh token, with openid an ID token',
  refreshTokens: 'Issue tokens from a refresh token, by value or id',
  inspectToken: 'Return whether an access or refresh token is active, and its contents (RFC 7662)',
  expireToken: 'Expire a refresh token, by value or id. Its access tokens stay valid',
  revokeToken: 'Revoke an access token by value, or a refresh token with its access tokens',
  rotateSigningKeys: 'Sign tokens with a new key. The key set keeps earlier keys unless keepEarlier is false',
  listAuthorizationServers: 'List the authorization servers with their issuers and scopes',
  createAuthorizationServer: 'Add an authorization server. id and alias are parts of its issuer',
  changeAuthorizationServer:
    'Change audience, alias or lifetimes of an authorization server. null removes alias or lifetimes',
  deactivateAuthorizationServer: 'Deactivate an authorization server. Its grants and tokens end',
  activateAuthorizationServer: 'Activate an authorization server. Ended grants and tokens stay ended',
  deleteAuthorizationServer: 'Delete an authorization server with its scopes, grants and tokens',
  createScope: 'Add a scope to an authorization server',
  deactivateScope: 'Deactivate a scope (id or name). Its grants and tokens end',
  activateScope: 'Activate a scope. Ended grants and tokens stay ended',
  deleteScope: 'Delete a scope (id or name) with its grants and tokens',
  authorize: 'Issue tokens to a client for a user, as if the user had signed in and consented',
  issueCode:
    'Issue an authorization code as if the user had signed in and consented, and return the redirect URL',
  listDevices: 'List the devices that wait for approval, with their codes',
  approveDevice: 'Approve a device for a user, by its code',
  refuseDevice: 'Refuse a device, by its code',
  addClaim:
    'Add a claim to tokens: a value, an expression, a filter of group names, or in process a function',
  listClaims: 'List the claims that were added to tokens',
  removeClaim: 'Remove a claim from tokens, by id',
  issueBrokenToken: 'Create a token with one flaw to test a verifier. No endpoint accepts it',
  readSettings: 'Return the settings and the password policy',
  changeSettings: 'Change settings of the running organisation. Omitted settings stay',
  changePasswordPolicy: 'Change the password policy. Omitted rules stay',
  loadWorld: 'Load a sample data set or a seed, all or nothing. reset then returns to it',
  exportSeed:
    'Export the organisation as a seed that recreates it with the same ids, and list what the seed leaves out',
  pactState:
    'Set up a provider state of Pact. The first of an interaction resets the organisation. Returns values for fromProviderState',
}
