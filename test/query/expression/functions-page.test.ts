import { expect, test } from 'vitest'
import { exampleSubject } from '../../../src/query/expression/functions-page.ts'
import { functions, renderFunctionsPage } from '../../../src/query/expression/index.ts'
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

test('the page has a section for each function, in the order of the table, under its family', () => {
  const headings = renderFunctionsPage()
    .split('\n')
    .filter((line) => line.startsWith('### '))
  expect(headings.map((line) => /`([\w.]+)\(/.exec(line)?.[1])).toEqual(functions.map((row) => row.name))
  expect(headings).toContain('### `String.stringSwitch(input, default, key, value, …)`')
})

test('the page says what a function takes, returns, does and yields', () => {
  const page = renderFunctionsPage()
  expect(page).toContain(
    [
      '### `isMemberOfAnyGroup(groupId, …)`',
      'Whether the user is in at least one of the groups with these ids.',
      '| Parameter | Type |\n|---|---|\n| `groupId` | group id, once or more |',
      'Returns: boolean.',
      '```text\nisMemberOfAnyGroup("00gsales", "00gengineering") → true\n```',
    ].join('\n\n'),
  )
  expect(page).toContain('Returns: string. Also called: `toLowerCase`.')
  expect(page).toContain('Arrays.remove({1, 2, 3}, 2) → {1, 3}')
  expect(page).not.toContain('undefined')
})
