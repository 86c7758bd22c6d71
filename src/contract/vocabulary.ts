/**
 * The spellings that contain the name prefix (Clients, Conventions, 6). The API description writes `svc`. A real
 * deployment has its own name there, so the prefix can be set.
 */
export interface Vocabulary {
  /** The prefix inside the identifiers; `svc` in the API description. */
  readonly prefix: string
  /** Type of a group that is managed directly: `SVC_GROUP`. */
  readonly groupType: string
  /** objectClass of such a group: `svc:user_group`. */
  readonly groupObjectClass: string
  /** objectClass of an imported directory group: `svc:directory_security_principal`. */
  readonly directoryObjectClass: string
  /** Profile property with the fully qualified name of a directory group: `directoryDomainQualifiedName`. */
  readonly directoryQualifiedName: string
  /** Provider type of a user whose credentials the service stores: `SVC`. */
  readonly providerType: string
  /** Type of a group rule's expression: `urn:svc:expression:1.0`. */
  readonly expressionType: string
  /** Parameter of the `Content-Type` header that trims user replies: `svc-response`. */
  readonly responseParameter: string
}

/**
 * Spellings of deployments that do not simply replace the prefix. Replies of the recorded service have these two for
 * groups of Active Directory.
 */
const spellingsOf: Readonly<Record<string, Partial<Vocabulary>>> = {
  okta: {
    directoryObjectClass: 'okta:windows_security_principal',
    directoryQualifiedName: 'windowsDomainQualifiedName',
  },
}

const wordPattern = /^[a-z][a-z0-9]{0,30}$/i

/** Whether identifiers can carry a prefix. */
export function isPrefix(text: string): boolean {
  return wordPattern.test(text)
}

/** The error for a text that is not a valid prefix. */
export function prefixProblem(text: string): string {
  return `expected a letter followed by letters or digits, got "${text.slice(0, 100)}"`
}

/**
 * Makes the vocabulary for a prefix.
 *
 * @throws TypeError when the prefix is not a letter followed by letters and digits (31 at the most).
 */
export function createVocabulary({
  prefix = 'svc',
}: { readonly prefix?: string | undefined } = {}): Vocabulary {
  if (!isPrefix(prefix)) throw new TypeError(`prefix: ${prefixProblem(prefix)}`)
  const lower = prefix.toLowerCase()
  const upper = prefix.toUpperCase()
  return {
    prefix: lower,
    groupType: `${upper}_GROUP`,
    groupObjectClass: `${lower}:user_group`,
    directoryObjectClass: `${lower}:directory_security_principal`,
    directoryQualifiedName: 'directoryDomainQualifiedName',
    providerType: upper,
    expressionType: `urn:${lower}:expression:1.0`,
    responseParameter: `${lower}-response`,
    ...spellingsOf[lower],
  }
}

/** The vocabulary of the API description. */
export const documentVocabulary: Vocabulary = createVocabulary()
