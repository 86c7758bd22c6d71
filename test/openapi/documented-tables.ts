/** The tables of the three documents, in literals. */

/** A cell of a table: `type`, then marks (`null`, `ro`, `wo`, `required`), limits, and what stands behind `=`. */
export type Row = string
export type Table = Readonly<Record<string, Row>>

const when = 'string(date-time)'
const methods = 'none|client_secret_post|client_secret_basic|client_secret_jwt|private_key_jwt'
const urn = 'urn:ietf:params:oauth:grant-type:'
const grants = `authorization_code|client_credentials|implicit|interaction_code|password|refresh_token|${urn}device_code|${urn}saml2-bearer|${urn}token-exchange`
const algorithms = 'HS256|HS384|HS512|RS256|RS384|RS512|ES256|ES384|ES512'

/** Clients, Client Application. */
const client = (how: 'registered' | 'updated' | 'shown'): Table => {
  const needed = how === 'registered' ? '' : ' required'
  const byDefault = (value: string) => (how === 'registered' ? ` =${value}` : '')
  return {
    application_type: `string<web|native|browser|service> null${how === 'shown' ? ' ro required' : byDefault('"web"')}`,
    client_name: 'string required',
    grant_types: `array<string<${grants}>> null${needed}${byDefault('["authorization_code"]')}`,
    initiate_login_uri: `string(uri) null${needed}`,
    jwks_uri: 'string(uri) null',
    jwks: `object null${how === 'shown' ? ' required' : ''}`,
    logo_uri: `string(uri) null${needed}`,
    policy_uri: `string(uri) null${needed}`,
    post_logout_redirect_uris: `array<string> null${needed}`,
    redirect_uris: `array<string> null${needed}`,
    request_object_signing_alg: `string<${algorithms}> null${needed}`,
    response_types: `array<string<code|token|id_token>> null${needed}${byDefault('["code"]')}`,
    token_endpoint_auth_method: `string<${methods}> null${needed}${byDefault('"client_secret_basic"')}`,
    tos_uri: `string(uri) null${needed}`,
    frontchannel_logout_uri: 'string(uri) null',
    frontchannel_logout_session_required: 'boolean null',
    // Rules 7 and 8 name these two; the table does not.
    consent_method: `string<REQUIRED|TRUSTED> null${byDefault('"REQUIRED"')}`,
    client_uri: `string(uri) null${how === 'shown' ? ' required' : ''}`,
  }
}

const shownClient: Table = {
  ...client('shown'),
  client_id: 'string ro required',
  client_id_issued_at: 'integer min0 null ro required',
  client_secret_expires_at: 'integer min0 null ro',
  _links: 'object ro',
}

const key: Table = {
  kty: 'string<RSA|EC> required',
  ...Object.fromEntries(['kid', 'e', 'n', 'x', 'y', 'use'].map((name) => [name, 'string null'])),
  // Members of RFC 7517 that the table leaves out.
  ...Object.fromEntries(['crv', 'alg', 'x5u', 'x5t', 'x5t#S256'].map((name) => [name, 'string null'])),
  ...Object.fromEntries(['key_ops', 'x5c'].map((name) => [name, 'array<string> null'])),
}

/** Users, Profile. Whether the names are null is up to the schema of the organisation. */
const profile = (how: 'sent' | 'changed' | 'shown'): Table => {
  const needed = how === 'changed' ? '' : ' required'
  const names = how === 'sent' ? 'string 1..50 required' : `string 1..50 null${needed}`
  const plain = 'string null'
  return {
    login: `string 5..100${needed}`,
    email: `string(email) 5..100${needed}`,
    secondEmail: `string(email) 5..100 null${how === 'shown' ? ' required' : ''}`,
    firstName: names,
    lastName: names,
    ...Object.fromEntries(
      'middleName honorificPrefix honorificSuffix title displayName nickName streetAddress city state zipCode postalAddress preferredLanguage timezone userType employeeNumber costCenter organization division department managerId manager'
        .split(' ')
        .map((name) => [name, plain]),
    ),
    profileUrl: 'string(uri) null',
    primaryPhone: 'string ..100 null',
    mobilePhone: `string ..100 null${how === 'shown' ? ' required' : ''}`,
    countryCode: 'string/^[A-Z]{2}$/ null',
    locale: `string/^[a-z]{2}_[A-Z]{2}$/${how === 'sent' ? ' ="en_US"' : ''}`,
  }
}

const sentUser: Table = { credentials: 'object null', type: 'object null' }
const token: Table = {
  ...Object.fromEntries(['id', 'issuer', 'clientId', 'userId'].map((name) => [name, 'string required'])),
  ...Object.fromEntries(['created', 'lastUpdated'].map((name) => [name, `${when} required`])),
  _links: 'object ro required',
  _embedded: 'object ro',
}
const link = 'object'
const rule: Table = {
  type: 'string<group_rule> required',
  name: 'string 1..50 required',
  conditions: 'object required',
  'conditions.expression': 'object required',
  'conditions.expression.type': 'string<urn:svc:expression:1.0> required',
  actions: 'object required',
  'actions.assignUserToGroups': 'object required',
}
const sentRule: Table = {
  ...rule,
  'conditions.expression.value': 'string 1.. required',
  'conditions.people': 'object null',
  'conditions.people.users': 'object null',
  'conditions.people.users.exclude': 'array<string> null',
  'conditions.people.groups': 'object null',
  'conditions.people.groups.exclude': 'array<string> null',
  'actions.assignUserToGroups.groupIds': 'array<string> min1 required',
}

export const schemas: Readonly<Record<string, Table>> = {
  // Clients
  ClientInput: client('registered'),
  ClientUpdateInput: client('updated'),
  Client: shownClient,
  ClientWithSecret: { ...shownClient, client_secret: 'string null ro' },
  JsonWebKeySet: { keys: 'array<object> null required' },
  JsonWebKeySetInput: { keys: 'array<object> null required' },
  JsonWebKey: key,
  JsonWebKeyInput: key,
  PlatformError: {
    errorCode: 'string/^E\\d{7}$/ required',
    errorSummary: 'string required',
    errorLink: 'string required',
    errorId: 'string required',
    errorCauses: 'array<object> required',
  },
  OAuthError: { error: 'string required', error_description: 'string required' },
  Link: {
    href: 'string required',
    title: 'string',
    method: 'string',
    hints: 'object',
    'hints.allow': 'array<string> required',
    // Of the logos of a group (Groups, Group links).
    name: 'string',
    type: 'string',
  },
  // Groups
  Group: {
    id: 'string ro required',
    created: `${when} ro required`,
    lastUpdated: `${when} ro required`,
    lastMembershipUpdated: `${when} ro required`,
    objectClass: 'array<string> min1 null ro required',
    type: 'string<SVC_GROUP|APP_GROUP|BUILT_IN> ro required',
    profile: 'object required',
    _links: 'object null ro required',
    _embedded: 'object null ro',
    source: 'object ro',
    'source.id': 'string required',
  },
  GroupInput: { profile: 'object required' },
  GroupProfileInput: { name: 'string 1..255 required', description: 'string ..1024 null' },
  GroupProfile: {
    name: 'string 1..255 required',
    description: 'string ..1024 null',
    ...Object.fromEntries(
      'dn externalId samAccountName directoryDomainQualifiedName groupType objectSid groupScope'
        .split(' ')
        .map((name) => [name, 'string ro']),
    ),
  },
  GroupLinks: {
    self: `${link} required`,
    users: `${link} required`,
    apps: `${link} required`,
    logo: 'array<object> required',
    source: link,
  },
  GroupRuleInput: sentRule,
  GroupRuleUpdateInput: { ...sentRule, type: 'string<group_rule>' },
  GroupRule: {
    ...rule,
    id: 'string ro required',
    created: `${when} ro required`,
    lastUpdated: `${when} ro required`,
    // INVALID is beyond the document (decision: rule-invalid-status), as are allGroupsValid and the form of _embedded.
    status: 'string<INACTIVE|ACTIVE|INVALID> ro required',
    allGroupsValid: 'boolean ro',
    _embedded: 'object ro',
    '_embedded.groupIdToGroupNameMap': 'object',
    'conditions.expression.value': 'string required',
    'conditions.people': 'object',
    'conditions.people.users': 'object required',
    'conditions.people.users.exclude': 'array<string> required',
    'conditions.people.groups': 'object required',
    'conditions.people.groups.exclude': 'array<string> required',
    'actions.assignUserToGroups.groupIds': 'array<string> required',
  },
  GroupApplication: {
    ...Object.fromEntries(
      ['id', 'name', 'label', 'status', 'signOnMode'].map((it) => [it, 'string required']),
    ),
    ...Object.fromEntries(['created', 'lastUpdated'].map((it) => [it, `${when} required`])),
    accessibility: 'object required',
    'accessibility.selfService': 'boolean required',
    'accessibility.errorRedirectUrl': 'string null required',
    visibility: 'object required',
    'visibility.autoSubmitToolbar': 'boolean required',
    'visibility.hide': 'object required',
    'visibility.hide.iOS': 'boolean required',
    'visibility.hide.web': 'boolean required',
    'visibility.appLinks': 'object required',
    features: 'array<string> required',
    credentials: 'object required',
    settings: 'object required',
    _links: 'object ro required',
  },
  // Users
  User: {
    id: 'string ro required',
    status:
      'string<STAGED|PROVISIONED|ACTIVE|RECOVERY|LOCKED_OUT|PASSWORD_EXPIRED|SUSPENDED|DEPROVISIONED> ro required',
    created: `${when} ro required`,
    activated: `${when} ro`,
    statusChanged: `${when} null ro required`,
    lastLogin: `${when} null ro required`,
    lastUpdated: `${when} ro required`,
    passwordChanged: `${when} null ro required`,
    type: 'object required',
    transitioningToStatus: 'string<PROVISIONED|ACTIVE|DEPROVISIONED> null ro',
    profile: 'object required',
    credentials: 'object',
    _links: 'object null ro required',
    _embedded: 'object null ro',
    '_embedded.block': 'object null',
  },
  UserType: { id: 'string 1.. required' },
  UserProfile: profile('shown'),
  UserProfileInput: profile('sent'),
  UserProfileChanges: profile('changed'),
  CreateUserInput: { ...sentUser, profile: 'object required', groupIds: 'array<string> max20 null' },
  ReplaceUserInput: { ...sentUser, profile: 'object null' },
  UpdateUserInput: { ...sentUser, profile: 'object null' },
  UpdateCurrentUserInput: { profile: 'object required' },
  Credentials: {
    password: 'object null',
    recovery_question: 'object null',
    'recovery_question.question': 'string 1..100 null required',
    provider: 'object ro required',
  },
  CredentialsInput: {
    password: 'object null',
    recovery_question: 'object null',
    provider: 'object null',
  },
  Password: { value: 'string ..72 null wo', hash: 'object null wo', hook: 'object null wo' },
  PasswordValue: { value: 'string ..72 wo required' },
  PasswordHash: {
    algorithm: 'string<BCRYPT|SHA-512|SHA-256|SHA-1|MD5|PBKDF2> required',
    value: 'string required',
    salt: 'string null',
    workFactor: 'integer min1 max20 null',
    saltOrder: 'string<PREFIX|POSTFIX> null',
    iterationCount: 'integer min4096 null',
    keySize: 'integer min1 null',
    digestAlgorithm: 'string<SHA256_HMAC|SHA512_HMAC> null',
  },
  PasswordHook: { type: 'string<default> required' },
  RecoveryQuestion: { question: 'string 1..100 null', answer: 'string 1..100 null wo' },
  Provider: {
    type: 'string<SVC|ACTIVE_DIRECTORY|LDAP|FEDERATION|SOCIAL|IMPORT> required',
    name: 'string null',
  },
  UserBlock: {
    type: 'string<DEVICE_BASED> required',
    appliesTo: 'string<ANY_DEVICES|UNKNOWN_DEVICES> required',
  },
  UserLinks: {
    self: `${link} required`,
    ...Object.fromEntries(
      'activate deactivate suspend unsuspend unlock resetPassword expirePassword resetFactors forgotPassword changePassword changeRecoveryQuestion schema type'
        .split(' ')
        .map((name) => [name, link]),
    ),
    // Recorded, and beyond the document.
    reactivate: link,
    delete: link,
  },
  AppLink: {
    ...Object.fromEntries(
      'id label linkUrl logoUrl appName appInstanceId appAssignmentId'
        .split(' ')
        .map((name) => [name, 'string required']),
    ),
    credentialsSetup: 'boolean required',
    hidden: 'boolean required',
    sortOrder: 'number required',
  },
  Grant: {
    ...token,
    status: 'string<ACTIVE|REVOKED|EXPIRED> required',
    scopeId: 'string required',
    '_embedded.scope': 'object',
  },
  GrantLinks: Object.fromEntries(
    ['self', 'app', 'scope', 'client', 'user', 'authorizationServer'].map((name) => [
      name,
      'object required',
    ]),
  ),
  ConsentedScope: {
    name: 'string required',
    displayName: 'string required',
    description: 'string required',
  },
  RefreshToken: {
    ...token,
    status: 'string required',
    expiresAt: `${when} required`,
    scopes: 'array<string> required',
    '_embedded.scopes': 'array<object>',
  },
  RefreshTokenLinks: Object.fromEntries(
    ['self', 'app', 'revoke', 'client', 'user', 'authorizationServer'].map((name) => [
      name,
      'object required',
    ]),
  ),
  TokenScope: {
    ...Object.fromEntries(
      ['id', 'name', 'displayName', 'description'].map((name) => [name, 'string required']),
    ),
    _links: 'object required',
    '_links.scope': 'object required',
  },
  ClientGrant: {
    client_id: 'string required',
    client_name: 'string required',
    client_uri: 'string null required',
    logo_uri: 'string null required',
    _links: 'object ro required',
    '_links.grants': 'object required',
    '_links.tokens': 'object required',
  },
  ChangePasswordInput: {
    oldPassword: 'object required',
    newPassword: 'object required',
    revokeSessions: 'boolean null =false',
  },
  ForgotPasswordInput: {
    password: 'object required',
    recovery_question: 'object required',
    'recovery_question.answer': 'string 1..100 wo required',
  },
  ChangeRecoveryQuestionInput: {
    password: 'object required',
    recovery_question: 'object required',
    'recovery_question.question': 'string 1..100 required',
    'recovery_question.answer': 'string 1..100 wo required',
  },
  DeleteSessionsInput: { keepCurrent: 'boolean null =true' },
  ActivationToken: { activationUrl: 'string required', activationToken: 'string required' },
  ResetPasswordUrl: { resetPasswordUrl: 'string required' },
  TemporaryPassword: { tempPassword: 'string required' },
  Empty: {},
}
