// Made by `npm run docs` from the summaries and inputs of the actions.
import type { ActionFunction } from '../src/control/actions.ts'

/** The control plane of an organisation, in process: it acts directly, without the API. */
export interface Control {
  /** Return to the initial state: records, ids, tokens, mails, settings and clock. */ readonly reset: ActionFunction<'reset'>
  /** Remove everything but the initial records of an empty organisation. reset still returns to these. */ readonly clear: ActionFunction<'clear'>
  /** Return the base URL, the time, its difference from the machine in milliseconds, and the number of active faults. */ readonly readStatus: ActionFunction<'readStatus'>
  /** Return the administrator's API token. */ readonly readApiToken: ActionFunction<'readApiToken'>
  /** Count users by status, groups by type, rules by status, clients by type, and more. */ readonly describe: ActionFunction<'describe'>
  /** Save the state and time under a name, and replace an earlier snapshot of that name. */ readonly saveSnapshot: ActionFunction<'saveSnapshot'>
  /** Restore a snapshot with its time: records, ids, tokens, mails and settings. */ readonly restoreSnapshot: ActionFunction<'restoreSnapshot'>
  /** Delete a snapshot. Returns whether it existed. */ readonly deleteSnapshot: ActionFunction<'deleteSnapshot'>
  /** List the names of the snapshots. */ readonly listSnapshots: ActionFunction<'listSnapshots'>
  /** Export the exact state for createOrg({ rows }) and importState, with hashes of passwords, tokens and keys. */ readonly exportState: ActionFunction<'exportState'>
  /** Import a state of exportState into an organisation with the same options. All or nothing. */ readonly importState: ActionFunction<'importState'>
  /** Create an API token with a role for an owner, by default the administrator. No other call returns its value. */ readonly createApiToken: ActionFunction<'createApiToken'>
  /** Create an access token with scopes for a user, a client, both or nobody. No other call returns its value. */ readonly createAccessToken: ActionFunction<'createAccessToken'>
  /** Revoke an API token, or a token of createAccessToken, by id or value. Returns whether it existed. */ readonly revokeApiToken: ActionFunction<'revokeApiToken'>
  /** Return the API token of the console. Its calls meet no fault or rate limit, and the journal does not list them. */ readonly readConsoleToken: ActionFunction<'readConsoleToken'>
  /** List API tokens and scoped access tokens, without their values. */ readonly listTokens: ActionFunction<'listTokens'>
  /** Return the time of the organisation, and whether it is frozen. */ readonly readClock: ActionFunction<'readClock'>
  /** Stop time, now or at a moment. */ readonly freezeClock: ActionFunction<'freezeClock'>
  /** Let time run again. */ readonly resumeClock: ActionFunction<'resumeClock'>
  /** Move time forward, by milliseconds or a duration such as 5m, 2h or P1D. Due events happen. */ readonly advanceClock: ActionFunction<'advanceClock'>
  /** Move time to a moment. */ readonly setClock: ActionFunction<'setClock'>
  /** List requests, oldest first: by operation, user, status, time or text. The next page begins after a number. */ readonly readJournal: ActionFunction<'readJournal'>
  /** Return one request with its reply, changes and error explanation, without secrets. Default: the newest. */ readonly readExchange: ActionFunction<'readExchange'>
  /** Wait for a matching request, and return it with its reply. */ readonly waitForRequest: ActionFunction<'waitForRequest'>
  /** Export requests as an HTTP archive (HAR 1.2), without secrets. */ readonly exportHar: ActionFunction<'exportHar'>
  /** Return one request as a curl command that reads its token from $TOKEN. Default: the newest. */ readonly toCurl: ActionFunction<'toCurl'>
  /** Remove every request from the journal. */ readonly clearJournal: ActionFunction<'clearJournal'>
  /** Send a request with cookies, without following redirects. Faults apply, and the journal lists it. */ readonly sendRequest: ActionFunction<'sendRequest'>
  /** List events, oldest first: users created, statuses changed, members added, mails sent, and more. */ readonly listEvents: ActionFunction<'listEvents'>
  /** Wait for an event, by type and id of the record. */ readonly waitForEvent: ActionFunction<'waitForEvent'>
  /** List the types of events with their meaning. */ readonly listEventTypes: ActionFunction<'listEventTypes'>
  /** Send events to a URL in signed batches (Standard Webhooks), instead of to the earlier URL. */ readonly setWebhook: ActionFunction<'setWebhook'>
  /** Return the webhook without its secret: state and counts of waiting, delivered and dropped events. */ readonly readWebhook: ActionFunction<'readWebhook'>
  /** Stop sending events. Returns whether a webhook was set. */ readonly removeWebhook: ActionFunction<'removeWebhook'>
  /** List the last 100 messages of the webhook, oldest first, with every attempt. */ readonly listDeliveries: ActionFunction<'listDeliveries'>
  /** Send a message of the webhook again now, with the same id. */ readonly resendDelivery: ActionFunction<'resendDelivery'>
  /** Make matching calls fail, wait or break: by operation, method, path, caller or user. */ readonly addFault: ActionFunction<'addFault'>
  /** List the active faults. */ readonly listFaults: ActionFunction<'listFaults'>
  /** Remove one fault, the faults of a scenario, or every fault. */ readonly clearFaults: ActionFunction<'clearFaults'>
  /** List the scenarios: named sets of faults. */ readonly listScenarios: ActionFunction<'listScenarios'>
  /** Start a scenario, instead of its earlier faults, or your own faults under a name. */ readonly startScenario: ActionFunction<'startScenario'>
  /** Sign in a user with a password. Returns the session or the reason for the failure. */ readonly signIn: ActionFunction<'signIn'>
  /** Open a session for a user (id or login) without a password, in any status. */ readonly openSession: ActionFunction<'openSession'>
  /** End one session by its cookie, or every session of a user. Returns the number. */ readonly signOut: ActionFunction<'signOut'>
  /** List the active sessions of a user, oldest first. */ readonly listSessions: ActionFunction<'listSessions'>
  /** Mail a user a sign-in link, as for users that the enrolment policy leaves without a password. */ readonly sendSignInMail: ActionFunction<'sendSignInMail'>
  /** List the mails that the service would have sent, oldest first: by address, user id or kind. */ readonly listMails: ActionFunction<'listMails'>
  /** Read mails by page: up to limit after a number, the total, and where the next page begins. */ readonly readOutbox: ActionFunction<'readOutbox'>
  /** Empty the outbox. */ readonly clearMails: ActionFunction<'clearMails'>
  /** Start a password recovery for a login or a primary or secondary email. Returns the mail. */ readonly recoverPassword: ActionFunction<'recoverPassword'>
  /** Follow a one-time link as a person does: set the password, confirm an address, or sign in. */ readonly useToken: ActionFunction<'useToken'>
  /** Find and count users by any part of name, login, email or id. The API finds beginnings only. */ readonly searchUsers: ActionFunction<'searchUsers'>
  /** Find and count groups by any part of name, description or id. The API finds beginnings only. */ readonly searchGroups: ActionFunction<'searchGroups'>
  /** Find a user by id or login, with its groups, without an API call. Returns null for an unknown user. */ readonly findUser: ActionFunction<'findUser'>
  /** Put a user (id or login) into any status. */ readonly setUserStatus: ActionFunction<'setUserStatus'>
  /** Block a user from ANY_DEVICES or UNKNOWN_DEVICES. */ readonly blockUser: ActionFunction<'blockUser'>
  /** Remove a block on devices. */ readonly unblockUser: ActionFunction<'unblockUser'>
  /** Enroll a user in an MFA factor, such as sms. */ readonly enrollFactor: ActionFunction<'enrollFactor'>
  /** Set which directory or identity provider manages a user's credentials. */ readonly setUserProvider: ActionFunction<'setUserProvider'>
  /** List groups with id, type and name, without an API call. */ readonly listGroups: ActionFunction<'listGroups'>
  /** Import a group from an application, as a directory does: an APP_GROUP with profile and members. Importing the name again replaces them. */ readonly importGroup: ActionFunction<'importGroup'>
  /** Set the members (ids or logins) of an imported group (id or name). */ readonly setGroupMembers: ActionFunction<'setGroupMembers'>
  /** Use a group in a push mapping with an application. An imported group can then not be deleted. */ readonly addPushMapping: ActionFunction<'addPushMapping'>
  /** Remove a push mapping, by id. Returns whether it existed. */ readonly removePushMapping: ActionFunction<'removePushMapping'>
  /** Explain why users are in a group: added by hand, imported, or by which rules. */ readonly explainMembers: ActionFunction<'explainMembers'>
  /** Try a rule expression on a user, by id or login. Returns errors of the expression. */ readonly tryRule: ActionFunction<'tryRule'>
  /** Create an application. Only the label is required. */ readonly createApplication: ActionFunction<'createApplication'>
  /** Change an application, by id. Omitted fields stay. */ readonly updateApplication: ActionFunction<'updateApplication'>
  /** Assign an application to a group (id or name) or a user (id or login). */ readonly assignApplication: ActionFunction<'assignApplication'>
  /** Remove the assignment of an application to a group or user. Returns whether it existed. */ readonly unassignApplication: ActionFunction<'unassignApplication'>
  /** Add a custom property to users' or groups' profiles. */ readonly addSchemaProperty: ActionFunction<'addSchemaProperty'>
  /** Change a profile property. Omitted settings stay, null removes one. Of a default property you can change permission, of firstName and lastName also required, of login also pattern. */ readonly changeSchemaProperty: ActionFunction<'changeSchemaProperty'>
  /** Remove a custom property and its values from every profile. */ readonly removeSchemaProperty: ActionFunction<'removeSchemaProperty'>
  /** Add a user type for new and existing users. Returns its id. */ readonly createUserType: ActionFunction<'createUserType'>
  /** Register a client. A browser or native client without client_secret is public. With the client_id and the settings of a client that exists, return it. */ readonly registerClient: ActionFunction<'registerClient'>
  /** Deactivate a client (id or name). Its grants and tokens end. */ readonly deactivateClient: ActionFunction<'deactivateClient'>
  /** Activate a client. Ended grants and tokens stay ended. */ readonly activateClient: ActionFunction<'activateClient'>
  /** Let a user consent to scopes for a client. Missing scopes are created. */ readonly grantConsent: ActionFunction<'grantConsent'>
  /** Expire a grant, by id. */ readonly expireGrant: ActionFunction<'expireGrant'>
  /** Revoke a grant, by id. */ readonly revokeGrant: ActionFunction<'revokeGrant'>
  /** Issue a signed access token to a client. With offline_access or refreshToken also a refresh token, with openid an ID token. */ readonly issueTokens: ActionFunction<'issueTokens'>
  /** Issue tokens from a refresh token, by value or id. */ readonly refreshTokens: ActionFunction<'refreshTokens'>
  /** Return whether an access or refresh token is active, and its contents (RFC 7662). */ readonly inspectToken: ActionFunction<'inspectToken'>
  /** Expire a refresh token, by value or id. Its access tokens stay valid. */ readonly expireToken: ActionFunction<'expireToken'>
  /** Revoke an access token by value, or a refresh token with its access tokens. */ readonly revokeToken: ActionFunction<'revokeToken'>
  /** Sign tokens with a new key. The key set keeps earlier keys unless keepEarlier is false. */ readonly rotateSigningKeys: ActionFunction<'rotateSigningKeys'>
  /** List the authorization servers with their issuers and scopes. */ readonly listAuthorizationServers: ActionFunction<'listAuthorizationServers'>
  /** Add an authorization server. id and alias are parts of its issuer. */ readonly createAuthorizationServer: ActionFunction<'createAuthorizationServer'>
  /** Change audience, alias or lifetimes of an authorization server. null removes alias or lifetimes. */ readonly changeAuthorizationServer: ActionFunction<'changeAuthorizationServer'>
  /** Deactivate an authorization server. Its grants and tokens end. */ readonly deactivateAuthorizationServer: ActionFunction<'deactivateAuthorizationServer'>
  /** Activate an authorization server. Ended grants and tokens stay ended. */ readonly activateAuthorizationServer: ActionFunction<'activateAuthorizationServer'>
  /** Delete an authorization server with its scopes, grants and tokens. */ readonly deleteAuthorizationServer: ActionFunction<'deleteAuthorizationServer'>
  /** Add a scope to an authorization server. */ readonly createScope: ActionFunction<'createScope'>
  /** Deactivate a scope (id or name). Its grants and tokens end. */ readonly deactivateScope: ActionFunction<'deactivateScope'>
  /** Activate a scope. Ended grants and tokens stay ended. */ readonly activateScope: ActionFunction<'activateScope'>
  /** Delete a scope (id or name) with its grants and tokens. */ readonly deleteScope: ActionFunction<'deleteScope'>
  /** Issue tokens to a client for a user, as if the user had signed in and consented. */ readonly authorize: ActionFunction<'authorize'>
  /** Issue an authorization code as if the user had signed in and consented, and return the redirect URL. */ readonly issueCode: ActionFunction<'issueCode'>
  /** List the devices that wait for approval, with their codes. */ readonly listDevices: ActionFunction<'listDevices'>
  /** Approve a device for a user, by its code. */ readonly approveDevice: ActionFunction<'approveDevice'>
  /** Refuse a device, by its code. */ readonly refuseDevice: ActionFunction<'refuseDevice'>
  /** Add a claim to tokens: a value, an expression, a filter of group names, or in process a function. */ readonly addClaim: ActionFunction<'addClaim'>
  /** List the claims that were added to tokens. */ readonly listClaims: ActionFunction<'listClaims'>
  /** Remove a claim from tokens, by id. */ readonly removeClaim: ActionFunction<'removeClaim'>
  /** Create a token with one flaw to test a verifier. No endpoint accepts it. */ readonly issueBrokenToken: ActionFunction<'issueBrokenToken'>
  /** Return the settings and the password policy. */ readonly readSettings: ActionFunction<'readSettings'>
  /** Change settings of the running organisation. Omitted settings stay. */ readonly changeSettings: ActionFunction<'changeSettings'>
  /** Change the password policy. Omitted rules stay. */ readonly changePasswordPolicy: ActionFunction<'changePasswordPolicy'>
}

/** The meaning of the fields of inputs; their types come from the schemas. */
export interface FieldTexts {
  /** Its name. */ readonly name?: unknown
  /** The state that exportState returned. */ readonly state?: unknown
  /** Id or login of the user that the token belongs to. Default: the administrator. */ readonly owner?: unknown
  /** Role of the token. Default `SUPER_ADMIN`. */ readonly role?: unknown
  /** Ids of the groups that a GROUP_ADMIN manages. */ readonly groups?: unknown
  /** The value that callers send. Default: a new one. */ readonly token?: unknown
  /** Names of scopes. */ readonly scopes?: unknown
  /** Id or login of a user. */ readonly user?: unknown
  /** Id or name of a client. */ readonly client?: unknown
  /** How long the token works: milliseconds or a duration. Default: for ever. */ readonly expiresIn?: unknown
  /** The moment to stop at: a date, ISO 8601 or milliseconds since 1970. Default: now. */ readonly at?: unknown
  /** How far to go: milliseconds, or a duration such as `5m`, `2h` or `P1D`. */ readonly by?: unknown
  /** The moment to go to: a date, ISO 8601 or milliseconds since 1970. */ readonly to?: unknown
  /** Only calls of this operation. */ readonly operation?: unknown
  /** Only calls of this HTTP method. */ readonly method?: unknown
  /** As it came, without the query. */ readonly path?: unknown
  /** Only calls with this HTTP status. */ readonly status?: unknown
  /** Text that the body of the request or the reply holds. */ readonly text?: unknown
  /** Only requests answered then or later, by the clock of the organisation. */ readonly since?: unknown
  /** Only entries with a greater number. */ readonly after?: unknown
  /** At most this number of entries. */ readonly limit?: unknown
  /** The number of the entry. */ readonly number?: unknown
  /** The value of the request id header of the reply. */ readonly requestId?: unknown
  /** Real time, such as 500ms or 10s; by default 5 s. */ readonly timeout?: unknown
  /** By name; `cookie` too. */ readonly headers?: unknown
  /** The body: a text. */ readonly body?: unknown
  /** user.suspended, user.* or *. */ readonly type?: unknown
  /** Id of the record that it is about. */ readonly record?: unknown
  /** Where the events are sent by POST. */ readonly url?: unknown
  /** Signs the messages (Standard Webhooks): whsec_ and 24 to 64 bytes in base64. */ readonly secret?: unknown
  /** Events that are sent: user.suspended, group.*. Default: all. */ readonly types?: unknown
  /** Attempts before events are dropped. Default 8. */ readonly attempts?: unknown
  /** Time before the second attempt; it doubles, up to a minute. Default 500 ms. */ readonly retryDelay?: unknown
  /** Events that can wait; of more the oldest are dropped. Default 1,000. */ readonly queue?: unknown
  /** Id of the message: msg_…. */ readonly id?: unknown
  /** Only calls of this user (id or login), token or session (id). */ readonly caller?: unknown
  /** Only then or later, by the clock of the organisation. */ readonly from?: unknown
  /** Only before then. */ readonly until?: unknown
  /** How many calls that match pass first. */ readonly skip?: unknown
  /** How many calls it meets before it is gone. */ readonly times?: unknown
  /** Which part of the matching calls it meets: 0 to 1. Default 1. */ readonly probability?: unknown
  /** The error to answer with. */ readonly refusal?: unknown
  /** Retry-After of a 429: milliseconds or a duration such as 5s. Default 1s. */ readonly retryAfter?: unknown
  /** How the reply is broken. */ readonly breaks?: unknown
  /** How fast a slow-body comes. */ readonly bytesPerSecond?: unknown
  /** Delay of replies: milliseconds, a duration such as 300ms, { min, max } or { mean, deviation }. */ readonly latency?: unknown
  /** Only faults of this scenario. */ readonly scenario?: unknown
  /** Your own faults. */ readonly faults?: unknown
  /** Login or unambiguous short name of the user. */ readonly login?: unknown
  /** The password of the user. */ readonly password?: unknown
  /** Name of the device, for users blocked from unknown devices. */ readonly device?: unknown
  /** A new password, instead of one that has expired. */ readonly newPassword?: unknown
  /** The cookie of a session, with or without its name. */ readonly sessionCookie?: unknown
  /** Only mails of this user, by id. */ readonly userId?: unknown
  /** Only mails of this kind. */ readonly kind?: unknown
  /** Login or e-mail address of the user. */ readonly address?: unknown
  /** Default `asc`. */ readonly sortOrder?: unknown
  /** How many to leave out before the first. */ readonly offset?: unknown
  /** The property to sort by. */ readonly sortBy?: unknown
  /** From which devices the user cannot sign in. */ readonly appliesTo?: unknown
  /** Name of the factor, such as `sms`. */ readonly factor?: unknown
  /** Id or label of the application that the group comes from. */ readonly application?: unknown
  /** Classes of the imported group. */ readonly objectClass?: unknown
  /** Profile of the group. */ readonly profile?: unknown
  /** Ids or logins of the members. */ readonly members?: unknown
  /** Id or name of a group. */ readonly group?: unknown
  /** Ids or logins. */ readonly users?: unknown
  /** In the expression language of rules. */ readonly expression?: unknown
  /** Name of the application for people. */ readonly label?: unknown
  /** How people sign on to it. Default `BOOKMARK`. */ readonly signOnMode?: unknown
  /** Names of features of the application. */ readonly features?: unknown
  /** Who can request the application, and its error page. */ readonly accessibility?: unknown
  /** Where links of the application are shown. */ readonly visibility?: unknown
  /** Credentials of the application, as the API shows them. */ readonly credentials?: unknown
  /** Settings of the application, as the API shows them. */ readonly settings?: unknown
  /** Whether it belongs to profiles of users or of groups. */ readonly schema?: unknown
  /** The name for people, as schemas show it. Default: its name. */ readonly title?: unknown
  /** Whether every profile must have a value. */ readonly required?: unknown
  /** The fewest characters of a text. */ readonly minLength?: unknown
  /** The most characters of a text. */ readonly maxLength?: unknown
  /** The form that a text must have. */ readonly format?: unknown
  /** The allowed values. */ readonly enum?: unknown
  /** Regular expression for values that are texts. */ readonly pattern?: unknown
  /** Whether users can read and change the property of their own profile. */ readonly permission?: unknown
  /** Value of new users or groups that have none. */ readonly default?: unknown
  /** Decides which grant types are valid. Default `web`. */ readonly application_type?: unknown
  /** For people. */ readonly client_name?: unknown
  /** The API description lists the grant types of each application type. Default `authorization_code`. */ readonly grant_types?: unknown
  /** Where a third party can start a sign-in at the client. */ readonly initiate_login_uri?: unknown
  /** Where the public keys of the client are (early access). */ readonly jwks_uri?: unknown
  /** The public keys of the client. */ readonly jwks?: unknown
  /** Logo for the consent dialog. */ readonly logo_uri?: unknown
  /** Page about the client. */ readonly client_uri?: unknown
  /** Page with the client's policy. */ readonly policy_uri?: unknown
  /** Where to go after a sign-out that the client starts. */ readonly post_logout_redirect_uris?: unknown
  /** Absolute URIs without a fragment. */ readonly redirect_uris?: unknown
  /** With which request objects must be signed; any when null. */ readonly request_object_signing_alg?: unknown
  /** `authorization_code` implies `code`. Default `code`. */ readonly response_types?: unknown
  /** Default: none, with PKCE, for a browser or native client without a client_secret; otherwise client_secret_basic. */ readonly token_endpoint_auth_method?: unknown
  /** Page with the terms of service. */ readonly tos_uri?: unknown
  /** Where a logout request is sent (early access). */ readonly frontchannel_logout_uri?: unknown
  /** Whether the logout request has `sid` and `iss` (early access). */ readonly frontchannel_logout_session_required?: unknown
  /** Whether users must consent. Default `TRUSTED`: they are not asked. */ readonly consent_method?: unknown
  /** The id to register the client under. Default: a new one. */ readonly client_id?: unknown
  /** The secret of the client. Default: a new one, if the client needs one. */ readonly client_secret?: unknown
  /** Id, name or issuer of an authorization server. Default: the organisation's own. */ readonly authorizationServer?: unknown
  /** Id of a grant. */ readonly grant?: unknown
  /** Whether to issue a refresh token, too. */ readonly refreshToken?: unknown
  /** Value that the ID token repeats. */ readonly nonce?: unknown
  /** Claims for these tokens only, by name. */ readonly claims?: unknown
  /** Whether the key set keeps earlier keys. Default true. */ readonly keepEarlier?: unknown
  /** Audience of the access tokens of the authorization server. Default `api://default`. */ readonly audience?: unknown
  /** Replaces the id in the issuer. */ readonly alias?: unknown
  /** How long its access, ID and refresh tokens live. */ readonly tokenLifetimes?: unknown
  /** Name of the scope for people. */ readonly displayName?: unknown
  /** The purpose of the scope, as the consent page shows it. */ readonly description?: unknown
  /** Id or name of a scope. */ readonly scope?: unknown
  /** Redirect URI of the client. Default: its first one. */ readonly redirectUri?: unknown
  /** Challenge of PKCE (RFC 7636), by S256. */ readonly codeChallenge?: unknown
  /** The code that the device shows. */ readonly userCode?: unknown
  /** The value of the claim for every user. */ readonly value?: unknown
  /** Computes the value of the claim, in process only. */ readonly compute?: unknown
  /** In which tokens the claim is: `access`, `id`. Default: both. */ readonly tokens?: unknown
  /** Id of the claim. */ readonly claim?: unknown
  /** The fault of the token. */ readonly flaw?: unknown
  /** How long searches, filters and `q` lag behind writes (Groups and Users). Default 0. */ readonly searchLag?: unknown
  /** How long activation and deactivation take (Users, Lifecycle). Default 0: at once. */ readonly transitionDelay?: unknown
  /** Page sizes by operation name, `{ listUsers: { max: 50 } }`. Default: the API description's. */ readonly pageSizes?: unknown
  /** Values of the rate-limit headers, and whether too many requests get 429. */ readonly rateLimit?: unknown
  /** How long a session lives. Default 2 h. */ readonly sessionLifetime?: unknown
  /** Whether users may have no password, and how the enrolment policy then treats passwords (Users, States and transitions). Default `off`. */ readonly optionalPassword?: unknown
  /** Status of a user without a password once activated, until it uses its link. Default `PROVISIONED`. */ readonly activationWithoutPassword?: unknown
  /** How long one-time tokens and the links with them live. */ readonly oneTimeTokenLifetimes?: unknown
  /** Whether no two clients may have the same name (Users, Client Grant object). Default false. */ readonly uniqueClientNames?: unknown
  /** Whether to refuse spellings that the API description does not have. Examples: doubled and trailing slashes in paths, `SSWS00abc` without the blank, `okta_post_message` with the name prefix `svc`. Default false: the journal notes them. */ readonly strictSpelling?: unknown
  /** Whether endpoints that the API description does not have answer, such as `/api/v1/apps`. Links lead to them, or clients call them next. Default true. */ readonly beyond?: unknown
  /** Whether a deactivated user loses its applications and credentials. */ readonly deactivation?: unknown
  /** Which settings an update of a client must contain (Clients, PUT). Default `every-setting`. */ readonly clientUpdate?: unknown
  /** Whether revoked grants and refresh tokens are gone, or shown as `REVOKED` (Users, Grant). Default `gone`. */ readonly endedGrants?: unknown
  /** Whose refresh tokens get another value at each use (RFC 9700, section 4.14.2). Default `public-clients`. */ readonly refreshTokenRotation?: unknown
  /** How long the earlier value of a refresh token still works. Default 0: its reuse ends them all. */ readonly refreshTokenGrace?: unknown
  /** Claim of access tokens with their scopes: `scp`, a list, or `scope`, a text with blanks (RFC 9068). Default `scp`. */ readonly scopeClaim?: unknown
  /** Whether the sign-in page lists people to sign in as with one click, without a password. Default false. */ readonly quickSignIn?: unknown
  /** Origins whose pages may call with credentials (CORS), besides localhost. Default: none. */ readonly trustedOrigins?: unknown
  /** URL or function that verifies passwords of users with a hook. Default: none, so sign-in fails. */ readonly passwordHook?: unknown
  /** Page size above which lists answer 500, as a deployment does under load. Default: never. */ readonly largePageTimeout?: unknown
  /** Lower-case letters, of any script. Default 1. */ readonly minLowerCase?: unknown
  /** Upper-case letters, of any script. Default 1. */ readonly minUpperCase?: unknown
  /** Decimal digits. Default 1. */ readonly minNumber?: unknown
  /** Punctuation marks and symbols. Default 0. */ readonly minSymbol?: unknown
  /** Whether a password must not contain the login or parts of it. Default true. */ readonly excludeUsername?: unknown
  /** How many latest passwords, including the present one, a user cannot set again. Default 4. */ readonly historyCount?: unknown
  /** How long a password must stay before its owner can change it. Default 0. */ readonly minAge?: unknown
  /** Lifetime of a password. A sign-in after that expires it. 0 is for ever. Default 0. */ readonly maxAge?: unknown
  /** Wrong passwords in a row that lock the user out. 0 never does. Default 10. */ readonly maxAttempts?: unknown
}

/** The meaning of the fields that mean something else in an action. */
export interface OwnTexts {
  readonly createApiToken: {
    /** A name for people. */ readonly name?: unknown
  }
  readonly revokeApiToken: {
    /** Id or value of an API token. */ readonly token?: unknown
  }
  readonly readJournal: {
    /** Id of a user in the path, or of the caller. */ readonly user?: unknown
  }
  readonly waitForRequest: {
    /** Id of a user in the path, or of the caller. */ readonly user?: unknown
  }
  readonly exportHar: {
    /** Id of a user in the path, or of the caller. */ readonly user?: unknown
  }
  readonly sendRequest: {
    /** The HTTP method. */ readonly method?: unknown
    /** Path and query, as in /api/v1/users?limit=1. */ readonly path?: unknown
    /** Id or name of a client whose secret, if any, goes into the Authorization header. */ readonly client?: unknown
  }
  readonly listEvents: {
    /** Only later events: the id of one. */ readonly after?: unknown
    /** Id of the user that it is about. */ readonly user?: unknown
    /** At most this number. */ readonly limit?: unknown
  }
  readonly waitForEvent: {
    /** Only later events: the id of one. */ readonly after?: unknown
  }
  readonly setWebhook: {
    /** How long the receiver may take. Default 5 s. */ readonly timeout?: unknown
  }
  readonly addFault: {
    /** * stands for any run of characters. */ readonly path?: unknown
    /** Only calls with this user in the path: id or login. */ readonly user?: unknown
    /** The status to answer with. Without a body, 429, 500, 501 and 503 come with their own error. */ readonly status?: unknown
    /** The body to answer with a status: JSON, or a text as it is. */ readonly body?: unknown
    /** Headers of the reply, by name. */ readonly headers?: unknown
  }
  readonly clearFaults: {
    /** Id of one fault. Default: all of them. */ readonly id?: unknown
  }
  readonly startScenario: {
    /** Name of a scenario, or of your own list of faults. */ readonly name?: unknown
  }
  readonly listMails: {
    /** Only mails to this address. */ readonly to?: unknown
  }
  readonly readOutbox: {
    /** Only mails to this address. */ readonly to?: unknown
    /** Only mails with a greater number. */ readonly after?: unknown
    /** At most this number. */ readonly limit?: unknown
  }
  readonly useToken: {
    /** The token of a one-time link. */ readonly token?: unknown
    /** The new password, where the link asks for one. */ readonly password?: unknown
  }
  readonly searchUsers: {
    /** Words, in any case; each must be part of what is searched. */ readonly text?: unknown
    /** At most this number. */ readonly limit?: unknown
    /** Only users with this status. */ readonly status?: unknown
  }
  readonly searchGroups: {
    /** Words, in any case; each must be part of what is searched. */ readonly text?: unknown
    /** At most this number. */ readonly limit?: unknown
    /** Only groups of this type. */ readonly type?: unknown
  }
  readonly setUserStatus: {
    /** The status that the user gets, from any other. */ readonly status?: unknown
  }
  readonly setUserProvider: {
    /** Its type. */ readonly type?: unknown
    /** Name of the directory. */ readonly name?: unknown
  }
  readonly addPushMapping: {
    /** Id or label of an application. */ readonly application?: unknown
  }
  readonly removePushMapping: {
    /** Its id. */ readonly id?: unknown
  }
  readonly createApplication: {
    /** The kind of application. Default: from the label. */ readonly name?: unknown
    /** Its status. */ readonly status?: unknown
  }
  readonly updateApplication: {
    /** Id or label of an application. */ readonly application?: unknown
    /** The kind of application. */ readonly name?: unknown
    /** Its status. */ readonly status?: unknown
  }
  readonly assignApplication: {
    /** Id or label of an application. */ readonly application?: unknown
  }
  readonly unassignApplication: {
    /** Id or label of an application. */ readonly application?: unknown
  }
  readonly addSchemaProperty: {
    /** Name of the property in profiles. */ readonly name?: unknown
    /** Its type. */ readonly type?: unknown
  }
  readonly changeSchemaProperty: {
    /** Name of the property in profiles. */ readonly name?: unknown
    /** Its type. */ readonly type?: unknown
  }
  readonly removeSchemaProperty: {
    /** Name of the property in profiles. */ readonly name?: unknown
  }
  readonly refreshTokens: {
    /** Value or id of a refresh token. */ readonly refreshToken?: unknown
  }
  readonly inspectToken: {
    /** Value of an access or refresh token. */ readonly token?: unknown
  }
  readonly expireToken: {
    /** Value or id of a refresh token. */ readonly token?: unknown
  }
  readonly revokeToken: {
    /** Value of an access token, or value or id of a refresh token. */ readonly token?: unknown
  }
  readonly createAuthorizationServer: {
    /** Its id, a part of the issuer. Default: a new one. */ readonly id?: unknown
  }
  readonly issueCode: {
    /** Value that the redirect repeats. */ readonly state?: unknown
  }
  readonly addClaim: {
    /** Name of the claim in tokens. */ readonly name?: unknown
    /** The user's groups in the claim: those that start with, contain or equal a text. */ readonly groups?: unknown
    /** Adds the claim only with one of these scopes. */ readonly scopes?: unknown
    /** Adds the claim only for this client: its id or name. */ readonly client?: unknown
  }
  readonly issueBrokenToken: {
    /** Which token is broken: the access token or the ID token. */ readonly token?: unknown
  }
  readonly changeSettings: {
    /** Name of the session cookie. Default `sid`. */ readonly sessionCookie?: unknown
    /** Early-access features and those of the newer engine (Clients, Versioning). */ readonly features?: unknown
    /** How long OAuth tokens and codes live. */ readonly tokenLifetimes?: unknown
  }
  readonly changePasswordPolicy: {
    /** In characters, 0 to 72. Default 8. */ readonly minLength?: unknown
  }
}
