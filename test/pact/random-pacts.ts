import * as fc from 'fast-check'

/** Interactions of all kinds of matching rules, in the notations of each version of the Pact specification. */

type Json = unknown
type Rules = Record<string, Json>

/** A request, the states that it needs, and a body like the one that the service answers. */
interface Scene {
  readonly states: readonly { readonly name: string; readonly params: Record<string, Json> }[]
  readonly request: Record<string, Json>
  readonly status: number
  readonly body: Json
}

const headers = { Accept: 'application/json', Authorization: 'SSWS example' }
const user = {
  id: '00u1',
  status: 'ACTIVE',
  created: '2026-01-01T00:00:00.000Z',
  lastLogin: null,
  profile: { login: 'a@b.example', mobilePhone: null, locale: 'en_US' },
  credentials: { password: {}, provider: { type: 'SVC', name: 'SVC' } },
}
const group = { id: '00g1', type: 'SVC_GROUP', objectClass: ['svc:user_group'], profile: { name: 'Staff' } }
const given = (name: string, params: Record<string, Json>) => ({ name, params })
const active = given('user {id} is {status}', { id: '00u1', status: 'ACTIVE' })

const scenes: readonly Scene[] = [
  {
    states: [active],
    request: { method: 'GET', path: '/api/v1/users/00u1', headers },
    status: 200,
    body: user,
  },
  {
    states: [active],
    request: { method: 'GET', path: '/api/v1/users', headers },
    status: 200,
    body: [user, user],
  },
  {
    states: [given('a group exists', { name: 'Staff' })],
    request: { method: 'GET', path: '/api/v1/groups', query: { q: ['Staff'] }, headers },
    status: 200,
    body: [group],
  },
  {
    states: [],
    request: { method: 'GET', path: '/api/v1/users/00unone', headers },
    status: 404,
    body: {
      errorCode: 'E0000007',
      errorSummary: 'Not found',
      errorLink: 'E0000007',
      errorId: 'x',
      errorCauses: [],
    },
  },
  {
    states: [active],
    request: { method: 'POST', path: '/api/v1/users/00u1/lifecycle/suspend', headers },
    status: 200,
    body: {},
  },
]

const texts = [
  'ACTIVE',
  '00u1',
  'E0000007',
  '2026-01-01',
  '2026-01-01T00:00:00.000Z',
  '12:30',
  '7',
  '1.5',
  'true',
  '',
]
const scalar = fc.oneof(fc.constantFrom(...texts), fc.constantFrom<Json>(0, 7, 1.5, -3, true, false, null))
const anything = fc.oneof(scalar, fc.constantFrom<Json>([], {}, ['a'], [1, 2], { a: 1 }))

const patterns = [
  '^[A-Z]+$',
  'ACT',
  '.*',
  '\\d{4}',
  '^\\w+$',
  '^$',
  'true|false',
  '^E\\d{7}$',
  '^\\d\\d:\\d\\d',
]
const formats = [
  "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
  "yyyy-MM-dd'T'HH:mm:ss.SSSX",
  "yyyy-MM-dd'T'HH:mm:ssXXX",
  "yyyy-MM-dd'T'HH:mm:ss",
  'yyyy-MM-dd',
  'dd/MM/yyyy',
  'HH:mm',
  'HH:mm:ss',
]

const plain: fc.Arbitrary<Rules> = fc.oneof(
  fc.constantFrom<Rules>(
    { match: 'type' },
    { match: 'equality' },
    { match: 'number' },
    { match: 'integer' },
    { match: 'decimal' },
    { match: 'boolean' },
    { match: 'null' },
    { match: 'notEmpty' },
    { match: 'semver' },
  ),
  fc.constantFrom(...patterns).map((regex) => ({ match: 'regex', regex })),
  fc.constantFrom('A', 'ACTIVE', '', 'zz', '0').map((value) => ({ match: 'include', value })),
  fc
    .tuple(fc.constantFrom('date', 'time', 'timestamp', 'datetime'), fc.constantFrom(...formats))
    .map(([match, format]) => ({ match, format })),
)

const collection: fc.Arbitrary<Rules> = fc.oneof(
  fc.constantFrom<Rules>({ match: 'type' }, { match: 'equality' }, { match: 'notEmpty' }, { match: 'null' }),
  fc.nat({ max: 3 }).map((min) => ({ match: 'type', min })),
  fc.nat({ max: 3 }).map((max) => ({ match: 'type', max })),
  fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 3 })).map(([min, max]) => ({ match: 'type', min, max })),
  plain.map((rule) => ({ match: 'eachValue', rules: [rule] })),
  plain.map((rule) => ({ match: 'eachKey', rules: [rule] })),
  fc.constant({ match: 'values' }),
  fc
    .array(fc.tuple(fc.constantFrom('$', '$.id', '$.profile', '$.profile.name', '$.*'), plain), {
      maxLength: 2,
    })
    .map((entries) => ({
      match: 'arrayContains',
      variants: [
        {
          index: 0,
          rules: Object.fromEntries(entries.map(([path, rule]) => [path, { matchers: [rule] }])),
        },
      ],
    })),
)

/** The places of a body, as path expressions. */
function placesIn(body: Json, path = '$'): string[] {
  if (typeof body !== 'object' || body === null) return [path]
  if (Array.isArray(body))
    return [
      path,
      ...body.flatMap((item, index) =>
        [`${path}[*]`, `${path}[${index}]`].flatMap((each) => placesIn(item, each)),
      ),
    ]
  return [path, ...Object.entries(body).flatMap(([name, item]) => placesIn(item, `${path}.${name}`))]
}

/** A body with fewer members, and some values of another kind. */
function like(body: Json): fc.Arbitrary<Json> {
  if (Array.isArray(body))
    return fc.oneof(
      { weight: 4, arbitrary: fc.tuple(...body.map(like)) },
      { weight: 2, arbitrary: fc.tuple(...body.slice(0, 1).map(like)) },
      { weight: 1, arbitrary: anything },
    )
  if (typeof body !== 'object' || body === null)
    return fc.oneof({ weight: 6, arbitrary: fc.constant(body) }, { weight: 1, arbitrary: anything })
  const members = Object.entries(body)
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.subarray(members), fc.boolean())
        .chain(([some]) => fc.record(Object.fromEntries(some.map(([name, value]) => [name, like(value)])))),
    },
    { weight: 1, arbitrary: anything },
  )
}

/** A body with only the members that lead to a place. */
function leadingTo(body: Json, steps: readonly string[]): Json {
  const [step, ...rest] = steps
  if (step === undefined || typeof body !== 'object' || body === null) return body
  if (Array.isArray(body)) return body.map((item: Json) => leadingTo(item, rest))
  return { [step]: leadingTo((body as Record<string, Json>)[step], rest) }
}

/** A body with one value of interest, and rules at its place or above. */
const focused = (body: Json): fc.Arbitrary<{ body: Json; rules: Record<string, Rules[]> }> =>
  fc.constantFrom(...placesIn(body)).chain((place) => {
    const steps = place.match(/[^.[\]]+/g)!.slice(1)
    const above = place.match(/^\$|[.[][^.[]+/g)!.map((_, index, all) => all.slice(0, index + 1).join(''))
    return fc.record({
      body: fc.constant(leadingTo(body, steps)),
      rules: fc
        .tuple(
          fc.oneof(
            { weight: 4, arbitrary: fc.constant(place) },
            { weight: 2, arbitrary: fc.constantFrom(...above) },
          ),
          fc.array(fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: collection }), {
            minLength: 1,
            maxLength: 2,
          }),
          fc.boolean(),
        )
        .map(([at, rules, isLoose]) => ({ ...(isLoose ? { $: [{ match: 'type' }] } : {}), [at]: rules })),
    })
  })

const bodyRules = (body: Json): fc.Arbitrary<Record<string, Rules[]>> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...placesIn(body)),
        fc.array(fc.oneof(plain, collection), { minLength: 1, maxLength: 2 }),
      ),
      { maxLength: 4 },
    )
    .map((entries) => Object.fromEntries(entries))

const typeHeaders = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset=iso-8859-1',
  'application/*+json',
  'text/plain',
]
const headerRules: fc.Arbitrary<Rules[]> = fc.array(
  fc.oneof(
    plain,
    fc
      .constantFrom('^application/json', 'json', '^application/json;.*$')
      .map((regex) => ({ match: 'regex', regex })),
    fc.constantFrom('json', 'charset', 'application').map((value) => ({ match: 'include', value })),
    fc.constant({ match: 'contentType', value: 'application/json' }),
  ),
  { maxLength: 2 },
)
const statusRules = fc.constantFrom<Json>(
  'info',
  'success',
  'redirect',
  'clientError',
  'serverError',
  'nonError',
  'error',
  [200, 204],
  [404],
)

/** An interaction, in the notation of a version. */
const interactionOf = (version: 2 | 3 | 4): fc.Arbitrary<Record<string, Json>> =>
  fc.constantFrom(...scenes).chain((scene) =>
    fc
      .record({
        content: fc.oneof(
          { weight: 5, arbitrary: focused(scene.body) },
          {
            weight: 2,
            arbitrary: fc.record({
              body: fc.option(like(scene.body), { nil: undefined, freq: 8 }),
              rules: bodyRules(scene.body),
            }),
          },
        ),
        combine: fc.constantFrom('AND', 'AND', 'OR'),
        status: fc.oneof(
          { weight: 12, arbitrary: fc.constant(scene.status) },
          { weight: 1, arbitrary: fc.constantFrom(200, 201, 404, 400) },
        ),
        statusRule: fc.option(statusRules, { nil: undefined, freq: 1 }),
        type: fc.option(fc.constantFrom(...typeHeaders), { nil: undefined, freq: 1 }),
        typeRules: headerRules,
      })
      .map((parts) => written(version, scene, parts)),
  )

interface Parts {
  readonly content: { readonly body: Json; readonly rules: Record<string, Rules[]> }
  readonly combine: string
  readonly status: number
  readonly statusRule: Json
  readonly type: string | undefined
  readonly typeRules: Rules[]
}

function written(
  version: 2 | 3 | 4,
  { states, request }: Scene,
  { content: { body, rules }, combine, status, statusRule, type, typeRules }: Parts,
): Record<string, Json> {
  const placed = (each: Record<string, Rules[]>): Record<string, Json> =>
    Object.fromEntries(Object.entries(each).map(([path, matchers]) => [path, { combine, matchers }]))
  const ofHeader = type !== undefined && typeRules.length > 0 ? { 'Content-Type': typeRules } : {}
  if (version === 2) {
    const flat = {
      ...Object.fromEntries(
        Object.entries(rules).map(([path, [first]]) => [`$.body${path.slice(1)}`, first]),
      ),
      ...Object.fromEntries(Object.entries(ofHeader).map(([name, [first]]) => [`$.headers.${name}`, first])),
    }
    const { query, ...others } = request
    return {
      providerState: states[0] ? 'user 00u1 is ACTIVE' : undefined,
      request: { ...others, query: query ? 'q=Staff' : undefined },
      response: { status, ...(type ? { headers: { 'Content-Type': type } } : {}), body, matchingRules: flat },
    }
  }
  return {
    ...(version === 4 ? { type: 'Synchronous/HTTP' } : {}),
    providerStates: states,
    request,
    response: {
      status,
      ...(type ? { headers: { 'Content-Type': version === 4 ? [type] : type } } : {}),
      ...(body === undefined
        ? {}
        : {
            body: version === 4 ? { content: body, contentType: 'application/json', encoded: false } : body,
          }),
      matchingRules: {
        body: placed(rules),
        header: placed(ofHeader),
        ...(version === 4 && statusRule !== undefined
          ? { status: { matchers: [{ match: 'statusCode', status: statusRule }] } }
          : {}),
      },
    },
  }
}

/** A pact of some interactions. */
export function randomPact(version: 2 | 3 | 4, numRuns: number, seed: number): Record<string, Json> {
  return pactFile(version, fc.sample(interactionOf(version), { numRuns, seed }))
}

function pactFile(version: number, interactions: readonly Record<string, Json>[]): Record<string, Json> {
  return {
    consumer: { name: 'web' },
    provider: { name: 'identity-service' },
    interactions: interactions.map((each, index) => ({ description: `interaction ${index}`, ...each })),
    metadata: { pactSpecification: { version: `${version}.0.0` } },
  }
}
