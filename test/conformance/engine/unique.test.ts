import { expect, test } from 'vitest'
import { usualForms } from '../../../conformance/engine/plan/forms.ts'
import { Ledger } from '../../../conformance/engine/clean-up/ledger.ts'
import { Redactor } from '../../../conformance/engine/wire/redaction.ts'
import {
  createUnique,
  markerOf,
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
  expect(ledger.isPhantom('nonecfabz2396')).toBe(true)
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
  expect(['00u1x', '00u2x', '00u', '00u1'].map((id) => ledger.isPhantom(id))).toEqual([
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

test('numbers below another one come of the run, the same each time', () => {
  const draws = (runId: string) =>
    Array.from({ length: 6 }, (_, at) => made(undefined, runId).unique.draw(10 ** at))
  expect(draws('abz239')).toEqual(draws('abz239'))
  expect(draws('abz239')).not.toEqual(draws('abz23a'))
  const { unique } = made()
  const tenths = Array.from({ length: 200 }, () => unique.draw(10))
  expect([...new Set(tenths)].toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a run id is a letter and five letters or digits, without lookalikes', () => {
  const ids = Array.from({ length: 400 }, () => newRunId())
  for (const id of ids) expect(id).toMatch(/^[a-km-np-z][a-km-np-z2-9]{5}$/)
  expect(new Set(ids).size).toBe(400)
  expect(new Set(ids.map((id) => id[0])).size).toBeGreaterThan(15)
  expect(ids.some((id) => /\d/.test(id))).toBe(true)
  expect(markerOf('abc123')).toBe('cf-abc123')
})

test('logins hold each of the forms of a marker, as often as the form says', () => {
  expect(made('{name}.{plain}.{digits}.{name}').unique.login()).toBe(
    'cf-abz239-1.cfabz23900001.10113502030900001.cf-abz239-1',
  )
  expect(startOfLogins('no place', marker)).toBe('no place')
})
