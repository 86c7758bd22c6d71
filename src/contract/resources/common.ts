import { z } from 'zod'
import { ofIssue } from '../errors/mistakes.ts'
import { once } from '../once.ts'

/** How a secret gives access: by itself, in a link, or as a text that a person knows. */
export type SecretKind = 'token' | 'link' | 'password' | 'answer'

/** How `search` and `filter` find a field. */
export interface Found {
  readonly search: 'string' | 'timestamp'
  /** The operators that `filter` knows for it; without them it does not find it. */
  readonly filter?: readonly ('eq' | 'gt' | 'ge' | 'lt' | 'le')[]
  /** The only values that `filter` takes. */
  readonly values?: readonly string[]
}

/** Every statement about a field. */
export interface FieldRow {
  readonly schema: () => z.ZodType
  /** Its meaning where the name does not say it, for the OpenAPI document. */
  readonly says?: string
  /** Only the service sets it. If sent, it is ignored unless the API description says otherwise. Default: the caller. */
  readonly writer?: 'service'
  /** Replies never carry it. */
  readonly isWriteOnly?: true
  /** Its value gives access: journals, logs and reports do not show it. */
  readonly secret?: SecretKind
  /** Its sentence in seeds, which have it under the same name. Without one, they do not have it in this form. */
  readonly seed?: string
  /** How queries find it, or fields of it by their names. */
  readonly queries?: Found | Readonly<Record<string, Found>>
}

/** Sentences of seeds that several resources share. */
export const newId = 'Default: a new one'
export const madeNow = 'Time of creation. Default: now'

/** The rows of the fields of a resource, or of a body. A field about which nothing else is stated is its schema alone. */
export type FieldRows = Readonly<Record<string, FieldRow | (() => z.ZodType)>>

type SchemaOf<Row> = Row extends { readonly schema: () => infer Schema }
  ? Schema
  : Row extends () => infer Schema
    ? Schema
    : never

type Shape<Rows> = { -readonly [Name in keyof Rows]: SchemaOf<Rows[Name]> }

type KnownKeys<Value> = keyof { [Name in keyof Value as string extends Name ? never : Name]: 0 }

/** The type of a value in a record: with the members that are stated, and nothing that can change. */
export type Stored<Value> = Value extends readonly (infer Item)[]
  ? readonly Stored<Item>[]
  : Value extends object
    ? [KnownKeys<Value>] extends [never]
      ? Readonly<Value>
      : { readonly [Name in keyof Value as Extract<Name, KnownKeys<Value>>]: Stored<Value[Name]> }
    : Value

/** The schemas of fields, by name. */
export function shapeOf<const Rows extends FieldRows>(rows: Rows): Shape<Rows> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, typeof row === 'function' ? row() : schemaOf(row)]),
  ) as Shape<Rows>
}

function schemaOf({ schema, says, writer, isWriteOnly }: FieldRow): z.ZodType {
  const meta = {
    ...(writer ? { readOnly: true } : {}),
    ...(isWriteOnly ? { writeOnly: true } : {}),
    ...(says === undefined ? {} : { description: says }),
  }
  return Object.keys(meta).length === 0 ? schema() : schema().meta(meta)
}

/** An object under a name, with its meaning for the OpenAPI document. It may have more members than are stated. */
export function resource<const Rows extends FieldRows>(
  id: string,
  ...about: readonly [description: string, rows: Rows] | readonly [rows: Rows]
) {
  const [rows, description] = about.length === 1 ? about : [about[1], about[0]]
  return once(() =>
    z.looseObject(shapeOf(rows)).meta(description === undefined ? { id } : { id, description }),
  )
}

/** The fields that queries find, by their paths, such as `type.id`. */
export function foundIn(rows: FieldRows): readonly (readonly [path: string, how: Found])[] {
  return Object.entries(rows).flatMap(([name, row]): [string, Found][] => {
    const { queries = {} } = typeof row === 'function' ? {} : row
    return isFound(queries)
      ? [[name, queries]]
      : Object.entries(queries).map(([below, how]) => [`${name}.${below}`, how])
  })
}

function isFound(queries: Required<FieldRow>['queries']): queries is Found {
  return typeof queries['search'] === 'string'
}

/** A timestamp of groups, rules and users: ISO 8601, UTC, milliseconds (Clients, Conventions, 2). */
export const Timestamp = once(() =>
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    .meta({
      id: 'Timestamp',
      description: 'ISO 8601 in UTC with milliseconds.',
      format: 'date-time',
      example: '2026-01-05T09:30:00.000Z',
    }),
)

/** A timestamp of client applications: unix seconds (Clients, Conventions, 2). */
export const UnixSeconds = once(() =>
  z.int().min(0).meta({ id: 'UnixSeconds', description: 'Seconds since 1970.', example: 1_767_605_400 }),
)

const optionalText = () => z.string().optional()

/** One link (Clients, Conventions, 4). */
export const Link = resource('Link', 'A link of JSON HAL.', {
  href: z.string,
  title: optionalText,
  method: optionalText,
  name: optionalText,
  type: optionalText,
  hints: () => z.looseObject({ allow: z.array(z.string()) }).optional(),
})

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
export const Links = once(() =>
  z.record(z.string(), anyLink()).meta({ id: 'Links', description: 'Links by relation.', readOnly: true }),
)

/** An object of replies that has more members than are stated. */
export function openObject(shape: z.core.$ZodLooseShape) {
  return z.looseObject(shape).meta({ mayHoldMore: true })
}

/** The empty object that lifecycle operations answer. */
export const Empty = once(() => z.strictObject({}).meta({ id: 'Empty', description: 'An empty object.' }))

/** Marks a value that may be null by the API description, but not here: only the OpenAPI document says so. */
export function nullByDocuments<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.nullable() as unknown as Schema
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
