import type { Circumstance } from './circumstances.ts'
import { type Dialect, type RefusalName, type RefusalRow, refusals } from './refusals.ts'

/** What fills the `{name}` places of a refusal's texts, and the causes it carries instead of the row's own. */
export interface RefusalDetails {
  /** What stands in the places of the row's texts, by name. */
  readonly values?: Readonly<Record<string, string>>
  /** One entry for each thing that is wrong, `"<field>: <message>"` where a field is to blame. */
  readonly causes?: readonly string[]
  /** What was found, for people who ask why: instead of the causes, where the service says less on the wire. */
  readonly found?: readonly string[]
  /** In which circumstance the refusal is given, where it has several: it decides what people are told. */
  readonly because?: Circumstance | undefined
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
  /** What fills the row's texts. */
  readonly details: RefusalDetails

  constructor(refusal: RefusalName, details: RefusalDetails = {}) {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(refusal)
    Error.stackTraceLimit = limit
    this.refusal = refusal
    this.details = details.causes ? { ...details, causes: told(details.causes) } : details
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
    if (this.details.causes) return this.details.causes
    const cause = this.row.cause
    return cause === undefined ? [] : [fill(cause, this.details.values)]
  }
}

/** So many causes a refusal tells, and so much of each: who sends a megabyte is not answered with twenty. */
const causesMax = 100
const causeLength = 1000

/** The causes that are told of all that there are, each as far as it is told. */
function told(causes: readonly string[]): readonly string[] {
  const more = causes.length - causesMax
  const first = more > 0 ? causes.slice(0, causesMax) : causes
  const short = first.some((cause) => cause.length > causeLength) ? first.map(shortened) : first
  return more > 0 ? [...short, `and ${more} more`] : short
}

function shortened(cause: string): string {
  return cause.length > causeLength ? `${cause.slice(0, causeLength)}…` : cause
}

/**
 * Refuses: `refuse('not-found', { id, kind: 'User' })`. Never returns.
 *
 * @param why What people are told beyond the reply.
 */
export function refuse(
  name: RefusalName,
  values: Readonly<Record<string, string>> = {},
  causes?: readonly string[],
  why?: Pick<RefusalDetails, 'found' | 'because'>,
): never {
  throw new Refusal(name, { values, ...(causes ? { causes } : {}), ...why })
}

/** A refusal of input: summary from the first field, one cause for each thing wrong (`"<field>: <message>"`). */
export function refuseInput(
  field: string,
  causes: readonly string[],
  why?: Pick<RefusalDetails, 'found' | 'because'>,
): never {
  return refuse('validation', { field }, causes, why)
}

/** The platform-style error body (Clients, Errors). */
export interface PlatformErrorBody {
  /** `E0000007`, … (Clients, Errors). */
  errorCode: string
  /** For people: what went wrong. */
  errorSummary: string
  /** The same as `errorCode`. */
  errorLink: string
  /** One of its own for each reply: for logs and support. */
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

/** Renders a refusal in the dialect of the endpoint that gives it. */
export function renderRefusal(
  refusal: Refusal,
  dialect: Dialect,
  errorId: () => string,
): PlatformErrorBody | OAuthErrorBody {
  const { row, details } = refusal
  if (dialect === 'oauth' && 'oauth' in row && row.oauth) {
    const description =
      details.causes?.join('; ') ?? fill(row.oauth.description ?? withCause(row), details.values)
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

/** OAuth style has one text for both, so a summary that does not say why is followed by the row's cause. */
function withCause({ summary, cause }: RefusalRow): string {
  return cause === undefined ? summary : `${summary.replace(/\.$/, '')}: ${cause}`
}

/** A text with its places filled. */
export function fill(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}
