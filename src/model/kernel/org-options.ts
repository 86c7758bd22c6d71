import { z } from 'zod'
import { saysGot } from '../../contract/errors/mistakes.ts'
import { isHeaderName, isTokenValue } from '../../contract/formats/index.ts'
import { applicationTypes, givenSettings } from '../../contract/resources/client-settings.ts'
import { once } from '../../contract/once.ts'
import { operationNames } from '../../contract/operation-names.ts'
import { defaultPasswordPolicy } from '../../contract/password-policy.ts'
import { isPattern } from '../../contract/profile.ts'
import { isPrefix, prefixProblem } from '../../contract/vocabulary.ts'
import { baseUrlRefusal, isBaseUrl } from './base-url.ts'
import { parseMoment } from './clock.ts'
import { defaultSeed } from './random.ts'
import { type Duration, durationIn } from './duration.ts'
import { durationSchema, lifetimeSchema } from './duration-schema.ts'
import { interpretationOptions } from './interpretation-options.ts'
import { type Given, group, type InputOf, objectOf, oneOf, option, type OutputOf, setting } from './option.ts'
import { readableBy } from './value-error.ts'
import { unionError } from './schema-messages.ts'

/** Called once, at the first sign-in of a user that was created with a password hook (Clients, Events). */
export type PasswordHook = (credential: {
  readonly userId: string
  readonly login: string
  readonly password: string
}) => boolean | Promise<boolean>

const minute = 60_000
const hour = 60 * minute
const week = 7 * 24 * hour

const flag = <const Default extends boolean | undefined = undefined>(value?: Default) =>
  option<boolean, boolean, Default>(() => z.boolean(), { default: value as Default })
const count = <const Default extends number | undefined = undefined>(value?: Default) =>
  option<number, number, Default>(() => z.int().min(1), { default: value as Default })
const delay = () => lasting(0)
const lifetime = (value: number) => lasting(value, lifetimeSchema)
const lasting = (value: number, type: () => z.ZodType<number, Duration> = durationSchema) =>
  option<number, Duration, number>(type, { default: value, isDuration: true })

/** Page sizes of one list. */
export const pageSizeOptions = {
  default: count().describe('Rows of a page if a call has no `limit`'),
  max: count().describe('The largest `limit`'),
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
const atMost = (max: number, value: number) =>
  option<number, number, number>(
    () => {
      const error = `expected a whole number from 0 to ${max}`
      return z.int({ error }).min(0, { error }).max(max, { error })
    },
    { default: value },
  )
const age = (value: number) =>
  lasting(value, () => durationSchema({ max: 315_360_000_000, error: 'expected at most 3,650 days' }))
const policy = defaultPasswordPolicy

/** The rules of a password policy that can be changed. */
const passwordPolicyOptions = {
  minLength: atMost(72, policy.minLength).describe('In characters, 0 to 72'),
  minLowerCase: atMost(72, policy.minLowerCase).describe('Lower-case letters, of any script'),
  minUpperCase: atMost(72, policy.minUpperCase).describe('Upper-case letters, of any script'),
  minNumber: atMost(72, policy.minNumber).describe('Decimal digits'),
  minSymbol: atMost(72, policy.minSymbol).describe('Punctuation marks and symbols'),
  excludeUsername: flag(policy.excludeUsername).describe(
    'Whether a password must not contain the login or parts of it',
  ),
  historyCount: atMost(30, policy.historyCount).describe(
    'How many latest passwords, including the present one, a user cannot set again',
  ),
  minAge: age(policy.minAge).describe('How long a password must stay before its owner can change it'),
  maxAge: age(policy.maxAge).describe(
    'Lifetime of a password. A sign-in after that expires it. 0 is for ever',
  ),
  maxAttempts: atMost(1_000_000, policy.maxAttempts).describe(
    'Wrong passwords in a row that lock the user out. 0 never does',
  ),
}

/**
 * Every option of an organisation, each in one row. Its types, schemas, flags and pages come from this table.
 */
export const orgOptions = {
  seed: option(seedSchema, {
    default: defaultSeed,
    members: {
      ids: { flag: ['Data', '--seed <text>'] },
      secrets: { file: 'secret' },
      samples: { file: 'secret' },
    },
  }).describe(
    'Seed of ids, tokens and fixtures. The same seed gives the same ones. Or one for each: `{ ids, secrets, samples }`',
  ),
  baseUrl: option(baseUrlSchema, { default: 'https://svc.example.com' }).describe(
    'Address that links begin with, without a trailing slash',
    { interpretations: ['links-by-base-url'] },
  ),
  apiToken: option(tokenValueSchema, { file: 'secret' }).describe(
    "Value of the super administrator's API token",
    { unset: 'a value from the seed', flag: ['Data', '--token <value>'] },
  ),
  preset: option(() => z.enum(['okta'])).describe(
    'Answers as recordings of a service show, also where they contradict the API description. Examples are names, links and statuses. It sets the prefix, and `recorded` in each interpretation that has this value',
    { unset: 'none, so the API description decides', flag: ['Data', '--preset <name>'] },
  ),
  prefix: option(() =>
    z.string().refine(isPrefix, { error: ({ input }) => prefixProblem(String(input)), params: saysGot }),
  ).describe('The name prefix inside identifiers', {
    unset: '`svc`, or the name of the preset',
    source: 'Clients, Conventions, 6',
    flag: ['Data', '--prefix <prefix>'],
  }),
  interpretations: setting(
    group(interpretationOptions).describe(
      'Other readings of the API description, by the ids of the interpretations. `--interpretation` takes `revoked-grants=shown`',
      { flag: ['Data', '--interpretation <id=value>'] },
    ),
  ),
  clock: group({
    start: option(() =>
      z.union([z.string(), z.number(), z.date()]).superRefine(readableBy(parseMoment)),
    ).describe('A `Date`, an ISO 8601 text, or milliseconds since 1970'),
    frozen: flag().describe('Whether time stands still'),
  }).describe('Start of the clock, and whether it is frozen. `--freeze-clock` stops it, now or at a moment', {
    unset: "the machine's time, running",
    flag: ['Data', '--freeze-clock [moment]'],
  }),
  delays: setting(
    group({
      search: delay().describe('How long searches, filters and `q` lag behind writes', {
        source: 'Groups and Users',
        flag: ['Data', '--search-lag <time>'],
        interpretations: ['search-lag'],
      }),
      transition: delay().describe('How long activation and deactivation take', {
        source: 'Users, Lifecycle',
        flag: ['Data', '--transition-delay <time>'],
        interpretations: ['respond-async'],
      }),
    }).describe('How long effects take that callers can see late'),
  ),
  pageSizes: setting(
    option(pageSizesSchema, { default: {} }).describe(
      'Page sizes by operation name, `{ listUsers: { max: 50 } }`',
      {
        unset: "the API description's",
        interpretations: ['page-size', 'group-page-sizes', 'member-page-maximum', 'group-app-page-maximum'],
      },
    ),
  ),
  rateLimit: setting(
    group({
      limit: count(600).describe('Requests in a window'),
      window: option<number, Duration, number>(
        () => durationSchema({ least: 1000, max: 3_155_760_000_000, error: 'expected at least a second' }),
        { default: minute, isDuration: true },
      ).describe('How long a window is'),
      enforce: flag(false).describe('Whether further requests get 429'),
    }).describe('Values of the rate-limit headers, and whether too many requests get 429', {
      interpretations: ['request-id-and-rate-limit-headers', 'rate-limit'],
    }),
  ),
  clients: option(clientsSchema).describe(
    'Clients in addition to those of the data, for your own application. They change clients of the data with the same ids. `--client` takes `my-spa=http://localhost:5173/callback`',
    { unset: 'none', flag: ['Data', '--client <id=uri>'] },
  ),
  trustedOrigins: setting(
    option(originsSchema).describe(
      'Origins whose pages may call with credentials (CORS), in addition to localhost',
      {
        unset: 'none',
        flag: ['Address', '--trusted-origins <origins>'],
        interpretations: ['cors', 'delete-sessions-origin'],
      },
    ),
  ),
  signIn: setting(
    group({
      quick: flag(false).describe(
        'Whether the sign-in page lists people to sign in as with one click, without a password',
      ),
      secondFactor: flag(false).describe(
        'Whether sign-in asks users who are enrolled in a factor for its code, after the password',
        { interpretations: ['second-factor'] },
      ),
      cookie: option(
        () => z.string().min(1).refine(isHeaderName, { error: 'expected the name of a cookie' }),
        {
          default: 'sid',
        },
      ).describe('Name of the session cookie'),
    }).describe('How people sign in'),
  ),
  lifetimes: setting(
    group({
      session: lifetime(2 * hour).describe('Sessions'),
      access: lifetime(hour).describe('Access tokens'),
      id: lifetime(hour).describe('ID tokens'),
      refresh: lifetime(week).describe('Refresh tokens', {
        interpretations: ['refresh-token-statuses'],
      }),
      code: lifetime(5 * minute).describe('Authorization codes'),
      deviceCode: lifetime(10 * minute).describe('Device codes'),
      activation: lifetime(week).describe('Links that activate a user'),
      passwordReset: lifetime(hour).describe('Links that reset a password'),
      emailVerification: lifetime(hour).describe('Links that verify an e-mail address'),
    }).describe('How long sessions, tokens, codes and links live', {
      interpretations: ['one-time-links', 'oauth-issuer'],
    }),
  ),
  refreshTokens: setting(
    group({
      rotation: oneOf(['public-clients', 'all-clients', 'off'], 'public-clients').describe(
        'Whose refresh tokens get another value at each use (RFC 9700, section 4.14.2)',
        { interpretations: ['refresh-token-rotation'] },
      ),
      grace: delay().describe('How long the earlier value still works. With 0, its reuse ends them all'),
    }).describe('Whether the use of a refresh token gives it another value'),
  ),
  passwordPolicy: group(passwordPolicyOptions).describe('Changes to the default password policy', {
    source: 'Users, Credentials',
    interpretations: ['password-parent-domain', 'password-history', 'password-expiry', 'lock-out'],
  }),
  passwordHook: setting(
    option(passwordHookSchema).describe('URL or function that verifies passwords of users with a hook', {
      unset: 'none, so sign-in fails',
      interpretations: ['password-hook-format'],
    }),
  ),
  optionalPassword: setting(
    oneOf(['off', 'required', 'optional', 'disabled'], 'off').describe(
      'Whether users may have no password, and how the enrolment policy then treats passwords',
      {
        source: 'Users, States and transitions',
        interpretations: ['optional-password-given', 'email-sign-in'],
      },
    ),
  ),
  profile: group({
    loginPattern: option(() =>
      z.string().refine(isPattern, { error: 'expected a regular expression' }).nullable(),
    ).describe('Pattern of `login` instead of the form of an e-mail address; null lifts it', {
      source: 'Users, Profile, 2',
      interpretations: ['login-format'],
    }),
    nullableNames: flag(false).describe('Whether `firstName` and `lastName` may be null', {
      source: 'Users, Profile, 3',
    }),
  }).describe('Rules of the default user profile'),
  features: setting(
    group({
      earlyAccess: flag(true).describe('Features in early access'),
      newerEngine: flag(true).describe('Features of the newer engine'),
    }).describe('Early-access features and those of the newer engine', {
      source: 'Clients, Versioning',
      interpretations: ['early-access', 'client-unplaced-grant-types'],
    }),
  ),
  journal: group({
    entries: count(1000).describe('How many requests'),
    bytes: count(64 * 1024 * 1024).describe('About how many bytes, bodies included'),
  }).describe('How much the journal of requests keeps'),
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

/** Seeds of one organisation. With different seeds of secrets, organisations with the same ids share no secret. */
export const seedsSchema = once(() => {
  const seed = z.union([z.string(), z.number()]).optional()
  return z.strictObject({
    ids: seed.describe(`Seed of ids and fixtures. Default \`${defaultSeed}\``),
    secrets: seed.describe(
      'Seed of tokens, cookies, one-time codes and client secrets. With different values, organisations with the same ids accept no secret of each other. Default: that of the ids. A configuration file can say `env:NAME` or `file:PATH` instead',
    ),
    samples: seed.describe(
      'Seed of the passwords and tokens of sample data sets, instead of the well-known ones such as `Tulip-Meadow-42`. `sampleSecret(org, known)` of `identikit/fixtures` returns the password. Default: the well-known ones; a server that other machines can reach sets a random seed. A configuration file can say `env:NAME` or `file:PATH` instead',
    ),
  })
})

/** The seeds of the parts of an organisation. */
export interface SeedOptions extends Given<z.input<ReturnType<typeof seedsSchema>>> {}

const noData = '; records are loaded with await loadDataset(org, seed)'

/** A seed of ids. */
export function idSeedSchema() {
  const error = unionError('a text or a number, from which ids come', noData)
  return z.union([z.string(), z.number()], { error })
}

function seedSchema(): z.ZodType<string | number | SeedOptions, string | number | SeedOptions> {
  const error = unionError('a text or a number, from which ids come, or { ids, secrets, samples }', noData)
  return z.union([z.string(), z.number(), seedsSchema()], { error })
}

/** The seed of each part, with the defaults filled in. */
export function seedsOf({ seed }: Pick<OrgOptions, 'seed'>) {
  const { ids = defaultSeed, secrets = ids, samples } = seedParts(seed)
  return { ids, secrets, samples }
}

/** The seeds that an option names. */
export function seedParts(seed: OrgOptions['seed']): SeedOptions {
  return typeof seed === 'object' ? seed : { ...(seed !== undefined && { ids: seed }) }
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
