import { createVocabulary, type Vocabulary } from '../contract/vocabulary.ts'

/** How the document is made. */
export interface OpenApiOptions {
  /** Address of the service, for `servers` and the examples. Default `https://svc.example.com`. */
  readonly baseUrl?: string
  /** The name prefix inside identifiers (Clients, Conventions, 6). Default `svc`. */
  readonly prefix?: string | undefined
  /** Name of the cookie that holds a session. Default `sid`. */
  readonly sessionCookie?: string
  /**
   * Also describes the two paths of newer clients as separate operations. Default false: they stand as `x-aliases` at
   * the operations that they are other spellings of.
   */
  readonly aliases?: boolean
  /**
   * Leaves the schemas of replies open, for deployments that answer more members than the API description lists. Default
   * false: `additionalProperties` is false wherever the API description lists all members.
   */
  readonly openReplies?: boolean
  /**
   * Describes the endpoints, too, that the API description does not have, each with `x-beyond-the-description`. Default
   * false; a server's own document has them unless its organisation is without them (interpretation beyond-the-description).
   */
  readonly beyond?: boolean
  /**
   * Describes the endpoints of the authorization servers, too: authorize, token, userinfo and so on. Default: as `beyond`;
   * a server's own document has them.
   */
  readonly oauth?: boolean
}

/** The options with everything filled in. */
export interface Settings {
  readonly baseUrl: string
  readonly vocabulary: Vocabulary
  readonly sessionCookie: string
  readonly aliases: boolean
  readonly openReplies: boolean
  readonly beyond: boolean
  readonly oauth: boolean
}

/** The base URL of the examples, which are made once. */
export const exampleBaseUrl = 'https://svc.example.com'

const known = ['baseUrl', 'prefix', 'sessionCookie', 'aliases', 'openReplies', 'beyond', 'oauth']

/**
 * Fills in the options.
 *
 * @throws TypeError that names the unknown option, or the invalid base URL, prefix or cookie name.
 */
export function settingsOf(options: OpenApiOptions): Settings {
  const stray = Object.keys(options).find((name) => !known.includes(name))
  if (stray !== undefined) throw new TypeError(`${stray}: unknown option; there are ${known.join(', ')}`)
  const { baseUrl = exampleBaseUrl, prefix, sessionCookie = 'sid' } = options
  const { aliases = false, openReplies = false, beyond = false, oauth = beyond } = options
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
    throw new TypeError(`baseUrl: expected an http or https URL, got "${baseUrl}"`)
  }
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(sessionCookie)) {
    throw new TypeError(`sessionCookie: expected the name of a cookie, got "${sessionCookie}"`)
  }
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    vocabulary: createVocabulary({ prefix }),
    sessionCookie,
    aliases,
    openReplies,
    beyond,
    oauth,
  }
}
