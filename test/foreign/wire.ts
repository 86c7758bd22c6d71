/** Code that all parts of the foreign server share: requests as read, replies, refusals, pages. */

/** Any JSON value; the server reads what callers send without trusting it. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever a caller may send
export type Json = any

export type Fields = Record<string, Json>

/** A request as the parts of the server read it. */
export interface Call {
  readonly method: string
  readonly url: URL
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Json
  readonly hasBody: boolean
  /** Segments of the path that the route left open, decoded. */
  readonly args: readonly string[]
  /** The id of the user who calls. */
  readonly caller: string
}

export interface Answer {
  readonly status: number
  readonly body?: Json
  readonly headers?: Record<string, string>
}

/** A refusal on its way to the caller. */
export class Refusal extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

let errors = 0

export function refuse(status: number, errorCode: string, errorSummary: string): Refusal {
  errors += 1
  const errorId = `err-${errors}`
  return new Refusal({
    status,
    body: { errorCode, errorSummary, errorLink: errorCode, errorId, errorCauses: [] },
  })
}

export const unknown = (what: string): Refusal => refuse(404, 'E0000007', `There is no such ${what}`)

export const invalid = (field: string, why: string): Refusal => refuse(422, 'E0009001', `${field} ${why}`)

export const forbidden = (why: string): Refusal => refuse(409, 'E0009002', why)

export function oauthRefusal(status: number, error: string, description: string): Refusal {
  return new Refusal({ status, body: { error, error_description: description } })
}

/** A Boolean parameter of the query. */
export function flag({ query }: Call, name: string, fallback: boolean): boolean {
  const text = query.get(name)
  if (text === null || text === '') return fallback
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalid(name, 'is neither true nor false')
}

export function object(value: Json, field: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw invalid(field, 'must be an object')
}

export function text(value: Json, field: string, least: number, most: number): string {
  if (typeof value !== 'string') throw invalid(field, 'must be a string')
  if (value.length < least || value.length > most)
    throw invalid(field, `must have ${least} to ${most} letters`)
  return value
}

export interface PageSizes {
  readonly usual: number
  readonly most: number
}

/** One page of a list, with links that hold full addresses. */
export function page<T>(
  call: Call,
  all: readonly T[],
  idOf: (one: T) => string,
  sizes: PageSizes,
): { items: readonly T[]; headers: Record<string, string> } {
  const wanted = Number(call.query.get('limit') ?? sizes.usual)
  const limit = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, sizes.most) : sizes.usual
  const after = call.query.get('after')
  let from = 0
  if (after !== null) {
    const place = all.findIndex((one) => cursorOf(idOf(one)) === after)
    if (place < 0) throw refuse(400, 'E0009003', 'This cursor leads nowhere')
    from = place
  }
  const items = all.slice(from, from + limit)
  const following = all[from + limit]
  const links = [`<${address(call, limit, after)}>; rel="self"`]
  if (following !== undefined) links.push(`<${address(call, limit, cursorOf(idOf(following)))}>; rel="next"`)
  return { items, headers: { link: links.join(', ') } }
}

function address({ url }: Call, limit: number, after: string | null): string {
  const there = new URL(url)
  there.searchParams.set('limit', String(limit))
  if (after !== null) there.searchParams.set('after', after)
  return there.href
}

/** A cursor names the record that the page starts with, in a form that nobody would build. */
function cursorOf(id: string): string {
  return Buffer.from(`page:${id}`).toString('base64url')
}
