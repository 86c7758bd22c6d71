/** The document in another organisation's words, with second spellings, and the JSON Schemas that stand alone. */
import { expect, test } from 'vitest'
import { jsonSchemas, openApiDocument, type OpenApiOptions } from '../../src/contract.ts'
import type { OperationObject } from '../../src/openapi/types.ts'

const document = openApiDocument()

test('in another word and at another address nothing else is different', () => {
  const options = {
    baseUrl: 'https://id.test/t/acme//',
    prefix: 'acme',
    sessionCookie: 'idx',
  }
  const asDocumented = (text: string): string =>
    [
      ['https://id.test/t/acme', 'https://svc.example.com'],
      ['ACME_GROUP', 'SVC_GROUP'],
      ['acme:user_group', 'svc:user_group'],
      ['urn:acme:expression:1.0', 'urn:svc:expression:1.0'],
      ['acme-response', 'svc-response'],
      ['"ACME"', '"SVC"'],
      ['X-Acme-Request-Id', 'X-Svc-Request-Id'],
      ['"name":"idx"', '"name":"sid"'],
      ['acme.users', 'svc.users'],
      ['acme.groups', 'svc.groups'],
      ['acme.clients', 'svc.clients'],
    ].reduce((changed, [from, to]) => changed.replaceAll(from!, to!), text)
  const text = JSON.stringify(openApiDocument(options))
  const said = [
    'https://id.test/t/acme/oauth2',
    'ACME_GROUP',
    'acme:user_group',
    'urn:acme:expression:1.0',
    'acme-response',
    '"ACME"',
    '"name":"idx"',
    'acme.users.read',
    'acme.groups.manage',
    'acme.clients.read',
  ]
  expect(said.filter((words) => !text.includes(words))).toEqual([])
  // Scopes are sorted by their names, so that which of them come first does not depend on the word.
  expect(JSON.parse(asDocumented(text))).toEqual(document)
})

test('a second spelling is a separate operation that names the first', () => {
  const { paths } = openApiDocument({ aliases: true })
  const at = (path: string): OperationObject => paths[path]!.post!
  const expire = '/api/v1/users/{userId}/lifecycle/expire_password'
  const { 'x-aliases': aliases, ...original } = at(expire)
  expect(aliases).toHaveLength(1)
  expect(at(`${expire}_with_temp_password`)).toEqual({
    ...original,
    operationId: 'expirePassword_expire_password_with_temp_password',
    'x-alias-of': 'expirePassword',
    'x-interpretations': ['new-spellings'],
  })
  const answered = at('/api/v1/users/{userId}/credentials/forgot_password_recovery_question')
  expect(answered).toMatchObject({
    operationId: 'forgotPasswordWithAnswer_forgot_password_recovery_question',
    'x-alias-of': 'forgotPasswordWithAnswer',
    requestBody: { required: true },
  })
  expect(answered).not.toHaveProperty('x-aliases')
  expect(answered).not.toHaveProperty('x-operations')
  expect(Object.keys(openApiDocument({ aliases: false }).paths)).toEqual(Object.keys(document.paths))
})

test('the table of interpretations says what is open, what was chosen and why', () => {
  const table = document['x-interpretations']
  expect(table['client-unknown-on-put']).toEqual({
    question: 'Clients states 401 invalid_client for an unknown id on GET and DELETE, and nothing for PUT.',
    choice: 'PUT answers 401 invalid_client too; newSecret answers the platform 404 that is stated for it.',
    evidence: 'The reference that the API description was written from.',
  })
})

const schemas = jsonSchemas()

test('a JSON Schema has a name, an address, and every schema that it refers to', () => {
  const inDefs = (name: string): unknown =>
    JSON.parse(
      JSON.stringify(document.components.schemas[name]).replaceAll('#/components/schemas/', '#/$defs/'),
    )
  expect(Object.keys(schemas)).toEqual(Object.keys(document.components.schemas))
  for (const [name, schema] of Object.entries(schemas)) {
    const { $schema, $id, title, $defs, ...rest } = schema
    expect([$schema, $id, title]).toEqual([
      'https://json-schema.org/draft/2020-12/schema',
      `urn:identikit:schema:${name}`,
      name,
    ])
    expect(rest).toEqual(inDefs(name))
    for (const [needed, definition] of Object.entries($defs ?? {})) expect(definition).toEqual(inDefs(needed))
  }
  expect(Object.keys(schemas['JsonWebKeySet']!['$defs'] as object)).toEqual(['JsonWebKey'])
  expect(schemas['UserProfile']).not.toHaveProperty('$defs')
})

test('JSON Schemas take the options of the document', () => {
  const { Group } = jsonSchemas({ prefix: 'acme' })
  expect(Group).toMatchObject({ properties: { type: { enum: ['ACME_GROUP', 'APP_GROUP', 'BUILT_IN'] } } })
})

test.each<[OpenApiOptions | object, string]>([
  [{ baseUrl: 'elsewhere' }, 'baseUrl: expected an http or https URL, got "elsewhere"'],
  [{ baseUrl: 'ftp://id.test' }, 'baseUrl: expected an http or https URL, got "ftp://id.test"'],
  [{ baseUrl: 'xhttp://id.test' }, 'baseUrl: expected an http or https URL, got "xhttp://id.test"'],
  [{ baseUrl: 'httpx://id.test' }, 'baseUrl: expected an http or https URL, got "httpx://id.test"'],
  [
    { baseURL: 'https://id.test' },
    'baseURL: unknown option; there are baseUrl, prefix, sessionCookie, aliases, openReplies, beyond, oauth',
  ],
  [{ sessionCookie: '' }, 'sessionCookie: expected the name of a cookie, got ""'],
  [{ sessionCookie: 'a b' }, 'sessionCookie: expected the name of a cookie, got "a b"'],
  [{ sessionCookie: 'a;' }, 'sessionCookie: expected the name of a cookie, got "a;"'],
  [{ sessionCookie: '=a' }, 'sessionCookie: expected the name of a cookie, got "=a"'],
  [{ prefix: '9' }, 'prefix: expected a letter followed by letters or digits, got "9"'],
])('the options %j are refused: %s', (options, message) => {
  expect(() => openApiDocument(options as OpenApiOptions)).toThrow(new TypeError(message))
  expect(() => jsonSchemas(options as OpenApiOptions)).toThrow(new TypeError(message))
})

test('an address may be http or https, and a cookie has the letters that RFC 6265 allows', () => {
  expect(openApiDocument({ baseUrl: 'http://localhost:4010' }).servers).toEqual([
    { url: 'http://localhost:4010', description: 'The service' },
  ])
  const sessionCookie = "!#$%&'*+.^`|~aZ_0-"
  expect(openApiDocument({ sessionCookie }).components.securitySchemes['sessionCookie']).toMatchObject({
    name: sessionCookie,
  })
})
