import { expect, test } from 'vitest'
import { usualForms } from '../../../conformance/engine/forms.ts'
import { Ledger } from '../../../conformance/engine/ledger.ts'
import { Redactor } from '../../../conformance/engine/redaction.ts'
import { createUnique, markersOfLogins, startOfLogins } from '../../../conformance/engine/unique.ts'

const marker = 'cf-abz239'

function logins(login: string): readonly string[] {
  const ledger = new Ledger({ run: 'abz239', baseUrl: '', startedAt: '', version: '' })
  const unique = createUnique(marker, ledger, new Redactor(), { ...usualForms, login })
  return [unique.login(), unique.login()]
}

test('a marker stands in logins as it is, without signs, or in digits alone', () => {
  expect(markersOfLogins(marker)).toEqual(['cf-abz239', 'cfabz239', '101135020309'])
})

test.each([
  ['{name}@example.com', ['cf-abz239-1@example.com', 'cf-abz239-2@example.com'], 'cf-abz239-'],
  ['{plain}', ['cfabz23900001', 'cfabz23900002'], 'cfabz239'],
  [
    'staff-{plain}@corp.test',
    ['staff-cfabz23900001@corp.test', 'staff-cfabz23900002@corp.test'],
    'staff-cfabz239',
  ],
  ['{digits}', ['10113502030900001', '10113502030900002'], '101135020309'],
])('logins like %s are those of one run, and of no other user of it', (form, made, start) => {
  expect(logins(form)).toEqual(made)
  expect(startOfLogins(form, marker)).toBe(start)
})
