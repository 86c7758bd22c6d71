import { hashAlgorithms } from '../contract/resources/credentials.ts'
import type { ProfileProperty } from '../contract/profile.ts'
import { groupProfileProperties, profileRows, userProfileProperties } from '../contract/resources/profiles.ts'
import type { JsonSchema } from './types.ts'

/**
 * The schemas that the contract does not check, because other code does: profiles, by the organisation's schema, and
 * password hashes. Also the error bodies.
 */
export function handWrittenSchemas(): Readonly<Record<string, JsonSchema>> {
  return {
    UserProfile: {
      description: 'Profile of a user. Properties that are not set are left out, but for four that are null.',
      ...profile('user', userProfileProperties(), 'reply'),
    },
    UserProfileInput: {
      description: `Profile of a user, whole. ${ofSchema}`,
      ...profile('user', userProfileProperties(), 'input'),
    },
    UserProfileChanges: {
      description: 'Changes to a profile: what is not sent stays, null removes.',
      ...profile('user', userProfileProperties(), 'changes'),
    },
    GroupProfile: {
      description: 'Profile of a group. Imported directory groups have more properties, all read-only.',
      ...groupProfile(),
    },
    GroupProfileInput: {
      description: `Profile of a group, whole. ${ofSchema}`,
      ...profile('group', groupProfileProperties(), 'input'),
    },
    PasswordHash,
    PlatformError,
    OAuthError,
  }
}

const ofSchema = 'Custom properties must be in the schema of the organisation.'

type Occasion = 'reply' | 'input' | 'changes'

function profile(
  kind: keyof typeof profileRows,
  properties: readonly ProfileProperty[],
  occasion: Occasion,
): JsonSchema {
  const required = properties.filter((property) =>
    occasion === 'reply'
      ? (property.alwaysShown ?? property.required)
      : occasion === 'input' && property.required,
  )
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map((property) => [
        property.name,
        schemaOf(property, occasion, profileRows[kind][property.name]?.says),
      ]),
    ),
    ...(required.length > 0 ? { required: required.map(({ name }) => name) } : {}),
    additionalProperties: true,
  }
}

function schemaOf(property: ProfileProperty, occasion: Occasion, description?: string): JsonSchema {
  const { name, type, required, minLength, maxLength, format, default: otherwise } = property
  const isName = name === 'login' || name === 'email' || name === 'name'
  // Whether names may be null is up to the schema of the organisation (Users, Profile, 3).
  const isUnset = occasion !== 'input' && required === true && !isName
  const isNullable = isUnset || (required !== true && otherwise === undefined)
  return {
    type: isNullable ? [type, 'null'] : type,
    ...(description === undefined ? {} : { description }),
    ...(minLength ? { minLength } : {}),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(format === undefined ? {} : formats[format]),
    ...(otherwise === undefined || occasion !== 'input' ? {} : { default: otherwise }),
  }
}

/** Formats as JSON Schema names or describes them; those that no tool knows are patterns. */
const formats: Readonly<Record<string, JsonSchema>> = {
  // By default only; an administrator can set another pattern for logins.
  login: {},
  email: { format: 'email' },
  url: { format: 'uri' },
  'country-code': { pattern: '^[A-Z]{2}$' },
  language: {},
  locale: { pattern: '^[a-z]{2}_[A-Z]{2}$' },
  'time-zone': {},
}

function groupProfile(): JsonSchema {
  const base = profile('group', groupProfileProperties(), 'reply')
  const imported = Object.entries(profileRows.group)
    .filter(([, { isImported }]) => isImported)
    .map(([name, { says }]) => [name, { type: 'string', readOnly: true, description: says! }])
  return {
    ...base,
    properties: { ...(base['properties'] as JsonSchema), ...Object.fromEntries(imported) },
    required: ['name'],
  }
}

const PasswordHash: JsonSchema = {
  description: 'An imported password hash.',
  type: ['object', 'null'],
  properties: {
    algorithm: { type: 'string', enum: hashAlgorithms },
    value: { type: 'string', description: 'The hash in base64; for BCRYPT in its own alphabet.' },
    salt: {
      type: ['string', 'null'],
      description: 'In base64; for BCRYPT 22 characters of its own alphabet. BCRYPT and PBKDF2 need one.',
    },
    workFactor: { type: ['integer', 'null'], minimum: 1, maximum: 20, description: 'BCRYPT only.' },
    saltOrder: {
      type: ['string', 'null'],
      enum: ['PREFIX', 'POSTFIX', null],
      description: 'Whether the salt stands before or behind the password; salted SHA and MD5 only.',
    },
    iterationCount: { type: ['integer', 'null'], minimum: 4096, description: 'PBKDF2 only.' },
    keySize: { type: ['integer', 'null'], minimum: 1, description: 'PBKDF2 only, in bytes.' },
    digestAlgorithm: {
      type: ['string', 'null'],
      enum: ['SHA256_HMAC', 'SHA512_HMAC', null],
      description: 'PBKDF2 only.',
    },
  },
  required: ['algorithm', 'value'],
}

const PlatformError: JsonSchema = {
  description: 'An error of all operations but those of clients.',
  type: 'object',
  properties: {
    errorCode: {
      type: 'string',
      pattern: '^E\\d{7}$',
      description: 'The only member that flow control may depend on.',
    },
    errorSummary: { type: 'string', description: 'For people; texts may change.' },
    errorLink: { type: 'string', description: 'The code again.' },
    errorId: { type: 'string', description: 'Id of this one error.' },
    errorCauses: {
      type: 'array',
      description: 'One entry for each thing that is wrong; may be empty.',
      items: {
        type: 'object',
        properties: { errorSummary: { type: 'string' } },
        required: ['errorSummary'],
        additionalProperties: true,
      },
    },
  },
  required: ['errorCode', 'errorSummary', 'errorLink', 'errorId', 'errorCauses'],
}

const OAuthError: JsonSchema = {
  description: 'An error of the client operations.',
  type: 'object',
  properties: {
    error: { type: 'string', description: 'The only member that flow control may depend on.' },
    error_description: { type: 'string', description: 'For people; texts may change.' },
  },
  required: ['error', 'error_description'],
}
