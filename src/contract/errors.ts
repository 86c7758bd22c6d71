import type { Circumstance } from './circumstances.ts'
import { fill } from './errors/fill.ts'
import { causesOf, type Mistake } from './errors/mistakes.ts'
import { type Dialect, type RefusalName, type RefusalRow, refusals } from './refusals.ts'

/** The values for the `{name}` places of an error's texts, and the causes that replace the row's own. */
export interface RefusalDetails {
  /** The values for the places of the row's texts, by name. */
  readonly values?: Readonly<Record<string, string>>
  /** One entry for each thing that is wrong. */
  readonly causes?: readonly string[]
  /** The mistakes in the fields of the input: they are the causes, and explain the error. */
  readonly mistakes?: readonly Mistake[]
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
  /** The values for the row's texts, and the first twenty causes or mistakes. */
  readonly details: RefusalDetails

  constructor(refusal: RefusalName, details: RefusalDetails = {}) {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(refusal)
    Error.stackTraceLimit = limit
    this.refusal = refusal
    this.details = details.causes || details.mistakes ? withFirst(details) : details
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
    const { causes, mistakes, more } = this.details
    const told = causes ?? mistakes?.flatMap(causesOf).map(shortened)
    if (told) return withMore(told, more)
    const cause = this.row.cause
    return cause === undefined ? [] : [fill(cause, this.details.values)]
  }
}

/** The most causes in a reply, and the longest: a large body must not cause a reply of many megabytes. */
export const causesMax = 20
const causeLength = 1000

/** The first causes and findings: the journal keeps them, too. */
function withFirst(details: RefusalDetails): RefusalDetails {
  const { causes, mistakes, found, more = 0 } = details
  const count = (causes ?? mistakes ?? []).length
  const further = more + Math.max(0, count - causesMax)
  return {
    ...details,
    ...(causes ? { causes: firstOf(causes) } : {}),
    ...(mistakes ? { mistakes: mistakes.slice(0, causesMax).map(bounded) } : {}),
    ...(found ? { found: firstOf(found) } : {}),
    more: further,
  }
}

/** A mistake whose names, which callers choose, have at most the longest length. */
function bounded(mistake: Mistake): Mistake {
  const { at, params = {} } = mistake
  const isShort = [at, ...Object.values(params)].every((text) => String(text).length <= causeLength)
  if (isShort) return mistake
  const cut = Object.entries(params).map(([name, value]) => [name, shortened(String(value))])
  return { ...mistake, at: shortened(at), params: Object.fromEntries(cut) }
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

/** A text, cut to the longest length of a cause. */
export function shortened(cause: string): string {
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

/** An input error: `refuseInput(wrong('login-taken', 'login'))`. The summary names the first field. */
export function refuseInput(first: Mistake, ...others: readonly Mistake[]): never {
  return refuseMistakes([first, ...others])
}

/**
 * An input error with all its mistakes.
 *
 * @param field The field in the summary. Default: that of the first mistake.
 * @param more How many further mistakes are not listed.
 */
export function refuseMistakes(mistakes: readonly Mistake[], field = mistakes[0]?.at ?? '', more = 0): never {
  return refuseWith('validation', { values: { field }, mistakes, more })
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
      details.causes || details.mistakes
        ? refusal.causes.join('; ')
        : fill(row.oauth.description ?? withCause(row), details.values)
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
