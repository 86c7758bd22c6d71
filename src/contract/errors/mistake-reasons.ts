import type { OperationSpec } from '../operation.ts'
import type { Area, OperationName } from '../operation-names.ts'
import { operationSpecs } from '../operations/index.ts'
import { profileFormats, type ProfileProperty } from '../profile.ts'
import { groupProfileProperties, userProfileProperties } from '../resources/profiles.ts'
import { grantTypeRows } from '../resources/client-settings.ts'
import { fill } from './fill.ts'
import type { Mistake, MistakeCode } from './mistakes.ts'
import type { Reason } from './texts.ts'

const clientTable = 'Clients, Client Application'
const grantTable = 'Clients, Valid grant types per application type'
const hash = 'Users, Hashed Password object'
const newUser = 'Users, POST /api/v1/users'
const profileOfUsers = 'Users, Profile (default properties)'
const profileOfGroups = 'Groups, Profile for objectClass svc:user_group'
const ruleTable = 'Groups, Group rule'

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

/** Where the other fields of bodies are described, by the area of the operation, and what has them. */
const tables: Readonly<Partial<Record<Area, { readonly section: string; readonly noun: string }>>> = {
  clients: { section: clientTable, noun: 'client' },
  groups: { section: profileOfGroups, noun: 'group' },
  rules: { section: ruleTable, noun: 'group rule' },
  users: { section: profileOfUsers, noun: 'user' },
}

const grants = {
  rule: 'The application type decides which grant types a client may have',
  accepted: '{at}: only some of {valid}; or application_type: {types}',
} as const

const feature = {
  rule: 'Early-access features work only where they are enabled',
  accepted: 'A body without {at}, or the option features with this feature',
  section: 'Clients, Versioning, 2',
  interpretation: 'early-access',
} as const

/**
 * Why each mistake is one, where the section of its field does not say it. Its parameters fill the `{names}`; `{at}` is
 * the field, `{noun}` the record, `{wanted}` the values that the field takes.
 */
const mistakeReasons: Readonly<Partial<Record<MistakeCode, Partial<Reason>>>> = {
  // Values
  blank: { rule: 'A required field has a value' },
  'key-member-missing': { rule: 'A required field has a value' },
  form: { accepted: '{at}: {expected}' },
  seen: { accepted: '{at}: {expected}' },
  schema: { accepted: '{at}: {expected}' },
  length: { accepted: '{at}: {min} to {max} characters' },
  pattern: { accepted: '{at}: a text that matches {pattern}' },
  uri: { accepted: '{at}: {expected}' },
  url: { accepted: '{at}: an absolute http or https URL', interpretation: 'client-url-form' },
  'unknown-member': { accepted: '{meant} instead of {at}' },
  'unknown-property': {
    rule: 'A profile holds only properties of its schema',
    accepted: 'Properties that the schema has; control.setSchemaProperty adds one',
  },
  taken: {
    rule: 'No two records share this value',
    accepted: '{at}: a value that no other {noun} has',
    interpretation: 'client-name-unique',
  },

  // Users
  'login-taken': {
    rule: 'No two users have one login; case and diacritical marks make no difference',
    accepted: '{at}: a login that no other user has, not even a deactivated one',
    section: `${profileOfUsers}, rule 1`,
    interpretation: 'login-folding',
  },
  'type-unknown': {
    rule: 'A user has a type that exists',
    accepted: '{at}: the id of a user type that exists, or no type for the default',
    section: 'Users, User, type',
    interpretation: 'user-type',
  },
  'password-policy': {
    rule: 'A password meets the password policy',
    accepted: '{at}: a password with {requirements}',
    section: 'Users, Credentials, default password policy',
  },
  'password-used': {
    rule: 'With strict=true a new password is none of the latest ones',
    accepted: '{at}: a password that the user did not have lately, or the same call without strict=true',
    section: '{strict}',
    interpretation: 'password-history',
  },
  'password-too-young': {
    rule: 'With strict=true a password keeps its minimum age',
    accepted: '{at}: the same call later, or without strict=true',
    section: '{strict}',
    interpretation: 'password-history',
  },
  'password-left-out': {
    rule: 'Where the enrolment policy makes passwords optional or disables them, nobody sets one later',
    section: 'Users, States and transitions',
    accepted: 'A sign-in by e-mail, or the option optionalPassword: required',
    interpretation: 'optional-password-given',
  },
  'not-staged': {
    rule: 'A hash or a hook is set only while the user is STAGED',
    accepted: 'password.value, or a user who is STAGED',
    section: hash,
  },
  'has-none': {
    rule: 'Users of a trusted identity provider have no password and no recovery question here',
    accepted: 'A body without {at}, or a user of the service itself',
    section: 'Users, Provider object',
    interpretation: 'federated-operations',
  },
  'no-mail': {
    rule: 'A user who becomes federated is mailed nothing',
    accepted: '{at}=false or no {at}, together with {other}',
    section: 'Users, Lifecycle operations, reset_password',
  },
  'only-with': { accepted: '{at} only together with {other}' },

  // Groups and rules
  'group-name-taken': {
    rule: 'No two groups that are managed here have one name, whatever the case of letters',
    accepted: '{at}: a name that no other group has',
    interpretation: 'group-name-unique',
  },
  'rule-name-taken': {
    rule: 'No two group rules have one name, whatever the case of letters',
    accepted: '{at}: a name that no other group rule has',
    interpretation: 'rule-name-unique',
  },
  'group-unknown': {
    rule: 'A rule adds users only to groups that exist',
    accepted: '{at}: ids of groups that exist',
    interpretation: 'rule-target-groups',
  },
  'group-foreign': {
    rule: 'A rule adds users only to groups whose members are managed here',
    accepted: '{at}: ids of groups of another type than {type}',
    interpretation: 'rule-target-groups',
  },
  'user-unknown': {
    rule: 'A rule excludes only users who exist',
    accepted: '{at}: ids of users who exist',
    interpretation: 'rule-users-exclude',
  },

  // Clients
  'setting-missing': {
    rule: 'An update sends every setting of the client, also those that are null',
    accepted: '{at}: its present value or null, as GET shows it',
    section: 'Clients, PUT /oauth2/v1/clients',
    interpretation: 'client-update-missing',
  },
  'setting-read-only': {
    rule: 'Only the service itself sets this setting',
    accepted: 'A body without {at}',
    interpretation: 'client-read-only-sent',
  },
  'setting-fixed': {
    rule: 'This setting never changes',
    accepted: '{at}: its present value, or a body without it',
    interpretation: 'client-read-only-sent',
  },
  'feature-off': feature,
  'grant-feature-off': feature,
  'grant-not-valid': grants,
  'grant-unplaced': { ...grants, interpretation: 'client-unplaced-grant-types' },
  'grant-missing': {
    rule: 'The application type decides which grant types a client must have',
    accepted: '{at}: a list with {grant}',
  },
  'response-not-valid': {
    rule: 'A service client uses OAuth 2.0 flows only',
    accepted: '{at}: code or token',
    section: grantTable,
    interpretation: 'service-oauth-only',
  },
  'response-implied': {
    rule: 'authorization_code among grant_types implies code among response_types',
    accepted: '{at}: a list with code',
  },
  'at-least-one': {
    rule: 'Every client without the grant types password and client_credentials has at least one {what}',
    accepted: '{at}: a list with at least one {what}',
  },
  scheme: {
    rule: 'A browser is not sent to an address that runs a script or shows data',
    accepted: '{at}: an https or http URL, or one with a scheme of the application',
    interpretation: 'client-redirect-schemes',
  },
  'two-key-sets': {
    rule: 'A client has one key set, in its settings or at an address',
    accepted: 'Either {at} or {other}',
    interpretation: 'client-jwks-and-uri',
  },
  'keys-missing': {
    rule: 'A client that signs its assertions registers its public keys',
    accepted: 'jwks with at least one key, or jwks_uri',
    interpretation: 'client-method-of-type',
  },
  'key-private': { accepted: '{at}: nothing; register the public key', interpretation: 'client-key-members' },
  'kid-taken': { accepted: '{at}: a kid that no other key of the set has' },
}

/** A setting that an update leaves out. */
const settingBlank: Partial<Reason> = {
  rule: 'An update sends every setting of the client again',
  section: 'Clients, PUT /oauth2/v1/clients',
  interpretation: 'client-update-missing',
}

/** The most wrong fields of one body that are described: the causes name all. */
const max = 5

/** Explains a refused body: the accepted value for each wrong field, and the rule and section of the first. */
export function reasonOfMistakes(
  mistakes: readonly Mistake[],
  operation: OperationName | undefined,
): Partial<Reason> {
  const read = mistakes.slice(0, max).map((mistake) => reasonOf(mistake, operation))
  const [first] = read
  if (!first) return {}
  return { ...first, accepted: [...new Set(read.map(({ accepted }) => accepted))].join('; ') }
}

function reasonOf(
  { code, at, params = {} }: Mistake,
  operation: OperationName | undefined,
): Partial<Reason> & { accepted: string } {
  const isSetting = code === 'blank' && operation === 'updateClient' && !at.includes('.')
  const { accepted = '{at}: {wanted}', ...reason } = isSetting ? settingBlank : (mistakeReasons[code] ?? {})
  const area = operation && (operationSpecs[operation] as OperationSpec | undefined)?.area
  const table = area && tables[area]
  const place = places.find(([fields]) => fields.test(at))?.[1] ?? table?.section
  const section = reason.section === undefined ? place : fill(reason.section, { strict: strictPlace(at) })
  const property = propertyOf(at, table?.noun)
  const slots = {
    at,
    noun: table?.noun ?? 'user',
    wanted: property ? described(property) : 'a value that is neither null nor blank',
    valid: validGrants(String(params['type'])),
    ...params,
  }
  const text = fill(at === '' ? accepted.replace('{at}: ', '') : accepted, slots)
  return {
    ...reason,
    ...(section ? { section } : {}),
    ...(reason.rule === undefined ? {} : { rule: fill(reason.rule, slots) }),
    accepted: at === '' ? capitalised(text) : text,
  }
}

/** Where `strict` is described: for a credential operation, or for a password in the body of a user. */
function strictPlace(at: string): string {
  return at === '' ? 'Users, Credential operations, strict' : 'Users, PUT and POST of a user, strict'
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** The values of a profile property, where the API description says more than that it is a text. */
function described({ minLength, maxLength, format }: ProfileProperty): string {
  const kind = format === undefined ? 'a text' : profileFormats[format].form
  return maxLength === undefined ? kind : `${kind}, ${minLength ?? 0} to ${maxLength} characters`
}

function propertyOf(field: string, noun: string | undefined): ProfileProperty | undefined {
  if (noun !== 'user' && noun !== 'group') return undefined
  const properties = noun === 'group' ? groupProfileProperties() : userProfileProperties()
  return properties.find(({ name }) => name === field)
}

function validGrants(type: string): string {
  const valid = Object.entries(grantTypeRows).filter(([, { types }]) => types.some((each) => each === type))
  return valid.map(([grant]) => grant).join(', ')
}
