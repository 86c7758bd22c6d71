/** Any call of any operation: changed bodies and parameters, and anything in the place of ids. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import examples from '../../generated/openapi-examples.json' with { type: 'json' }
import { exampleIds } from '../../src/contract/example-ids.ts'
import { operations } from '../../src/contract/operations/index.ts'
import type { OperationSpec } from '../../src/contract/operation.ts'
import { loadDataset } from '../../src/fixtures/index.ts'
import { recordsOf, testOrg } from '../support/call.ts'
import { runs } from '../support/runs.ts'

const words = ['__proto__', 'constructor', 'me', '..', '%', '%00', '%2F', 'rules']
const bodies: Readonly<Partial<Record<string, { readonly request?: unknown; readonly reply?: unknown }>>> =
  examples

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.double(),
  fc.constantFrom(
    '',
    null,
    [],
    {},
    true,
    'true',
    'BCRYPT',
    '\u0000',
    '\ud800',
    'x'.repeat(5000),
    '𝒲'.repeat(300),
  ),
)

/** A body with some of its members replaced, left out, or under another name, at any depth. */
function mutated(body: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null) return fc.oneof(fc.constant(body), anything)
  const entries = Object.entries(body)
  const members = Object.fromEntries(entries.map(([name, value]) => [name, mutated(value)]))
  const whole = Array.isArray(body)
    ? fc.tuple(...body.map(mutated))
    : fc
        .tuple(
          fc.record(members, { requiredKeys: [] }),
          fc.dictionary(fc.constantFrom(...words, 'id'), anything, { maxKeys: 1 }),
        )
        .map(([own, more]) => ({ ...own, ...more }))
  return fc.oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: anything })
}

const encoded = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .map((text) => encodeURIComponent(text.toWellFormed()))

const expression = fc
  .array(
    fc.constantFrom(
      ...'profile.name profile.login id type status lastUpdated source.id eq sw gt and or pr not ( ) " "West" 5 null'.split(
        ' ',
      ),
      '"2026-01-05T09:30:00.000Z"',
    ),
    { maxLength: 9 },
  )
  .map((parts) => encodeURIComponent(parts.join(' ')))

/** Values of the parameters that an operation has, and now and then one that it has not. */
function queryOf({ query }: OperationSpec): fc.Arbitrary<string> {
  const name = fc.constantFrom(...Object.keys(query?.shape ?? {}), 'other', '__proto__')
  const value = fc.oneof(
    encoded,
    expression,
    fc.constantFrom(
      'true',
      'false',
      '-1',
      '1e9',
      '99999999999999999999',
      'asc',
      'profile.name',
      'stats,app',
      'constructor.name',
    ),
  )
  return fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
}

/** The path with ids that exist, or anything in their place. */
function pathOf({ path }: OperationSpec): fc.Arbitrary<string> {
  const names = path.match(/(?<=\{)\w+(?=\})/g) ?? []
  const ids = names.map((name) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(exampleIds[name as keyof typeof exampleIds]) },
      fc.constantFrom(...words, ...Object.values(exampleIds)),
      encoded,
    ),
  )
  return fc
    .tuple(...ids)
    .map((given) => names.reduce((text, name, at) => text.replace(`{${name}}`, () => given[at]!), path))
}

test.each(operations.map((operation) => [operation.name, operation] as const))(
  'answers any request to %s without a server error, and a refusal changes nothing',
  async (name, operation: OperationSpec) => {
    const it = testOrg()
    await loadDataset(it.org, 'examples')
    const loaded = it.org.state.snapshot()
    const body = operation.body ? mutated(bodies[name]?.request ?? {}) : fc.constant(undefined)
    await fc.assert(
      fc.asyncProperty(pathOf(operation), queryOf(operation), body, async (path, query, value) => {
        const before = recordsOf(it)
        const { status, text } = await it.call(
          operation.method,
          `${path}?${query}`,
          value === undefined ? undefined : JSON.stringify(value),
        )
        expect(status).toBeLessThan(500)
        if (status >= 400 && text !== '') expect(text).toMatch(/"errorCode"|"error"/)
        if (status >= 400 || operation.method === 'GET') expect(recordsOf(it)).toEqual(before)
        else it.org.state.restore(loaded)
      }),
      { numRuns: runs(60) },
    )
  },
)
