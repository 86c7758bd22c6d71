import { expect, test } from 'vitest'
import { compileExpression, ExpressionError } from '../../../src/query/expression/index.ts'
import { refusal } from './ask.ts'

/** An expression with `¦` before the position of the error, and a part of the message. */
const refused: readonly [string, string | RegExp][] = [
  ['¦', 'expected a value, got the end of the expression'],
  ['   ¦', 'expected a value, got the end'],
  ['user.x ==¦', 'expected a value, got the end'],
  ['user.x == 1 AND¦', 'expected a value, got the end'],
  ['user.x == 1 ¦)', "expected an operator or the end, got ')'"],
  ['(user.x == 1¦', "expected ')', got the end"],
  ['((user.x == 1) ¦user.y', "expected ')', got 'user'"],
  ['¦)', "expected a value, got ')'"],
  ['user.x == 1 and ¦or true', "got 'or'"],
  ['user.x ? true¦', "expected ':'"],
  ['{1, 2¦', "expected '}'"],
  ['{1, ¦}', 'expected a value'],
  ['[1, 2¦} == null', "expected ']', got '}'"],
  ['String.len(¦', 'expected a value'],
  ['String.len(user.x == 1¦', "expected ')'"],
  ["user.x == ¦'abc", "expected a string closed by '"],
  ['user.x == ¦"abc\'', 'expected a string closed by "'],
  ['user.x == ¦"a""b', 'inside a string, " is written twice'],
  ['user.x ¦= 1', "equality is written '=='"],
  ['user.x ==¦= 1', "equality is written '=='"],
  ['true ¦& true', "write '&&' or 'and'"],
  ['true ¦| true', "write '||' or 'or'"],
  ['user.x == ¦“a”', 'straight quotes'],
  ['user.x == ¦`a`', 'strings stand between'],
  ['user.x ¦; true', "got ';'"],
  ['user.x == ¦😀', "got '😀'"],
  ['user.x == ¦1e999', 'expected a smaller number'],
  ['user.a == user.b ¦== user.c', 'comparisons do not chain'],
  ['user.x ¦sw "a"', "did you mean 'String.startsWith(…)'?"],
  ['user.x ¦pr', "did you mean '!= null'?"],
  ['user.x ¦y', "expected an operator or the end, got 'y'"],
  ['user¦', "expected '.' and an attribute's name"],
  ['user ¦== 1', "expected '.' and an attribute's name, got '=='"],
  ['user.¦', 'expected a name, got the end'],
  ['user.¦"x" == 1', 'expected a name'],
  ['user[¦x] == 1', "expected an attribute's name as a string"],
  ['user[¦1] == 1', "expected an attribute's name as a string"],
  ['user["x"¦', "expected ']'"],
  ['user.profile¦.x == 1', "an attribute follows 'user.' directly"],
  ['user.x¦.startsWith("a")', 'values have no methods'],
  ['user.isMemberOf¦("x")', 'values have no methods'],
  ['user.x¦[0] == 1', 'elements are read with Arrays.get'],
  ['¦usr.x == 1', "got 'usr.x'; did you mean 'user.x'?"],
  ['true and ¦department == "x"', "got 'department'; did you mean 'user.department'?"],
  ['¦profile.login == "x"', "did you mean 'user.login'?"],
  ['¦String.len == 1', 'a function is called with parentheses'],
  ['user.x == 1 or ¦String.lenn(user.x) == 1', "got 'String.lenn'; did you mean 'String.len'?"],
  ['¦string.startswith(user.x, "a")', "did you mean 'String.startsWith'?"],
  ['¦isMemberOfGroups("a")', "did you mean 'isMemberOfGroup'?"],
  ['¦Array.contains(user.x, "a")', "did you mean 'Arrays.contains'?"],
  ['¦zzzzzzzzzzzzzzzzz()', /function that exists, got 'zzzzzzzzzzzzzzzzz'$/],
  ['¦constructor()', 'expected a function that exists'],
  ['¦String.len() == 1', "expected 'String.len(input)', got 0 arguments"],
  ['¦String.len("a", "b") == 1', "expected 'String.len(input)', got 2 arguments"],
  ['¦String.startsWith("a")', "expected 'String.startsWith(input, prefix)', got 1 argument"],
  ['¦String.join(",") == ""', 'got 1 argument'],
  ['¦String.stringSwitch("a", "b") == ""', 'got 2 arguments'],
  [
    '¦String.stringSwitch("a", "b", "c") == ""',
    "expected 'String.stringSwitch(input, default, key, value, …)'",
  ],
  ['¦String.stringSwitch("a", "b", "c", "d", "e") == ""', 'got 5 arguments'],
  ['String.stringSwitch("a", "b", ¦1, "d") == ""', 'expected a String'],
  ['String.stringSwitch("a", "b", "c", ¦1) == ""', 'expected a String'],
  ['String.stringSwitch("a", "b", "c", "d", ¦1, "f") == ""', 'expected a String'],
  ['String.stringSwitch("a", "b", "c", "d", "e", ¦1) == ""', 'expected a String'],
  ['¦isMemberOfAnyGroup()', 'got 0 arguments'],
  ['¦Arrays.flatten() == null', 'got 0 arguments'],

  ["¦'a'", "expected a Boolean, got a String, `'a'`"],
  ['¦1', 'expected a Boolean, got a Number'],
  ['¦null', 'expected a Boolean, got null'],
  ['¦{true}', 'expected a Boolean, got an Array'],
  ['¦("a")', 'expected a Boolean, got a String, \'("a")\''],
  ['¦String.len(user.x)', "expected a Boolean, got a Number, 'String.len(user.x)'"],
  ['¦String.toLowerCase(user.x)', 'expected a Boolean, got a String'],
  ['¦Arrays.clear(user.x)', 'expected a Boolean, got an Array'],
  ['¦user.x + "a"', 'expected a Boolean, got a String'],
  ['¦user.x * 2', 'expected a Boolean, got a Number'],
  ['¦user.x ? "a" : 1', 'expected a Boolean, got a String or a Number'],
  ['¦-user.x', 'expected a Boolean, got a Number'],
  ['true and ¦"a"', 'expected a Boolean, got a String'],
  ['¦1 or true', 'expected a Boolean, got a Number'],
  ['!¦"a"', 'expected a Boolean'],
  ['not ¦null', 'expected a Boolean, got null'],
  ['¦1 ? true : false', 'expected a Boolean'],
  ['¦true < 1', 'expected a String or a Number, got a Boolean'],
  ['1 < ¦"a"', 'expected a Number, got a String'],
  ['user.x < ¦null', 'expected a String or a Number, got null'],
  ['¦{1} > 2', 'got an Array'],
  ['¦"a" - 1 == 0', 'expected a Number, got a String'],
  ['1 - ¦"a" == 0', 'expected a Number, got a String'],
  ['¦"a" * 2 == 0', 'expected a Number'],
  ['2 * ¦"a" == 0', 'expected a Number'],
  ['2 * 3 / ¦"a" == 0', 'expected a Number'],
  ['2 * ¦(1 == 1) == 0', 'expected a Number'],
  ['¦2 * 3', 'expected a Boolean, got a Number'],
  ['¦2 - 3', 'expected a Boolean, got a Number'],
  ['String.len(¦2 * 3) == 1', 'expected a String'],
  ['1 + ¦(1 == 1) == 0', 'expected a String or a Number'],
  ['-¦"a" == 0', 'expected a Number'],
  ['¦{1} + "a" == ""', 'got an Array'],
  ['"a" + ¦{1} == ""', 'got an Array'],
  ['¦"a" + "b" - 1 == 0', 'expected a Number, got a String'],
  ['true + ¦true == 1', "expected a String or a Number, got 'true'"],
  ['String.len(¦5) == 1', 'expected a String, got a Number'],
  ['String.substring("a", ¦"b", 1) == ""', 'expected a Number, got a String'],
  ['Arrays.size(¦String.len(user.x)) == 1', 'expected an Array, got a Number'],
  ['"a" + ¦Arrays.clear(user.x) == ""', 'got an Array'],
  ['Arrays.size(¦"a") == 1', 'expected an Array, got a String'],
  ['Convert.toInt(¦true) == 1', 'expected a String or a Number, got a Boolean'],
  ['isMemberOfGroup(¦1)', 'expected a String, got a Number'],
  ['isMemberOfAnyGroup("a", ¦{"b"})', 'expected a String, got an Array'],

  ['isMemberOfGroupNameRegex(¦user.x)', 'expected a pattern written as a string'],
  ['isMemberOfGroupNameRegex(¦1)', 'expected a String, got a Number'],
  ['isMemberOfGroupNameRegex(¦null)', 'expected a String, got null'],
  ['isMemberOfGroupNameRegex("a(¦?=b)")', 'look-around'],
  ['isMemberOfGroupNameRegex("it""s¦[")', "a class closed by ']'"],
  ['isMemberOfGroupNameRegex((("a¦[")))', "a class closed by ']'"],
  ["isMemberOfGroupNameRegex('a*¦*')", 'one quantifier'],
]

test.each(refused)('refuses %s', (marked, says) => {
  const position = marked.indexOf('¦')
  const expression = marked.replace('¦', '')
  const error = refusal(expression)
  expect(error.message).toMatch(says)
  expect(error.position).toBe(position)
  expect(error.line).toBe(1)
  expect(error.column).toBe(position + 1)
  expect(error.message).toContain(
    `line 1, column ${position + 1}: expected ${error.expected}, got ${error.found}`,
  )
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
