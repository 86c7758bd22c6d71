import type { OperationName } from './operation-names.ts'
import type { Reason } from './explanation-texts.ts'
import {
  type ProfileProperty,
  groupProfileProperties,
  profileFormats,
  userProfileProperties,
} from './profile.ts'
import { applicationTypeRules } from './resources/client.ts'

/** The explanation of a wrong field: the accepted value, and other texts that differ. */
interface Fault extends Partial<Reason> {
  /** The text of the cause after the name of its field. */
  readonly says: RegExp
  /** The fields that it is about, where others have the same words. */
  readonly field?: RegExp
  /** The operation that it is about, where others have the same words. */
  readonly of?: OperationName
  /** `$1` and so on stand for groups of the pattern, `{field}` for the field. */
  readonly accepted: string
}

const clientTable = 'Clients, Client Application'
const grantTable = 'Clients, Valid grant types per application type'
const hash = 'Users, Hashed Password object'
const newUser = 'Users, POST /api/v1/users'
const strict = 'Users, PUT and POST of a user, strict'

/** The sections that describe fields: the first that fits counts. */
const places: readonly (readonly [fields: RegExp, section: string])[] = [
  [/^jwks\.keys/, 'Clients, JSON Web Key Set'],
  [/^grant_types/, grantTable],
  [/^(?:redirect_uris|response_types)/, `${clientTable}, rules 4 to 6`],
  [/^client_(?:id|secret)$/, `${clientTable}, rules 1 and 2`],
  [/^(?:credentials\.)?password\.hash/, hash],
  [/^(?:credentials\.)?password\.hook/, 'Users, Password Hook object'],
  [/^(?:credentials\.)?(?:password|oldPassword|newPassword)\b/, 'Users, Credentials'],
  [/^(?:credentials\.)?recovery_question\b/, 'Users, Recovery Question object'],
  [/^(?:credentials\.)?provider\b/, 'Users, Provider object'],
  [/^groupIds\b/, `${newUser}, groupIds`],
  [/^type\.id$/, 'Users, User, type'],
]

const profileOfUsers = 'Users, Profile (default properties)'
const profileOfGroups = 'Groups, Profile for objectClass svc:user_group'
const ruleTable = 'Groups, Group rule'

/** Where the other fields of the bodies of some operations are described, and what has them. */
const tables: Readonly<Partial<Record<OperationName, { readonly section: string; readonly noun: string }>>> =
  {
    registerClient: { section: clientTable, noun: 'client' },
    updateClient: { section: clientTable, noun: 'client' },
    createGroup: { section: profileOfGroups, noun: 'group' },
    updateGroup: { section: profileOfGroups, noun: 'group' },
    createGroupRule: { section: ruleTable, noun: 'group rule' },
    updateGroupRule: { section: ruleTable, noun: 'group rule' },
    createUser: { section: profileOfUsers, noun: 'user' },
    replaceUser: { section: profileOfUsers, noun: 'user' },
    updateUser: { section: profileOfUsers, noun: 'user' },
    updateCurrentUser: { section: profileOfUsers, noun: 'user' },
  }

/** The meanings of the causes of a refused body. The first match counts. */
const faults: readonly Fault[] = [
  {
    says: /^The setting is missing/,
    rule: 'An update sends every setting of the client, also those that are null',
    accepted: '{field}: its present value or null, as GET shows it',
    section: 'Clients, PUT /oauth2/v1/clients',
    decision: 'client-update-missing',
  },
  {
    says: /^There is no user with the id/,
    rule: 'A rule excludes only users who exist',
    accepted: '{field}: ids of users who exist',
    decision: 'rule-users-exclude',
  },
  {
    says: /^There is no group with the id/,
    rule: 'A rule adds users only to groups that exist',
    accepted: '{field}: ids of groups that exist',
    decision: 'rule-target-groups',
  },
  {
    says: /^Members of the group \S+, which is of type (\S+), are not managed here/,
    rule: 'A rule adds users only to groups whose members are managed here',
    accepted: '{field}: ids of groups of another type than $1',
    decision: 'rule-target-groups',
  },
  {
    says: /^There is no user type/,
    rule: 'A user has a type that exists',
    accepted: '{field}: the id of a user type that exists, or no type for the default',
    section: 'Users, User, type',
    decision: 'user-type',
  },
  {
    says: /name already in use/,
    rule: 'No two group rules have one name, whatever the case of letters',
    accepted: '{field}: a name that no other group rule has',
    decision: 'rule-name-unique',
  },
  {
    says: /already exists/,
    field: /^login$/,
    rule: 'No two users have one login; case and diacritical marks make no difference',
    accepted: '{field}: a login that no other user has, not even a deactivated one',
    section: `${profileOfUsers}, rule 1`,
    decision: 'login-folding',
  },
  {
    says: /already exists/,
    field: /^name$/,
    rule: 'No two groups that are managed here have one name, whatever the case of letters',
    accepted: '{field}: a name that no other group has',
    decision: 'group-name-unique',
  },
  {
    says: /already exists/,
    rule: 'No two records share this value',
    accepted: '{field}: a value that no other {noun} has',
    decision: 'client-name-unique',
  },
  {
    says: /^Property name '[^']*' is not defined in profile/,
    rule: 'A profile holds only properties of its schema',
    accepted: 'Properties that the schema has; control.addSchemaProperty adds one',
  },
  // The message before it says what is accepted.
  { says: /^Requirements not met: /, accepted: '' },
  { says: /^unknown member, did you mean (.*)\?$/, accepted: '$1 instead of {field}' },
  {
    says: /Password requirements: (.*?)\.?$/,
    rule: 'A password meets the password policy',
    accepted: '{field}: a password with $1',
    section: 'Users, Credentials, default password policy',
  },
  {
    says: /too recently/,
    rule: 'With strict=true a new password is none of the latest ones',
    accepted: '{field}: a password that the user did not have lately, or the same call without strict=true',
    section: strict,
    decision: 'password-history',
  },
  {
    says: /less than \d+ minutes ago/,
    rule: 'With strict=true a password keeps its minimum age',
    accepted: '{field}: the same call later, or without strict=true',
    section: strict,
    decision: 'password-history',
  },
  {
    says: /^Can be set only while the user is STAGED/,
    rule: 'A hash or a hook is set only while the user is STAGED',
    accepted: 'password.value, or a user who is STAGED',
    section: hash,
  },
  {
    says: /^A user with provider \S+ has/,
    rule: 'Users of a trusted identity provider have no password and no recovery question here',
    accepted: 'A body without {field}, or a user of the service itself',
    section: 'Users, Provider object',
    decision: 'federated-operations',
  },
  {
    says: /^Must be false or left out with (\S+)/,
    rule: 'A user who becomes federated is mailed nothing',
    accepted: '{field}=false or no {field}, together with $1',
    section: 'Users, Lifecycle operations, reset_password',
  },
  {
    says: /^Must not be specified/,
    rule: 'Only the service itself sets this setting',
    accepted: 'A body without {field}',
    decision: 'client-read-only-sent',
  },
  {
    says: /^Cannot be changed/,
    rule: 'This setting never changes',
    accepted: '{field}: its present value, or a body without it',
    decision: 'client-read-only-sent',
  },
  {
    says: /^Cannot be combined with (\S+)/,
    rule: 'A client has one key set, in its settings or at an address',
    accepted: 'Either {field} or $1',
    decision: 'client-jwks-and-uri',
  },
  {
    says: /^private_key_jwt needs/,
    rule: 'A client that signs its assertions registers its public keys',
    accepted: 'jwks with at least one key, or jwks_uri',
    decision: 'client-method-of-type',
  },
  {
    says: /public keys only/,
    accepted: '{field}: nothing; register the public key',
    decision: 'client-key-members',
  },
  {
    says: /^id_token is not valid for application_type service/,
    rule: 'A service client uses OAuth 2.0 flows only',
    accepted: '{field}: code or token',
    section: grantTable,
    decision: 'service-oauth-only',
  },
  {
    says: /^(?:\S*(?:interaction_code|device_code|token-exchange)) is not valid for application_type (\w+)(?:: use (.*))?/,
    rule: 'The application type decides which grant types a client may have',
    accepted: '{field}: only some of {valid}; or application_type: $2',
    decision: 'client-unplaced-grant-types',
  },
  {
    says: /^\S+ is not valid for application_type (\w+)(?:: use (.*))?/,
    rule: 'The application type decides which grant types a client may have',
    accepted: '{field}: only some of {valid}; or application_type: $2',
  },
  {
    says: /^application_type \w+ must include (\w+)/,
    rule: 'The application type decides which grant types a client must have',
    accepted: '{field}: a list with $1',
  },
  {
    says: /^At least one (redirect URI|response type)/,
    rule: 'Every client without the grant types password and client_credentials has at least one $1',
    accepted: '{field}: a list with at least one $1',
  },
  {
    says: /^authorization_code among grant_types implies code/,
    rule: 'authorization_code among grant_types implies code among response_types',
    accepted: '{field}: a list with code',
  },
  {
    says: /^Must not have the scheme/,
    rule: 'A browser is not sent to an address that runs a script or shows data',
    accepted: '{field}: an https or http URL, or one with a scheme of the application',
    decision: 'client-redirect-schemes',
  },
  {
    says: /is not enabled$/,
    rule: 'Early-access features work only where they are enabled',
    accepted: 'A body without {field}, or the option features with this feature',
    section: 'Clients, Versioning, 2',
    decision: 'early-access',
  },
  {
    says: /absolute http or https URL/,
    accepted: '{field}: an absolute http or https URL',
    decision: 'client-url-form',
  },
  { says: /^Must be (.*)/, accepted: '{field}: $1' },
  { says: /^The field must have (.*)/, accepted: '{field}: $1' },
  { says: /^The set has another key/, accepted: '{field}: a kid that no other key of the set has' },
  { says: /[Ee]xpected only along with (.*)/, accepted: '{field} only together with $1' },
  {
    says: /[Ee]xpected (array|object|string|number|boolean), (?:received|got)/,
    accepted: '{field}: a JSON value of the type $1',
  },
  { says: /[Ee]xpected (.*?)(?:, (?:received|found|got) .*)?$/, accepted: '{field}: $1' },
  {
    says: /cannot be left blank/,
    field: /^\w+$/,
    of: 'updateClient',
    rule: 'An update sends every setting of the client again',
    accepted: '{field}: {wanted}',
    section: 'Clients, PUT /oauth2/v1/clients',
    decision: 'client-update-missing',
  },
  { says: /^Does not match required pattern (.+)/, accepted: '{field}: a text that matches $1' },
  { says: /cannot be left blank/, rule: 'A required field has a value', accepted: '{field}: {wanted}' },
]

/** The values of a profile property, where the API description says more than that it is a text. */
function described({ minLength, maxLength, format }: ProfileProperty): string {
  const kind = format === undefined ? 'a text' : profileFormats[format].form
  return maxLength === undefined ? kind : `${kind}, ${minLength ?? 0} to ${maxLength} characters`
}

/** The most wrong fields of one body that are described: the causes name all. */
const most = 5

/**
 * Explains a refused body: the accepted value for each wrong field, and the rule and section of the first.
 *
 * @param causes As in the reply, `"<field>: <message>"`.
 */
export function reasonOfFaults(
  causes: readonly string[],
  operation: OperationName | undefined,
): Partial<Reason> {
  const read = causes.slice(0, most).map((cause) => readFault(cause, operation))
  const [first] = read
  if (!first) return {}
  return { ...first, accepted: [...new Set(read.map(({ accepted }) => accepted))].filter(Boolean).join('; ') }
}

function readFault(
  cause: string,
  operation: OperationName | undefined,
): Partial<Reason> & { accepted: string } {
  const [, field = 'body', message = cause] = /^([\w.]+): (.*)$/s.exec(cause) ?? []
  const fault = faults.find(
    ({ says, field: fields, of = operation }) =>
      of === operation && says.test(message) && (fields?.test(field) ?? true),
  )
  const table = operation && tables[operation]
  const section = places.find(([fields]) => fields.test(field))?.[1] ?? table?.section
  const property = propertyOf(field, table?.noun)
  const wanted = property ? described(property) : 'a value that is neither null nor blank'
  if (!fault) return { ...(section ? { section } : {}), accepted: `${field}: ${wanted}` }
  const { says, field: _fields, of: _operation, accepted, ...more } = fault
  const match = says.exec(message)!
  const filled = (text: string): string =>
    text
      .replaceAll('{field}', () => field)
      .replaceAll('{noun}', () => table?.noun ?? 'user')
      .replaceAll('{wanted}', () => wanted)
      .replaceAll('{valid}', () => validFor(field, match[1] ?? ''))
      .replaceAll(/\$(\d)/g, (_match, group: string) => match[Number(group)] ?? '')
  return {
    ...(section ? { section } : {}),
    ...more,
    ...(more.rule === undefined ? {} : { rule: filled(more.rule) }),
    accepted: filled(accepted),
  }
}

function propertyOf(field: string, noun: string | undefined): ProfileProperty | undefined {
  if (noun !== 'user' && noun !== 'group') return undefined
  const properties = noun === 'group' ? groupProfileProperties : userProfileProperties
  return properties.find(({ name }) => name === field)
}

function validFor(field: string, type: string): string {
  const rules = Object.entries(applicationTypeRules).find(([name]) => name === type)?.[1]
  if (!rules) return ''
  const { valid, unplaced, forbiddenResponses } = rules
  const values = field === 'grant_types' ? [...valid, ...unplaced] : ['code', 'token', 'id_token']
  return values.filter((value) => !forbiddenResponses.some((forbidden) => forbidden === value)).join(', ')
}
