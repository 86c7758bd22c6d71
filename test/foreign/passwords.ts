import { createHash, pbkdf2Sync } from 'node:crypto'
import { compareSync } from 'bcryptjs'
import type { Settings } from './settings.ts'
import type { Fields, Json } from './wire.ts'
import { invalid, object, text } from './wire.ts'

/** A stored password: its text, a hash made elsewhere, or a mark that a hook will check it. */
export type Secret = { readonly value: string } | { readonly hash: Fields } | { readonly hook: true }

/** Reads a password object of a body; undefined without a password. */
export function readSecret(
  value: Json,
  login: string,
  settings: Settings,
  mayImport: boolean,
): Secret | undefined {
  if (value === undefined || value === null) return undefined
  const password = object(value, 'password')
  const given = ['value', 'hash', 'hook'].filter((name) => (password[name] ?? null) !== null)
  if (given.length === 0) return undefined
  if (given.length > 1) throw invalid('password', 'may hold one of value, hash and hook')
  if (given[0] === 'value') return { value: readPassword(password['value'], login, settings) }
  if (!mayImport) throw invalid('password', 'can be imported only for a user who is STAGED')
  if (given[0] === 'hash') return { hash: readHash(object(password['hash'], 'hash')) }
  if (object(password['hook'], 'hook')['type'] !== 'default') throw invalid('hook.type', 'must be default')
  return { hook: true }
}

export function readPassword(value: Json, login: string, { password }: Settings): string {
  const given = text(value, 'password.value', password.least, 72)
  if (password.strict) {
    if (!/[A-Z]/.test(given) || !/[a-z]/.test(given) || !/\d/.test(given))
      throw invalid('password.value', 'needs a small letter, a capital and a digit')
    const low = given.toLowerCase()
    const parts = login
      .toLowerCase()
      .split(/[,._#@-]/)
      .slice(0, login.includes('@') ? -1 : undefined)
    if (low.includes(login.toLowerCase()) || parts.some((part) => part.length >= 4 && low.includes(part)))
      throw invalid('password.value', 'holds a part of the login')
  }
  if (password.sign && !/[^A-Za-z0-9]/.test(given)) throw invalid('password.value', 'needs a sign')
  return given
}

const digests: Readonly<Record<string, string>> = {
  'SHA-512': 'sha512',
  'SHA-256': 'sha256',
  'SHA-1': 'sha1',
  MD5: 'md5',
}

function readHash(hash: Fields): Fields {
  const { algorithm, value, salt, workFactor, saltOrder, iterationCount, keySize, digestAlgorithm } = hash
  text(value, 'hash.value', 1, 1024)
  if (algorithm === 'BCRYPT') {
    text(salt, 'hash.salt', 22, 22)
    whole(workFactor, 'hash.workFactor', 1, 20)
  } else if (algorithm === 'PBKDF2') {
    text(salt, 'hash.salt', 1, 1024)
    whole(iterationCount, 'hash.iterationCount', 4096, Number.MAX_SAFE_INTEGER)
    whole(keySize, 'hash.keySize', 1, 1024)
    if (digestAlgorithm !== 'SHA256_HMAC' && digestAlgorithm !== 'SHA512_HMAC')
      throw invalid('hash.digestAlgorithm', 'is not known')
  } else if (typeof algorithm === 'string' && digests[algorithm] !== undefined) {
    if ((salt ?? null) !== null) {
      text(salt, 'hash.salt', 1, 1024)
      if (saltOrder !== 'PREFIX' && saltOrder !== 'POSTFIX') throw invalid('hash.saltOrder', 'is not known')
    }
  } else throw invalid('hash.algorithm', 'is not known')
  return hash
}

function whole(value: Json, field: string, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw invalid(field, `must be a whole number from ${least} to ${most}`)
}

/** Whether the typed text is the password. */
export function opens(secret: Secret | undefined, typed: string): boolean {
  if (secret === undefined || 'hook' in secret) return false
  if ('value' in secret) return secret.value === typed
  const { algorithm, value, salt, workFactor, saltOrder, iterationCount, keySize, digestAlgorithm } =
    secret.hash
  if (algorithm === 'BCRYPT')
    return compareSync(typed, `$2b$${String(workFactor).padStart(2, '0')}$${salt}${value}`)
  const grains = Buffer.from(salt ?? '', 'base64')
  if (algorithm === 'PBKDF2') {
    const digest = digestAlgorithm === 'SHA256_HMAC' ? 'sha256' : 'sha512'
    return pbkdf2Sync(typed, grains, iterationCount, keySize, digest).toString('base64') === value
  }
  const parts = saltOrder === 'POSTFIX' ? [Buffer.from(typed), grains] : [grains, Buffer.from(typed)]
  return (
    createHash(digests[algorithm] ?? 'sha256')
      .update(Buffer.concat(parts))
      .digest('base64') === value
  )
}
