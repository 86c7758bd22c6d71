import { expect, test } from 'vitest'
import { equalInConstantTime } from '../../../../src/model/users/password/constant-time.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

test.each([
  [bytes(), bytes(), true],
  [bytes(1, 2, 3), bytes(1, 2, 3), true],
  [bytes(1, 2, 3), bytes(1, 2, 4), false],
  [bytes(1, 2, 3), bytes(0, 2, 3), false],
  [bytes(1, 2, 3), bytes(1, 2), false],
  [bytes(1, 2), bytes(1, 2, 3), false],
  [bytes(1, 2), bytes(1, 2, 0), false],
  [bytes(), bytes(0), false],
])('%j and %j are equal: %s', (one, other, equal) => {
  expect(equalInConstantTime(one, other)).toBe(equal)
})
