import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foundText } from '../../../../src/contract/errors/mistakes.ts'
import { checkHash } from '../../../../src/model/users/password/index.ts'
import { expectGolden } from '../../../support/golden-cases.ts'
import { base64, bcrypt, pbkdf2, sha256 } from '../../../support/hashes.ts'
import { runs } from '../../../support/runs.ts'

const bases: Readonly<Record<string, object>> = { bcrypt, sha256, pbkdf2 }

/** Reads a hash, or changes of one of these. Says that it is sound, or which field is wrong, and why. */
function outcome(line: string): string {
  const [, name = '', text = ''] = /^(\w+ )?(\S.*)$/.exec(line) ?? []
  const given: unknown = JSON.parse(text, (_, each: unknown) => {
    const [, length] = /^bytes:(\d+)$/.exec(String(each)) ?? []
    return length === undefined ? each : base64(Number(length))
  })
  const input = name === '' ? given : { ...bases[name.trim()], ...(given as object) }
  const checked = checkHash(input)
  if (!checked.ok) return `${checked.mistake.at}: ${foundText(checked.mistake)}`
  expect(checked.hash).toEqual(input)
  return 'sound'
}

test('hashes are sound, or are refused by field, as hashes.txt says', async () => {
  await expectGolden(new URL('hashes.txt', import.meta.url), outcome)
  expect(checkHash(undefined)).toMatchObject({ ok: false, mistake: { at: '' } })
})

test('null is the same as leaving a parameter out', () => {
  const input = { algorithm: 'MD5', value: base64(16), salt: null, saltOrder: null, workFactor: null }
  expect(checkHash(input)).toEqual({ ok: true, hash: { algorithm: 'MD5', value: base64(16) } })
  expect(checkHash({ ...bcrypt, salt: null })).toMatchObject({ mistake: { at: 'salt' } })
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
      if (!checked.ok) expect(foundText(checked.mistake)).not.toContain(secret)
    }),
    { numRuns: runs(2000) },
  )
})
