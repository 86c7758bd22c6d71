import type { Org } from '../model/org.ts'
import { openApiDocument } from '../openapi/document.ts'
import { yamlOf } from '../openapi/yaml.ts'
import type { ServerReply } from './reply.ts'

/** Where the document is. */
export type OpenApiPath = '/openapi.json' | '/openapi.yaml'

/** What each of the two texts is called, and how it is made of the document. */
const forms: Readonly<
  Record<OpenApiPath, readonly [contentType: string, write: (document: object) => string]>
> = {
  '/openapi.json': ['application/json', (document) => JSON.stringify(document, undefined, 2)],
  '/openapi.yaml': ['application/yaml', yamlOf],
}

/** Answers the OpenAPI document of an organisation, with its own address and spellings. Anybody may read it. */
export function answerOpenApi({ baseUrl, vocabulary, settings }: Org, path: OpenApiPath): ServerReply {
  const [contentType, write] = forms[path]
  const { beyond, sessionCookie } = settings
  const document = openApiDocument({ baseUrl, vocabulary, sessionCookie, beyond })
  return {
    status: 200,
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'no-cache',
      'Access-Control-Allow-Origin': '*',
    },
    body: write(document),
  }
}
