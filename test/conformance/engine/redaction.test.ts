import { expect, test } from 'vitest'
import { a } from '../../../conformance/engine/check.ts'
import { Redactor, encodedForms } from '../../../conformance/engine/redaction.ts'
import { cpuTime } from '../../support/cpu-time.ts'

test('a secret is taken out by its name, and then by its value wherever it turns up', () => {
  const redactor = new Redactor()
  const body = redactor.body('{"client_id":"c1","client_secret":"s3cr3t-value"}')
  expect(body).toBe('{"client_id":"c1","client_secret":"«client_secret#1»"}')
  expect(redactor.text('?q=s3cr3t-value&x=1')).toBe('?q=«client_secret#1»&x=1')
})

test('the same secret keeps its alias, and another gets the next', () => {
  const redactor = new Redactor()
  redactor.body('{"password":{"value":"Abcd1234"}}')
  expect(redactor.body('{"oldPassword":{"value":"Abcd1234"},"newPassword":{"value":"Efgh5678"}}')).toBe(
    '{"oldPassword":{"value":"«password#1»"},"newPassword":{"value":"«newPassword#1»"}}',
  )
})

const secret = 'p/ä+ss"w?rd 1'
test.each([
  ['plain', secret],
  ['JSON-escaped', JSON.stringify(secret).slice(1, -1)],
  ['percent-encoded', encodeURIComponent(secret)],
  [
    'percent-encoded in lower case',
    encodeURIComponent(secret).replaceAll(/%../g, (hex) => hex.toLowerCase()),
  ],
  ['base64', Buffer.from(secret).toString('base64')],
  ['base64url', Buffer.from(secret).toString('base64url')],
  ['base64 after an id of 1 byte', Buffer.from(`c:${secret}`).toString('base64')],
  ['base64 after an id of 2 bytes', Buffer.from(`cc:${secret}`).toString('base64')],
  ['base64 between others', Buffer.from(`ccc:${secret}:x`).toString('base64')],
])('a secret is found %s', (_name, encoded) => {
  const redactor = new Redactor()
  redactor.add('token', secret)
  const clean = redactor.text(`before ${encoded} after`)
  expect(clean).toContain('«token#1»')
  expect(encodedForms(secret).filter((form) => clean.includes(form))).toEqual([])
})

test('the token in a one-time address is a secret by itself', () => {
  const redactor = new Redactor()
  redactor.body('{"activationUrl":"https://org.example.com/tokens/XE6wE17zmphl3KqAPFxO/verify"}')
  expect(redactor.text('token XE6wE17zmphl3KqAPFxO')).toBe('token «token#1»')
})

test('credentials in headers are taken out whole, schemes and cookie names stay', () => {
  const redactor = new Redactor()
  expect(
    redactor.headers({
      Authorization: 'SSWS 00abcdef',
      Cookie: 'sid=12345678; a=b',
      'set-cookie': 'sid=999999; Path=/; HttpOnly',
      Accept: 'application/json',
    }),
  ).toEqual({
    Authorization: 'SSWS «token#1»',
    Cookie: 'sid=«cookie#1»; a=«cookie#2»',
    'set-cookie': 'sid=«cookie#3»; Path=/; HttpOnly',
    Accept: 'application/json',
  })
})

test('rate-limit headers and a question are no secrets', () => {
  const redactor = new Redactor()
  expect(redactor.headers({ 'x-rate-limit-remaining': '59' })).toEqual({ 'x-rate-limit-remaining': '59' })
  expect(redactor.body('{"recovery_question":{"question":"Who?","answer":"me myself"}}')).toBe(
    '{"recovery_question":{"question":"Who?","answer":"«answer#1»"}}',
  )
})

test('short values are taken out under their name only', () => {
  const redactor = new Redactor()
  expect(redactor.body('{"password":"Ab1"}')).toBe('{"password":"«password#1»"}')
  expect(redactor.text('Ab1 stays')).toBe('Ab1 stays')
})

test('a demand under the name of a secret stays a demand, and no function is left in what is kept', () => {
  const redactor = new Redactor()
  const kept = redactor.value({ expected: { tempPassword: a.string }, got: () => 'x' })
  expect(structuredClone(kept)).toMatchObject({
    expected: { tempPassword: '<a string that is not empty>' },
    got: expect.stringContaining('=>'),
  })
  expect(redactor.text('any string')).toBe('any string')
})

test('what was redacted once is left as it is', () => {
  const redactor = new Redactor()
  redactor.body('{"password":"Abcd1234"}')
  expect(redactor.value({ password: '«password#1»' })).toEqual({ password: '«password#1»' })
})

test('thousands of secrets cost little', () => {
  const redactor = new Redactor()
  for (let at = 0; at < 2000; at++) redactor.add('password', `Kx${at}abcdef${at * 7}7Q`)
  const text = JSON.stringify({ text: 'nothing to see here, '.repeat(5000), hidden: 'Kx1999abcdef139937Q' })
  const time = cpuTime(() => {
    for (let at = 0; at < 20; at++) redactor.text(text)
  })
  expect(time).toBeLessThan(4000)
  expect(redactor.text(text)).not.toContain('Kx1999')
})
