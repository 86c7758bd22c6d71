import { z } from 'zod'
import { durationIn } from './duration.ts'
import { isSame } from './same.ts'

/** The facts about an option that code reads, next to its type. */
export interface About<Default> {
  /** The value if nobody sets it. Its sentence says so. */
  readonly default?: Default
  /** Its number is milliseconds. */
  readonly isDuration?: true
  /** In a configuration file: a secret or its place, the path of a file, or the name of data. */
  readonly file?: 'secret' | 'path' | 'data'
  /** The options that its value consists of. */
  readonly rows?: Options
  /** Facts about members of an object that the type describes. */
  readonly members?: Readonly<Record<string, Pick<Facts & About<unknown>, 'flag' | 'file'>>>
}

/** The facts about an option for help, pages and types, next to its sentence. */
export interface Facts {
  /** The effect if nobody sets it, where no single value has it: `none`. */
  readonly unset?: string
  /** Where the API description has the subject: `Users, Lifecycle`. */
  readonly source?: string
  /** The interpretations that it changes. */
  readonly interpretations?: readonly string[]
  /** The flag of `identikit serve`, below a heading of its help. */
  readonly flag?: readonly [heading: string, flag: string]
}

/** An option: its type, its sentence and the facts about it, each stated once. */
export interface Option<Output, Input = Output, Default = undefined>
  extends Omit<About<Default>, 'default'>, Facts {
  readonly default: Default
  readonly type: () => z.ZodType<Output, Input>
  /** Its sentence. Help and pages of the package have it, its rows do not: see `withoutSentences`. */
  readonly text?: string
  /** Returns the option with its sentence. Nothing else may happen here, as the build leaves these calls out. */
  describe(text: string, facts?: Facts): this
}

/** A table of options, by name. */
export interface Options {
  // oxlint-disable-next-line typescript/no-explicit-any -- of whichever types
  readonly [name: string]: Option<any, any, any>
}

/** Options that belong together. */
export interface OptionGroup<Rows extends Options> extends Option<OutputOf<Rows>, InputOf<Rows>, object> {
  readonly rows: Rows
}

/** An option that can change while an organisation runs. */
export type Setting<Row> = Row & { readonly isSetting: true }

/** The values of options, parsed: durations are milliseconds. */
export type OutputOf<Rows> = {
  readonly [Name in keyof Rows]?: Rows[Name] extends Option<infer Output, infer _, infer __> ? Output : never
}

/** The values of options, as callers write them. */
export type InputOf<Rows> = {
  readonly [Name in keyof Rows]?: Rows[Name] extends Option<infer _, infer Input, infer __>
    ? Input | undefined
    : never
}

/** The values of options with every default filled in; undefined for options without one. */
export type ValuesOf<Rows> = { readonly [Name in keyof Rows]: ValueOf<Rows[Name]> }

export type ValueOf<Row> =
  Row extends OptionGroup<infer Rows>
    ? ValuesOf<Rows>
    : Row extends Option<infer Output, infer _, infer Default>
      ? undefined extends Default
        ? Output | undefined
        : Output
      : never

/** The input of a schema, from which nothing is written to. */
export type Given<Input> = Input extends ((...given: never) => unknown) | Date
  ? Input
  : Input extends readonly (infer Element)[]
    ? readonly Given<Element>[]
    : Input extends object
      ? { readonly [Name in keyof Input]: Given<Input[Name]> }
      : Input

/** Makes an option. */
export function option<Output, Input = Output, const Default extends Output | undefined = undefined>(
  type: () => z.ZodType<Output, Input>,
  about: About<Default> = {},
): Option<Output, Input, Default> {
  return { ...about, default: about.default as Default, type, describe }
}

/** Makes an option that is one of some texts. */
export function oneOf<const Values extends readonly string[], const Default extends Values[number]>(
  values: Values,
  value: Default,
) {
  return option<Values[number], Values[number], Default>(() => z.enum(values), { default: value })
}

/** Makes a group of options. */
export function group<const Rows extends Options>(rows: Rows): OptionGroup<Rows> {
  return { rows, type: () => schemaOf(rows), describe } as unknown as OptionGroup<Rows>
}

function describe<Row>(this: Row, text: string, facts: Facts = {}): Row {
  return { ...this, ...facts, text }
}

/** Marks an option as one that can change while an organisation runs. */
export function setting<Row>(row: Row): Setting<Row> {
  return { ...row, isSetting: true }
}

/** The schema of an object with these options, each of which may be left out. */
export function objectOf<Rows extends Options>(rows: Rows): ObjectOf<Rows> {
  const shape = Object.entries(rows).map(([name, row]) => [
    name,
    row.type().optional().describe(sentenceOf(row)),
  ])
  return z.strictObject(Object.fromEntries(shape)) as unknown as ObjectOf<Rows>
}

/** The same, as the schema of the values. */
export function schemaOf<Rows extends Options>(rows: Rows): z.ZodType<OutputOf<Rows>, InputOf<Rows>> {
  return objectOf(rows) as unknown as z.ZodType<OutputOf<Rows>, InputOf<Rows>>
}

type ObjectOf<Rows extends Options> = z.ZodObject<
  {
    [Name in keyof Rows]: Rows[Name] extends Option<infer Output, infer Input, infer _>
      ? z.ZodOptional<z.ZodType<Output, Input>>
      : never
  },
  z.core.$strict
>

/** The sentence of an option, with its source and default, and without a full stop at its end. */
export function sentenceOf({ text = '', source, file, ...row }: Options[string]): string {
  return [
    `${text}${source === undefined ? '' : ` (${source})`}`,
    ...defaultOf(row),
    ...(file === 'secret' ? ['A configuration file can say `env:NAME` or `file:PATH` instead'] : []),
  ].join('. ')
}

function defaultOf({ default: value, unset, isDuration }: Omit<Options[string], 'text'>): readonly string[] {
  if (unset !== undefined) return [`Default: ${unset}`]
  if (value === undefined || typeof value === 'object') return []
  if (typeof value === 'string') return [`Default \`${value}\``]
  return [`Default ${isDuration ? durationIn(value as number) : shown(value as number | boolean)}`]
}

function shown(value: number | boolean): string {
  const text = String(value)
  // A port is no quantity. Formats of the platform take 13 ms to load, and a start reads every default.
  return typeof value === 'number' && value >= 10_000 ? text.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : text
}

/** The default of each option, and of each member of a group. */
export function defaultsOf<Rows extends Options>(rows: Rows): ValuesOf<Rows> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, row.rows ? defaultsOf(row.rows) : row.default]),
  ) as ValuesOf<Rows>
}

/** Values of options with changes. Values of a group that the changes leave out stay. */
export function withChanges<Values extends object>(rows: Options, values: Values, changes: object): Values {
  const before = values as Readonly<Record<string, unknown>>
  const changed = Object.entries(changes).map(([name, value]) => [
    name,
    rows[name]?.rows ? { ...(before[name] as object), ...(value as object) } : value,
  ])
  return { ...values, ...Object.fromEntries(changed) }
}

/** The values of options that differ from others. */
export function differing(
  rows: Options,
  values: object,
  others: object = {},
): Readonly<Record<string, unknown>> {
  const known = others as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (isSame(value, known[name])) return []
      const inner = rows[name]?.rows
      return [[name, inner ? differing(inner, value as object, known[name] as object | undefined) : value]]
    }),
  )
}

/** Every option of a table with its path, the members of groups included. */
export function flattened(rows: Options, start: readonly string[] = []): readonly Placed[] {
  return Object.entries(rows).flatMap(([name, row]) => {
    const path = [...start, name]
    const members = Object.entries(row.members ?? {}).map(([key, about]) => ({
      path: [...path, key],
      row: memberOf(row, key, about),
    }))
    return [{ path, row }, ...members, ...flattened(row.rows ?? {}, path)]
  })
}

/** An option, and the names that lead to it. */
interface Placed {
  readonly path: readonly string[]
  readonly row: Options[string]
}

function memberOf(row: Options[string], name: string, about: object): Options[string] {
  const type = (): z.ZodType => {
    const { def } = row.type()
    const objects = (def as { readonly options?: readonly z.ZodType[] }).options ?? [row.type()]
    return objects.flatMap((each) => (each instanceof z.ZodObject ? (each.shape[name] ?? []) : []))[0]!
  }
  return {
    ...about,
    default: undefined,
    type,
    describe,
    get text() {
      return type().description ?? ''
    },
  }
}
