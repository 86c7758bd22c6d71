import { createHash, pbkdf2Sync } from 'node:crypto'
import { hashSync } from 'bcryptjs'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { foundOf } from '../../../../src/contract/errors/mistakes.ts'
import { Random } from '../../../../src/model/kernel/random.ts'
import { checkHash, matchesOwn, storePassword, verified } from '../../../../src/model/users/password/index.ts'
import type { StoredPassword } from '../../../../src/model/users/password/index.ts'

/** Whether a password is a stored one. */
const verifyPassword = (stored: StoredPassword, candidate: string, isWanted?: () => boolean) =>
  verified((known) => known.matches(stored, candidate, isWanted ? { isWanted } : {}))

afterEach(() => vi.unstubAllGlobals())

const password = 'tlpWENT2m'
const others = ['tlpWENT2', 'tlpWENT2mm', 'TLPwent2M', ' tlpWENT2m', '']

function imported(input: object): StoredPassword {
  const checked = checkHash(input)
  if (!checked.ok) throw new Error(foundOf(checked.mistake))
  return { kind: 'imported', hash: checked.hash }
}

const salt = Buffer.from([0, 255, 128, 10, 65, 66, 200, 7, 9])

const digests = [
  ['SHA-512', 'sha512'],
  ['SHA-256', 'sha256'],
  ['SHA-1', 'sha1'],
  ['MD5', 'md5'],
] as const

function digest(name: string, ...parts: readonly (string | Buffer)[]): string {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return hash.digest('base64')
}

function derived(secret: string, keySize: number, digestAlgorithm: string, iterationCount = 4096): object {
  const name = digestAlgorithm === 'SHA256_HMAC' ? 'sha256' : 'sha512'
  const value = pbkdf2Sync(secret, salt, iterationCount, keySize, name).toString('base64')
  return {
    algorithm: 'PBKDF2',
    salt: salt.toString('base64'),
    iterationCount,
    keySize,
    digestAlgorithm,
    value,
  }
}

function crypted(secret: string, workFactor: number): Record<string, unknown> {
  const made = hashSync(secret, `$2b$${String(workFactor).padStart(2, '0')}$rwh3vH166HCH/NT9XV5FYu`)
  return { algorithm: 'BCRYPT', workFactor, salt: made.slice(7, 29), value: made.slice(29) }
}

/** Each way in which a hash can be made, and the hash of a password made so. */
const ways: readonly (readonly [string, (secret: string) => object])[] = [
  ...digests.flatMap(([algorithm, name]) => [
    [
      `${algorithm} without a salt`,
      (secret: string) => ({ algorithm, value: digest(name, secret) }),
    ] as const,
    [
      `${algorithm} behind a salt`,
      (secret: string) => ({
        algorithm,
        salt: salt.toString('base64'),
        saltOrder: 'PREFIX',
        value: digest(name, salt, secret),
      }),
    ] as const,
    [
      `${algorithm} before a salt`,
      (secret: string) => ({
        algorithm,
        salt: salt.toString('base64'),
        saltOrder: 'POSTFIX',
        value: digest(name, secret, salt),
      }),
    ] as const,
  ]),
  ['PBKDF2 with SHA-256, one block', (secret) => derived(secret, 32, 'SHA256_HMAC')],
  ['PBKDF2 with SHA-512, one block', (secret) => derived(secret, 64, 'SHA512_HMAC')],
  ['PBKDF2 with SHA-512, part of a block', (secret) => derived(secret, 20, 'SHA512_HMAC')],
  ['PBKDF2 with SHA-256, some blocks', (secret) => derived(secret, 100, 'SHA256_HMAC', 5000)],
  ['BCRYPT with work factor 4', (secret) => crypted(secret, 4)],
  ['BCRYPT with work factor 5', (secret) => crypted(secret, 5)],
]

test.each(ways)('%s verifies its own password, and no other', async (_, make) => {
  const stored = imported(make(password))
  expect(await verifyPassword(stored, password)).toBe(true)
  for (const other of others) expect(await verifyPassword(stored, other), other).toBe(false)
})

test.each(ways)('%s verifies a password of any script', async (_, make) => {
  const stored = imported(make('Пароль😀é1'))
  expect(await verifyPassword(stored, 'Пароль😀é1')).toBe(true)
  expect(await verifyPassword(stored, 'Пароль😀e\u03011')).toBe(false)
})

test('a salt in the other place does not verify', async () => {
  const made = {
    algorithm: 'SHA-256',
    salt: salt.toString('base64'),
    value: digest('sha256', salt, password),
  }
  expect(await verifyPassword(imported({ ...made, saltOrder: 'PREFIX' }), password)).toBe(true)
  expect(await verifyPassword(imported({ ...made, saltOrder: 'POSTFIX' }), password)).toBe(false)
})

test.each([
  // RFC 1321 and FIPS 180: "abc".
  [{ algorithm: 'MD5', value: 'kAFQmDzST7DWlj99KOF/cg==' }],
  [{ algorithm: 'SHA-1', value: 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0=' }],
  [{ algorithm: 'SHA-256', value: 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=' }],
  // The widely published crypt string $2a$06$If6bvum7DFjUnE9p2uDeDu….
  [
    {
      algorithm: 'BCRYPT',
      workFactor: 6,
      salt: 'If6bvum7DFjUnE9p2uDeDu',
      value: '0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i',
    },
  ],
])('the published hash %j of "abc" verifies', async (input) => {
  expect(await verifyPassword(imported(input), 'abc')).toBe(true)
  expect(await verifyPassword(imported(input), 'abd')).toBe(false)
})

test('spare bits at the end of a bcrypt salt or value do not matter', async () => {
  const made = crypted(password, 4) as { salt: string; value: string }
  // The last character of a 22-character salt holds 2 bits that count: `u` and `v` have the same ones.
  expect(made.salt.at(-1)).toBe('u')
  const otherSalt = `${made.salt.slice(0, -1)}v`
  expect(await verifyPassword(imported({ ...made, salt: otherSalt }), password)).toBe(true)
  expect(await verifyPassword(imported({ ...made, salt: `${made.salt.slice(0, -1)}e` }), password)).toBe(
    false,
  )
  const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const last = alphabet.indexOf(made.value.at(-1) ?? '')
  const sameBits = `${made.value.slice(0, -1)}${alphabet[last ^ 1]}`
  const otherBits = `${made.value.slice(0, -1)}${alphabet[last ^ 4]}`
  expect(await verifyPassword(imported({ ...made, value: sameBits }), password)).toBe(true)
  expect(await verifyPassword(imported({ ...made, value: otherBits }), password)).toBe(false)
})

test('PBKDF2 verifies where the platform has no WebCrypto', async () => {
  const stored = imported(derived(password, 100, 'SHA512_HMAC'))
  vi.stubGlobal('crypto', undefined)
  expect(await verifyPassword(stored, password)).toBe(true)
  expect(await verifyPassword(stored, 'wrong')).toBe(false)
})

test('PBKDF2 verifies where WebCrypto refuses to work', async () => {
  vi.stubGlobal('crypto', {
    subtle: { importKey: () => Promise.reject(new TypeError('not an ArrayBuffer')) },
  })
  expect(await verifyPassword(imported(derived(password, 32, 'SHA256_HMAC')), password)).toBe(true)
})

test('PBKDF2 is left to WebCrypto where the platform has it, whatever it derives', async () => {
  const { subtle } = crypto
  const asked: unknown[] = []
  vi.stubGlobal('crypto', {
    subtle: {
      importKey(...how: unknown[]) {
        asked.push(how)
        return subtle.importKey(...(how as Parameters<typeof subtle.importKey>))
      },
      deriveBits: (algorithm: Pbkdf2Params, _key: CryptoKey, length: number) => {
        asked.push([algorithm, length])
        return new Uint8Array(32).fill(9).buffer
      },
    },
  })
  const hash = derived(password, 32, 'SHA512_HMAC')
  expect(await verifyPassword(imported(hash), password)).toBe(false)
  const nines = Buffer.alloc(32, 9).toString('base64')
  expect(await verifyPassword(imported({ ...hash, value: nines }), password)).toBe(true)
  const derivation = { name: 'PBKDF2', hash: 'SHA-512', salt: Uint8Array.from(salt), iterations: 4096 }
  expect(asked.slice(2)).toStrictEqual([
    ['raw', new TextEncoder().encode(password), 'PBKDF2', false, ['deriveBits']],
    [derivation, 256],
  ])
})

test('others get their turn while many hashes are verified', async () => {
  const stored = imported(crypted(password, 9))
  let turns = 0
  let busy = true
  const count = (): void => {
    turns++
    if (busy) setImmediate(count)
  }
  setImmediate(count)
  const verdicts = await Promise.all(Array.from({ length: 8 }, async () => verifyPassword(stored, password)))
  busy = false
  expect(verdicts).toEqual(Array.from({ length: 8 }, () => true))
  expect(turns).toBeGreaterThanOrEqual(8)
})

test('a stored password verifies itself and no other', () => {
  const random = new Random('seed')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (value, other) => {
      const stored = storePassword(value, random)
      expect(matchesOwn(stored, value)).toBe(true)
      expect(matchesOwn(stored, other)).toBe(value === other)
    }),
  )
})

test('a stored password is plain JSON, without the password, salted, and the same for the same seed', () => {
  const random = new Random('seed')
  const [one, two] = [storePassword(password, random), storePassword(password, random)]
  expect(JSON.parse(JSON.stringify(one))).toEqual(one)
  expect(JSON.stringify(one)).not.toContain(password)
  expect(one).not.toEqual(two)
  expect(storePassword(password, new Random('seed'))).toEqual(one)
})

test('finds a password among stored ones of any kind', async () => {
  const random = new Random('seed')
  const own = storePassword('first', random)
  const slow = imported(crypted('second', 4))
  const quick = imported({ algorithm: 'MD5', value: digest('md5', 'third') })
  const history = [own, slow, quick]
  const runs: string[] = []
  const isRemembered = (candidate: string) =>
    verified((known) => {
      runs.push(candidate)
      return history.some((stored) => known.matches(stored, candidate))
    })
  for (const candidate of ['first', 'second', 'third']) expect(await isRemembered(candidate)).toBe(true)
  expect(await isRemembered('fourth')).toBe(false)
  // Once at first, and once after each verification that takes time.
  expect(runs.filter((candidate) => candidate === 'first')).toHaveLength(1)
  expect(runs.filter((candidate) => candidate === 'fourth')).toHaveLength(3)
})

test('a call that fails while a password is verified is not run again', async () => {
  const slow = imported(crypted('second', 4))
  let runs = 0
  const failing = verified((known) => {
    runs += 1
    known.matches(slow, 'second')
    throw new TypeError('the user is gone')
  })
  await expect(failing).rejects.toThrow('the user is gone')
  expect(runs).toBe(2)
})

test.each([
  ['BCRYPT', crypted(password, 4)],
  ['PBKDF2', derived(password, 32, 'SHA256_HMAC')],
])('a password whose %s hash nobody waits for is none', async (_, hash) => {
  const stored = imported(hash)
  expect(await verifyPassword(stored, password, () => true)).toBe(true)
  expect(await verifyPassword(stored, password, () => false)).toBe(false)
})
