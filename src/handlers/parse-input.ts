import { z } from 'zod'
import { causesMax, refuse, refuseMistakes } from '../contract/errors/refusal.ts'
import { type Mistake, mistakes } from '../contract/errors/mistakes.ts'
import { gotAt, valueAt } from '../contract/errors/got.ts'
import type { RefusalName } from '../contract/errors/catalogue.ts'
import type { Operation, Reads } from '../contract/operation.ts'
import { isObject } from '../contract/profile.ts'
import { GroupProfileInput, UserProfileChanges, UserProfileInput } from '../contract/resources/profiles.ts'
import type { Org } from '../model/org.ts'
import { mistakeOf, plainMessage } from '../model/kernel/schema-messages.ts'
import { didYouMean } from '../query/suggestion.ts'
import { parametersIn } from './query-text.ts'
import type { WireRequest } from './wire.ts'

/** The longest body that is taken, in UTF-16 units of its text. */
export const bodyMaxLength = 1024 * 1024

type Query = Readonly<Record<string, unknown>>

/**
 * The query's parameters as values, with defaults filled in. The first of a parameter sent twice counts; unknown ones
 * are ignored.
 *
 * @throws `Refusal` `query-type-mismatch` or `invalid-limit`.
 */
export function parseQuery(
  operation: Operation,
  query: string,
  implied: Readonly<Record<string, string>> | undefined,
): Query {
  if (query === '' && !implied) return operation.reads?.unset ?? {}
  const { query: schema, reads } = operation
  if (!schema) return {}
  const given = withoutIgnored(Object.assign(parametersOf(query), implied), operation)
  const read = reads && readGiven(schema, reads, given)
  if (read) return read
  const parsed = schema.safeParse(given)
  return parsed.success ? parsed.data : refuseParameters(parsed.error.issues, given)
}

/** Reads the parameters that were sent, of which most queries have one or two; undefined if one is wrong. */
function readGiven(
  { shape }: z.ZodObject,
  { query: names, unset }: Reads,
  given: Readonly<Record<string, string>>,
): Query | undefined {
  const read: Record<string, unknown> = { ...unset }
  for (const name of names) {
    const value = given[name]
    if (value === undefined) continue
    const parsed = (shape[name] as z.ZodType).safeParse(value)
    if (!parsed.success) return undefined
    read[name] = parsed.data
  }
  return read
}

/** Refuses for the first wrong parameter, and names every one that is wrong in the same way. */
function refuseParameters(
  issues: readonly z.core.$ZodIssue[],
  given: Readonly<Record<string, string>>,
): never {
  const wrong = issues.map((issue) => ({
    field: String(issue.path[0]),
    expected: issue.message,
    values: issue.code === 'invalid_value' ? issue.values.map(String) : [],
    refusal: (issue as { params?: { refusal?: RefusalName } }).params?.refusal ?? 'query-type-mismatch',
  }))
  const { refusal, field, expected } = wrong[0]!
  const alike = wrong.filter((it) => it.refusal === refusal)
  const accepted = alike.map((it) => `${it.field}: ${it.expected}`).join('; ')
  const causes = alike.map(({ field, expected, values }) => {
    const value = (given[field] ?? '').slice(0, 80)
    const advice = didYouMean(value, values)
    return `${field}: expected ${expected}, got '${value}'${advice === undefined ? '' : `, ${advice}`}`
  })
  return refuse(refusal, { field, expected, accepted }, { causes })
}

/** The parameters of a query as texts; of one sent twice the first. None is called `__proto__`. */
function parametersOf(query: string): Record<string, string> {
  // A plain object: one without a prototype is a dictionary, which takes six times as long to fill.
  const given: Record<string, string> = {}
  const note = (name: string, value: string): void => {
    if (!Object.hasOwn(given, name)) given[name] = value
  }
  try {
    forEachPair(query, note)
  } catch {
    // URLSearchParams reads escapes that are no text, too. For any query it takes several times as long.
    for (const [name, value] of parametersIn(query)) note(name, value)
  }
  return given
}

/** @throws URIError for escapes that are no text. */
function forEachPair(query: string, visit: (name: string, value: string) => void): void {
  for (let start = 0, end = 0; start < query.length; start = end + 1) {
    end = query.indexOf('&', start)
    if (end === -1) end = query.length
    if (end === start) continue
    const equals = query.indexOf('=', start)
    const nameEnd = equals === -1 || equals > end ? end : equals
    visit(decodedForm(query.slice(start, nameEnd)), decodedForm(query.slice(nameEnd + 1, end)))
  }
}

/** A part of a query as forms encode it. */
function decodedForm(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced
}

/** Removes the parameters that are ignored because another one that they need is missing. */
function withoutIgnored(
  given: Readonly<Record<string, string>>,
  { ignoredWithout }: Operation,
): Readonly<Record<string, string>> {
  if (!ignoredWithout) return given
  const counted = Object.entries(given).filter(([name]) => {
    const others = Object.hasOwn(ignoredWithout, name) ? ignoredWithout[name]! : []
    return others.every((other) => given[other] !== undefined && given[other] !== '')
  })
  return Object.fromEntries(counted)
}

/** The headers that an operation reads. */
export function parseHeaders(operation: Operation, request: WireRequest): Readonly<Record<string, unknown>> {
  const read: Record<string, unknown> = {}
  for (const name of operation.reads?.headers ?? []) read[name] = request.header(name)
  return read
}

/**
 * The body as a value.
 *
 * @throws `Refusal` for a body that is compressed, and for a content type or text that is not JSON. Also for each thing
 *   in it that the contract does not allow.
 */
export function parseBody(operation: Operation, request: WireRequest, org: Org): unknown {
  const { body: schema } = operation
  if (!schema) return undefined
  const { body } = request
  if (body.length > bodyMaxLength) refuse('body-too-large', { length: body.length })
  if (body.trim() === '') {
    if (operation.bodyOptional) return undefined
    return refuse('no-body')
  }
  const encoding = foreignEncoding(request)
  if (encoding !== undefined) refuse('unsupported-content-encoding', { found: encoding })
  refuseUnlessJson(request.header('content-type'))
  return checked(schema, parseJson(body), operation, org)
}

/** The encoding of a body that nobody here can read (RFC 9110, section 8.4); undefined for a plain body. */
export function foreignEncoding(request: WireRequest): string | undefined {
  const encoding = request.header('content-encoding')
  if (encoding === undefined || request.body === '') return undefined
  const codings = encoding.split(',').map((coding) => coding.trim().toLowerCase())
  return codings.every((coding) => coding === '' || coding === 'identity') ? undefined : encoding.slice(0, 80)
}

function refuseUnlessJson(contentType: string | undefined): void {
  if (contentType === undefined) return refuse('missing-content-type')
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    refuse('unsupported-content-type', { found: type.slice(0, 80) || 'none' })
  }
}

/** Refuses a caller that does not take JSON (Clients, Conventions, 1). */
export function refuseUnlessJsonAccepted(accept: string | undefined): void {
  if (accept === undefined || accept === '' || accept === 'application/json' || accept === '*/*') return
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return { type, isTaken: !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) }
  })
  // The most specific range decides (RFC 9110, section 12.5.1).
  const [decisive] = ['application/json', 'application/*', '*/*'].flatMap((type) =>
    ranges.filter((range) => range.type === type),
  )
  if (!(decisive?.isTaken ?? ranges.some(({ type, isTaken }) => isTaken && type.endsWith('+json'))))
    refuse('unacceptable-accept', { found: accept.slice(0, 80) })
}

function parseJson(text: string): unknown {
  try {
    // A byte order mark may be passed over (RFC 8259, section 8.1), and `Request.text()` does so too.
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch (error) {
    return refuse('malformed-json', { problem: notJson(error) })
  }
}

/** Says where text stops being JSON, if the engine does. Only figures: the engine's messages quote the text. */
export function notJson(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const place = /\bposition \d+|\bline \d+ column \d+/.exec(message)?.[0]
  if (place !== undefined) return `The body is not JSON at ${place}`
  return message.includes('end of') ? 'The body is not JSON: it ends too early' : 'The body is not JSON'
}

/** @throws `Refusal` that names every mistake in the form of a body. */
function checked(schema: z.ZodType, value: unknown, { errorFormat }: Operation, org: Org): unknown {
  const parsed = schema.safeParse(value, { error: messageFor })
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const mistakes = issues.slice(0, causesMax).map((issue) => {
    const at = pathOf(issue.path)
    const given = valueAt(value, issue.path)
    return { ...mistakeOf(issue, given, at), got: gotAt(given, [at]) }
  })
  const of = errorFormat === 'oauth' ? 'invalid-client-metadata' : 'validation'
  const ofProfile = profileMistakes(schema, value, org)
  const more = issues.length - mistakes.length
  return refuseMistakes([...mistakes, ...ofProfile], { of, more })
}

/** The mistakes in the profile of a body, by the schema of the organisation. */
function profileMistakes(schema: z.ZodType, body: unknown, org: Org): readonly Mistake[] {
  const profile = valueAt(body, ['profile'])
  const form = profileForm(schema, org)
  return form && isObject(profile) ? form.schema.mistakesIn(profile, form.isPartial) : []
}

function profileForm(body: z.ZodType, { schemas }: Org) {
  if (!(body instanceof z.ZodObject)) return undefined
  let form: unknown = body.shape['profile']
  while (form instanceof z.ZodOptional || form instanceof z.ZodNullable) form = form.unwrap()
  if (form === GroupProfileInput()) return { schema: schemas.group, isPartial: false }
  if (form === UserProfileInput()) return { schema: schemas.user, isPartial: false }
  return form === UserProfileChanges() ? { schema: schemas.user, isPartial: true } : undefined
}

const blank = mistakes.blank.says

/** The message where the schema has none: a missing value is blank, in the words of the service. */
function messageFor(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.input === undefined ? blank : plainMessage(issue)
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.')
}
