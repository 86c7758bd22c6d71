/**
 * Values of an imported password hash that a create takes or refuses (Users, Credentials). Requirements, checks and mutants
 * are generated from these rows. Members that a hash must have are rows of `required.ts`.
 */
import { type RequirementRow, type Cover, tableOf } from '../registry/requirement.ts'

/** A value of a member. */
export interface HashValue {
  /** The id of its requirement. */
  readonly id: string
  readonly member: string
  readonly value: string | number
  /** The algorithm of the hash, if it is not the value. */
  readonly algorithm?: string
  /** The limit that the value lies at, or beyond. `length`: a text of one length only. */
  readonly limit?: 'min' | 'max' | 'length'
  /** The value that a wrong server uses instead. A row with one is about a value that is refused. */
  readonly instead?: string | number
  /** The beginning of its statement, if it is not the usual one. */
  readonly says?: string
  /** The rows of the API description that it covers, if not just the value or the limit. */
  readonly covers?: readonly Cover[]
}

const table = tableOf<HashValue, 'id'>()
const algorithm = { member: 'algorithm' } as const
const salt = { member: 'salt', algorithm: 'BCRYPT', instead: 'aaaaaaaaaaaaaaaaaaaaau' } as const
const factor = { member: 'workFactor', algorithm: 'BCRYPT' } as const
const order = { member: 'saltOrder', algorithm: 'SHA-256' } as const
const count = { member: 'iterationCount', algorithm: 'PBKDF2', limit: 'min' } as const
const digest = { member: 'digestAlgorithm', algorithm: 'PBKDF2' } as const

export const hashValues = {
  algorithm: table([
    {
      ...algorithm,
      id: 'credentials.hash.bcrypt',
      value: 'BCRYPT',
      says: 'A BCRYPT hash with salt and workFactor',
      covers: [
        'enum:Hash.algorithm.BCRYPT',
        'property:Hash.algorithm',
        'property:Hash.value',
        'property:Hash.salt',
        'property:Hash.workFactor',
      ],
    },
    { ...algorithm, id: 'credentials.hash.sha-512', value: 'SHA-512' },
    { ...algorithm, id: 'credentials.hash.sha-256', value: 'SHA-256' },
    { ...algorithm, id: 'credentials.hash.sha-1', value: 'SHA-1' },
    { ...algorithm, id: 'credentials.hash.md5', value: 'MD5' },
    {
      ...algorithm,
      id: 'credentials.hash.pbkdf2',
      value: 'PBKDF2',
      says: 'A PBKDF2 hash with salt, iterationCount, keySize and digestAlgorithm',
      covers: [
        'enum:Hash.algorithm.PBKDF2',
        'property:Hash.iterationCount',
        'property:Hash.keySize',
        'property:Hash.digestAlgorithm',
      ],
    },
  ]),
  otherAlgorithm: table([
    {
      ...algorithm,
      id: 'credentials.hash.algorithm.unknown',
      value: 'SHA-3',
      algorithm: 'SHA-256',
      instead: 'SHA-256',
      says: 'A hash with an algorithm outside the six listed',
    },
  ]),
  salt: table([
    { ...salt, id: 'credentials.hash.salt.bcrypt-short', value: 'abcdefghijklmnopqrstu', limit: 'min' },
    { ...salt, id: 'credentials.hash.salt.bcrypt-long', value: 'abcdefghijklmnopqrstuuu', limit: 'max' },
    {
      id: 'credentials.hash.salt.bcrypt-exact',
      member: 'salt',
      algorithm: 'BCRYPT',
      value: 'abcdefghijklmnopqrstuu',
      limit: 'length',
    },
  ]),
  workFactor: table([
    { ...factor, id: 'credentials.hash.work-factor.min.accepted', value: 1, limit: 'min' },
    { ...factor, id: 'credentials.hash.work-factor.min.refused', value: 0, limit: 'min', instead: 4 },
    { ...factor, id: 'credentials.hash.work-factor.max.accepted', value: 20, limit: 'max' },
    { ...factor, id: 'credentials.hash.work-factor.max.refused', value: 21, limit: 'max', instead: 4 },
  ]),
  saltOrder: table([
    {
      ...order,
      id: 'credentials.hash.salt-order.prefix',
      value: 'PREFIX',
      covers: ['property:Hash.saltOrder', 'enum:Hash.saltOrder.PREFIX'],
    },
    { ...order, id: 'credentials.hash.salt-order.postfix', value: 'POSTFIX' },
    { ...order, id: 'credentials.hash.salt-order.unknown', value: 'AROUND', instead: 'PREFIX' },
  ]),
  iterationCount: table([
    { ...count, id: 'credentials.hash.iteration-count.accepted', value: 4096 },
    { ...count, id: 'credentials.hash.iteration-count.refused', value: 4095, instead: 4096 },
  ]),
  digestAlgorithm: table([
    { ...digest, id: 'credentials.hash.digest.sha256', value: 'SHA256_HMAC' },
    { ...digest, id: 'credentials.hash.digest.sha512', value: 'SHA512_HMAC' },
    { ...digest, id: 'credentials.hash.digest.unknown', value: 'SHA1_HMAC', instead: 'SHA256_HMAC' },
  ]),
}

/** Whether a row is about the length of a value, and not about the value. */
export const isOfLength = ({ value, limit }: HashValue): boolean =>
  typeof value === 'string' && limit !== undefined

function statementOf(row: HashValue): string {
  const { member, value, algorithm = value, limit, instead } = row
  const kind = `A ${/SHA|MD5/.test(String(algorithm)) ? 'salted ' : ''}${algorithm} hash`
  const sent = instead !== undefined && limit === undefined ? `another ${member}` : `${member} ${value}`
  const part = isOfLength(row) ? `a ${member} of ${String(value).length} characters` : sent
  const begins = row.says ?? (algorithm === value ? kind : `${kind} with ${part}`)
  return `${begins} is ${instead === undefined ? 'imported' : 'refused'}.`
}

/** The row of the API description that a row covers, if it does not say so. It has no row for an unknown value. */
function coversOf({ member, value, limit, instead }: HashValue): readonly Cover[] | undefined {
  if (limit === undefined) return instead === undefined ? [`enum:Hash.${member}.${value}`] : undefined
  const edge = limit === 'length' ? member : `${member}.${limit}`
  return [`limit:Hash.${edge}.${instead === undefined ? 'accepts' : 'refuses'}`]
}

function requirementOf(row: HashValue): Omit<RequirementRow, 'id'> {
  const { limit, covers = coversOf(row) } = row
  return {
    statement: statementOf(row),
    ...(limit === undefined ? {} : { alsoIn: ['3 Limits'] }),
    ...(covers === undefined ? {} : { covers }),
  }
}

/** The requirements of some values, to be spread into those of their section. */
export function hashRows<Id extends string>(rows: readonly (HashValue & { readonly id: Id })[]) {
  const requirements = Object.fromEntries(rows.map((row) => [row.id, requirementOf(row)]))
  return requirements as Readonly<Record<Id, Omit<RequirementRow, 'id'>>>
}

/** The requirements of users who sign in with a hash of each algorithm. */
export const hashSignIns = hashValues.algorithm.map((row) => ({
  id: `${row.id}.sign-in` as const,
  one: `${row.value === 'MD5' ? 'an' : 'a'} ${row.value} hash`,
  row,
}))

/** These requirements, likewise. */
export function hashSignInRows() {
  const requirements = hashSignIns.map(({ id, one }) => {
    const statement = `A user imported with ${one} signs in with its password and with no other.`
    return [id, { statement, needs: ['sign-in'] }]
  })
  return Object.fromEntries(requirements) as Readonly<
    Record<(typeof hashSignIns)[number]['id'], Omit<RequirementRow, 'id'>>
  >
}
