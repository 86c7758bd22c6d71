import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/contract.ts'
import { asOpenApi30 } from '../../src/openapi/version-3.0.ts'
import type { JsonObject } from '../../src/openapi/types.ts'
import { serve } from '../../src/server.ts'
import { actions as known } from '../../src/server/control-actions.ts'
import { runHere } from '../cli/run-here.ts'

interface Document {
  readonly openapi: string
  readonly servers: readonly { readonly url: string }[]
  readonly components: { readonly schemas: object }
  readonly paths: Readonly<
    Record<string, { readonly post: { readonly operationId: string; readonly requestBody: JsonObject } }>
  >
}

interface Input {
  readonly anyOf?: readonly Input[]
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>
}

test('describes each action of the control plane: inputs that its schema accepts, and inputs that it refuses', async () => {
  const server = await serve({ port: 0, controlToken: 'secret' })
  try {
    const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' }
    expect((await fetch(`${server.url}/_control/openapi.json`)).status).toBe(401)
    const document = (await (
      await fetch(`${server.url}/_control/openapi.json`, { headers })
    ).json()) as Document
    expect([document.openapi, document.servers[0]!.url]).toEqual(['3.1.1', server.url])
    const { actions } = (await (await fetch(`${server.url}/_control`, { headers })).json()) as {
      actions: { name: string; path: string; input: Input }[]
    }
    const described = Object.entries(document.paths).flatMap(([path, { post }]) =>
      post ? [[post.operationId, path]] : [],
    )
    expect(described).toEqual(actions.map(({ name, path }) => [name, path]))
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['SignInInput', 'RegisterClientInput', 'RegisterClientJsonWebKey']),
    )

    expect(actions.map(({ name }) => name).toSorted()).toEqual(Object.keys(known).toSorted())
    const silent = actions.flatMap(({ name, input }) =>
      (input.anyOf ?? [input])
        .flatMap(({ properties = {} }) => Object.entries(properties))
        .flatMap(([field, { description }]) => (description ? [] : [`${name}.${field}`])),
    )
    expect(silent).toEqual([])
    expect(document.components.schemas).toMatchObject({
      SetUserInput: { properties: { user: { description: 'Id or login of a user' } } },
    })

    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema(document, 'control')
    for (const [path, input, status] of [
      ['advance-clock', { by: '5m' }, 200],
      ['advance-clock', { by: true }, 400],
      ['create-api-token', { role: 'READ_ONLY_ADMIN' }, 200],
      ['create-api-token', { role: 'KING' }, 400],
      ['register-client', { client_name: 'x', redirect_uris: 5 }, 400],
      ['change-settings', { passwordHook: 'http://localhost:1/hook' }, 200],
      ['find-user', {}, 400],
    ] as const) {
      const body = JSON.stringify(input)
      const reply = await fetch(`${server.url}/_control/${path}`, { method: 'POST', headers, body })
      const pointer = `control#/paths/~1_control~1${path}/post/requestBody/content/application~1json/schema`
      expect([path, input, reply.status, ajv.validate(pointer, input)]).toEqual([
        path,
        input,
        status,
        status === 200,
      ])
    }
  } finally {
    await server.close()
  }
})

test.each([
  [
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', nullable: true, enum: ['a', null] },
  ],
  [
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
    { type: 'string', nullable: true, enum: ['a', null] },
  ],
  [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
  [{ const: 5 }, { enum: [5] }],
  [
    { type: 'number', exclusiveMinimum: 1 },
    { type: 'number', minimum: 1, exclusiveMinimum: true },
  ],
  [
    { type: 'string', examples: ['a', 'b'] },
    { type: 'string', example: 'a' },
  ],
  [{ type: 'object', propertyNames: { type: 'string' } }, { type: 'object' }],
  // Generators take a time for a time, and stop at a pattern of it.
  [
    { type: 'string', format: 'date-time', pattern: '^2' },
    { type: 'string', format: 'date-time' },
  ],
  [
    { $ref: '#/x', readOnly: true },
    { allOf: [{ $ref: '#/x' }], readOnly: true },
  ],
  // A property may be called as a keyword is.
  [
    { properties: { const: { const: 1 }, examples: {} } },
    { properties: { const: { enum: [1] }, examples: {} } },
  ],
] as const)('OpenAPI 3.0 has another way to say %j', (newer, older) => {
  const document = { ...openApiDocument(), components: { schemas: { It: newer } } }
  expect(asOpenApi30(document)['components']).toEqual({ schemas: { It: older } })
})

test('OpenAPI 3.0 copies a referenced schema that has keywords next to its reference', () => {
  const schemas = { Time: { type: 'string' }, It: { $ref: '#/components/schemas/Time', readOnly: true } }
  const document = { ...openApiDocument(), components: { schemas } }
  expect(asOpenApi30(document)['components']).toMatchObject({
    schemas: { It: { type: 'string', readOnly: true } },
  })
})

test('OpenAPI 3.0 describes the same paths', () => {
  const newest = openApiDocument()
  const older = asOpenApi30(newest)
  expect([older['openapi'], older['jsonSchemaDialect']]).toEqual(['3.0.3', undefined])
  expect(Object.keys(older['paths'] as object)).toEqual(Object.keys(newest.paths))
})

test('identikit openapi writes both documents in both versions', async () => {
  const control = JSON.parse((await runHere(['openapi', '--control', '--base-url', 'http://id.test/'])).out)
  expect(control).toMatchObject({ openapi: '3.1.1', servers: [{ url: 'http://id.test' }] })
  const further = JSON.parse((await runHere(['openapi', '--beyond', '--version', '3.0'])).out)
  expect(Object.keys(further.paths)).toEqual(
    expect.arrayContaining(['/api/v1/users', '/api/v1/apps', '/oauth2/v1/token']),
  )
  const older = JSON.parse((await runHere(['openapi', '--control', '--version', '3.0'])).out)
  expect([older.openapi, Object.keys(older.paths)]).toEqual(['3.0.3', Object.keys(control.paths)])
  expect((await runHere(['openapi', '--version', '3.0', '--format', 'yaml'])).out).toMatch(
    /^openapi: "?3\.0\.3/m,
  )
  expect(await runHere(['openapi', '--control', '--prefix', 'x'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('--control goes with'),
  })
  expect((await runHere(['openapi', '--control', '--base-url', 'ftp://id.test'])).error).toContain(
    '--base-url: expected an http or https URL, got "ftp://id.test"',
  )
})
