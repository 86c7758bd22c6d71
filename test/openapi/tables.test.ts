/** Holds the OpenAPI document against the tables of the three documents, member by member. */
import { expect, test } from 'vitest'
import { openApiDocument } from '../../src/contract.ts'
import { type Row, schemas, type Table } from './documented-tables.ts'
import type { JsonObject, JsonSchema, OperationObject } from '../../src/openapi/types.ts'

const document = openApiDocument()
const described = Object.values(document.paths).flatMap((item) => Object.values<OperationObject>(item))
const operation = (id: string) => described.find(({ operationId }) => operationId === id)!

/** The query parameters of each operation that has some. */
const flag = (value: boolean) => `boolean =${value}`
const pages = (size: number, most?: number): Table => ({
  after: 'string',
  limit: `integer min1${most === undefined ? '' : ` max${most}`} =${size}`,
})
const strict: Table = { strict: 'string ="false"' }
const expand = (...words: string[]): Table => ({ expand: `array<string<${words.join('|')}>>` })
const found: Table = { q: 'string', filter: 'string', search: 'string', sortBy: 'string' }
const sortOrder: Table = { sortOrder: 'string<asc|desc> ="asc"' }

const queries: Readonly<Record<string, Table>> = {
  listClients: { ...pages(20, 200), q: 'string' },
  listGroups: { ...pages(200, 300), ...found, ...sortOrder, ...expand('stats', 'app') },
  listGroupUsers: pages(1000),
  listGroupApps: pages(20),
  listGroupRules: { ...pages(50, 200), search: 'string', ...expand('groupIdToGroupNameMap') },
  getGroupRule: expand('groupIdToGroupNameMap'),
  deleteGroupRule: { removeUsers: flag(false) },
  createUser: { activate: flag(true), provider: flag(false), nextLogin: 'string<changePassword>' },
  getUser: expand('block'),
  listUsers: { ...pages(200, 200), ...found, ...sortOrder },
  replaceUser: strict,
  updateUser: strict,
  activateUser: { sendEmail: flag(true) },
  reactivateUser: { sendEmail: flag(false) },
  deactivateUser: { sendEmail: flag(false) },
  resetPassword: { sendEmail: flag(true), revokeSessions: flag(false), provider: 'string<FEDERATION>' },
  expirePassword: { tempPassword: flag(false) },
  deleteUser: { sendEmail: flag(false) },
  clearUserSessions: { oauthTokens: flag(false) },
  forgotPassword: { sendEmail: flag(true) },
  changePassword: strict,
  listUserGrants: { ...pages(20, 200), ...expand('scope'), scopeId: 'string' },
  getUserGrant: expand('scope'),
  listUserClientGrants: { ...pages(20, 200), ...expand('scope') },
  listUserClientTokens: { ...pages(20, 200), ...expand('scope') },
  getUserClientToken: expand('scope'),
}

const resolved = (schema: JsonSchema): JsonSchema => {
  const name = (schema['$ref'] as string | undefined)?.slice('#/components/schemas/'.length)
  return name === undefined ? schema : { ...resolved(document.components.schemas[name]!), ...schema }
}

/** A schema as a row of a table says it. */
function rowOf(given: JsonSchema, isRequired: boolean): Row {
  const forms = given['anyOf'] as readonly JsonSchema[] | undefined
  const [form] = forms ?? []
  const schema: JsonSchema = { ...(form ? resolved(form) : {}), ...resolved(given) }
  const types = [schema['type']].flat().filter((type) => typeof type === 'string')
  const isNull = types.includes('null') || forms?.some(({ type }) => type === 'null') === true
  const type = types.filter((one) => one !== 'null').join('|')
  const words = ((schema['enum'] ?? [schema['const']]) as unknown[]).filter(
    (word) => typeof word === 'string',
  )
  const items = schema['items'] as JsonSchema | undefined
  const { minLength, maxLength } = schema
  const marks = [
    `${type}${items ? `<${rowOf(items, false).replace(/ .*/, '')}>` : ''}${words.length > 0 ? `<${words.join('|')}>` : ''}`,
    schema['format'] === undefined ? '' : `(${schema['format'] as string})`,
    schema['pattern'] === undefined || schema['format'] === 'date-time'
      ? ''
      : `/${schema['pattern'] as string}/`,
    minLength === undefined && maxLength === undefined ? '' : ` ${edge(minLength)}..${edge(maxLength)}`,
    ...[schema['minimum'], schema['minItems']].map((least) =>
      least === undefined ? '' : ` min${edge(least)}`,
    ),
    ...[schema['maximum'], schema['maxItems']].map((most) => (most === undefined ? '' : ` max${edge(most)}`)),
    isNull ? ' null' : '',
    schema['readOnly'] === true ? ' ro' : '',
    schema['writeOnly'] === true ? ' wo' : '',
    isRequired ? ' required' : '',
    'default' in schema ? ` =${JSON.stringify(schema['default'])}` : '',
  ]
  return marks.join('')
}

const edge = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value))

/** The rows of an object and of the unnamed objects in it. */
function rowsOf(given: JsonSchema, way = ''): [string, Row][] {
  const { properties = {}, required = [] } = given
  return Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, schema]) => [
    [`${way}${name}`, rowOf(schema, (required as readonly string[]).includes(name))] as [string, Row],
    ...rowsOf(schema, `${way}${name}.`),
  ])
}

test('every named schema has a table', () => {
  const others = ['Links', 'Timestamp', 'UnixSeconds', 'GroupEmbedded', 'ProviderInput', 'UserTypeInput']
  expect(Object.keys(schemas).concat(others).toSorted()).toEqual(
    Object.keys(document.components.schemas).toSorted(),
  )
  const { ProviderInput, Provider, UserTypeInput, UserType } = document.components.schemas
  expect([rowsOf(ProviderInput!), rowsOf(UserTypeInput!)]).toEqual([rowsOf(Provider!), rowsOf(UserType!)])
})

test.each(Object.entries(schemas))('%s has the members of its table', (name, table) => {
  const schema = document.components.schemas[name]!
  expect(Object.fromEntries(rowsOf(schema))).toEqual(table)
})

test('every operation has the query of its table', () => {
  const all = described.map(({ operationId, parameters }) => [
    operationId,
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter['in'] === 'query')
        .map(({ name, schema, required }) => [
          name as string,
          rowOf(schema as JsonSchema, required === true),
        ]),
    ),
  ])
  expect(Object.fromEntries(all.filter(([, table]) => Object.keys(table as object).length > 0))).toEqual(
    queries,
  )
})

/** The names of the schemas of an operation's success replies, with every schema that they refer to. */
function replySchemas(id: string): readonly string[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      if (key !== '$ref') visit(member)
      else if (!names.has((member as string).split('/').at(-1)!)) {
        names.add((member as string).split('/').at(-1)!)
        visit(document.components.schemas[(member as string).split('/').at(-1)!])
      }
    }
  }
  for (const [status, { content }] of Object.entries(operation(id).responses)) {
    if (Number(status) < 300)
      visit((content as Record<string, JsonObject> | undefined)?.['application/json']?.['schema'])
  }
  return [...names]
}

test('secrets of clients are in the replies of operations that issue them, and in no other', () => {
  const withSecret = described
    .map(({ operationId }) => operationId)
    .filter((id) => replySchemas(id).includes('ClientWithSecret'))
  expect(withSecret).toEqual(['registerClient', 'updateClient', 'newClientSecret'])
  const holders = Object.entries(document.components.schemas).filter(([, schema]) =>
    JSON.stringify(schema).includes('"client_secret":'),
  )
  expect(holders.map(([name]) => name)).toEqual(['ClientWithSecret'])
})

/** Objects that may have more members: custom properties, and those that `expand` adds. */
const open = [
  'UserProfile',
  'GroupProfile',
  'GroupEmbedded',
  'GroupRule._embedded',
  'PlatformError.errorCauses',
]

test('objects of replies are closed where the API description lists all members', () => {
  const replied = [...new Set(described.flatMap(({ operationId }) => replySchemas(operationId)))]
  const notClosed = (schema: unknown, way: string): string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const { properties, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema }
    if (!properties) return notClosed(items, way)
    const inside = Object.entries(properties).flatMap(([name, each]) => notClosed(each, `${way}.${name}`))
    return (schema as JsonSchema)['additionalProperties'] === false ? inside : [way, ...inside]
  }
  const names = [...replied, 'PlatformError', 'OAuthError']
  const left = names.flatMap((name) => notClosed(document.components.schemas[name], name))
  expect(left.toSorted()).toEqual([...open, 'GroupEmbedded.stats'].toSorted())
  const opened = JSON.stringify(openApiDocument({ openReplies: true }).components.schemas['User'])
  expect(opened).not.toContain('additionalProperties')
})

test('no object has both named members and others of one type', () => {
  const mixed = Object.entries(document.components.schemas).filter(
    ([, { properties, additionalProperties }]) =>
      properties !== undefined && typeof additionalProperties === 'object',
  )
  expect(mixed).toEqual([])
})
