import { z } from 'zod'

/** A JSON Schema as generated pages read it. */
export interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: string | number | boolean | null
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly default?: unknown
}

/** The JSON Schema of what a schema takes. */
export function inputSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** A text in the form for a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')
}

/** A table of texts. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Sections of a page, each below its heading. */
export function sections(texts: readonly (readonly [title: string, text: string])[]): string {
  return texts.map(([title, text]) => `## ${title}\n\n${text}`).join('\n\n')
}

/** The name at the end of a reference to a part of the document. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** Formats with well-known names. */
const plainFormats: ReadonlySet<string> = new Set([
  'date-time',
  'date',
  'email',
  'uri',
  'uuid',
  'ipv4',
  'ipv6',
])

/** Longer patterns than this say nothing to a reader. */
const longestPattern = 60

/** The type of a value in words. A named schema gets a link, on the same page or on `page`. */
export function typeText(schema: Schema, page = ''): string {
  const { $ref, anyOf, allOf, items, type, const: only, enum: values } = schema
  const inner = (part: Schema): string => typeText(part, page)
  if ($ref !== undefined) return `[${nameOf($ref)}](${page}#${nameOf($ref).toLowerCase()})`
  if (anyOf) return [...new Set(anyOf.map(inner))].join(' or ')
  if (allOf) return allOf.map(inner).join(' and ')
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (values) return valuesText(values)
  if (items !== undefined) return `list of ${inner(items)}${limitsOf(schema)}`
  if (type === undefined) return 'anything'
  // A format says more about the type, and more clearly, than its pattern.
  const { format, pattern: _, ...plain } = schema
  if (type === 'string' && format !== undefined && plainFormats.has(format))
    return `${format}${limitsOf(plain)}`
  return `${[type].flat().join(' or ')}${limitsOf(schema)}`
}

/** The most values that are printed. */
const valuesShown = 10

function valuesText(values: readonly unknown[]): string {
  const shown = values.length > valuesShown ? values.slice(0, 3) : values
  const texts = shown.map((value) => `\`${String(value)}\``)
  return [...texts, ...(shown === values ? [] : [`… (${values.length} in all)`])].join(' or ')
}

function limitsOf({ pattern, format, default: usual, ...schema }: Schema): string {
  const texts = [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    range(schema.minimum, schema.maximum, ''),
    pattern === undefined || pattern.length > longestPattern ? '' : `like \`${pattern}\``,
    format === undefined || format === 'starts_with' ? '' : `format ${format}`,
    usual === undefined ? '' : `by default ${JSON.stringify(usual)}`,
  ].filter((text) => text !== '')
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`
}

/** The limits of all JavaScript integers mean nothing to a reader. */
function bound(value: number | undefined): number | undefined {
  return value !== undefined && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value
}

function range(from: number | undefined, to: number | undefined, what: string): string {
  const [least, most] = [bound(from), bound(to)]
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return least === 1 && what !== '' ? 'not empty' : `at least ${least}${what}`
  return least === undefined ? `at most ${most}${what}` : `${least} to ${most}${what}`
}

/** The anchor of a heading on GitHub. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

/**
 * Replaces the text between `<!-- name:start -->` and `<!-- name:end -->`.
 *
 * @throws Error when the markers are missing.
 */
export function between(text: string, name: string, content: string): string {
  const start = `<!-- ${name}:start -->`
  const end = `<!-- ${name}:end -->`
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from === -1 || to < from) throw new Error(`No section marked ${name}`)
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`
}
