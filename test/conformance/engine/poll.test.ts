import { expect, test } from 'vitest'
import { Patience } from '../../../conformance/engine/run/api.ts'

test('waits for the whole lag until two waits were vain', () => {
  const patience = new Patience(10_000)
  patience.note(10_000, true)
  expect(patience.milliseconds).toBe(10_000)
  patience.note(10_000, true)
  expect(patience.milliseconds).toBe(1000)
})

test('still waits longer than the target was ever late', () => {
  const patience = new Patience(10_000)
  patience.note(2000, false)
  patience.note(10_000, true)
  patience.note(10_000, true)
  expect(patience.milliseconds).toBe(6000)
})
