import { exampleIds, exampleIdsOf } from '../contract/example-ids.ts'
import type { Operation } from '../contract/operation.ts'
import { headerTexts, parameterTexts } from './operation-texts.ts'
import type { Settings } from './options.ts'
import type { ContractSchemas } from './schemas.ts'
import { type JsonObject, type JsonSchema, refTo } from './types.ts'

/** The parameters of an operation, or of two that share a path and a method: path, query, headers. */
export function parametersOf(
  operations: readonly Operation[],
  schemas: ContractSchemas,
  settings: Settings,
): readonly JsonObject[] {
  const [operation] = operations as readonly [Operation]
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    pathParameter(operation, name as keyof typeof exampleIds),
  )
  const inQuery = new Map<string, JsonObject>()
  for (const each of operations) {
    for (const [name, schema] of Object.entries(schemas.parameters(each, 'query'))) {
      inQuery.set(name, queryParameter(each, name, schema))
    }
  }
  const headers = Object.keys(schemas.parameters(operation, 'headers'))
  const { auth = 'token', method } = operation
  if (auth !== 'token' && method !== 'GET' && !headers.includes('origin')) headers.push('origin')
  return [
    ...inPath,
    ...inQuery.values(),
    refTo('parameters', 'Accept'),
    ...headers.map((name) => header(name, settings)),
  ]
}

/** A shared parameter, or one with its own example where the shared id does not suit the operation. */
function pathParameter({ name: operation }: Operation, name: keyof typeof exampleIds): JsonObject {
  const example = exampleIdsOf(operation)[name]
  return example === exampleIds[name] ? refTo('parameters', name) : { ...inPathNamed(name), example }
}

function inPathNamed(name: keyof typeof exampleIds): JsonObject {
  const description = parameterTexts[name] as string
  const schema = { type: 'string', minLength: 1 }
  return { name, in: 'path', required: true, description, example: exampleIds[name], schema }
}

function queryParameter(operation: Operation, name: string, schema: JsonSchema): JsonObject {
  const ignoredWithout = operation.ignoredWithout?.[name]
  const text = parameterTexts[`${operation.name}.${name}`] ?? parameterTexts[name]
  return {
    name,
    in: 'query',
    ...(typeof text === 'string' ? { description: text } : text),
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema: name === 'limit' ? { ...schema, ...pageSize(operation) } : schema,
    ...(name === 'limit' ? { 'x-interpretations': ['page-size'] } : {}),
    ...(ignoredWithout ? { 'x-ignored-without': ignoredWithout } : {}),
  }
}

function pageSize({ page }: Operation): JsonSchema {
  if (!page) return {}
  const maximum = Math.max(page.max, ...Object.values(page.with ?? {}).map(({ max = 0 }) => max))
  return { default: page.default, ...(page.isMaxOurs ? {} : { maximum }) }
}

function header(name: string, { vocabulary }: Settings): JsonObject {
  if (name !== 'content-type') return refTo('parameters', name === 'prefer' ? 'Prefer' : 'Origin')
  return {
    name: 'Content-Type',
    in: 'header',
    description: `May carry the parameter \`${vocabulary.responseParameter}\` with a list of \`omitCredentials\`, \`omitCredentialsLinks\` and \`omitTransitioningToStatus\`, in quotes if need be. OpenAPI tools leave a parameter of this name out of account.`,
    schema: {
      type: 'string',
      examples: [
        `application/json; ${vocabulary.responseParameter}="omitCredentials,omitCredentialsLinks,omitTransitioningToStatus"`,
      ],
    },
    'x-response-parameter': vocabulary.responseParameter,
  }
}

/** The parameters that operations refer to. */
export function parameterComponents(operations: readonly Operation[]): Readonly<Record<string, JsonObject>> {
  const names = operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
  return {
    ...Object.fromEntries(names.map((name) => [name, inPathNamed(name as keyof typeof exampleIds)])),
    Accept: {
      name: 'Accept',
      in: 'header',
      description: 'Must take JSON. OpenAPI tools leave a parameter of this name out of account.',
      schema: { type: 'string', default: 'application/json' },
    },
    Prefer: {
      name: 'Prefer',
      in: 'header',
      description: headerTexts.Prefer,
      schema: { type: 'string', examples: ['respond-async'] },
    },
    Origin: {
      name: 'Origin',
      in: 'header',
      description: headerTexts.Origin,
      schema: { type: 'string' },
      example: 'http://localhost:5173',
    },
  }
}
