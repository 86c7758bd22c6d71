import { expect, test } from 'vitest'
import { exampleSubject } from '../../../scripts/expressions-page.ts'
import { functions } from '../../../src/query/expression/index.ts'
import { valueOf } from './ask.ts'

test.each(functions.map((row) => [row.example.call, row.example.result]))(
  'the example %s is true',
  (call, result) => {
    expect(valueOf(call, exampleSubject)).toEqual(result)
  },
)

test('each example calls the function that it stands for', () => {
  for (const row of functions) expect(row.example.call.startsWith(`${row.name}(`), row.name).toBe(true)
})
