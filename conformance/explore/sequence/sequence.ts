import type { OperationName } from '../../../src/contract/operation-names.ts'
import type { Json } from '../../engine/wire/reply.ts'
import type { Expression } from '../reads/expression.ts'

/**
 * One call of a sequence. It names records by handles (`u1`, `g2`), never by ids. So the same sequence runs on two services,
 * and again on fresh records. `«u1.id»` in a text stands for the id that the service last answered for `u1`.
 */
export interface Call {
  readonly operation: OperationName | ControlCall
  readonly method: string
  /** Path with references; the service percent-encodes each in its place. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** The search or filter, as a tree: it becomes a part of the query, and can be shortened. */
  readonly expression?: { readonly parameter: 'search' | 'filter'; readonly tree: Expression }
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
  /** Without a token, with one that was never issued, or with the session cookie of a handle. */
  readonly as?: 'nobody' | 'stranger' | `«${string}»`
  /** The handle of the record that it creates or shows. */
  readonly record?: string
  /** The resource of the reply. */
  readonly shows?: Resource
  /** Follows the pages to the end, to compare the whole list. Without a token: asks for the second page only. */
  readonly pages?: true
  /** A write after the first page has been read. Records that it does not change must be on the following pages. */
  readonly between?: Call
  /** Another path for the same on the same service. Only the target gets both calls; the answers must be alike. */
  readonly equivalent?: string
  /** Made twice at the same time: at most one of the two calls may succeed. */
  readonly together?: true
  /** The handle of the record that it shows at first, which is no record of the sequence. */
  readonly learns?: string
  /**
   * The requirement for the end of the call, if known: for a described refusal or a value at a limit. A refusal without
   * one is an interpretation: then the two services need not agree.
   */
  readonly states?: string
  /** The statuses of a user after it, if the description names several. */
  readonly ends?: readonly string[]
  /** Requirements by the kind of difference: see `name.ts`. */
  readonly dimension: Dimension
}

/** An action of the control plane of the bundled mock, on both endpoints. */
export type ControlCall = `control:${string}`

/** The type of record in a reply. */
export type Resource = 'user' | 'group' | 'rule' | 'client'

/** Areas of mistakes of servers: each has its own generators. */
export const dimensions = [
  'queries',
  'after-a-change',
  'names-in-paths',
  'values',
  'lists',
  'second-time',
  'left-alone',
  'refused',
  'time',
  'views',
] as const

export type Dimension = (typeof dimensions)[number]

/** The knowledge of each endpoint during a sequence: the last reply of each record, and the shared texts. */
export interface Environment {
  readonly records: Map<string, Json>
  readonly texts: Map<string, string>
}

/** A text as a segment of a path. References in it stay, to be filled in later. */
export function segmentOf(text: string): string {
  return encodeURIComponent(text).replaceAll('%C2%AB', '«').replaceAll('%C2%BB', '»')
}

const reference = /«([^».|]+)(?:\.([^»|]+))?(?:\|(\w+))?»/g

/** Replaces the references. Undefined if the sequence has no such record, or the record no such member. */
export function fill(
  text: string,
  { records, texts }: Environment,
  encode?: (value: string) => string,
): string | undefined {
  let missing = false
  const filled = text.replaceAll(reference, (_, handle: string, path?: string, form?: string) => {
    const value = path === undefined ? texts.get(handle) : memberAt(records.get(handle), path)
    if (typeof value !== 'string' || value === '') {
      missing = true
      return ''
    }
    const formed = form === undefined ? value : (forms[form]?.(value) ?? value)
    if (form === 'every' || form === 'at') return formed
    return encode ? encode(formed) : formed
  })
  return missing ? undefined : filled
}

/** A value of one endpoint with references instead of the texts of this sequence, in the form to write again. */
export function templatedBy(texts: ReadonlyMap<string, string>, value: Json): Json {
  if (value === undefined) return undefined
  let text = JSON.stringify(value)
  for (const [name, own] of texts) text = text.replaceAll(own, `«${name}»`)
  return JSON.parse(text)
}

/** Replaces the references in all texts of a value. */
export function fillJson(value: Json, environment: Environment): Json {
  if (typeof value === 'string') {
    const filled = fill(value, environment)
    if (filled === undefined) throw new MissingReference(value)
    return filled
  }
  if (Array.isArray(value)) return value.map((item: Json) => fillJson(item, environment))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillJson(item, environment)]))
}

/** A sequence names a record that it did not create, as a shortened sequence may. */
export class MissingReference extends Error {}

/** A call whose address is longer than every server accepts (RFC 9110, 4.1). */
export class AddressTooLong extends Error {}

const forms: Readonly<Record<string, (value: string) => string>> = {
  short: (value) => value.split('@')[0] ?? value,
  SHORT: (value) => value.replace(/@.*/, '').toUpperCase(),
  upper: (value) => value.toUpperCase(),
  /** With every letter as it is that a path may contain (RFC 3986, 3.3). */
  at: (value) => encodeURIComponent(value).replaceAll(/%(?:40|3A|24|26|2B|2C|3B|3D)/g, decodeURIComponent),
  /** Every character as its percent-encoded bytes. */
  every: (value) =>
    [...new TextEncoder().encode(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  /** With a diacritical mark on the last vowel before the @. */
  accent: (value) => value.replace(/([aeou])([^aeou@]*@)/i, '$1\u0301$2').normalize('NFC'),
  cut: (value) => value.slice(0, -1),
  head: (value) => value.slice(0, Math.max(1, Math.floor(value.length / 2))),
}

function memberAt(record: Json, path: string): unknown {
  return path
    .split('.')
    .reduce<Json>(
      (value, key) => (Array.isArray(value) && key === 'last' ? value.at(-1) : value?.[key]),
      record,
    )
}

/** The handles that a call names. */
export function handlesOf({ path, equivalent, query, expression, body, as, between }: Call): Set<string> {
  return handlesIn(JSON.stringify([path, equivalent, query, expression, body, as, between]))
}

/** The handles that a text names. */
export function handlesIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const [, handle = '', path] of text.matchAll(reference)) if (path !== undefined) found.add(handle)
  return found
}
