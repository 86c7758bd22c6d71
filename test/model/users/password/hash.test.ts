import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkHash } from '../../../../src/model/users/password/index.ts'
import { base64, bcrypt, pbkdf2, sha256 } from '../../../support/hashes.ts'

test.each([
  ['BCRYPT', bcrypt],
  ['BCRYPT with the lowest work factor', { ...bcrypt, workFactor: 1 }],
  ['BCRYPT with the highest work factor', { ...bcrypt, workFactor: 20 }],
  ['SHA-512', { algorithm: 'SHA-512', value: base64(64) }],
  ['SHA-256', { algorithm: 'SHA-256', value: base64(32) }],
  ['SHA-1', { algorithm: 'SHA-1', value: base64(20) }],
  ['MD5', { algorithm: 'MD5', value: base64(16) }],
  ['a salt before the password', sha256],
  ['a salt behind the password', { ...sha256, saltOrder: 'POSTFIX' }],
  ['base64 without its padding', { ...sha256, value: base64(32).replace('=', '') }],
  ['PBKDF2 with SHA-512', pbkdf2],
  ['PBKDF2 with SHA-256', { ...pbkdf2, digestAlgorithm: 'SHA256_HMAC' }],
  ['PBKDF2 with a key of one byte', { ...pbkdf2, keySize: 1, value: base64(1) }],
  ['PBKDF2 with a key of 512 bytes', { ...pbkdf2, keySize: 512, value: base64(512), iterationCount: 25_000 }],
  ['PBKDF2 with ten million iterations', { ...pbkdf2, iterationCount: 10_000_000 }],
])('%s is a sound hash', (_, input) => {
  expect(checkHash(input)).toEqual({ ok: true, hash: input })
})

test('null is the same as leaving a parameter out', () => {
  const input = { algorithm: 'MD5', value: base64(16), salt: null, saltOrder: null, workFactor: null }
  expect(checkHash(input)).toEqual({ ok: true, hash: { algorithm: 'MD5', value: base64(16) } })
  expect(checkHash({ ...bcrypt, salt: null })).toMatchObject({ field: 'salt' })
})

test.each([
  ['text', '', 'secret'],
  ['null', '', null],
  ['undefined', '', undefined],
  ['a list', '', [bcrypt]],
  ['an empty object', 'algorithm', {}],
  ['an unknown algorithm', 'algorithm', { ...bcrypt, algorithm: 'SCRYPT' }],
  ['an algorithm in another case', 'algorithm', { ...bcrypt, algorithm: 'bcrypt' }],
  ['an algorithm that is a name of every object', 'algorithm', { ...bcrypt, algorithm: 'toString' }],
  ['no value', 'value', { algorithm: 'MD5' }],

  ['BCRYPT without a work factor', 'workFactor', { ...bcrypt, workFactor: undefined }],
  ['BCRYPT with a work factor of 0', 'workFactor', { ...bcrypt, workFactor: 0 }],
  ['BCRYPT with a work factor of 21', 'workFactor', { ...bcrypt, workFactor: 21 }],
  ['BCRYPT with half a work factor', 'workFactor', { ...bcrypt, workFactor: 10.5 }],
  ['BCRYPT with a work factor in quotes', 'workFactor', { ...bcrypt, workFactor: '10' }],
  ['BCRYPT without a salt', 'salt', { ...bcrypt, salt: undefined }],
  ['BCRYPT with a salt of 21 characters', 'salt', { ...bcrypt, salt: 'a'.repeat(21) }],
  ['BCRYPT with a salt of 23 characters', 'salt', { ...bcrypt, salt: 'a'.repeat(23) }],
  ['BCRYPT with a salt of other characters', 'salt', { ...bcrypt, salt: `${'a'.repeat(21)}+` }],
  ['BCRYPT with a salt and a line end', 'salt', { ...bcrypt, salt: `${'a'.repeat(22)}\n` }],
  ['BCRYPT without a value', 'value', { ...bcrypt, value: '' }],
  ['BCRYPT with a value of 30 characters', 'value', { ...bcrypt, value: 'a'.repeat(30) }],
  ['BCRYPT with a value of 32 characters', 'value', { ...bcrypt, value: 'a'.repeat(32) }],
  ['BCRYPT with a value that is a number', 'value', { ...bcrypt, value: 5 }],
  ['BCRYPT with a salt order', 'saltOrder', { ...bcrypt, saltOrder: 'PREFIX' }],

  ['a salt without its order', 'saltOrder', { ...sha256, saltOrder: undefined }],
  ['a salt order without a salt', 'saltOrder', { ...sha256, salt: undefined }],
  ['an unknown salt order', 'saltOrder', { ...sha256, saltOrder: 'INFIX' }],
  ['an empty salt', 'salt', { ...sha256, salt: '' }],
  ['a salt that is not base64', 'salt', { ...sha256, salt: 'not base64!' }],
  ['a salt in the alphabet of URLs', 'salt', { ...sha256, salt: 'ab-_' }],
  ['a salt with padding in the middle', 'salt', { ...sha256, salt: 'ab==cd==' }],
  ['a salt with too much padding', 'salt', { ...sha256, salt: 'abcd=' }],
  ['a salt one character too long', 'salt', { ...sha256, salt: 'abcde' }],
  ['SHA-256 with a value of 31 bytes', 'value', { ...sha256, value: base64(31) }],
  ['SHA-256 with a value of 33 bytes', 'value', { ...sha256, value: base64(33) }],
  ['SHA-512 with a value of SHA-256', 'value', { ...sha256, algorithm: 'SHA-512' }],
  ['SHA-1 with a value of MD5', 'value', { algorithm: 'SHA-1', value: base64(16) }],
  ['MD5 with a value of SHA-1', 'value', { algorithm: 'MD5', value: base64(20) }],
  ['a value that is not base64', 'value', { ...sha256, value: '*'.repeat(44) }],
  ['SHA-256 with a work factor', 'workFactor', { ...sha256, workFactor: 10 }],
  ['SHA-256 with iterations', 'iterationCount', { ...sha256, iterationCount: 4096 }],
  ['MD5 with a key size', 'keySize', { algorithm: 'MD5', value: base64(16), keySize: 16 }],

  ['PBKDF2 without a salt', 'salt', { ...pbkdf2, salt: undefined }],
  ['PBKDF2 with a salt that is not base64', 'salt', { ...pbkdf2, salt: '§' }],
  ['PBKDF2 without iterations', 'iterationCount', { ...pbkdf2, iterationCount: undefined }],
  ['PBKDF2 with 4095 iterations', 'iterationCount', { ...pbkdf2, iterationCount: 4095 }],
  ['PBKDF2 with 10,000,001 iterations', 'iterationCount', { ...pbkdf2, iterationCount: 10_000_001 }],
  [
    'PBKDF2 with ten million iterations for each of two blocks',
    'iterationCount',
    { ...pbkdf2, keySize: 65, value: base64(65), iterationCount: 10_000_000 },
  ],
  ['PBKDF2 without a key size', 'keySize', { ...pbkdf2, keySize: undefined }],
  ['PBKDF2 with a key size of 0', 'keySize', { ...pbkdf2, keySize: 0, value: '' }],
  ['PBKDF2 with a key size of 1025', 'keySize', { ...pbkdf2, keySize: 1025, value: base64(1025) }],
  ['PBKDF2 with a key size that is not its value’s', 'value', { ...pbkdf2, keySize: 64 }],
  ['PBKDF2 without a digest', 'digestAlgorithm', { ...pbkdf2, digestAlgorithm: undefined }],
  ['PBKDF2 with another digest', 'digestAlgorithm', { ...pbkdf2, digestAlgorithm: 'SHA1_HMAC' }],
  ['PBKDF2 with a salt order', 'saltOrder', { ...pbkdf2, saltOrder: 'PREFIX' }],
  ['PBKDF2 with a work factor', 'workFactor', { ...pbkdf2, workFactor: 10 }],
  ['a parameter that no algorithm has', 'iterations', { ...pbkdf2, iterations: 4096 }],
  ['a parameter called __proto__', '__proto__', JSON.parse('{"algorithm":"MD5","__proto__":{}}')],
])('%s is refused, and %s is named', (_, field, input) => {
  expect(checkHash(input)).toEqual({ ok: false, field, message: expect.stringMatching(/\w/) })
})

test.each([
  [
    'the algorithms there are',
    { algorithm: 'X' },
    'expected one of BCRYPT, SHA-512, SHA-256, SHA-1, MD5, PBKDF2',
  ],
  ['what is missing', { ...bcrypt, workFactor: undefined }, 'The field cannot be left blank'],
  ['the range of a number', { ...bcrypt, workFactor: 21 }, 'expected a whole number from 1 to 20'],
  [
    'the length and alphabet of radix64',
    { ...bcrypt, salt: 'x' },
    'expected 22 characters of radix64 (./A-Za-z0-9)',
  ],
  [
    'how to take apart a crypt string',
    { ...bcrypt, value: `$2a$10$${'a'.repeat(53)}` },
    'expected 31 characters of radix64 (./A-Za-z0-9); workFactor, salt and value go apart',
  ],
  ['the bytes of a digest', { algorithm: 'MD5', value: 'QUJD' }, 'expected 16 bytes in base64'],
  [
    'that a value is in hexadecimal',
    { algorithm: 'MD5', value: '5ebe2294ecd0e0f08eab7690d2a6ee69' },
    'expected 16 bytes in base64, this looks like hexadecimal',
  ],
  [
    'whose parameter it is not',
    { ...bcrypt, keySize: 32 },
    'Not a parameter of BCRYPT, which has workFactor, salt, value',
  ],
  [
    'the range of iterations for a key of this length',
    { ...pbkdf2, keySize: 65, value: base64(65), iterationCount: 5_000_001 },
    'expected a whole number from 4096 to 5000000',
  ],
])('the message says %s', (_, input, message) => {
  expect(checkHash(input)).toMatchObject({ ok: false, message })
})

test('a checked hash is a separate copy', () => {
  const input = { algorithm: 'MD5', value: base64(16) }
  const checked = checkHash(input)
  input.value = 'changed'
  expect(checked).toMatchObject({ hash: { value: base64(16) } })
})

test('no input makes the check throw, or a refusal repeat a salt or value', () => {
  const secret = 'Very+Secret/0123456789'
  const value = fc.oneof(fc.constant(secret), fc.anything())
  const algorithm = fc.constantFrom('BCRYPT', 'SHA-512', 'SHA-256', 'SHA-1', 'MD5', 'PBKDF2')
  const hash = fc.record({ algorithm, value, salt: value }, { requiredKeys: ['algorithm'] })
  fc.assert(
    fc.property(fc.oneof(fc.anything(), hash), (input) => {
      const checked = checkHash(input)
      if (!checked.ok) expect(checked.message).not.toContain(secret)
    }),
    { numRuns: 2000 },
  )
})
