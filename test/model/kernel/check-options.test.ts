import { expect, test } from 'vitest'
import { z } from 'zod'
import { durationSchema, lifetimeSchema } from '../../../src/model/kernel/duration-schema.ts'
import { plainMessage } from '../../../src/model/kernel/schema-messages.ts'

const one = (each: z.ZodType, value: unknown) => {
  const { error } = each.safeParse(value, { error: plainMessage })
  return error?.issues.map(({ message }) => message)
}

test.for([
  [z.string(), undefined, 'Required'],
  [z.string(), null, 'expected a text, got null'],
  [z.string(), [], 'expected a text, got a list'],
  [z.string(), {}, 'expected a text, got an object'],
  [z.string(), true, 'expected a text, got a boolean'],
  [z.array(z.string()), 5, 'expected a list, got a number'],
  [z.record(z.string(), z.string()), 'x', 'expected an object, got a text'],
  [z.object({}), 'x', 'expected an object, got a text'],
  [z.int(), 'x', 'expected a number, got a text'],
  [z.boolean(), 1, 'expected a boolean, got a number'],
  [z.literal('value'), 'y', "expected value, got 'y'"],
  [z.literal('x'), undefined, 'Required: x'],
  [z.string().min(1), '', 'expected at least 1 character'],
  [z.string().min(2), 'x', 'expected at least 2 characters'],
  [z.string().max(1), 'xy', 'expected at most 1 character'],
  [z.array(z.number()).max(1), [1, 2], 'expected at most 1 item'],
  [z.set(z.number()).max(2), new Set([1, 2, 3]), 'expected at most 2 items'],
  [z.number().min(3), 2, 'expected at least 3, got 2'],
  [z.bigint().min(3n), 2n, 'expected at least 3'],
  [z.int(), 2.5, 'expected a whole number, got 2.5'],
  [z.union([z.string(), z.number()]), undefined, 'Required'],
  [z.union([z.string(), z.array(z.int())]), true, 'expected a text or a list, got a boolean'],
  [z.union([z.string(), z.number().min(3)]), 2, 'expected at least 3, got 2'],
  [z.union([z.literal('a'), z.array(z.int())]), true, 'Invalid input'],
  [
    z.union([z.boolean(), z.object({ a: z.object({ b: z.string() }) })]),
    { a: { b: 1 } },
    'a.b: expected a text, got a number',
  ],
  [z.union([z.boolean(), z.object({ a: z.string() })]), 'x', 'expected a boolean or an object, got a text'],
  [z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), {}, 'Invalid input'],
  [z.url(), 'x', 'expected a URL'],
  [z.iso.datetime(), 'noon', 'expected a time such as 2026-01-31T12:00:00Z'],
  [z.string().startsWith('/'), 'x', 'expected a text that begins with /'],
  [z.email(), 'x', 'Invalid email address'],
  [z.enum(['a']), 'x'.repeat(90), `expected a, got '${'x'.repeat(80)}'`],
] as const)('%# describes the mistake in plain words', ([each, value, message]) => {
  expect(one(each, value)).toEqual([message])
})

test('of many values only the nearest is named where there is one', () => {
  const names = [
    'alpha',
    'bravo',
    'charlie',
    'delta',
    'echo',
    'foxtrot',
    'golf',
    'hotel',
    'juliett',
    'kilo',
    'lima',
    'mike',
  ]
  const twelve = z.enum(names)
  const more = z.enum([...names, 'india'])
  const list = `one of ${names.join(', ')}`
  expect(one(twelve, 'alhpa')).toEqual([`expected ${list}, got 'alhpa', did you mean alpha?`])
  expect(one(more, 'alhpa')).toEqual(["got 'alhpa', did you mean alpha?"])
  expect(one(more, 'quite')).toEqual([`expected ${list}, india, got 'quite'`])
})

test('what plain words are not known for is left to others', () => {
  expect(one(z.string().regex(/^x/), 'y')).toEqual(['Invalid string: must match pattern /^x/'])
})

const duration = "expected milliseconds, or a time such as '500ms', '2s', '5m', '1h30m' or 'P1D'"

test.for([
  [durationSchema(), 0, 0],
  [durationSchema(), '1s', 1000],
  [durationSchema(), 1.4, 1],
  [durationSchema(), -1, 'expected 0 or more, and at most 10,000 years, got -1'],
  [durationSchema(), 'soon', `${duration}, got 'soon'`],
  [durationSchema(), true, `${duration}, got a boolean`],
  [durationSchema(), undefined, 'Invalid input'],
  [durationSchema(), {}, `${duration}, got an object`],
  [durationSchema({ least: 10, max: 20 }), 9, 'expected another duration'],
  [durationSchema({ least: 10, max: 20 }), 10, 10],
  [durationSchema({ least: 10, max: 20 }), 20, 20],
  [durationSchema({ least: 10, max: 20, error: 'expected 10 to 20' }), 21, 'expected 10 to 20'],
  [durationSchema({ least: 10, error: 'expected 10' }), 'x', `${duration}, got 'x'`],
  [lifetimeSchema(), 0, 'expected more than 0, and at most 100 years'],
  [lifetimeSchema(), 1, 1],
  [lifetimeSchema(), 3_155_760_000_000, 3_155_760_000_000],
  [lifetimeSchema(), 3_155_760_000_001, 'expected more than 0, and at most 100 years'],
] as const)('%# a duration is read, or refused', ([each, value, expected]) => {
  const { data, error } = each.safeParse(value)
  expect(error ? error.issues.map(({ message }) => message) : [data]).toEqual([expected])
})
