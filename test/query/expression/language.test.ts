import { expect, test } from 'vitest'
import { compileExpression, expressionType } from '../../../src/query/expression/index.ts'
import { holds, subject, valueOf } from './ask.ts'

const user = {
  department: 'Engineering',
  city: 'San Francisco',
  salary: 1_000_000,
  contractor: false,
  manager: true,
  roles: ['admin', 'dev'],
  unset: null,
  object: { name: 'x' },
  'cost center': 'CC-9',
  not: 'a name after a dot',
  profile: 'an attribute like any other',
}

test('the language has the name that the API description gives it', () => {
  expect(expressionType).toBe('urn:svc:expression:1.0')
})

test('an expression keeps its text', () => {
  expect(compileExpression(' user.manager ').text).toBe(' user.manager ')
})

test.each([
  ['user.city == "San Francisco"', true],
  ["user.city == 'San Francisco'", true],
  ['user.city == "san francisco"', false],
  ['user.city != "Rome"', true],
  ['"San Francisco" == user.city', true],
  ['user.salary >= 1000000', true],
  ['user.salary > 1000000', false],
  ['user.salary <= 1000000', true],
  ['user.salary < 1000000', false],
  ['user.salary > 999999.5 AND !user.contractor', true],
  ['user["cost center"] == "CC-9"', true],
  ["user['department'] == 'Engineering'", true],
  ['user.manager', true],
  ['user.contractor', false],
  ['user.not == "a name after a dot"', true],
  ['user.profile == "an attribute like any other"', true],
])('reads attributes: %s', (expression, result) => {
  expect(holds(expression, user)).toBe(result)
})

test.each([
  ['1 eq 1', true],
  ['1 ne 1', false],
  ['1 lt 2', true],
  ['2 le 2', true],
  ['1 gt 2', false],
  ['2 ge 2', true],
  ['1 EQ 1 And 2 Lt 3', true],
  ['true && true', true],
  ['true and false', false],
  ['true AND true', true],
  ['false || true', true],
  ['false or false', false],
  ['false OR true', true],
  ['!false', true],
  ['not false', true],
  ['NOT true', false],
  ['TRUE == True', true],
  ['NULL == null', true],
  ['7 mod 4 == 3 and 8 div 2 == 4', true],
])('spells operators in words and signs, in any letter case: %s', (expression, result) => {
  expect(holds(expression)).toBe(result)
})

test.each([
  ['true or true and false', true],
  ['(true or true) and false', false],
  ['false and false or true', true],
  ['false and (false or true)', false],
  ['!true or true', true],
  ['!(true or true)', false],
  ['1 + 2 * 3 == 7', true],
  ['(1 + 2) * 3 == 9', true],
  ['10 - 2 - 3 == 5', true],
  ['8 / 4 / 2 == 1', true],
  ['-2 + 3 == 1', true],
  ['2 - -2 == 4', true],
  ['1 + 1 == 2 and 2 > 1', true],
  ['true ? false : true', false],
  ['false ? false : true', true],
  ['true or false ? true : false', true],
  ['false ? false : false ? false : true', true],
  ['true ? false ? true : false : true', false],
  ['1 == 2 ? true : 2 == 2', true],
])('binds as usual: %s', (expression, result) => {
  expect(holds(expression)).toBe(result)
})

test('! binds to the value next to it and not to the comparison behind it', () => {
  expect(holds('!user.contractor == true', user)).toBe(true)
  expect(holds('not user.department == "Sales"', user)).toBe(false)
  expect(holds('not (user.department == "Sales")', user)).toBe(true)
})

test.each([
  ['"it""s"', 'it"s'],
  ["'it''s'", "it's"],
  ['"it\'s"', "it's"],
  ["''", ''],
  ['"a\\d"', 'a\\d'],
  ['"día ☃ 😀"', 'día ☃ 😀'],
  ['0', 0],
  ['1.50', 1.5],
  ['2e3', 2000],
  ['-4', -4],
  ['- -4', 4],
  ['true', true],
  ['null', null],
  ["{'a','b'}", ['a', 'b']],
  ['[1, "b", null, {2}]', [1, 'b', null, [2]]],
  ['{}', []],
  ['[]', []],
])('reads the literal %s', (literal, value) => {
  expect(valueOf(literal)).toEqual(value)
})

test.each([
  ['"a" + "b"', 'ab'],
  ['"a" + 1', 'a1'],
  ['1 + "a"', '1a'],
  ['1.5 + 1 + "a" + 1', '2.5a1'],
  ['"a" + true', 'atrue'],
  ['"a" + null', 'a'],
  ['user.none + "b"', 'b'],
  ['user.none + 1', null],
  ['user.none + user.none', null],
  ['user.roles + "x"', null],
  ['7 / 2', 3.5],
  ['7 % 4', 3],
  ['1 / 0', null],
  ['1 % 0', null],
  ['0 / 0', null],
  ['1e308 * 10', null],
  ['user.none * 2', null],
  ['user.department - 1', null],
  ['-user.department', null],
])('computes %s', (expression, value) => {
  expect(valueOf(expression, subject(user))).toEqual(value)
})

test.each([
  ['user.none == null', true],
  ['user.unset == null', true],
  ['user.object == null', true],
  ['user.none != null', false],
  ['user.none == ""', false],
  ['user.none == false', false],
  ['user.none == user.unset', true],
  ['user.none < 1', false],
  ['user.none >= 1', false],
  ['user.none <= user.none', false],
  ['user.department > 1', false],
  ['user.salary < "a"', false],
  ['user.manager > user.contractor', false],
  ['user.department < "Sales"', true],
  ['"B" < "a"', true],
  ['"a" >= "a"', true],
  ['1 == "1"', false],
  ['1 != "1"', true],
  ['true == "true"', false],
  ['user.none', false],
  ['!user.none', true],
  ['user.department', false],
  ['!user.department', true],
  ['user.department and true', false],
  ['user.salary or true', true],
  ['user.none ? true : false', false],
  ['!String.startsWith(user.none, "a")', true],
  ['user.roles == {"admin", "dev"}', true],
  ['user.roles == {"dev", "admin"}', false],
  ['user.roles == {"admin"}', false],
  ['{"admin"} == user.roles', false],
  ['Arrays.isEmpty(NULL)', true],
  ['String.len(null) == 0', true],
  ['"a" + null == "a"', true],
  ['user.roles == "admin"', false],
  ['{1, {2}} == [1, [2]]', true],
])('answers for null and for values of another kind without failing: %s', (expression, result) => {
  expect(holds(expression, user)).toBe(result)
})

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
  'a name that every object inherits is not an attribute: %s',
  (name) => {
    expect(holds(`user.${name} == null`, {})).toBe(true)
    expect(holds(`user["${name}"] == null`, {})).toBe(true)
  },
)

test('an attribute may have a name that every object inherits', () => {
  expect(holds('user.constructor == "Bob"', { constructor: 'Bob' })).toBe(true)
})

test('both sides of and, or and the ternary are only evaluated as far as needed', () => {
  let asked = 0
  const counting = { ...subject(user), isMember: () => (asked++, true) }
  compileExpression('false and isMemberOfGroup("a")').test(counting)
  compileExpression('true or isMemberOfGroup("a")').test(counting)
  compileExpression('true ? true : isMemberOfGroup("a")').test(counting)
  compileExpression('false and true and isMemberOfGroup("a")').test(counting)
  compileExpression('false or true or isMemberOfGroup("a")').test(counting)
  expect(asked).toBe(0)
})

test('chains of a thousand operators need no nesting', () => {
  const alternatives = Array.from({ length: 600 }, (_, index) => `user.n==${index}`)
  expect(holds(alternatives.join(' or '), { n: 599 })).toBe(true)
  expect(holds(alternatives.join(' or '), { n: 600 })).toBe(false)
  expect(holds(`${'1+'.repeat(4000)}1 == 4001`)).toBe(true)
  expect(holds(`${'user.n?false:'.repeat(700)}true`)).toBe(true)
})

test('white space and lines may stand between tokens', () => {
  expect(holds('\n\tuser . department\r\n==\n"Engineering"\u00a0', user)).toBe(true)
})
