// Made by `npm run docs` from the summaries of the actions.
import type { ActionFunction } from './actions.ts'

/** The control plane of an organisation, in process: what a test does behind the API's back. */
export interface Control {
  /** Go back to the seeded state: records, ids, tokens, mails, settings and clock. */
  readonly reset: ActionFunction<'reset'>
  /** Go back to what every organisation has, without a world or a seed; reset still goes back to these. */
  readonly clear: ActionFunction<'clear'>
  /**
   * Tell the base URL, and what may surprise: the time, how many milliseconds it is ahead of the
   * machine, whether it stands still, and how many faults are in force.
   */
  readonly readStatus: ActionFunction<'readStatus'>
  /** Tell the value of the administrator's API token, with which an application calls. */
  readonly readApiToken: ActionFunction<'readApiToken'>
  /** Count what there is: users by status, groups by type, rules by status, clients by type, and more. */
  readonly describe: ActionFunction<'describe'>
  /** Keep the present state and time under a name, in place of what had it. */
  readonly saveSnapshot: ActionFunction<'saveSnapshot'>
  /** Go back to a state that was kept, and to its time: records, ids, tokens, mails and settings. */
  readonly restoreSnapshot: ActionFunction<'restoreSnapshot'>
  /** Forget a state that was kept; tells whether there was one. */
  readonly deleteSnapshot: ActionFunction<'deleteSnapshot'>
  /** List the names of the states that were kept. */
  readonly listSnapshots: ActionFunction<'listSnapshots'>
  /**
   * Tell the whole state, exactly: createOrg({ rows }) and importState go on from it. Hashes of
   * passwords, tokens and keys are in it.
   */
  readonly exportState: ActionFunction<'exportState'>
  /** Become what exportState told, of an organisation that was made alike; all or nothing. */
  readonly importState: ActionFunction<'importState'>
  /**
   * Make an API token for an owner (id or login; default: the administrator) with a role; groups (ids or
   * names) confine a GROUP_ADMIN or HELP_DESK_ADMIN. Its value is told only here.
   */
  readonly createApiToken: ActionFunction<'createApiToken'>
  /**
   * Make a scoped access token, sent as Authorization: Bearer, for a user (id or login), a client (id or
   * name), both or nobody; expiresIn is milliseconds or a duration such as 5m. Its value is told only
   * here.
   */
  readonly createAccessToken: ActionFunction<'createAccessToken'>
  /**
   * Take an API token, or one made by createAccessToken, away by its id or value; tells whether there
   * was one.
   */
  readonly revokeApiToken: ActionFunction<'revokeApiToken'>
  /**
   * Tell the token with which the console calls as the administrator: no fault meets such a call, no
   * rate limit counts it, and the journal does not show it.
   */
  readonly readConsoleToken: ActionFunction<'readConsoleToken'>
  /** List the API tokens and scoped access tokens that callers can send, without their values. */
  readonly listTokens: ActionFunction<'listTokens'>
  /** Tell the time of the organisation, and whether it stands still. */
  readonly readClock: ActionFunction<'readClock'>
  /** Stop time, at a moment or where it is. */
  readonly freezeClock: ActionFunction<'freezeClock'>
  /** Let time run on. */
  readonly resumeClock: ActionFunction<'resumeClock'>
  /** Move time forward, by milliseconds or a duration such as 5m, 2h or P1D; what falls due runs. */
  readonly advanceClock: ActionFunction<'advanceClock'>
  /** Move time to a moment. */
  readonly setClock: ActionFunction<'setClock'>
  /**
   * List the requests that were answered, oldest first: by operation, user, status, time or text; the
   * next page begins after a number.
   */
  readonly readJournal: ActionFunction<'readJournal'>
  /**
   * Show one request whole: headers and bodies without secrets, what it changed, and why it was refused;
   * the newest unless named.
   */
  readonly readExchange: ActionFunction<'readExchange'>
  /** Wait until a request is answered that is wanted; answers it whole. */
  readonly waitForRequest: ActionFunction<'waitForRequest'>
  /** Export requests as an HTTP archive (HAR 1.2), secrets struck out. */
  readonly exportHar: ActionFunction<'exportHar'>
  /** Write one request as a curl command, its token read from $TOKEN; the newest unless named. */
  readonly toCurl: ActionFunction<'toCurl'>
  /** Forget the requests that were answered. */
  readonly clearJournal: ActionFunction<'clearJournal'>
  /**
   * Send a request as a client or a browser would, with cookies, and follow no redirect; faults meet it,
   * and the journal shows it.
   */
  readonly sendRequest: ActionFunction<'sendRequest'>
  /**
   * List what happened, oldest first: users created, statuses changed, members added, mails sent, and
   * the rest.
   */
  readonly listEvents: ActionFunction<'listEvents'>
  /** Wait until something happens, by type of event and id of the record. */
  readonly waitForEvent: ActionFunction<'waitForEvent'>
  /** List the types of events, each with what it means. */
  readonly listEventTypes: ActionFunction<'listEventTypes'>
  /** Send events to a URL from now on, in signed batches (Standard Webhooks), in place of the URL before. */
  readonly setWebhook: ActionFunction<'setWebhook'>
  /** Show the webhook without its secret: its state, and how many events wait, arrived or were dropped. */
  readonly readWebhook: ActionFunction<'readWebhook'>
  /** Send no more events; returns whether a webhook was set. */
  readonly removeWebhook: ActionFunction<'removeWebhook'>
  /** List the last 100 messages of the webhook, oldest first, with every attempt to deliver them. */
  readonly listDeliveries: ActionFunction<'listDeliveries'>
  /**
   * Send a message of the webhook again now, under the id that it has; returns it as listDeliveries
   * does.
   */
  readonly resendDelivery: ActionFunction<'resendDelivery'>
  /**
   * Let calls fail, wait or break off: by operation, method, path, caller or user; a number of times,
   * for a time, or with a probability.
   */
  readonly addFault: ActionFunction<'addFault'>
  /** List the faults in force. */
  readonly listFaults: ActionFunction<'listFaults'>
  /** End one fault, those of a scenario, or all of them. */
  readonly clearFaults: ActionFunction<'clearFaults'>
  /** List the scenarios: faults that go together under a name. */
  readonly listScenarios: ActionFunction<'listScenarios'>
  /**
   * Put the faults of a scenario in force, in place of those that it has already; or faults of your own
   * under a name.
   */
  readonly startScenario: ActionFunction<'startScenario'>
  /** Sign a user in with its password; answers the session, or the reason why not. */
  readonly signIn: ActionFunction<'signIn'>
  /** Open a session for a user without a password, whatever its status; user is an id or a login. */
  readonly openSession: ActionFunction<'openSession'>
  /** End one session, by its cookie, or all of a user; answers how many ended. */
  readonly signOut: ActionFunction<'signOut'>
  /** List the sessions of a user that live, oldest first. */
  readonly listSessions: ActionFunction<'listSessions'>
  /** Mail a user a link that signs it in, as for one whom the enrolment policy leaves without a password. */
  readonly sendSignInMail: ActionFunction<'sendSignInMail'>
  /** List the mails that the service would have sent, oldest first; by address, user id or kind. */
  readonly listMails: ActionFunction<'listMails'>
  /**
   * Read the mails page by page: at most so many after a number, how many were sent in all, and where
   * the next page begins.
   */
  readonly readOutbox: ActionFunction<'readOutbox'>
  /** Empty the outbox. */
  readonly clearMails: ActionFunction<'clearMails'>
  /** Start a password recovery for a login, a primary or a secondary e-mail; answers the mail. */
  readonly recoverPassword: ActionFunction<'recoverPassword'>
  /** Do what a person does who opens a one-time link: set the password, confirm an address, or sign in. */
  readonly useToken: ActionFunction<'useToken'>
  /**
   * Find users by any part of name, login, e-mail or id, and count them: found of total. The API itself
   * finds beginnings only.
   */
  readonly searchUsers: ActionFunction<'searchUsers'>
  /**
   * Find groups by any part of name, description or id, and count them: found of total. The API itself
   * finds beginnings only.
   */
  readonly searchGroups: ActionFunction<'searchGroups'>
  /**
   * Look a user up by id or login, with its groups, without a call of the service; user is null where
   * there is none.
   */
  readonly findUser: ActionFunction<'findUser'>
  /** Put a user into any status, whatever it was; user is an id or a login. */
  readonly setUserStatus: ActionFunction<'setUserStatus'>
  /** Keep a user out from ANY_DEVICES or UNKNOWN_DEVICES. */
  readonly blockUser: ActionFunction<'blockUser'>
  /** Lift a block on devices. */
  readonly unblockUser: ActionFunction<'unblockUser'>
  /** Enroll a user in an MFA factor, such as sms. */
  readonly enrollFactor: ActionFunction<'enrollFactor'>
  /** Say who holds a user's credentials: a directory or identity provider, or the service itself. */
  readonly setUserProvider: ActionFunction<'setUserProvider'>
  /** List the groups by id, type and name, without a call of the service. */
  readonly listGroups: ActionFunction<'listGroups'>
  /**
   * Import a group from an application, as a directory would: an APP_GROUP, with its profile and
   * members. Importing one of the same name again replaces its profile, and its members if they are
   * given.
   */
  readonly importGroup: ActionFunction<'importGroup'>
  /** Say who is in an imported group; group is an id or a name, members are ids or logins. */
  readonly setGroupMembers: ActionFunction<'setGroupMembers'>
  /** Use a group in a push mapping with an application; an imported group then cannot be deleted. */
  readonly addPushMapping: ActionFunction<'addPushMapping'>
  /** End a push mapping, by its id; tells whether there was one. */
  readonly removePushMapping: ActionFunction<'removePushMapping'>
  /**
   * Tell why people are in a group: by hand or import, or because of which rules; or because everyone
   * is; group is an id or a name.
   */
  readonly explainMembers: ActionFunction<'explainMembers'>
  /**
   * Try the expression of a rule on a user, an id or a login, without a rule; tells what is wrong with
   * it.
   */
  readonly tryRule: ActionFunction<'tryRule'>
  /** Create an application; only its label is needed. */
  readonly createApplication: ActionFunction<'createApplication'>
  /** Change an application, by its id; what is not given stays. */
  readonly updateApplication: ActionFunction<'updateApplication'>
  /** Assign an application to a group (id or name) or a user (id or login). */
  readonly assignApplication: ActionFunction<'assignApplication'>
  /** End the assignment of an application to a group or a user; tells whether there was one. */
  readonly unassignApplication: ActionFunction<'unassignApplication'>
  /** Add a custom property to users' or groups' profiles. */
  readonly addSchemaProperty: ActionFunction<'addSchemaProperty'>
  /**
   * Change a property of profiles; what is not given stays, null lifts it, and values already stored
   * stay. Of a default property of users only the permission may change, of firstName and lastName
   * required too, and of login the pattern.
   */
  readonly changeSchemaProperty: ActionFunction<'changeSchemaProperty'>
  /** Take a custom property away, and its values out of all profiles. */
  readonly removeSchemaProperty: ActionFunction<'removeSchemaProperty'>
  /** Add a user type, which users can be created with and changed to; answers its id. */
  readonly createUserType: ActionFunction<'createUserType'>
  /** Register a client as the applications endpoint does: client_id and client_secret may be chosen. */
  readonly registerClient: ActionFunction<'registerClient'>
  /** Take a client out of use, which ends its grants and tokens; client is an id or a name. */
  readonly deactivateClient: ActionFunction<'deactivateClient'>
  /** Take a client into use again; what ended stays ended. */
  readonly activateClient: ActionFunction<'activateClient'>
  /** Let a user consent to scopes for a client; scopes that do not exist yet are made. */
  readonly grantConsent: ActionFunction<'grantConsent'>
  /** Let a grant expire; grant is its id. */
  readonly expireGrant: ActionFunction<'expireGrant'>
  /** Revoke a grant; grant is its id. */
  readonly revokeGrant: ActionFunction<'revokeGrant'>
  /**
   * Issue a signed access token to a client, for a user or for itself; with offline_access or
   * refreshToken a refresh token, with openid an ID token.
   */
  readonly issueTokens: ActionFunction<'issueTokens'>
  /** Issue further tokens from a refresh token, by its value or id. */
  readonly refreshTokens: ActionFunction<'refreshTokens'>
  /** Tell whether an access or refresh token works, and what it is about (RFC 7662). */
  readonly inspectToken: ActionFunction<'inspectToken'>
  /** Let a refresh token expire, by its value or id; access tokens issued from it live on. */
  readonly expireToken: ActionFunction<'expireToken'>
  /**
   * Revoke a token: an access token by its value, or a refresh token with the access tokens issued from
   * it.
   */
  readonly revokeToken: ActionFunction<'revokeToken'>
  /**
   * Sign tokens with a new key from now on; the key set keeps the earlier ones unless keepEarlier is
   * false.
   */
  readonly rotateSigningKeys: ActionFunction<'rotateSigningKeys'>
  /** List the authorization servers with their issuers and scopes. */
  readonly listAuthorizationServers: ActionFunction<'listAuthorizationServers'>
  /** Add an authorization server beside the organisation's own; id and alias are parts of its issuer. */
  readonly createAuthorizationServer: ActionFunction<'createAuthorizationServer'>
  /**
   * Change the audience, the alias or the lifetimes of an authorization server; null takes alias or
   * lifetimes away.
   */
  readonly changeAuthorizationServer: ActionFunction<'changeAuthorizationServer'>
  /** Take an authorization server out of use, which ends its grants and tokens. */
  readonly deactivateAuthorizationServer: ActionFunction<'deactivateAuthorizationServer'>
  /** Take an authorization server into use again; what ended stays ended. */
  readonly activateAuthorizationServer: ActionFunction<'activateAuthorizationServer'>
  /** Delete an authorization server with its scopes, grants and tokens. */
  readonly deleteAuthorizationServer: ActionFunction<'deleteAuthorizationServer'>
  /** Add a scope to an authorization server. */
  readonly createScope: ActionFunction<'createScope'>
  /** Take a scope out of use, which ends its grants and tokens; scope is an id or a name. */
  readonly deactivateScope: ActionFunction<'deactivateScope'>
  /** Take a scope into use again; what ended stays ended. */
  readonly activateScope: ActionFunction<'activateScope'>
  /** Delete a scope with its grants and tokens; scope is an id or a name. */
  readonly deleteScope: ActionFunction<'deleteScope'>
  /** Issue tokens to a client for a user as if the user had signed in and consented, without a page. */
  readonly authorize: ActionFunction<'authorize'>
  /**
   * Issue an authorization code as if the user had signed in and consented, and tell the address that
   * the browser would be sent to.
   */
  readonly issueCode: ActionFunction<'issueCode'>
  /** List the devices that wait for a person to approve them, with the codes that they show. */
  readonly listDevices: ActionFunction<'listDevices'>
  /** Approve a device for a user, by the code that it shows. */
  readonly approveDevice: ActionFunction<'approveDevice'>
  /** Refuse a device, by the code that it shows. */
  readonly refuseDevice: ActionFunction<'refuseDevice'>
  /**
   * Add a claim to tokens: by its value, by an expression in the language of group rules, by a filter of
   * group names, or in process by a function.
   */
  readonly addClaim: ActionFunction<'addClaim'>
  /** List the claims that were added to tokens. */
  readonly listClaims: ActionFunction<'listClaims'>
  /** Take a claim out of tokens again; claim is its id. */
  readonly removeClaim: ActionFunction<'removeClaim'>
  /**
   * Make a token with one flaw, to test that whoever verifies tokens notices: nothing takes it and it is
   * not kept.
   */
  readonly issueBrokenToken: ActionFunction<'issueBrokenToken'>
  /** Tell the settings and the password policy in force. */
  readonly readSettings: ActionFunction<'readSettings'>
  /** Change settings of the running organisation; what is not given stays. */
  readonly changeSettings: ActionFunction<'changeSettings'>
  /** Change rules of the password policy; what is not given stays. */
  readonly changePasswordPolicy: ActionFunction<'changePasswordPolicy'>
}
