import type { z } from 'zod'

/** The meaning of the fields of control inputs: by field, or by action and field where actions differ. */
const texts: Readonly<Record<string, string>> = {
  accessibility: 'Who can request the application, and its error page',
  address: 'Login or e-mail address of the user',
  alias: 'Replaces the id in the issuer',
  application: 'Id or label of an application',
  'importGroup.application': 'Id or label of the application that the group comes from',
  appliesTo: 'From which devices the user cannot sign in',
  at: 'The moment to stop at: a date, ISO 8601 or milliseconds since 1970. Default: now',
  audience: 'Audience of the access tokens of the authorization server. Default `api://default`',
  authorizationServer: "Id, name or issuer of an authorization server. Default: the organisation's own",
  body: 'The body: a text',
  by: 'How far to go: milliseconds, or a duration such as `5m`, `2h` or `P1D`',
  claim: 'Id of the claim',
  claims: 'Claims for these tokens only, by name',
  client: 'Id or name of a client',
  'addClaim.client': 'Adds the claim only for this client: its id or name',
  client_id: 'The id to register the client under. Default: a new one',
  client_secret: 'The secret of the client. Default: a new one, if the client needs one',
  codeChallenge: 'Challenge of PKCE (RFC 7636), by S256',
  compute: 'Computes the value of the claim, in process only',
  credentials: 'Credentials of the application, as the API shows them',
  default: 'Value of new users or groups that have none',
  description: 'The purpose of the scope, as the consent page shows it',
  device: 'Name of the device, for users blocked from unknown devices',
  displayName: 'Name of the scope for people',
  enum: 'The allowed values',
  expiresIn: 'How long the token works: milliseconds or a duration. Default: for ever',
  expression: 'In the expression language of rules',
  factor: 'Name of the factor, such as `sms`',
  features: 'Names of features of the application',
  flaw: 'The fault of the token',
  format: 'The form that a text must have',
  grant: 'Id of a grant',
  group: 'Id or name of a group',
  groups: 'Ids or names of groups',
  'addClaim.groups': "The user's groups in the claim: those that start with, contain or equal a text",
  'createApiToken.groups': 'Ids of the groups that a GROUP_ADMIN manages',
  headers: 'Headers of the reply, by name',
  id: 'Its id',
  'clearFaults.id': 'Id of one fault. Default: all of them',
  'createAuthorizationServer.id': 'Its id, a part of the issuer. Default: a new one',
  keepEarlier: 'Whether the key set keeps earlier keys. Default true',
  kind: 'Only mails of this kind',
  label: 'Name of the application for people',
  limit: 'At most this number',
  login: 'Login or unambiguous short name of the user',
  maxLength: 'The most characters of a text',
  minLength: 'The fewest characters of a text',
  members: 'Ids or logins of the members',
  method: 'Only calls of this HTTP method',
  'sendRequest.method': 'The HTTP method',
  name: 'Its name',
  'addClaim.name': 'Name of the claim in tokens',
  'addSchemaProperty.name': 'Name of the property in profiles',
  'changeSchemaProperty.name': 'Name of the property in profiles',
  'removeSchemaProperty.name': 'Name of the property in profiles',
  'createApiToken.name': 'A name for people',
  'createApplication.name': 'The kind of application. Default: from the label',
  'updateApplication.name': 'The kind of application',
  'setUserProvider.name': 'Name of the directory',
  'startScenario.name': 'Name of a scenario, or of your own list of faults',
  newPassword: 'A new password, instead of one that has expired',
  nonce: 'Value that the ID token repeats',
  objectClass: 'Classes of the imported group',
  operation: 'Only calls of this operation',
  owner: 'Id or login of the user that the token belongs to. Default: the administrator',
  password: 'The password of the user',
  'useToken.password': 'The new password, where the link asks for one',
  pattern: 'Regular expression for values that are texts',
  permission: 'Whether users can read and change the property of their own profile',
  probability: 'Which part of the matching calls it meets: 0 to 1. Default 1',
  profile: 'Profile of the group',
  redirectUri: 'Redirect URI of the client. Default: its first one',
  refreshToken: 'Whether to issue a refresh token, too',
  'refreshTokens.refreshToken': 'Value or id of a refresh token',
  required: 'Whether every profile must have a value',
  role: 'Role of the token. Default `SUPER_ADMIN`',
  scenario: 'Only faults of this scenario',
  schema: 'Whether it belongs to profiles of users or of groups',
  scope: 'Id or name of a scope',
  scopes: 'Names of scopes',
  'addClaim.scopes': 'Adds the claim only with one of these scopes',
  sessionCookie: 'The cookie of a session, with or without its name',
  settings: 'Settings of the application, as the API shows them',
  signOnMode: 'How people sign on to it. Default `BOOKMARK`',
  sortBy: 'The property to sort by',
  sortOrder: 'Default `asc`',
  state: 'Value that the redirect repeats',
  status: 'Its status',
  'readJournal.status': 'Only calls with this HTTP status',
  'waitForRequest.status': 'Only calls with this HTTP status',
  'exportHar.status': 'Only calls with this HTTP status',
  'searchUsers.status': 'Only users with this status',
  'setUserStatus.status': 'The status that the user gets, from any other',
  to: 'Only mails to this address',
  'setClock.to': 'The moment to go to: a date, ISO 8601 or milliseconds since 1970',
  token: 'Its value',
  'createAccessToken.token': 'The value that callers send. Default: a new one',
  'createApiToken.token': 'The value that callers send. Default: a new one',
  'expireToken.token': 'Value or id of a refresh token',
  'inspectToken.token': 'Value of an access or refresh token',
  'issueBrokenToken.token': 'Which token is broken: the access token or the ID token',
  'revokeApiToken.token': 'Id or value of an API token',
  'revokeToken.token': 'Value of an access token, or value or id of a refresh token',
  'useToken.token': 'The token of a one-time link',
  tokenLifetimes: 'How long its access, ID and refresh tokens live',
  tokens: 'In which tokens the claim is: `access`, `id`. Default: both',
  type: 'Its type',
  'searchGroups.type': 'Only groups of this type',
  user: 'Id or login of a user',
  userCode: 'The code that the device shows',
  userId: 'Only mails of this user, by id',
  value: 'The value of the claim for every user',
  visibility: 'Where links of the application are shown',
}

/** The top-level fields of an input: of every form, where it has several. */
export function fieldsOf(schema: z.ZodType): readonly (readonly [string, z.ZodType])[] {
  const { def } = schema as unknown as { readonly def: Definition }
  if (def.options) return def.options.flatMap(fieldsOf)
  const inner = def.out ?? def.innerType
  if (inner) return fieldsOf(inner)
  return Object.entries(def.shape ?? {})
}

/**
 * The meaning of a field.
 *
 * @throws Error for a field without a text.
 */
export function inputText(action: string, field: string, schema: z.ZodType): string {
  const text = descriptionOf(schema) ?? texts[`${action}.${field}`] ?? texts[field]
  if (text === undefined)
    throw new Error(`${action}: say what ${field} means in scripts/control-input-texts.ts`)
  return text
}

function descriptionOf(schema: z.ZodType): string | undefined {
  const { def } = schema as unknown as { readonly def: Definition }
  return schema.description ?? (def.innerType && descriptionOf(def.innerType))
}

/** The parts of zod's internal definition that are read here. */
interface Definition {
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  /** The form that a bare value takes. */
  readonly out?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
}
