import { ownRefusals } from '../src/contract/operation-refusals.ts'
import { openApiDocument } from '../src/contract.ts'
import { operations } from '../src/contract/operations/index.ts'
import type { Operation } from '../src/contract/operation.ts'
import { tolerances } from '../src/contract/tolerances.ts'
import type { JsonObject, OperationObject } from '../src/openapi/types.ts'
import { nameOf, type Schema, sections, table, typeText } from './markdown.ts'
import { filled } from './template.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Reply {
  readonly description?: string
  readonly content?: Content
  readonly links?: Readonly<Record<string, { readonly description?: string; readonly operationId?: string }>>
}

type Named<Kind> = Readonly<Record<string, Kind>>

/** The parts of the OpenAPI document that the page shows. */
interface Shown {
  readonly components: {
    readonly parameters: Named<Parameter>
    readonly responses: Named<Reply>
    readonly headers: Named<{ readonly description: string }>
    readonly schemas: Named<Schema>
  }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
}

const contract = new Map<string, Operation>(operations.map((each) => [each.name, each]))

/** docs/reference/operations.md: the OpenAPI document for people to read. */
export function renderOperations(): string {
  const document = openApiDocument({ beyond: true })
  const { components, tags } = document as unknown as Shown
  const shown = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      address: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const areas = tags.map(({ name, description }) => {
    // The endpoints of other authorization servers equal those of the organization.
    const own = shown.filter(
      ({ address, operation }) =>
        operation.tags.includes(name) && !address.includes('{authorizationServerId}'),
    )
    const texts = own.map(({ address, operation }) => operationText(address, operation, components))
    return [name, [description, ...texts].join('\n\n')] as const
  })
  const headers = Object.entries(components.headers).map(([name, { description }]) => [
    `\`${name}\``,
    description,
  ])
  const taken = Object.entries(tolerances).map(([name, { what, evidence }]) => [
    `\`${name}\``,
    what,
    evidence,
  ])
  return filled('reference/operations.md', {
    operations: sections(areas),
    headers: table(['Header', 'Meaning'], headers),
    tolerances: table(['Tolerance', 'Spelling', 'Who sends it'], taken),
    schemas: Object.entries(components.schemas)
      .map(([name, schema]) => schemaText(name, schema))
      .join('\n\n'),
  })
}

function operationText(address: string, operation: OperationObject, components: Shown['components']): string {
  const { operationId, summary, description, requestBody, responses } = operation
  const body = requestBody && typesOf(requestBody['content'] as Content).join(' or ')
  const parameters = (operation.parameters ?? []).map((given) =>
    parameterRow(resolved(given, components.parameters)),
  )
  const replies = Object.entries(responses).map(([status, given]) =>
    replyRow(status, resolved(given, components.responses)),
  )
  const known = contract.get(operationId)
  const refusals = (known ? ownRefusals(known) : []).map((name) => `\`${name}\``)
  return [
    `### ${summary}`,
    `\`${address}\` (\`${operationId}\`, ${operation['x-source'] as string})`,
    ...(description === undefined ? [] : [description]),
    ...(body === undefined ? [] : [`Body: ${body}`]),
    ...(parameters.length === 0 ? [] : [table(['Parameter', 'In', 'Type', 'Meaning'], parameters)]),
    table(['Status', 'Body', 'When'], replies),
    ...(refusals.length === 0 ? [] : [`Conditions of its [errors](refusals.md): ${refusals.join(', ')}`]),
  ].join('\n\n')
}

function parameterRow({ name, in: place, required = false, schema, description = '' }: Parameter): string[] {
  return [`\`${name}${required ? '' : '?'}\``, place, typeText(schema), description]
}

/** Errors share one body, which is not repeated. */
function replyRow(status: string, { description = '', content = {}, links = {} }: Reply): string[] {
  const body = Number(status) < 300 ? typesOf(content).join(' or ') : ''
  const leading = Object.entries(links).map(
    ([name, { operationId, description: meaning = `\`${operationId}\`` }]) => `Link \`${name}\`: ${meaning}`,
  )
  return [status, body, [description, ...leading].join(' ')]
}

function typesOf(content: Content): readonly string[] {
  return Object.values(content).flatMap(({ schema }) => (schema ? [typeText(schema)] : []))
}

function resolved<Kind>(given: JsonObject, all: Named<Kind>): Kind {
  return typeof given['$ref'] === 'string' ? all[nameOf(given['$ref'])]! : (given as unknown as Kind)
}

function schemaText(name: string, schema: Schema): string {
  const rows = [...membersOf(schema)]
  const members =
    rows.length === 0 ? `Type: ${typeText(schema)}` : table(['Property', 'Type', 'Meaning'], rows)
  return [`### ${name}`, ...(schema.description === undefined ? [] : [schema.description]), members].join(
    '\n\n',
  )
}

/** Rows for the properties of a schema, those of objects inside it by their paths. */
function* membersOf({ properties = {}, required = [], allOf = [] }: Schema, prefix = ''): Iterable<string[]> {
  for (const [name, value] of Object.entries(properties)) {
    const path = `${prefix}${name}`
    const ways = [
      ...(value.readOnly === true ? ['read-only'] : []),
      ...(value.writeOnly === true ? ['write-only'] : []),
    ]
    const type = [typeText(value), ...ways].join(', ')
    yield [`\`${path}${required.includes(name) ? '' : '?'}\``, type, value.description ?? '']
    yield* membersOf(value, `${path}.`)
  }
  for (const part of allOf) yield* membersOf(part, prefix)
}
