/** What functions yield for null, which is never taken for the text `null`, and at their limits. */
import { expect, test } from 'vitest'
import {
  functionNamed,
  type ExpressionFunction,
  parameterAt,
  signature,
  takes,
} from '../../../src/query/expression/functions/index.ts'
import { holds, subject, valueOf } from './ask.ts'

const profile = { half: 'x'.repeat(32_768), long: 'x'.repeat(65_536), spaces: 'a\t b\n\u00a0c' }
const groups = { null: 'null and void' }

test.for<[string, unknown]>([
  ['String.startsWith("null", user.none)', false],
  ['String.startsWith(user.none, "null")', false],
  ['String.stringContains("null", user.none)', false],
  ['String.stringContains(user.none, "null")', false],
  ['String.substring("abc", 0, user.none)', null],
  ['String.substring("abc", 1, 1)', ''],
  ['String.substring("abc", 2, 1)', ''],
  ['String.substring("abc", 0, -1)', ''],
  ['String.substring("abcdef", 1.9, 3.2)', 'bc'],
  ['String.substring("abc", 0, 3)', 'abc'],
  ['String.substringAfter("anullb", user.none)', ''],
  ['String.substringAfter(user.none, user.none)', null],
  ['String.substringAfter("ab", "")', 'ab'],
  ['String.substringAfter("--a", "--")', 'a'],
  ['String.substringBefore("anullb", user.none)', 'anullb'],
  ['String.substringBefore(user.none, user.none)', null],
  ['String.substringBefore("ab", "")', ''],
  ['String.replace("anullb", user.none, "x")', 'anullb'],
  ['String.replace("abc", "b", user.none)', 'ac'],
  ['String.replaceFirst("anullb", user.none, "x")', 'anullb'],
  ['String.replaceFirst("abcb", "b", user.none)', 'acb'],
  ['String.replaceFirst("abc", "x", "y")', 'abc'],
  ['String.replaceFirst(user.long, "x", "xx")', null],
  ['String.len(String.replaceFirst(user.long, "x", "y"))', 65_536],
  ['String.len(String.replace(user.half, "x", "yy"))', 65_536],
  ['String.replace(user.half + "x", "x", "yy")', null],
  ['String.replace(user.half + "ab", "x", "yy")', null],
  ['String.len(String.replace(user.long, "x", "y"))', 65_536],
  ['String.len(String.replace(user.long, "x", ""))', 0],
  ['String.removeSpaces(user.spaces)', 'abc'],
  ['String.append("", "")', ''],
  ['String.join(",", "", "")', ','],
  ['String.stringSwitch("null", "d", user.none, "1")', 'd'],
  ['String.stringSwitch("a", "d", "", "1")', '1'],
  ['Convert.toInt("+12")', 12],
  ['Convert.toInt("x12")', null],
  ['Convert.toInt("12x")', null],
  ['Convert.toInt("-")', null],
  ['Convert.toInt("1e3")', null],
  ['Convert.toInt(-0.5)', -0],
  ['Convert.toInt(0.5)', 1],
  ['Convert.toInt("-2147483648")', -2_147_483_648],
  ['Convert.toInt("-2147483649")', null],
  ['Convert.toInt(2147483647)', 2_147_483_647],
  ['Convert.toInt(2147483647.5)', null],
  ['Convert.toNum("1.")', 1],
  ['Convert.toNum(".5")', 0.5],
  ['Convert.toNum("-.5E+2")', -50],
  ['Convert.toNum("+12.25")', 12.25],
  ['Convert.toNum("12e-1")', 1.2],
  ['Convert.toNum("1e")', null],
  ['Convert.toNum(".")', null],
  ['Convert.toNum("+")', null],
  ['Convert.toNum("x1")', null],
  ['Convert.toNum("1x")', null],
  ['Convert.toNum(" 1")', null],
  ['Convert.toNum("1_0")', null],
  ['Arrays.get({1, 2}, 1)', 2],
  ['Arrays.get({1, 2}, 2)', null],
  ['Arrays.contains({null}, null)', true],
  ['Arrays.contains({}, null)', false],
  ['Arrays.remove({1, null, 2}, null)', [1, 2]],
  ['Arrays.remove({1, 2}, 3)', [1, 2]],
  ['Arrays.remove({2, 1}, 2)', [1]],
  ['Arrays.isEmpty({null})', false],
  ['Arrays.flatten({}, null)', []],
  ['Arrays.flatten({null, {null, 1}})', [1]],
  ['Arrays.toCsvString({user.half, user.half})', null],
  ['Arrays.toCsvString({})', ''],
  ['isMemberOfGroup(user.none)', false],
  ['isMemberOfGroup("null")', true],
  ['isMemberOfAnyGroup(user.none)', false],
  ['isMemberOfAnyGroup("x", "null")', true],
  ['isMemberOfGroupName("null and void")', true],
  ['isMemberOfGroupNameStartsWith(user.none)', false],
  ['isMemberOfGroupNameStartsWith("null")', true],
  ['isMemberOfGroupNameContains(user.none)', false],
  ['isMemberOfGroupNameContains("null")', true],
  ['isMemberOfGroupNameRegex("null.*")', true],
  ['isMemberOfGroupNameRegex("null")', false],
])('%s yields %j', ([call, expected]) => {
  expect(valueOf(call, subject(profile, groups))).toStrictEqual(expected)
})

test('a value of another kind reaches a function as null', () => {
  const user = { number: 5, flag: true, list: ['a'], text: 'a', moment: { at: 1 } }
  const yields = (call: string) => valueOf(call, subject(user, groups))
  expect(
    ['number', 'flag', 'list', 'moment', 'none'].map((name) => yields(`String.len(user.${name})`)),
  ).toStrictEqual([0, 0, 0, 0, 0])
  expect(yields('String.len(user.text)')).toBe(1)
  expect(['text', 'flag', 'number'].map((name) => yields(`Arrays.size(user.${name})`))).toStrictEqual([
    0, 0, 0,
  ])
  expect(yields('Arrays.size(user.list)')).toBe(1)
  expect(['flag', 'list', 'moment'].map((name) => yields(`Convert.toNum(user.${name})`))).toStrictEqual([
    null,
    null,
    null,
  ])
  expect([yields('Convert.toNum(user.number)'), yields('Convert.toNum(user.text)')]).toStrictEqual([5, null])
  expect(['text', 'flag', 'list'].map((name) => yields(`Arrays.get({1}, user.${name})`))).toStrictEqual([
    null,
    null,
    null,
  ])
  expect(yields('Arrays.add({}, user.flag)')).toStrictEqual([true])
  expect(['number', 'flag', 'list'].map((name) => yields(`isMemberOfGroup(user.${name})`))).toStrictEqual([
    false,
    false,
    false,
  ])
})

const row = (name: string): ExpressionFunction => functionNamed(name)!

test('how often a function takes what follows its parameters', () => {
  const counts = (name: string) => [0, 1, 2, 3, 4, 5, 6].filter((count) => takes(row(name), count))
  expect(counts('String.len')).toStrictEqual([1])
  expect(counts('String.substring')).toStrictEqual([3])
  expect(counts('String.join')).toStrictEqual([2, 3, 4, 5, 6])
  expect(counts('String.stringSwitch')).toStrictEqual([4, 6])
  expect(counts('isMemberOfAnyGroup')).toStrictEqual([1, 2, 3, 4, 5, 6])
  const names = (name: string) => [0, 1, 2, 3, 4, 5].map((index) => parameterAt(row(name), index).name)
  expect(names('String.stringSwitch')).toStrictEqual(['input', 'default', 'key', 'value', 'key', 'value'])
  expect(names('String.join')).toStrictEqual(['separator', 'string', 'string', 'string', 'string', 'string'])
  expect(
    ['String.len', 'String.join', 'String.stringSwitch', 'substring'].map((name) => signature(row(name))),
  ).toStrictEqual([
    'String.len(input)',
    'String.join(separator, string, …)',
    'String.stringSwitch(input, default, key, value, …)',
    'String.substring(input, start, end)',
  ])
})

test('which functions have older spellings, and which look at names of groups', () => {
  expect(functionNamed('substring')).toBe(row('String.substring'))
  expect(functionNamed('Substring')).toBeUndefined()
  const names = ['isMemberOfGroup', 'isMemberOfAnyGroup', 'isMemberOfGroupName', 'String.len']
  expect(names.map((name) => row(name).readsGroupNames)).toStrictEqual([false, false, true, false])
  expect(
    names.map((name) => [...row(name).aliases, ...row(name).rest.map((rest) => rest.name)]),
  ).toStrictEqual([[], ['groupId'], [], []])
})

test.for<[string, boolean]>([
  ['"a" < "b"', true],
  ['"a" <= "a"', true],
  ['"b" > "a"', true],
  ['"a" > "a"', false],
  ['"a" < "a"', false],
  ['2 >= 2', true],
  ['2 > 2', false],
  ['2 < 2', false],
  ['2 <= 2', true],
  ['user.none < 1', false],
  ['user.none <= user.none + 1', false],
  ['user.list == user.list', true],
  ['user.none == user.other', true],
  ['{} == {}', true],
  ['null == {}', false],
  ['-user.none == null', true],
  ['-(1) == 0 - 1', true],
  ['5 % 3 == 2 and 7 / 2 == 3.5 and 2 * 3 == 6 and 5 - 3 == 2', true],
  ['"a" + 1 + 2 == "a12"', true],
  ['1 + 2 + "a" == "3a"', true],
  ['true ? false : true', false],
  ['user.none ? true : user.none ? true : false', false],
  ['user.none ? true : true ? true : false', true],
  ['!user.none', true],
  ['!!user.none', false],
])('%s: %j', ([expression, expected]) => {
  expect(holds(expression, { list: ['a'] })).toBe(expected)
})
