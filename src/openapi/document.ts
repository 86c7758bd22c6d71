import { interpretations } from '../contract/interpretations/index.ts'
import type { Operation } from '../contract/operation.ts'
import { type Area, operationNames } from '../contract/operation-names.ts'
import { beyondOperations } from '../contract/operations/beyond.ts'
import { operations as described } from '../contract/operations/index.ts'
import { aliasObject, operationObject } from './operation-object.ts'
import { areaTexts, beyondText } from './operation-texts.ts'
import { oauthPaths, oauthSchemas, oauthText } from './oauth.ts'
import { type OpenApiOptions, type Settings, settingsOf } from './options.ts'
import { parameterComponents } from './parameters.ts'
import { refusalExamples, sharedReplies } from './refusal-replies.ts'
import { headerComponents } from './reply-headers.ts'
import { inTheirWords } from './spelling.ts'
import { type ContractSchemas, contractSchemas } from './schemas.ts'
import { securitySchemes } from './security.ts'
import type { JsonObject, OpenApiDocument, OperationObject } from './types.ts'

/**
 * Makes the OpenAPI 3.1 document of the service from the tables of the contract. It has every operation with its
 * parameters, bodies, replies and errors. Each call makes a new document, which the caller may change.
 *
 * ```ts
 * const document = openApiDocument({ baseUrl: 'https://id.example.com' })
 * document.paths['/api/v1/users'].get.operationId // 'listUsers'
 * ```
 *
 * @throws TypeError that names the unknown option, or the invalid base URL or prefix.
 */
export function openApiDocument(options: OpenApiOptions = {}): OpenApiDocument {
  const settings = settingsOf(options)
  const operations = settings.beyond ? [...described, ...beyondOperations] : described
  const schemas = contractSchemas([...operations, ...(settings.oauth ? oauthSchemas() : [])], settings)
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info,
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: settings.baseUrl, description: 'The service' }],
    tags: [
      ...(Object.keys(operationNames) as Area[]).map((area) => areaTexts[area]),
      ...(settings.beyond ? [beyondText] : []),
      ...(settings.oauth ? [oauthText] : []),
    ].map(({ title, text }) => ({ name: title, description: text })),
    paths: {
      ...pathsOf(operations, schemas, settings),
      ...(settings.oauth ? oauthPaths(schemas) : {}),
    },
    components: {
      schemas: schemas.components,
      parameters: parameterComponents(operations),
      headers: headerComponents(settings),
      responses: sharedReplies(operations, settings),
      examples: refusalExamples(operations),
      securitySchemes: securitySchemes(settings),
    },
    'x-interpretations': interpretationTable(),
  }
  return inTheirWords(document, settings)
}

const info: JsonObject = {
  title: 'Identity management service',
  version: '1.0.0',
  summary: 'Users, groups, group rules, OAuth clients, consents and tokens of an organization.',
  description: [
    'The management API of an identity platform, as Identikit describes, serves and checks it.',
    '`x-interpretations` names the choices that Identikit makes where the API description is silent; their table is at the end of this document. `x-refusals` names the ways to refuse that a reply stands for, `x-transition` the statuses that an operation starts from and leads to, `x-aliases` second spellings of a path, and `x-early-access` what is there only where it is enabled.',
    'Replies have the members that the API description lists, and no others where it lists all. Properties that the service does not know are ignored in requests unless something else is said.',
  ].join('\n\n'),
  contact: { name: 'Identikit' },
  license: { name: 'MIT', identifier: 'MIT' },
}

function pathsOf(
  operations: readonly Operation[],
  schemas: ContractSchemas,
  settings: Settings,
): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, OperationObject>> = {}
  for (const [path, byMethod] of grouped(operations)) {
    for (const [method, each] of byMethod) {
      ;(paths[path] ??= {})[method] = operationObject(each, schemas, settings)
    }
  }
  if (!settings.aliases) return paths
  for (const operation of operations) {
    for (const { path } of operation.aliases ?? []) {
      ;(paths[path] ??= {})[operation.method.toLowerCase()] = aliasObject(operation, path, schemas, settings)
    }
  }
  return paths
}

/** Operations by path and by method in lower case; two may share both. */
function grouped(all: readonly Operation[]): Map<string, Map<string, Operation[]>> {
  const paths = new Map<string, Map<string, Operation[]>>()
  for (const operation of all) {
    const byMethod = paths.get(operation.path) ?? new Map<string, Operation[]>()
    const method = operation.method.toLowerCase()
    byMethod.set(method, [...(byMethod.get(method) ?? []), operation])
    paths.set(operation.path, byMethod)
  }
  return paths
}

function interpretationTable(): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    interpretations.map(({ id, question, choice, evidence }) => [id, { question, choice, evidence }]),
  )
}
