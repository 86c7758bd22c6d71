import { expect, test } from 'vitest'
import { functions } from '../../../src/query/expression/index.ts'
import { subject, valueOf } from './ask.ts'

const profile = {
  name: 'Ada',
  number: 7,
  flag: true,
  tags: ['red', 'green', 'red'],
  nested: ['a', ['b', ['c']]],
  long: 'x'.repeat(60_000),
  object: { a: 1 },
}
const groups = { '00g1': 'Engineering', '00g2': 'Sales EMEA' }

/** Calls and their results for the user above; `user.none` is an attribute that is not set. */
const calls: readonly [string, unknown][] = [
  ['String.append("This is", " a test")', 'This is a test'],
  ['String.append(user.none, "b")', 'b'],
  ['String.append("a", user.none)', 'a'],
  ['String.append(null, null)', ''],
  ['String.append(user.number, "b")', 'b'],
  ['String.append(user.long, user.long)', null],

  ['String.join(",", "This", "is", "a", "test")', 'This,is,a,test'],
  ['String.join("", "This", "is")', 'Thisis'],
  ['String.join("-", "a")', 'a'],
  ['String.join("-", "a", user.none, "c")', 'a--c'],
  ['String.join(null, "a", "b")', 'ab'],
  ['String.join("", user.long, user.long)', null],

  ['String.len("This")', 4],
  ['String.len("")', 0],
  ['String.len(user.none)', 0],
  ['String.len(user.number)', 0],

  ['String.removeSpaces("This is a test")', 'Thisisatest'],
  ['String.removeSpaces(user.none)', null],

  ['String.replace("This is a test", "is", "at")', 'That at a test'],
  ['String.replace("a.b", ".", "$&")', 'a$&b'],
  ['String.replace("aaa", "a", "")', ''],
  ['String.replace("abc", "", "x")', 'abc'],
  ['String.replace("abc", null, "x")', 'abc'],
  ['String.replace("abc", "b", null)', 'ac'],
  ['String.replace(user.none, "a", "b")', null],
  ['String.replace(user.long, "x", "xx")', null],

  ['String.replaceFirst("This is a test", "is", "at")', 'That is a test'],
  ['String.replaceFirst("a.b.c", ".", "$&")', 'a$&b.c'],
  ['String.replaceFirst("abc", "", "x")', 'abc'],
  ['String.replaceFirst(user.none, "a", "b")', null],

  ['String.startsWith("Andy", "An")', true],
  ['String.startsWith("Andy", "an")', false],
  ['String.startsWith("Andy", "")', true],
  ['String.startsWith(user.none, "An")', false],
  ['String.startsWith("Andy", user.none)', false],
  ['String.startsWith(user.number, "7")', false],

  ['String.stringContains("This is a test", "test")', true],
  ['String.stringContains("This is a test", "Test")', false],
  ['String.stringContains("This is a test", "doesn\'tExist")', false],
  ['String.stringContains(user.none, "")', false],
  ['String.stringContains(user.tags, "red")', false],

  ['String.stringSwitch("This is a test", "default", "key1", "value1")', 'default'],
  ['String.stringSwitch("This is a test", "default", "test", "value1")', 'value1'],
  ['String.stringSwitch("First match wins", "default", "absent", "1", "wins", "2", "match", "3")', '2'],
  ['String.stringSwitch("Substrings count", "default", "ring", "value1")', 'value1'],
  ['String.stringSwitch(user.none, "default", "a", "1")', 'default'],
  ['String.stringSwitch("a", user.none, "b", "1")', null],
  ['String.stringSwitch("a", "default", user.none, "1", "a", "2")', '2'],
  ['String.stringSwitch("a", "default", "a", user.none, "a", "2")', null],
  ['String.stringSwitch("cba", "default", "a", "1", "b", "2", "c", "3")', '1'],
  ['String.stringSwitch("abc", "default", user.none, "1", "b", "2")', '2'],
  ['String.stringSwitch("abc", "default", "b", user.none)', null],

  ['String.substring("This is a test", 2, 9)', 'is is a'],
  ['String.substring("abc", 0, 1)', 'a'],
  ['String.substring("abc", 1, 99)', 'bc'],
  ['String.substring("abc", -5, 2)', 'ab'],
  ['String.substring("abc", -5, -1)', ''],
  ['String.substring("abc", 2, 1)', ''],
  ['String.substring("", 0, 1)', ''],
  ['String.substring(user.none, 0, 1)', null],
  ['String.substring("abc", user.none, 1)', null],
  ['substring("Alexander", 1, 4)', 'lex'],

  ['String.substringAfter("abc@example.com", "@")', 'example.com'],
  ['String.substringAfter("a@b@c", "@")', 'b@c'],
  ['String.substringAfter("abc", "@")', ''],
  ['String.substringAfter("abc", null)', ''],
  ['String.substringAfter(user.none, "@")', null],
  ['substringAfter("a@b", "@")', 'b'],

  ['String.substringBefore("abc@example.com", "@")', 'abc'],
  ['String.substringBefore("abc", "@")', 'abc'],
  ['String.substringBefore("@abc", "@")', ''],
  ['String.substringBefore("abc", null)', 'abc'],
  ['String.substringBefore(user.none, "@")', null],
  ['substringBefore("a@b", "@")', 'a'],

  ['String.toLowerCase("ThiS")', 'this'],
  ['String.toLowerCase(user.none)', null],
  ['toLowerCase("ThiS")', 'this'],
  ['String.toUpperCase("This")', 'THIS'],
  ['String.toUpperCase(user.flag)', null],
  ['toUpperCase("This")', 'THIS'],

  ['Arrays.add({10, 20, 30}, 40)', [10, 20, 30, 40]],
  ['Arrays.add(user.none, 1)', [1]],
  ['Arrays.add({1}, null)', [1, null]],
  ['Arrays.remove({10, 20, 30}, 20)', [10, 30]],
  ['Arrays.remove(user.tags, "red")', ['green', 'red']],
  ['Arrays.remove({1}, "1")', [1]],
  ['Arrays.remove(user.none, 1)', []],
  ['Arrays.clear({10, 20, 30})', []],
  ['Arrays.clear(null)', []],
  ['Arrays.get({0, 1, 2}, 0)', 0],
  ['Arrays.get({0, 1, 2}, 3)', null],
  ['Arrays.get({0, 1, 2}, -1)', null],
  ['Arrays.get({0, 1, 2}, 0.5)', null],
  ['Arrays.get(user.none, 0)', null],
  ['Arrays.get({1}, user.none)', null],
  ['Arrays.contains({10, 20, 30}, 10)', true],
  ['Arrays.contains({10, 20, 30}, 50)', false],
  ['Arrays.contains({10, 20, 30}, "10")', false],
  ['Arrays.contains(user.tags, "green")', true],
  ['Arrays.contains(user.tags, "gree")', false],
  ['Arrays.contains(user.tags, "Green")', false],
  ['Arrays.contains(user.none, null)', false],
  ['Arrays.contains(user.name, "Ada")', false],
  ['Arrays.contains({{1}, {2}}, {2})', true],
  ['Arrays.size({10, 20, 30})', 3],
  ['Arrays.size(NULL)', 0],
  ['Arrays.size(user.name)', 0],
  ['Arrays.isEmpty({10, 20})', false],
  ['Arrays.isEmpty({})', true],
  ['Arrays.isEmpty(NULL)', true],
  ['Arrays.flatten(10, {20, 30}, 40)', [10, 20, 30, 40]],
  ['Arrays.flatten(user.nested, null, "d")', ['a', 'b', 'c', 'd']],
  ['Arrays.toCsvString({"This", "is", " a ", "test"})', 'This,is, a ,test'],
  ['Arrays.toCsvString({1, true, null, {2}})', '1,true,,'],
  ['Arrays.toCsvString(user.none)', ''],

  ['Convert.toInt("1234")', 1234],
  ['Convert.toInt("-12")', -12],
  ['Convert.toInt(123.4)', 123],
  ['Convert.toInt(123.6)', 124],
  ['Convert.toInt("123.4")', null],
  ['Convert.toInt(" 1")', null],
  ['Convert.toInt("")', null],
  ['Convert.toInt("2147483647")', 2_147_483_647],
  ['Convert.toInt("2147483648")', null],
  ['Convert.toInt(-2147483648)', -2_147_483_648],
  ['Convert.toInt(-2147483649)', null],
  ['Convert.toInt(user.none)', null],
  ['Convert.toInt(user.flag)', null],
  ['Convert.toNum("-1.25e2")', -125],
  ['Convert.toNum("12")', 12],
  ['Convert.toNum(1.5)', 1.5],
  ['Convert.toNum("0x10")', null],
  ['Convert.toNum("1e999")', null],
  ['Convert.toNum("Infinity")', null],
  ['Convert.toNum("")', null],
  ['Convert.toNum(user.none)', null],

  ['isMemberOfGroup("00g1")', true],
  ['isMemberOfGroup("00g3")', false],
  ['isMemberOfGroup("Engineering")', false],
  ['isMemberOfGroup(user.none)', false],
  ['isMemberOfAnyGroup("00g3", "00g2")', true],
  ['isMemberOfAnyGroup("00g3", "00g4")', false],
  ['isMemberOfAnyGroup("00g1")', true],
  ['isMemberOfAnyGroup(user.none, "00g1")', true],
  ['isMemberOfGroupName("Engineering")', true],
  ['isMemberOfGroupName("engineering")', false],
  ['isMemberOfGroupName("Eng")', false],
  ['isMemberOfGroupName(user.none)', false],
  ['isMemberOfGroupNameStartsWith("Sales")', true],
  ['isMemberOfGroupNameStartsWith("EMEA")', false],
  ['isMemberOfGroupNameStartsWith(user.none)', false],
  ['isMemberOfGroupNameContains("EMEA")', true],
  ['isMemberOfGroupNameContains("emea")', false],
  ['isMemberOfGroupNameContains(user.none)', false],
  ['isMemberOfGroupNameRegex("Sales .*")', true],
  ['isMemberOfGroupNameRegex("Sales")', false],
  ['isMemberOfGroupNameRegex("(Eng|Mark).+")', true],
]

test.each(calls)('answers %s', (call, result) => {
  expect(valueOf(call, subject(profile, groups))).toEqual(result)
})

test('every function and every older spelling stands in the table of calls above', () => {
  const called = new Set(calls.map(([call]) => call.slice(0, call.indexOf('('))))
  expect(called).toEqual(new Set(functions.flatMap((row) => [row.name, ...row.aliases])))
})

test('a function that changes an array leaves the profile as it was', () => {
  const user = { tags: Object.freeze(['a', 'b']) }
  expect(valueOf('Arrays.add(Arrays.remove(user.tags, "a"), "c")', subject(user))).toEqual(['b', 'c'])
  expect(user.tags).toEqual(['a', 'b'])
})

test('replacements nested in replacements cannot fill the memory', () => {
  const grown = Array.from({ length: 30 }).reduce<string>(
    (inner) => `String.replace(${inner}, 'a', 'aaaaaaaaaa')`,
    "'a'",
  )
  expect(valueOf(grown)).toBeNull()
})

test('nothing keeps a text of 65536 characters from being made, and one more does', () => {
  const user = { half: 'x'.repeat(32_768) }
  expect(valueOf('String.len(user.half + user.half)', subject(user))).toBe(65_536)
  expect(valueOf('user.half + user.half + "x"', subject(user))).toBeNull()
  expect(valueOf('String.append(user.half + user.half, "x")', subject(user))).toBeNull()
})
