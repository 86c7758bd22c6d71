/** The effect of an action; with the meaning of its fields, where names alone do not say it. */
export type ActionText = string | ({ readonly effect: string } & Readonly<Record<string, string>>)

/** Fields that mean the same in every action. */
export const sharedFields = {
  application: 'Id or label of an application',
  authorizationServer: "Id, name or issuer of an authorization server. Default: the organisation's own",
  claims: 'Claims for these tokens only, by name',
  client: 'Id or name of a client',
  grant: 'Id of a grant',
  group: 'Id or name of a group',
  limit: 'At most this number',
  members: 'Ids or logins of the members',
  name: 'Its name',
  nonce: 'Value that the ID token repeats',
  scope: 'Id or name of a scope',
  scopes: 'Names of scopes',
  user: 'Id or login of a user',
  userCode: 'The code that the device shows',
}

const calls = {
  operation: 'Only calls of this operation',
  method: 'Only calls of this HTTP method',
  path: 'As it came, without the query',
  status: 'Only calls with this HTTP status',
  user: 'Id of a user in the path, or of the caller',
  text: 'Text that the body of the request or the reply holds',
  since: 'Only requests answered then or later, by the clock of the organisation',
  after: 'Only entries with a greater number',
}

const entry = {
  number: 'The number of the entry',
  requestId: 'The value of the request id header of the reply',
}

const events = {
  type: 'user.suspended, user.* or *',
  record: 'Id of the record that it is about',
  after: 'Only later events: the id of one',
}

const waiting = {
  timeout: 'Real time, such as 500ms or 10s; by default 5 s',
}

const found = {
  text: 'Words, in upper or lower case; a record must contain each',
  sortBy: 'The property to sort by',
  sortOrder: 'Default `asc`',
  offset: 'How many to leave out before the first',
}

const application = {
  label: 'Name of the application for people',
  status: 'Its status',
  signOnMode: 'How people sign on to it. Default `BOOKMARK`',
  accessibility: 'Who can request the application, and its error page',
  features: 'Names of features of the application',
  visibility: 'Where links of the application are shown',
  credentials: 'Credentials of the application, as the API shows them',
  settings: 'Settings of the application, as the API shows them',
}

const property = {
  schema: 'Whether it belongs to profiles of users or of groups',
  name: 'Name of the property in profiles',
  type: 'Type of its values. Default of a new property: `string`',
  title: 'The name for people, as schemas show it. Default: its name',
  required: 'Whether every profile must have a value',
  minLength: 'The fewest characters of a text',
  maxLength: 'The most characters of a text',
  format: 'The form that a text must have',
  enum: 'The allowed values',
  pattern: 'Regular expression for values that are texts',
  permission: 'Whether users can read and change the property of their own profile',
  default: 'Value of new users or groups that have none',
}

const inUse = { status: '`INACTIVE`: grants and tokens end, and stay ended' }

/**
 * The texts about actions for people, by area. They are apart from the actions: no call needs them, and no page loads
 * them.
 */
export const areas = {
  'The organisation as a whole': {
    reset: 'Return to the initial state: records, ids, tokens, mails, settings and clock',
    clear: {
      effect:
        'Remove everything but the initial records of an empty organisation, or mails or requests alone. reset still works',
      only: 'Mails, requests of the journal, or calls that nothing here serves. Default: everything',
    },
    readApiToken: {
      effect: "Return the administrator's API token, or that of the console",
      of: 'Default `administrator`. Calls of the console meet no fault or rate limit, and the journal does not list them',
    },
    describe: 'Return the base URL and the time, and count users by status, groups by type and more',
    list: {
      effect:
        'List everything of a kind: faults, unserved calls by frequency, claims, and authorization servers with scopes. Also devices that wait for approval, active sessions, and tokens without their values',
      kind: 'What it lists',
      user: 'Of sessions: only those of this user, by id or login',
    },
    remove: {
      effect:
        'Remove something of a kind. A schema property goes with its values, a scope or an authorization server with its grants and tokens. Returns whether it existed; an unknown scope, claim, application or authorization server is an error',
      authorizationServer:
        "Id, name or issuer of an authorization server. Default of a scope: the organisation's own",
      kind: 'What it is',
      schema: 'Whether the property belongs to profiles of users or of groups',
      id: 'Id of the push mapping',
      claim: 'Id of the claim',
    },
    saveSnapshot: 'Save the state and time under a name, and replace an earlier snapshot of that name',
    restoreSnapshot: 'Restore a snapshot with its time: records, ids, tokens, mails and settings',
    exportState:
      'Export the exact state for createOrg({ rows }) and importState, with hashes of passwords, tokens and keys',
    importState: {
      effect: 'Import a state of exportState into an organisation with the same options. All or nothing',
      state: 'The state that exportState returned',
    },
  },
  Time: {
    advanceClock: {
      effect: 'Move time forward, by milliseconds or a duration such as 5m, 2h or P1D. Due events happen',
      by: 'How far to go: milliseconds, or a duration such as `5m`, `2h` or `P1D`',
    },
    setClock: {
      effect: 'Move time to a moment, stop it there or now, or let it run again',
      to: 'The moment to go to: a date, ISO 8601 or milliseconds since 1970. Default: now',
      frozen: 'Whether time stands still from then on. Default: as it does',
    },
  },
  'Who is calling': {
    createApiToken: {
      effect:
        'Create an API token with a role for an owner, by default the administrator. No other call returns its value',
      owner: 'Id or login of the user that the token belongs to. Default: the administrator',
      role: 'Role of the token. Default `SUPER_ADMIN`',
      groups: 'Ids of the groups that a GROUP_ADMIN manages',
      name: 'A name for people',
      token: 'The value that callers send. Default: a new one',
    },
    createAccessToken: {
      effect:
        'Create an access token with scopes for a user, a client, both or nobody. No other call returns its value',
      expiresIn: 'How long the token works: milliseconds or a duration. Default: for ever',
      token: 'The value that callers send. Default: a new one',
    },
  },
  Users: {
    findUser:
      'Find a user by id or login, with its groups, without an API call. Returns null for an unknown user',
    setUser: {
      effect: 'Put a user (id or login) into any status, block it, or let a directory manage its credentials',
      status: 'The status that the user gets, from any other',
      block: 'From which devices the user cannot sign in; null removes the block',
      provider: 'Directory or identity provider that manages the credentials. `SERVICE`: the service itself',
    },
    enrollFactor: {
      effect: 'Enroll a user in an MFA factor. For `totp`, returns the secret of the authenticator, once',
      factor: 'Name of the factor: `totp`, or one whose codes are mailed, such as `email` or `sms`',
      secret: 'Secret of the authenticator in base32, for `totp`. Default: a new one',
    },
    readFactorCode: 'Return the code that the authenticator of a user shows now, and when it expires',
  },
  Search: {
    search: {
      effect:
        'Find and count users or groups by any part of name, login, email, description or id. The API finds beginnings only',
      ...found,
      kind: 'What it searches',
      status: 'Only users with this status',
      type: 'Only groups of this type',
    },
  },
  'Sign-ins and sessions': {
    signIn: {
      effect: 'Sign in a user with a password. Returns the session or the reason for the failure',
      login: 'Login or unambiguous short name of the user',
      password: 'The password of the user',
      device: 'Name of the device, for users blocked from unknown devices',
      newPassword: 'A new password, instead of one that has expired',
      code: 'The code of a second factor, where the organisation asks for it',
      skipFactor: 'Whether to sign in without a second factor. Default false',
    },
    openSession: 'Open a session for a user (id or login) without a password, in any status',
    signOut: {
      effect: 'End one session by its cookie, or every session of a user. Returns the number',
      sessionCookie: 'The cookie of a session, with or without its name',
    },
  },
  'Mails and one-time links': {
    listMails: {
      effect: 'List the mails that the service would have sent, oldest first: by address, user id or kind',
      to: 'Only mails to this address',
      userId: 'Only mails of this user, by id',
      kind: 'Only mails of this kind',
      after: 'Only mails with a greater number: the next page begins after the last one',
    },
    sendMail: {
      effect: 'Mail a user a link to set a new password, or to sign in without one. Returns the mail',
      kind: '`password-reset`, as after a forgotten password. `email-login`, as for users that the enrolment policy leaves without a password',
      user: 'Id or login of a user. For `password-reset` also a primary or secondary e-mail address',
    },
    useToken: {
      effect: 'Follow a one-time link as a person does: set the password, confirm an address, or sign in',
      token: 'The token of a one-time link',
      password: 'The new password, where the link asks for one',
    },
  },
  'Groups and rules': {
    importGroup: {
      effect:
        'Import a group from an application, as a directory does: an APP_GROUP with profile and members. Importing the name again replaces them',
      application: 'Id or label of the application that the group comes from',
      objectClass: 'Classes of the imported group',
      profile: 'Profile of the group',
    },
    addPushMapping:
      'Use a group in a push mapping with an application. An imported group can then not be deleted',
    explainMembers: {
      effect: 'Explain why users are in a group: added by hand, imported, or by which rules',
      users: 'Ids or logins',
    },
    tryRule: {
      effect: 'Try a rule expression on a user, by id or login. Returns errors of the expression',
      expression: 'In the expression language of rules',
    },
  },
  Applications: {
    setApplication: {
      effect:
        'Create an application by its label, or change one. Omitted fields stay. Of a client it changes label and status. Inactive, its grants and tokens end, and stay ended',
      ...application,
      application:
        'Id or label of an application to change, or id or name of a client. Default: a new one, which needs a label',
      name: 'The kind of application. Default of a new one: from the label',
    },
    assignApplication: 'Assign an application to a group (id or name) or a user (id or login)',
  },
  'Schemas and user types': {
    setSchemaProperty: {
      effect:
        "Add a custom property to users' or groups' profiles, or change the one of this name. Omitted settings stay, null removes one. Of a default property you can change permission, of firstName and lastName also required, of login also pattern",
      ...property,
    },
    createUserType: 'Add a user type for new and existing users. Returns its id',
  },
  'Clients, consents and tokens': {
    registerClient: {
      effect:
        'Register a client. A browser or native client without client_secret is public. With the client_id and the settings of a client that exists, return it',
      client_id: 'The id to register the client under. Default: a new one',
      client_secret: 'The secret of the client. Default: a new one, if the client needs one',
    },
    readClientSetup:
      'Return programs that sign people in at a client, by library: oidc-client-ts, okta-auth-js, Auth.js and openid-client',
    grantConsent: 'Let a user consent to scopes for a client. Missing scopes are created',
    issueTokens: {
      effect:
        'Issue a signed access token to a client. With offline_access or refreshToken also a refresh token, with openid an ID token',
      refreshToken: 'Whether to issue a refresh token, too',
      flaw: 'Makes one token that has this fault and no endpoint accepts, to test a verifier',
      token: 'Which token has the flaw: the access token, by default, or the ID token',
    },
    refreshTokens: {
      effect: 'Issue tokens from a refresh token, by value or id',
      refreshToken: 'Value or id of a refresh token',
    },
    inspectToken: {
      effect: 'Return whether an access or refresh token is active, and its contents (RFC 7662)',
      token: 'Value of an access or refresh token',
    },
    revoke: {
      effect:
        'Revoke a grant, an API token, an access token, or a refresh token with its access tokens. Or expire a grant, or a refresh token: its access tokens stay valid',
      token: 'Value of a token, or id of an API, a refresh or a createAccessToken token',
      status: '`EXPIRED`: of grants and refresh tokens only. Default `REVOKED`',
    },
    rotateSigningKeys: {
      effect: 'Sign tokens with a new key. The key set keeps earlier keys unless keepEarlier is false',
      keepEarlier: 'Whether the key set keeps earlier keys. Default true',
    },
    setAuthorizationServer: {
      effect:
        'Add an authorization server, or change the one of this name. Omitted settings stay; null removes alias or lifetimes',
      authorizationServer: 'Name of a new one, or id, name or issuer of one to change',
      id: 'Id of a new one, a part of its issuer. Default: a generated one',
      audience: 'Audience of the access tokens of the authorization server. Default `api://default`',
      alias: 'Replaces the id in the issuer',
      tokenLifetimes: 'How long its access, ID and refresh tokens live',
      ...inUse,
    },
    setScope: {
      effect:
        'Add a scope to an authorization server, or change the one of this name. Omitted settings stay. Inactive, its grants and tokens end, and stay ended',
      scope: 'Name of a new one, or id or name of one to change',
      displayName: 'Name of the scope for people',
      description: 'The purpose of the scope, as the consent page shows it',
      ...inUse,
    },
  },
  'Signing in to clients': {
    authorize: {
      effect: 'Issue tokens or a code to a client for a user, as if the user had signed in and consented',
      as: 'What it issues. Default `tokens`; the next three fields are for `code`',
      redirectUri: 'Redirect URI of the client. Default: its first one',
      state: 'Value that the redirect repeats',
      codeChallenge: 'Challenge of PKCE (RFC 7636), by S256',
    },
    answerDevice: {
      effect: 'Approve a device for a user, by its code, or refuse it',
      user: 'Id or login of a user; null refuses the device',
    },
    addClaim: {
      effect:
        'Add a claim to tokens: a value, an expression, a filter of group names, or in process a function',
      name: 'Name of the claim in tokens',
      value: 'The value of the claim for every user',
      expression: 'In the expression language of rules',
      groups: "The user's groups in the claim: those that start with, contain or equal a text",
      compute: 'Computes the value of the claim, in process only',
      tokens: 'In which tokens the claim is: `access`, `id`. Default: both',
      scopes: 'Adds the claim only with one of these scopes',
      client: 'Adds the claim only for this client: its id or name',
    },
  },
  Settings: {
    readSettings: 'Return the settings and the password policy',
    changeSettings: 'Change settings and the password policy. Omitted settings and rules stay',
  },
  Webhooks: {
    setWebhook: 'Send events to a URL in signed batches (Standard Webhooks), instead of to the earlier URL',
    readWebhook:
      'Return the webhook without its secret: its state, its counts of events, and its last 100 messages, oldest first',
    resendDelivery: {
      effect: 'Send a message of the webhook again now, with the same id',
      id: 'Id of the message: msg_…',
    },
  },
  'Requests and events': {
    sendRequest: {
      effect:
        'Send a request with cookies, without following redirects. Faults apply, and the journal lists it',
      method: 'The HTTP method',
      path: 'Path and query, as in /api/v1/users?limit=1',
      headers: 'By name; `cookie` too',
      body: 'The body: a text',
      client: 'Id or name of a client whose secret, if any, goes into the Authorization header',
    },
    readJournal: {
      effect:
        'List requests, oldest first: by operation, user, status, time or text. The next page begins after a number',
      ...calls,
      limit: 'At most this number of entries of a list',
      as: '`list`, the default, or an HTTP archive (HAR 1.2) with headers and bodies, without secrets',
    },
    readExchange: {
      effect:
        'Return one request with its reply, changes and error explanation, without secrets, or as code. Default: the newest',
      ...entry,
      as: 'The form. Default `exchange`. `curl` reads its token from $TOKEN; `fetch` and `client` are JavaScript. `pact` is a file of version 4 with one interaction',
    },
    waitForRequest: {
      effect: 'Wait for a matching request, and return it with its reply',
      ...calls,
      ...waiting,
    },
    listEvents: {
      effect:
        'List events, oldest first: users created, statuses changed, members added, mails sent, and more',
      ...events,
      user: 'Id of the user that it is about',
    },
    waitForEvent: { effect: 'Wait for an event, by type and id of the record', ...events, ...waiting },
  },
  Faults: {
    addFault: 'Make matching calls fail, wait or break: by operation, method, path, caller or user',
    clearFaults: {
      effect: 'Remove one fault, the faults of a scenario, or every fault',
      id: 'Id of one fault. Default: all of them',
      scenario: 'Only faults of this scenario',
    },
    startScenario: {
      effect: 'Start a scenario, instead of its earlier faults, or your own faults under a name',
      name: 'Name of a scenario, or of your own list of faults',
      faults: 'Your own faults',
    },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, ActionText>>>>
