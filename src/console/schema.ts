import { durationIn } from '../model/kernel/duration.ts'

/** A JSON Schema, as far as forms need it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  /** The names of required properties; in profiles, whether the property is required. */
  readonly required?: readonly string[] | boolean
  readonly items?: Schema
  readonly format?: string
  readonly pattern?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** Where the API description states a setting, and the interpretations that it changes. */
  readonly 'x-sources'?: readonly string[]
  /** Other names of the property in error messages. */
  readonly 'x-names'?: string
  readonly 'x-rows'?: number
  readonly 'x-texts'?: readonly string[]
}

/** The control for a value. */
export type Kind =
  | 'choice'
  | 'check'
  | 'choices'
  | 'lines'
  | 'fields'
  | 'number'
  | 'date'
  | 'text'
  | 'duration'
  | 'mixed'
  | 'json'

/** A value of a form: a leaf, or several fields. */
export interface FieldPlan {
  /** Its place in the value: `passwordPolicy.minLength`. */
  readonly path: string
  readonly name: string
  readonly kind: Kind
  readonly schema: Schema
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly fields: readonly FieldPlan[]
}

/** The fields for the properties of an object: required ones first, groups last, else in the order of the schema. */
export function fieldsOf({ properties = {}, required = [] }: Schema, at = ''): readonly FieldPlan[] {
  const plans = Object.entries(properties).map(([name, given]): FieldPlan => {
    const { schema, isNullable } = withoutNull(given)
    const path = `${at}${name}`
    const kind = kindOf(schema)
    const isRequired = (required as readonly string[]).includes(name) || schema.required === true
    // An optional object does not require its members: an empty group is left out.
    const inner = isRequired ? schema : { ...schema, required: [] }
    const fields = kind === 'fields' ? fieldsOf(inner, `${path}.`) : []
    return { path, name, kind, schema, isRequired, isNullable, fields }
  })
  const rank = ({ isRequired, kind }: FieldPlan): number => (isRequired ? 0 : kind === 'fields' ? 2 : 1)
  return plans.toSorted((one, other) => rank(one) - rank(other))
}

/** A schema without the choice of null. */
function withoutNull(given: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
  const { anyOf, type, ...rest } = given
  const others = anyOf?.filter((each) => each.type !== 'null') ?? []
  if (others.length === 1) return { schema: { ...rest, ...withoutNull(others[0]!).schema }, isNullable: true }
  if (typeof type !== 'object' || !type.includes('null')) return { schema: given, isNullable: false }
  const types = type.filter((each) => each !== 'null')
  return { schema: { ...rest, type: types.length === 1 ? types[0]! : types }, isNullable: true }
}

function kindOf({ type, enum: values, anyOf, items, properties, format }: Schema): Kind {
  if (values) return 'choice'
  if (type === 'boolean') return 'check'
  if (type === 'array') {
    if (items?.enum) return 'choices'
    return items?.type === 'string' ? 'lines' : 'json'
  }
  if (type === 'object') return properties ? 'fields' : 'json'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string') return format === 'date-time' ? 'date' : 'text'
  // The text of a duration has a pattern.
  if (anyOf?.some(({ pattern }) => pattern !== undefined)) return 'duration'
  if (anyOf?.some((each) => typeof each.type === 'object' || each.type === 'string')) return 'mixed'
  return typeof type === 'object' ? 'mixed' : 'json'
}

/** The choices of a field, with their texts. */
export function optionsOf({ kind, schema }: FieldPlan): readonly (readonly [value: string, text: string])[] {
  if (kind === 'check')
    return [
      ['true', 'yes'],
      ['false', 'no'],
    ]
  const { enum: values = [], 'x-texts': texts } = schema
  return values.map((value, index) => [String(value), texts?.[index] ?? String(value)])
}

/** Whether the value of a property is the content of a file. */
export function takesFile(name: string): boolean {
  return name === 'yaml' || name === 'state'
}

/** `retryAfter` and `client_name` as words: Retry after, Client name. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]/g, ' ').toLowerCase()
  const text = words.replaceAll(/\b(?:ur[il]s?|id|api|mfa|jwks|yaml)\b/g, (word) =>
    word.toUpperCase().replace(/S$/, 's'),
  )
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A value as the text of its field. */
export function textIn(kind: Kind, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'lines') return (value as readonly string[]).join('\n')
  if (kind === 'date') return (value as string).slice(0, 19)
  if (kind === 'duration' && typeof value === 'number') return durationIn(value)
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}

/**
 * The value in a form. Empty fields are left out.
 *
 * @throws Error that names the field whose text is not what it must be.
 */
export function valueIn(plans: readonly FieldPlan[], form: FormData): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const plan of plans) {
    const read = plan.kind === 'fields' ? valueIn(plan.fields, form) : leafIn(plan, form)
    const isEmpty = read === undefined || (plan.kind === 'fields' && Object.keys(read as object).length === 0)
    if (!isEmpty) value[plan.name] = read
  }
  return value
}

function leafIn({ path, kind, schema }: FieldPlan, form: FormData): unknown {
  if (kind === 'choices') {
    const all = form.getAll(path)
    return all.length === 0 ? undefined : all
  }
  const text = form.get(path)
  if (typeof text !== 'string' || text === '' || (takesFile(path) && text.trim() === '')) return undefined
  if (kind === 'check') return text === 'true'
  if (kind === 'choice') return schema.enum!.find((each) => String(each) === text)
  if (kind === 'number') return Number(text)
  if (kind === 'date') return new Date(`${text}Z`).toISOString()
  if (kind === 'lines') return text.split('\n').filter((line) => line.trim() !== '')
  if (kind === 'mixed' || kind === 'duration') {
    if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text)
    return /^[[{]/.test(text) ? jsonIn(text, `${path}: expected JSON`) : text
  }
  if (kind === 'json') return jsonIn(text, `${path}: expected JSON, such as {"method": "POST"}`)
  return text
}

/** The members that a form has changed; null for one that was emptied and may be null. */
export function changedIn(
  plans: readonly FieldPlan[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const { name, kind, fields, isNullable } of plans) {
    const [old, now] = [before[name], after[name]]
    if (kind === 'fields') {
      const deep = changedIn(
        fields,
        (old ?? {}) as Record<string, unknown>,
        (now ?? {}) as Record<string, unknown>,
      )
      if (Object.keys(deep).length > 0) changes[name] = deep
    } else if (textIn(kind, old) !== textIn(kind, now)) {
      changes[name] = now ?? (kind === 'lines' || kind === 'choices' ? [] : isNullable ? null : '')
    }
  }
  return changes
}

/**
 * Parses a text as JSON.
 * @throws Error that begins with `wrong`, and says what is wrong with the text.
 */
function jsonIn(text: string, wrong: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${wrong}: ${(error as Error).message}`, { cause: error })
  }
}
