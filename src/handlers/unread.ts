import type { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import { parametersIn } from './query-text.ts'
import type { WireRequest } from './wire.ts'

/** The most names in the result, and the longest: callers choose them. */
const mostNames = 20
const longestName = 80

/**
 * The input that an operation does not read, by its kind. `member credentials.pasword` is of the body,
 * `parameter limitt` of the query. A body that is not JSON adds nothing.
 */
export function unreadOf(operation: Operation, { query, body }: WireRequest): readonly string[] {
  const known = operation.query?.shape ?? {}
  const parameters = [...new Set(parametersIn(query).keys())].filter((name) => !Object.hasOwn(known, name))
  const members = operation.body && body !== '' ? unknownMembers(operation.body, parsed(body), '') : []
  return [...members.map((name) => `member ${name}`), ...parameters.map((name) => `parameter ${name}`)]
    .slice(0, mostNames)
    .map((name) => name.slice(0, longestName))
}

function unknownMembers(schema: z.core.$ZodType, value: unknown, path: string): readonly string[] {
  // oxlint-disable-next-line no-underscore-dangle -- zod's own name.
  const { def } = schema._zod as { readonly def: SchemaDef }
  if (def.innerType) return unknownMembers(def.innerType, value, path)
  if (def.element && Array.isArray(value)) {
    return value.flatMap((each, index) => unknownMembers(def.element!, each, `${path}${index}.`))
  }
  const { shape } = def
  if (!shape || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    Object.hasOwn(shape, name) ? unknownMembers(shape[name]!, member, `${path}${name}.`) : [path + name],
  )
}

/** The used parts of a schema: optional and nullable ones hold another, lists an element, objects a shape. */
interface SchemaDef {
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
