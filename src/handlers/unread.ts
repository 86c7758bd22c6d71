import type { z } from 'zod'
import { Refusal } from '../contract/errors/refusal.ts'
import { type Mistake, wrong } from '../contract/errors/mistakes.ts'
import { bodyRefusals } from '../contract/errors/catalogue.ts'
import type { Operation } from '../contract/operation.ts'
import { didYouMean, suggest } from '../query/suggestion.ts'
import { parametersIn } from './query-text.ts'
import type { WireRequest } from './wire.ts'

/** The most names in the result, and the longest: callers choose them. */
const maxNames = 20
const longestName = 80

/**
 * The input that an operation does not read, by its kind. `member credentials.pasword` is of the body,
 * `parameter limitt` of the query. A body that is not JSON adds nothing.
 */
export function unreadOf(operation: Operation, { query, body }: WireRequest): readonly string[] {
  const known = operation.reads?.query ?? []
  const parameters = [...new Set(parametersIn(query).keys())].filter((name) => !known.includes(name))
  const members = operation.body && body !== '' ? unknownMembers(operation.body, parsed(body)) : []
  return [
    ...members.map(({ path, name, known }) => told('member', path + name, name, known)),
    ...parameters.slice(0, maxNames).map((name) => told('parameter', name, name, known)),
  ].slice(0, maxNames)
}

function told(kind: string, whole: string, name: string, known: readonly string[]): string {
  const advice = didYouMean(name.slice(0, longestName), known)
  return `${`${kind} ${whole}`.slice(0, longestName)}${advice === undefined ? '' : `, ${advice}`}`
}

/** The error of a body, with a mistake for each unknown member that has a similar name. */
export function withMisspelt(refusal: Refusal, { body: schema }: Operation, { body }: WireRequest): Refusal {
  const { details } = refusal
  if (!schema || !details.mistakes || !bodyRefusals.has(refusal.refusal)) return refusal
  const more = unknownMembers(schema, parsed(body)).flatMap(({ path, name, known }): readonly Mistake[] => {
    const meant = suggest(name.slice(0, longestName), known)
    if (meant === undefined) return []
    return [wrong('unknown-member', (path + name).slice(0, longestName), { meant })]
  })
  if (more.length === 0) return refusal
  return new Refusal(refusal.refusal, { ...details, mistakes: [...details.mistakes, ...more] })
}

/** A member of a body that its schema does not have, and the members that it has there. */
interface UnknownMember {
  readonly path: string
  readonly name: string
  readonly known: readonly string[]
}

/** The first members of a body that its schema does not have. */
function unknownMembers(schema: z.core.$ZodType, body: unknown): readonly UnknownMember[] {
  return membersUnknown(schema, body, '').slice(0, maxNames)
}

function membersUnknown(schema: z.core.$ZodType, value: unknown, path: string): readonly UnknownMember[] {
  // oxlint-disable-next-line no-underscore-dangle -- zod's own name.
  const { def } = schema._zod as { readonly def: SchemaDef }
  if (def.innerType) return membersUnknown(def.innerType, value, path)
  if (def.element && Array.isArray(value)) {
    return value.flatMap((each, index) => membersUnknown(def.element!, each, `${path}${index}.`))
  }
  const { shape } = def
  if (!shape || typeof value !== 'object' || value === null) return []
  const known = Object.keys(shape)
  return Object.entries(value).flatMap(([name, member]) =>
    Object.hasOwn(shape, name)
      ? membersUnknown(shape[name]!, member, `${path}${name}.`)
      : [{ path, name, known }],
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
