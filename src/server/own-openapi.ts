import type { Method, Operation } from '../contract/operation.ts'
import { type OwnEndpoint, ownEndpoints, type StandardSchema } from '../handlers/own-endpoints.ts'
import type { Org } from '../model/org.ts'
import { type OpenApiOptions, settingsOf } from '../openapi/options.ts'
import { scopesOf, securityOf } from '../openapi/security.ts'
import type { JsonObject, OpenApiDocument, OperationObject } from '../openapi/types.ts'

const tag = 'Extension'

/** Adds the user's own endpoints of an organisation to a document. */
export function withOwnEndpoints(
  org: Org,
  document: OpenApiDocument,
  options: OpenApiOptions,
): OpenApiDocument {
  const endpoints = ownEndpoints(org)
  if (endpoints.length === 0) return document
  const paths: Record<string, OpenApiDocument['paths'][string]> = { ...document.paths }
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.route.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, path, options) }
  }
  const tags = [...document.tags, { name: tag, description: 'Endpoints of the user.' }]
  return { ...document, tags, paths, components: withScopes(document.components, endpoints, options) }
}

/** Declares the scopes that the endpoints need. */
function withScopes(
  components: OpenApiDocument['components'],
  endpoints: readonly OwnEndpoint[],
  options: OpenApiOptions,
): OpenApiDocument['components'] {
  const { accessToken, ...others } = components.securitySchemes
  const declared = scopesOf(settingsOf(options).vocabulary.prefix, endpoints.map(asOperation))
  const flows = Object.entries(accessToken!['flows'] as Readonly<Record<string, JsonObject>>).map(
    ([name, flow]) =>
      [name, { ...flow, scopes: { ...(flow['scopes'] as JsonObject), ...declared } }] as const,
  )
  const securitySchemes = { ...others, accessToken: { ...accessToken, flows: Object.fromEntries(flows) } }
  return { ...components, securitySchemes }
}

function asOperation({ name, route, auth, scope }: OwnEndpoint): Operation {
  return { name, method: route.split(' ')[0] as Method, auth, beyond: scope } as unknown as Operation
}

function operationOf(endpoint: OwnEndpoint, path: string, options: OpenApiOptions): OperationObject {
  const { name, summary, query, body, openapi } = endpoint
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
    security: securityOf(asOperation(endpoint), settingsOf(options)),
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

/** The JSON Schema that a Standard JSON Schema library gives for its schema; undefined for other libraries. */
function schemaOf(schema: StandardSchema): JsonObject | undefined {
  const { jsonSchema } = schema['~standard']
  if (!jsonSchema) return undefined
  const { $schema: _, ...stated } = jsonSchema.input({ target: 'draft-2020-12' as never }) as JsonObject
  return stated
}
