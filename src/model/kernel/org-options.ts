import { z } from 'zod'
import { saysGot } from '../../contract/errors/mistakes.ts'
import { isHeaderName, isTokenValue } from '../../contract/formats/index.ts'
import { applicationTypes, givenSettings } from '../../contract/resources/client-settings.ts'
import { once } from '../../contract/once.ts'
import { operationNames } from '../../contract/operation-names.ts'
import { defaultPasswordPolicy } from '../../contract/password-policy.ts'
import { isPattern } from '../../contract/profile.ts'
import { isWord, wordRefusal } from '../../contract/vocabulary.ts'
import { baseUrlRefusal, isBaseUrl } from './base-url.ts'
import { parseMoment } from './clock.ts'
import { defaultSeed } from './default-seed.ts'
import { type Duration, durationIn } from './duration.ts'
import { durationSchema, lifetimeSchema } from './duration-schema.ts'
import {
  type About,
  type Given,
  group,
  type InputOf,
  objectOf,
  option,
  type OutputOf,
  setting,
} from './option.ts'
import type { PasswordHook } from './password-hook-function.ts'
import { readableBy } from './readable-by.ts'
import { unionError } from './schema-messages.ts'

export type { PasswordHook } from './password-hook-function.ts'

const minute = 60_000
const hour = 60 * minute
const week = 7 * 24 * hour

const flag = <const Default extends boolean | undefined = undefined>(text: string, about?: About<Default>) =>
  option(text, () => z.boolean(), about)
const words = (text: string) => option(text, () => z.string())
const count = <const Default extends number | undefined = undefined>(text: string, about?: About<Default>) =>
  option(text, () => z.int().min(1), about)
const delay = (text: string, about: About<number>) =>
  option<number, Duration, number>(text, durationSchema, { default: 0, isDuration: true, ...about })
const lifetime = (text: string, value: number) =>
  option<number, Duration, number>(text, lifetimeSchema, { default: value, isDuration: true })
const oneOf = <const Values extends readonly string[], const Default extends Values[number]>(
  values: Values,
  text: string,
  about: About<Default>,
) => option<Values[number], Values[number], Default>(text, () => z.enum(values), about)
/** The names of the presets. */
const presetNames = ['okta'] as const
export type PresetName = (typeof presetNames)[number]

/** Page sizes of one list. */
export const pageSizeOptions = {
  default: count('Rows of a page if a call has no `limit`'),
  max: count('The largest `limit`'),
}

/** Page sizes of one list, if they differ from the API description's. */
export interface PageSizeOptions extends InputOf<typeof pageSizeOptions> {}

/** The longest wait for a password hook, in milliseconds. */
export const hookTimeout = 3000

/** The address of a password hook. */
export const hookEndpointSchema = once(() =>
  z.strictObject({
    url: hookUrl().describe('Where the credential is sent by POST'),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Headers sent along, such as `authorization`'),
    timeout: lifetimeSchema()
      .optional()
      .describe(
        `The longest wait for its answer, by the machine's clock. Default ${durationIn(hookTimeout)}`,
      ),
  }),
)

/** The address of a password hook that needs more than a URL. */
export interface PasswordHookEndpoint extends Given<z.input<ReturnType<typeof hookEndpointSchema>>> {}

/** A client in the options of an organisation. */
export const chosenClientSchema = once(() =>
  z.strictObject({
    ...givenSettings(),
    client_id: z.string().min(1).describe('The id that your application sends'),
    client_secret: z.string().min(1).optional().describe('The secret of a confidential client'),
    client_name: z.string().min(1).optional().describe('A name for people. Default: the id'),
    application_type: z
      .enum(applicationTypes)
      .optional()
      .describe('Default `browser`, or `web` with a secret or a method of authentication'),
  }),
)

/** A client for your own application. */
export interface ClientOptions extends Given<z.input<ReturnType<typeof chosenClientSchema>>> {}

/** A rule of the password policy that is a number. */
const atMost = (max: number, text: string, value: number) =>
  option<number, number, number>(
    text,
    () => {
      const error = `expected a whole number from 0 to ${max}`
      return z.int({ error }).min(0, { error }).max(max, { error })
    },
    { default: value },
  )
const age = (text: string, value: number) =>
  option<number, Duration, number>(
    text,
    () => durationSchema({ most: 315_360_000_000, error: 'expected at most 3,650 days' }),
    { default: value, isDuration: true },
  )
const policy = defaultPasswordPolicy

/** The rules of a password policy that can be changed. */
const passwordPolicyOptions = {
  minLength: atMost(72, 'In characters, 0 to 72', policy.minLength),
  minLowerCase: atMost(72, 'Lower-case letters, of any script', policy.minLowerCase),
  minUpperCase: atMost(72, 'Upper-case letters, of any script', policy.minUpperCase),
  minNumber: atMost(72, 'Decimal digits', policy.minNumber),
  minSymbol: atMost(72, 'Punctuation marks and symbols', policy.minSymbol),
  excludeUsername: flag('Whether a password must not contain the login or parts of it', {
    default: policy.excludeUsername,
  }),
  historyCount: atMost(
    30,
    'How many latest passwords, including the present one, a user cannot set again',
    policy.historyCount,
  ),
  minAge: age('How long a password must stay before its owner can change it', policy.minAge),
  maxAge: age('Lifetime of a password. A sign-in after that expires it. 0 is for ever', policy.maxAge),
  maxAttempts: atMost(
    1_000_000,
    'Wrong passwords in a row that lock the user out. 0 never does',
    policy.maxAttempts,
  ),
}

/**
 * Every option of an organisation, each in one row. Its types, schemas, flags and pages come from this table.
 */
export const orgOptions = {
  seed: option('Seed of ids, tokens and fixtures. The same seed gives the same ones', seedSchema, {
    default: defaultSeed,
    flag: ['Data', '--id-seed <text>'],
  }),
  secretSeed: option(
    'Seed of tokens, cookies, one-time codes and client secrets, instead of `seed`. With different values, organisations with the same ids accept no secret of each other',
    seedSchema,
    { unset: 'that of `seed`', file: 'secret' },
  ),
  sampleSeed: option(
    'Seed of the passwords and tokens of sample data sets, instead of the well-known ones such as `Tulip-Meadow-42`. `sampleSecret(org, demoPassword)` of `identikit/fixtures` returns the password',
    seedSchema,
    {
      unset: 'the well-known ones; a server that other machines can reach sets a random seed',
      file: 'secret',
    },
  ),
  baseUrl: option('Address that links begin with, without a trailing slash', baseUrlSchema, {
    default: 'https://svc.example.com',
    interpretations: ['links-by-base-url'],
  }),
  apiToken: option("Value of the super administrator's API token", tokenValueSchema, {
    unset: 'a value from the seed',
    file: 'secret',
    flag: ['Data', '--token <value>'],
  }),
  preset: option(
    'Answers as recordings of a service show, also where they contradict the API description. Examples are names, links and statuses',
    () => z.enum(presetNames),
    {
      unset: 'none, so the API description decides',
      flag: ['Data', '--preset <name>'],
      interpretations: [
        'profile-locale',
        'profile-empty-texts',
        'user-links-beyond',
        'user-links-by-status',
        'activated-timestamp',
        'activated-unset',
        'reset-factors-statuses',
        'transitioning-to-provisioned',
        'forgot-password-question',
        'group-self-link',
        'rule-invalid-status',
        'rule-all-groups-valid',
      ],
    },
  ),
  vocabulary: group(
    'The name prefix in identifiers',
    {
      word: option(
        'The word inside the identifiers',
        () =>
          z.string().refine(isWord, { error: ({ input }) => wordRefusal(String(input)), params: saysGot }),
        { unset: '`svc`, or the name of the preset', flag: ['Data', '--word <word>'] },
      ),
      groupType: words('Type of a group that the API manages: `SVC_GROUP`'),
      groupObjectClass: words('objectClass of such a group: `svc:user_group`'),
      directoryObjectClass: words(
        'objectClass of an imported directory group: `svc:directory_security_principal`; `okta:windows_security_principal` with the word `okta`',
      ),
      directoryQualifiedName: words(
        'Profile property with the fully qualified name of a directory group: `directoryDomainQualifiedName`; `windowsDomainQualifiedName` with the word `okta`',
      ),
      providerType: words('Provider type of a user whose credentials the service holds: `SVC`'),
      expressionType: words("Type of a group rule's expression: `urn:svc:expression:1.0`"),
      responseParameter: words(
        'Parameter of the `Content-Type` header that trims user replies: `svc-response`',
      ),
    },
    { source: 'Clients, Conventions, 6' },
  ),
  clock: group(
    'Where the clock starts and whether it stands still. `--freeze-clock` stops it, now or at a moment',
    {
      start: option('A `Date`, an ISO 8601 text, or milliseconds since 1970', () =>
        z.union([z.string(), z.number(), z.date()]).superRefine(readableBy(parseMoment)),
      ),
      frozen: flag('Whether time stands still'),
    },
    { unset: "the machine's time, running", flag: ['Data', '--freeze-clock [moment]'] },
  ),
  searchLag: setting(
    delay('How long searches, filters and `q` lag behind writes', {
      source: 'Groups and Users',
      flag: ['Data', '--search-lag <time>'],
      interpretations: ['search-lag'],
    }),
  ),
  transitionDelay: setting(
    delay('How long activation and deactivation take', {
      source: 'Users, Lifecycle',
      flag: ['Data', '--transition-delay <time>'],
      interpretations: ['respond-async'],
    }),
  ),
  pageSizes: setting(
    option('Page sizes by operation name, `{ listUsers: { max: 50 } }`', pageSizesSchema, {
      default: {},
      unset: "the API description's",
      interpretations: ['page-size', 'group-page-sizes', 'member-page-maximum', 'group-app-page-maximum'],
    }),
  ),
  rateLimit: setting(
    group(
      'Values of the rate-limit headers, and whether too many requests get 429',
      {
        limit: count('Requests in a window', { default: 600 }),
        window: option<number, Duration, number>(
          'How long a window is',
          () => durationSchema({ least: 1000, most: 3_155_760_000_000, error: 'expected at least a second' }),
          { default: minute, isDuration: true },
        ),
        enforce: flag('Whether further requests get 429', { default: false }),
      },
      { interpretations: ['request-id-and-rate-limit-headers', 'rate-limit'] },
    ),
  ),
  clients: option(
    'Clients in addition to those of the data, for your own application. They change clients of the data with the same ids. `--client` takes `my-spa=http://localhost:5173/callback`',
    clientsSchema,
    { unset: 'none', flag: ['Data', '--client <id=uri>'] },
  ),
  trustedOrigins: setting(
    option('Origins whose pages may call with credentials (CORS), besides localhost', originsSchema, {
      unset: 'none',
      flag: ['Address', '--trusted-origins <origins>'],
      interpretations: ['cors', 'delete-sessions-origin'],
    }),
  ),
  sessionCookie: setting(
    option(
      'Name of the session cookie',
      () => z.string().min(1).refine(isHeaderName, { error: 'expected the name of a cookie' }),
      { default: 'sid' },
    ),
  ),
  sessionLifetime: setting(lifetime('How long a session lives', 2 * hour)),
  passwordPolicy: group('Changes to the default password policy', passwordPolicyOptions, {
    source: 'Users, Credentials',
    interpretations: ['password-parent-domain', 'password-history', 'password-expiry', 'lock-out'],
  }),
  passwordHook: setting(
    option('URL or function that verifies passwords of users with a hook', passwordHookSchema, {
      unset: 'none, so sign-in fails',
      interpretations: ['password-hook-format'],
    }),
  ),
  optionalPassword: setting(
    oneOf(
      ['off', 'required', 'optional', 'disabled'],
      'Whether users may have no password, and how the enrolment policy then treats passwords',
      {
        default: 'off',
        source: 'Users, States and transitions',
        interpretations: ['optional-password-given', 'email-sign-in'],
      },
    ),
  ),
  activationWithoutPassword: setting(
    oneOf(
      ['PROVISIONED', 'ACTIVE'],
      'Status of a user without a password once activated, until it uses its link',
      { default: 'PROVISIONED', interpretations: ['activation-without-password'] },
    ),
  ),
  oneTimeTokenLifetimes: setting(
    group(
      'How long one-time tokens and the links with them live',
      {
        activation: lifetime('Links that activate a user', week),
        passwordReset: lifetime('Links that reset a password', hour),
        emailVerification: lifetime('Links that verify an e-mail address', hour),
      },
      { interpretations: ['one-time-links'] },
    ),
  ),
  loginPattern: option(
    'Pattern of `login` instead of the form of an e-mail address; null lifts it',
    () => z.string().refine(isPattern, { error: 'expected a regular expression' }).nullable(),
    { source: 'Users, Profile, 2', interpretations: ['login-format'] },
  ),
  nullableNames: flag('Whether `firstName` and `lastName` may be null', {
    default: false,
    source: 'Users, Profile, 3',
  }),
  features: setting(
    group(
      'Early-access features and those of the newer engine',
      {
        earlyAccess: flag('Features in early access', { default: true }),
        newerEngine: flag('Features of the newer engine', { default: true }),
      },
      { source: 'Clients, Versioning', interpretations: ['early-access', 'client-unplaced-grant-types'] },
    ),
  ),
  largePageTimeout: setting(
    count('Page size above which lists answer 500, as a deployment does under load', {
      unset: 'never',
      interpretations: ['large-page-time-out'],
    }),
  ),
  uniqueClientNames: setting(
    flag('Whether no two clients may have the same name', {
      default: false,
      source: 'Users, Client Grant object',
      interpretations: ['client-name-unique'],
    }),
  ),
  deactivation: setting(
    group('Whether a deactivated user loses its applications and credentials', {
      applications: oneOf(['removed', 'kept'], 'The applications assigned to it', {
        default: 'removed',
        interpretations: ['deactivated-applications'],
      }),
      credentials: oneOf(['kept', 'removed'], 'Password, recovery question and factors', {
        default: 'kept',
        interpretations: ['deactivated-credentials'],
      }),
    }),
  ),
  strictSpelling: setting(
    flag(
      'Whether to refuse spellings that the API description does not have. Examples: doubled and trailing slashes in paths, `SSWS00abc` without the blank, `okta_post_message` with the name prefix `svc`. The journal notes them otherwise',
      { default: false, interpretations: ['tolerances'] },
    ),
  ),
  beyond: setting(
    flag(
      'Whether endpoints that the API description does not have answer, such as `/api/v1/apps`. Links lead to them, or clients call them next',
      { default: true, interpretations: ['beyond-the-description'] },
    ),
  ),
  clientUpdate: setting(
    oneOf(['every-setting', 'required-settings'], 'Which settings an update of a client must contain', {
      default: 'every-setting',
      source: 'Clients, PUT',
      interpretations: ['client-update-missing'],
    }),
  ),
  endedGrants: setting(
    oneOf(['gone', 'shown'], 'Whether revoked grants and refresh tokens are gone, or shown as `REVOKED`', {
      default: 'gone',
      source: 'Users, Grant',
      interpretations: ['revoked-grants'],
    }),
  ),
  tokenLifetimes: setting(
    group(
      'How long OAuth tokens and codes live',
      {
        access: lifetime('Access tokens', hour),
        id: lifetime('ID tokens', hour),
        refresh: lifetime('Refresh tokens', week),
        code: lifetime('Authorization codes', 5 * minute),
        deviceCode: lifetime('Device codes', 10 * minute),
      },
      { interpretations: ['refresh-token-statuses', 'oauth-issuer'] },
    ),
  ),
  refreshTokenRotation: setting(
    oneOf(
      ['public-clients', 'all-clients', 'off'],
      'Whose refresh tokens get another value at each use (RFC 9700, section 4.14.2)',
      { default: 'public-clients', interpretations: ['refresh-token-rotation'] },
    ),
  ),
  refreshTokenGrace: setting(
    delay('How long the earlier value of a refresh token still works. With 0, its reuse ends them all', {}),
  ),
  scopeClaim: setting(
    oneOf(
      ['scp', 'scope', 'both'],
      'Claim of access tokens with their scopes: `scp`, a list, or `scope`, a text with blanks (RFC 9068)',
      { default: 'scp', interpretations: ['access-token-scopes'] },
    ),
  ),
  quickSignIn: setting(
    flag('Whether the sign-in page lists people to sign in as with one click, without a password', {
      default: false,
    }),
  ),
  journal: group('How much the journal of requests keeps', {
    entries: count('How many requests', { default: 1000 }),
    bytes: count('About how many bytes, bodies included', { default: 64 * 1024 * 1024 }),
  }),
}

/**
 * Options of an organisation. Every option has a default for tests. A duration is milliseconds, or a text such as `5m`.
 */
export interface OrgOptions extends InputOf<typeof orgOptions> {}

/** Parsed options: durations are milliseconds, and undefined options are left out. */
export interface ParsedOrgOptions extends OutputOf<typeof orgOptions> {}

/** The schema of the options of an organisation. It is created at the first use. */
export const orgOptionsSchema = once(() => objectOf(orgOptions))

/** The schema of changes to a password policy. */
export const passwordPolicySchema = once(() => objectOf(passwordPolicyOptions))

/** The page sizes of lists, by the name of the operation. */
export interface PageSizes extends Readonly<Record<string, OutputOf<typeof pageSizeOptions>>> {}

function pageSizesSchema(): z.ZodType<PageSizes, Readonly<Record<string, PageSizeOptions>>> {
  const lists = Object.values(operationNames)
    .flat()
    .filter((name) => name.startsWith('list'))
  const size = objectOf(pageSizeOptions).optional()
  return z.strictObject(Object.fromEntries(lists.map((name) => [name, size]))) as z.ZodType<
    PageSizes,
    Readonly<Record<string, PageSizeOptions>>
  >
}

function seedSchema() {
  const hint = '; records are loaded with await loadWorld(org, seed)'
  return z.union([z.string(), z.number()], {
    error: unionError('a text or a number, from which ids come', hint),
  })
}

/** A client for an application, parsed. */
export interface ChosenClient extends z.output<ReturnType<typeof chosenClientSchema>> {}

function clientsSchema(): z.ZodType<ChosenClient[], readonly ClientOptions[]> {
  return z.array(chosenClientSchema()) as z.ZodType<ChosenClient[], readonly ClientOptions[]>
}

function originsSchema(): z.ZodType<string[], readonly string[]> {
  const error = ({ input }: { readonly input?: unknown }): string => originExpected(String(input))
  return z.array(z.string().refine(isOrigin, { error, params: saysGot }))
}

type PasswordHookSetting = string | z.output<ReturnType<typeof hookEndpointSchema>> | PasswordHook

function passwordHookSchema(): z.ZodType<PasswordHookSetting, string | PasswordHookEndpoint | PasswordHook> {
  return z.union(
    [hookUrl(), hookEndpointSchema(), z.custom<PasswordHook>((value) => typeof value === 'function')],
    { error: 'expected an http or https URL, an object with url, headers and timeout, or a function' },
  )
}

/** A base address for links. */
export function baseUrlSchema() {
  return z
    .string()
    .refine(isBaseUrl, { error: ({ input }) => baseUrlRefusal(String(input)), params: saysGot })
}

/** The message for a wrong token. */
export const tokenValueForm = 'visible ASCII characters, and no blanks'

/** The value of a token that callers send in a header. */
export function tokenValueSchema() {
  return z.string().refine(isTokenValue, { error: `expected ${tokenValueForm}` })
}

/** Whether a text is an origin as browsers send it: in lower case, without a default port. */
function isOrigin(text: string): boolean {
  return text === 'null' || originOf(text) === text
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, host } = new URL(text)
  return host === '' ? undefined : `${protocol}//${host}`
}

function originExpected(text: string): string {
  const meant = originOf(text)
  return meant === undefined
    ? `expected an origin such as https://app.example.com, got ${JSON.stringify(text)}`
    : `expected an origin, got ${JSON.stringify(text)}; did you mean ${JSON.stringify(meant)}?`
}

function hookUrl() {
  return z.url({ protocol: /^https?$/ })
}
