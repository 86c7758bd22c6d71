import { z } from 'zod'
import { flattened } from '../src/model/kernel/option.ts'
import { configOptions, configSchema } from '../src/server/serve-options.ts'
import { orgOptionsSchema } from '../src/model/kernel/org-options.ts'
import { type Schema, table } from './markdown.ts'
import { filled } from './template.ts'

/** The form of durations, for editors: the code that parses them is stricter. */
const duration = {
  anyOf: [
    { type: 'number', minimum: 0 },
    { type: 'string', pattern: String.raw`^\s*(\d|[Pp][\dTt])` },
  ],
}

/** docs/reference/config.schema.json: the contents of a configuration file, for editors. */
export function renderConfigSchema(): string {
  return `${JSON.stringify(jsonSchema(configSchema()), undefined, 2)}\n`
}

/** The tables of docs/reference/options.md: every option of a server, and of an organisation. */
export function renderOptions(): string {
  const { options: _, ...server } = jsonSchema(configSchema()).properties ?? {}
  return filled('reference/options.md', {
    server: optionsTable(server),
    organisation: optionsTable(jsonSchema(orgOptionsSchema()).properties ?? {}, 'options.'),
  })
}

function jsonSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      const { type } = (zodSchema as unknown as z.ZodType).def
      // Functions and dates, which a file cannot contain.
      if (type === 'custom' || type === 'date') Object.assign(made, { not: {} })
      if (type === 'pipe') {
        for (const key of Object.keys(made)) if (key !== 'description') delete made[key]
        Object.assign(made, duration)
      }
      if (made.anyOf) made.anyOf = made.anyOf.filter((each) => !('not' in (each as object)))
    },
  }) as Schema
}

function optionsTable(properties: Readonly<Record<string, Schema>>, start = ''): string {
  const known = new Map(flattened(configOptions).map(({ path, row }) => [path.join('.'), row]))
  const rows = Object.entries(properties).flatMap(([name, schema]) => rowsOf(name, schema))
  return table(
    ['Option', 'Takes', '', 'Flag of `serve`', 'Interpretations'],
    rows.map(([name = '', ...cells]) => {
      const { flag, interpretations = [] } = known.get(start + name) ?? {}
      const links = interpretations.map((id) => `[\`${id}\`](interpretations.md#${id})`)
      return [`\`${name}\``, ...cells, flag ? `\`${flag[1]}\`` : '', links.join(', ')]
    }),
  )
}

function rowsOf(name: string, schema: Schema): readonly string[][] {
  if (name === '$schema' || name.startsWith('faults.')) return []
  const { description, anyOf = [] } = schema
  const { properties = {} } = [schema, ...anyOf].find((each) => each.properties) ?? {}
  const inner =
    name === 'pageSizes' || name === 'organisations.options'
      ? []
      : Object.entries(properties).flatMap(([key, value]) => rowsOf(`${name}.${key}`, value))
  return [[name, typeText(schema), description ?? ''], ...inner]
}

/** The type of a value, in words. */
export function typeText(schema: Schema): string {
  const { anyOf, type, items } = schema
  if (JSON.stringify(anyOf) === JSON.stringify(duration.anyOf)) return 'duration'
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(', ')
  if (type === 'array')
    return `list of ${items === undefined || items.properties ? 'objects' : `${typeText(items)}s`}`
  const types = [type ?? 'anything'].flat() as readonly string[]
  return types.map((name) => typeNames[name] ?? name).join(', ')
}

const typeNames: Readonly<Record<string, string>> = { string: 'text', boolean: 'true, false' }
