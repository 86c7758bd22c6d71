import type { Json, JsonObject } from '../openapi/types.ts'
import type { ListedAction } from './list-actions.ts'
import listed from './listed-actions.data.ts'

const prefix = '#/components/schemas/'

/**
 * The OpenAPI 3.1 document of the control plane, for clients in other languages. It follows from the table of actions.
 *
 * @param baseUrl Address of the server, or of one of its organisations.
 */
export function controlDocument(baseUrl: string): JsonObject {
  const schemas: Record<string, Json> = { Error: errorSchema }
  const actions = listed.map((action) => [action.path, { post: operationOf(action, schemas) }] as const)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Control plane of Identikit',
      version: '1.0.0',
      description:
        'Signs users in, reads mails, moves time, makes calls fail. It is not a part of the service.',
      contact: { name: 'Identikit' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: baseUrl, description: 'The server' }],
    tags: [{ name: 'Control', description: 'Actions of the control plane.' }],
    security: [{ controlToken: [] }, {}],
    paths: {
      '/_control/health': {
        get: {
          operationId: 'readHealth',
          summary: 'Say whether the server is ready',
          description:
            'Answers without a token; with one, or where the control plane is open, counts as well.',
          tags: ['Control'],
          responses: { 200: reply('The server is ready.'), 403: error('The page is of a foreign origin.') },
        },
      },
      ...Object.fromEntries(actions),
    },
    components: {
      schemas,
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The control token of the server. Without one the control plane of loopback is open.',
        },
      },
    },
  }
}

function operationOf({ name, summary, input }: ListedAction, schemas: Record<string, Json>): JsonObject {
  const { $schema: _, $defs = {}, ...schema } = input as JsonObject
  // Inputs, and the schemas inside them, are components: generators use component names as type names.
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  const place = (value: Json): Json => moved(value, `${prefix}${type}`)
  for (const [key, definition] of Object.entries($defs as JsonObject))
    schemas[`${type}${key}`] = place(definition!)
  schemas[`${type}Input`] = place(schema)
  const required = (schema['required'] as readonly string[] | undefined) ?? []
  return {
    operationId: name,
    summary,
    description: `${summary}.`,
    tags: ['Control'],
    requestBody: {
      required: required.length > 0,
      content: { 'application/json': { schema: { $ref: `${prefix}${type}Input` } } },
    },
    responses: {
      200: reply('Done.'),
      400: error('The input is wrong; `mistakes` lists each mistake.'),
      401: error('The control token is missing or wrong.'),
      403: error('The control plane is closed, or the page is of a foreign origin.'),
      404: error('A record of the input does not exist, or an event did not come in time.'),
    },
  }
}

function moved(value: Json, to: string): Json {
  if (Array.isArray(value)) return value.map((each: Json) => moved(each, to))
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, ...rest } = value as JsonObject
  // In process, an option may be a function. Its schema is empty.
  const choices = ((anyOf ?? []) as readonly JsonObject[]).filter((each) => Object.keys(each).length > 0)
  const choice: JsonObject = choices.length > 1 ? { anyOf: choices } : (choices[0] ?? {})
  const members = Object.entries({ ...choice, ...rest })
    .filter(([, member]) => member !== undefined)
    .map(([key, member]): [string, Json] => {
      const isReference = key === '$ref' && typeof member === 'string'
      return [key, isReference ? member.replace('#/$defs/', to) : moved(member as Json, to)]
    })
  return Object.fromEntries(members)
}

/** An action may answer any JSON; docs/reference/control.md describes it. */
function reply(description: string): JsonObject {
  return { description, content: { 'application/json': { schema: {} } } }
}

function error(description: string): JsonObject {
  return { description, content: { 'application/json': { schema: { $ref: `${prefix}Error` } } } }
}

const errorSchema: JsonObject = {
  type: 'object',
  description: 'Why an action was refused.',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', description: 'For programs: bad-input, not-found' },
    message: { type: 'string', description: 'For people' },
    mistakes: { type: 'array', items: { type: 'string' }, description: 'Each mistake with its field' },
  },
}
