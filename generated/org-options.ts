// Made by `npm run docs` from src/model/kernel/options-schema.ts.
import type { Duration } from '../src/model/kernel/duration.ts'
import type { PasswordHook } from '../src/model/kernel/password-hook-function.ts'

export type { PasswordHook } from '../src/model/kernel/password-hook-function.ts'

/** The address of a password hook that needs more than a URL. */
export interface PasswordHookEndpoint {
  readonly url: string
  /** Headers sent along, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The longest wait for its answer, by the machine's clock. Default 3 s. */
  readonly timeout?: Duration
}

/** Page sizes of one list, if they differ from the API description's. */
export interface PageSizeOptions {
  /** Rows of a page if a call has no `limit`. */
  readonly default?: number
  /** The largest `limit`. */
  readonly max?: number
}

/** A client for your own application. */
export interface ClientOptions {
  /** Default `browser`, or `web` with a secret or a method of authentication. */
  readonly application_type?: 'web' | 'native' | 'browser' | 'service' | undefined
  /** A name for people. Default: the id. */
  readonly client_name?: string | undefined
  /** The API description lists the grant types of each application type. Default `authorization_code`. */
  readonly grant_types?: readonly ('authorization_code' | 'client_credentials' | 'implicit' | 'interaction_code' | 'password' | 'refresh_token' | 'urn:ietf:params:oauth:grant-type:device_code' | 'urn:ietf:params:oauth:grant-type:saml2-bearer' | 'urn:ietf:params:oauth:grant-type:token-exchange')[] | null | undefined
  /** Where a third party can start a sign-in at the client. */
  readonly initiate_login_uri?: string | null | undefined
  /** Where the public keys of the client are (early access). */
  readonly jwks_uri?: string | null | undefined
  /** The public keys of the client. */
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] | null } | null | undefined
  /** Logo for the consent dialog. */
  readonly logo_uri?: string | null | undefined
  /** Page about the client. */
  readonly client_uri?: string | null | undefined
  /** Page with the client's policy. */
  readonly policy_uri?: string | null | undefined
  /** Where to go after a sign-out that the client starts. */
  readonly post_logout_redirect_uris?: readonly string[] | null | undefined
  /** Absolute URIs without a fragment. */
  readonly redirect_uris?: readonly string[] | null | undefined
  /** With which request objects must be signed; any when null. */
  readonly request_object_signing_alg?: 'HS256' | 'HS384' | 'HS512' | 'RS256' | 'RS384' | 'RS512' | 'ES256' | 'ES384' | 'ES512' | null | undefined
  /** `authorization_code` implies `code`. Default `code`. */
  readonly response_types?: readonly ('code' | 'token' | 'id_token')[] | null | undefined
  /**
   * Default: none, with PKCE, for a browser or native client without a client_secret; otherwise
   * client_secret_basic.
   */
  readonly token_endpoint_auth_method?: 'none' | 'client_secret_post' | 'client_secret_basic' | 'client_secret_jwt' | 'private_key_jwt' | null | undefined
  /** Page with the terms of service. */
  readonly tos_uri?: string | null | undefined
  /** Where a logout request is sent (early access). */
  readonly frontchannel_logout_uri?: string | null | undefined
  /** Whether the logout request has `sid` and `iss` (early access). */
  readonly frontchannel_logout_session_required?: boolean | null | undefined
  /** Whether users must consent. Default `TRUSTED`: they are not asked. */
  readonly consent_method?: 'REQUIRED' | 'TRUSTED' | null | undefined
  /** The id that your application sends. */
  readonly client_id: string
  /** The secret of a confidential client. */
  readonly client_secret?: string | undefined
}

/**
 * Options of an organisation. Every option has a default for tests. A duration is milliseconds, or a text
 * such as `5m`.
 */
export interface OrgOptions {
  /** Seed of ids, tokens and fixtures. The same seed gives the same ones. Default `identikit`. */
  readonly seed?: string | number
  /**
   * Seed of tokens, cookies, one-time codes and client secrets, instead of `seed`. With different values,
   * organisations with the same ids accept no secret of each other. Default: that of `seed`.
   */
  readonly secretSeed?: string | number
  /**
   * Seed of the passwords and tokens of sample data sets, instead of the well-known ones such as
   * `Tulip-Meadow-42`. `sampleSecret(org, demoPassword)` of `identikit/fixtures` returns the password.
   * Default: the well-known ones; a server that other machines can reach sets a random seed.
   */
  readonly sampleSeed?: string | number
  /** Address that links begin with, without a trailing slash. Default `https://svc.example.com`. */
  readonly baseUrl?: string
  /** Value of the super administrator's API token. Default: a value from the seed. */
  readonly apiToken?: string
  /**
   * Answers as recordings of a service show, also where they contradict the API description. Examples are
   * names, links and statuses. Default: none, so the API description decides.
   */
  readonly preset?: 'okta'
  /** The name prefix in identifiers (Clients, Conventions, 6). */
  readonly vocabulary?: {
    /** The word inside the identifiers. Default `svc`, or the name of the preset. */
    readonly word?: string
    /** Type of a group that the API manages: `SVC_GROUP`. */
    readonly groupType?: string
    /** objectClass of such a group: `svc:user_group`. */
    readonly groupObjectClass?: string
    /**
     * objectClass of an imported directory group: `svc:directory_security_principal`;
     * `okta:windows_security_principal` with the word `okta`.
     */
    readonly directoryObjectClass?: string
    /**
     * Profile property with the fully qualified name of a directory group:
     * `directoryDomainQualifiedName`; `windowsDomainQualifiedName` with the word `okta`.
     */
    readonly directoryQualifiedName?: string
    /** Provider type of a user whose credentials the service holds: `SVC`. */
    readonly providerType?: string
    /** Type of a group rule's expression: `urn:svc:expression:1.0`. */
    readonly expressionType?: string
    /** Parameter of the `Content-Type` header that trims user replies: `svc-response`. */
    readonly responseParameter?: string
  }
  /** Where the clock starts and whether it stands still. Default: the machine's time, running. */
  readonly clock?: {
    /** A `Date`, an ISO 8601 text, or milliseconds since 1970. */
    readonly start?: Date | string | number
    /** Whether time stands still. */
    readonly frozen?: boolean
  }
  /** How long searches, filters and `q` lag behind writes (Groups and Users). Default 0. */
  readonly searchLag?: Duration
  /** How long activation and deactivation take (Users, Lifecycle). Default 0: at once. */
  readonly transitionDelay?: Duration
  /** Page sizes by operation name, `{ listUsers: { max: 50 } }`. Default: the API description's. */
  readonly pageSizes?: Readonly<Record<string, PageSizeOptions>>
  /** Values of the rate-limit headers, and whether too many requests get 429. */
  readonly rateLimit?: {
    /** Requests in a window. Default 600. */
    readonly limit?: number
    /** How long a window is. Default a minute. */
    readonly window?: Duration
    /** Whether further requests get 429. Default false. */
    readonly enforce?: boolean
  }
  /**
   * Clients in addition to those of the data, for your own application. They change clients of the data
   * with the same ids. Default: none.
   */
  readonly clients?: readonly ClientOptions[]
  /** Origins whose pages may call with credentials (CORS), besides localhost. Default: none. */
  readonly trustedOrigins?: readonly string[]
  /** Name of the session cookie. Default `sid`. */
  readonly sessionCookie?: string
  /** How long a session lives. Default 2 h. */
  readonly sessionLifetime?: Duration
  /** Changes to the default password policy (Users, Credentials). */
  readonly passwordPolicy?: {
    /** In characters, 0 to 72. Default 8. */
    readonly minLength?: number
    /** Lower-case letters, of any script. Default 1. */
    readonly minLowerCase?: number
    /** Upper-case letters, of any script. Default 1. */
    readonly minUpperCase?: number
    /** Decimal digits. Default 1. */
    readonly minNumber?: number
    /** Punctuation marks and symbols. Default 0. */
    readonly minSymbol?: number
    /** Whether a password must not contain the login or parts of it. Default true. */
    readonly excludeUsername?: boolean
    /** How many latest passwords, including the present one, a user cannot set again. Default 4. */
    readonly historyCount?: number
    /** How long a password must stay before its owner can change it. Default 0. */
    readonly minAge?: Duration
    /** Lifetime of a password. A sign-in after that expires it. 0 is for ever. Default 0. */
    readonly maxAge?: Duration
    /** Wrong passwords in a row that lock the user out. 0 never does. Default 10. */
    readonly maxAttempts?: number
  }
  /** URL or function that verifies passwords of users with a hook. Default: none, so sign-in fails. */
  readonly passwordHook?: string | PasswordHookEndpoint | PasswordHook
  /**
   * Whether users may have no password, and how the enrolment policy then treats passwords (Users, States
   * and transitions). Default `off`.
   */
  readonly optionalPassword?: 'off' | 'required' | 'optional' | 'disabled'
  /** Status of a user without a password once activated, until it uses its link. Default `PROVISIONED`. */
  readonly activationWithoutPassword?: 'PROVISIONED' | 'ACTIVE'
  /** How long one-time tokens and the links with them live. */
  readonly oneTimeTokenLifetimes?: {
    /** Default a week. */
    readonly activation?: Duration
    /** Default an hour. */
    readonly passwordReset?: Duration
    /** Default an hour. */
    readonly emailVerification?: Duration
  }
  /** Pattern of `login` instead of the form of an e-mail address; null lifts it (Users, Profile, 2). */
  readonly loginPattern?: string | null
  /** Whether `firstName` and `lastName` may be null (Users, Profile, 3). Default false. */
  readonly nullableNames?: boolean
  /** Early-access features and those of the newer engine (Clients, Versioning). */
  readonly features?: {
    /** Default true. */
    readonly earlyAccess?: boolean
    /** Default true. */
    readonly newerEngine?: boolean
  }
  /** Page size above which lists answer 500, as a deployment does under load. Default: never. */
  readonly largePageTimeout?: number
  /** Whether no two clients may have the same name (Users, Client Grant object). Default false. */
  readonly uniqueClientNames?: boolean
  /** Whether a deactivated user loses its applications and credentials. */
  readonly deactivation?: {
    /** The applications assigned to it. Default `removed`. */
    readonly applications?: 'removed' | 'kept'
    /** Password, recovery question and factors. Default `kept`. */
    readonly credentials?: 'kept' | 'removed'
  }
  /**
   * Whether to refuse spellings that the API description does not have. Examples: doubled and trailing
   * slashes in paths, `SSWS00abc` without the blank, `okta_post_message` with the name prefix `svc`.
   * Default false: the journal notes them.
   */
  readonly strictSpelling?: boolean
  /**
   * Whether endpoints that the API description does not have answer, such as `/api/v1/apps`. Links lead
   * to them, or clients call them next. Default true.
   */
  readonly beyond?: boolean
  /** Which settings an update of a client must contain (Clients, PUT). Default `every-setting`. */
  readonly clientUpdate?: 'every-setting' | 'required-settings'
  /**
   * Whether revoked grants and refresh tokens are gone, or shown as `REVOKED` (Users, Grant). Default
   * `gone`.
   */
  readonly endedGrants?: 'gone' | 'shown'
  /** How long OAuth tokens and codes live. */
  readonly tokenLifetimes?: {
    /** Default an hour. */
    readonly access?: Duration
    /** Default an hour. */
    readonly id?: Duration
    /** Default a week. */
    readonly refresh?: Duration
    /** Authorization codes. Default 5 min. */
    readonly code?: Duration
    /** Default 10 min. */
    readonly deviceCode?: Duration
  }
  /**
   * Whose refresh tokens get another value at each use (RFC 9700, section 4.14.2). Default
   * `public-clients`.
   */
  readonly refreshTokenRotation?: 'public-clients' | 'all-clients' | 'off'
  /** How long the earlier value of a refresh token still works. Default 0: its reuse ends them all. */
  readonly refreshTokenGrace?: Duration
  /**
   * Claim of access tokens with their scopes: `scp`, a list, or `scope`, a text with blanks (RFC 9068).
   * Default `scp`.
   */
  readonly scopeClaim?: 'scp' | 'scope' | 'both'
  /**
   * Whether the sign-in page lists people to sign in as with one click, without a password. Default
   * false.
   */
  readonly quickSignIn?: boolean
  /** How much the journal of requests keeps. */
  readonly journal?: {
    /** Default 1000. */
    readonly entries?: number
    /** Default 64 MiB. */
    readonly bytes?: number
  }
}
