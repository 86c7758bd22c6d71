import type { Org } from '../model/org.ts'
import { openApiDocument } from '../openapi/document.ts'
import { withOwnEndpoints } from './own-openapi.ts'
import { yamlOf } from '../openapi/yaml.ts'
import type { ServerReply } from './wire.ts'

/** The content type and the writer of each form. */
const forms: Readonly<
  Record<'json' | 'yaml', readonly [contentType: string, write: (document: object) => string]>
> = {
  json: ['application/json', (document) => JSON.stringify(document, undefined, 2)],
  yaml: ['application/yaml', yamlOf],
}

/** The latest text of each form. A document takes 30 ms to make, and is the same until a setting changes. */
const latest: Partial<
  Record<keyof typeof forms, { readonly madeOf: readonly unknown[]; readonly text: string }>
> = {}

/** Answers the OpenAPI document of an organisation, with its own address and spellings. Anybody may read it. */
export function answerOpenApi(org: Org, form: keyof typeof forms): ServerReply {
  const { baseUrl, vocabulary, settings } = org
  const [contentType, write] = forms[form]
  const options = {
    baseUrl,
    prefix: vocabulary.prefix,
    sessionCookie: settings.signIn.cookie,
    beyond: settings.interpretations['beyond-the-description'] === 'served',
    oauth: true,
  }
  const madeOf = [JSON.stringify(options), org.extension] as const
  if (latest[form]?.madeOf.some((part, index) => part !== madeOf[index]) !== false)
    latest[form] = { madeOf, text: write(withOwnEndpoints(org, openApiDocument(options), options)) }
  return {
    status: 200,
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'no-cache',
      'Access-Control-Allow-Origin': '*',
    },
    body: latest[form].text,
  }
}
