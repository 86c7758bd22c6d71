import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordsOf, testOrg } from '../support/call.ts'
import { createGroup, createRule, createUser, ruleBody } from '../support/groups.ts'
import { runs } from '../support/runs.ts'

/** Values that are nearly right as often as they are quite wrong. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    'West',
    'group_rule',
    'true',
    'urn:svc:expression:1.0',
    null,
    [],
    {},
    0,
    '𝒲'.repeat(300),
  ),
)

/** A body with one or two of its members replaced, at any depth. */
function mutated(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null) return fc.oneof(fc.constant(body), anything)
  const entries = Object.entries(body)
  const members = Object.fromEntries(entries.map(([name, value]) => [name, mutated(value)]))
  const whole = Array.isArray(body)
    ? fc.tuple(...body.map(mutated))
    : fc.record(members, { requiredKeys: [] })
  return fc.oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: anything })
}

test('any create or change of a group or rule succeeds, or is refused without a trace', async () => {
  const it = testOrg()
  const group = await createGroup(it.call)
  const rule = await createRule(it.call, 'user.title == "Lead"', [group.id], { activate: false })
  const user = await createUser(it.call, { title: 'Lead' })
  const snapshot = it.org.state.snapshot()
  const ruleBodies = mutated(ruleBody('user.title == "Lead"', [group.id]))
  const request = fc.oneof(
    fc.tuple(
      fc.constantFrom(['POST', '/api/v1/groups'], ['PUT', `/api/v1/groups/${group.id}`]),
      mutated({ profile: { name: 'West', description: 'Rockies' } }),
    ),
    fc.tuple(
      fc.constantFrom(['POST', '/api/v1/groups/rules'], ['PUT', `/api/v1/groups/rules/${rule.id}`]),
      fc.oneof(
        ruleBodies,
        mutated({
          ...ruleBody('user.title == "Lead"', [group.id]),
          conditions: {
            people: { users: { exclude: [user.id] }, groups: { exclude: [] } },
            expression: { type: 'urn:svc:expression:1.0', value: 'true' },
          },
        }),
      ),
    ),
  )
  await fc.assert(
    fc.asyncProperty(request, async ([[method, path], body]) => {
      it.org.state.restore(snapshot)
      const before = recordsOf(it)
      const { status, json } = await it.call(method, path, JSON.stringify(body))
      if (status === 200) return
      expect(status).toBe(400)
      expect(json.errorCauses.length).toBeGreaterThan(0)
      expect(recordsOf(it)).toEqual(before)
    }),
    { numRuns: runs(300) },
  )
})

test('any query of a list is answered or refused', async () => {
  const { call } = testOrg()
  const { id } = await createGroup(call)
  const words = fc.constantFrom(
    'profile.name',
    'id',
    'type',
    'lastUpdated',
    'source.id',
    'eq',
    'sw',
    'gt',
    'and',
    'or',
    'pr',
    '(',
    ')',
    '"West"',
    '"2026-01-05T09:30:00.000Z"',
    '5',
    'null',
    '\u0000',
    '"',
  )
  const expression = fc.array(words, { maxLength: 9 }).map((parts) => parts.join(' '))
  const parameters = fc.record(
    {
      search: expression,
      filter: expression,
      q: fc.string({ unit: 'grapheme', maxLength: 10 }),
      sortBy: fc.oneof(
        fc.constantFrom('profile.name', 'created', 'id', '__proto__', 'constructor.name'),
        fc.string(),
      ),
      sortOrder: fc.constantFrom('asc', 'desc', 'up'),
      limit: fc.oneof(fc.integer().map(String), fc.string()),
      after: fc.string(),
      expand: fc.constantFrom('stats', 'app', 'stats,app', 'x', ''),
    },
    { requiredKeys: [] },
  )
  const path = fc.constantFrom(
    '/api/v1/groups',
    '/api/v1/groups/rules',
    `/api/v1/groups/${id}/users`,
    `/api/v1/groups/${id}/apps`,
  )
  await fc.assert(
    fc.asyncProperty(path, parameters, async (asked, given) => {
      const query = new URLSearchParams(given)
      const { status } = await call('GET', `${asked}?${query}`)
      expect([200, 400]).toContain(status)
    }),
    { numRuns: runs(200) },
  )
})

test('names of users and groups in a path may be anything', async () => {
  const it = testOrg()
  const user = await createUser(it.call)
  const group = await createGroup(it.call)
  const others = () => [...recordsOf(it)].filter(([part]) => part !== 'groups' && part !== 'memberships')
  const before = others()
  const name = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'me', '..', '.', '%00', user.id, group.id, 'rules'),
    fc.webSegment().filter((segment) => segment !== ''),
  )
  await fc.assert(
    fc.asyncProperty(name, name, fc.constantFrom('PUT', 'DELETE'), async (first, second, method) => {
      const { status } = await it.call(method, `/api/v1/groups/${first}/users/${second}`)
      expect([204, 400, 403, 404, 405]).toContain(status)
    }),
  )
  expect(others()).toEqual(before)
})
