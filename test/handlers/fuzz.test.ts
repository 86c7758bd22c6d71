import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operations } from '../../src/contract/operations/index.ts'
import type { OperationSpec } from '../../src/contract/operation.ts'
import { newUser, recordsOf, type TestOrg, testOrg } from '../support/call.ts'
import { runs } from '../support/runs.ts'

const words = [
  'profile',
  'credentials',
  'password',
  'value',
  'hash',
  'hook',
  'recovery_question',
  'question',
  'answer',
  'provider',
  'type',
  'name',
  'groupIds',
  'conditions',
  'expression',
  'people',
  'users',
  'groups',
  'exclude',
  'actions',
  'assignUserToGroups',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'application_type',
  'jwks',
  'keys',
  'oldPassword',
  'newPassword',
  'login',
  'email',
  'firstName',
  '__proto__',
  'constructor',
  'toString',
  'id',
]

const values = [
  'group_rule',
  'urn:svc:expression:1.0',
  'user.login=="x"',
  'jane@example.com',
  'web',
  'FEDERATION',
  'default',
  'BCRYPT',
  'PBKDF2',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
]

const scalar = fc.oneof(
  fc.constantFrom(...values),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
)

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('json'), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 })), tie('json')), {
        maxLength: 5,
      })
      .map(
        (entries) =>
          `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
      )
      .map((text) => JSON.parse(text) as unknown),
  ),
}))

const segment = fc.oneof(
  fc.constantFrom(
    'me',
    'KNOWN_USER',
    'KNOWN_GROUP',
    'KNOWN_RULE',
    'KNOWN_CLIENT',
    '__proto__',
    '%',
    '%00',
    '..',
    '%2F',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
)

const parameter = fc.tuple(
  fc.constantFrom(
    'limit',
    'after',
    'q',
    'search',
    'filter',
    'sortBy',
    'sortOrder',
    'expand',
    'activate',
    'provider',
    'nextLogin',
    'sendEmail',
    'tempPassword',
    'removeUsers',
    'strict',
    'scopeId',
    '__proto__',
  ),
  fc.oneof(
    fc.constantFrom(
      'true',
      'false',
      '1',
      '-1',
      '1e9',
      '99999999999999999999',
      'asc',
      'profile.login',
      'id pr',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
  ),
)

async function datasetOf(): Promise<TestOrg & { known: Record<string, string> }> {
  const test = testOrg()
  const create = async (path: string, body: unknown) => (await test.call('POST', path, body)).json
  const user = await create('/api/v1/users', newUser())
  const group = await create('/api/v1/groups', { profile: { name: 'Group' } })
  const rule = await create('/api/v1/groups/rules', {
    type: 'group_rule',
    name: 'Rule',
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.city=="x"' } },
    actions: { assignUserToGroups: { groupIds: [group.id] } },
  })
  const client = await create('/oauth2/v1/clients', {
    client_name: 'Client',
    redirect_uris: ['https://example.com/cb'],
    response_types: ['code'],
    grant_types: ['authorization_code'],
  })
  return {
    ...test,
    known: {
      KNOWN_USER: user.id,
      KNOWN_GROUP: group.id,
      KNOWN_RULE: rule.id,
      KNOWN_CLIENT: client.client_id,
    },
  }
}

test.each(operations.map((operation) => [operation.name, operation] as const))(
  'answers any request to %s without a server error, and a refusal changes nothing',
  async (_, operation: OperationSpec) => {
    const it = await datasetOf()
    const { call, known } = it
    const body = operation.body ? json : fc.constant(undefined)
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { minLength: 3, maxLength: 3 }),
        fc.array(parameter, { maxLength: 4 }),
        body,
        async (segments, parameters, value) => {
          let index = 0
          const path = operation.path.replaceAll(/\{\w+\}/g, () => {
            const given = segments[index++]!
            return known[given] ?? given
          })
          const query = parameters.map((pair) => pair.join('=')).join('&')
          const before = recordsOf(it)
          const { status, text } = await call(
            operation.method,
            `${path}?${query}`,
            value === undefined ? undefined : JSON.stringify(value),
          )
          expect(status).toBeLessThan(500)
          if (status >= 400 && text !== '') expect(text).toMatch(/"errorCode"|"error"/)
          if (status >= 400 || operation.method === 'GET') expect(recordsOf(it)).toEqual(before)
        },
      ),
      { numRuns: runs(60) },
    )
  },
)
