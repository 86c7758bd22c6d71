import { expect, test } from 'vitest'
import { compile, parse, userSearch } from '../../src/query/index.ts'

const search = userSearch(
  new Map([
    ['sizes', 'string-or-number'],
    ['age', 'number'],
    ['tags', 'string'],
    ['open', 'boolean'],
  ] as const),
)

/** Which of the values, each of them the only one of its record, a query finds. */
function found(property: string, rest: string, values: readonly unknown[]): unknown[] {
  const matches = compile(parse(`profile.${property} ${rest}`, search), search)
  return values.filter((value) => matches({ profile: { [property]: value } }))
}

const sizes = [5, '5', '55', 10, '10', 'a', 'A', true, null, undefined, [], ['x', 5], [7, '5'], {}]

test.for<[string, unknown[]]>([
  ['eq 5', [5, ['x', 5]]],
  ['eq "5"', ['5', [7, '5']]],
  ['eq "a"', ['a', 'A']],
  ['sw "5"', ['5', '55', [7, '5']]],
  ['gt 5', [10, [7, '5']]],
  ['ge 5', [5, 10, ['x', 5], [7, '5']]],
  ['lt 10', [5, ['x', 5], [7, '5']]],
  ['le 5', [5, ['x', 5]]],
  ['gt "5"', ['55', 'a', 'A', ['x', 5]]],
  ['lt "5"', ['10']],
  ['le "5"', ['5', '10', [7, '5']]],
  ['eq null', [null, undefined, []]],
  ['pr', [5, '5', '55', 10, '10', 'a', 'A', true, ['x', 5], [7, '5'], {}]],
])('of texts and numbers, %s finds those of its kind', ([rest, expected]) => {
  expect(found('sizes', rest, sizes)).toStrictEqual(expected)
})

test('a value of another type than its property is found by nothing but pr', () => {
  expect(found('age', 'eq 5', [5, '5', true, null])).toStrictEqual([5])
  expect(found('age', 'ge 0', [5, '5', true, false, null, 0])).toStrictEqual([5, 0])
  expect(found('open', 'eq true', [true, 'true', 1, false])).toStrictEqual([true])
  expect(found('open', 'eq false', [false, 0, '', null])).toStrictEqual([false])
  expect(found('tags', 'sw ""', ['', 'a', 5, null, ['a'], []])).toStrictEqual(['', 'a', ['a']])
  expect(found('tags', 'eq ""', ['', 'a', null, [''], []])).toStrictEqual(['', ['']])
  expect(found('tags', 'pr', ['', 'a', 0, false, null, [''], ['', 'a'], []])).toStrictEqual([
    'a',
    0,
    false,
    ['', 'a'],
  ])
})

test.for([
  ['eq "straße"', ['Straße', 'STRASSE', 'strasse', 'Strase']],
  ['sw "stra"', ['Straße', 'STRASSE', 'strasse', 'Strase']],
  ['eq "k"', ['k', 'K', '\u212a', 'kk', '']],
  ['sw "k"', ['k', 'K', '\u212a', 'kk', '', 'ak']],
  ['eq "\u007f"', ['\u007f', '\u0080']],
] as const)('%s is asked without regard to case', ([rest, values]) => {
  const [operator, quoted] = rest.split(' ')
  const wanted = (JSON.parse(quoted!) as string).toLowerCase()
  const fold = (text: string) => text.toLowerCase().toUpperCase().toLowerCase()
  const expected = values.filter((value) =>
    operator === 'eq' ? fold(value) === fold(wanted) : fold(value).startsWith(fold(wanted)),
  )
  expect(found('tags', rest, values)).toStrictEqual(expected)
})

test('three or more values of one property are found, however many they are', () => {
  for (const count of [2, 3, 4, 5]) {
    const text = Array.from({ length: count }, (_, at) => `profile.sizes eq ${at}`).join(' or ')
    const matches = compile(parse(`${text} or profile.sizes eq "A"`, search), search)
    const values = [0, count - 1, count, '0', 'a', 'b', [count, 'a'], [], null]
    expect(values.filter((value) => matches({ profile: { sizes: value } }))).toStrictEqual([
      0,
      count - 1,
      'a',
      [count, 'a'],
    ])
  }
})
