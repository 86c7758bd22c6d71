import { expect, test } from 'vitest'
import { a } from '../../../conformance/engine/run/check.ts'
import { Redactor, encodedForms } from '../../../conformance/engine/wire/redaction.ts'
import { expectGolden } from '../../support/golden-cases.ts'
import { cpuTime } from '../../support/cpu-time.ts'

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

test('a demand under the name of a secret stays a demand, and no function is left in what is kept', () => {
  const redactor = new Redactor()
  const kept = redactor.value({ expected: { tempPassword: a.string }, got: () => 'x' })
  expect(structuredClone(kept)).toMatchObject({
    expected: { tempPassword: '<a string that is not empty>' },
    got: expect.stringContaining('=>'),
  })
  expect(redactor.text('any string')).toBe('any string')
})

test('bodies and headers are kept as redacted.txt shows, with the secrets that were found', async () => {
  await expectGolden(new URL('redacted.txt', import.meta.url), (line) => {
    const redactor = new Redactor()
    redactor.add('token', 'secret-1')
    const [, kind, name = '', text = ''] = /^(body|header) (?:((?<=header )[\w-]+): )?(.*)$/.exec(line) ?? []
    const kept = kind === 'body' ? redactor.body(text) : JSON.stringify(redactor.headers({ [name]: text }))
    return [kept, ...redactor.secrets.slice(1).map((secret) => `secret: ${secret}`)].join('\n')
  })
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

test('every kind of value is kept as JSON would have it, with its secrets redacted', () => {
  const redactor = new Redactor()
  redactor.add('token', 'secret-1')
  expect(
    redactor.value({
      text: 'is secret-1',
      'key secret-1': [1, true, null, undefined, 'secret-1'],
      big: 12n,
      sign: Symbol('secret-1'),
      nothing: undefined,
      demand: { toJSON: () => ({ is: 'secret-1' }) },
      other: { toJSON: 'text' },
    }),
  ).toEqual({
    text: 'is «token#1»',
    'key «token#1»': [1, true, null, undefined, '«token#1»'],
    big: '12',
    sign: 'Symbol(«token#1»)',
    nothing: undefined,
    demand: { is: '«token#1»' },
    other: { toJSON: 'text' },
  })
  expect([redactor.value(7), redactor.value(null), redactor.value(undefined)]).toEqual([7, null, undefined])
})

test('redacts a secret of six characters, but not one of five', () => {
  const redactor = new Redactor()
  redactor.add('token', '12345')
  redactor.add('token', 'abcdef')
  expect(redactor.text('x12345x abcdef abcdef')).toBe('x12345x «token#2» «token#2»')
  expect([redactor.text('nothing'), redactor.body('')]).toEqual(['nothing', ''])
})

test('an alias is not a secret, but a value that only looks like one is', () => {
  const redactor = new Redactor()
  expect(redactor.add('token', '«token#7»')).toBe('«token#7»')
  for (const text of ['«token#7»x', 'x«token#7»', '«token»', '«#7»', '«a«b#7»', '«token#x»'])
    expect(redactor.add('x', text)).toMatch(/^«x#\d»$/)
  expect(redactor.add('token', 'secret-1')).toBe('«token#1»')
})

test('a demand that names a secret is shown as a demand, not as a secret', () => {
  const redactor = new Redactor()
  redactor.add('client_secret', 'not-to-be-shown-1')
  const demand = { toJSON: () => '<anything but "not-to-be-shown-1">' }
  const once = redactor.value({ expected: { client_secret: demand } })
  expect(redactor.value(once)).toEqual({ expected: { client_secret: '<anything but "«client_secret#1»">' } })
})
