import { maxNesting } from '../limits.ts'
import { boundedText, equal, textOf, type Value, valueOf } from '../values.ts'
import { defineFunction, type ExpressionFunction } from './define.ts'

const array = { name: 'array', type: 'array' } as const
const value = { name: 'value', type: 'any' } as const

export const arrayFunctions: readonly ExpressionFunction[] = [
  defineFunction({
    name: 'Arrays.add',
    parameters: [array, value],
    returns: 'array',
    summary: 'The array with the value at its end. Null counts as an empty array.',
    example: { call: 'Arrays.add({1, 2}, 3)', result: [1, 2, 3] },
    run: ([array, value]) => [...(array ?? []), value],
  }),
  defineFunction({
    name: 'Arrays.remove',
    parameters: [array, value],
    returns: 'array',
    summary: 'The array without the first element that equals the value. Null counts as an empty array.',
    example: { call: 'Arrays.remove({1, 2, 3}, 2)', result: [1, 3] },
    run: ([array, value]) => {
      const at = indexOf(array ?? [], value)
      return at < 0 ? (array ?? []) : (array ?? []).toSpliced(at, 1)
    },
  }),
  defineFunction({
    name: 'Arrays.clear',
    parameters: [array],
    returns: 'array',
    summary: 'An empty array.',
    example: { call: 'Arrays.clear({1, 2})', result: [] },
    run: () => [],
  }),
  defineFunction({
    name: 'Arrays.get',
    parameters: [array, { name: 'position', type: 'number' }],
    returns: 'any',
    summary: 'The element at the position, counted from 0; null when there is none.',
    example: { call: 'Arrays.get({"a", "b"}, 1)', result: 'b' },
    run: ([array, position]) => valueOf(array?.[position ?? -1]),
  }),
  defineFunction({
    name: 'Arrays.contains',
    parameters: [array, value],
    returns: 'boolean',
    summary: 'Whether an element equals the value, case-sensitive and as a whole. False for null.',
    example: { call: 'Arrays.contains({"red", "green"}, "red")', result: true },
    run: ([array, value]) => indexOf(array ?? [], value) >= 0,
  }),
  defineFunction({
    name: 'Arrays.size',
    parameters: [array],
    returns: 'number',
    summary: 'How many elements the array has; 0 for null.',
    example: { call: 'Arrays.size({"a", "b"})', result: 2 },
    run: ([array]) => array?.length ?? 0,
  }),
  defineFunction({
    name: 'Arrays.isEmpty',
    parameters: [array],
    returns: 'boolean',
    summary: 'Whether the array has no elements; true for null.',
    example: { call: 'Arrays.isEmpty({"a"})', result: false },
    run: ([array]) => (array?.length ?? 0) === 0,
  }),
  defineFunction({
    name: 'Arrays.flatten',
    parameters: [],
    rest: [value],
    returns: 'array',
    summary: 'One array of all the values, arrays among them replaced by their elements. A null is left out.',
    example: { call: 'Arrays.flatten(1, {2, {3}}, 4)', result: [1, 2, 3, 4] },
    run: (values) => flat(values).filter((item) => item !== null),
  }),
  defineFunction({
    name: 'Arrays.toCsvString',
    parameters: [array],
    returns: 'string',
    summary: 'The elements as text with commas between them, nothing quoted. Empty for null.',
    example: { call: 'Arrays.toCsvString({"a", "b", 3})', result: 'a,b,3' },
    run: ([array]) => boundedText((array ?? []).map((item) => textOf(valueOf(item))).join(',')),
  }),
]

function indexOf(array: readonly Value[], value: Value): number {
  return array.findIndex((item) => equal(valueOf(item), value))
}

function flat(values: readonly Value[]): Value[] {
  const items: readonly unknown[] = values
  return items.flat(maxNesting).map(valueOf)
}
