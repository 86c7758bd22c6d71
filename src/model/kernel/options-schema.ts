import { z } from 'zod'
import { saysGot } from '../../contract/errors/mistakes.ts'
import { isHeaderName, isTokenValue } from '../../contract/formats/index.ts'
import {
  applicationTypes,
  givenSettings,
  consentMethods,
  tokenEndpointAuthMethods,
} from '../../contract/resources/client-settings.ts'
import { operationNames } from '../../contract/operation-names.ts'
import { isPattern } from '../../contract/profile.ts'
import { isWord, wordRefusal } from '../../contract/vocabulary.ts'
import { baseUrlRefusal, isBaseUrl } from './base-url.ts'
import { parseMoment } from './clock.ts'
import { readableBy } from './readable-by.ts'
import { unionError } from './schema-messages.ts'
import { durationSchema, lifetimeSchema } from './duration-schema.ts'
import type { Defined } from './defined.ts'
import { once } from '../../contract/once.ts'
import type { PasswordHook } from './password-hook-function.ts'

/** A member that may be left out, with its description. */
const option = <Schema extends z.ZodType>(text: string, schema: Schema) => schema.optional().describe(text)
const flag = (text: string) => option(text, z.boolean())
const words = (text: string) => option(text, z.string())
const count = (text: string) => option(text, z.int().min(1))
const delay = (text: string) => option(text, durationSchema())
const lifetime = (text: string) => option(text, lifetimeSchema())
const parts = <Shape extends z.core.$ZodLooseShape>(text: string, shape: Shape) =>
  option(text, z.strictObject(shape))
const oneOf = <const Values extends readonly string[]>(values: Values, text: string) =>
  option(text, z.enum(values))

/** The names of the presets. */
const presetNames = ['okta'] as const
export type PresetName = (typeof presetNames)[number]

/** The message for a wrong token. */
export const tokenValueForm = 'visible ASCII characters, and no blanks'

/** Page sizes of one list. */
export const pageSizeSchema = once(() =>
  z
    .strictObject({
      default: count('Rows of a page if a call has no `limit`'),
      max: count('The largest `limit`'),
    })
    .describe("Page sizes of one list, if they differ from the API description's"),
)

/** The address of a password hook. */
export const hookEndpointSchema = once(() =>
  z
    .strictObject({
      url: hookUrl(),
      headers: option('Headers sent along, such as `authorization`', z.record(z.string(), z.string())),
      timeout: lifetime("The longest wait for its answer, by the machine's clock. Default 3 s"),
    })
    .describe('The address of a password hook that needs more than a URL'),
)

/** A client in the options of an organisation. */
export const chosenClientSchema = once(() =>
  z
    .strictObject({
      ...givenSettings(),
      client_id: z.string().min(1).describe('The id that your application sends'),
      client_secret: option('The secret of a confidential client', z.string().min(1)),
      client_name: option('A name for people. Default: the id', z.string().min(1)),
      application_type: option(
        'Default `browser`, or `web` with a secret or a method of authentication',
        z.enum(applicationTypes),
      ),
    })
    .describe('A client for your own application'),
)

/** The rules of a password policy that can be changed. */
export const passwordPolicySchema = once(() => {
  const atMost = (max: number, text: string) => {
    const error = `expected a whole number from 0 to ${max}`
    return option(text, z.int({ error }).min(0, { error }).max(max, { error }))
  }
  const age = (text: string) =>
    option(text, durationSchema({ most: 315_360_000_000, error: 'expected at most 3,650 days' }))
  return z.strictObject({
    minLength: atMost(72, 'In characters, 0 to 72. Default 8'),
    minLowerCase: atMost(72, 'Lower-case letters, of any script. Default 1'),
    minUpperCase: atMost(72, 'Upper-case letters, of any script. Default 1'),
    minNumber: atMost(72, 'Decimal digits. Default 1'),
    minSymbol: atMost(72, 'Punctuation marks and symbols. Default 0'),
    excludeUsername: flag('Whether a password must not contain the login or parts of it. Default true'),
    historyCount: atMost(
      30,
      'How many latest passwords, including the present one, a user cannot set again. Default 4',
    ),
    minAge: age('How long a password must stay before its owner can change it. Default 0'),
    maxAge: age('Lifetime of a password. A sign-in after that expires it. 0 is for ever. Default 0'),
    maxAttempts: atMost(
      1_000_000,
      'Wrong passwords in a row that lock the user out. 0 never does. Default 10',
    ),
  })
})

/**
 * The options of an organisation. The interface {@link OrgOptions} with its comments, the schema of configuration
 * files and the page of all options come from it. It is created at the first use.
 */
export const orgOptionsSchema = once(() =>
  z.strictObject({
    seed: seedText(
      'Seed of ids, tokens and fixtures. The same seed gives the same ones. Default `identikit`',
    ),
    secretSeed: seedText(
      'Seed of tokens, cookies, one-time codes and client secrets, instead of `seed`. With different values, organisations with the same ids accept no secret of each other. Default: that of `seed`',
    ),
    sampleSeed: seedText(
      'Seed of the passwords and tokens of sample data sets, instead of the well-known ones such as `Tulip-Meadow-42`. `sampleSecret(org, demoPassword)` of `identikit/fixtures` returns the password. Default: the well-known ones; a server that other machines can reach sets a random seed',
    ),
    baseUrl: option(
      'Address that links begin with, without a trailing slash. Default `https://svc.example.com`',
      baseUrlSchema(),
    ),
    apiToken: option(
      "Value of the super administrator's API token. Default: a value from the seed",
      tokenValueSchema(),
    ),
    preset: oneOf(
      presetNames,
      'Answers as recordings of a service show, also where they contradict the API description. Examples are names, links and statuses. Default: none, so the API description decides',
    ),
    vocabulary: parts('The name prefix in identifiers (Clients, Conventions, 6)', {
      word: option(
        'The word inside the identifiers. Default `svc`, or the name of the preset',
        z.string().refine(isWord, { error: ({ input }) => wordRefusal(String(input)), params: saysGot }),
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
    }),
    clock: parts("Where the clock starts and whether it stands still. Default: the machine's time, running", {
      start: option(
        'A `Date`, an ISO 8601 text, or milliseconds since 1970',
        z.union([z.string(), z.number(), z.date()]).superRefine(readableBy(parseMoment)),
      ),
      frozen: flag('Whether time stands still'),
    }),
    searchLag: delay('How long searches, filters and `q` lag behind writes (Groups and Users). Default 0'),
    transitionDelay: delay(
      'How long activation and deactivation take (Users, Lifecycle). Default 0: at once',
    ),
    pageSizes: option(
      "Page sizes by operation name, `{ listUsers: { max: 50 } }`. Default: the API description's",
      z.strictObject(
        Object.fromEntries(
          Object.values(operationNames)
            .flat()
            .filter((name) => name.startsWith('list'))
            .map((name) => [name, pageSizeSchema().optional()]),
        ),
      ),
    ),
    rateLimit: parts('Values of the rate-limit headers, and whether too many requests get 429', {
      limit: count('Requests in a window. Default 600'),
      window: option(
        'How long a window is. Default a minute',
        durationSchema({ least: 1000, most: 3_155_760_000_000, error: 'expected at least a second' }),
      ),
      enforce: flag('Whether further requests get 429. Default false'),
    }),
    clients: option(
      'Clients in addition to those of the data, for your own application. They change clients of the data with the same ids. Default: none',
      z.array(chosenClientSchema()),
    ),
    trustedOrigins: option(
      'Origins whose pages may call with credentials (CORS), besides localhost. Default: none',
      z.array(
        z.string().refine(isOrigin, { error: ({ input }) => originExpected(String(input)), params: saysGot }),
      ),
    ),
    sessionCookie: option(
      'Name of the session cookie. Default `sid`',
      z.string().min(1).refine(isHeaderName, { error: 'expected the name of a cookie' }),
    ),
    sessionLifetime: lifetime('How long a session lives. Default 2 h'),
    passwordPolicy: option(
      'Changes to the default password policy (Users, Credentials)',
      passwordPolicySchema(),
    ),
    passwordHook: option(
      'URL or function that verifies passwords of users with a hook. Default: none, so sign-in fails',
      z.union(
        [hookUrl(), hookEndpointSchema(), z.custom<PasswordHook>((value) => typeof value === 'function')],
        {
          error: 'expected an http or https URL, an object with url, headers and timeout, or a function',
        },
      ),
    ),
    optionalPassword: oneOf(
      ['off', 'required', 'optional', 'disabled'],
      'Whether users may have no password, and how the enrolment policy then treats passwords (Users, States and transitions). Default `off`',
    ),
    activationWithoutPassword: oneOf(
      ['PROVISIONED', 'ACTIVE'],
      'Status of a user without a password once activated, until it uses its link. Default `PROVISIONED`',
    ),
    oneTimeTokenLifetimes: parts('How long one-time tokens and the links with them live', {
      activation: lifetime('Default a week'),
      passwordReset: lifetime('Default an hour'),
      emailVerification: lifetime('Default an hour'),
    }),
    loginPattern: z
      .string()
      .refine(isPattern, { error: 'expected a regular expression' })
      .nullish()
      .describe(
        'Pattern of `login` instead of the form of an e-mail address; null lifts it (Users, Profile, 2)',
      ),
    nullableNames: flag('Whether `firstName` and `lastName` may be null (Users, Profile, 3). Default false'),
    features: parts('Early-access features and those of the newer engine (Clients, Versioning)', {
      earlyAccess: flag('Default true'),
      newerEngine: flag('Default true'),
    }),
    largePageTimeout: count(
      'Page size above which lists answer 500, as a deployment does under load. Default: never',
    ),
    uniqueClientNames: flag(
      'Whether no two clients may have the same name (Users, Client Grant object). Default false',
    ),
    deactivation: parts('Whether a deactivated user loses its applications and credentials', {
      applications: oneOf(['removed', 'kept'], 'The applications assigned to it. Default `removed`'),
      credentials: oneOf(['kept', 'removed'], 'Password, recovery question and factors. Default `kept`'),
    }),
    strictSpelling: flag(
      'Whether to refuse spellings that the API description does not have. Examples: doubled and trailing slashes in paths, `SSWS00abc` without the blank, `okta_post_message` with the name prefix `svc`. Default false: the journal notes them',
    ),
    beyond: flag(
      'Whether endpoints that the API description does not have answer, such as `/api/v1/apps`. Links lead to them, or clients call them next. Default true',
    ),
    clientUpdate: oneOf(
      ['every-setting', 'required-settings'],
      'Which settings an update of a client must contain (Clients, PUT). Default `every-setting`',
    ),
    endedGrants: oneOf(
      ['gone', 'shown'],
      'Whether revoked grants and refresh tokens are gone, or shown as `REVOKED` (Users, Grant). Default `gone`',
    ),
    tokenLifetimes: parts('How long OAuth tokens and codes live', {
      access: lifetime('Default an hour'),
      id: lifetime('Default an hour'),
      refresh: lifetime('Default a week'),
      code: lifetime('Authorization codes. Default 5 min'),
      deviceCode: lifetime('Default 10 min'),
    }),
    refreshTokenRotation: oneOf(
      ['public-clients', 'all-clients', 'off'],
      'Whose refresh tokens get another value at each use (RFC 9700, section 4.14.2). Default `public-clients`',
    ),
    refreshTokenGrace: delay(
      'How long the earlier value of a refresh token still works. Default 0: its reuse ends them all',
    ),
    scopeClaim: oneOf(
      ['scp', 'scope', 'both'],
      'Claim of access tokens with their scopes: `scp`, a list, or `scope`, a text with blanks (RFC 9068). Default `scp`',
    ),
    quickSignIn: flag(
      'Whether the sign-in page lists people to sign in as with one click, without a password. Default false',
    ),
    journal: parts('How much the journal of requests keeps', {
      entries: count('Default 1000'),
      bytes: count('Default 64 MiB'),
    }),
  }),
)

/** Parsed options: durations are milliseconds, and undefined options are left out. */
export type ParsedOrgOptions = Defined<z.output<ReturnType<typeof orgOptionsSchema>>>

/** A base address for links. */
export function baseUrlSchema() {
  return z
    .string()
    .refine(isBaseUrl, { error: ({ input }) => baseUrlRefusal(String(input)), params: saysGot })
}

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

function seedText(text: string) {
  const error = unionError(
    'a text or a number, from which ids come',
    '; records are loaded with await loadWorld(org, seed)',
  )
  return option(text, z.union([z.string(), z.number()], { error }))
}

function hookUrl() {
  return z.url({ protocol: /^https?$/ })
}
