import { expect, test } from 'vitest'
import { compileExpression, ExpressionError } from '../../../src/query/expression/index.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { refusal } from './ask.ts'

test('a message says what is expected at which place, and what stands there', async () => {
  await expectGolden(new URL('refused.txt', import.meta.url), (input) => {
    const expression = JSON.parse(input) as string
    const { message, position, line, column, expected, found } = refusal(expression)
    expect([line, column]).toEqual([1, position + 1])
    expect(message).toContain(`line 1, column ${column}: expected ${expected}, got ${found}`)
    return message
  })
})

test('a message gives line and column in an expression of several lines', () => {
  const error = refusal('user.a == 1\n  and\n  usr.b == 2')
  expect(error).toMatchObject({ line: 3, column: 3, position: 20, name: 'ExpressionError' })
  expect(error.message).toContain('line 3, column 3:')
})

test('a message stays one short line whatever it quotes', () => {
  const error = refusal(`String.len(\n"${'long '.repeat(100)}"\n)`)
  expect(error.message).not.toContain('\n')
  expect(error.message.length).toBeLessThan(160)
})

test('10000 characters are compiled and one more is refused', () => {
  const padded = (length: number) => 'true'.padEnd(length)
  expect(() => compileExpression(padded(10_000))).not.toThrow()
  expect(refusal(padded(10_001)).message).toContain('expected at most 10000 characters, got 10001 characters')
})

test.each([
  ['parentheses', '(', 'true', ')'],
  ['negations', '!', 'true', ''],
  ['calls', 'String.toLowerCase(', 'user.x', ')'],
  ['lists', '{', '1', '}'],
  ['ternaries', 'true?', 'true', ':true'],
  ['signs', '- ', '1', ''],
])(
  '%s nest up to a hundred levels, the outermost included, and tens of thousands of them exhaust no stack',
  (_, open, inside, close) => {
    const nested = (levels: number) => open.repeat(levels) + inside + close.repeat(levels)
    expect(() =>
      compileExpression(`${nested(99)} == null`).test({
        user: {},
        isMember: () => false,
        groupNames: () => [],
      }),
    ).not.toThrow()
    expect(refusal(`${nested(100)} == null`).message).toContain(
      'expected at most 100 levels of nesting, got one more',
    )
    expect(() => compileExpression(open.repeat(9_000 / open.length))).toThrow(ExpressionError)
  },
)

test('given the profile schema, an attribute that is not in it is refused', () => {
  const attributes = new Map([['department', 'string' as const]])
  expect(() => compileExpression('user.department == "x"', { attributes })).not.toThrow()
  const error = refusal('true and user.departmnet == "x"', { attributes })
  expect(error.position).toBe(9)
  expect(error.message).toContain("got 'user.departmnet'; did you mean 'user.department'?")
})

test('a name that differs in letter case alone is suggested, however short, and a far one is not', () => {
  const attributes = new Map([['ABCD', 'string' as const]])
  expect(refusal('user.abcd == "x"', { attributes }).message).toContain("did you mean 'user.ABCD'?")
  expect(refusal('user.ABxy == "x"', { attributes }).message).not.toContain('did you mean')
})

test('given the profile schema, the kinds of attributes are checked', () => {
  const attributes = new Map([
    ['department', 'string' as const],
    ['contractor', 'boolean' as const],
    ['tags', 'array' as const],
    ['level', 'number' as const],
  ])
  expect(() => compileExpression('user.contractor', { attributes })).not.toThrow()
  expect(() =>
    compileExpression('user.level > 3 and Arrays.contains(user.tags, "a")', { attributes }),
  ).not.toThrow()
  expect(refusal('user.department', { attributes }).message).toContain('expected a Boolean, got a String')
  expect(refusal('user.level > "a"', { attributes }).message).toContain('expected a Number, got a String')
  expect(refusal('Arrays.size(user.level) > 1', { attributes }).message).toContain(
    'expected an Array, got a Number',
  )
})

test('given the groups, a literal id of another is refused', () => {
  const options = { groupExists: (id: string) => id === '00g1' }
  expect(() => compileExpression('isMemberOfAnyGroup("00g1", user.groupId)', options)).not.toThrow()
  const error = refusal('isMemberOfAnyGroup("00g1", "00g2")', options)
  expect(error.position).toBe(27)
  expect(error.message).toContain('expected the id of a group that exists')
})

test('a difference may be joined to a string', () => {
  const { test: holds } = compileExpression('5 - 2 + "b" == "3b"')
  expect(holds({ user: {}, isMember: () => false, groupNames: () => [] })).toBe(true)
  expect(() => compileExpression('5 * 2 + "b" == "10b"')).not.toThrow()
})
