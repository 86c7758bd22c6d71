// Made by `npm run docs` from the summaries of the actions.
import type { ActionFunction } from '../src/control/actions.ts'

/** The control plane of an organisation, in process: it acts directly, without the API. */
export interface Control {
  /** Return to the initial state: records, ids, tokens, mails, settings and clock. */
  readonly reset: ActionFunction<'reset'>
  /** Remove everything but the initial records of an empty organisation. reset still returns to these. */
  readonly clear: ActionFunction<'clear'>
  /**
   * Return the base URL, the time, its difference from the machine in milliseconds, and the number of
   * active faults.
   */
  readonly readStatus: ActionFunction<'readStatus'>
  /** Return the administrator's API token. */
  readonly readApiToken: ActionFunction<'readApiToken'>
  /** Count users by status, groups by type, rules by status, clients by type, and more. */
  readonly describe: ActionFunction<'describe'>
  /** Save the state and time under a name, and replace an earlier snapshot of that name. */
  readonly saveSnapshot: ActionFunction<'saveSnapshot'>
  /** Restore a snapshot with its time: records, ids, tokens, mails and settings. */
  readonly restoreSnapshot: ActionFunction<'restoreSnapshot'>
  /** Delete a snapshot. Returns whether it existed. */
  readonly deleteSnapshot: ActionFunction<'deleteSnapshot'>
  /** List the names of the snapshots. */
  readonly listSnapshots: ActionFunction<'listSnapshots'>
  /**
   * Export the exact state for createOrg({ rows }) and importState, with hashes of passwords, tokens and
   * keys.
   */
  readonly exportState: ActionFunction<'exportState'>
  /** Import a state of exportState into an organisation with the same options. All or nothing. */
  readonly importState: ActionFunction<'importState'>
  /**
   * Create an API token with a role for an owner, by default the administrator. No other call returns
   * its value.
   */
  readonly createApiToken: ActionFunction<'createApiToken'>
  /**
   * Create an access token with scopes for a user, a client, both or nobody. No other call returns its
   * value.
   */
  readonly createAccessToken: ActionFunction<'createAccessToken'>
  /** Revoke an API token, or a token of createAccessToken, by id or value. Returns whether it existed. */
  readonly revokeApiToken: ActionFunction<'revokeApiToken'>
  /**
   * Return the API token of the console. Its calls meet no fault or rate limit, and the journal does not
   * list them.
   */
  readonly readConsoleToken: ActionFunction<'readConsoleToken'>
  /** List API tokens and scoped access tokens, without their values. */
  readonly listTokens: ActionFunction<'listTokens'>
  /** Return the time of the organisation, and whether it is frozen. */
  readonly readClock: ActionFunction<'readClock'>
  /** Stop time, now or at a moment. */
  readonly freezeClock: ActionFunction<'freezeClock'>
  /** Let time run again. */
  readonly resumeClock: ActionFunction<'resumeClock'>
  /** Move time forward, by milliseconds or a duration such as 5m, 2h or P1D. Due events happen. */
  readonly advanceClock: ActionFunction<'advanceClock'>
  /** Move time to a moment. */
  readonly setClock: ActionFunction<'setClock'>
  /**
   * List requests, oldest first: by operation, user, status, time or text. The next page begins after a
   * number.
   */
  readonly readJournal: ActionFunction<'readJournal'>
  /**
   * Return one request with its reply, changes and error explanation, without secrets. Default: the
   * newest.
   */
  readonly readExchange: ActionFunction<'readExchange'>
  /** Wait for a matching request, and return it with its reply. */
  readonly waitForRequest: ActionFunction<'waitForRequest'>
  /** Export requests as an HTTP archive (HAR 1.2), without secrets. */
  readonly exportHar: ActionFunction<'exportHar'>
  /** Return one request as a curl command that reads its token from $TOKEN. Default: the newest. */
  readonly toCurl: ActionFunction<'toCurl'>
  /** Remove every request from the journal. */
  readonly clearJournal: ActionFunction<'clearJournal'>
  /** Send a request with cookies, without following redirects. Faults apply, and the journal lists it. */
  readonly sendRequest: ActionFunction<'sendRequest'>
  /** List events, oldest first: users created, statuses changed, members added, mails sent, and more. */
  readonly listEvents: ActionFunction<'listEvents'>
  /** Wait for an event, by type and id of the record. */
  readonly waitForEvent: ActionFunction<'waitForEvent'>
  /** List the types of events with their meaning. */
  readonly listEventTypes: ActionFunction<'listEventTypes'>
  /** Send events to a URL in signed batches (Standard Webhooks), instead of to the earlier URL. */
  readonly setWebhook: ActionFunction<'setWebhook'>
  /** Return the webhook without its secret: state and counts of waiting, delivered and dropped events. */
  readonly readWebhook: ActionFunction<'readWebhook'>
  /** Stop sending events. Returns whether a webhook was set. */
  readonly removeWebhook: ActionFunction<'removeWebhook'>
  /** List the last 100 messages of the webhook, oldest first, with every attempt. */
  readonly listDeliveries: ActionFunction<'listDeliveries'>
  /** Send a message of the webhook again now, with the same id. */
  readonly resendDelivery: ActionFunction<'resendDelivery'>
  /** Make matching calls fail, wait or break: by operation, method, path, caller or user. */
  readonly addFault: ActionFunction<'addFault'>
  /** List the active faults. */
  readonly listFaults: ActionFunction<'listFaults'>
  /** Remove one fault, the faults of a scenario, or every fault. */
  readonly clearFaults: ActionFunction<'clearFaults'>
  /** List the scenarios: named sets of faults. */
  readonly listScenarios: ActionFunction<'listScenarios'>
  /** Start a scenario, instead of its earlier faults, or your own faults under a name. */
  readonly startScenario: ActionFunction<'startScenario'>
  /** Sign in a user with a password. Returns the session or the reason for the failure. */
  readonly signIn: ActionFunction<'signIn'>
  /** Open a session for a user (id or login) without a password, in any status. */
  readonly openSession: ActionFunction<'openSession'>
  /** End one session by its cookie, or every session of a user. Returns the number. */
  readonly signOut: ActionFunction<'signOut'>
  /** List the active sessions of a user, oldest first. */
  readonly listSessions: ActionFunction<'listSessions'>
  /** Mail a user a sign-in link, as for users that the enrolment policy leaves without a password. */
  readonly sendSignInMail: ActionFunction<'sendSignInMail'>
  /** List the mails that the service would have sent, oldest first: by address, user id or kind. */
  readonly listMails: ActionFunction<'listMails'>
  /** Read mails by page: up to limit after a number, the total, and where the next page begins. */
  readonly readOutbox: ActionFunction<'readOutbox'>
  /** Empty the outbox. */
  readonly clearMails: ActionFunction<'clearMails'>
  /** Start a password recovery for a login or a primary or secondary email. Returns the mail. */
  readonly recoverPassword: ActionFunction<'recoverPassword'>
  /** Follow a one-time link as a person does: set the password, confirm an address, or sign in. */
  readonly useToken: ActionFunction<'useToken'>
  /** Find and count users by any part of name, login, email or id. The API finds beginnings only. */
  readonly searchUsers: ActionFunction<'searchUsers'>
  /** Find and count groups by any part of name, description or id. The API finds beginnings only. */
  readonly searchGroups: ActionFunction<'searchGroups'>
  /** Find a user by id or login, with its groups, without an API call. Returns null for an unknown user. */
  readonly findUser: ActionFunction<'findUser'>
  /** Put a user (id or login) into any status. */
  readonly setUserStatus: ActionFunction<'setUserStatus'>
  /** Block a user from ANY_DEVICES or UNKNOWN_DEVICES. */
  readonly blockUser: ActionFunction<'blockUser'>
  /** Remove a block on devices. */
  readonly unblockUser: ActionFunction<'unblockUser'>
  /** Enroll a user in an MFA factor, such as sms. */
  readonly enrollFactor: ActionFunction<'enrollFactor'>
  /** Set which directory or identity provider manages a user's credentials. */
  readonly setUserProvider: ActionFunction<'setUserProvider'>
  /** List groups with id, type and name, without an API call. */
  readonly listGroups: ActionFunction<'listGroups'>
  /**
   * Import a group from an application, as a directory does: an APP_GROUP with profile and members.
   * Importing the name again replaces them.
   */
  readonly importGroup: ActionFunction<'importGroup'>
  /** Set the members (ids or logins) of an imported group (id or name). */
  readonly setGroupMembers: ActionFunction<'setGroupMembers'>
  /** Use a group in a push mapping with an application. An imported group can then not be deleted. */
  readonly addPushMapping: ActionFunction<'addPushMapping'>
  /** Remove a push mapping, by id. Returns whether it existed. */
  readonly removePushMapping: ActionFunction<'removePushMapping'>
  /** Explain why users are in a group: added by hand, imported, or by which rules. */
  readonly explainMembers: ActionFunction<'explainMembers'>
  /** Try a rule expression on a user, by id or login. Returns errors of the expression. */
  readonly tryRule: ActionFunction<'tryRule'>
  /** Create an application. Only the label is required. */
  readonly createApplication: ActionFunction<'createApplication'>
  /** Change an application, by id. Omitted fields stay. */
  readonly updateApplication: ActionFunction<'updateApplication'>
  /** Assign an application to a group (id or name) or a user (id or login). */
  readonly assignApplication: ActionFunction<'assignApplication'>
  /** Remove the assignment of an application to a group or user. Returns whether it existed. */
  readonly unassignApplication: ActionFunction<'unassignApplication'>
  /** Add a custom property to users' or groups' profiles. */
  readonly addSchemaProperty: ActionFunction<'addSchemaProperty'>
  /**
   * Change a profile property. Omitted settings stay, null removes one. Of a default property you can
   * change permission, of firstName and lastName also required, of login also pattern.
   */
  readonly changeSchemaProperty: ActionFunction<'changeSchemaProperty'>
  /** Remove a custom property and its values from every profile. */
  readonly removeSchemaProperty: ActionFunction<'removeSchemaProperty'>
  /** Add a user type for new and existing users. Returns its id. */
  readonly createUserType: ActionFunction<'createUserType'>
  /**
   * Register a client. A browser or native client without client_secret is public. With the client_id
   * and the settings of a client that exists, return it.
   */
  readonly registerClient: ActionFunction<'registerClient'>
  /** Deactivate a client (id or name). Its grants and tokens end. */
  readonly deactivateClient: ActionFunction<'deactivateClient'>
  /** Activate a client. Ended grants and tokens stay ended. */
  readonly activateClient: ActionFunction<'activateClient'>
  /** Let a user consent to scopes for a client. Missing scopes are created. */
  readonly grantConsent: ActionFunction<'grantConsent'>
  /** Expire a grant, by id. */
  readonly expireGrant: ActionFunction<'expireGrant'>
  /** Revoke a grant, by id. */
  readonly revokeGrant: ActionFunction<'revokeGrant'>
  /**
   * Issue a signed access token to a client. With offline_access or refreshToken also a refresh token,
   * with openid an ID token.
   */
  readonly issueTokens: ActionFunction<'issueTokens'>
  /** Issue tokens from a refresh token, by value or id. */
  readonly refreshTokens: ActionFunction<'refreshTokens'>
  /** Return whether an access or refresh token is active, and its contents (RFC 7662). */
  readonly inspectToken: ActionFunction<'inspectToken'>
  /** Expire a refresh token, by value or id. Its access tokens stay valid. */
  readonly expireToken: ActionFunction<'expireToken'>
  /** Revoke an access token by value, or a refresh token with its access tokens. */
  readonly revokeToken: ActionFunction<'revokeToken'>
  /** Sign tokens with a new key. The key set keeps earlier keys unless keepEarlier is false. */
  readonly rotateSigningKeys: ActionFunction<'rotateSigningKeys'>
  /** List the authorization servers with their issuers and scopes. */
  readonly listAuthorizationServers: ActionFunction<'listAuthorizationServers'>
  /** Add an authorization server. id and alias are parts of its issuer. */
  readonly createAuthorizationServer: ActionFunction<'createAuthorizationServer'>
  /** Change audience, alias or lifetimes of an authorization server. null removes alias or lifetimes. */
  readonly changeAuthorizationServer: ActionFunction<'changeAuthorizationServer'>
  /** Deactivate an authorization server. Its grants and tokens end. */
  readonly deactivateAuthorizationServer: ActionFunction<'deactivateAuthorizationServer'>
  /** Activate an authorization server. Ended grants and tokens stay ended. */
  readonly activateAuthorizationServer: ActionFunction<'activateAuthorizationServer'>
  /** Delete an authorization server with its scopes, grants and tokens. */
  readonly deleteAuthorizationServer: ActionFunction<'deleteAuthorizationServer'>
  /** Add a scope to an authorization server. */
  readonly createScope: ActionFunction<'createScope'>
  /** Deactivate a scope (id or name). Its grants and tokens end. */
  readonly deactivateScope: ActionFunction<'deactivateScope'>
  /** Activate a scope. Ended grants and tokens stay ended. */
  readonly activateScope: ActionFunction<'activateScope'>
  /** Delete a scope (id or name) with its grants and tokens. */
  readonly deleteScope: ActionFunction<'deleteScope'>
  /** Issue tokens to a client for a user, as if the user had signed in and consented. */
  readonly authorize: ActionFunction<'authorize'>
  /** Issue an authorization code as if the user had signed in and consented, and return the redirect URL. */
  readonly issueCode: ActionFunction<'issueCode'>
  /** List the devices that wait for approval, with their codes. */
  readonly listDevices: ActionFunction<'listDevices'>
  /** Approve a device for a user, by its code. */
  readonly approveDevice: ActionFunction<'approveDevice'>
  /** Refuse a device, by its code. */
  readonly refuseDevice: ActionFunction<'refuseDevice'>
  /** Add a claim to tokens: a value, an expression, a filter of group names, or in process a function. */
  readonly addClaim: ActionFunction<'addClaim'>
  /** List the claims that were added to tokens. */
  readonly listClaims: ActionFunction<'listClaims'>
  /** Remove a claim from tokens, by id. */
  readonly removeClaim: ActionFunction<'removeClaim'>
  /** Create a token with one flaw to test a verifier. No endpoint accepts it. */
  readonly issueBrokenToken: ActionFunction<'issueBrokenToken'>
  /** Return the settings and the password policy. */
  readonly readSettings: ActionFunction<'readSettings'>
  /** Change settings of the running organisation. Omitted settings stay. */
  readonly changeSettings: ActionFunction<'changeSettings'>
  /** Change the password policy. Omitted rules stay. */
  readonly changePasswordPolicy: ActionFunction<'changePasswordPolicy'>
}
