import type { Json } from '../../engine/run/check.ts'
import type { HashValue } from '../../tables/hashes.ts'

/** The password of the hashes below. */
export const hashedPassword = 'FernRoot7Leaf'

/** The salt of all of them but BCRYPT, as base64: `0123456789abcdef`. */
const salt = 'MDEyMzQ1Njc4OWFiY2RlZg=='

/** A BCRYPT hash with a small work factor, so that a sign-in costs little. */
export const bcrypt: Readonly<Record<string, Json>> = {
  algorithm: 'BCRYPT',
  workFactor: 4,
  salt: 'abcdefghijklmnopqrstuu',
  value: 'vAOpbQKezEvzrtsF36aFIYhTaE6oK..',
}

/** PBKDF2 with the fewest iterations. */
export const pbkdf2: Readonly<Record<string, Json>> = {
  algorithm: 'PBKDF2',
  salt,
  iterationCount: 4096,
  keySize: 32,
  digestAlgorithm: 'SHA256_HMAC',
  value: 'FpAXoMGxK8wFmMhXLVJrNy05fZgwyYZmxrC9yD2L03g=',
}

/** PBKDF2 over the longer digest. */
export const pbkdf2Sha512: Readonly<Record<string, Json>> = {
  ...pbkdf2,
  keySize: 64,
  digestAlgorithm: 'SHA512_HMAC',
  value: 'hf8WJplqreSELnPKzX3mMaJLMBGtYBDnTsazedm2CGGdxg1bXjArVNz8L7r5jZL4IiBKEUWKrnzJWlX2YO6YaA==',
}

const salted = (algorithm: string, value: string, saltOrder = 'PREFIX'): Readonly<Record<string, Json>> => ({
  algorithm,
  salt,
  saltOrder,
  value,
})

export const sha512 = salted(
  'SHA-512',
  'KfsSXZZxKzkNTtudPIX4bbNzqLTZOT5wcaREflHh92sNUPDGZbV4NpycQwfVinZAnJ0RiVwfarFcnn1m5tx6Ww==',
)
export const sha256 = salted('SHA-256', 'K40pL8HGDS+OiQPr4LXQX2MSmMeb1FD/ZBeYM+qRRok=')
/** The salt comes after the password. */
export const sha256Postfix = salted('SHA-256', 'n6SBEjuS567LdMPlpN8VmYYbvQz5+439W+EYbbw4580=', 'POSTFIX')
export const sha1 = salted('SHA-1', '40DVSHFKVG3coiPj52aqLewhS7E=')
export const md5 = salted('MD5', '6uODzxIPfmyoyerWHg2Jyw==')

const hashes = [bcrypt, sha512, sha256, sha256Postfix, sha1, md5, pbkdf2, pbkdf2Sha512]

/** A hash whose member has a value: one of those above, or the first of its algorithm with that value. */
export function hashWith(row: HashValue): Readonly<Record<string, Json>> {
  const { member, value, algorithm = value } = row
  const alike = hashes.filter((hash) => hash['algorithm'] === algorithm)
  return alike.find((hash) => hash[member] === value) ?? { ...alike[0], [member]: value }
}

/** Of the password `abc`, which fulfils no policy. */
export const sha256OfWeak = salted('SHA-256', 'rDiX8O4SvyWQJkN2/RHQjhJIIYr2H1ofsI7Q/NimZVc=')
export const weakPassword = 'abc'
