import { expect, test } from 'vitest'
import { compileExpression, expressionType } from '../../../src/query/expression/index.ts'
import { expectGolden } from '../../support/golden-cases.ts'
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

test('expressions of every kind have the values that language.txt says', async () => {
  await expectGolden(new URL('language.txt', import.meta.url), (expression) =>
    JSON.stringify(valueOf(expression, subject(user))),
  )
})

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
