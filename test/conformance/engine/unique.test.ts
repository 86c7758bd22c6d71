import { expect, test } from 'vitest'
import { usualForms } from '../../../conformance/engine/plan/forms.ts'
import { Ledger } from '../../../conformance/engine/clean-up/ledger.ts'
import { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import { usernameParts } from '../../../src/model/users/password/policy.ts'
import {
  createUnique,
  markersOfLogins,
  newRunId,
  startOfLogins,
} from '../../../conformance/engine/supply/unique.ts'

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

const made = (login = usualForms.login, runId = 'abz239') => {
  const ledger = new Ledger()
  const redactor = new Redactor()
  const forms = { ...usualForms, login, profile: { title: 'T', lastName: 'Other' } }
  return { unique: createUnique(`cf-${runId}`, ledger, redactor, forms), ledger, redactor, forms }
}

test('names, addresses and ids of nobody count on, each with the marker', () => {
  const { unique, ledger } = made()
  expect([unique(), unique('hint'), unique(''), unique.email(), unique.login()]).toEqual([
    'cf-abz239-1',
    'cf-abz239-2-hint',
    'cf-abz239-3-',
    'cf-abz239-4-mail@example.com',
    'cf-abz239-5@example.com',
  ])
  expect(unique.unknownId()).toBe('nonecfabz2396')
  expect(ledger.isNonexistentId('nonecfabz2396')).toBe(true)
  expect(unique()).toBe('cf-abz239-7')
  expect(unique.names()).toEqual({ firstName: 'Casey', lastName: 'Other', title: 'T' })
})

test('an id that is near another is a letter longer or shorter, and belongs to nothing', () => {
  const { unique, ledger } = made()
  expect([unique.near('00u1'), unique.near('00u2', 'longer'), unique.near('00u3', 'shorter')]).toEqual([
    '00u1x',
    '00u2x',
    '00u',
  ])
  expect(['00u1x', '00u2x', '00u', '00u1'].map((id) => ledger.isNonexistentId(id))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('a password has twelve random letters that do not come from the run id, and is a secret at once', () => {
  const { unique, redactor, forms } = made()
  const passwords = Array.from({ length: 50 }, () => unique.password())
  for (const password of passwords) expect(password).toMatch(/^Kx-[hjkqvwz]{12}_7Q$/)
  expect(new Set(passwords).size).toBe(50)
  expect(redactor.text(`is ${passwords[0]}`)).toBe('is «password#1»')
  forms.password = '{random}.{random}'
  const [one, other] = unique.password().split('.')
  expect(one).not.toBe(other)
})

test('no password of a run holds a part of its logins, and each meets the default policy', () => {
  for (const runId of ['abcdef', 'hjkqvw', 'a22345', 'zwvqkj', newRunId()]) {
    const { unique } = made(undefined, runId)
    for (let at = 0; at < 3000; at++) {
      const login = unique.login()
      const password = unique.password()
      const parts = [...usernameParts(login), ...login.split(/[^a-z0-9]/i)].filter((part) => part.length > 1)
      expect(parts.filter((part) => password.toLowerCase().includes(part))).toEqual([])
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{18}$/)
    }
  }
})

test('draws are the same again for a run, and others in another', () => {
  const drawn = (runId: string) => [made(undefined, runId).unique.draw(20_480)]
  const draws = (runId: string) => {
    const { unique } = made(undefined, runId)
    return Array.from({ length: 200 }, () => unique.draw(10))
  }
  expect(drawn('abc123')).toEqual(drawn('abc123'))
  expect(draws('abc124')).not.toEqual(draws('abc123'))
  expect(new Set(draws('abc123')).size).toBe(10)
})
