import { z } from 'zod'
import { isHeaderName, isTokenValue } from '../../contract/formats/index.ts'
import { operationNames } from '../../contract/operation-names.ts'
import { isPattern } from '../../contract/profile.ts'
import { isWord, wordRefusal } from '../../contract/vocabulary.ts'
import { baseUrlRefusal, isBaseUrl } from './base-url.ts'
import { parseMoment } from './clock.ts'
import { readableBy } from './readable-by.ts'
import { durationSchema, lifetimeSchema } from './duration-schema.ts'
import type { Defined } from './defined.ts'
import { once } from '../../contract/once.ts'
import type { PasswordHook } from './password-hook-function.ts'

/** A boolean option with its description. */
const flag = (text: string) => z.boolean().optional().describe(text)

/** The message for a wrong token. */
export const tokenValueExpected = 'expected visible ASCII characters, and no blanks'

/** Page sizes of one list. */
export const pageSizeSchema = once(() =>
  z
    .strictObject({
      default: z.int().min(1).optional().describe('Rows of a page if a call has no `limit`'),
      max: z.int().min(1).optional().describe('The largest `limit`'),
    })
    .describe("Page sizes of one list, if they differ from the API description's"),
)

/** The address of a password hook. */
export const hookEndpointSchema = once(() =>
  z
    .strictObject({
      url: hookUrl(),
      headers: z
        .record(z.string(), z.string())
        .optional()
        .describe('Headers sent along, such as `authorization`'),
      timeout: lifetimeSchema()
        .optional()
        .describe("The longest wait for its answer, by the machine's clock. Default 3 s"),
    })
    .describe('The address of a password hook that needs more than a URL'),
)

/** The rules of a password policy that can be changed. */
export const passwordPolicySchema = once(() => {
  const atMost = (max: number) => {
    const error = `expected a whole number from 0 to ${max}`
    return z.int({ error }).min(0, { error }).max(max, { error }).optional()
  }
  const age = () => durationSchema({ most: 315_360_000_000, error: 'expected at most 3,650 days' }).optional()
  return z.strictObject({
    minLength: atMost(72).describe('In characters, 0 to 72. Default 8'),
    minLowerCase: atMost(72).describe('Lower-case letters, of any script. Default 1'),
    minUpperCase: atMost(72).describe('Upper-case letters, of any script. Default 1'),
    minNumber: atMost(72).describe('Decimal digits. Default 1'),
    minSymbol: atMost(72).describe('Punctuation marks and symbols. Default 0'),
    excludeUsername: z
      .boolean()
      .optional()
      .describe('Whether a password must not contain the login or parts of it. Default true'),
    historyCount: atMost(30).describe(
      'How many latest passwords, including the present one, a user cannot set again. Default 4',
    ),
    minAge: age().describe('How long a password must stay before its owner can change it. Default 0'),
    maxAge: age().describe(
      'Lifetime of a password. A sign-in after that expires it. 0 is for ever. Default 0',
    ),
    maxAttempts: atMost(1_000_000).describe(
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
    seed: seedText().describe(
      'Seed of ids, tokens and fixtures. The same seed gives the same ones. Default `identikit`',
    ),
    secretSeed: seedText().describe(
      'Seed of tokens, cookies, one-time codes and client secrets, instead of `seed`. With different values, organisations with the same ids accept no secret of each other. Default: that of `seed`',
    ),
    baseUrl: baseUrlSchema()
      .optional()
      .describe('Address that links begin with, without a trailing slash. Default `https://svc.example.com`'),
    apiToken: tokenValueSchema()
      .optional()
      .describe("Value of the super administrator's API token. Default: a value from the seed"),
    vocabulary: z
      .strictObject({
        word: z
          .string()
          .refine(isWord, { error: ({ input }) => wordRefusal(String(input)) })
          .optional()
          .describe('The word inside the identifiers'),
        groupType: z.string().optional().describe('Type of a group that the API manages: `SVC_GROUP`'),
        groupObjectClass: z.string().optional().describe('objectClass of such a group: `svc:user_group`'),
        directoryObjectClass: z
          .string()
          .optional()
          .describe('objectClass of an imported directory group: `svc:directory_security_principal`'),
        directoryQualifiedName: z
          .string()
          .optional()
          .describe(
            'Profile property with the fully qualified name of a directory group: `directoryDomainQualifiedName`',
          ),
        providerType: z
          .string()
          .optional()
          .describe('Provider type of a user whose credentials the service holds: `SVC`'),
        expressionType: z
          .string()
          .optional()
          .describe("Type of a group rule's expression: `urn:svc:expression:1.0`"),
        responseParameter: z
          .string()
          .optional()
          .describe('Parameter of the `Content-Type` header that trims user replies: `svc-response`'),
      })
      .optional()
      .describe('The name prefix in identifiers (Clients, Conventions, 6). Default `svc`'),
    clock: z
      .strictObject({
        start: z
          .union([z.string(), z.number(), z.date()])
          .superRefine(readableBy(parseMoment))
          .optional()
          .describe('A `Date`, an ISO 8601 text, or milliseconds since 1970'),
        frozen: z.boolean().optional().describe('Whether time stands still'),
      })
      .optional()
      .describe("Where the clock starts and whether it stands still. Default: the machine's time, running"),
    searchLag: durationSchema()
      .optional()
      .describe('How long searches, filters and `q` lag behind writes (Groups and Users). Default 0'),
    transitionDelay: durationSchema()
      .optional()
      .describe('How long activation and deactivation take (Users, Lifecycle). Default 0: at once'),
    pageSizes: z
      .strictObject(
        Object.fromEntries(
          Object.values(operationNames)
            .flat()
            .filter((name) => name.startsWith('list'))
            .map((name) => [name, pageSizeSchema().optional()]),
        ),
      )
      .optional()
      .describe("Page sizes by operation name, `{ listUsers: { max: 50 } }`. Default: the API description's"),
    rateLimit: z
      .strictObject({
        limit: z.int().min(1).optional().describe('Requests in a window. Default 600'),
        window: durationSchema({ least: 1000, most: 3_155_760_000_000, error: 'expected at least a second' })
          .optional()
          .describe('How long a window is. Default a minute'),
        enforce: z.boolean().optional().describe('Whether further requests get 429. Default false'),
      })
      .optional()
      .describe('Values of the rate-limit headers, and whether too many requests get 429'),
    trustedOrigins: z
      .array(z.string())
      .optional()
      .describe(
        'Origins whose pages may call with credentials (CORS). Default: those of localhost, any port',
      ),
    sessionCookie: z
      .string()
      .min(1)
      .refine(isHeaderName, { error: 'expected the name of a cookie' })
      .optional()
      .describe('Name of the session cookie. Default `sid`'),
    sessionLifetime: lifetimeSchema().optional().describe('How long a session lives. Default 2 h'),
    passwordPolicy: passwordPolicySchema()
      .optional()
      .describe('Changes to the default password policy (Users, Credentials)'),
    passwordHook: z
      .union(
        [hookUrl(), hookEndpointSchema(), z.custom<PasswordHook>((value) => typeof value === 'function')],
        {
          error: 'expected an http or https URL, an object with url, headers and timeout, or a function',
        },
      )
      .optional()
      .describe(
        'URL or function that verifies passwords of users with a hook. Default: none, so sign-in fails',
      ),
    optionalPassword: z
      .enum(['off', 'required', 'optional', 'disabled'])
      .optional()
      .describe(
        'Whether users may have no password, and how the enrolment policy then treats passwords (Users, States and transitions). Default `off`',
      ),
    activationWithoutPassword: z
      .enum(['PROVISIONED', 'ACTIVE'])
      .optional()
      .describe(
        'Status of a user without a password once activated, until it uses its link. Default `PROVISIONED`',
      ),
    ruleOfDeletedGroup: z
      .enum(['INVALID', 'unchanged'])
      .optional()
      .describe(
        'Status of a group rule after one of its target groups is deleted. With `unchanged`, the rule still adds users to its other groups. Groups does not list `INVALID`. Default `INVALID`',
      ),
    oneTimeTokenLifetimes: z
      .strictObject({
        activation: lifetimeSchema().optional().describe('Default a week'),
        passwordReset: lifetimeSchema().optional().describe('Default an hour'),
        emailVerification: lifetimeSchema().optional().describe('Default an hour'),
      })
      .optional()
      .describe('How long one-time tokens and the links with them live'),
    loginPattern: z
      .string()
      .refine(isPattern, { error: 'expected a regular expression' })
      .nullish()
      .describe(
        'Pattern of `login` instead of the form of an e-mail address; null lifts it (Users, Profile, 2)',
      ),
    nullableNames: z
      .boolean()
      .optional()
      .describe('Whether `firstName` and `lastName` may be null (Users, Profile, 3). Default false'),
    features: z
      .strictObject({
        earlyAccess: z.boolean().optional().describe('Default true'),
        newerEngine: z.boolean().optional().describe('Default true'),
      })
      .optional()
      .describe('Early-access features and those of the newer engine (Clients, Versioning)'),
    largePageTimeout: z
      .int()
      .min(1)
      .optional()
      .describe('Page size above which lists answer 500, as a deployment does under load. Default: never'),
    uniqueClientNames: flag(
      'Whether no two clients may have the same name (Users, Client Grant object). Default false',
    ),
    deactivation: z
      .strictObject({
        applications: z
          .enum(['removed', 'kept'])
          .optional()
          .describe('The applications assigned to it. Default `removed`'),
        credentials: z
          .enum(['kept', 'removed'])
          .optional()
          .describe('Password, recovery question and factors. Default `kept`'),
      })
      .optional()
      .describe('Whether a deactivated user loses its applications and credentials'),
    strictSpelling: flag(
      'Whether to refuse spellings that the API description does not have. Examples: doubled and trailing slashes in paths, `SSWS00abc` without the blank, `okta_post_message` with the name prefix `svc`. Default false: the journal notes them',
    ),
    beyond: flag(
      'Whether endpoints that the API description does not have answer, such as `/api/v1/apps`. Links lead to them, or clients call them next. Default true',
    ),
    unsetActivated: z
      .enum(['absent', 'null'])
      .optional()
      .describe(
        'How a reply shows `activated` of a user who never was: left out, or as null. Default `absent`',
      ),
    clientUpdate: z
      .enum(['every-setting', 'required-settings'])
      .optional()
      .describe('Which settings an update of a client must contain (Clients, PUT). Default `every-setting`'),
    endedGrants: z
      .enum(['gone', 'shown'])
      .optional()
      .describe(
        'Whether revoked grants and refresh tokens are gone, or shown as `REVOKED` (Users, Grant). Default `gone`',
      ),
    tokenLifetimes: z
      .strictObject({
        access: lifetimeSchema().optional().describe('Default an hour'),
        id: lifetimeSchema().optional().describe('Default an hour'),
        refresh: lifetimeSchema().optional().describe('Default a week'),
        code: lifetimeSchema().optional().describe('Authorization codes. Default 5 min'),
        deviceCode: lifetimeSchema().optional().describe('Default 10 min'),
      })
      .optional()
      .describe('How long OAuth tokens and codes live'),
    refreshTokenRotation: z
      .enum(['public-clients', 'all-clients', 'off'])
      .optional()
      .describe(
        'Whose refresh tokens get another value at each use (RFC 9700, section 4.14.2). Default `public-clients`',
      ),
    refreshTokenGrace: durationSchema()
      .optional()
      .describe(
        'How long the earlier value of a refresh token still works. Default 0: its reuse ends them all',
      ),
    scopeClaim: z
      .enum(['scp', 'scope', 'both'])
      .optional()
      .describe(
        'Claim of access tokens with their scopes: `scp`, a list, or `scope`, a text with blanks (RFC 9068). Default `scp`',
      ),
    quickSignIn: flag(
      'Whether the sign-in page lists people to sign in as with one click, without a password. Default false',
    ),
    journal: z
      .strictObject({
        entries: z.int().min(1).optional().describe('Default 1000'),
        bytes: z.int().min(1).optional().describe('Default 64 MiB'),
      })
      .optional()
      .describe('How much the journal of requests keeps'),
  }),
)

/** Parsed options: durations are milliseconds, and undefined options are left out. */
export type ParsedOrgOptions = Defined<z.output<ReturnType<typeof orgOptionsSchema>>>

/** A base address for links. */
export function baseUrlSchema() {
  return z.string().refine(isBaseUrl, { error: ({ input }) => baseUrlRefusal(String(input)) })
}

/** The value of a token that callers send in a header. */
export function tokenValueSchema() {
  return z.string().refine(isTokenValue, { error: tokenValueExpected })
}

function seedText() {
  return z
    .union([z.string(), z.number()], {
      error:
        'expected a text or a number, from which ids come; records are loaded with await loadWorld(org, seed)',
    })
    .optional()
}

function hookUrl() {
  return z.url({ protocol: /^https?$/ })
}
