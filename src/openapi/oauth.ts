import { z } from 'zod'
import {
  type OAuthEndpoint,
  oauthEndpoints,
  type OAuthParameter,
  oauthParameters,
  servedGrants,
  servedResponseTypes,
} from '../contract/oauth-endpoints.ts'
import { rowOf } from '../contract/errors/catalogue.ts'
import type { OAuthErrorCode } from '../contract/errors/texts.ts'
import type { Operation } from '../contract/operation.ts'
import { oauthPlace } from '../contract/paths.ts'
import type { ContractSchemas } from './schemas.ts'
import { type JsonObject, type OperationObject, refTo } from './types.ts'

/** The subject of the endpoints, for the tag. */
export const oauthText = {
  title: 'OAuth 2.0 and OpenID Connect',
  text: 'The endpoints of the authorization servers: that of the organization, and others below `/oauth2/{authorizationServerId}`.',
}

/** An endpoint by one of its methods. */
interface OAuthOperation {
  readonly key: keyof typeof oauthEndpoints
  readonly endpoint: OAuthEndpoint
  /** The name of its form. */
  readonly form: string
  readonly method: 'GET' | 'POST'
  readonly name: string
}

const all: readonly OAuthOperation[] = Object.entries<OAuthEndpoint>(oauthEndpoints).flatMap(
  ([key, endpoint]) =>
    (Object.entries(endpoint.methods) as ['GET' | 'POST', string][]).map(([method, name]) => ({
      key: key as keyof typeof oauthEndpoints,
      endpoint,
      form: `${key[0]!.toUpperCase()}${key.slice(1)}Form`,
      method,
      name,
    })),
)

/** Their schemas as those of operations, so that all are converted in one go. */
export function oauthSchemas(): readonly Operation[] {
  return all.map(({ endpoint, form, method, name }) => {
    const input = inputOf(endpoint)
    const { reply } = endpoint
    return {
      name,
      ...(method === 'GET' ? { query: input } : { body: input.meta({ id: form }) }),
      responses: reply ? { 200: reply() } : {},
    } as unknown as Operation
  })
}

function inputOf({ required = [], optional = [] }: OAuthEndpoint) {
  const described = (name: OAuthParameter) =>
    (name === 'grant_type'
      ? z.enum(servedGrants)
      : name === 'response_type'
        ? z.enum(servedResponseTypes)
        : z.string()
    ).meta({ description: oauthParameters[name] })
  return z.object({
    ...Object.fromEntries(required.map((name) => [name, described(name)])),
    ...Object.fromEntries(optional.map((name) => [name, described(name).optional()])),
  })
}

/** The operations of the organization's own server and of others, by path and by method in lower case. */
export function oauthPaths(schemas: ContractSchemas): Record<string, Record<string, OperationObject>> {
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const isOwn of [true, false]) {
    for (const operation of all) {
      const { key, method } = operation
      const place = oauthPlace(key, isOwn ? '' : '/oauth2/{authorizationServerId}')
      ;(paths[place] ??= {})[method.toLowerCase()] = operationObject(operation, isOwn, schemas)
    }
  }
  return paths
}

function operationObject(
  { endpoint, method, name }: OAuthOperation,
  isOwn: boolean,
  schemas: ContractSchemas,
): OperationObject {
  const { source, caller, reply, errors } = endpoint
  const summary = name.endsWith('ByForm') ? `${endpoint.summary}, by a form` : endpoint.summary
  const named = { name } as unknown as Operation
  const schema = schemas.body(named)
  const form = schema && {
    required: caller !== 'access-token',
    content: { 'application/x-www-form-urlencoded': { schema } },
  }
  return {
    operationId: isOwn ? name : `${name}OfServer`,
    summary,
    description: `${summary}: ${source}.`,
    tags: [oauthText.title],
    parameters: [
      ...(isOwn ? [] : [serverParameter]),
      ...queryOf(endpoint, schemas.parameters(named, 'query')),
    ],
    ...(form ? { requestBody: form } : {}),
    responses: {
      ...(reply ? { 200: json('Done.', schemas.reply(named, 200)!) } : pages(method)),
      ...refused(errors),
      ...(reply && form ? { 415: errorReply(['invalid_request'], 'The body is encoded') } : {}),
      404: errorReply(['invalid_request'], 'The server is unknown, or not in use'),
      429: refTo('responses', 'oauth.rate-limited'),
    },
    security: securityOf(caller),
    'x-beyond-the-description': true,
    'x-source': source,
  }
}

const serverParameter = {
  name: 'authorizationServerId',
  in: 'path',
  required: true,
  description: 'Id of an authorization server, or `default`.',
  schema: { type: 'string', minLength: 1 },
  example: 'default',
}

function queryOf(
  { required = [], caller }: OAuthEndpoint,
  properties: Readonly<Record<string, JsonObject>>,
): readonly JsonObject[] {
  // Tokens do not stand in addresses.
  if (caller === 'access-token') return []
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name as OAuthParameter),
    description: description!,
    schema,
  }))
}

function securityOf(caller: OAuthEndpoint['caller']): OperationObject['security'] {
  // Other ways to authenticate stand in the form, and public clients have none.
  if (caller === 'client') return [{ clientSecret: [] }, {}]
  return caller === 'access-token' ? [{ accessToken: ['openid'] }] : []
}

/** The replies of endpoints for browsers. */
function pages(method: string): Record<string, JsonObject> {
  const location = { Location: { description: 'Where the browser goes.', schema: { type: 'string' } } }
  const page = (description: string): JsonObject => ({
    description,
    content: { 'text/html': { schema: { type: 'string' } } },
  })
  return {
    200: page('A page for a person.'),
    ...(method === 'GET' ? { 302: { description: 'Back to the application.', headers: location } } : {}),
    303: { description: 'To the sign-in page, or back to the application.', headers: location },
    400: page('A page that says what is wrong.'),
    413: page('A page that says that the request is too long.'),
  }
}

/** The replies that refuse, by status. */
function refused(errors: readonly OAuthErrorCode[]): Record<string, JsonObject> {
  const byStatus = Map.groupBy(errors, (code) => rowOf(code).status)
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorReply(codes, 'Refused')]))
}

function errorReply(codes: readonly OAuthErrorCode[], reason: string): JsonObject {
  const error = { type: 'object', properties: { error: { type: 'string', enum: codes } } }
  return json(`${reason}: ${codes.join(', ')}.`, { allOf: [refTo('schemas', 'OAuthError'), error] })
}

function json(description: string, schema: JsonObject): JsonObject {
  return { description, content: { 'application/json': { schema } } }
}
