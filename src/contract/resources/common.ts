import { z } from 'zod'
import { ofIssue } from '../errors/mistakes.ts'
import { once } from '../once.ts'

/** A timestamp of groups, rules and users: ISO 8601, UTC, milliseconds (Clients, Conventions, 2). */
export const Timestamp = once(() =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    .meta({ id: 'Timestamp', format: 'date-time', example: '2026-01-05T09:30:00.000Z' }),
)

/** A timestamp of client applications: unix seconds (Clients, Conventions, 2). */
export const UnixSeconds = once(() => z.int().min(0).meta({ id: 'UnixSeconds', example: 1_767_605_400 }))

/** One link (Clients, Conventions, 4). */
export const Link = named('Link', () => ({
  href: z.string(),
  title: z.string().optional(),
  method: z.string().optional(),
  name: z.string().optional(),
  type: z.string().optional(),
  hints: z.looseObject({ allow: z.array(z.string()) }).optional(),
}))

const anyLink = once(() => z.union([Link(), z.array(Link())]))

/** The links of a record: those that it always has, and any others. */
export function linksOf<const Relation extends string>(relations: readonly Relation[]) {
  const shape = Object.fromEntries(relations.map((relation) => [relation, Link()]))
  return z
    .object(shape as Record<Relation, ReturnType<typeof Link>>)
    .catchall(anyLink())
    .meta({ readOnly: true })
}

/** A map of link relations to one link or several (Clients, Conventions, 4). */
export const Links = once(() => z.record(z.string(), anyLink()).meta({ id: 'Links', readOnly: true }))

/** An object under a name, which may have more members than are stated. */
export function named<Shape extends z.core.$ZodLooseShape>(id: string, shape: () => Shape) {
  return once(() => z.looseObject(shape()).meta({ id }))
}

/** An object of replies that has more members than are stated. */
export function openObject(shape: z.core.$ZodLooseShape) {
  return z.looseObject(shape).meta({ mayHoldMore: true })
}

/** The empty object that lifecycle operations answer. */
export const Empty = once(() => z.strictObject({}).meta({ id: 'Empty' }))

/** Marks a property that callers never set. If sent, it is ignored unless the API description says otherwise. */
export function readOnly<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ readOnly: true })
}

/** How `search` and `filter` find a field. */
export interface Found {
  readonly search: 'string' | 'timestamp'
  /** The operators that `filter` knows for it; without them it does not find it. */
  readonly filter?: readonly ('eq' | 'gt' | 'ge' | 'lt' | 'le')[]
  /** The only values that `filter` takes. */
  readonly values?: readonly string[]
}

const queries = z.registry<Found>()

/** Marks a field that queries find. */
export function found<Schema extends z.ZodType>(schema: Schema, how: Found): Schema {
  queries.add(schema, how)
  return schema
}

/** The marked fields of an object by their paths, such as `type.id`. */
export function foundIn({ shape }: z.ZodObject): readonly (readonly [path: string, how: Found])[] {
  return Object.entries(shape).flatMap(([name, schema]): [string, Found][] => {
    const how = queries.get(schema)
    if (how) return [[name, how]]
    const whole = schema instanceof z.ZodOptional ? schema.unwrap() : schema
    if (!(whole instanceof z.ZodObject)) return []
    return foundIn(whole).map(([path, below]) => [`${name}.${path}`, below])
  })
}

/** Marks a value that may be null by the API description, but not here: only the OpenAPI document says so. */
export function nullByDocuments<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.nullable() as unknown as Schema
}

/** Marks a property that replies never carry. */
export function writeOnly<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ writeOnly: true })
}

/** A string whose length is counted in characters (code points). */
export function characters(min: number, max: number): z.ZodString {
  return z
    .string()
    .refine((value) => within(value, min, max), ofIssue('length', { min, max }))
    .meta({ minLength: min, maxLength: max })
}

function within(value: string, min: number, max: number): boolean {
  let length = 0
  for (const _ of value) {
    length += 1
    if (length > max) return false
  }
  return length >= min
}
