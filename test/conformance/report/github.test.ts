import { expect, test } from 'vitest'
import { githubAnnotations } from '../../../conformance/report/machine-forms.ts'
import { resultOf } from './result-of.ts'

test('a text of the target starts no command', () => {
  const result = resultOf([['users.a', 'fail', 'got "100 %\r\n::set-output name=x::y"']])
  expect(githubAnnotations(result)[0]).toBe(
    '::error title=users.a::got "100 %25%0D%0A::set-output name=x::y"%0Ausers.a holds',
  )
})
