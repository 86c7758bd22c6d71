import { expect, test } from 'vitest'
import { a } from '../../../conformance/engine/run/check.ts'
import { Redactor, encodedForms } from '../../../conformance/engine/wire/redaction.ts'
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

test('a demand under the name of a secret stays a demand, and no function is left in what is kept', () => {
  const redactor = new Redactor()
  const kept = redactor.value({ expected: { tempPassword: a.string }, got: () => 'x' })
  expect(structuredClone(kept)).toMatchObject({
    expected: { tempPassword: '<a string that is not empty>' },
    got: expect.stringContaining('=>'),
  })
  expect(redactor.text('any string')).toBe('any string')
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

test('every kind of value is kept as JSON would have it, with its secrets struck out', () => {
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

test.each([
  'client_secret',
  'password',
  'oldPassword',
  'newPassword',
  'tempPassword',
  'answer',
  'token',
  'activationToken',
  'access_token',
  'refresh_token',
  'id_token',
  'sessionToken',
  'stateToken',
  'cookie',
  'passCode',
  'PASSWORD',
])('the value of %s is a secret', (name) => {
  const redactor = new Redactor()
  expect(redactor.body(JSON.stringify({ list: [{ [name]: 'value-of-it' }] }))).toBe(
    `{"list":[{"${name}":"«${name}#1»"}]}`,
  )
  expect(redactor.secrets).toEqual(['value-of-it'])
})

test.each(['token_type', 'xpassword', 'name', 'question'])('the value of %s is not a secret', (name) => {
  const redactor = new Redactor()
  const body = JSON.stringify({ [name]: 'value-of-it' })
  expect([redactor.body(body), redactor.secrets]).toEqual([body, []])
})

test.each([
  'algorithm',
  'saltOrder',
  'workFactor',
  'iterationCount',
  'keySize',
  'digestAlgorithm',
  'type',
  'question',
])('%s of a password is open', (name) => {
  const redactor = new Redactor()
  const body = {
    password: { hash: { [name]: 'open-value', salt: 'the-salt-1', deep: { [name]: 'open-value' } } },
  }
  expect(redactor.body(JSON.stringify(body))).toBe(
    `{"password":{"hash":{"${name}":"open-value","salt":"«password#1»","deep":{"${name}":"open-value"}}}}`,
  )
})

test('in a body without secrets, or one that is not an object, redacts only known secrets', () => {
  const redactor = new Redactor()
  redactor.add('token', 'secret-1')
  expect(
    ['', 'no JSON secret-1', '"secret-1"', 'null', '7', '{ "a" : "secret-1" }'].map((text) =>
      redactor.body(text),
    ),
  ).toEqual(['', 'no JSON «token#1»', '"«token#1»"', 'null', '7', '{ "a" : "«token#1»" }'])
  expect(redactor.body('{"password":""}')).toBe('{"password":""}')
  expect(redactor.body('{ "password" : "" , "answer" : null, "list": [] }')).toBe(
    '{ "password" : "" , "answer" : null, "list": [] }',
  )
})

test('redacts a secret of six characters, but not one of five', () => {
  const redactor = new Redactor()
  redactor.add('token', '12345')
  redactor.add('token', 'abcdef')
  expect(redactor.text('x12345x abcdef abcdef')).toBe('x12345x «token#2» «token#2»')
  expect(redactor.text('nothing')).toBe('nothing')
})

test('an alias is not a secret, but a value that only looks like one is', () => {
  const redactor = new Redactor()
  expect(redactor.add('token', '«token#7»')).toBe('«token#7»')
  for (const text of ['«token#7»x', 'x«token#7»', '«token»', '«#7»', '«a«b#7»', '«token#x»'])
    expect(redactor.add('x', text)).toMatch(/^«x#\d»$/)
  expect(redactor.add('token', 'secret-1')).toBe('«token#1»')
})

test.each([
  ['https://id.example.com/tokens/XE6wE17zmphl3KqAPFxO/verify', ['XE6wE17zmphl3KqAPFxO']],
  ['https://id.example.com/x?token=abcdefghijk1&user=00u1', ['abcdefghijk1']],
  ['https://id.example.com/x#abcdefghijk2', ['abcdefghijk2']],
  ['https://id.example.com/abcdefghij1', []],
  ['https://id.example.com/abcdefghijkl', []],
  ['https://a1.long.example.com/x', []],
  ['https://localhost1234:8080/x', []],
])('of the one-time address %s these parts are secrets: %j', (url, parts) => {
  for (const name of ['activationUrl', 'resetPasswordUrl']) {
    const redactor = new Redactor()
    redactor.body(JSON.stringify({ [name]: url }))
    expect(redactor.secrets).toEqual([url, ...parts])
  }
  // Under another name only the whole is one.
  const plain = new Redactor()
  plain.body(JSON.stringify({ token: url }))
  expect(plain.secrets).toEqual([url])
})

test.each<[string, string, string]>([
  ['Authorization', 'Bearer abc.def', 'Bearer «token#1»'],
  ['authorization', 'basic  YWJj', 'basic «token#1»'],
  ['Proxy-Authorization', 'DPoP abc', 'DPoP «token#1»'],
  ['Authorization', 'Digest username=x', '«header#1»'],
  ['Authorization', 'xBearer abc', '«header#1»'],
  ['X-API-Key', 'abc', '«header#1»'],
  ['my-secret', 'abc', '«header#1»'],
  ['X-Token-Of', 'abc', '«header#1»'],
  ['X-Cookie', 'a=b', 'a=b'],
  [
    'Set-Cookie',
    'sid=abc; Path=/; Domain=x; Expires=never; Max-Age=1; SameSite=Lax; Secure',
    'sid=«cookie#1»; Path=/; Domain=x; Expires=never; Max-Age=1; SameSite=Lax; Secure',
  ],
  ['X-Rate-Limit-Token', '7', '7'],
  ['X-Some-Key-Request-Id', 'abc', 'abc'],
  ['Accept', 'Bearer abc', 'Bearer abc'],
])('the header %s: %s is kept as %s', (name, value, kept) => {
  expect(new Redactor().headers({ [name]: value })).toEqual({ [name]: kept })
})

test('a demand that names a secret is shown as a demand, not as a secret', () => {
  const redactor = new Redactor()
  redactor.add('client_secret', 'not-to-be-shown-1')
  const demand = { toJSON: () => '<anything but "not-to-be-shown-1">' }
  const once = redactor.value({ expected: { client_secret: demand } })
  expect(redactor.value(once)).toEqual({ expected: { client_secret: '<anything but "«client_secret#1»">' } })
})
