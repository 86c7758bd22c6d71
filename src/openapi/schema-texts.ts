import type { JsonObject } from './types.ts'

/** The meaning of each named schema. */
export const schemaTexts: Readonly<Record<string, string>> = {
  AppLink: 'An application as a user sees it.',
  ActivationToken: 'An activation link handed out instead of mailed.',
  ChangePasswordInput: 'The old password and the new one.',
  ChangeRecoveryQuestionInput: 'The current password, and the new question with its answer.',
  Client: 'A client application. Settings that are not set are null; lists that are empty are `[]`.',
  ClientGrant: 'A client for which a user has consents or refresh tokens.',
  ClientInput: 'The settings of a client. Unknown ones are ignored.',
  ClientUpdateInput:
    'All settings of a client; any that is missing makes the update fail. Unknown ones are ignored.',
  ClientWithSecret: 'A client in a reply that issues its secret, where it has one.',
  ConsentedScope: 'The scope that a consent is about.',
  CreateUserInput: 'A user to be created. Read-only properties sent along are ignored.',
  Credentials: 'Credentials as replies show them: no secret, and an empty object where there is a password.',
  CredentialsInput: 'Credentials on their way in.',
  DeleteSessionsInput: 'Which sessions to end.',
  Empty: 'An empty object.',
  ForgotPasswordInput: 'The new password, and the answer that allows it.',
  Grant: 'A consent of a user for a client to use a scope.',
  GrantLinks: 'Where a consent and what it is about are.',
  Group: 'A group of users.',
  GroupApplication: 'An application that is assigned to a group.',
  GroupEmbedded: 'The parts that `expand` adds to a group.',
  GroupInput: 'The profile of a group, whole.',
  GroupLinks: 'Where a group, its members and its applications are.',
  GroupProfile: 'Profile of a group. Imported directory groups have more properties, all read-only.',
  GroupProfileInput:
    'Profile of a group, whole. Custom properties must be in the schema of the organisation.',
  GroupRule: 'A rule that puts users into groups.',
  GroupRuleInput: 'A rule to be created.',
  GroupRuleUpdateInput: 'A rule to be updated, whole; the groups must be those that it has.',
  JsonWebKey: 'A public key, RFC 7517.',
  JsonWebKeySet: 'A set of public keys, and nothing else.',
  Link: 'A link of JSON HAL.',
  Links: 'Links by relation.',
  OAuthError: 'An error of the client operations.',
  Password: 'A password on its way in: in clear, as a hash, or to be verified by a hook. Empty for none.',
  PasswordHash: 'An imported password hash.',
  PasswordHook: 'A password that an inline hook verifies at the first sign-in.',
  PasswordValue: 'A password in clear.',
  PlatformError: 'An error of all operations but those of clients.',
  Provider: 'Who holds the credentials of a user.',
  RecoveryQuestion: 'A recovery question and its answer.',
  RefreshToken: 'A refresh token that a client holds for a user, without its value.',
  RefreshTokenLinks: 'Where a refresh token and what it is about are.',
  ReplaceUserInput: 'A user, whole: properties of the profile that are not sent are removed.',
  ResetPasswordUrl: 'A password reset link handed out instead of mailed.',
  TemporaryPassword: 'A password to sign in with once.',
  Timestamp: 'ISO 8601 in UTC with milliseconds.',
  TokenScope: 'A scope that a refresh token has.',
  UnixSeconds: 'Seconds since 1970.',
  UpdateCurrentUserInput: "Changes to the current user's own profile.",
  UpdateUserInput: 'Changes to a user: what is not sent stays.',
  User: 'A user.',
  UserBlock: 'From which devices a user cannot sign in.',
  UserLinks: 'The operations that the status of a user allows. Lists have `self` alone.',
  UserProfile: 'Profile of a user. Properties that are not set are left out, but for four that are null.',
  UserProfileChanges: 'Changes to a profile: what is not sent stays, null removes.',
  UserProfileInput: 'Profile of a user, whole. Custom properties must be in the schema of the organisation.',
  UserType: 'Type of a user, which decides the schema of its profile.',
}

/** The meaning of each property of a profile. */
export const profileTexts: Readonly<Record<string, string>> = {
  login:
    'Username; an e-mail address unless an administrator lifts that. Case and diacritical marks make no difference.',
  email: 'Primary e-mail address.',
  secondEmail: 'Secondary e-mail address, for recovery.',
  firstName: 'Given name.',
  lastName: 'Family name.',
  title: 'Job title.',
  profileUrl: "URL of the person's page.",
  countryCode: 'ISO 3166-1 alpha-2.',
  preferredLanguage: 'As in an `Accept-Language` header.',
  locale: 'ISO 639-1 language, underscore, ISO 3166-1 country.',
  timezone: 'IANA time zone name.',
  managerId: "Id of the person's manager.",
  manager: "Display name of the person's manager.",
  dn: 'Distinguished name.',
  externalId: 'GUID in base64.',
  samAccountName: 'Name from before Windows 2000.',
  directoryName: 'Fully qualified name, or another property of an imported directory group.',
}

const earlyAccess = (description: string): JsonObject => ({ description, 'x-early-access': true })
const readOnly = (description: string): JsonObject => ({ description, readOnly: true })

const clientSettings: Readonly<Record<string, string | JsonObject>> = {
  application_type: 'Decides which grant types are valid.',
  client_name: 'For people.',
  grant_types: 'The API description lists the grant types of each application type.',
  initiate_login_uri: 'Where a third party can start a sign-in at the client.',
  jwks_uri: earlyAccess('Where the public keys of the client are.'),
  jwks: 'The public keys of the client.',
  logo_uri: 'Logo for the consent dialog.',
  client_uri: 'Page about the client.',
  policy_uri: "Page with the client's policy.",
  post_logout_redirect_uris: 'Where to go after a sign-out that the client starts.',
  redirect_uris: 'Absolute URIs without a fragment.',
  request_object_signing_alg: 'With which request objects must be signed; any when null.',
  response_types: '`authorization_code` implies `code`.',
  token_endpoint_auth_method: '`private_key_jwt` is for service clients with keys.',
  tos_uri: 'Page with the terms of service.',
  frontchannel_logout_uri: earlyAccess('Where a logout request is sent.'),
  frontchannel_logout_session_required: earlyAccess('Whether the logout request has `sid` and `iss`.'),
  consent_method: 'Whether users are asked for their consent.',
}

const shownClient: Readonly<Record<string, string | JsonObject>> = {
  ...clientSettings,
  client_id: readOnly('Id of the client and of its application. Never changes.'),
  client_id_issued_at: readOnly('Unix seconds.'),
  application_type: readOnly('Decides which grant types are valid.'),
  client_secret_expires_at: readOnly('Unix seconds; 0 for never. May be absent in lists.'),
}

/** The meaning of the properties of the named schemas, where a name does not say it. */
export const propertyTexts: Readonly<Record<string, Readonly<Record<string, string | JsonObject>>>> = {
  Client: shownClient,
  ClientWithSecret: {
    ...shownClient,
    client_secret: readOnly('Only where the way of the client to authenticate needs one.'),
  },
  ClientInput: clientSettings,
  ClientUpdateInput: {
    ...clientSettings,
    jwks: 'The public keys of the client. Sent as the other settings are, null too, unless `jwks_uri` is.',
  },
  JsonWebKey: {
    kid: 'Unique in its set; may be null only if the set has one key.',
    e: 'RSA exponent; RSA keys need one.',
    n: 'RSA modulus; RSA keys need one.',
    x: 'EC coordinate; EC keys need one.',
    y: 'EC coordinate; EC keys need one.',
  },
  User: {
    activated: readOnly('When the user became ACTIVE.'),
    statusChanged: readOnly('When the status last changed.'),
    lastLogin: readOnly('When the user last signed in.'),
    passwordChanged: readOnly('When the password was last set.'),
    transitioningToStatus: readOnly('Where a transition that is under way leads.'),
  },
  CreateUserInput: { groupIds: 'Groups to be created into.' },
  Password: {
    value: 'In clear. Must satisfy the password policy.',
  },
  RecoveryQuestion: { answer: 'Compared without regard to case. Never shown.' },
  Provider: { name: 'Name of the directory, for directories.' },
  Group: {
    lastUpdated: readOnly('When the profile last changed.'),
    lastMembershipUpdated: readOnly('When the members last changed.'),
    objectClass: readOnly('Decides what the profile has.'),
    type: readOnly('Decides where profile and members are managed.'),
    source: readOnly('The application that an imported group comes from.'),
  },
  GroupRule: {
    status: readOnly(
      '`INVALID` once one of its groups was deleted. Groups lists ACTIVE and INACTIVE only; recordings of the service have INVALID (interpretation: rule-invalid-status).',
    ),
    allGroupsValid: readOnly('False once one of its groups was deleted.'),
  },
  ChangePasswordInput: { revokeSessions: "Whether all sessions but the caller's own end." },
  DeleteSessionsInput: { keepCurrent: 'Whether the session that is called with stays.' },
  Grant: { issuer: 'URL of the authorization server.' },
  ClientGrant: { logo_uri: 'Logo for the consent dialog.' },
}
