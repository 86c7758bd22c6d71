import { createHash, pbkdf2Sync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadDataset } from '../../src/fixtures/load-dataset.ts'
import { verified } from '../../src/model/users/password/index.ts'
import { testOrg } from '../support/call.ts'
import { person } from '../support/people.ts'
import { runs } from '../support/runs.ts'

// Users, Hashed Password object: each hash that is imported signs its user in. Other implementations make the hashes.

type Hash = Readonly<Record<string, unknown>>
type Signer = (made: { readonly hash: Hash; readonly password: string }) => Promise<void>

/** Imports hashes into one organisation. Their users sign in with the password and with no other. */
function signer(): Signer {
  const it = testOrg()
  return async ({ hash, password }) => {
    const { profile } = await person(it, { credentials: { password: { hash } } })
    const signIn = async (candidate: string) =>
      (await it.control.signIn({ login: profile.login, password: candidate })).status
    expect(await signIn(`x${password}`)).toBe('FAILURE')
    expect(await signIn(password)).toBe('SUCCESS')
  }
}

/** Up to 72 characters of any script. */
const passwords = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 72 })
const salts = fc.uint8Array({ minLength: 1, maxLength: 80 })

const digests = { 'SHA-512': 'sha512', 'SHA-256': 'sha256', 'SHA-1': 'sha1', MD5: 'md5' } as const
const digested = fc
  .record({
    password: passwords,
    algorithm: fc.constantFrom(...(Object.keys(digests) as (keyof typeof digests)[])),
    salted: fc.option(fc.record({ salt: salts, saltOrder: fc.constantFrom('PREFIX', 'POSTFIX') })),
  })
  .map(({ password, algorithm, salted }) => {
    const text = Buffer.from(password)
    const parts = salted === null ? [text] : [salted.salt, text]
    if (salted?.saltOrder === 'POSTFIX') parts.reverse()
    const value = createHash(digests[algorithm]).update(Buffer.concat(parts)).digest('base64')
    const salt = salted && { saltOrder: salted.saltOrder, salt: Buffer.from(salted.salt).toString('base64') }
    return { password, hash: { algorithm, value, ...salt } }
  })

const derived = fc
  .record({
    password: passwords,
    salt: salts,
    iterationCount: fc.integer({ min: 4096, max: 5000 }),
    // Of two keys of one byte, one in 256 is the same.
    keySize: fc.integer({ min: 4, max: 1024 }),
    digestAlgorithm: fc.constantFrom('SHA256_HMAC', 'SHA512_HMAC'),
  })
  .map(({ password, salt, ...parameters }) => {
    const { iterationCount, keySize, digestAlgorithm } = parameters
    const digest = digestAlgorithm === 'SHA256_HMAC' ? 'sha256' : 'sha512'
    const value = pbkdf2Sync(password, salt, iterationCount, keySize, digest).toString('base64')
    const hash = { algorithm: 'PBKDF2', value, salt: Buffer.from(salt).toString('base64'), ...parameters }
    return { password, hash }
  })

/** Bcryptjs with a lower limit of 1 instead of 4: no library makes hashes below. */
const { hashSync } = (await importedText(
  readFileSync(fileURLToPath(import.meta.resolve('bcryptjs')), 'utf8').replaceAll('rounds < 4', 'rounds < 1'),
)) as typeof import('bcryptjs')

function importedText(text: string): Promise<unknown> {
  return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`)
}

const radix64 = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function bcrypt(password: string, workFactor: number, salt: string): { hash: Hash; password: string } {
  const made = hashSync(password, `$2b$${String(workFactor).padStart(2, '0')}$${salt}`)
  return { password, hash: { algorithm: 'BCRYPT', workFactor, salt, value: made.slice(29) } }
}

const crypted = fc
  .record({
    password: passwords,
    workFactor: fc.integer({ min: 1, max: 6 }),
    digits: fc.array(fc.nat(63), { minLength: 22, maxLength: 22 }),
  })
  // Bcrypt reads 72 bytes: a longer password is the same one without its end.
  .filter(({ password }) => Buffer.byteLength(password) < 72)
  .map(({ password, workFactor, digits }) =>
    bcrypt(password, workFactor, digits.map((digit) => radix64[digit]!).join('')),
  )

test.each([
  ['SHA-512, SHA-256, SHA-1 or MD5, with or without a salt', digested],
  ['PBKDF2', derived],
  ['BCRYPT', crypted],
])('a user signs in with an imported hash of %s', async (_, hashes) => {
  const signsIn = signer()
  await fc.assert(fc.asyncProperty(hashes, signsIn), { numRuns: runs(100) })
})

test.each([1, 2, 3, 7, 10])('a user signs in with a BCRYPT hash of work factor %i', async (workFactor) => {
  await signer()(bcrypt('Pa\u00DFwort€7', workFactor, 'rwh3vH166HCH/NT9XV5FYu'))
})

test('a password of 72 characters that are more than 72 bytes signs in', async () => {
  await signer()(bcrypt('ж'.repeat(72), 4, 'rwh3vH166HCH/NT9XV5FYu'))
})

test('who runs the organisation hears of a hash whose check takes seconds, and others are answered', async () => {
  const it = testOrg()
  const heard: string[] = []
  it.org.onTrouble = (message) => heard.push(message)
  const { hash } = bcrypt('Tr0ub4dor', 4, 'rwh3vH166HCH/NT9XV5FYu')
  const { id, profile } = await person(it, {
    credentials: { password: { hash: { ...hash, workFactor: 20 } } },
  })
  let isGone = false
  const input = { login: profile.login, password: 'x', isGone: () => isGone }
  const pending = verified((known) => it.org.signIn.signIn(input, known))
  expect(heard).toEqual([
    `the BCRYPT hash of user ${id} has workFactor 20: a check of the password takes about 77 s. Use 12 or less`,
  ])
  const begun = performance.now()
  expect((await it.call('GET', `/api/v1/users/${id}`)).status).toBe(200)
  expect(performance.now() - begun).toBeLessThan(2000)
  isGone = true
  expect(await pending).toMatchObject({ reason: 'CALLER_GONE' })
})

test.each(['MD5', 'SHA-256'])(
  'an answer whose %s hash a seed imports recovers the password',
  async (algorithm) => {
    const it = testOrg()
    const value = createHash(algorithm.replace('-', '')).update('cowboy dan').digest('base64')
    const recoveryQuestion = { question: 'Who?', answerHash: { algorithm, value } }
    const ada = { login: 'ada@x.test', firstName: 'Ada', lastName: 'Byron', password: 'Tr0ub4dor' }
    await loadDataset(it.org, { users: [{ ...ada, recoveryQuestion }] })
    const recover = async (answer: string) =>
      (
        await it.call('POST', '/api/v1/users/ada@x.test/credentials/forgot_password', {
          password: { value: 'Corr3ctHorse' },
          recovery_question: { answer },
        })
      ).status
    expect([await recover('Cowboy Don'), await recover('Cowboy Dan')]).toEqual([403, 200])
  },
)
