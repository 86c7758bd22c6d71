import { expect, test } from 'vitest'
import { compileExpression } from '../../../src/query/expression/index.ts'

test.each([
  ['true', [], false, [], false],
  ['user.a == 1', ['a'], false, [], false],
  ['user["a b"] == user.c and !(user.a + 1 > -user.d)', ['a b', 'c', 'a', 'd'], false, [], false],
  ['user.a ? user.b : user.c ? user.d : user.e', ['a', 'b', 'c', 'd', 'e'], false, [], false],
  ['Arrays.contains({user.a, [user.b]}, String.len(user.a))', ['a', 'b'], false, [], false],
  ['isMemberOfGroup("00g1")', [], true, ['00g1'], false],
  ['isMemberOfAnyGroup("00g1", "00g2") or user.a', ['a'], true, ['00g1', '00g2'], false],
  ['isMemberOfAnyGroup("00g1", user.a)', ['a'], true, ['00g1'], true],
  ['isMemberOfGroupName("x")', [], true, [], true],
  ['isMemberOfGroupNameStartsWith("x")', [], true, [], true],
  ['isMemberOfGroupNameContains("x")', [], true, [], true],
  ['isMemberOfGroupNameRegex("x") and isMemberOfGroup("00g1")', [], true, ['00g1'], true],
])('says what is read by %s', (expression, attributes, memberships, groupIds, anyGroup) => {
  expect(compileExpression(expression).reads).toMatchObject({
    attributes: new Set(attributes),
    memberships,
    groupIds: new Set(groupIds),
    anyGroup,
  })
})
