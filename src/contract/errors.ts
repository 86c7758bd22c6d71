import type { Circumstance } from './circumstances.ts'
import { type Dialect, type RefusalName, type RefusalRow, refusals } from './refusals.ts'

/** The values for the `{name}` places of an error's texts, and the causes that replace the row's own. */
export interface RefusalDetails {
  /** The values for the places of the row's texts, by name. */
  readonly values?: Readonly<Record<string, string>>
  /** One entry for each thing that is wrong, `"<field>: <message>"` where a field is to blame. */
  readonly causes?: readonly string[]
  /** The findings for people who ask why, instead of the causes: the service says less on the wire. */
  readonly found?: readonly string[]
  /** How many further causes are not listed. */
  readonly more?: number
  /** The circumstance of the error, where it has several. It selects the explanation for people. */
  readonly because?: Circumstance | undefined
  /** Headers of the reply that depend on the request, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Thrown by the model when it refuses. It has no stack: refusing is an ordinary answer, and capturing a
 * stack is most of what an exception costs.
 */
export class Refusal extends Error {
  /** Always `Refusal`. */
  override readonly name = 'Refusal'
  /** Its row of the catalogue: `suspend-not-active` (docs/reference/refusals.md). */
  readonly refusal: RefusalName
  /** The values for the row's texts, and the first twenty causes. */
  readonly details: RefusalDetails

  constructor(refusal: RefusalName, details: RefusalDetails = {}) {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(refusal)
    Error.stackTraceLimit = limit
    this.refusal = refusal
    this.details = details.causes ? withFirst(details, details.causes) : details
  }

  get row(): RefusalRow {
    return refusals[this.refusal]
  }

  /** The summary with its places filled, for people (logs, in-process callers). */
  get summary(): string {
    return fill(this.row.summary, this.details.values)
  }

  /** The causes on the wire: those given, else the row's own, else none. */
  get causes(): readonly string[] {
    const { causes, more } = this.details
    if (causes) return withMore(causes, more)
    const cause = this.row.cause
    return cause === undefined ? [] : [fill(cause, this.details.values)]
  }
}

/** The most causes in a reply, and the longest: a large body must not cause a reply of many megabytes. */
export const causesMax = 20
const causeLength = 1000

/** The first causes and findings: the journal keeps them, too. */
function withFirst(details: RefusalDetails, causes: readonly string[]): RefusalDetails {
  const { found, more = 0 } = details
  const further = more + Math.max(0, causes.length - causesMax)
  return {
    ...details,
    causes: firstOf(causes),
    ...(found ? { found: firstOf(found) } : {}),
    ...(further > 0 ? { more: further } : {}),
  }
}

/** The first causes, each cut to its longest length. */
function firstOf(causes: readonly string[]): readonly string[] {
  const first = causes.length > causesMax ? causes.slice(0, causesMax) : causes
  return first.some((cause) => cause.length > causeLength) ? first.map(shortened) : first
}

/** A list of texts, and how many further ones are not in it. */
export function withMore(texts: readonly string[], more = 0): readonly string[] {
  return more > 0 ? [...texts, `and ${more} more`] : texts
}

function shortened(cause: string): string {
  return cause.length > causeLength ? `${cause.slice(0, causeLength)}…` : cause
}

/** Refuses: `refuse('not-found', { id, kind: 'User' })`. Never returns. */
export function refuse(name: RefusalName, values: Readonly<Record<string, string>> = {}): never {
  throw new Refusal(name, { values })
}

/** Refuses with causes, or with findings for people: `refuseWith('rate-limited', { found })`. Never returns. */
export function refuseWith(name: RefusalName, details: RefusalDetails): never {
  throw new Refusal(name, details)
}

/** An input error: summary from the first field, one cause for each thing wrong (`"<field>: <message>"`). */
export function refuseInput(
  field: string,
  causes: readonly string[],
  why?: Pick<RefusalDetails, 'found' | 'more' | 'because'>,
): never {
  return refuseWith('validation', { values: { field }, causes, ...why })
}

/** The platform-style error body (Clients, Errors). */
export interface PlatformErrorBody {
  /** `E0000007`, … (Clients, Errors). */
  errorCode: string
  /** For people: what went wrong. */
  errorSummary: string
  /** The same as `errorCode`. */
  errorLink: string
  /** Different for each reply: for logs and support. */
  errorId: string
  /** One entry for each thing that is wrong, `login: The field cannot be left blank`; may be empty. */
  errorCauses: { errorSummary: string }[]
}

/** The OAuth-style error body (Clients, Errors). */
export interface OAuthErrorBody {
  /** `invalid_client`, `invalid_client_metadata`, … (Clients, Errors). */
  error: string
  /** For people: what went wrong. */
  error_description: string
}

/** Renders an error in the dialect of its endpoint. */
export function renderRefusal(
  refusal: Refusal,
  dialect: Dialect,
  errorId: () => string,
): PlatformErrorBody | OAuthErrorBody {
  const { row, details } = refusal
  if (dialect === 'oauth' && 'oauth' in row && row.oauth) {
    const description =
      (details.causes && refusal.causes.join('; ')) ??
      fill(row.oauth.description ?? withCause(row), details.values)
    return { error: row.oauth.error, error_description: description }
  }
  return {
    errorCode: row.code,
    errorSummary: refusal.summary,
    errorLink: row.code,
    errorId: errorId(),
    errorCauses: refusal.causes.map((errorSummary) => ({ errorSummary })),
  }
}

/** OAuth style has one text for both. The row's cause follows a summary that does not say why. */
function withCause({ summary, cause }: RefusalRow): string {
  return cause === undefined ? summary : `${summary.replace(/\.$/, '')}: ${cause}`
}

/** A text with its places filled. */
export function fill(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}
