import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { operations } from '../../src/contract/operations/index.ts'
import { openApiDocument } from '../../src/contract.ts'
import { yamlOf } from '../../src/openapi/yaml.ts'
import type { JsonObject, JsonSchema, OperationObject } from '../../src/openapi/types.ts'
import { runs } from '../support/runs.ts'

const document = openApiDocument()
const described = Object.values(document.paths).flatMap((item) => Object.values<OperationObject>(item))
const operation = (id: string): OperationObject => described.find(({ operationId }) => operationId === id)!

test('describes the 57 operations under 56 paths and methods, each once', () => {
  expect(described).toHaveLength(56)
  const ids = described.flatMap(
    (each) => (each['x-operations'] as string[] | undefined) ?? [each.operationId],
  )
  expect(ids.toSorted()).toEqual(operations.map(({ name }) => name).toSorted())
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(56)
})

test('names an interpretation wherever one was needed, and none that is not in its table', () => {
  const named = [...JSON.stringify(document).matchAll(/"x-interpretations":\[([^\]]+)\]/g)].flatMap(
    ([, ids]) => JSON.parse(`[${ids}]`) as string[],
  )
  expect(named.filter((id) => !(id in document['x-interpretations']))).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})

test('says that the statuses of endpoints without a description are an interpretation', () => {
  const all = Object.values(openApiDocument({ beyond: true, oauth: false }).paths)
    .flatMap((path) => Object.values(path as object))
    .filter((each) => (each as OperationObject)['x-beyond-the-description']) as OperationObject[]
  expect(all.length).toBeGreaterThan(50)
  for (const operation of all) expect(operation['x-interpretations']).toContain('success-statuses')
})

test('builds an equal document each time', () => {
  expect(openApiDocument()).toEqual(document)
  expect(openApiDocument()).not.toBe(document)
})

test('is the same as YAML', () => {
  expect(parse(yamlOf(document))).toEqual(JSON.parse(JSON.stringify(document)))
})

test('writes YAML that reads as it was', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom(
      'yes',
      'null',
      '~',
      '1',
      '1e3',
      '0x1f',
      '- x',
      'a: b',
      '# x',
      ' x',
      'x ',
      '@x',
      '[x',
      '"x"',
    ),
    fc.constantFrom('*x', '&x', '!x', 'x{y', '$ref', '/a/{b}', "it's", 'é\n', '2026-01-05T09:30:00.000Z'),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(text, tie('value'), { maxKeys: 3 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(text, value, { maxKeys: 4 }), (given) => {
      expect(parse(yamlOf(given))).toEqual(given)
    }),
    { numRuns: runs(1000) },
  )
})

test('shows for each operation what a call sends and is answered', () => {
  const without = described.filter(({ responses }) => {
    const [reply] = Object.values(responses)
    const content = reply!['content'] as Record<string, JsonObject> | undefined
    return (
      content && !('example' in content['application/json']!) && !('examples' in content['application/json']!)
    )
  })
  expect(without.map(({ operationId }) => operationId)).toEqual([])
  expect(operation('createGroup')).toMatchObject({
    requestBody: { content: { 'application/json': { example: { profile: { name: 'Crew' } } } } },
    responses: { '200': { content: { 'application/json': { example: { type: 'SVC_GROUP' } } } } },
  })
})

/** Every value in the document under one of some names, with its path. It leaves out examples and other data. */
function* valuesAt(names: readonly string[], value: unknown, way = ''): Generator<[string, unknown]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const isMember = /\/(?:properties|patternProperties)$/.test(way)
    if (!isMember && names.includes(name)) yield [`${way}/${name}`, inner]
    if (isMember || !['example', 'examples', 'default', 'const', 'enum'].includes(name))
      yield* valuesAt(names, inner, `${way}/${name}`)
  }
}

test('every description is a sentence, and every summary and title says something', () => {
  const texts = [...valuesAt(['description'], document)]
  expect(texts.length).toBeGreaterThan(300)
  const notYet = texts.filter(([, text]) => !/^[A-Z0-9`].*[.`)|:]$/su.test(text as string))
  expect(notYet.map(([way]) => way)).toEqual(['/servers/0/description'])
  const titles = [...valuesAt(['title', 'summary', 'operationId'], document)]
  expect(titles.filter(([, title]) => !/^[a-zA-Z][\w .,:;'-]{2,}$/.test(title as string))).toEqual([])
})

test('no text, no list of requirements and no example is empty', () => {
  const empty = (value: unknown): boolean =>
    value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  const kinds = [
    '$ref',
    'type',
    'format',
    'pattern',
    'name',
    'in',
    'required',
    'enum',
    'anyOf',
    'oneOf',
    'allOf',
    'tags',
    'const',
  ]
  expect([...valuesAt(kinds, document)].filter(([, value]) => empty(value))).toEqual([])
  const examples = Object.entries(document.components.examples).map(
    ([name, { value }]) => [name, value] as const,
  )
  expect(examples.filter(([, value]) => empty(value))).toEqual([])
  const parts = (value: unknown, name = ''): [string, unknown][] =>
    typeof value === 'object' && value !== null && !empty(value)
      ? Object.entries(value).flatMap(([key, inner]) => parts(inner, key))
      : [[name, value]]
  const hollow = parts(document.components.examples).filter(([, value]) => empty(value))
  expect(new Set(hollow.map(([name]) => name))).toEqual(new Set(['errorCauses']))
})

test('every operation belongs to a group of operations that is described, and to one only', () => {
  const groups = document.tags.map(({ name }) => name as string)
  expect(new Set(groups).size).toBe(groups.length)
  expect(
    described.filter(({ tags }) => tags.length !== 1 || !tags.every((name) => groups.includes(name))),
  ).toEqual([])
  expect(groups.filter((name) => !described.some(({ tags }) => tags.includes(name)))).toEqual([])
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
