import { z } from 'zod'
import { isHeaderName, isTokenValue } from '../../contract/formats/index.ts'
import type { PasswordPolicy } from '../../contract/password-policy.ts'
import { isPattern } from '../../contract/profile.ts'
import type { VocabularyOptions } from '../../contract/vocabulary.ts'
import { operationNames } from '../../contract/operation-names.ts'
import { baseUrlRefusal, isBaseUrl } from './base-url.ts'
import { checkOptions, isEmpty } from './check-options.ts'

const milliseconds = z.number().min(0)

/** A time to live: at most a hundred years, so that no end is beyond what a date can tell. */
const minutes = z.number().positive().max(52_596_000)

/** What is wrong with a token that is none. */
export const tokenValueExpected = 'Expected visible ASCII characters, and no blanks'

const hookUrl = z.url({ protocol: /^https?$/ })

const pageSize = z.strictObject({ default: z.int().min(1), max: z.int().min(1) }).partial()

/** By operation: those that answer lists. */
const pageSizes = z.strictObject(
  Object.fromEntries(
    Object.values(operationNames)
      .flat()
      .filter((name) => name.startsWith('list'))
      .map((name) => [name, pageSize]),
  ),
)

const vocabulary = z.strictObject({
  word: z.string(),
  groupType: z.string(),
  groupObjectClass: z.string(),
  directoryObjectClass: z.string(),
  directoryQualifiedName: z.string(),
  providerType: z.string(),
  expressionType: z.string(),
  responseParameter: z.string(),
})

/** What an organisation can be made with; see {@link OrgOptions} for what each means. */
export const orgOptionsSchema = z.strictObject({
  seed: z.union([z.string(), z.number()]).optional(),
  secretSeed: z.union([z.string(), z.number()]).optional(),
  baseUrl: z
    .string()
    .refine(isBaseUrl, { error: ({ input }) => baseUrlRefusal(String(input)) })
    .optional(),
  apiToken: z.string().refine(isTokenValue, { error: tokenValueExpected }).optional(),
  vocabulary: vocabulary.partial().optional(),
  clock: z
    .strictObject({ start: z.union([z.string(), z.number(), z.date()]), frozen: z.boolean() })
    .partial()
    .optional(),
  searchLag: milliseconds.optional(),
  transitionDelay: milliseconds.optional(),
  pageSizes: pageSizes.partial().optional(),
  rateLimit: z
    .strictObject({ limit: z.int().min(1), windowSeconds: z.int().min(1), enforce: z.boolean() })
    .partial()
    .optional(),
  trustedOrigins: z.array(z.string()).optional(),
  sessionCookie: z
    .string()
    .min(1)
    .refine(isHeaderName, { error: 'Expected the name of a cookie' })
    .optional(),
  sessionMinutes: minutes.optional(),
  passwordPolicy: z.record(z.string(), z.unknown()).optional(),
  passwordHook: z
    .union(
      [
        hookUrl,
        z.strictObject({
          url: hookUrl,
          headers: z.record(z.string(), z.string()).optional(),
          timeout: z.number().positive().optional(),
        }),
        z.custom<PasswordHook>((value) => typeof value === 'function'),
      ],
      { error: 'Expected an http or https URL, an object with url, headers and timeout, or a function' },
    )
    .optional(),
  optionalPassword: z.enum(['off', 'required', 'optional', 'disabled']).optional(),
  activationWithoutPassword: z.enum(['PROVISIONED', 'ACTIVE']).optional(),
  oneTimeTokenMinutes: z
    .strictObject({
      activation: minutes,
      passwordReset: minutes,
      emailVerification: minutes,
    })
    .partial()
    .optional(),
  loginPattern: z.string().refine(isPattern, { error: 'Expected a regular expression' }).nullish(),
  nullableNames: z.boolean().optional(),
  features: z.strictObject({ earlyAccess: z.boolean(), newerEngine: z.boolean() }).partial().optional(),
  largePageTimeout: z.int().min(1).optional(),
  uniqueClientNames: z.boolean().optional(),
  deactivation: z
    .strictObject({ applications: z.enum(['removed', 'kept']), credentials: z.enum(['kept', 'removed']) })
    .partial()
    .optional(),
  strictSpelling: z.boolean().optional(),
  unsetActivated: z.enum(['absent', 'null']).optional(),
  clientUpdate: z.enum(['every-setting', 'required-settings']).optional(),
  endedGrants: z.enum(['gone', 'shown']).optional(),
  tokenMinutes: z
    .strictObject({ access: minutes, id: minutes, refresh: minutes, code: minutes, deviceCode: minutes })
    .partial()
    .optional(),
  refreshTokenRotation: z.enum(['public-clients', 'all-clients', 'off']).optional(),
  refreshTokenGrace: milliseconds.optional(),
  quickSignIn: z.boolean().optional(),
  journal: z
    .strictObject({ entries: z.int().min(1), bytes: z.int().min(1) })
    .partial()
    .optional(),
})

/** Where a password hook is served, when the URL alone does not tell. */
export interface PasswordHookEndpoint {
  readonly url: string
  /** Headers sent along, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>
  /** How long it may take to answer, in milliseconds of the machine's time. Default 3000. */
  readonly timeout?: number
}

/** Asked once, the first time a user created with a password hook signs in (document 1, Events). */
export type PasswordHook = (credential: {
  readonly userId: string
  readonly login: string
  readonly password: string
}) => boolean | Promise<boolean>

/** Page sizes of one list, where they are to differ from the documents'. */
export interface PageSizeOptions {
  readonly default?: number
  readonly max?: number
}

/** How an organisation is made. Everything has a default that favours the author of a test. */
export interface OrgOptions {
  /** From which ids, tokens and fixtures come; the same seed gives the same ones. Default `identikit`. */
  readonly seed?: string | number
  /**
   * From which tokens, cookies, one-time codes and client secrets come, in place of `seed`: organisations with the
   * same ids are then not opened by each other's. Default: that of `seed`.
   */
  readonly secretSeed?: string | number
  /** Address under which links are made, without a trailing slash. Default `https://svc.example.com`. */
  readonly baseUrl?: string
  /** Value of the super administrator's API token. Default: made from the seed. */
  readonly apiToken?: string
  /** The operator's word inside identifiers (document 1, Conventions, 6). Default `svc`. */
  readonly vocabulary?: VocabularyOptions
  /** Where the clock starts and whether it stands still. Default: the machine's time, running. */
  readonly clock?: { readonly start?: Date | string | number; readonly frozen?: boolean }
  /** How long searches, filters and `q` lag behind writes, in milliseconds (document 2 and 3). Default 0. */
  readonly searchLag?: number
  /** How long activation and deactivation take, in milliseconds (document 3, Lifecycle). Default 0: at once. */
  readonly transitionDelay?: number
  /** Page sizes by operation name, `{ listUsers: { max: 50 } }`. Default: the documents'. */
  readonly pageSizes?: Readonly<Record<string, PageSizeOptions>>
  /** What rate-limit headers say, and whether too many requests are refused. Default 600 in 60 s, not enforced. */
  readonly rateLimit?: {
    readonly limit?: number
    readonly windowSeconds?: number
    readonly enforce?: boolean
  }
  /** Origins whose pages may call with credentials (CORS). Default: those of localhost, any port. */
  readonly trustedOrigins?: readonly string[]
  /** Name of the session cookie. Default `sid`. */
  readonly sessionCookie?: string
  /** How long a session lives, in minutes. Default 120. */
  readonly sessionMinutes?: number
  /** Changes to the default password policy (document 3, Credentials). */
  readonly passwordPolicy?: Readonly<Partial<PasswordPolicy>>
  /** Where passwords of users with a hook are verified: a URL, or a function. Default: none, sign-in fails. */
  readonly passwordHook?: string | PasswordHookEndpoint | PasswordHook
  /**
   * Whether the organisation lets users have no password, and what its enrolment policy then says of the
   * password (document 3, States and transitions). Default `off`.
   */
  readonly optionalPassword?: 'off' | 'required' | 'optional' | 'disabled'
  /** Status of a user without a password once activated, until it uses its link. Default `PROVISIONED`. */
  readonly activationWithoutPassword?: 'PROVISIONED' | 'ACTIVE'
  /** How long one-time tokens live, in minutes. Default: activation 10080, passwordReset 60, emailVerification 60. */
  readonly oneTimeTokenMinutes?: {
    readonly activation?: number
    readonly passwordReset?: number
    readonly emailVerification?: number
  }
  /** Pattern of `login` instead of the form of an e-mail address; `null` lifts it (document 3, Profile, 2). */
  readonly loginPattern?: string | null
  /** Whether `firstName` and `lastName` may be null (document 3, Profile, 3). Default false. */
  readonly nullableNames?: boolean
  /** Early-access features and those of the newer engine (document 1, Versioning). Default: both on. */
  readonly features?: { readonly earlyAccess?: boolean; readonly newerEngine?: boolean }
  /** Lists asked for more than this many rows answer 500, as a deployment does under load. Default: never. */
  readonly largePageTimeout?: number
  /** Whether no two clients may have the same name (document 3, Client Grant object). Default false. */
  readonly uniqueClientNames?: boolean
  /**
   * What a user loses by its deactivation: the applications assigned to it, and password, recovery question and
   * factors. Default: applications `removed`, credentials `kept`.
   */
  readonly deactivation?: {
    readonly applications?: 'removed' | 'kept'
    readonly credentials?: 'kept' | 'removed'
  }
  /**
   * Whether spellings are refused that the documents do not have: doubled and trailing slashes in paths, and
   * `SSWS00abc` without the blank. Default false: they are taken, and noted in the journal.
   */
  readonly strictSpelling?: boolean
  /** How a reply shows `activated` of a user who never was: left out, or as null. Default `absent`. */
  readonly unsetActivated?: 'absent' | 'null'
  /** What an update of a client must hold (document 1, PUT). Default `every-setting`. */
  readonly clientUpdate?: 'every-setting' | 'required-settings'
  /** Whether revoked grants and refresh tokens are gone, or shown as `REVOKED` (document 3, Grant). Default `gone`. */
  readonly endedGrants?: 'gone' | 'shown'
  /** How long OAuth tokens and codes live, in minutes. Default: access 60, id 60, refresh 10080, code 5, deviceCode 10. */
  readonly tokenMinutes?: {
    readonly access?: number
    readonly id?: number
    readonly refresh?: number
    readonly code?: number
    readonly deviceCode?: number
  }
  /** Whose refresh tokens get another value at each use (RFC 9700, section 4.14.2). Default `public-clients`. */
  readonly refreshTokenRotation?: 'public-clients' | 'all-clients' | 'off'
  /** How long the earlier value of a refresh token still works, in milliseconds. Default 0: its reuse ends them all. */
  readonly refreshTokenGrace?: number
  /** Whether the sign-in page lists people to sign in as with one click, without a password. Default false. */
  readonly quickSignIn?: boolean
  /** How much the journal of requests keeps. Default: 1,000 entries, and 64 MiB. */
  readonly journal?: { readonly entries?: number; readonly bytes?: number }
}

/**
 * Checks options that may come from a file or a command line.
 *
 * @throws TypeError that lists every mistake with its path.
 */
export function parseOrgOptions(options: unknown): OrgOptions {
  return isEmpty(options) ? {} : (checkOptions(orgOptionsSchema, options) as OrgOptions)
}
