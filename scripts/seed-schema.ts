import { SeedSchema, seedSections } from '../src/fixtures/seed/format.ts'
import { inputSchema, type Schema, table } from './markdown.ts'

/** docs/reference/seed.schema.json: the contents of a seed file, for editors. */
export function renderSeedSchema(): string {
  return `${JSON.stringify(inputSchema(SeedSchema()), undefined, 2)}\n`
}

/** The tables of docs/reference/seeds.md: the contents of each section of a seed. */
export function renderSeedFormat(): string {
  return Object.entries(seedSections)
    .map(([name, item]) => {
      const { description = '', properties = {}, required = [] } = itemOf(inputSchema(item()))
      const rows = Object.entries(properties).map(([key, value]) =>
        keyRow(key, value, required.includes(key)),
      )
      return `### \`${name}\`\n\n${description}.\n\n${table(['Key', 'Needed', ''], rows)}\n`
    })
    .join('\n')
}

/** A schema with an id is among the definitions, and is referenced. */
function itemOf(schema: Schema): Schema {
  const name = String(schema.$ref).split('/').at(-1)!
  return schema.$defs?.[name] ?? schema
}

function keyRow(key: string, { description, enum: values }: Schema, isNeeded: boolean): string[] {
  const texts = [
    ...(values ? [values.map((value) => `\`${String(value)}\``).join(', ')] : []),
    description ?? [],
  ].flat()
  return [`\`${key}\``, isNeeded ? 'yes' : '', texts.join('. ')]
}
