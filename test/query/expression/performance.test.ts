import { expect, test } from 'vitest'
import { compileExpression } from '../../../src/query/expression/index.ts'
import { leastCpuTime } from '../../support/cpu-time.ts'
import { subject } from './ask.ts'

const departments = ['Engineering', 'Sales', 'Finance', 'Legal']
const users = Array.from({ length: 20_000 }, (_, index) =>
  subject(
    { login: `user${index}@example.com`, department: departments[index % 4], level: index % 10 },
    { [`00g${index % 50}`]: `Team ${index % 50}` },
  ),
)

test.each([
  ["user.department == 'Engineering'", 5_000, 40],
  ["String.startsWith(user.login, 'user1') and user.level >= 5", 5_555, 160],
  ['isMemberOfGroupNameRegex("(?i)team [1-3].*")', 13_200, 240],
])('%s over 20000 users takes time in proportion to them', (expression, matching, bar) => {
  const rule = compileExpression(expression)
  let count = 0
  const time = leastCpuTime(5, () => {
    count = users.filter((user) => rule.test(user)).length
  })
  expect(count).toBe(matching)
  expect(time).toBeLessThan(bar)
})

test('two hundred rules for one user take a millisecond at most', () => {
  const rules = Array.from({ length: 200 }, (_, index) =>
    compileExpression(
      index % 2 === 0
        ? `user.department == 'Department ${index}' and user.level > ${index}`
        : `String.stringContains(user.login, 'x${index}') or isMemberOfGroup('00g${index}')`,
    ),
  )
  const user = subject({ login: 'user1@example.com', department: 'Engineering', level: 3 }, { a: 'A' })
  let matching = 0
  const time = leastCpuTime(5, () => {
    for (let times = 0; times < 100; times++) matching += rules.filter((rule) => rule.test(user)).length
  })
  expect(matching).toBe(0)
  expect(time / 100).toBeLessThan(1)
})

test('the largest expression is compiled in a fraction of a second', () => {
  const text = Array.from(
    { length: 200 },
    (_, index) => `String.stringContains(user.login, 'user${index}')`,
  ).join(' or ')
  expect(text.length).toBeGreaterThan(8_000)
  expect(leastCpuTime(5, () => compileExpression(text))).toBeLessThan(200)
})
