import { expect, test } from 'vitest'
import { checkedBase64, decodeBase64 } from '../../../../src/model/users/password/base64.ts'
import { checkHash } from '../../../../src/model/users/password/index.ts'
import { base64, bcrypt, pbkdf2, sha256 } from '../../../support/hashes.ts'

const blank = 'The field cannot be left blank'
const algorithms = 'Expected one of BCRYPT, SHA-512, SHA-256, SHA-1, MD5, PBKDF2'
const ofDigest = 'which has salt, saltOrder, value'
const ofPbkdf2 = 'Not a parameter of PBKDF2, which has salt, digestAlgorithm, keySize, iterationCount, value'

test.each([
  ['text', '', 'Expected an object', 'secret'],
  ['null', '', 'Expected an object', null],
  ['nothing', '', 'Expected an object', undefined],
  ['a list', '', 'Expected an object', []],
  ['no algorithm', 'algorithm', blank, {}],
  ['an algorithm that is null', 'algorithm', blank, { ...bcrypt, algorithm: null }],
  ['an unknown algorithm', 'algorithm', algorithms, { ...bcrypt, algorithm: 'SCRYPT' }],
  ['an algorithm that is none', 'algorithm', algorithms, { ...bcrypt, algorithm: '' }],

  ['no work factor', 'workFactor', blank, { ...bcrypt, workFactor: undefined }],
  ['a work factor of 0', 'workFactor', 'Expected a whole number from 1 to 20', { ...bcrypt, workFactor: 0 }],
  ['no salt of bcrypt', 'salt', blank, { ...bcrypt, salt: undefined }],
  ['an empty salt of bcrypt', 'salt', blank, { ...bcrypt, salt: '' }],
  [
    'a salt of bcrypt that is no text',
    'salt',
    'Expected 22 characters of radix64 (./A-Za-z0-9)',
    { ...bcrypt, salt: 22 },
  ],
  [
    'a list as the value of bcrypt',
    'value',
    'Expected 31 characters of radix64 (./A-Za-z0-9)',
    { ...bcrypt, value: [bcrypt.value] },
  ],
  [
    'a crypt string as the salt of bcrypt',
    'salt',
    'Expected 22 characters of radix64 (./A-Za-z0-9); workFactor, salt and value go apart',
    { ...bcrypt, salt: '$2' },
  ],
  [
    'a crypt string that begins later',
    'salt',
    'Expected 22 characters of radix64 (./A-Za-z0-9)',
    { ...bcrypt, salt: ' $2a' },
  ],
  [
    'more than the value of bcrypt',
    'value',
    'Expected 31 characters of radix64 (./A-Za-z0-9)',
    { ...bcrypt, value: `${bcrypt.value}a` },
  ],
  [
    'something before the value of bcrypt',
    'value',
    'Expected 31 characters of radix64 (./A-Za-z0-9)',
    { ...bcrypt, value: `*${bcrypt.value}` },
  ],
  [
    'a parameter that bcrypt has not',
    'keySize',
    'Not a parameter of BCRYPT, which has workFactor, salt, value',
    { ...bcrypt, keySize: 1 },
  ],

  ['an empty salt', 'salt', blank, { ...sha256, salt: '' }],
  ['a salt that is a number', 'salt', 'Expected base64', { ...sha256, salt: 5 }],
  ['a salt that is not base64', 'salt', 'Expected base64', { ...sha256, salt: '*' }],
  ['a salt that is padding only', 'salt', 'Expected base64', { ...sha256, salt: '====' }],
  ['a salt without an order', 'saltOrder', blank, { ...sha256, saltOrder: undefined }],
  [
    'an unknown order of the salt',
    'saltOrder',
    'Expected one of PREFIX, POSTFIX',
    { ...sha256, saltOrder: 'INFIX' },
  ],
  ['an order without a salt', 'saltOrder', 'Expected only along with a salt', { ...sha256, salt: undefined }],
  ['no value of a digest', 'value', blank, { ...sha256, value: undefined }],
  ['an empty value of a digest', 'value', blank, { ...sha256, value: '' }],
  ['a digest that is a number', 'value', 'Expected 32 bytes in base64', { ...sha256, value: 32 }],
  ['a digest too short', 'value', 'Expected 32 bytes in base64', { ...sha256, value: base64(31) }],
  [
    'a digest in hexadecimal',
    'value',
    'Expected 32 bytes in base64, this looks like hexadecimal',
    { ...sha256, value: '0123456789abcdefABCDEF9876543210'.repeat(2) },
  ],
  [
    'a digest as long as hexadecimal that is none at its end',
    'value',
    'Expected 32 bytes in base64',
    { ...sha256, value: `${'a'.repeat(63)}g` },
  ],
  [
    'a digest as long as hexadecimal that is none at its beginning',
    'value',
    'Expected 32 bytes in base64',
    { ...sha256, value: `g${'a'.repeat(63)}` },
  ],
  [
    'hexadecimal of another length',
    'value',
    'Expected 32 bytes in base64',
    { ...sha256, value: 'a'.repeat(40) },
  ],
  [
    'a list as a digest, as long as hexadecimal',
    'value',
    'Expected 16 bytes in base64',
    { algorithm: 'MD5', value: Array.from({ length: 32 }, () => 'a') },
  ],
  ['SHA-512 of another length', 'value', 'Expected 64 bytes in base64', { ...sha256, algorithm: 'SHA-512' }],
  ['SHA-1 of another length', 'value', 'Expected 20 bytes in base64', { ...sha256, algorithm: 'SHA-1' }],
  [
    'a parameter that a digest has not',
    'workFactor',
    `Not a parameter of SHA-256, ${ofDigest}`,
    { ...sha256, workFactor: 1 },
  ],

  ['no salt of PBKDF2', 'salt', blank, { ...pbkdf2, salt: undefined }],
  ['no digest of PBKDF2', 'digestAlgorithm', blank, { ...pbkdf2, digestAlgorithm: undefined }],
  [
    'another digest of PBKDF2',
    'digestAlgorithm',
    'Expected one of SHA256_HMAC, SHA512_HMAC',
    { ...pbkdf2, digestAlgorithm: 'SHA1_HMAC' },
  ],
  ['no key size', 'keySize', blank, { ...pbkdf2, keySize: undefined }],
  [
    'a key too long',
    'keySize',
    'Expected a whole number from 1 to 1024',
    { ...pbkdf2, keySize: 1025, value: base64(1025) },
  ],
  ['no iterations', 'iterationCount', blank, { ...pbkdf2, iterationCount: undefined }],
  [
    'iterations past the most for one block',
    'iterationCount',
    'Expected a whole number from 4096 to 10000000',
    { ...pbkdf2, iterationCount: 10_000_001 },
  ],
  [
    'iterations past the most for two blocks of SHA-256',
    'iterationCount',
    'Expected a whole number from 4096 to 5000000',
    { ...pbkdf2, keySize: 33, digestAlgorithm: 'SHA256_HMAC', value: base64(33), iterationCount: 5_000_001 },
  ],
  ['a key of another size', 'value', 'Expected 64 bytes in base64', { ...pbkdf2, keySize: 64 }],
  ['a parameter that PBKDF2 has not', 'saltOrder', ofPbkdf2, { ...pbkdf2, saltOrder: 'PREFIX' }],
])('%s is refused at %j: %s', (_, field, message, input) => {
  expect(checkHash(input)).toStrictEqual({ ok: false, field, message })
})

test('the first parameter that is wrong is told of, in the order in which they are listed', () => {
  expect(checkHash({ algorithm: 'BCRYPT' })).toMatchObject({ field: 'workFactor' })
  expect(checkHash({ algorithm: 'PBKDF2' })).toMatchObject({ field: 'salt' })
  expect(checkHash({ algorithm: 'PBKDF2', salt: 'RBDXRWs9' })).toMatchObject({ field: 'digestAlgorithm' })
  expect(checkHash({ algorithm: 'MD5', salt: 'RBDXRWs9' })).toMatchObject({ field: 'saltOrder' })
})

test('the longest key that is taken has 1024 bytes', () => {
  const longest = { ...pbkdf2, keySize: 1024, value: base64(1024) }
  expect(checkHash(longest)).toStrictEqual({ ok: true, hash: longest })
})

test.each([
  ['', []],
  ['QQ', [65]],
  ['QQ==', [65]],
  ['QUI', [65, 66]],
  ['QUI=', [65, 66]],
  ['QUJD', [65, 66, 67]],
  ['+/+/', [251, 255, 191]],
])('%j is base64', (text, bytes) => {
  expect(decodeBase64(text)).toStrictEqual(Uint8Array.from(bytes))
  expect(checkedBase64(text)).toStrictEqual(Uint8Array.from(bytes))
})

test.each(['Q', 'QUJDR', 'QQ=', 'QUI==', 'QUJD=', 'QQ===', 'Q=Q=', '=QQ=', ' QQ==', 'QQ== ', 'QQ\n', '-_-_'])(
  '%j is not base64, and has no bytes',
  (text) => {
    expect(decodeBase64(text)).toBeUndefined()
    expect(checkedBase64(text)).toStrictEqual(new Uint8Array())
  },
)
