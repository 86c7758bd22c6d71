import type { Method, Operation } from '../contract/operation.ts'
import { type OwnEndpoint, ownEndpoints, type StandardSchema } from '../handlers/own-endpoints.ts'
import type { Org } from '../model/org.ts'
import { type OpenApiOptions, settingsOf } from '../openapi/options.ts'
import { securityOf } from '../openapi/security.ts'
import type { JsonObject, OpenApiDocument, OperationObject } from '../openapi/types.ts'

const tag = 'Extension'

/** A document with the endpoints of one's own that an organisation has. */
export function withOwnEndpoints(
  org: Org,
  document: OpenApiDocument,
  options: OpenApiOptions,
): OpenApiDocument {
  const { endpoints = [] } = ownEndpoints.get(org) ?? {}
  if (endpoints.length === 0) return document
  const paths: Record<string, OpenApiDocument['paths'][string]> = { ...document.paths }
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.route.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, method, path, options) }
  }
  const tags = [...document.tags, { name: tag, description: 'Endpoints of the user.' }]
  return { ...document, tags, paths }
}

function operationOf(
  { name, summary, auth, scope, query, body, openapi }: OwnEndpoint,
  method: string,
  path: string,
  options: OpenApiOptions,
): OperationObject {
  const named = { name, method: method as Method, auth, beyond: scope } as unknown as Operation
  const bodySchema = body && schemaOf(body)
  return {
    operationId: name,
    summary,
    description: summary,
    tags: [tag],
    parameters: [...placeholdersOf(path), ...queryParametersOf(query)],
    ...(bodySchema
      ? { requestBody: { required: true, content: { 'application/json': { schema: bodySchema } } } }
      : {}),
    responses: { 200: { description: 'Done.' } },
    security: securityOf(named, settingsOf(options)),
    'x-extension': true,
    ...(openapi as JsonObject | undefined),
  }
}

function placeholdersOf(path: string): readonly JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParametersOf(query: StandardSchema | undefined): readonly JsonObject[] {
  const { properties = {}, required = [] } = (query && schemaOf(query)) ?? {}
  return Object.entries(properties as JsonObject).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as readonly string[]).includes(name),
    schema: schema!,
  }))
}

/** What a library says of its schema that has Standard JSON Schema; undefined for others. */
function schemaOf(schema: StandardSchema): JsonObject | undefined {
  const { jsonSchema } = schema['~standard']
  if (!jsonSchema) return undefined
  const { $schema: _, ...stated } = jsonSchema.input({ target: 'draft-2020-12' as never }) as JsonObject
  return stated
}
