import {
  type Case,
  type CaseOfError,
  cases,
  type ErrorFormat,
  type ErrorName,
  recordNouns,
  type RefusalName,
  type ErrorRow,
  rowOf,
} from './catalogue.ts'
import { fill, filled } from './fill.ts'
import { causesOf, foundOf, isMistake, type Mistake, type MistakeCode, type ParamsOf } from './mistakes.ts'

/** The values for the `{name}` places of the texts of an error. */
type Values = Readonly<Record<string, string | number>>

/** The values for the `{name}` places of an error's texts, and the causes that replace the row's own. */
export interface RefusalDetails {
  /** The values for the places of the row's texts, by name. */
  readonly values?: Values
  /** One entry for each thing that is wrong. */
  readonly causes?: readonly string[]
  /** The mistakes in the fields of the input: they are the causes, and explain the error. */
  readonly mistakes?: readonly Mistake[]
  /** How many further causes are not listed. */
  readonly more?: number
  /** The condition of the error, where it has several. It selects the explanation for people. */
  readonly because?: Case | CaseOfError | undefined
  /** The status of the reply. Default: that of the error. */
  readonly status?: number
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
  readonly refusal: ErrorName
  /** The values for the row's texts, and the first twenty causes or mistakes. */
  readonly details: RefusalDetails

  constructor(refusal: ErrorName, details: RefusalDetails = {}) {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super(refusal)
    Error.stackTraceLimit = limit
    this.refusal = refusal
    this.details = details.causes || details.mistakes ? withFirst(details) : details
  }

  get row(): ErrorRow {
    return rowOf(this.refusal)
  }

  /** The HTTP status of the reply. */
  get status(): number {
    return this.details.status ?? this.row.status
  }

  /** The summary with its places filled, for people (logs, in-process callers). */
  get summary(): string {
    return fill(this.row.summary, { message: this.#cause ?? '', ...this.details.values })
  }

  /** The accepted value, where the condition or the place that refuses says it. */
  get accepted(): string | undefined {
    const { because, values } = this.details
    return filled(cases.get(because ?? '')?.accepted ?? '{accepted}', values)
  }

  /** The causes on the wire: those given, else the one of the condition or the row, else none. */
  get causes(): readonly string[] {
    const { causes, mistakes, more } = this.details
    const given = causes ?? mistakes?.flatMap(causesOf).map(shortened)
    if (given) return withMore(given, more)
    return this.#cause === undefined ? [] : [this.#cause]
  }

  /** The description in the OAuth style, which has one text for both. */
  get description(): string {
    const { causes, mistakes, values } = this.details
    if (causes || mistakes || this.#ofCase) return this.causes.join('; ')
    const { summary, cause, oauth } = this.row
    const why = filled(oauth?.description ?? cause, values)
    if (why === undefined) return this.summary
    return oauth?.description ? why : `${fill(summary, values).replace(/\.$/, '')}: ${why}`
  }

  /** Why it was refused, for readers other than clients: the causes, or what was found. */
  get reasons(): readonly string[] {
    const { causes } = this
    return causes.length > 0 ? causes : this.found
  }

  /** The findings without those that the explanations have (`foundIn` of `explain.ts`). */
  get found(): readonly string[] {
    const { mistakes, more, values } = this.details
    if (mistakes) return withMore(mistakes.map(foundOf).map(shortened), more)
    const { causes } = this
    if (causes.length > 0) return causes
    const kind = String(values?.['kind'])
    return [filled(this.row.found, { noun: recordNouns[kind] ?? kind, ...values }) ?? this.summary]
  }

  /** The one cause, that of its condition or of the row. */
  get #cause(): string | undefined {
    return filled(this.#ofCase || this.row.cause, this.details.values)
  }

  /** The cause of its condition. */
  get #ofCase(): string | undefined {
    return cases.get(this.details.because ?? '')?.cause
  }
}

/** The most causes in a reply, and the longest: a large body must not cause a reply of many megabytes. */
export const causesMax = 20
const causeLength = 1000

/** The first causes or mistakes: the journal keeps them, too. */
function withFirst(details: RefusalDetails): RefusalDetails {
  const { causes, mistakes, more = 0 } = details
  const count = (causes ?? mistakes ?? []).length
  return {
    ...details,
    ...(causes ? { causes: causes.slice(0, causesMax).map(shortened) } : {}),
    ...(mistakes ? { mistakes: mistakes.slice(0, causesMax).map(bounded) } : {}),
    more: more + Math.max(0, count - causesMax),
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

/** A list of texts, and how many further ones are not in it. */
export function withMore(texts: readonly string[], more = 0): readonly string[] {
  return more > 0 ? [...texts, `and ${more} more`] : texts
}

/** A text, cut to the longest length of a cause. */
export function shortened(cause: string): string {
  return cause.length > causeLength ? `${cause.slice(0, causeLength)}…` : cause
}

/**
 * Refuses: `refuse('not-found', { id, kind: 'User' })`. The code names an error, one of its conditions, or a
 * mistake in a field: `refuse('expired-token', { moment })`, `refuse('login-taken', { at: 'login' })`. Never returns.
 *
 * @param values The values for the places of its texts. `advice` is a hint at the end of the text of a mistake.
 */
export function refuse<Code extends MistakeCode>(
  code: Code,
  values: { readonly at: string; readonly advice?: string | undefined } & ParamsOf<Code>,
): never
export function refuse(
  code: ErrorName | CaseOfError,
  values?: Values,
  details?: Omit<RefusalDetails, 'values'>,
): never
export function refuse(
  code: ErrorName | CaseOfError | MistakeCode,
  values: Values = {},
  details: Omit<RefusalDetails, 'values'> = {},
): never {
  if (isMistake(code)) {
    const { at = '', advice, ...params } = values
    return refuseMistakes([{ code, at: `${at}`, params, ...(advice ? { advice: `${advice}` } : {}) }])
  }
  const row = cases.get(code)
  if (!row) throw new Refusal(code as ErrorName, { ...details, values })
  throw new Refusal(row.of as ErrorName, { ...details, values, because: code as CaseOfError })
}

/**
 * Refuses an input with all its mistakes.
 *
 * @param details.of The error. Default: `validation`.
 * @param details.field The field in the summary. Default: that of the first mistake.
 * @param details.more How many further mistakes are not listed.
 */
export function refuseMistakes(
  mistakes: readonly Mistake[],
  {
    of = 'validation',
    field = mistakes[0]?.at ?? '',
    more = 0,
  }: { readonly of?: RefusalName; readonly field?: string; readonly more?: number } = {},
): never {
  throw new Refusal(of, { values: { field }, mistakes, more })
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

/** Renders an error in the format of its endpoint. */
export function renderRefusal(
  refusal: Refusal,
  errorFormat: ErrorFormat,
  errorId: () => string,
): PlatformErrorBody | OAuthErrorBody {
  const { row, summary, causes } = refusal
  if (errorFormat === 'oauth' && row.oauth) {
    return { error: row.oauth.error, error_description: refusal.description }
  }
  return {
    errorCode: row.code,
    errorSummary: summary,
    errorLink: row.code,
    errorId: errorId(),
    errorCauses: causes.map((errorSummary) => ({ errorSummary })),
  }
}
